/* The verifier's rules and whom it blames.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/unit.h"

#include <stdlib.h>

#include "plugin/verify.h"

/* A graph of up to so many blocks, made anew for each snapshot:

       0 -> 2;  2 -> 3 (0.25), 4 (0.75);  3, 4 -> 5;  5 -> 1

   with count 1000 at the entry.  */
enum
{
  ENTRY,
  EXIT,
  HEAD,
  LEFT,
  RIGHT,
  JOIN,
  N_BLOCKS
};

struct graph
{
  struct hwpgo_verify_block blocks[16];
  size_t n_blocks;
  struct hwpgo_verify_edge edges[32];
  size_t n_edges;
  struct hwpgo_verify_count callgraph;
  bool callgraph_apart, machine;
};

static size_t
block (struct graph *g, uint64_t id, uint64_t count)
{
  struct hwpgo_verify_block *b = &g->blocks[g->n_blocks];
  *b = (struct hwpgo_verify_block){ .id = id,
                                    .place = id + 100,
                                    .content = id,
                                    .number = (unsigned) id,
                                    .count = { count, HWPGO_QUALITY_PRECISE },
                                    .executions = count,
                                    .terminator = HWPGO_VERIFY_FALL,
                                    .hot = true,
                                    .note = -1 };
  return g->n_blocks++;
}

static struct hwpgo_verify_edge *
edge (struct graph *g, size_t from, size_t to, double probability)
{
  struct hwpgo_verify_edge *e = &g->edges[g->n_edges++];
  *e = (struct hwpgo_verify_edge){ .from = from,
                                   .to = to,
                                   .probability = probability };
  return e;
}

static struct graph
diamond (void)
{
  struct graph g = { .callgraph = { 1000, HWPGO_QUALITY_PRECISE } };
  static const uint64_t counts[N_BLOCKS]
      = { 1000, 1000, 1000, 250, 750, 1000 };
  for (size_t i = 0; i < N_BLOCKS; i++)
    block (&g, i + 1, counts[i]);
  edge (&g, ENTRY, HEAD, 1);
  edge (&g, HEAD, LEFT, 0.25);
  edge (&g, HEAD, RIGHT, 0.75);
  edge (&g, LEFT, JOIN, 1);
  edge (&g, RIGHT, JOIN, 1);
  edge (&g, JOIN, EXIT, 1);
  g.blocks[HEAD].terminator = HWPGO_VERIFY_CONDITIONAL;
  g.blocks[HEAD].branch = 77;
  return g;
}

/* What one comparison said, "rule@block is/should" a finding.  */
struct said
{
  char text[1024];
};

struct unit
{
  struct hwpgo_verify_history history;
  struct hwpgo_verify_snapshot last;
  bool any;
  hwpgo_verify_rules rules;
  uint64_t function;
};

static void
fill (struct hwpgo_verify_snapshot *s, const struct graph *g)
{
  memset (s, 0, sizeof *s);
  for (size_t i = 0; i < g->n_blocks; i++)
    {
      struct hwpgo_verify_block *b = hwpgo_verify_add_block (s);
      if (b)
        *b = g->blocks[i];
    }
  /* In the order of the blocks that they leave.  */
  for (size_t i = 0; i < g->n_blocks; i++)
    for (size_t j = 0; j < g->n_edges; j++)
      if (g->edges[j].from == i)
        {
          struct hwpgo_verify_edge *e = hwpgo_verify_add_edge (s);
          if (e)
            *e = g->edges[j];
        }
  s->has_profile = true;
  s->callgraph = g->callgraph;
  s->callgraph_apart = g->callgraph_apart;
  s->machine = g->machine;
  CHECK (hwpgo_verify_finish (s) == 0);
}

/* The function looks like G after another pass.  */
static struct said
after_pass (struct unit *u, const struct graph *g)
{
  struct said said = { "" };
  struct hwpgo_verify_snapshot now;
  struct hwpgo_verify_findings found = { NULL, 0, 0 };
  fill (&now, g);
  CHECK (hwpgo_verify_compare (u->any ? &u->last : NULL, &now, u->function,
                               u->rules ? u->rules : HWPGO_VERIFY_ALL_RULES,
                               &u->history, &found)
         == 0);
  for (size_t i = 0; i < found.n; i++)
    {
      size_t used = strlen (said.text);
      snprintf (said.text + used, sizeof said.text - used, "%s%s@%u %g/%g",
                used ? "; " : "", hwpgo_verify_rule_name (found.list[i].rule),
                now.blocks[found.list[i].block].number, found.list[i].is,
                found.list[i].should);
    }
  hwpgo_verify_findings_free (&found);
  hwpgo_verify_free (&u->last);
  u->last = now;
  u->any = true;
  return said;
}

static void
end (struct unit *u)
{
  hwpgo_verify_free (&u->last);
  hwpgo_verify_history_free (&u->history);
}

/* From a diamond to G, and that nothing is said of G again.  */
static void
check_change (const struct graph *g, const char *want)
{
  struct unit u = { .any = false };
  struct graph before = diamond ();
  CHECK_STRING (after_pass (&u, &before).text, "");
  CHECK_STRING (after_pass (&u, &before).text, "");
  CHECK_STRING (after_pass (&u, g).text, want);
  CHECK_STRING (after_pass (&u, g).text, "");
  end (&u);
}

static void
probabilities (void)
{
  struct graph g = diamond ();
  g.edges[1].probability = -1;
  check_change (&g, "probability-missing@3 1/0");
  /* Where control cannot go elsewhere nobody asks.  */
  g.blocks[HEAD].terminator = HWPGO_VERIFY_OTHER;
  check_change (&g, "");

  g = diamond ();
  g.edges[1].probability = 0.5;
  g.blocks[LEFT].count.value = 500;
  g.blocks[JOIN].count.value = 1250;
  check_change (&g, "probability-sum@3 1.25/1");
  g.edges[1].probability = 0.2575;
  g.blocks[LEFT].count.value = 257;
  g.blocks[JOIN].count.value = 1007;
  check_change (&g, "");

  /* A call that throws or does not return at all.  */
  g = diamond ();
  g.blocks[HEAD].terminator = HWPGO_VERIFY_EXCEPTION;
  g.edges[1].exception = g.edges[2].exception = true;
  g.edges[1].probability = g.edges[2].probability = 0;
  g.blocks[LEFT].count.value = g.blocks[RIGHT].count.value = 0;
  g.blocks[JOIN].count.value = 0;
  check_change (&g, "");
}

static void
swapped_edges (void)
{
  struct graph g = diamond ();
  g.edges[1].probability = 0.75;
  g.edges[2].probability = 0.25;
  check_change (&g, "swapped@3 0.75/0.25; flow@4 750/250; flow@5 250/750");
  /* All the same if the counts go along.  */
  g.blocks[LEFT].count.value = 750;
  g.blocks[RIGHT].count.value = 250;
  check_change (&g, "swapped@3 0.75/0.25");
  /* But not if the edges have only changed places.  */
  g = diamond ();
  struct hwpgo_verify_edge first = g.edges[1];
  g.edges[1] = g.edges[2];
  g.edges[2] = first;
  check_change (&g, "");
}

static void
counts (void)
{
  struct graph g = diamond ();
  g.blocks[RIGHT].count.quality = HWPGO_QUALITY_NONE;
  check_change (&g, "count-missing@5 -1/-1");

  g = diamond ();
  g.blocks[LEFT].count.value = 125;
  check_change (&g, "flow@4 250/125; flow@6 875/1000");
  g.blocks[LEFT].count.value = 247;
  check_change (&g, "");

  /* What rounding a probability to a ten-thousandth makes of a rare block.  */
  g = diamond ();
  for (size_t i = 0; i < N_BLOCKS; i++)
    g.blocks[i].count.value = 1000000;
  g.blocks[LEFT].count.value = 60;
  g.edges[1].probability = 0;
  g.edges[2].probability = 1;
  check_change (&g, "entry-differs@1 1000/1e+06");
}

static void
entries (void)
{
  struct graph g = diamond ();
  g.callgraph.value = 500;
  check_change (&g, "entry-differs@1 500/1000");
  g.callgraph_apart = true;
  check_change (&g, "");
  g = diamond ();
  g.callgraph.quality = HWPGO_QUALITY_NONE;
  check_change (&g, "entry-lost@1 -1/1000");
  g = diamond ();
  g.blocks[ENTRY].count.quality = HWPGO_QUALITY_NONE;
  check_change (&g, "entry-lost@1 -1/1000");
}

static void
notes (void)
{
  struct graph g = diamond ();
  g.blocks[HEAD].note = 0.25;
  g.blocks[HEAD].noted_edge = 0.25;
  check_change (&g, "");
  g.blocks[HEAD].noted_edge = 0.3;
  check_change (&g, "note-differs@3 0.25/0.3");
}

static void
qualities (void)
{
  struct graph g = diamond ();
  g.blocks[LEFT].count.quality = HWPGO_QUALITY_GUESSED_LOCAL;
  check_change (&g, "quality-lowered@4 250/250");
  g.blocks[LEFT].count.quality = HWPGO_QUALITY_ADJUSTED;
  check_change (&g, "");
  g.blocks[LEFT].count.quality = HWPGO_QUALITY_GUESSED_GLOBAL0;
  check_change (&g, "");
  /* A block with other content is another block.  */
  g.blocks[LEFT].count.quality = HWPGO_QUALITY_GUESSED_LOCAL;
  g.blocks[LEFT].content = 4711;
  check_change (&g, "");
}

static void
unlikely_blocks (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  g.blocks[LEFT].rare = true;
  g.blocks[LEFT].hot = false;
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.blocks[LEFT].rare = false;
  CHECK_STRING (after_pass (&u, &g).text, "");
  end (&u);
  u = (struct unit){ .any = false };
  g.blocks[LEFT].rare = true;
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.blocks[LEFT].rare = false;
  g.blocks[LEFT].hot = true;
  CHECK_STRING (after_pass (&u, &g).text, "unlikely-hot@4 250/250");
  end (&u);
  /* It was merged with a block that is.  */
  u = (struct unit){ .any = false };
  g.blocks[LEFT].rare = true;
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.blocks[LEFT].rare = false;
  g.blocks[LEFT].content = 4711;
  CHECK_STRING (after_pass (&u, &g).text, "");
  end (&u);
}

/* LEFT and the JOIN behind it become a copy: tail duplication, with HEAD's
   branch copied, too.  */
static struct graph
duplicated (uint64_t copy, uint64_t rest)
{
  struct graph g = diamond ();
  size_t again = block (&g, 20, copy);
  g.blocks[again].place = g.blocks[HEAD].place;
  g.blocks[again].branch = g.blocks[HEAD].branch;
  g.blocks[again].terminator = HWPGO_VERIFY_CONDITIONAL;
  g.blocks[HEAD].count.value = rest;
  g.edges[0].probability = (double) rest / 1000;
  edge (&g, ENTRY, again, (double) copy / 1000);
  edge (&g, again, LEFT, 0.25);
  edge (&g, again, RIGHT, 0.75);
  return g;
}

static void
copies (void)
{
  struct graph g = duplicated (400, 600);
  check_change (&g, "");
  g = duplicated (900, 600);
  g.edges[0].probability = 0.4;
  g.edges[6].probability = 0.6;
  /* The copy stands where HEAD does, and a place is told once.  */
  check_change (&g, "flow@3 400/600; count-grown@3 1500/1000;"
                    " flow@4 375/250; flow@5 1125/750");
  /* Machine code has several branches for one of the source.  */
  struct unit u = { .any = false };
  struct graph before = diamond ();
  after_pass (&u, &before);
  g = duplicated (600, 600);
  g.edges[0].probability = g.edges[6].probability = 0.5;
  for (size_t i = HEAD; i < g.n_blocks; i++)
    g.blocks[i].place = g.blocks[HEAD].place;
  g.machine = true;
  CHECK_STRING (after_pass (&u, &g).text, "flow@5 900/750");
  end (&u);
  /* That the whole function runs more often is no copying.  */
  g = duplicated (400, 600);
  for (size_t i = 0; i < g.n_blocks; i++)
    g.blocks[i].count.value *= 8;
  g.callgraph.value *= 8;
  check_change (&g, "");
}

/* HEAD's branch is found to go left.  */
static struct graph
folded (void)
{
  struct graph g = diamond ();
  g.blocks[HEAD].terminator = HWPGO_VERIFY_FALL;
  g.blocks[HEAD].branch = 0;
  g.edges[1].probability = 1;
  g.edges[2] = g.edges[--g.n_edges];
  return g;
}

static void
resolved_branches (void)
{
  struct graph g = folded ();
  /* RIGHT has no way in, and LEFT has more than it had.  */
  check_change (&g, "flow-folded@4 1000/250");
  /* More than the branch can explain is not explained by it.  */
  g.blocks[JOIN].count.value = 30000;
  check_change (&g, "flow-folded@4 1000/250; flow@6 1000/30000");
  struct unit u = { .rules = 1u << HWPGO_VERIFY_FLOW };
  struct graph before = diamond ();
  after_pass (&u, &before);
  CHECK_STRING (after_pass (&u, &g).text, "flow@6 1000/30000");
  end (&u);
}

/* HEAD's switch becomes two branches, which share it out wrongly: it was not
   resolved.  */
static void
lowered_switches (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  g.blocks[HEAD].terminator = HWPGO_VERIFY_SWITCH;
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.blocks[HEAD].terminator = HWPGO_VERIFY_CONDITIONAL;
  g.blocks[HEAD].branch = 0;
  g.edges[1].probability = g.edges[2].probability = 0.5;
  CHECK_STRING (after_pass (&u, &g).text, "flow@4 500/250; flow@5 500/750");
  end (&u);
}

static void
differences_move (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.blocks[LEFT].count.value = 125;
  CHECK_STRING (after_pass (&u, &g).text, "flow@4 250/125; flow@6 875/1000");
  /* LEFT is split, and what was wrong at its begin is at the new block's.  */
  g.blocks[LEFT].count.value = 250;
  size_t half = block (&g, 21, 125);
  g.edges[3].to = half;
  edge (&g, half, JOIN, 1);
  CHECK_STRING (after_pass (&u, &g).text, "");
  /* Nor are copies of it, in another function, but what it does not explain
     is.  */
  struct hwpgo_verify_history history = u.history;
  u.history = (struct hwpgo_verify_history){ { NULL, 0, 0 }, { NULL, 0, 0 } };
  end (&u);
  u = (struct unit){ .history = history, .function = 2 };
  g = diamond ();
  CHECK_STRING (after_pass (&u, &g).text, "");
  size_t copy = block (&g, 22, 500);
  g.blocks[copy].place = g.blocks[LEFT].place;
  g.blocks[JOIN].place = 4711;
  edge (&g, HEAD, copy, 0);
  edge (&g, copy, JOIN, 1);
  CHECK_STRING (after_pass (&u, &g).text, "flow@6 1500/1000");
  end (&u);
}

/* What is made of a missing value is missing, too, and no news.  */
static void
losses_spread (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  CHECK_STRING (after_pass (&u, &g).text, "");
  g.edges[1].probability = -1;
  CHECK_STRING (after_pass (&u, &g).text, "probability-missing@3 1/0");
  /* The edge is split.  */
  struct graph split = g;
  size_t half = block (&split, 30, 0);
  split.blocks[half].count.quality = HWPGO_QUALITY_NONE;
  split.edges[1].to = half;
  edge (&split, half, LEFT, 1);
  CHECK_STRING (after_pass (&u, &split).text, "");
  /* And somebody counts the new block, wrongly; what LEFT gets could not be
     judged before.  */
  split.blocks[half].count
      = (struct hwpgo_verify_count){ 100, HWPGO_QUALITY_PRECISE };
  CHECK_STRING (after_pass (&u, &split).text, "");
  /* But a new block between such that have all has no excuse.  */
  split = diamond ();
  end (&u);
  u = (struct unit){ .any = false };
  CHECK_STRING (after_pass (&u, &split).text, "");
  half = block (&split, 30, 0);
  split.blocks[half].count.quality = HWPGO_QUALITY_NONE;
  split.edges[1].to = half;
  edge (&split, half, LEFT, 1);
  CHECK_STRING (after_pass (&u, &split).text, "count-missing@30 -1/-1");
  end (&u);
}

/* Counts of 1, of which a pass makes 90 and more.  */
static void
scaled_rounding (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  static const uint64_t counts[] = { 10, 10, 10, 3, 8, 10 };
  for (size_t i = 0; i < N_BLOCKS; i++)
    g.blocks[i].count.value = counts[i];
  g.callgraph.value = 10;
  CHECK_STRING (after_pass (&u, &g).text, "");
  for (size_t i = 0; i < N_BLOCKS; i++)
    g.blocks[i].count.value *= 90;
  g.callgraph.value *= 90;
  CHECK_STRING (after_pass (&u, &g).text, "");
  end (&u);
}

/* What a function brings along is nobody's fault, and known.  */
static void
new_functions (void)
{
  struct unit u = { .any = false };
  struct graph g = diamond ();
  g.blocks[LEFT].count.value = 125;
  CHECK_STRING (after_pass (&u, &g).text, "");
  CHECK_STRING (after_pass (&u, &g).text, "");
  end (&u);
}

static void
rule_lists (void)
{
  static const struct
  {
    const char *text;
    hwpgo_verify_rules rules; /* 0: refused.  */
  } lists[] = {
    { NULL, HWPGO_VERIFY_ALL_RULES },
    { "all", HWPGO_VERIFY_ALL_RULES },
    { "flow", 1u << HWPGO_VERIFY_FLOW },
    { "flow,swapped", 1u << HWPGO_VERIFY_FLOW | 1u << HWPGO_VERIFY_SWAPPED },
    { "-flow", HWPGO_VERIFY_ALL_RULES & ~(1u << HWPGO_VERIFY_FLOW) },
    { "all,-flow,-swapped", HWPGO_VERIFY_ALL_RULES & ~(1u << HWPGO_VERIFY_FLOW)
                                & ~(1u << HWPGO_VERIFY_SWAPPED) },
    { "", 0 },
    { "flo", 0 },
    { "flow,", 0 },
    { "flow,,swapped", 0 },
    { "--flow", 0 },
    { "-", 0 },
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    {
      hwpgo_verify_rules rules;
      struct hwpgo_error err = { 0 };
      int ret = hwpgo_verify_parse_rules (lists[i].text, &rules, &err);
      CHECK ((ret == 0) == (lists[i].rules != 0));
      CHECK ((ret == 0) == (err.text[0] == '\0'));
      if (ret == 0)
        CHECK_U64 (rules, lists[i].rules);
    }
}

/* Every rule is broken above, and each can be switched off alone.  */
static void
rules_are_switched (void)
{
  struct graph g = diamond ();
  g.blocks[LEFT].count.value = 125;
  g.callgraph.value = 3;
  struct unit u
      = { .rules = HWPGO_VERIFY_ALL_RULES & ~(1u << HWPGO_VERIFY_FLOW) };
  struct graph before = diamond ();
  after_pass (&u, &before);
  CHECK_STRING (after_pass (&u, &g).text, "entry-differs@1 3/1000");
  end (&u);
}

int
main (void)
{
  RUN (probabilities);
  RUN (swapped_edges);
  RUN (counts);
  RUN (entries);
  RUN (notes);
  RUN (qualities);
  RUN (unlikely_blocks);
  RUN (copies);
  RUN (resolved_branches);
  RUN (lowered_switches);
  RUN (differences_move);
  RUN (scaled_rounding);
  RUN (losses_spread);
  RUN (new_functions);
  RUN (rule_lists);
  RUN (rules_are_switched);
  return UNIT_RESULT;
}
