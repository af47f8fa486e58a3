/* What the numbers of discriminators mean.
   SPDX-License-Identifier: GPL-2.0-or-later

   Compilers pack up to three numbers into a discriminator: the base, which
   tells apart the blocks of one line of the source; how many executions one
   execution of the code stands for (unrolling, vectorising); and which copy of
   the block the code is.  */

#ifndef HWPGO_TRACE_DISCRIMINATORS_H
#define HWPGO_TRACE_DISCRIMINATORS_H

#include "runtime/image/image.h"
#include "runtime/trace/convert.h"

struct hwpgo_discriminator
{
  uint32_t base;   /* what profiles have.  */
  uint32_t factor; /* 1 or more.  */
  uint32_t copy;   /* counts of different ones add up; 0: of those of which the
                      compiler does not say it the highest is taken.  */
};

/* Take D apart.  Any D will do.
   - LLVM: DebugInfoMetadata.h of LLVM 19; the copy is left out, because
     llvm-profgen does so, and the factor has it.  What ends in three ones is
     a pseudo probe's, whose number stands in for the base.
   - flow-sensitive: whole, because each pass of LLVM masks what it knows.
   - GCC 16: hierarchical_discriminator.h of GCC 16.
   - hwpgo's: what is told apart after the last round that reads profiles are
     copies.
   - plain numbers: whole.  */
struct hwpgo_discriminator
hwpgo_discriminator_decode (enum hwpgo_encoding encoding, uint32_t d);

/* The encoding of a row of IMAGE, which says ROW, when the user chose
   CHOICE.  */
enum hwpgo_encoding
hwpgo_discriminators_encoding (enum hwpgo_discriminators choice,
                               const struct hwpgo_image *image,
                               enum hwpgo_encoding row);

#endif
