/* The length of a text in UTF-8.
   SPDX-License-Identifier: GPL-2.0-or-later

   R. Pike, K. Thompson, "Hello World", USENIX, 1993; RFC 3629, 3.  The text is
   of all scripts.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 200  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

static size_t
utf8_length (const uint32_t *text, size_t n)
{
  size_t length = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t c = text[i];
      if (c < 0x80)
        length += 1;
      else if (c < 0x800)
        length += 2;
      else if (c < 0x10000)
        length += 3;
      else
        length += 4;
    }
  return length;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t text[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    {
      uint64_t r = random_next (&seed);
      text[i] = (uint32_t) ((r >> 8) % (r & 1   ? 0x80
                                        : r & 2 ? 0x800
                                        : r & 4 ? 0x10000
                                                : 0x110000));
    }
  for (size_t t = 0; t < turns; t++)
    digest = digest_add (digest, utf8_length (text + t % 64, N - 64));
  return digest;
}
