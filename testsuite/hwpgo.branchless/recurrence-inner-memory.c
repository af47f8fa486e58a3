/* What a turn stores is loaded by the loop inside it, and by the next turn.  A
   selected place of that store is known late.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off" } */

struct coder
{
  unsigned a, c, count;
} coder;

extern void byte_out (void);
extern const unsigned short table[256];

/* The MQ coder of JPEG 2000, with one context.  */
void
encode (const unsigned char *states, int n)
{
  for (int i = 0; i < n; i++)
    {
      unsigned qe = table[states[i]];
      coder.a -= qe;
      if (coder.a < qe)
        coder.c += qe;
      else
        coder.a = qe;
      do
        {
          coder.a <<= 1;
          coder.c <<= 1;
          if (!--coder.count)
            byte_out ();
        }
      while (!(coder.a & 0x8000));
    }
}

/* PROFILE:
encode:90000000:100
 2: 100
 2.1: 1000000
 2.2: 1000100
 4: 1000000
 5: 1000000
 6: 1000000
 7: 300000
 9: 700000
 12: 2000000
 13: 2000000
 14: 2000000
 15: 250000
 17: 2000000
 19: 100
END PROFILE */
/* PROFILE MISPREDICTS:
encode:90000:0
 6: 90000
END PROFILE */

/* { dg-final { scan-opt-info {inner-memory.c:23:.*not converted: the select would cost more .*latency [1-9]} } } */
