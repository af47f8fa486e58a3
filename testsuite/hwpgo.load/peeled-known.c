/* Turns of a loop that ends at random are put in front of it where what they load and
   compute is the same for all entries: a table of what each length of a code begins with.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

extern void abort (void);

#define N 4096
#define LONGEST 12

int counts[LONGEST + 1];
static unsigned char symbols[64];

__attribute__ ((noipa)) unsigned
known (const unsigned *words, int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned word = words[i];
      int code = 0, first = 0, index = 0;
      for (int l = 1; l <= LONGEST; l++)
        {
          code |= (int) (word >> 31);
          word <<= 1;
          int count = counts[l];
          if (code - first < count)
            {
              sum = sum * 3 + symbols[index + code - first];
              break;
            }
          index += count;
          first = (first + count) << 1;
          code <<= 1;
        }
    }
  return sum;
}

/* The table may change.  */
__attribute__ ((noipa)) unsigned
stored (const unsigned *words, int n, int *used)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned word = words[i];
      int code = 0, first = 0, index = 0;
      for (int l = 1; l <= LONGEST; l++)
        {
          code |= (int) (word >> 31);
          word <<= 1;
          int count = counts[l];
          if (code - first < count)
            {
              sum = sum * 3 + symbols[index + code - first];
              ++*used;
              break;
            }
          index += count;
          first = (first + count) << 1;
          code <<= 1;
        }
    }
  return sum;
}

int
main (void)
{
  static unsigned words[N];
  unsigned state = 1, sum = 0;
  int used = 0;
  /* 0, 10, 110 and so on.  */
  for (int l = 1; l <= LONGEST; l++)
    {
      counts[l] = l == LONGEST ? 2 : 1;
      symbols[l - 1] = (unsigned char) (l * 37);
    }
  symbols[LONGEST] = 5;
  for (int i = 0; i < N; i++)
    {
      words[i] = state = state * 1664525 + 1013904223;
      int l = 0;
      while (l < LONGEST && state << l >> 31)
        l++;
      sum = sum * 3 + symbols[l];
    }
  if (known (words, N) != sum || stored (words, N, &used) != sum || used != N)
    abort ();
  return 0;
}

/* PROFILE:
known:1000000:10
 2: 10
 3: 10
 3.1: 40000
 3.2: 40000
 5: 40000
 6: 40000
 7: 40000
 7.1: 160000
 9: 160000
 10: 160000
 11: 160000
 12: 160000
 14: 40000
 17: 120000
 18: 120000
 19: 120000
 22: 10
stored:1000000:10
 2: 10
 3: 10
 3.1: 40000
 3.2: 40000
 5: 40000
 6: 40000
 7: 40000
 7.1: 160000
 9: 160000
 10: 160000
 11: 160000
 12: 160000
 14: 40000
 15: 40000
 18: 120000
 19: 120000
 20: 120000
 23: 10
END PROFILE */

/* PROFILE MISPREDICTS:
known:36000:0
 12: 36000
stored:36000:0
 12: 36000
END PROFILE */

/* { dg-final { scan-dump {:25:\d+: optimized: *4 turns put in front of the loop} hwpgo-peeled-loops } } */
/* { dg-final { scan-dump-times "turns put in front of the loop" 1 hwpgo-peeled-loops } } */
