/* What the parts of hints.h share.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#ifndef HWPGO_PLUGIN_HINTS_INTERNAL_H
#define HWPGO_PLUGIN_HINTS_INTERNAL_H

#include "plugin/hints.h"

/* Where an answer is from.  */
struct hwpgo_hint_answer
{
  struct hwpgo_lookup_depth depth;
  bool copy; /* of this copy alone.  */
};

/* What HINT's interval says.  */
enum hwpgo_predictability hwpgo_hint_verdict (const struct hwpgo_hint *hint,
                                              double threshold);

/* The most specific depth for PLACE, of all of its copies.  A body that is still
   to be inlined (not FINAL) stands for all contexts; one of which the bodies are
   known, for what has become of it in this unit.  */
struct hwpgo_lookup_depth
hwpgo_hint_deepest (const struct hwpgo_hint_source *source,
                    const struct hwpgo_place *place, bool final);

/* The hint from DEPTH alone; false when there are no executions.  */
bool hwpgo_hint_at_depth (const struct hwpgo_hint_source *source,
                          const struct hwpgo_place *place,
                          struct hwpgo_lookup_depth depth, uint32_t mask,
                          struct hwpgo_hint *hint);

/* As hwpgo_hint_lookup, where the bits ALWAYS count under any mask.  *AT tells
   where the answer is from.  */
struct hwpgo_hint hwpgo_hint_look_up (const struct hwpgo_hint_source *source,
                                      const struct hwpgo_place *place,
                                      uint32_t mask, uint32_t always,
                                      bool final,
                                      struct hwpgo_hint_answer *at);

#endif
