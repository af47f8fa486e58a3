/* For tests of what is computed, and which exceptions that raises: F by the plugin, and
   F_plain without optimisation.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include <fenv.h>
#include <math.h>
#include <string.h>

static int
same (double a, double b)
{
  return (isnan (a) && isnan (b)) || memcmp (&a, &b, sizeof a) == 0;
}

/* Is CALL of the function F what it is of F_plain?  */
#define CHECK(F, ...)                                                         \
  do                                                                          \
    {                                                                         \
      feclearexcept (FE_ALL_EXCEPT);                                          \
      double ours = F (__VA_ARGS__);                                          \
      int raised = fetestexcept (FE_ALL_EXCEPT);                              \
      feclearexcept (FE_ALL_EXCEPT);                                          \
      double plain = F##_plain (__VA_ARGS__);                                 \
      if (raised != fetestexcept (FE_ALL_EXCEPT) || !same (ours, plain))      \
        return __LINE__;                                                      \
    }                                                                         \
  while (0)
