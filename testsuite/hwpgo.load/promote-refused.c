/* What no call may be compared with, whatever the profile says.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fchecking" } */

/* PROFILE:
run:73000:1000
 2: 9000
 4: 9000 wide:9000
 5: 9000 more:9000
 6: 9000 number:9000
 7: 9000 made:9000
 8: 9000 left:9000
 9: 9000 kept:9000
 10: 9000 nosuch:9000
 12: 1000
variable:19000:1000
 2: 9000
 3: 9000 plus:9000
 4: 1000
plus:6000:6000
 2: 6000
END PROFILE */

struct pair { long a, b, c; };

int plus (int a, int b)
{
  return a + b;
}

int wide (long a, int b)
{
  return a + b;
}

int more (int a, int b, int c)
{
  return a + b + c;
}

double number (int a, int b)
{
  return a + b;
}

struct pair made (int a, int b)
{
  return (struct pair){ a, b, 0 };
}

void left (int a, int b)
{
}

__attribute__ ((noipa)) int kept (int a, int b)
{
  return a - b;
}

int (*operations[]) (int, int) = { plus, kept };
int (*some) (int, ...) = (int (*) (int, ...)) kept;

__attribute__ ((noipa)) int
run (int n, int x)
{
  for (int i = 0; i < n; i++)
    {
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
      x = operations[i & 1](x, i);
    }
  return x;
}

__attribute__ ((noipa)) int
variable (int n, int x)
{
  for (int i = 0; i < n; i++)
    x = some (x, i);
  return x;
}

int
main (void)
{
  return run (2, 10) != 3 || variable (3, 7) != 4;
}

/* { dg-final { scan-opt-info-not "call promoted" } } */
/* { dg-final { scan-opt-info-times "of (wide|more|number|made|left|plus), \[^\n\]*not promoted: its arguments or its result" 6 } } */
/* { dg-final { scan-opt-info-times "of kept, \[^\n\]*not promoted: it must not be called" 1 } } */
/* { dg-final { scan-opt-info-times "of nosuch, \[^\n\]*not promoted: it is not defined" 1 } } */
