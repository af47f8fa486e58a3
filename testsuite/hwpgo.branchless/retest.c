/* What a branch has compared is not compared again for a select behind it, even if a
   sum is computed in between.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fdump-rtl-all" } */

/* J.-P. Duval's factors of a word.  */
__attribute__ ((noipa)) unsigned long
factors (const signed char *text, unsigned long n)
{
  unsigned long sum = 0;
  for (unsigned long from = 0; from < n;)
    {
      unsigned long i = from, k = from + 1;
      while (k < n && text[i] <= text[k])
        {
          if (text[i] < text[k])
            i = from;
          else
            i++;
          k++;
        }
      while (from <= i)
        {
          sum = sum * 31 + (k - i);
          from += k - i;
        }
    }
  return sum;
}

int
main (void)
{
  static signed char text[5000];
  unsigned seed = 1;
  for (int i = 0; i < 5000; i++)
    {
      seed = seed * 1664525 + 1013904223;
      text[i] = seed >> 31;
    }
  return factors (text, 5000) != 18180907355030ul;
}

/* PROFILE:
factors:9000000:10
 2: 10
 3: 10000
 5: 10000
 6: 1000000
 8: 1000000
 9: 300000
 11: 700000
 12: 1000000
 14: 30000
 16: 20000
 17: 20000
 20: 10
END PROFILE */
/* PROFILE MISPREDICTS:
factors:450000:0
 8: 450000
END PROFILE */

/* { dg-final { scan-dump {insn [0-9]+ compares what insn [0-9]+ has} hwpgo-retest } } */
