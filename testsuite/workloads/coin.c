/* Branches whose ratios are known by construction.
   SPDX-License-Identifier: GPL-2.0-or-later

   Usage: coin [N [SEED]]  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t
next_random (uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

/* Taken half of the time, mispredicted half of the time.  */
__attribute__ ((noinline)) uint64_t
fair (const uint8_t *data, size_t n)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t x = sum * 5 + data[i];
      if (data[i] & 1) /* fair */
        sum += x;
      else
        sum ^= 12345;
    }
  return sum;
}

/* Taken half of the time, never mispredicted.  */
__attribute__ ((noinline)) uint64_t
regular (const uint8_t *data, size_t n)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t x = sum * 5 + data[i];
      if (i & 1) /* regular */
        sum += x;
      else
        sum ^= 12345;
    }
  return sum;
}

int
main (int argc, char **argv)
{
  size_t n = argc > 1 ? strtoull (argv[1], NULL, 10) : 200000;
  uint64_t seed = argc > 2 ? strtoull (argv[2], NULL, 10) : 1;
  uint8_t *data = malloc (n + 1);
  if (!data)
    return 1;
  for (size_t i = 0; i < n; i++)
    data[i] = (uint8_t) next_random (&seed);
  printf ("%llu %llu\n", (unsigned long long) fair (data, n),
          (unsigned long long) regular (data, n));
  free (data);
  return 0;
}
