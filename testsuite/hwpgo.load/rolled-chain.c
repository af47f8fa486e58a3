/* A walk along a chain that mostly ends where it has found something, not after so
   many links, and whose turns wait for each other: copies would save nothing.  And
   a loop with another in it that is hardly ever entered, whose usual way RTL finds
   as a loop of its own.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details -fdump-rtl-all-details" } */

int
find (const unsigned char *key, const unsigned short *next, int at, int limit,
      int wanted)
{
  do
    {
      if (key[at] == wanted)
        return at;
      at = next[at];
    }
  while (--limit);
  return -1;
}

/* What is found is behind the limit.  */
int
last (const unsigned char *key, const unsigned short *next, int at, int limit,
      int wanted)
{
  do
    {
      if (key[at] == wanted)
        return at;
      at = next[at];
    }
  while (--limit);
  return at;
}

struct table
{
  unsigned first[4][256];
  short last[256], next[1024];
};

void
enter (struct table *table, const unsigned char **base,
       const unsigned char *text, int n)
{
  int at = text - *base;
  unsigned h = text[0] * 259u + text[1] * 5u & 255;
  do
    {
      if (at == 1024)
        {
          for (int k = 0; k < 4; k++)
            for (int i = 0; i < 256; i++)
              table->first[k][i] >>= 1;
          *base += 1024;
          at = 0;
        }
      table->next[at] = table->last[h];
      table->last[h] = at;
      text++;
      h = text[0] * 259u + text[1] * 5u & 255;
      at++;
    }
  while (--n);
}

/* PROFILE:
enter:6809806:30831
 2: 30871
 3: 30871
 4: 30871
 7: 557571
 9.1: 2278
 9.2: 2278
 10.2: 565638
 10.32257: 556516
 11: 556516
 12: 548
 13: 548
 15: 555903
 16: 555903
 16.255: 555350
 17: 555903
 18: 555903
 19.255: 555350
 19.32256: 555903
 21: 555903
 22: 29182
find:2545003:28903
 2: 28908
 5: 845178
 7: 819332
 9: 819332
 10: 2925
 11: 29328
last:2254271:29633
 2: 29598
 5: 730987
 7: 731577
 9: 731577
 11: 30532
main:0:10
END PROFILE */

/* PROFILE MISPREDICTS:
enter:29277:0
 2: 0
 3: 0
 4: 0
 7: 7
 9.2: 26
 10.2: 24
 11: 0
 12: 0
 13: 0
 15: 0
 16: 0
 16.255: 0
 17: 0
 18: 0
 19.255: 0
 21: 29220
 22: 0
find:29203:0
 2: 0
 5: 27103
 7: 0
 9: 2100
 10: 0
 11: 0
last:6:0
 2: 0
 5: 1
 7: 0
 9: 5
 11: 0
END PROFILE */

/* { dg-final { scan-dump-times "loop not unrolled: that would save nothing" 1 hwpgo-rolled-loops } } */
/* { dg-final { scan-dump-times "loop not unrolled: each entry, of 18.1 turns" 1 hwpgo-rolled-loops } } */
/* { dg-final { scan-dump-times "rolled-chain.c:34:\[0-9\]+: optimized: loop unrolled" 1 loop2_unroll } } */
/* { dg-final { scan-dump-times "loop unrolled \[0-9\]+ times" 2 loop2_unroll } } */
