/* Looking up keys in a binary search tree that no cache holds.
   SPDX-License-Identifier: GPL-2.0-or-later

   P. F. Windley, "Trees, forests and rearranging", The Computer Journal 3, 1960.
   The next node's place is known when the key is, so a processor that guesses
   gains nothing, and one that does not has several searches under way.
   
   Branch: unpredictable
   Train: 1 20000
   Test: 2 300000  */

#include "kernel.h"

enum
{
  N = 1 << 21
};

struct node
{
  uint64_t key;
  struct node *left, *right;
};

static uint64_t
depth (const struct node *root, uint64_t key)
{
  uint64_t steps = 0;
  while (root && root->key != key)
    {
      if (key < root->key)
        root = root->left;
      else
        root = root->right;
      steps++;
    }
  return steps;
}

/* A balanced tree of the keys from FIRST to LAST - 1, every seventh number, its
   nodes all over memory.  */
static struct node *
make_tree (struct node *nodes, size_t first, size_t last)
{
  if (first == last)
    return NULL;
  size_t middle = first + (last - first) / 2;
  struct node *n = &nodes[middle * 0x9e3779b1u % N];
  n->key = middle * 7;
  n->left = make_tree (nodes, first, middle);
  n->right = make_tree (nodes, middle + 1, last);
  return n;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  struct node *nodes = allocate (N, sizeof *nodes);
  struct node *root = make_tree (nodes, 0, N);
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    digest += depth (root, random_next (&seed) % (N * 7ul));
  free (nodes);
  return digest;
}
