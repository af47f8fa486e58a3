// One function under several names: a constructor inlined under the name of
// its origin, a static function under its plain name.
// SPDX-License-Identifier: GPL-2.0-or-later
// { dg-do compile }
// { dg-options "-O2 -std=c++17 -fdump-ipa-all-blocks-details" }

/* PROFILE:
_Z3runi:1000:100
 2: _ZN4ItemC4Ei:100
  2: 50
  3: 20
 3: helper:100
  2: 50
  3: 40
 4: 100
END PROFILE */

volatile int g;

struct Item
{
  int v;
  __attribute__ ((noinline)) Item (int x);
};

Item::Item (int x) : v (x)
{
  if (x > 3)
    g++;
}

__attribute__ ((noinline)) static int
helper (int x)
{
  if (x > 7)
    g--;
  return x;
}

int
run (int x)
{
  Item item (x);
  int y = helper (x);
  return y + item.v;
}

// { dg-final { scan-report "function.: ._ZN4ItemC4Ei.*status.: .loaded" } }
// { dg-final { scan-report "function.: ._ZL6helperi.*status.: .loaded" } }
// { dg-final { scan-report "function.: ._Z3runi.*status.: .loaded.*entry.: 100" } }
