/* The second of two tests has a choice in front of it, which has to become a
   select before the two tests can be one.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int
energy (const int *changes, const unsigned *draws, signed char *spins,
        unsigned n)
{
  int energy = 0;
  for (unsigned i = 0; i < n; i++)
    {
      int change = changes[i];
      if (change > 0)
        {
          unsigned chance;
          if (change == 4)
            chance = 1293618379;
          else
            chance = 389630843;
          if (draws[i] >= chance)
            continue;
        }
      spins[i] = -spins[i];
      energy += change;
    }
  return energy;
}

/* PROFILE:
energy:8000000:1000
 3: 1000
 4: 1000000
 6: 1000000
 7: 1000000
 10: 600000
 11: 300000
 13: 300000
 14: 600000
 15: 480000
 17: 520000
 18: 520000
 20: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
energy:500000:0
 7: 400000
 14: 100000
END PROFILE */

/* { dg-final { scan-report "function.: .energy., .file.: .\[^ \]*, .line.: 15, .*converted.: .yes" } } */
