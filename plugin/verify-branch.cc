/* What becomes of a branch's probabilities, pass by pass.
   SPDX-License-Identifier: GPL-2.0-or-later

   For a probability that was kept and points the wrong way, which no rule can
   see: scripts/find-reversals knows from a recording that it does, and looks
   in these lines for where it began to.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/verify-gcc.h"

/* Less is rounding.  */
#define CHANGE 0.001

/* True if PLACE is on the line that the argument names, of a file that ends
   with its name.  */
static bool
wanted_p (uint64_t place)
{
  const char *wanted = hwpgo_plugin.args.verify_branch;
  expanded_location at = expand_location ((location_t) place);
  const char *colon = strrchr (wanted, ':');
  size_t length = colon ? colon - wanted : 0;
  if (!place || !colon || !at.file || strlen (at.file) < length)
    return false;
  const char *tail = at.file + strlen (at.file) - length;
  return memcmp (tail, wanted, length) == 0
         && (tail == at.file || tail[-1] == '/' || *wanted == '/')
         && at.line == atoi (colon + 1);
}

static int
line_of (uint64_t place)
{
  return place ? LOCATION_LINE ((location_t) place) : 0;
}

/* One of the two ways of a branch.  */
struct way
{
  int line;
  double probability;
};

static struct way
way_of (const struct hwpgo_verify_snapshot *s,
        const struct hwpgo_verify_block *b, size_t i)
{
  const struct hwpgo_verify_edge *e = &s->edges[b->first_edge + i];
  struct way way = { line_of (s->blocks[e->to].place), e->probability };
  return way;
}

static bool
same_p (const struct way &a, const struct way &b)
{
  return a.line == b.line && a.probability - b.probability < CHANGE
         && b.probability - a.probability < CHANGE;
}

/* The block of S with BLOCK's id that ends as it does, or NULL.  */
static const struct hwpgo_verify_block *
counterpart (const struct hwpgo_verify_snapshot *s,
             const struct hwpgo_verify_block *block)
{
  const uint64_t *at = s ? hwpgo_map_find (&s->by_id, block->id, 0) : NULL;
  const struct hwpgo_verify_block *b = at ? &s->blocks[*at - 1] : NULL;
  return b && b->n_edges == 2 && b->place == block->place ? b : NULL;
}

static void
report (const opt_pass *pass, function *fn,
        const struct hwpgo_verify_block *block, const struct way *ways)
{
  hwpgo_report_begin ("verify-branch");
  hwpgo_report_string ("pass", hwpgo_verify_pass_name (pass));
  hwpgo_report_string ("function",
                       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn->decl)));
  hwpgo_report_u64 ("line", line_of (block->place));
  hwpgo_report_u64 ("block", block->number);
  hwpgo_report_u64 ("count", block->count.value);
  hwpgo_report_u64 ("first_line", ways[0].line);
  if (ways[0].probability >= 0)
    hwpgo_report_fraction ("first", ways[0].probability);
  hwpgo_report_u64 ("second_line", ways[1].line);
  if (ways[1].probability >= 0)
    hwpgo_report_fraction ("second", ways[1].probability);
  hwpgo_report_end ();
}

void
hwpgo_verify_follow (const opt_pass *pass, function *fn,
                     const struct hwpgo_verify_snapshot *before,
                     const struct hwpgo_verify_snapshot *after)
{
  for (size_t i = 0; i < after->n_blocks; i++)
    {
      const struct hwpgo_verify_block *b = &after->blocks[i];
      if (b->n_edges != 2 || b->terminator != HWPGO_VERIFY_CONDITIONAL
          || !wanted_p (b->place))
        continue;
      struct way ways[2] = { way_of (after, b, 0), way_of (after, b, 1) };
      const struct hwpgo_verify_block *was = counterpart (before, b);
      if (was && same_p (ways[0], way_of (before, was, 0))
          && same_p (ways[1], way_of (before, was, 1)))
        continue;
      report (pass, fn, b, ways);
    }
}
