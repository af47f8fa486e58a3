/* What the parts of the plugin share.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_PLUGIN_H
#define HWPGO_PLUGIN_PLUGIN_H

#include "plugin/args.h"
#include "plugin/select-cost.h"
#include "runtime/base/bytes.h"
#include "runtime/profile/bundle.h"

struct hwpgo_code;

/* The state of one compilation; set up by plugin_init, never freed.  */
struct hwpgo_plugin
{
  struct hwpgo_args args;
  struct hwpgo_select_params select_params;
  struct hwpgo_bundle bundle; /* empty without args.use.  */
};
extern struct hwpgo_plugin hwpgo_plugin;

/* The passes of pass-list.def.  */
#define HWPGO_PASS(id, kind, name, reference, instance, position, finish)     \
  bool hwpgo_##id##_gate (function *fn);                                      \
  unsigned int hwpgo_##id##_execute (function *fn);
#include "plugin/pass-list.def"
#undef HWPGO_PASS

/* Read, at the first call, what the profiles in the bundle have of this unit,
   whose functions are all there by then; to be called before the profiles are
   looked at.  Errors are told.  */
void hwpgo_unit_profiles (void);
/* Read them once more: names have got a meaning since.  */
void hwpgo_unit_profiles_again (void);

/* How many functions' parts of the profiles were brought to changed code, and
   how many functions were found to have had another name.  */
extern uint64_t hwpgo_rematched_functions, hwpgo_renamed_functions;

/* True if the profile of function NAME is of it, by the calls in it, however
   few of the counts are at places that it has.  */
bool hwpgo_rematch_sure (const char *name);

/* What became of the profiles in this unit, as hwpgo_code_write has it; no
   bytes where nobody looked.  */
const struct hwpgo_bytes *hwpgo_rematch_changes (void);
/* At a link, where CODE has that of all units: give functions that were renamed
   their names, before the profiles are read; and bring these, once they are, to
   the code.  */
void hwpgo_rematch_rename (const struct hwpgo_code *code);
void hwpgo_rematch_again (struct hwpgo_code *code);

/* False if the profile is of a program that had no discriminators of ours:
   built without the plugin, or linked from LTO bytecode.  All that it knows of
   is whole lines.  A single profile does not say, and is taken for ours.  */
bool hwpgo_profile_numbered (void);

/* True if the profile was made of branch records and so has the targets of all
   calls that it saw, direct ones too.  A single profile does not say.  */
bool hwpgo_profile_notes_calls (void);

/* True if this compilation writes a line table, which could hold
   discriminators.  */
bool hwpgo_line_table_wanted (void);

/* Leave a mark in the object, a section .hwpgo.layout that is not loaded,
   with the number of the layout of its discriminators.  At the end of the
   unit.  */
void hwpgo_discriminate_mark_object (void);

/* Declare __builtin_unpredictable; for PLUGIN_START_UNIT.  */
void hwpgo_unpredictable_declare (void *, void *);

/* Make the target answer for the branches that are to stay.  */
void hwpgo_branch_keep_install (void);

/* A warning at LOCATION that 'strict' makes an error.  */
void hwpgo_warn (location_t location, const char *format, ...)
    ATTRIBUTE_PRINTF_2;

/* A superblock is made of a loop (superblock.cc) if so many turns go the usual
   way, at least, for one that goes another or enters the loop.  GCC sees a loop
   in them from 8 on (HEAVY_EDGE_RATIO of cfgloop.cc), and unrolls one that turns
   16 times.  */
#define HWPGO_SUPERBLOCK_RUN 16

#endif
