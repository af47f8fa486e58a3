/* The samples of a conditional move look like those of a branch that always
   goes one way.  A branch whose arm was never seen is one.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

int
moved (const int *a, int n)
{
  int x = 1;
  for (int i = 0; i < n; i++)
    if (a[i] > 128)
      x += a[i];
  return x;
}

int
never (const int *a, int n)
{
  int x = 1;
  for (int i = 0; i < n; i++)
    if (a[i] > 128)
      x -= a[i];
  return x;
}

/* The arms are addresses, which are no instructions.  */
struct node
{
  unsigned key;
  struct node *next[2];
};

struct node **
walk (struct node **link, unsigned key)
{
  while (*link && (*link)->key != key)
    {
      struct node *node = *link;
      if (key < node->key)
        link = &node->next[0];
      else
        link = &node->next[1];
    }
  return link;
}

/* PROFILE:
moved:3000000:1000
 0: 1000
 3: 1000000
 4: 1000000
 5: 1000000
never:2000000:1000
 0: 1000
 3: 1000000
 4: 1000000
 5: 0
walk:6000000:1000
 0: 1000
 2: 1000000
 4: 1000000
 5: 1000000
 6: 1000000
END PROFILE */

/* { dg-final { scan-opt-info-times "branch given even odds" 2 } } */
/* { dg-final { scan-opt-info {doubt.c:12:[0-9]*: note: +branch given even odds} } } */
/* { dg-final { scan-opt-info {doubt.c:40:[0-9]*: note: +branch given even odds} } } */
