/* The call of a part that was split off has no line of its own.  How often it was
   made tell the entries of what was inlined for it, which is at the line of the
   function itself (put), or, where nothing was, the part's first lines (get).
   By GCC's guess it would be a third of all.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-details --param max-inline-insns-auto=1" } */

extern int flush (int), more (int), other (int);

int at, digest;

int
put (int c)
{
  if (++at != 4000)
    return c;
  digest += flush (c);
  digest ^= more (c);
  digest += other (c);
  at = 0;
  digest ^= flush (c + 1);
  return more (digest);
}

int
get (int c)
{
  if (--at != 0)
    return c;
  digest -= flush (c);
  digest ^= other (c);
  digest -= more (c);
  at = 4000;
  digest ^= flush (c - 1);
  return other (digest);
}

int
all (int a)
{
  return put (a) + get (a) + put (a + 1) + get (a + 1);
}

/* PROFILE:
put:8000000:4000000
 2: 4000000
 3: 3999000
 0: put:5000
  4: 1000
  5: 1000
  6: 1000
  7: 1000
  8: 1000
  9: 1000
get:8010000:4000000
 2: 4000000
 3: 3998000
 4: 2000
 5: 2000
 6: 2000
 7: 2000
 8: 2000
 9: 2000
END PROFILE */

/* { dg-final { scan-dump "put.part.0" hwpgo-load } } */
/* { dg-final { scan-dump "get.part.0" hwpgo-load } } */
/* { dg-final { scan-opt-info {profile of put loaded: entered 1000 times} } } */
/* { dg-final { scan-opt-info {profile of get loaded: entered 2000 times} } } */
/* The block of each call.  */
/* { dg-final { scan-opt-info {profile of put loaded: entered 4000000 times, 2 of 3 blocks measured} } } */
/* { dg-final { scan-opt-info {profile of get loaded: entered 4000000 times, 2 of 3 blocks measured} } } */
