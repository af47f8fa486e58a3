/* Predicting the targets of indirect branches that have several.
   SPDX-License-Identifier: GPL-2.0-or-later

   As the tables of tage.c, with targets in the place of directions and every
   second of the history's lengths; the last target of the site is the base
   prediction.  */

#include <stdlib.h>

#include "runtime/pmu/predictor-parts.h"

#define TABLES (HWPGO_LANES / 2)
#define ENTRIES 512

struct entry
{
  uint64_t target;
  uint16_t tag;
  uint8_t sure; /* 0..3.  */
  uint8_t useful;
};

struct hwpgo_targets
{
  struct entry tables[TABLES][ENTRIES];
  int failures;
};

struct hwpgo_targets *
hwpgo_targets_new (void)
{
  return calloc (1, sizeof (struct hwpgo_targets));
}

void
hwpgo_targets_free (struct hwpgo_targets *targets)
{
  free (targets);
}

static void
forget_useful (struct hwpgo_targets *t)
{
  for (int i = 0; i < TABLES; i++)
    for (int j = 0; j < ENTRIES; j++)
      t->tables[i][j].useful = 0;
  t->failures = 0;
}

/* New entries in the first two tables after PROVIDER that have room: with
   one alone, two branches that meet there would push each other out for
   ever.  */
static void
allocate (struct hwpgo_targets *t, struct entry *const at[TABLES],
          const uint16_t tags[TABLES], int provider, uint64_t target)
{
  int made = 0;
  for (int i = provider + 1; i < TABLES && made < 2; i++)
    if (at[i]->useful)
      t->failures++;
    else
      {
        *at[i] = (struct entry){ target, tags[i], 0, 0 };
        made++;
      }
  if (t->failures > 1024)
    forget_useful (t);
}

static void
train (struct entry *e, uint64_t target, bool alternate_right)
{
  if (e->target == target)
    {
      e->sure += e->sure < 3;
      e->useful |= !alternate_right;
    }
  else if (e->sure)
    e->sure--;
  else
    {
      e->target = target;
      e->useful = 0;
    }
}

bool
hwpgo_targets_predict (struct hwpgo_targets *targets,
                       struct hwpgo_history *history, struct hwpgo_site *site,
                       uint64_t pc, uint64_t target)
{
  hwpgo_lanes index, tag;
  hwpgo_history_place (history, pc, &index, &tag);
  struct entry *at[TABLES];
  uint16_t tags[TABLES];
  int provider = -1, alternate = -1;
  for (int i = 0; i < TABLES; i++)
    {
      at[i] = &targets->tables[i][index[2 * i + 1] % ENTRIES];
      /* Never 0, which marks an empty entry.  */
      tags[i] = tag[2 * i + 1] | 1 << HWPGO_TAG_BITS;
      if (at[i]->tag != tags[i])
        continue;
      alternate = provider;
      provider = i;
    }
  uint64_t other = alternate >= 0 ? at[alternate]->target : site->target;
  uint64_t predicted = other;
  if (provider >= 0 && (at[provider]->sure || alternate < 0))
    predicted = at[provider]->target;
  bool wrong = predicted != target;
  if (provider >= 0)
    train (at[provider], target, other == target);
  if (wrong)
    allocate (targets, at, tags, provider, target);
  site->target = target;
  /* The target decides the path, so its bits belong into the history.  */
  uint64_t mixed = hwpgo_mix (target);
  for (int i = 0; i < 3; i++)
    hwpgo_history_push (history, target + (uint64_t) i, mixed >> (40 + i) & 1);
  return wrong;
}
