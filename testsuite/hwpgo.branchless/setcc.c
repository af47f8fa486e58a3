/* The register of which a condition takes the lowest byte is cleared, so that it
   does not wait for what was there.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -frename-registers -fdump-rtl-all" } */

struct node
{
  unsigned feature, threshold;
} nodes[2048];

__attribute__ ((noipa)) unsigned
classify (const unsigned short (*samples)[8], unsigned n)
{
  unsigned sum = 0;
  for (unsigned s = 0; s < n; s++)
    {
      unsigned i = 1;
      for (int d = 0; d < 10; d++)
        if (samples[s][nodes[i].feature] < nodes[i].threshold)
          i = 2 * i;
        else
          i = 2 * i + 1;
      sum += i;
    }
  return sum;
}

int
main (void)
{
  static unsigned short samples[512][8];
  unsigned sum = 0;
  for (unsigned i = 0; i < 2048; i++)
    {
      nodes[i].feature = (i * 2654435761u) >> 29;
      nodes[i].threshold = 300 + ((i * 2246822519u) >> 10) % 400;
    }
  for (unsigned i = 0; i < 512 * 8; i++)
    samples[i / 8][i % 8] = ((i * 3266489917u) >> 8) % 1000;
  for (unsigned s = 0; s < 512; s++)
    {
      unsigned i = 1;
      for (int d = 0; d < 10; d++)
        i = i * 2 + (samples[s][nodes[i].feature] >= nodes[i].threshold);
      sum += i;
    }
  return classify (samples, 512) != sum;
}

/* PROFILE:
classify:9000000:10
 2: 10
 3: 100000
 5: 100000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 1000000
 11: 100000
 13: 10
END PROFILE */

/* { dg-final { scan-dump {strict_low_part \(reg:QI} hwpgo-setcc } } */
