/* The verifier of profiles: which pass lost what of a profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C over a plain graph, so that GIMPLE and RTL share it and unit tests
   can run it.  A snapshot is what one function's profile is between two
   passes.  Two snapshots, before and after a pass, give findings: what is
   broken after it and was not before.  doc/verify.md tells what the rules
   mean and where they cannot know.  */

#ifndef HWPGO_PLUGIN_VERIFY_H
#define HWPGO_PLUGIN_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/base/memory.h"
#include "runtime/profile/block-map.h"

#ifdef __cplusplus
extern "C"
{
#endif

  enum hwpgo_verify_rule
  {
#define HWPGO_VERIFY_RULE(id, name, tolerance, text) HWPGO_VERIFY_##id,
#include "plugin/verify-rules.def"
    HWPGO_VERIFY_RULES
  };

  enum hwpgo_verify_terminator
  {
#define HWPGO_VERIFY_TERMINATOR(id, name, branch) HWPGO_VERIFY_##id,
#include "plugin/verify-terminators.def"
    HWPGO_VERIFY_TERMINATORS
  };

  struct hwpgo_verify_count
  {
    uint64_t value;
    enum hwpgo_quality quality; /* HWPGO_QUALITY_NONE: missing.  */
  };

  struct hwpgo_verify_block
  {
    uint64_t id;      /* that of this block in other snapshots, too; not 0.  */
    uint64_t place;   /* where in the source; 0: nowhere.  Copies share it.  */
    uint64_t branch;  /* the branch that ends it; 0: unknown.  Copies share it,
                         bodies that were inlined apart do not.  */
    uint64_t content; /* a hash; 0: not wanted.  */
    unsigned number;  /* for people.  */
    struct hwpgo_verify_count count;
    uint64_t executions; /* of the program, where a profile says; else 0.  */
    enum hwpgo_verify_terminator terminator;
    bool rare, hot;    /* never executed, may be hot: GCC's opinion.  */
    double note;       /* of REG_BR_PROB, 0 to 1; < 0: there is none.  */
    double noted_edge; /* the probability that it should have.  */
    size_t first_edge, n_edges; /* that leave it.  */
  bool unjudged; /* by hwpgo_verify_finish: what comes in is not known.  */
  };

  struct hwpgo_verify_edge
  {
    size_t from, to;    /* indices of blocks.  */
    double probability; /* 0 to 1; < 0: missing.  */
    bool abnormal; /* of computed gotos and calls that come back elsewhere:
                      flow along it cannot be known.  */
    bool exception, fake;
  };

  /* Broken rule RULE, in one snapshot.  */
  struct hwpgo_verify_break
  {
    enum hwpgo_verify_rule rule;
    size_t block;
    double is, should; /* counts or probabilities; should < 0: none.  */
  };

  /* Start with all zero.  Block 0 is the entry, block 1 the exit, as in GCC;
     the edges stand in the order of the blocks that they leave.  */
  struct hwpgo_verify_snapshot
  {
    struct hwpgo_verify_block *blocks;
    size_t n_blocks, blocks_capacity;
    struct hwpgo_verify_edge *edges;
    size_t n_edges, edges_capacity;
    bool machine;     /* of machine code: a branch of the source may be several
                       there.  */
  bool has_profile; /* else nothing of it is looked at.  */
    struct hwpgo_verify_count callgraph; /* the entry count there.  */
    bool callgraph_apart; /* the body has yet to follow the callgraph.  */

    /* By hwpgo_verify_finish.  */
    struct hwpgo_verify_break *breaks; /* by block, then rule.  */
    size_t n_breaks, breaks_capacity;
    struct hwpgo_map by_id; /* (id, 0) to 1 + index.  */
  };

  /* Add a block or an edge; NULL when out of memory.  Valid until the next
     call.  */
  struct hwpgo_verify_block *
  hwpgo_verify_add_block (struct hwpgo_verify_snapshot *snapshot);
  struct hwpgo_verify_edge *
  hwpgo_verify_add_edge (struct hwpgo_verify_snapshot *snapshot);

  /* When all is added: give blocks without a place that of a neighbour, and
     see which rules of one state are broken.  Returns 0 or -HWPGO_E_NOMEM.  */
  int hwpgo_verify_finish (struct hwpgo_verify_snapshot *snapshot);
  void hwpgo_verify_free (struct hwpgo_verify_snapshot *snapshot);

  /* One that a pass is to blame for.  */
  struct hwpgo_verify_finding
  {
    enum hwpgo_verify_rule rule;
    size_t block;      /* in the snapshot after.  */
    double is, should; /* as in hwpgo_verify_break.  */
    double before;     /* what IS was before; < 0: there was no such block.  */
    uint64_t executions; /* of the block.  */
  };

  struct hwpgo_verify_findings
  {
    struct hwpgo_verify_finding *list;
    size_t n, capacity;
  };
  void hwpgo_verify_findings_free (struct hwpgo_verify_findings *findings);

  /* What of a unit was found already.  Start with all zero.  */
  struct hwpgo_verify_history
  {
    struct hwpgo_map told;  /* (rule and function, place) to 1.  */
    struct hwpgo_map known; /* (rule, place) to 1: broken somewhere.  */
  };
  void hwpgo_verify_history_free (struct hwpgo_verify_history *history);

  /* A set of rules, by their numbers.  */
  typedef uint32_t hwpgo_verify_rules;
#define HWPGO_VERIFY_ALL_RULES ((1u << HWPGO_VERIFY_RULES) - 1)

  /* Take TEXT, names of rules with commas between; a name after '-' is taken
     out, and one that begins the list is taken out of all; "all" is all. NULL:
     all.  Returns 0, or an error that names what is no rule.  */
  int hwpgo_verify_parse_rules (const char *text, hwpgo_verify_rules *rules,
                                struct hwpgo_error *err);
  const char *hwpgo_verify_rule_name (enum hwpgo_verify_rule rule);
  const char *hwpgo_verify_rule_text (enum hwpgo_verify_rule rule);

  /* Add to FINDINGS, in the order of the blocks, what of RULES is broken in
     AFTER, was not in BEFORE, is not told in HISTORY, and is not a copy of
     what is known there; HISTORY learns it.  FUNCTION is a number for the
     function. BEFORE == NULL: the function is new; what it breaks is known
     from now on, and nothing is found.  Returns 0 or -HWPGO_E_NOMEM.  */
  int hwpgo_verify_compare (const struct hwpgo_verify_snapshot *before,
                            const struct hwpgo_verify_snapshot *after,
                            uint64_t function, hwpgo_verify_rules rules,
                            struct hwpgo_verify_history *history,
                            struct hwpgo_verify_findings *findings);

#ifdef __cplusplus
}
#endif

#endif
