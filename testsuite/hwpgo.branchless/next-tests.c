/* Merges that load what may be next before it is known if it is, with tests in front of
   the loads, at the end of the last page; and loops that may not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

extern void abort (void);

#define PAGE 65536

__attribute__ ((noipa)) static void
merge (const short *from, short *to, size_t low, size_t middle, size_t high)
{
  size_t i = low, j = middle;
  for (size_t k = low; k < high; k++)
    {
      if (i >= middle)
        to[k] = from[j++];
      else if (j >= high)
        to[k] = from[i++];
      else if (from[j] < from[i]) /* line 25 */
        to[k] = from[j++];
      else
        to[k] = from[i++];
    }
}

struct record
{
  long key, value;
};

/* Keys are loaded a turn ahead, not what goes with them.  */
__attribute__ ((noipa)) static void
records (const struct record *a, const struct record *ae, const struct record *b,
         const struct record *be, struct record *out)
{
  while (a < ae && b < be)
    {
      if (b->key < a->key) /* line 44 */
        *out++ = *b++;
      else
        *out++ = *a++;
    }
}

/* What is stored may be anywhere.  */
__attribute__ ((noipa)) static int
scattered (const int *a, const int *ae, const int *b, const int *be, int *const *out)
{
  int n = 0;
  while (a < ae && b < be)
    {
      if (*b < *a) /* line 58 */
        *out[n] = *b++;
      else
        *out[n] = *a++;
      n++;
    }
  return n;
}

static unsigned seed = 1;

static int
next (void)
{
  seed = seed * 1103515245 + 12345;
  return (int) (seed >> 16) % 1000;
}

static void
check (int ok)
{
  if (!ok)
    abort ();
}

int
main (void)
{
  char *place = mmap (NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *end = place + 2 * PAGE;
  if (place == MAP_FAILED || mprotect (place + PAGE, PAGE, PROT_READ | PROT_WRITE))
    return 0;
  for (int round = 0; round < 200; round++)
    {
      size_t n = 2 + (size_t) next () % 600, middle = 1 + (size_t) next () % (n - 1);
      short *from = (short *) end - n, to[610], wanted[610];
      for (size_t i = 0; i < n; i++)
        from[i] = (short) ((i && i != middle ? from[i - 1] : 0) + next () % 9);
      volatile size_t i = 0, j = middle;
      for (size_t k = 0; k < n; k++)
        wanted[k] = i >= middle || (j < n && from[j] < from[i]) ? from[j++] : from[i++];
      merge (from, to, 0, middle, n);
      check (memcmp (to, wanted, n * sizeof *to) == 0);
      struct record *b = (struct record *) end - n, *a = b - n, out[1210];
      for (size_t k = 0; k < 2 * n; k++)
        {
          a[k].key = (k && k != n ? a[k - 1].key : 0) + next () % 9;
          a[k].value = (long) k;
        }
      records (a, b, b, b + n, out);
      i = j = 0;
      for (size_t k = 0; i < n && j < n; k++)
        {
          const struct record *r = b[j].key < a[i].key ? &b[j++] : &a[i++];
          check (memcmp (&out[k], r, sizeof *r) == 0);
        }

      int *d = (int *) end - n, *c = d - n, *outs[1210], sum = 0;
      for (size_t k = 0; k < 2 * n; k++)
        {
          c[k] = (k && k != n ? c[k - 1] : 0) + next () % 9;
          outs[k] = &sum;
        }
      /* The element that is compared next.  */
      outs[0] = c[0] <= d[0] ? &c[1] : &d[1];
      int copy[1210];
      memcpy (copy, c, 2 * n * sizeof *c);
      int all = scattered (c, d, d, d + n, outs), left = sum;
      memcpy (c, copy, 2 * n * sizeof *c);
      volatile int turns = 0;
      for (i = j = 0; i < n && j < n; turns++)
        *outs[turns] = d[j] < c[i] ? d[j++] : c[i++];
      check (turns == all && sum == left);
    }
  return 0;
}

/* PROFILE:
merge:90000000:1000
 2: 1000
 3.1: 5000000
 3.2: 5000000
 5: 5000000
 6: 100000
 7: 4900000
 8: 100000
 9: 4800000
 10: 2400000
 12: 2400000
records:90000000:1000
 3: 1000
 3.1: 5000000
 3.2: 5000000
 5: 5000000
 6: 2500000
 8: 2500000
scattered:90000000:1000
 2: 1000
 3: 1000
 3.1: 5000000
 3.2: 5000000
 5: 5000000
 6: 2500000
 8: 2500000
 9: 5000000
END PROFILE */

/* PROFILE MISPREDICTS:
merge:2400000:0
 9: 2400000
records:2500000:0
 5: 2500000
scattered:2500000:0
 5: 2500000
END PROFILE */

/* { dg-final { scan-opt-info-times "next-tests.c:(1.|2.):\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info-times "next-tests.c:(3.|4.):\[0-9\]*: optimized: loads of what may be next are a turn ahead" 1 } } */
/* { dg-final { scan-opt-info "next-tests.c:58:\[0-9\]*: optimized: branch mispredicted .* converted" } } */
/* { dg-final { scan-opt-info-times "next-tests.c:(5.|6.):\[0-9\]*: optimized: loads of what may be next are a turn ahead" 0 } } */
