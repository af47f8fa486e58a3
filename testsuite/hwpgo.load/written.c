/* Statements that early passes have taken away were in the function all the same:
   a comparison of which one expression is left matches its profile.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct entry { unsigned priority; unsigned short kind; };

int
compare (const void *pa, const void *pb)
{
  const struct entry *a = pa;
  const struct entry *b = pb;
  if (a->priority < b->priority)
    return -1;
  if (a->priority > b->priority)
    return 1;
  return (int) a->kind - (int) b->kind;
}

/* Neither that line nor the sum of it was ever here.  */
int
changed (int x) /* { dg-warning "does not match function changed: 10 % of its" } */
{
  return x * 3;
}

/* PROFILE:
compare:40200:10000
 4: 10000
 5: 5000
 6: 10000
 7: 15000
 8: 200
changed:40000:4000
 2: 4000
 5: 36000
END PROFILE */
/* PROFILE MISPREDICTS:
compare:5000:0
 4: 5000
END PROFILE */

/* { dg-final { scan-report "function.: .compare., .line.: 10, .status.: .loaded.*coverage.: 1.000000" } } */
/* { dg-final { scan-report "function.: .changed., .line.: 23, .status.: .mismatch" } } */
