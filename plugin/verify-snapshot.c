/* The verifier's snapshots, and the tables of its rules.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/verify.h"

#include <stdlib.h>
#include <string.h>

#include "plugin/verify-internal.h"

const double hwpgo_verify_tolerance[HWPGO_VERIFY_RULES] = {
#define HWPGO_VERIFY_RULE(id, name, tolerance, text) tolerance,
#include "plugin/verify-rules.def"
};

static const struct
{
  const char *name, *text;
} rules_table[HWPGO_VERIFY_RULES] = {
#define HWPGO_VERIFY_RULE(id, name, tolerance, text) { name, text },
#include "plugin/verify-rules.def"
};

const char *
hwpgo_verify_rule_name (enum hwpgo_verify_rule rule)
{
  return rules_table[rule].name;
}

const char *
hwpgo_verify_rule_text (enum hwpgo_verify_rule rule)
{
  return rules_table[rule].text;
}

/* The rules that the LENGTH bytes at NAME mean; 0: none.  */
static hwpgo_verify_rules
rules_named (const char *name, size_t length)
{
  if (length == strlen ("all") && memcmp (name, "all", length) == 0)
    return HWPGO_VERIFY_ALL_RULES;
  for (unsigned i = 0; i < HWPGO_VERIFY_RULES; i++)
    if (strlen (rules_table[i].name) == length
        && memcmp (name, rules_table[i].name, length) == 0)
      return 1u << i;
  return 0;
}

int
hwpgo_verify_parse_rules (const char *text, hwpgo_verify_rules *rules,
                          struct hwpgo_error *err)
{
  *rules = HWPGO_VERIFY_ALL_RULES;
  if (!text)
    return 0;
  if (*text != '-')
    *rules = 0;
  for (const char *next = text;; next++)
    {
      bool out = *next == '-';
      next += out;
      size_t length = strcspn (next, ",");
      hwpgo_verify_rules named = rules_named (next, length);
      if (!named)
        return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                                "'%.*s' is no rule of the verifier",
                                (int) (length < 64 ? length : 64), next);
      *rules = out ? *rules & ~named : *rules | named;
      next += length;
      if (!*next)
        return 0;
    }
}

struct hwpgo_verify_block *
hwpgo_verify_add_block (struct hwpgo_verify_snapshot *s)
{
  if (!HWPGO_GROW (s->blocks, s->blocks_capacity, s->n_blocks + 1))
    return NULL;
  struct hwpgo_verify_block *block = &s->blocks[s->n_blocks++];
  memset (block, 0, sizeof *block);
  block->note = -1;
  return block;
}

struct hwpgo_verify_edge *
hwpgo_verify_add_edge (struct hwpgo_verify_snapshot *s)
{
  if (!HWPGO_GROW (s->edges, s->edges_capacity, s->n_edges + 1))
    return NULL;
  struct hwpgo_verify_edge *edge = &s->edges[s->n_edges++];
  memset (edge, 0, sizeof *edge);
  edge->probability = -1;
  return edge;
}

void
hwpgo_verify_free (struct hwpgo_verify_snapshot *s)
{
  free (s->blocks);
  free (s->edges);
  free (s->breaks);
  hwpgo_map_free (&s->by_id);
  memset (s, 0, sizeof *s);
}

/* Blocks without a place, such as those that split an edge, get that of what
   follows or, failing that, of what comes before.  */
static void
place_blocks (struct hwpgo_verify_snapshot *s)
{
  for (size_t i = s->n_edges; i-- > 0;)
    {
      struct hwpgo_verify_edge *e = &s->edges[i];
      if (s->blocks[e->from].place == 0)
        s->blocks[e->from].place = s->blocks[e->to].place;
    }
  for (size_t i = 0; i < s->n_edges; i++)
    {
      struct hwpgo_verify_edge *e = &s->edges[i];
      if (s->blocks[e->to].place == 0)
        s->blocks[e->to].place = s->blocks[e->from].place;
    }
}

int
hwpgo_verify_finish (struct hwpgo_verify_snapshot *s)
{
  for (size_t i = 0; i < s->n_edges; i++)
    {
      struct hwpgo_verify_block *b = &s->blocks[s->edges[i].from];
      if (b->n_edges++ == 0)
        b->first_edge = i;
    }
  for (size_t i = 0; i < s->n_blocks; i++)
    {
      uint64_t *slot = hwpgo_map_slot (&s->by_id, s->blocks[i].id, 0);
      if (!slot)
        return -HWPGO_E_NOMEM;
      *slot = i + 1;
    }
  place_blocks (s);
  return s->has_profile ? hwpgo_verify_state (s) : 0;
}

const struct hwpgo_verify_block *
hwpgo_verify_same (const struct hwpgo_verify_snapshot *s,
                   const struct hwpgo_verify_block *block)
{
  const uint64_t *found = hwpgo_map_find (&s->by_id, block->id, 0);
  return found ? &s->blocks[*found - 1] : NULL;
}

void
hwpgo_verify_findings_free (struct hwpgo_verify_findings *findings)
{
  free (findings->list);
  memset (findings, 0, sizeof *findings);
}

void
hwpgo_verify_history_free (struct hwpgo_verify_history *history)
{
  hwpgo_map_free (&history->told);
  hwpgo_map_free (&history->known);
}
