/* Random numbers for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_RANDOM_H
#define HWPGO_UNIT_RANDOM_H

#include <stdint.h>

/* A small generator that gives the same numbers everywhere.  */
static inline uint32_t
random_below (uint64_t *state, uint32_t below)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (*state >> 33) % below;
}

#endif
