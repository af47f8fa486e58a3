/* Each end of a code begins a path of its own through the tree.  As long as one of the
   branches of a turn is left, none of the others would be on a long path: what is left
   before the loop is unrolled is left in each copy.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

struct node
{
  int child[2], symbol;
};

unsigned long
decode (const struct node *tree, const unsigned char *in, unsigned long bytes,
        unsigned char *out)
{
  unsigned long length = 0;
  int n = 0;
  for (unsigned long i = 0; i < bytes; i++)
    for (int bit = 7; bit >= 0; bit--)
      {
        if (in[i] >> bit & 1)
          n = tree[n].child[1];
        else
          n = tree[n].child[0];
        if (!tree[n].child[0])
          {
            out[length++] = (unsigned char) tree[n].symbol;
            n = 0;
          }
      }
  return length;
}

/* PROFILE:
decode:111069502:131
 3: 131
 4: 131
 5: 2009516
 6: 16123576
 6.2: 2009516
 8: 16123188
 9: 8061534
 11: 8062108
 12: 16127846
 14: 3146431
 15: 3146431
 18: 131
END PROFILE */
/* PROFILE MISPREDICTS:
decode:9002346:0
 8: 8046346
 12: 943281
END PROFILE */

/* { dg-final { scan-opt-info {kept-unrolled.c:22:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info-not {kept-unrolled.c:26:[0-9]+: optimized: branch mispredicted} } } */
