/* Which copy of a place a statement is of.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.

   When GCC copies a block, each statement of the copy gets a number that the
   blocks copied with it share, and no others of the function (copies.cc).  It
   is carried in the discriminator, above the fields that are assigned so far.
   What is cut in pieces, moved or merged keeps its number: so the numbers of a
   place say how many copies there are, and which statements are of one.  Each
   round replaces them by the round's field (rounds.cc) and they begin anew.

   What only some builds have, as the copy of a loop for a probe, is aside: it has the
   last number, as all of its copies have, and is none of the copies that the round
   tells apart.  So the numbers of the others are those of a build without it.  */

#ifndef HWPGO_PLUGIN_COPIES_H
#define HWPGO_PLUGIN_COPIES_H

#include "runtime/profile/discriminator.h"

/* Watch GCC copying blocks.  */
void hwpgo_copies_watch ();

/* True if copies in FN are told apart.  Without optimisation, and for
   sanitizers, GCC compares locations to decide what may be merged.  */
bool hwpgo_copies_wanted (function *fn);

/* Is that so, or would it be with -g?  What changes more than numbers goes by this, as
   -fcompare-debug compares the places of insns.  */
bool hwpgo_copies_wanted_with_g (function *fn);

/* The field that the next round will assign in the function being compiled;
   HWPGO_ROUNDS after the last one.  */
enum hwpgo_round hwpgo_copies_round (function *fn);

/* The bits of discriminators that are assigned in FN by now, while it is GIMPLE.  */
uint32_t hwpgo_copies_mask (function *fn);

/* ROUND's field has been assigned in FN.  */
void hwpgo_copies_assigned (function *fn, enum hwpgo_round round);

/* True for an insn that makes code in the end.  */
static inline bool
hwpgo_insn_written_p (const rtx_insn *insn)
{
  return NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
         && GET_CODE (PATTERN (insn)) != CLOBBER;
}

/* All blocks of FN, with statements or insns, in the order in which the copies in
   them are numbered, to ORDER.  */
void hwpgo_copy_order (function *fn, vec<basic_block> *order);

/* Let DEPTHS have for each block of FN, by index, in how many loops it is.  */
void hwpgo_copy_depths (function *fn, vec<unsigned> *depths);

/* Number *I, from 0 on, of the *N bodies that the function of FNDECL has:
   clones, which profiles have under one name.  */
void hwpgo_copies_bodies (tree fndecl, unsigned *i, unsigned *n);

/* The part that the body of FNDECL has of the entries of all of them, by the
   callgraph; 1 where nothing is known.  */
double hwpgo_copies_part (tree fndecl);

/* How many copies the place of LOCATION has, where ROUND, assigned in FN, has
   told them apart; 0: it has one, or that is not known.  */
uint32_t hwpgo_copies_of (function *fn, location_t location,
                          enum hwpgo_round round);

/* Put the statements of BB, in GIMPLE, aside.  */
void hwpgo_copies_put_aside (basic_block bb);

/* Is what DISCRIMINATOR belongs to aside, before ROUND is assigned?  */
bool hwpgo_copies_aside_p (unsigned discriminator, enum hwpgo_round round);

/* The number of the copy that DISCRIMINATOR has before ROUND is assigned; 0:
   it is no copy.  */
unsigned hwpgo_copies_number (unsigned discriminator, enum hwpgo_round round);

#endif
