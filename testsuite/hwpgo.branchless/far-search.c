/* A search that turns often looks at places that no cache holds: a select,
   which waits for each, is slower than a branch that is a coin.  GCC makes no
   conditional move of it either.  What the select needed of an arm ahead is in
   that arm again.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fdump-tree-optimized" } */

#define SEARCH(name)                                                          \
  name (const unsigned *a, unsigned long n, unsigned key)

unsigned long
SEARCH (far)
{
  unsigned long low = 0, high = n;
  while (low < high)
    {
      unsigned long middle = low + (high - low) / 2;
      if (a[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* PROFILE:
far:5000000:40000
 0: 40000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 500000
 9: 500000
 11: 40000
END PROFILE */
/* PROFILE MISPREDICTS:
far:500000:0
 6: 490000
END PROFILE */

/* { dg-final { scan-opt-info "far-search.c:19:\[0-9\]*: note: 2 selects made a branch again" } } */
/* { dg-final { scan-dump-not { \+ 1;\n +if } optimized } } */
/* { dg-final { scan-dump { \+ 1;\n} optimized } } */
/* { dg-final { scan-assembler-not "cmov" } } */
