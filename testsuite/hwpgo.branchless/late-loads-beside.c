/* A load from a selected place waits for the condition.  That is paid only where
   the condition is part of the path from one turn to the next: here the bits are
   known long before, and with or without a branch a turn waits for the load of
   the one before.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

struct node
{
  unsigned weight;
  int left, right;
};

static struct node tree[500];

void
set (int n, int left, int right)
{
  tree[n].left = left;
  tree[n].right = right;
}

void
decode (unsigned char *out, unsigned long n, const unsigned char *in, int root)
{
  unsigned byte = 0, left = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      int node = root;
      while (tree[node].left >= 0)
        {
          if (left == 0)
            {
              byte = *in++;
              left = 8;
            }
          left--;
          if (byte >> left & 1)
            node = tree[node].right;
          else
            node = tree[node].left;
        }
      out[i] = (unsigned char) node;
    }
}

/* PROFILE:
decode:5000000:100
 0: 100
 2: 100
 3: 100000
 5: 100000
 6: 700000
 8: 600000
 10: 75000
 11: 75000
 13: 600000
 14: 600000
 15: 300000
 17: 300000
 19: 100000
 21: 100
END PROFILE */
/* PROFILE MISPREDICTS:
decode:310000:0
 6: 100000
 14: 150000
END PROFILE */

/* { dg-final { scan-opt-info {late-loads-beside.c:39:[0-9]*: optimized: +branch mispredicted in 25.0% of 600000 executions converted} } } */
/* { dg-final { scan-opt-info-not {late-loads-beside.c:39:[0-9]*: missed: branch mispredicted} } } */
