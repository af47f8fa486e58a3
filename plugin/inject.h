/* Probabilities that nobody measured, for tests of what passes do to a
   profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_INJECT_H
#define HWPGO_PLUGIN_INJECT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* The words of the argument 'verify-inject', in the order of args.def.  */
  enum hwpgo_inject
  {
    HWPGO_INJECT_OFF,
    HWPGO_INJECT_STATIC, /* as GCC predicts.  */
    HWPGO_INJECT_BIASED, /* a tenth for the first way, the rest for the others,
                            so that what points the wrong way shows.  */
    HWPGO_INJECT_PRIMES  /* so that no two ways of a function are alike: odd
                            primes, in order, as LLVM's prof-inject has them.  */
  };

  /* Fill PROBABILITY for the N ways that a branch has, in the order of the
     source.  *NEXT, 0 at the begin of a function, is for this alone.  */
  void hwpgo_inject_probabilities (enum hwpgo_inject how, size_t n,
                                   unsigned *next, double *probability);

#ifdef __cplusplus
}
#endif

#endif
