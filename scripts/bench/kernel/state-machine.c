/* Removing comments from a program text.
   SPDX-License-Identifier: GPL-2.0-or-later

   B. W. Kernighan, D. M. Ritchie, "The C Programming Language", exercise 1-23.
   Comments are rare and long.
   
   Branch: predictable
   Train: 1 800
   Test: 2 9000  */

#include "kernel.h"

enum
{
  N = 1 << 15
};

static size_t
strip (const char *in, size_t n, char *out)
{
  char *to = out;
  int inside = 0;
  for (size_t i = 0; i + 1 < n; i++)
    {
      if (inside)
        {
          if (in[i] == '*' && in[i + 1] == '/')
            {
              inside = 0;
              i++;
            }
        }
      else if (in[i] == '/' && in[i + 1] == '*')
        {
          inside = 1;
          i++;
        }
      else
        *to++ = in[i];
    }
  return (size_t) (to - out);
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static char text[N], out[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    text[i] = (char) ('a' + random_next (&seed) % 26);
  for (size_t i = 500; i + 400 < N; i += 1000)
    {
      memcpy (text + i, "/*", 2);
      memcpy (text + i + 300, "*/", 2);
    }
  for (size_t t = 0; t < turns; t++)
    {
      digest = digest_add (digest, strip (text + t % 64, N - 64, out));
      digest = digest_add (digest, (uint64_t) out[t % 1000]);
    }
  return digest;
}
