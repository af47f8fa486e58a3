/* Summing up the columns of a table of numbers that are all alike.
   SPDX-License-Identifier: GPL-2.0-or-later

   Y. Shafranovich, RFC 4180, 2005.
   
   Branch: predictable
   Train: 1 200
   Test: 2 3000  */

#include "kernel.h"

enum
{
  ROWS = 1000,
  COLUMNS = 4,
  N = ROWS * COLUMNS * 5
};

static void
add_up (const char *text, uint64_t *sums)
{
  unsigned column = 0, value = 0;
  for (const char *p = text; *p; p++)
    {
      if (*p == ',')
        {
          sums[column++] += value;
          value = 0;
        }
      else if (*p == '\n')
        {
          sums[column] += value;
          value = 0;
          column = 0;
        }
      else
        value = value * 10 + (unsigned) (*p - '0');
    }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static char text[N + 1];
  uint64_t sums[COLUMNS] = { 0 };
  char *p = text;
  for (size_t i = 0; i < ROWS * COLUMNS; i++)
    {
      unsigned v = (unsigned) (random_next (&seed) % 10000);
      for (unsigned d = 1000; d; d /= 10)
        *p++ = (char) ('0' + v / d % 10);
      *p++ = i % COLUMNS == COLUMNS - 1 ? '\n' : ',';
    }
  for (size_t t = 0; t < turns * 10; t++)
    add_up (text, sums);
  return digest_add (sums[0] + sums[1] * 3, sums[2] + sums[3] * 5);
}
