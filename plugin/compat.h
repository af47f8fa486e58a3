/* What differs between GCC 11 and later: the old compiler is given the new
   name.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each block names the version that changed it.  Delete a block when the
   oldest supported version (gcc-headers.h) moves past it.  */

#ifndef HWPGO_PLUGIN_COMPAT_H
#define HWPGO_PLUGIN_COMPAT_H

/* For tables with a row for some versions.  */
#define HWPGO_GCC_MAJOR GCCPLUGIN_VERSION_MAJOR

/* GCC 12: the formats became bits of a set.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
static inline bool
dwarf_debuginfo_p (void)
{
  return write_symbols == DWARF2_DEBUG
         || write_symbols == VMS_AND_DWARF2_DEBUG;
}
#endif

/* GCC 12: warnings are suppressed one by one.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define HWPGO_NO_WARNINGS(decl) (TREE_NO_WARNING (decl) = 1)
#else
#define HWPGO_NO_WARNINGS(decl) suppress_warning (decl)
#endif

/* GCC 12: what is known of a name's range comes from a query.  R is an irange, which
   becomes undefined where control does not come.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define HWPGO_GLOBAL_RANGE(r, name) (get_range_info (name, r) != VR_UNDEFINED)
#else
#define HWPGO_GLOBAL_RANGE(r, name)                                           \
  (get_global_range_query ()->range_of_expr (r, name))
#endif

/* GCC 13: a location has a discriminator, a basic block has none.  */
#if GCCPLUGIN_VERSION_MAJOR < 13
#define HWPGO_LOCATIONS_HAVE_DISCRIMINATORS 0
#define HWPGO_FORGET_DISCRIMINATOR(bb) ((bb)->discriminator = 0)
#else
#define HWPGO_LOCATIONS_HAVE_DISCRIMINATORS 1
#define HWPGO_FORGET_DISCRIMINATOR(bb) ((void) (bb))
#endif

/* GCC 13: a COND_EXPR takes a value, no longer a comparison.  */
#define HWPGO_SELECTS_TAKE_VALUES (GCCPLUGIN_VERSION_MAJOR >= 13)

/* GCC 12: the combine pass for x86 finds that adding no carry is subtracting with
   one.  */
#define HWPGO_ADDS_NO_CARRY (GCCPLUGIN_VERSION_MAJOR >= 12)

/* GCC 12: the vectoriser gathers elements one by one where the processor cannot.
   GCC 13 counts what that takes.  */
#define HWPGO_GATHERS_FOR_LITTLE (GCCPLUGIN_VERSION_MAJOR == 12)

/* GCC 14 calls it by what it does, and has the old name no more.  */
#if GCCPLUGIN_VERSION_MAJOR < 14
static inline gimple *
last_nondebug_stmt (basic_block bb)
{
  return last_stmt (bb);
}
#pragma GCC poison last_stmt
#endif

/* GCC 13: -O2 for x86 unrolls what is small (r13-3970, 2022-11-14), unless
   -funroll-loops is on the command line.  That is 1 where it is an option of
   the target, and 2 where it is one of optimisation, as of GCC 15.  */
#ifndef ix86_unroll_only_small_loops
#define HWPGO_UNROLLS_ONLY_SMALL_LOOPS 0
#else
#define HWPGO_UNROLLS_ONLY_SMALL_LOOPS (GCCPLUGIN_VERSION_MAJOR < 15 ? 1 : 2)
#endif

/* The target has no-ops of many bytes, as x86 has: it alone has this option.  */
#ifdef ix86_branch_cost
#define HWPGO_LONG_NOPS true
#else
#define HWPGO_LONG_NOPS false
#endif

/* GCC 14: what can_compare_p returns.  */
#if GCCPLUGIN_VERSION_MAJOR < 14
typedef int hwpgo_compare_answer;
#else
typedef bool hwpgo_compare_answer;
#endif

/* GCC 13 says that it is not only about the end of structures.  */
#if GCCPLUGIN_VERSION_MAJOR < 13
#define array_ref_flexible_size_p array_at_struct_end_p
#endif

/* GCC 12 has another name for what copies turns to the way into a loop.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define gimple_duplicate_loop_body_to_header_edge                             \
  gimple_duplicate_loop_to_header_edge
#endif

/* GCC 12 has split "thread": r12-4526, 2021-10-20.  The pass that threads
   first after inlining.  Registration finds only first instances by
   number.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define HWPGO_FIRST_FULL_THREADING "thread"
#else
#define HWPGO_FIRST_FULL_THREADING "threadfull"
#endif

/* GCC 12 has given the first pass of object sizes a name of its own, and has
   __builtin_dynamic_object_size: r12-6030, 2021-12-17.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define HWPGO_FIRST_OBJECT_SIZES "objsz"
#define HWPGO_DYNAMIC_OBJECT_SIZE_P(code) false
#else
#define HWPGO_FIRST_OBJECT_SIZES "early_objsz"
#define HWPGO_DYNAMIC_OBJECT_SIZE_P(code)                                     \
  ((code) == BUILT_IN_DYNAMIC_OBJECT_SIZE)
#endif

/* GCC 16: more than overflow is rewritten, and information on indirect calls
   has become classes.  */
#if GCCPLUGIN_VERSION_MAJOR < 16
#define rewrite_to_defined_unconditional rewrite_to_defined_overflow
#define usable_polymorphic_info_p(info) ((info)->polymorphic)
#endif

/* GCC 12: gcov-io.h, which defines this, no longer includes gcov-iov.h, which
   is not installed.  lto-streamer.h wants the one type of it that is here.  */
#if GCCPLUGIN_VERSION_MAJOR < 12
#define GCC_GCOV_IO_H
struct gcov_summary
{
  unsigned runs;
  gcov_type sum_max;
};
#else
#include "gcov-io.h"
#endif
#include "lto-streamer.h"

#endif
