/* A turn loads what the one before may have stored, from a ring: where a select
   would choose the place of the store, the load could not be guessed to be of it
   or not, and the turns would wait for each other.  A line has the same places.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

enum { SIZE = 256 };
extern const unsigned accept[3];

int
ring (signed char (*spin)[SIZE], const unsigned *random)
{
  int energy = 0;
  for (unsigned long y = 0; y < SIZE; y++)
    for (unsigned long x = 0; x < SIZE; x++)
      {
        int around = spin[(y + 1) % SIZE][x] + spin[y][(x + SIZE - 1) % SIZE];
        int change = 2 * spin[y][x] * around;
        if (change <= 0 || *random++ < accept[change / 4])
          {
            spin[y][x] = (signed char) -spin[y][x];
            energy += change;
          }
      }
  return energy;
}

/* The same with numbers that have a sign, and another size.  */
int
signed_ring (signed char (*spin)[100], const unsigned *random)
{
  int energy = 0;
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++)
      {
        int around = spin[(y + 1) % 100][x] + spin[y][(x + 99) % 100];
        int change = 2 * spin[y][x] * around;
        if (change <= 0 || *random++ < accept[change / 4])
          {
            spin[y][x] = (signed char) -spin[y][x];
            energy += change;
          }
      }
  return energy;
}

/* Bytes behind a pointer, whose indexes are widened for the address.  */
int
narrow_ring (signed char *row, const signed char *above,
             const unsigned *random)
{
  int energy = 0;
  for (unsigned x = 0; x < SIZE; x++)
    {
      int around = above[x] + row[(x + SIZE - 1) % SIZE];
      int change = 2 * row[x] * around;
      if (change <= 0 || *random++ < accept[change / 4])
        {
          row[x] = (signed char) -row[x];
          energy += change;
        }
    }
  return energy;
}

/* PROFILE:
ring:40000000:1
 2: 1
 3: 256
 4: 5000000
 6: 5000000
 7: 5000000
 8: 5000000
 8.1: 3000000
 10: 3000000
 11: 3000000
 14: 1
signed_ring:40000000:1
 2: 1
 3: 256
 4: 5000000
 6: 5000000
 7: 5000000
 8: 5000000
 8.1: 3000000
 10: 3000000
 11: 3000000
 14: 1
narrow_ring:40000000:1
 3: 1
 4: 5000000
 6: 5000000
 7: 5000000
 8: 5000000
 8.1: 3000000
 10: 3000000
 11: 3000000
 14: 1
END PROFILE */
/* PROFILE MISPREDICTS:
ring:2000000:0
 8: 1000000
 8.1: 1000000
signed_ring:2600000:0
 8: 1300000
 8.1: 1300000
narrow_ring:2600000:0
 8: 1300000
 8.1: 1300000
END PROFILE */

/* { dg-final { scan-report-not "line.: (20|39|58), .*converted.: .yes" } } */
