/* What is left of a function, one call of which is inlined, has the mispredicts of
   the calls that are left, which the profiled binary had inlined.  Of all of its
   executions they are few, and what all have together is hardly mispredicted.
   And what the profiled binary had not inlined is not what it had inlined
   elsewhere.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-ipa-cp -fno-inline-functions-called-once --param max-inline-insns-auto=200 --param inline-unit-growth=900" } */

extern unsigned next (unsigned), more (unsigned);

static unsigned
left (unsigned a)
{
  unsigned s = 0;
  for (unsigned i = 0; i < a; i++)
    {
      unsigned n = next (i);
      if (n & 1)
        s = s * 5 + n;
      s ^= more (s + i) * more (s - i) + more (s) * more (s ^ i);
    }
  return s;
}

static unsigned
inlined (unsigned a)
{
  unsigned s = 0;
  for (unsigned i = 0; i < a; i++)
    {
      unsigned n = next (i);
      if (n & 1)
        s = s * 7 + n;
      s ^= more (s + i) * more (s - i) + more (s) * more (s ^ i);
    }
  return s;
}

unsigned
often (unsigned a)
{
  return left (a + 1);
}

__attribute__ ((optimize ("no-inline-functions", "no-inline-small-functions")))
unsigned
seldom (unsigned a)
{
  return left (a - 1) + left (a - 2);
}

unsigned
now (unsigned a)
{
  return inlined (a + 1);
}

__attribute__ ((optimize ("no-inline-functions", "no-inline-small-functions")))
unsigned
not_now (unsigned a)
{
  return inlined (a - 1);
}

/* PROFILE:
often:5000000:100000
 2: 100000
 2: left:5000000
  2: 100000
  3: 9900000
  5: 9900000
  6: 9900000
  7: 4950000
  8: 9900000
  10: 100000
seldom:500000:1000
 2: 1000
 2: left:500000
  2: 1000
  3: 100000
  5: 100000
  6: 100000
  7: 50000
  8: 100000
  10: 1000
now:500000:1000
 2: 1000 inlined:1000
inlined:500000:1000
 2: 1000
 3: 100000
 5: 100000
 6: 100000
 7: 50000
 8: 100000
 10: 1000
not_now:5000000:100000
 2: 100000
 2: inlined:5000000
  2: 100000
  3: 9900000
  5: 9900000
  6: 9900000
  7: 4950000
  8: 9900000
  10: 100000
END PROFILE */

/* PROFILE MISPREDICTS:
often:1000:0
 2: left:1000
  6: 1000
seldom:40000:0
 2: left:40000
  6: 40000
now:0:0
inlined:40000:0
 6: 40000
not_now:1000:0
 2: inlined:1000
  6: 1000
END PROFILE */

/* { dg-final { scan-report {"function": "left".*"line": 19, "executions": 100000,.*"converted": "yes"} } } */
/* { dg-final { scan-report {"function": "now".*"line": 33, "executions": 100000,.*"converted": "yes"} } } */
/* { dg-final { scan-report-times {"kind": "branchless".*"converted": "yes"} 2 } } */
