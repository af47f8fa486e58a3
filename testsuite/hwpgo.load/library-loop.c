/* A loop that was a call of memcpy or memset in the profiled program ran once for
   each call there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-details" } */

int
copied (char *restrict to, const char *restrict from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  return n;
}

int
cleared (char *restrict to, const char *restrict from, int n, int m)
{
  int sum = 0;
  for (int k = 0; k < n; k++)
    {
      if (from[k] & 1)
        for (int i = 0; i < m; i++)
          to[i] = 0;
      else
        sum += from[k];
    }
  return sum;
}

/* This one turned: its calls were from the source, where the size was not yet
   known to be a constant.  */
long
stored (long *to, long value, int n)
{
  for (int i = 0; i < n; i++)
    __builtin_memcpy (to + i, &value, sizeof value);
  return n;
}

/* And what this one calls is something else.  */
int
filled (char *restrict to, const char *restrict from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  return n;
}

/* PROFILE:
copied:6000000:1000000
 1: 1000000
 2: 1000000
 3: 980000 memcpy:980000
 4: 1000000
 5: 1000000
cleared:3000000:60000
 2: 60000
 3: 60000
 5: 600000
 7: 270000 memset:270000
 9: 330000
 11: 60000
stored:3000000:60000
 2: 60000
 3: 600000 memcpy:600000
 4: 60000
filled:6000000:1000000
 1: 1000000
 2: 1000000
 3: 980000 log_line:980000
 4: 1000000
 5: 1000000
END PROFILE */

/* { dg-final { scan-dump-times "loop \[0-9\]+ was \[0-9\]+ calls" 2 hwpgo-load } } */
/* { dg-final { scan-dump "calls, block \[0-9\]+ of it turned 8" hwpgo-load } } */
