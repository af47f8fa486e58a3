/* Random numbers, the same on every machine.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BENCH_RANDOM_H
#define HWPGO_BENCH_RANDOM_H

#include <stdint.h>

/* What comes from here on follows from SEED.  */
void random_seed (uint64_t seed);

uint64_t random64 (void);
/* From 0 to N - 1; 0 when N is 0.  */
uint64_t below (uint64_t n);
/* From 0 to just under 1.  */
double unit (void);
/* Successes of N trials, as a normal approximation with the right ends.  */
uint64_t binomial (uint64_t n, double p);
uint64_t poisson (double mean);

#endif
