/* GCC enters a loop at its step where the statement in front of it is the same.
   That one has the count of the loop's tests then, and the step none.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-details" } */

const char *
fraction (const char *p)
{
  if (*p == '.')
    {
      p++;
      while (*p >= '0' && *p <= '9')
        p++;
    }
  return p;
}

/* Here the loop's step was measured: it never ran.  */
const char *
one (const char *p)
{
  if (*p == '.')
    {
      p++;
      while (*p >= '0' && *p <= '9')
        p++;
    }
  return p;
}

/* And this is another step.  */
const char *
two (const char *p)
{
  if (*p == '.')
    {
      p += 2;
      while (*p >= '0' && *p <= '9')
        p++;
    }
  return p;
}

/* PROFILE:
fraction:4000000:1000000
 2: 1000000
 4: 800000
 5: 800000
 5.1: 800000
 8: 1000000
one:4000000:1000000
 2: 1000000
 4: 800000
 5: 800000
 5.1: 800000
 6: 0
 8: 1000000
two:4000000:1000000
 2: 1000000
 4: 800000
 5: 800000
 5.1: 800000
 8: 1000000
END PROFILE */

/* { dg-final { scan-dump-times "measured \[0-9\]+ with the turns of loop" 1 hwpgo-load } } */
