/* Of ways with branches in them the selects of their own joins count as well, and those
   of what only one way loads, for each branch around it: the two digits of an escape
   have three ranges each.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

static int
hex_digit (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

__attribute__ ((noipa)) static unsigned long
decode (const char *in, unsigned long n, char *out)
{
  char *start = out;
  unsigned long i = 0;
  while (i < n)
    {
      char c = in[i++];
      if (c == '+')
        c = ' ';
      else if (c == '%' && n - i >= 2)
        {
          int high = hex_digit (in[i]), low = hex_digit (in[i + 1]);
          if (high >= 0 && low >= 0)
            {
              c = (char) (high << 4 | low);
              i += 2;
            }
        }
      *out++ = c;
    }
  return (unsigned long) (out - start);
}

int
main (void)
{
  static char in[60000], out[60000];
  unsigned seed = 1, n = 0;
  unsigned long sum = 0;
  while (n + 3 <= sizeof in)
    {
      seed = seed * 1664525 + 1013904223;
      unsigned kind = seed >> 28, byte = seed >> 8 & 255;
      if (kind < 5)
        {
          in[n++] = '%';
          in[n++] = "0123456789ABCDEF"[byte >> 4];
          in[n++] = "0123456789ABCDEF"[byte & 15];
        }
      else
        in[n++] = kind < 7 ? '+' : (char) ('a' + byte % 26);
    }
  for (int turn = 0; turn < 3; turn++)
    {
      unsigned long length = decode (in, n, out);
      for (unsigned long i = 0; i < length; i++)
        sum = sum * 31 + (unsigned char) out[i];
    }
  return sum != 16480764620277841707ul;
}

/* PROFILE:
decode:905567:0
 1: 0
 3: 0
 4.33793: 124163
 6.32768: 110385
 7.32768: 110385
 8.32768: 13778
 9.32768: 96513
 9.32769: 34835
 11: 34886
 12: 34985
 14: 34985
 15: 34985
 18.32768: 110315
 20: 0
 20.255: 0
 21: 0
 11.22: hex_digit:82478
  2: 34886
  3: 22202
  4: 12729
  5: 12661
  6: 0
  7: 0
 11.47: hex_digit:82874
  2: 34880
  3: 21769
  4: 13057
  5: 13168
  6: 0
  7: 0
main:533213:0
 1: 0
 3: 0
 4: 0
 5.1: 36564
 7: 36552
 8: 36552
 9: 36552
 11: 11184
 11.255: 36552
 12: 11184
 13: 11184
 16: 25394
 16.1: 20549
 16.2: 25394
 16.3: 25380
 18.2: 0
 20: 0
 20.255: 0
 21.1026: 110086
 22: 110086
 24: 0
 25: 0
END PROFILE */
/* PROFILE MISPREDICTS:
decode:82244:0
 1: 0
 3: 0
 4.33793: 5
 7.32768: 13778
 7.65536: 1
 9.32768: 42000
 9.32769: 1
 9.65536: 1
 11: 0
 12: 0
 14: 0
 15: 0
 20: 0
 20.255: 0
 21: 0
 11.22: hex_digit:13217
  2: 13216
  3: 0
  4: 1
  5: 0
  6: 0
  7: 0
 11.47: hex_digit:13241
  2: 13240
  3: 0
  4: 1
  5: 0
  6: 0
  7: 0
main:16665:0
 1: 0
 3: 0
 4: 0
 5.1: 2
 7: 0
 8: 0
 9: 12024
 11: 0
 11.255: 0
 12: 0
 13: 0
 16: 4633
 16.1: 0
 16.2: 0
 16.3: 0
 18.2: 2
 20: 0
 20.255: 0
 21.1026: 4
 22: 0
 24: 0
 25: 0
END PROFILE */

/* { dg-final { scan-opt-info "url-escapes.c:30:\[0-9\]*: missed: .* not converted: the select would cost more" } } */
/* { dg-final { scan-opt-info-not "url-escapes.c:(28|30):\[0-9\]*: optimized: .* converted to 1\[0-9\] selects" } } */
/* Two places are selected once more, for the branch around theirs: else it is 7.9. */
/* { dg-final { scan-opt-info "url-escapes.c:30:\[0-9\]*: missed: .*work \[89\]\\." } } */
