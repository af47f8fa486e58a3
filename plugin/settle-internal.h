/* What settling and its questions about callers share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_SETTLE_INTERNAL_H
#define HWPGO_PLUGIN_SETTLE_INTERNAL_H

#include "plugin/settle.h"

/* A profile without samples has just the right shape: functions and inlined
   calls.  The head count of an inlined call is its number of copies.  */
struct hwpgo_contexts
{
  struct hwpgo_profile *tree;
  struct hwpgo_map only_here; /* (a name that the tree interned) to its number
                                 from 1 on; 0: others call it, too.  */
  size_t n_only_here;         /* the highest number.  */
  struct hwpgo_map elsewhere; /* (a name that the tree interned) to 1: inlined
                                 in functions that are not here, too.  */
  struct hwpgo_map split; /* (a name that the tree interned) to 1: a part was
                             split off that is a body here.  */
  struct hwpgo_map entries; /* (a name that the tree interned) to 1 + the line and
                               the base discriminator of what runs once for each
                               entry.  */
  bool calls_noted;
};

/* The key of the call of CALLEE at AT in FUNCTION.  Pointers have fewer than
   48 bits, lines and numbers 16.  */
struct hwpgo_call_key
{
  uint64_t a, b;
};

static inline struct hwpgo_call_key
hwpgo_call_key (const struct hwpgo_function *function,
                struct hwpgo_location at, const char *callee)
{
  return (struct hwpgo_call_key){
    (uint64_t) at.discriminator << 48 ^ (uintptr_t) function,
    (uint64_t) at.line << 48 ^ (uintptr_t) callee
  };
}

/* Is NAME in SET, of names that CONTEXTS' tree has interned?  */
bool hwpgo_contexts_name_in (const struct hwpgo_contexts *contexts,
                             const struct hwpgo_map *set, const char *name);

/* An inlined call of the profile that is looked for in the unit.  */
struct hwpgo_sought
{
  const struct hwpgo_function *from; /* the caller, in the profile.  */
  hwpgo_meaning *meaning;
  struct hwpgo_location at;
  const char *name; /* the unit's for the callee.  */
};

/* Call VISIT for each call in CONTEXT, of the unit, that SOUGHT may be, with
   the part of its counts that that one has; *FOUND tells if there was any.
   Stops when VISIT returns other than 0, and returns that.  */
int hwpgo_sought_each (const struct hwpgo_sought *sought,
                       const struct hwpgo_function *context, bool *found,
                       int (*visit) (const struct hwpgo_callsite *here,
                                     double part, void *data),
                       void *data);

/* How much of the profile's records of functions that only this unit calls is
   of this unit.  */
struct hwpgo_parts
{
  const struct hwpgo_contexts *contexts;
  hwpgo_meaning *meaning;
  struct hwpgo_part
  {
    double head;         /* entries of its records.  */
    double here, itself; /* calls of it from this unit, and recursive ones.  */
    double rounded;      /* counts of which ITSELF is the sum.  */
    double part;         /* 0 to 1.  */
  } * parts;             /* by number - 1; NULL: all of all of them.  */
};

/* Find the parts of FROM's records; 0 or -HWPGO_E_NOMEM.  To be freed in any
   case.  */
int hwpgo_parts_find (struct hwpgo_parts *parts,
                      const struct hwpgo_profile *from,
                      const struct hwpgo_contexts *contexts,
                      hwpgo_meaning *meaning);
void hwpgo_parts_free (struct hwpgo_parts *parts);

/* The part of a record of the function that the unit calls NAME.  */
double hwpgo_parts_of_record (const struct hwpgo_parts *parts,
                              const char *name);

/* The part of what was inlined of function NAME, in something of which PART is
   of this unit.  */
double hwpgo_parts_of_inlined (const struct hwpgo_parts *parts,
                               const char *name, double part);

#endif
