/* Counting words, lines and characters.
   SPDX-License-Identifier: GPL-2.0-or-later

   B. W. Kernighan, D. M. Ritchie, "The C Programming Language", 1.5.4.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 300  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

struct counts
{
  unsigned lines, words, characters;
};

static struct counts
count (const char *text, size_t n)
{
  struct counts c = { 0, 0, 0 };
  int inside = 0;
  for (size_t i = 0; i < n; i++)
    {
      char ch = text[i];
      c.characters++;
      if (ch == '\n')
        c.lines++;
      if (ch == ' ' || ch == '\n' || ch == '\t')
        inside = 0;
      else if (!inside)
        {
          inside = 1;
          c.words++;
        }
    }
  return c;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static char text[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    text[i] = "etao inshr\nd lu c m\tfwyp vb gkjq"[random_next (&seed) % 32];
  for (size_t t = 0; t < turns; t++)
    {
      struct counts c = count (text + t % 64, N - 64);
      digest = digest_add (digest, c.words + c.lines * 7 + c.characters);
    }
  return digest;
}
