/* Two stores become one, of a selected value to a selected place; one store is
   made elsewhere where another thread could see it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

struct node
{
  struct node *left, *right;
  int key;
};

NOIPA static unsigned
partition (const int *a, unsigned n, int pivot, int *less, int *others)
{
  unsigned i = 0, j = 0;
  for (unsigned k = 0; k < n; k++)
    {
      if (a[k] < pivot)
        less[i++] = a[k];
      else
        others[j++] = a[k] * 2;
    }
  return i;
}

/* Each load sees the store in front of it, which may be to the same place.  */
NOIPA static void
split (struct node *root, int key, struct node **less, struct node **others)
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
  *less = *others = 0;
}

NOIPA static int
again (int c, int *p, int *q)
{
  int r;
  if (c > 5)
    {
      *p = 1;
      r = *q;
      *q = 3;
    }
  else
    {
      *q = 2;
      r = *p + 7;
      *p = 4;
    }
  return r;
}

NOIPA static void
alone (int c, int *p)
{
  if (c > 5)
    *p = c;
}

NOIPA static void
stored_before (int c, int *p)
{
  *p = 2;
  if (c > 5)
    *p = c;
}

NOIPA static int
of_types (int c, float *f, int *i)
{
  if (c > 5)
    *f = 1.5f;
  else
    *i = 3;
  return 0;
}

/* The number of nodes of a tree, all of which are on one side of KEY; -1 if
   they are not.  */
static int
size (const struct node *n, int key, int less)
{
  if (!n)
    return 0;
  int a = size (n->left, key, less), b = size (n->right, key, less);
  return a < 0 || b < 0 || (n->key < key) != less ? -1 : a + b + 1;
}

int
main (void)
{
  int a[40], less[40], others[40];
  for (int i = 0; i < 40; i++)
    a[i] = i * 17 % 40;
  if (partition (a, 40, 25, less, others) != 25)
    return 1;
  for (int i = 0, l = 0, o = 0; i < 40; i++)
    if (a[i] < 25 ? less[l++] != a[i] : others[o++] != a[i] * 2)
      return 2;

  struct node n[7] = { { &n[1], &n[4], 40 }, { &n[2], &n[3], 20 },
                       { 0, 0, 10 },         { 0, 0, 30 },
                       { &n[5], &n[6], 60 }, { 0, 0, 50 },
                       { 0, 0, 70 } };
  struct node *l, *o;
  split (&n[0], 45, &l, &o);
  if (size (l, 45, 1) != 4 || size (o, 45, 0) != 3)
    return 3;

  int p = 8, q = 9;
  if (again (6, &p, &q) != 9 || p != 1 || q != 3)
    return 4;
  if (again (5, &p, &q) != 8 || p != 4 || q != 2)
    return 5;
  if (again (6, &p, &p) != 1 || p != 3 || again (5, &p, &p) != 9 || p != 4)
    return 6;

  alone (7, &p);
  /* A store to it, even of what is there, would trap.  */
  static const int constant = 1;
  alone (4, (int *) &constant);
  stored_before (4, &q);
  if (p != 7 || q != 2)
    return 7;
  stored_before (9, &q);
  float f = 0;
  of_types (7, &f, &p);
  of_types (3, &f, &q);
  return !(f == 1.5f && q == 3 && p == 7);
}

/* { dg-final { scan-opt-info "stores.c:22:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "stores.c:36:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "stores.c:56:\[0-9\]*: optimized: .*converted to 5 selects" } } */
/* { dg-final { scan-opt-info "stores.c:74:\[0-9\]*: optimized: .*converted to 1 select" } } */
/* { dg-final { scan-opt-info "stores.c:82:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "stores.c:89:\[0-9\]*: optimized: .*converted to 2 selects" } } */
