/* A loop whose first test was known in the profiled program has the count of its turns
   at its test, which ran once more for each entry.  Where as many turns as entries ran,
   that is no code that was moved.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
read:6000000:1000000
 2: 500000
 3: 500000
 3.1: 1000000
 3.2: 1000000
 4: 1000000
 5: 1000000
 6: 1000000
END PROFILE */

unsigned
read (int zeros, volatile unsigned *port)
{
  unsigned value = 1;
  for (int i = 0; i < zeros; i++)
    value = value << 1 | (*port & 1);
  *port = value;
  return value;
}

/* { dg-final { scan-dump "block \[0-9\]+ inferred 20\[0-9\]{8}\n" hwpgo-load } } */
/* { dg-final { scan-dump "block \[0-9\]+ measured 1024000000 set 1024000000\n" hwpgo-load } } */
