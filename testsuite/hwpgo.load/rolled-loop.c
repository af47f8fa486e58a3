/* A loop whose turns nobody can predict is not unrolled where a turn waits for the
   one before: what is over would be one mispredict more for each entry.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details -fdump-rtl-all-details" } */

float
sum (const float *a, int n)
{
  float s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.5f + a[i];
  return s;
}

/* As often as before, each time.  */
float
even (const float *a, int n)
{
  float s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.25f + a[i];
  return s;
}

/* Long.  */
float
many (const float *a, int n)
{
  float s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.75f + a[i];
  return s;
}

/* As often for all rows.  */
float
rows (const float *a, int n, int m)
{
  float s = 0;
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      s = s * 0.5f + a[j * n + i];
  return s;
}

/* Nothing waits.  */
void
add (short *a, const short *b, int n)
{
  for (int i = 0; i < n; i++)
    a[b[i] & 63] = b[i] + a[i] * 3;
}

/* PROFILE:
add:5503477:20297
 2.514: 20306
 2.1026: 1814449
 2.32256: 20306
 2.32257: 1814449
 3: 1814449
 4: 19518
many:3016455:222
 2: 229
 3: 229
 3.514: 229
 3.1026: 1005256
 3.32257: 1005256
 4: 1005256
 5: 0
 6: 0
sum:2001046:19683
 2: 19588
 3: 19588
 3.514: 19588
 3.1026: 647254
 3.32257: 647254
 4: 647254
 5: 260
 6: 260
rows:1356686:186
 1: 186
 2: 186
 3: 186
 3.1: 8109
 3.2: 8295
 4.514: 7949
 4.1026: 443854
 4.32257: 443854
 5: 443854
 6: 0
 7: 213
even:615456:20922
 2: 20799
 3.514: 20799
 3.1026: 184353
 3.32256: 20799
 3.32257: 184353
 4: 184353
 5: 0
 6: 0
END PROFILE */

/* PROFILE MISPREDICTS:
sum:19111:0
 2: 0
 3.514: 316
 3.1026: 18795
 4: 0
 6: 0
add:8304:0
 2.1026: 8304
 3: 0
 4: 0
rows:683:0
 1: 0
 2: 0
 3: 0
 3.1: 0
 3.2: 7
 4.1026: 676
 5: 0
 7: 0
many:202:0
 2: 0
 3.1026: 202
 4: 0
 6: 0
even:4:0
 2: 0
 3.1026: 4
 4: 0
 6: 0
END PROFILE */

/* { dg-final { scan-dump-times "loop not unrolled: each entry, of 33.9 turns" 1 hwpgo-rolled-loops } } */
/* { dg-final { scan-dump-times "loop not unrolled" 1 hwpgo-rolled-loops } } */
/* { dg-final { scan-dump-times "loop unrolled \[0-9\]+ times" 3 loop2_unroll } } */
