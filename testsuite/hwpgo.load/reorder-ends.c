/* The test that ends most runs of a loop is the one that goes back: if another did,
   which never ends it, some processors would not see how many turns there were.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -fno-peel-loops" } */

unsigned
pack (const unsigned char *row, unsigned long width, unsigned char *out)
{
  unsigned char *start = out;
  unsigned long i = 0;
  while (i < width)
    {
      unsigned long run = 1;
      while (i + run < width && run < 128 && row[i + run] == row[i])
        run++;
      if (run >= 2)
        {
          *out++ = (unsigned char) (257 - run);
          *out++ = row[i];
          i += run;
        }
      else
        {
          unsigned char *head = out++;
          unsigned long n = 0;
          /* A run of two inside of literals doesn't end them.  */
          while (i < width && n < 128)
            {
              if (i + 2 < width && row[i] == row[i + 1]
                  && row[i] == row[i + 2])
                break;
              *out++ = row[i++];
              n++;
            }
          *head = (unsigned char) (n - 1);
        }
    }
  return out - start;
}

/* PROFILE:
pack:5932080:2212
 1: 2201
 2: 2201
 3: 2201
 4: 2201
 4.255: 2201
 4.513: 2201
 4.1025: 193429
 6: 193229
 7.2: 1078770
 7.3: 1271792
 7.513: 193601
 7.1025: 1080564
 8: 1080564
 9: 191082
 11: 177504
 12: 177504
 17: 15776
 18: 15776
 20.255: 0
 20.513: 15776
 20.1025: 20085
 20.32256: 15776
 22: 35369
 22.1: 34820
 22.255: 35369
 23: 16463
 25: 20085
 26: 20085
 28: 15699
 28.255: 15182
 31.255: 2287
 32: 2287
END PROFILE */

/* PROFILE MISPREDICTS:
pack:28365:0
 1: 0
 3: 0
 4.255: 0
 4.1025: 43
 6: 0
 7.2: 0
 7.3: 27058
 7.513: 133
 7.1025: 620
 8: 0
 9: 29
 11: 0
 12: 0
 17: 0
 18: 0
 20.255: 0
 20.1025: 4
 22: 25
 22.1: 263
 22.255: 0
 23: 190
 25: 0
 26: 0
 28: 0
 28.255: 0
 31.255: 0
END PROFILE */

/* { dg-final { scan-assembler-not "cmpq\t\\\$128, %r\[a-z0-9\]+\n\tjne" } } */
