/* Comparisons with three results, in whose arms there are ways out, too: the
   third way goes first, and the others behind both arms.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))
#define COUNT 88

static unsigned short keys[COUNT + 1]; /* From 1 on.  */

/* Fibonaccian search (Knuth, TAOCP 6.2.1, algorithm F).  The place of KEY, or
   minus where the search has stopped.  */
NOIPA static int
search (unsigned short key)
{
  int i = 55, p = 34, q = 21;
  for (;;)
    {
      if (key < keys[i])
        {
          if (q == 0)
            return -i;
          i -= q;
          int t = p;
          p = q;
          q = t - q;
        }
      else if (key > keys[i])
        {
          if (p == 1)
            return -i;
          i += q;
          p -= q;
          q -= p;
        }
      else
        return i;
    }
}

struct node
{
  int key, count;
  struct node *less, *more;
};

/* Count KEY in the tree at ROOT, in FRESH if it was not there.  Returns the
   number of nodes on the way.  */
NOIPA static int
insert (struct node *root, struct node *fresh, int key)
{
  int n = 1;
  struct node *at = root;
  for (;; n++)
    {
      if (key < at->key)
        {
          if (!at->less)
            {
              at->less = fresh;
              break;
            }
          at = at->less;
        }
      else if (key > at->key)
        {
          if (!at->more)
            {
              at->more = fresh;
              break;
            }
          at = at->more;
        }
      else
        {
          at->count++;
          return -n;
        }
    }
  fresh->key = key;
  fresh->count = 1;
  return n;
}

/* The keys below NODE are in order, and more than *LAST.  Their counts.  */
static int
check (const struct node *node, int *last)
{
  if (!node)
    return 0;
  int sum = check (node->less, last);
  if (node->key <= *last)
    __builtin_abort ();
  *last = node->key;
  return sum + node->count + check (node->more, last);
}

int
main (void)
{
  for (int i = 1; i <= COUNT; i++)
    keys[i] = 3 * i;
  for (int key = 0; key <= 3 * COUNT + 3; key++)
    {
      int at = search (key), in = key > 0 && key <= 3 * COUNT && key % 3 == 0;
      if (in ? at != key / 3 : at > 0)
        __builtin_abort ();
    }

  static struct node nodes[300];
  unsigned x = 1, used = 1;
  nodes[0].key = 250;
  nodes[0].count = 1;
  for (int i = 0; i < 900; i++)
    {
      x = x * 1664525 + 1013904223;
      int way = insert (nodes, &nodes[used], x >> 24);
      if (way == 0)
        __builtin_abort ();
      used += way > 0;
    }
  int last = -1;
  if (check (nodes, &last) != 901 || used > 257)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-opt-info "three-way-exits.c:21:\[0-9\]*: optimized: .* converted to 4 selects" } } */
/* { dg-final { scan-opt-info "three-way-exits.c:58:\[0-9\]*: optimized: .* converted to \[0-9\] selects" } } */
