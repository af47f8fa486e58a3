/* What mutate.cc works on: a function with every kind of branch, which GCC
   leaves as it is after the pass where it is broken.
   SPDX-License-Identifier: GPL-2.0-or-later */

extern "C" int other (int), more (int), never (int);
int *volatile sink;

extern "C" int
victim (const int *a, int n, int kind, const int *program)
{
  static void *const labels[] = { &&add, &&sub, &&twice, &&done };
  struct guard
  {
    int *p;
    ~guard () { sink = p; }
  } g = { (int *) a };
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 100)
        s += other (a[i]);
      else
        s -= more (s);
      sink = &s;
    }
  if (s == 4711)
    never (s);
  switch (kind)
    {
    case 0: s = other (s + 1); break;
    case 1: s = more (s - 7); break;
    case 2: s = other (s * 3); break;
    case 3: s = more (s ^ 5); break;
    case 4: s = other (s & 99); break;
    case 5: s = more (s | 15); break;
    default: s = other (0);
    }
  goto *labels[*program++];
add:
  s += other (1);
  goto *labels[*program++];
sub:
  s -= other (2);
  goto *labels[*program++];
twice:
  s *= other (3);
  goto *labels[*program++];
done:
  return s;
}

/* PROFILE:
victim:60000:1000
 9: 11000
 11: 10000
 12: 2500
 14: 7500
 15: 10000
 17: 1000
 18: 0
 19: 1000
 21: 150
 22: 150
 23: 150
 24: 150
 25: 150
 26: 150
 27: 100
 29: 1000
 31: 2000
 34: 2000
 37: 2000
 39: 1000
END PROFILE */
