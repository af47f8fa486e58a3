/* Going down a decision tree that is stored level by level.
   SPDX-License-Identifier: GPL-2.0-or-later

   L. Breiman, J. Friedman, R. Olshen, C. Stone, "Classification and Regression
   Trees", 1984.
   
   Branch: unpredictable
   Train: 1 2000000
   Test: 2 20000000  */

#include "kernel.h"

enum
{
  DEPTH = 9,
  NODES = 1 << DEPTH,
  FEATURES = 8
};

struct node
{
  uint32_t feature, threshold;
};

static struct node nodes[NODES];

static uint32_t
classify (const uint16_t *features)
{
  uint32_t i = 1;
  for (int d = 0; d < DEPTH; d++)
    {
      const struct node *n = &nodes[i];
      if (features[n->feature] < n->threshold)
        i = 2 * i;
      else
        i = 2 * i + 1;
    }
  return i;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  enum { SAMPLES = 1 << 17 };
  static uint16_t samples[SAMPLES][FEATURES];
  uint64_t digest = 0;
  for (size_t i = 0; i < NODES; i++)
    {
      nodes[i].feature = (uint32_t) (random_next (&seed) % FEATURES);
      nodes[i].threshold = 300 + (uint32_t) (random_next (&seed) % 400);
    }
  for (size_t i = 0; i < SAMPLES; i++)
    for (size_t j = 0; j < FEATURES; j++)
      samples[i][j] = (uint16_t) (random_next (&seed) % 1000);
  for (size_t t = 0; t < turns; t++)
    digest += classify (samples[t % SAMPLES]);
  return digest;
}
