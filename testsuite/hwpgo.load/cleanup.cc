// A cleanup that no sample saw is still made when an exception passes it.
// SPDX-License-Identifier: GPL-2.0-or-later
// { dg-do run }
// { dg-options "-O2 -std=c++14 -Wno-deprecated" }

/* PROFILE:
_Z4passi:4611686021648613387:288230376151711743
 0: 2
 0.1: 0
 1: 4611686018427387905
 2: 3
 3: 1073741826
 3.1: 0
 5: 1073741826
 5.1: 1073741824
 6: 1
_ZN5guardC4Ev:4294967294:0
 0: 4294967294
_ZN5guardD4Ev:1073741823:134217728
 0: 1073741823
END PROFILE */

static unsigned alive;

struct guard
{
  guard () { alive++; }
  ~guard () { alive--; }
};

__attribute__ ((noinline)) void
pass (int x) throw (int)
{
  if (x == 0)
    throw 1;
  guard g;
  throw 2;
}

int
main ()
{
  try
    {
      pass (1);
    }
  catch (...)
    {
    }
  return alive != 0;
}
