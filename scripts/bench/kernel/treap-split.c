/* Splitting a search tree by a key, and joining it again.
   SPDX-License-Identifier: GPL-2.0-or-later

   R. Seidel, C. R. Aragon, "Randomized search trees", Algorithmica 16, 1996.
   
   Branch: unpredictable
   Train: 1 400000
   Test: 2 5000000  */

#include "kernel.h"

enum
{
  N = 500
};

struct node
{
  struct node *left, *right;
  uint32_t key, priority;
};

static void
split (struct node *root, uint32_t key, struct node **less,
       struct node **others)
{
  while (root)
    {
      if (root->key < key)
        {
          *less = root;
          less = &root->right;
          root = root->right;
        }
      else
        {
          *others = root;
          others = &root->left;
          root = root->left;
        }
    }
  *less = *others = NULL;
}

static struct node *
join (struct node *a, struct node *b)
{
  struct node *root, **place = &root;
  while (a && b)
    {
      if (a->priority > b->priority)
        {
          *place = a;
          place = &a->right;
          a = a->right;
        }
      else
        {
          *place = b;
          place = &b->left;
          b = b->left;
        }
    }
  *place = a ? a : b;
  return root;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static struct node nodes[N];
  struct node *root = NULL;
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    {
      struct node *a, *b;
      nodes[i].key = (uint32_t) random_next (&seed);
      nodes[i].priority = (uint32_t) random_next (&seed);
      split (root, nodes[i].key, &a, &b);
      root = join (join (a, &nodes[i]), b);
    }
  for (size_t t = 0; t < turns; t++)
    {
      struct node *a, *b;
      split (root, (uint32_t) random_next (&seed), &a, &b);
      digest = digest_add (digest, a ? a->key : 0);
      root = join (a, b);
    }
  return digest_add (digest, root->key);
}
