// Promoted calls of all kinds, of targets that are right and of some that are
// not, compute the same.
// SPDX-License-Identifier: GPL-2.0-or-later
// { dg-do run }

/* PROFILE:
_Z6throwsi:46000:1000
 3: 9000
 7: 9000 _ZL7throweri:6000 _ZL5quieti:3000
 7.1: 9000 _ZL7throweri:6000 _ZL5quieti:3000
 7.2: 9000 _ZL7throweri:6000 _ZL5quieti:3000
 12: 900
_Z7structsi:37000:1000
 3: 9000
 4: 9000 _ZL5firsti:6000 _ZL6secondi:3000
 4.1: 9000 _ZL5firsti:6000 _ZL6secondi:3000
 4.2: 9000 _ZL5firsti:6000 _ZL6secondi:3000
 5: 1000
_Z9variablesi:37000:1000
 3: 9000
 4: 9000 _ZL3sumiz:6000 _ZL4noneiz:3000
 4.1: 9000 _ZL3sumiz:6000 _ZL4noneiz:3000
 4.2: 9000 _ZL3sumiz:6000 _ZL4noneiz:3000
 5: 1000
_Z8virtualsi:64000:1000
 6: 9000
 7: 9000 _ZN7Derived1fEi:6000 _ZN4Base1fEi:3000
 7.1: 9000 _ZN7Derived1fEi:6000 _ZN4Base1fEi:3000 _ZThn8_N7Derived1gEi:6000 _ZN5Right1gEi:3000
 7.2: 9000 _ZThn8_N7Derived1gEi:6000 _ZN5Right1gEi:3000
 7.3: 9000 _ZThn8_N7Derived1gEi:6000 _ZN5Right1gEi:3000
 8: 1000
_Z7deletesi:37000:1000
 2: 9000
 5: 9000 _ZN7DerivedD0Ev:6000 _ZN4BaseD0Ev:3000
 5.1: 9000 _ZN7DerivedD0Ev:6000 _ZN4BaseD0Ev:3000
 5.2: 9000 _ZN7DerivedD0Ev:6000 _ZN4BaseD0Ev:3000
 7: 1000
_Z7membersi:37000:1000
 4: 9000
 5: 9000 _ZN4Base5plainEi:6000 _ZN4Base1fEi:3000
 5.1: 9000 _ZN4Base5plainEi:6000 _ZN4Base1fEi:3000
 5.2: 9000 _ZN4Base5plainEi:6000 _ZN4Base1fEi:3000
 5.3: 9000 _ZN4Base5plainEi:6000 _ZN4Base1fEi:3000
 5.4: 9000 _ZN4Base5plainEi:6000 _ZN4Base1fEi:3000
 6: 1000
_ZL4downii:37000:1000
 2: 9000 _ZL4downii:6000 _ZL2upii:3000
 2.1: 9000 _ZL4downii:6000 _ZL2upii:3000
 2.2: 9000 _ZL4downii:6000 _ZL2upii:3000
_ZL2upii:37000:1000
 2: 9000 _ZL4downii:6000 _ZL3sumiz:3000
 2.1: 9000 _ZL4downii:6000 _ZL5quieti:3000
 2.2: 9000 _ZL4downii:6000 _ZL2upii:3000
_ZL7throweri:6000:6000
 3: 6000
_ZL5quieti:3000:3000
 3: 3000
_ZL5firsti:6000:6000
 3: 6000
_ZL6secondi:3000:3000
 3: 3000
_ZN7Derived1fEi:6000:6000
 0: 6000
_ZN4Base1fEi:3000:3000
 0: 3000
END PROFILE */

#include <stdarg.h>

#define NOIPA __attribute__ ((noipa))

static int
thrower (int x)
{
  if (x % 7 == 0)
    throw x;
  return x + 3;
}

static int
quiet (int x)
{
  return 3 * x;
}

int (*mixed[]) (int) = { thrower, quiet };

NOIPA int
throws (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      try
        {
          sum += mixed[i & 1](i);
        }
      catch (int x)
        {
          sum -= x;
        }
    }
  return sum;
}

struct Big { int part[9]; };

static Big
first (int x)
{
  Big b = { { x, x + 1 } };
  return b;
}

static Big
second (int x)
{
  Big b = { { x, x + 2 } };
  return b;
}

Big (*makers[]) (int) = { first, second };

NOIPA int
structs (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += makers[i & 1](i).part[1];
  return sum;
}

static int
sum (int n, ...)
{
  int total = 0;
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    total += va_arg (list, int);
  va_end (list);
  return total;
}

static int
none (int n, ...)
{
  return n;
}

int (*sums[]) (int, ...) = { sum, none };

NOIPA int
variables (int n)
{
  int total = 0;
  for (int i = 0; i < n; i++)
    total += sums[i & 1](2, i, 5);
  return total;
}

int deleted;

struct Base
{
  virtual int f (int x) { return x; }
  int plain (int x) { return x - 1; }
  virtual ~Base () { deleted++; }
};

struct Right
{
  virtual int g (int x) { return x + 10; }
};

struct Derived : Base, Right
{
  int more = 4;
  int f (int x) override { return x + more; }
  int g (int x) override { return x * more; }
  ~Derived () override { deleted += more; }
};

NOIPA int
virtuals (int n)
{
  Base base; Derived derived; Right right; int sum = 0;
  Base *bases[] = { &derived, &base };
  Right *rights[] = { &derived, &right };
  asm volatile ("" : : "r" (bases), "r" (rights) : "memory");
  for (int i = 0; i < n; i++)
    sum += bases[i & 1]->f (i) + rights[i % 3 == 0]->g (i);
  return sum;
}

NOIPA int
deletes (int n)
{
  for (int i = 0; i < n; i++)
    {
      Base *base = i % 3 ? new Derived : new Base;
      delete base;
    }
  return deleted;
}

NOIPA int
members (int n)
{
  int (Base::*all[]) (int) = { &Base::plain, &Base::f }; int sum = 0;
  Base base;
  for (int i = 0; i < n; i++)
    sum += (base.*all[i & 1]) (i);
  return sum;
}

static int up (int n, int x);
static int down (int n, int x);
int (*turns[]) (int, int) = { down, up };

static int down (int n, int x)
{
  return n ? turns[n & 1](n - 1, x + n) : x;
}

static int up (int n, int x)
{
  return n ? turns[n >> 1 & 1](n - 1, x ^ n) : x;
}

int
main ()
{
  if (throws (14) != (2 + 4 + 6 + 8 + 10 + 12 + 6 * 3) + 3 * 49)
    return 1;
  if (structs (4) != 1 + 3 + 3 + 5)
    return 2;
  if (variables (4) != 5 + 2 + 7 + 2)
    return 3;
  if (virtuals (4) != (4 + 1 + 6 + 3) + (10 + 4 + 8 + 13))
    return 4;
  deleted = 0;
  if (deletes (4) != 1 + 5 + 5 + 1)
    return 5;
  if (members (4) != -1 + 1 + 1 + 3)
    return 6;
  if (turns[1](9, 5) != 28)
    return 7;
  return 0;
}
