/* A condition of unsigned numbers is added to a double with the carry: one that is
   less, and one that is not, of 32 and of 64 bits; one of signed numbers has
   none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-unroll-loops -save-temps" } */

__attribute__ ((noipa)) unsigned long
less (const unsigned *tree, unsigned long n, unsigned key)
{
  unsigned long i = 1;
  while (i < n)
    i = 2 * i + (tree[i] < key);
  return i;
}

__attribute__ ((noipa)) unsigned
not_less (const unsigned *tree, unsigned n, unsigned key)
{
  unsigned i = 1;
  while (i < n)
    i = 2 * i + (tree[i] >= key);
  return i;
}

__attribute__ ((noipa)) unsigned
signed_order (const int *tree, unsigned n, int key)
{
  unsigned i = 1;
  while (i < n)
    i = 2 * i + (tree[i] < key);
  return i;
}

__attribute__ ((optimize ("O0"))) int
main (void)
{
  static unsigned a[1024], b[1024];
  static int c[1024];
  for (unsigned i = 0; i < 1024; i++)
    {
      a[i] = i * 2654435761u;
      b[i] = i * 40503u;
      c[i] = (int) (i * 2246822519u);
    }
  for (unsigned key = 0; key < 5000; key++)
    {
      unsigned k = key * 3266489917u;
      unsigned long i = 1;
      unsigned j = 1, l = 1;
      while (i < 1024)
        if (a[i] < k)
          i += i + 1;
        else
          i += i;
      while (j < 1024)
        if (b[j] >= k)
          j += j + 1;
        else
          j += j;
      while (l < 1024)
        if (c[l] < (int) k)
          l += l + 1;
        else
          l += l;
      if (less (a, 1024, k) != i || not_less (b, 1024, k) != j
          || signed_order (c, 1024, (int) k) != l)
        return 1;
    }
  return 0;
}

/* PROFILE:
less:1010000:100
 2: 100
 3: 100000
 4: 100000
 5: 100
not_less:1010000:100
 2: 100
 3: 100000
 4: 100000
 5: 100
signed_order:1010000:100
 2: 100
 3: 100000
 4: 100000
 5: 100
END PROFILE */

/* { dg-final { scan-assembler-times "\tadcq\t.0" 1 } } */
/* GCC 11 does not subtract with the carry for one that is not less.  */
/* { dg-final { scan-assembler-times "\t(?:sbbl\t.-1|setnb\t)" 1 } } */
