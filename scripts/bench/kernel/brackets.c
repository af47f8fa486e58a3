/* How deep brackets are nested, and where they do not match.
   SPDX-License-Identifier: GPL-2.0-or-later

   D. E. Knuth, "The Art of Computer Programming", vol. 4A, 7.2.1.6.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 200  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

struct nesting
{
  int deepest, unmatched, depth;
};

static struct nesting
measure (const char *text, size_t n)
{
  struct nesting r = { 0, 0, 0 };
  for (size_t i = 0; i < n; i++)
    {
      if (text[i] == '(')
        {
          r.depth++;
          if (r.depth > r.deepest)
            r.deepest = r.depth;
        }
      else if (text[i] == ')')
        {
          if (r.depth == 0)
            r.unmatched++;
          else
            r.depth--;
        }
    }
  return r;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static char text[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    text[i] = "(x)("[random_next (&seed) % 3];
  for (size_t t = 0; t < turns; t++)
    {
      struct nesting r = measure (text + t % 64, N - 64);
      digest = digest_add (digest, (uint64_t) (r.deepest * 65536 + r.unmatched));
      digest = digest_add (digest, (uint64_t) r.depth);
    }
  return digest;
}
