/* The default predictor: TAGE with a loop predictor, ITTAGE and per-branch
   trust.
   SPDX-License-Identifier: GPL-2.0-or-later

   Eight tables are looked up with ever longer parts of the history; the
   longest that knows this branch after this history (its tag matches) is the
   provider of the prediction.  A branch that the provider mispredicts gets an
   entry in a table of longer history.

   On a branch that is just random, entries of long histories are noise, and
   predict worse than the plain majority does.  Each branch therefore counts
   when the two differ and who was right, apart for sure and for unsure
   providers; the majority is used while it is ahead.  This is what larger
   designs have a statistical corrector for.

   All this is there twice.  What is recorded is to be compiled again, and a
   branch over a move or two becomes a conditional move then if it is hard to
   predict, or if the recorded program was kept from it ('hwpgo flags
   --train'): its outcomes will be in nobody's history.  In the history of
   today they hide what else there is: the comparison of letters in an edit
   distance, whose three candidates are compared by such branches, seems
   mispredicted in 15 % of its executions, and a Zen 4 predicts it once these
   are conditional moves.  So REST has only other branches in its history.  It
   is asked for what is often mispredicted, and believed where it has done
   better.  */

#include <stdlib.h>
#include <string.h>

#include "runtime/pmu/predictor-parts.h"

#define ENTRIES (1 << HWPGO_INDEX_BITS)

/* An entry: tag << 4 | useful << 3 | counter.  The counter is taken from 4
   on; 3 and 4 are unsure.  Useful entries are not replaced.  */
#define COUNTER 7
#define USEFUL 8
#define TAG_SHIFT 4
#define UNSURE_NOT 3
#define UNSURE_TAKEN 4

/* REST is asked from so many mispredicts on, in 65536ths.  */
#define OFTEN (65536 / 100)

/* A history and what was learnt with it.  */
struct bank
{
  struct hwpgo_history history;
  uint16_t tables[HWPGO_LANES][ENTRIES];
  int8_t new_entries; /* >= 0: new entries beat the next shorter history.  */
  uint32_t random;
};

struct tage
{
  struct hwpgo_predictor base;
  struct bank all, rest;
  struct hwpgo_targets *targets;
};

struct lookup
{
  hwpgo_lanes index, tag;
  int provider, alternate; /* lane, -1: the site's base counter.  */
  uint16_t *entry;         /* of the provider.  */
  bool taken;              /* what the tables say.  */
  bool provider_taken, alternate_taken;
  bool sure, new;
};

/* A byte of all ones for each lane whose tag matches.  */
static uint64_t
matches (const struct bank *t, const struct lookup *l)
{
  hwpgo_lanes e;
#define GATHER(i) e[i] = t->tables[i][l->index[i]];
  GATHER (0)
  GATHER (1)
  GATHER (2)
  GATHER (3)
  GATHER (4)
  GATHER (5)
  GATHER (6)
  GATHER (7)
#undef GATHER
      typedef int8_t bytes __attribute__ ((vector_size (HWPGO_LANES)));
  bytes b = __builtin_convertvector(e >> TAG_SHIFT == l->tag, bytes);
  uint64_t bits;
  memcpy (&bits, &b, sizeof bits);
  return bits;
}

/* The highest lane of such bytes, -1 if there is none.  Lane 0 is the lowest
   byte on a little-endian host, which the emulator's hosts are.  */
static int
highest (uint64_t bits)
{
  return bits ? 7 - __builtin_clzll (bits) / 8 : -1;
}

static uint16_t *
entry_at (struct bank *t, const struct lookup *l, int lane)
{
  return &t->tables[lane][l->index[lane]];
}

static void
look_up (struct bank *t, const struct hwpgo_site *site, uint64_t pc,
         struct lookup *l)
{
  hwpgo_history_place (&t->history, pc, &l->index, &l->tag);
  uint64_t bits = matches (t, l);
  bool base = site->base >= 0;
  l->provider = highest (bits);
  l->alternate = -1;
  l->taken = l->provider_taken = l->alternate_taken = base;
  l->sure = l->new = false;
  if (l->provider < 0)
    return;
  l->alternate = highest (bits & ~(UINT64_MAX << 8 * l->provider));
  if (l->alternate >= 0)
    l->alternate_taken
        = (*entry_at (t, l, l->alternate) & COUNTER) >= UNSURE_TAKEN;
  l->entry = entry_at (t, l, l->provider);
  unsigned counter = *l->entry & COUNTER;
  l->provider_taken = counter >= UNSURE_TAKEN;
  bool unsure = counter == UNSURE_NOT || counter == UNSURE_TAKEN;
  l->sure = counter == 0 || counter == COUNTER;
  l->new = unsure && !(*l->entry & USEFUL);
  l->taken
      = l->new && t->new_entries < 0 ? l->alternate_taken : l->provider_taken;
}

static void
move (uint16_t *entry, bool taken)
{
  unsigned counter = *entry & COUNTER;
  if (taken && counter < COUNTER)
    ++*entry;
  else if (!taken && counter > 0)
    --*entry;
}

/* Xorshift: the same sequence in every run.  */
static uint32_t
next_random (struct bank *t)
{
  t->random ^= t->random << 13;
  t->random ^= t->random >> 17;
  return t->random ^= t->random << 5;
}

/* Give the branch an entry or two of longer history than the provider's.  Where one that is
   useful has the place, it is so no more, half of the times: what comes again after more
   branches than there are entries finds none of them then, as in a core, and not those
   that were there first.  */
static void
allocate (struct bank *t, const struct lookup *l, bool taken)
{
  uint32_t r = next_random (t);
  int lane = l->provider + 1;
  /* Not always the next length, so that two branches that fight for one
     entry part.  */
  if (lane < HWPGO_LANES - 1 && !(r & 3))
    lane++;
  for (int made = 0; lane < HWPGO_LANES; lane++)
    {
      uint16_t *e = entry_at (t, l, lane);
      if (*e & USEFUL)
        {
          if (next_random (t) & 1)
            *e &= (uint16_t) ~USEFUL;
          continue;
        }
      *e = (uint16_t) (l->tag[lane] << TAG_SHIFT
                       | (taken ? UNSURE_TAKEN : UNSURE_NOT));
      if (++made == 2)
        break;
      lane++;
    }
}

/* A branch whose majority beats the tables by far gets few new entries: they
   would only push out those of others.  */
static bool
worth_allocating (struct bank *t, const int8_t *trust)
{
  return trust[0] > -16 || trust[1] > -16 || next_random (t) % 8 == 0;
}

static void
train (struct bank *t, const struct hwpgo_site *site, int8_t *trust,
       const struct lookup *l, bool taken)
{
  bool base = site->base >= 0;
  if (l->provider >= 0 && l->taken != base)
    trust[l->sure]
        = hwpgo_saturate (trust[l->sure], l->taken == taken, -32, 31);
  if (l->provider_taken != taken && l->provider < HWPGO_LANES - 1
      && !(l->new && l->taken == taken) && worth_allocating (t, trust))
    allocate (t, l, taken);
  if (l->provider < 0)
    return;
  if (l->provider_taken != l->alternate_taken)
    {
      if (l->new)
        t->new_entries = hwpgo_saturate (t->new_entries,
                                         l->provider_taken == taken, -8, 7);
      if (l->provider_taken == taken)
        *l->entry |= USEFUL;
      else
        *l->entry &= (uint16_t) ~USEFUL;
    }
  if (l->new && l->alternate >= 0)
    move (entry_at (t, l, l->alternate), taken);
  move (l->entry, taken);
}

/* Look the branch up and train the tables: true for a mispredict.  LOOP is
   what the loop predictor says, < 0: nothing.  */
static bool
consult_bank (struct bank *t, const struct hwpgo_site *site, int8_t *trust,
              uint64_t pc, bool taken, int loop)
{
  struct lookup l;
  look_up (t, site, pc, &l);
  bool predicted = trust[l.sure] >= 0 ? l.taken : site->base >= 0;
  train (t, site, trust, &l, taken);
  return (loop < 0 ? predicted : loop) != taken;
}

/* The same with what serves SITE better.  */
static bool
consult (struct tage *t, struct hwpgo_site *site, uint64_t pc, bool taken,
         int loop)
{
  bool wrong = consult_bank (&t->all, site, site->trust, pc, taken, loop);
  site->ratio = (uint16_t) (site->ratio - (site->ratio >> 8)
                            + (wrong ? UINT16_MAX >> 8 : 0));
  if (site->ratio >= OFTEN)
    {
      bool rest = site->rest_better > 0, wrong_of_all = wrong;
      bool wrong_of_rest
          = consult_bank (&t->rest, site, site->rest_trust, pc, taken, loop);
      if (wrong_of_all != wrong_of_rest)
        site->rest_better
            = hwpgo_saturate (site->rest_better, wrong_of_all, -64, 63);
      wrong = rest ? wrong_of_rest : wrong_of_all;
    }
  site->base = hwpgo_saturate (site->base, taken, -4, 3);
  return wrong;
}

static bool
conditional (struct hwpgo_predictor *predictor, struct hwpgo_site *site,
             uint64_t pc, bool taken)
{
  struct tage *t = (struct tage *) predictor;
  bool wrong = true, loop;
  if (site->state != HWPGO_SITE_VARYING)
    {
      if (hwpgo_site_first (site, taken, &wrong))
        return wrong;
      site->gap = predictor->gap;
      wrong = true;
    }
  else
    {
      hwpgo_site_resume (site, predictor);
      if (!hwpgo_site_loop (site, &loop))
        wrong = consult (t, site, pc, taken, -1);
      else if (loop != taken)
        wrong = consult (t, site, pc, taken, loop);
      else
        /* The tables need not learn what the loop predictor knows.  */
        wrong = false;
    }
  hwpgo_site_loop_train (site, taken);
  hwpgo_history_push (&t->all.history, pc, taken);
  if (!site->skips)
    hwpgo_history_push (&t->rest.history, pc, taken);
  return wrong;
}

static bool
indirect (struct hwpgo_predictor *predictor, struct hwpgo_site *site,
          uint64_t pc, uint64_t target)
{
  struct tage *t = (struct tage *) predictor;
  if (site->state == HWPGO_SITE_VARYING)
    return hwpgo_targets_predict (t->targets, &t->all.history, site, pc,
                                  target);
  site->state = site->state == HWPGO_SITE_NEW ? HWPGO_SITE_STEADY_TAKEN
                                              : HWPGO_SITE_VARYING;
  site->target = target;
  return true;
}

static void
tage_free (struct hwpgo_predictor *predictor)
{
  struct tage *t = (struct tage *) predictor;
  hwpgo_targets_free (t->targets);
  free (t);
}

static void
start_bank (struct bank *t)
{
  t->random = 0x2545f491;
  for (int i = 0; i < HWPGO_LANES; i++)
    for (int j = 0; j < ENTRIES; j++)
      t->tables[i][j] = UNSURE_NOT;
  hwpgo_history_start (&t->history);
}

struct hwpgo_predictor *
hwpgo_tage_new (void)
{
  size_t size = (sizeof (struct tage) + 63) / 64 * 64;
  struct tage *t = aligned_alloc (64, size);
  struct hwpgo_targets *targets = hwpgo_targets_new ();
  if (!t || !targets)
    {
      free (t);
      hwpgo_targets_free (targets);
      return NULL;
    }
  memset (t, 0, sizeof *t);
  t->base.conditional = conditional;
  t->base.indirect = indirect;
  t->base.free = tage_free;
  t->targets = targets;
  start_bank (&t->all);
  start_bank (&t->rest);
  return &t->base;
}
