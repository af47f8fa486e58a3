/* What is in front of a call on a line, and what is behind it, are two blocks once
   the call is inlined; where the profiled build has copied each by itself, the copies
   together ran twice as often as either.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-blocks-details" } */
/* { dg-hwpgo-options "select-cost=latency_margin:1" } */

struct cursor
{
  const unsigned *next, *end;
};

static int
is_before (const struct cursor *a, const struct cursor *b)
{
  if (*a->next != *b->next)
    return *a->next < *b->next;
  return a->end < b->end;
}

unsigned long
down (struct cursor *heap, unsigned long n, unsigned long at)
{
  unsigned long child;
  while ((child = 2 * at + 1) < n)
    {
      if (child + 1 < n && is_before (&heap[child + 1], &heap[child]))
        child++;
      heap[at] = heap[child];
      at = child;
    }
  return at;
}

/* PROFILE:
down:16000000:200000
 3: 1200000
 5: 1000000
 5.1537: 980000
 5.2049: 150000
 5.2561: 970000
 7: 1000000
 8: 1000000
 10: 200000
 5: is_before:2000000
  2: 980000
END PROFILE */

/* PROFILE MISPREDICTS:
down:450000:0
 5.2049: 10000
 5.2561: 440000
END PROFILE */

/* The first block of the call, and the test behind it, are scaled by 512.  */
/* { dg-final { scan-dump "block . measured 501760000 set 501760000\n" hwpgo-load } } */
/* { dg-final { scan-dump "block . inferred 501760000\n" hwpgo-load } } */

/* What is mispredicted is one piece, and the second test of two: its executions are
   not those of both pieces, and only it becomes a select.  */
/* { dg-final { scan-report "line.: 28, .*ratio.: 0.4\[56\].*converted.: .yes" } } */
