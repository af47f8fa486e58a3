/* What a turn stores, and the next one loads, stays in a register; not where it may
   be written in between, where it is not the same place, or where loading it in front
   of the loop could trap.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 64

/* The two may be one, and what is loaded from the one stored to the other.  */
__attribute__ ((noipa)) void
two_rows (double *row, const double *above, unsigned n)
{
  for (unsigned j = 1; j < n; j++)
    row[j] = row[j - 1] * 0.5 + above[j];
}

/* The first has no left neighbour.  */
__attribute__ ((noipa)) void
first_differs (double *row, const double *above, int n)
{
  for (int j = 0; j < n; j++)
    {
      double left = 1;
      if (j > 0)
        left = row[j - 1];
      row[j] = left * 0.5 + above[j];
    }
}

__attribute__ ((noipa)) void
downwards (double *row, const double *above, int n)
{
  for (int j = n - 2; j >= 0; j--)
    row[j] = row[j + 1] * 0.25 - above[j];
}

/* Any of the others may be the row.  */
__attribute__ ((noipa)) void
written_between (double *row, double *other, const double *above, int n)
{
  for (int j = 1; j < n; j++)
    {
      row[j] = row[j - 1] * 0.5 + above[j];
      other[j] = above[j];
    }
}

__attribute__ ((noipa)) void
every_other (double *row, const double *above, int n)
{
  for (int j = 2; j < n; j += 2)
    row[j] = row[j - 1] * 0.5 + above[j];
}

__attribute__ ((noipa)) void
now_and_then (double *row, const double *above, int n)
{
  for (int j = 1; j < n; j++)
    {
      double here = row[j - 1] * 0.5 + above[j];
      if (above[j] > 0.5)
        row[j] = here;
      else
        row[1] = here;
    }
}

/* ROW is no place where nothing is before the end.  */
__attribute__ ((noipa)) int
ends_before (double *row, const double *above, int n)
{
  int j;
  for (j = 1; j < n; j++)
    {
      if (above[j] < 0)
        break;
      row[j] = row[j - 1] * 0.5 + above[j];
    }
  return j;
}

/* Halves overlap.  */
struct __attribute__ ((packed)) pair
{
  short high;
  int value;
};

__attribute__ ((noipa)) void
overlapping (char *bytes, const int *add, int n)
{
  for (int j = 1; j < n; j++)
    ((struct pair *) (bytes + 2 * j))->value
        = ((struct pair *) (bytes + 2 * j - 2))->value * 3 + add[j];
}

/* What is copied from memory to memory is stored, too.  */
struct two
{
  double a, b;
};

static float seen[N];

__attribute__ ((noipa)) void
copied_between (struct two *p, struct two *q, const struct two *from, int n)
{
  for (int j = 0; j < n; j++)
    {
      double left = 1;
      if (j > 0)
        left = p[j - 1].a;
      p[j].a = left * 0.5 + from[j].b;
      seen[j] = p[j].a;
      q[j] = from[j];
    }
}

static double row[2 * N], above[N];

static double
digest (void)
{
  double sum = 0;
  for (int i = 0; i < 2 * N; i++)
    sum = sum * 0.75 + row[i];
  return sum;
}

#define STEP(j, to, from) to[j] = to[(j) - 1] * 0.5 + from[j]

int
main (void)
{
  double expected[2 * N];
  for (int t = 0; t < 2000; t++)
    {
      for (int i = 0; i < N; i++)
        above[i] = (i * 37 + t) % 64 / 64.;
      for (int i = 0; i < 2 * N; i++)
        row[i] = expected[i] = i + t;

      two_rows (row, above, N);
      for (volatile int j = 1; j < N; j++)
        STEP (j, expected, above);
      /* From where it was just stored to.  */
      two_rows (row + 3, row + 2, N);
      for (volatile int j = 1; j < N; j++)
        expected[j + 3] = expected[j + 2] * 0.5 + expected[j + 2];
      first_differs (row, above, N);
      for (volatile int j = 0; j < N; j++)
        expected[j] = (j ? expected[j - 1] : 1) * 0.5 + above[j];
      downwards (row, above, N);
      for (volatile int j = N - 2; j >= 0; j--)
        expected[j] = expected[j + 1] * 0.25 - above[j];
      written_between (row, row + t % 3, above, N);
      for (volatile int j = 1; j < N; j++)
        {
          STEP (j, expected, above);
          expected[j + t % 3] = above[j];
        }
      every_other (row, above, N);
      for (volatile int j = 2; j < N; j += 2)
        STEP (j, expected, above);
      now_and_then (row, above, N);
      for (volatile int j = 1; j < N; j++)
        expected[above[j] > 0.5 ? j : 1] = expected[j - 1] * 0.5 + above[j];
      if (ends_before (row, above, N) != N)
        __builtin_abort ();
      for (volatile int j = 1; j < N; j++)
        STEP (j, expected, above);
      above[1] = -1;
      if (ends_before ((double *) 0, above, N) != 1)
        __builtin_abort ();
      two_rows ((double *) 0, above, 1);
      if (__builtin_memcmp (row, expected, sizeof row))
        __builtin_abort ();

      int add[N];
      union
      {
        char bytes[4 * N];
        short shorts[2 * N];
      } a, b;
      for (int i = 0; i < N; i++)
        add[i] = i * t;
      for (int i = 0; i < 2 * N; i++)
        a.shorts[i] = b.shorts[i] = i;
      overlapping (a.bytes, add, N);
      for (volatile int j = 1; j < N; j++)
        {
          int value;
          __builtin_memcpy (&value, b.bytes + 2 * j, 4);
          value = value * 3 + add[j];
          __builtin_memcpy (b.bytes + 2 * j + 2, &value, 4);
        }
      if (__builtin_memcmp (&a, &b, sizeof a))
        __builtin_abort ();

      struct two to[N], from[N];
      for (int i = 0; i < N; i++)
        from[i] = (struct two) { i + 5, 2 * i };
      copied_between (to, to, from, N);
      for (int i = 1; i < N; i++)
        if (seen[i] != (float) (from[i - 1].a * 0.5 + from[i].b))
          __builtin_abort ();
    }
  return digest () == 0;
}

/* PROFILE:
main:5286778:0
 1: 33628
 3: 0
 3.1: 2055
 3.2: 2055
 6: 272280
 8: 272280
 10: 2017 two_rows:2052
 11: 2007
 11.1: 124295
 11.514: 2007
 11.1026: 124295
 12: 124295
 14: 2032 two_rows:2037
 15: 2121
 15.1: 129549
 15.514: 2121
 15.1026: 129549
 16: 129549
 17: 2279 first_differs:2224
 18: 1981
 18.1: 127598
 18.514: 1981
 18.1026: 127598
 19: 127631
 19.1: 125624
 19.3: 127598
 19.255: 125624
 20: 1985 downwards:1970
 21: 2082
 21.1: 125313
 21.514: 2082
 21.1026: 125313
 22: 125313
 23: 2129 written_between:2132
 24: 1987
 24.1: 123359
 24.514: 1987
 24.1026: 123359
 26: 123359
 27: 123359
 29: 1839 every_other:1864
 30: 2305
 30.1: 66214
 30.514: 2305
 30.1026: 66214
 31: 66214
 32: 1869 now_and_then:1844
 33: 1981
 33.1: 128978
 33.514: 1981
 33.1026: 128978
 34: 128946
 34.1: 62453
 34.2: 66396
 34.3: 128978
 35: 2099 ends_before:2023
 36: 0
 37: 2099
 37.1: 126076
 37.514: 2099
 37.1026: 126076
 38: 126076
 39: 1984
 40: 2006 ends_before:2000
 42: 2006 two_rows:1992
 43: 31601 memcmp:1943
 53: 127011
 55: 254022
 56: 2108 overlapping:2116
 57: 1999
 57.1: 122827
 57.514: 1999
 57.1026: 122827
 60: 122827
 61: 122827
 62: 122827
 64: 2055 memcmp:2014
 67: 0
 68: 0
 67.10: digest:0
  2: 0
  3.2: 0
  4: 0
first_differs:517994:2224
 2.514: 2249
 2.1026: 128467
 5: 128452
 7: 128467
 7.255: 128452
 9: 1907
two_rows:507203:6081
 2.514: 6090
 2.1026: 247489
 3: 247489
 4: 6135
now_and_then:486796:1844
 2.514: 1819
 2.1026: 120698
 4: 120789
 5: 120789
 6: 58283
 8: 62415
 10: 2003
ends_before:384283:4022
 3: 0
 3.1: 2108
 3.514: 4028
 3.1026: 124692
 5: 126722
 7: 124692
 10: 2041
written_between:377945:2132
 2.514: 2137
 2.1026: 124606
 4: 124606
 5: 124606
 7: 1990
downwards:259806:1970
 2.514: 1954
 2.1026: 127903
 3: 127903
 4: 2046
overlapping:257863:2116
 2.514: 2144
 2.1026: 126869
 4: 126869
 5: 1981
every_other:132419:1864
 2.514: 1881
 2.1026: 64116
 3: 64116
 4: 2306
END PROFILE */

/* { dg-final { scan-opt-info {carried-stores.c:26:\d+: optimized: what a turn has stored stays} } } */
/* { dg-final { scan-opt-info-not {carried-stores.c:(4[3-9]|[5-9]\d|10\d|11\d):\d+: optimized: what a turn has stored stays} } } */
