/* What happens whenever a block runs.
   SPDX-License-Identifier: GPL-2.0-or-later

   When a block starts, the way the one before it ended is known: control
   came from its end (not taken) or from its last instruction to here
   (taken).  Arriving anywhere else (in a signal handler, after longjmp by
   the kernel's hand, behind an instruction that was restarted) is no branch,
   and ends the branch stack: between two of its entries the code must have
   run straight on, or readers would see ranges that never ran.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/pmu/qemu-parts.h"

#define likely(x) __builtin_expect (!!(x), 1)
#define unlikely(x) __builtin_expect (!!(x), 0)

/* Branch kinds as in perf_event.h.  */
enum
{
  PERF_BR_COND = 1,
  PERF_BR_UNCOND,
  PERF_BR_IND,
  PERF_BR_CALL,
  PERF_BR_IND_CALL,
  PERF_BR_RET
};

/* Looking at every block costs several times what emulation alone does, and a
   profile needs only so many samples.  So after the first blocks (some twenty
   milliseconds of a real core), one block in eight is looked at, later one in
   16 and in 32: in windows long enough for the history, the return stack and
   the branch stack to be as if there had been no gap, of which the warm-up is
   not measured.  What is measured then counts that many times.  */
static const struct
{
  uint64_t blocks; /* run before.  */
  unsigned weight_log2;
} windows[] = {
  { (uint64_t) 1 << 25, 3 },
  { (uint64_t) 1 << 28, 4 },
  { (uint64_t) 1 << 30, 5 },
};
#define N_WINDOWS (sizeof windows / sizeof *windows)
#define WEIGHT_LOG2_MAX 5
#define BLOCKS_WARM_UP ((uint64_t) 8 << 10)
#define BLOCKS_MEASURE ((uint64_t) 16 << 10)

#define STAGE_LAST 40

/* Samples until the period doubles.  Kept samples of a whole recording are
   then between one and two times as many (see collect.c): with 32 branches
   each, half a million branches or more.  */
static const uint32_t stage_samples[HWPGO_SPOOL_EVENTS]
    = { [HWPGO_SPOOL_TAKEN] = 16384, [HWPGO_SPOOL_MISPREDICT] = 131072 };

#define VCPUS 65536
static struct hwpgo_vcpu *vcpus[VCPUS];
static const struct hwpgo_block nowhere;

struct hwpgo_vcpu *
hwpgo_qemu_vcpu (unsigned cpu)
{
  return cpu < VCPUS ? vcpus[cpu] : NULL;
}

void
hwpgo_qemu_vcpu_set (unsigned cpu, struct hwpgo_vcpu *v)
{
  if (cpu < VCPUS)
    vcpus[cpu] = v;
}

/* --- sampling ------------------------------------------------------------ */

/* The distance to the next sample: the stage's period, a quarter more or
   less, so that no loop runs in step with it.  The sequence is the same in
   every run.  */
static uint64_t
next_period (struct hwpgo_vcpu *v, enum hwpgo_spool_event event)
{
  const struct hwpgo_sampler *s = &v->samplers[event];
  uint64_t period
      = hwpgo_qemu_launch.period[event] << s->stage >> v->weight_log2;
  v->random ^= v->random << 13;
  v->random ^= v->random >> 17;
  v->random ^= v->random << 5;
  uint64_t swing = period / 4;
  return period - swing + v->random % (2 * swing + 1);
}

static void
start_sampler (struct hwpgo_vcpu *v, enum hwpgo_spool_event event)
{
  struct hwpgo_sampler *s = &v->samplers[event];
  s->left = s->period = hwpgo_qemu_launch.exact ? 1 : next_period (v, event);
}

static void __attribute__ ((noinline, cold))
sample (struct hwpgo_vcpu *v, enum hwpgo_spool_event event, uint64_t ip,
        uint64_t target)
{
  struct hwpgo_sampler *s = &v->samplers[event];
  if (hwpgo_qemu_launch.exact)
    {
      hwpgo_qemu_exact_count (v, event, ip, target);
      s->left = 1;
      return;
    }
  hwpgo_qemu_spool_sample (v, event, ip, target, s->period << v->weight_log2,
                           HWPGO_SPOOL_BRANCHES);
  if (++s->in_stage >= stage_samples[event]
      && hwpgo_qemu_launch.adaptive[event] && s->stage < STAGE_LAST)
    {
      s->in_stage = 0;
      s->stage++;
    }
  start_sampler (v, event);
}

/* --- phases -------------------------------------------------------------- */

/* Windows need periods that can be divided by their weight.  */
static bool
can_have_windows (void)
{
  if (hwpgo_qemu_launch.exact)
    return false;
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    if (!hwpgo_qemu_launch.adaptive[e]
        && hwpgo_qemu_launch.period[e] >> WEIGHT_LOG2_MAX == 0)
      return false;
  return true;
}

void
hwpgo_qemu_count_start (struct hwpgo_vcpu *v)
{
  v->last = &nowhere;
  v->phase = HWPGO_PHASE_ALL;
  v->weight_log2 = 0;
  v->blocks = can_have_windows () ? windows[0].blocks : UINT64_MAX;
  v->next_windows = 0;
  v->counts = v->totals ? v->totals : &v->part;
  hwpgo_qemu_exact_free (&v->exact);
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    {
      v->samplers[e].stage = v->samplers[e].in_stage = 0;
      start_sampler (v, e);
    }
}

/* Go on with the next row of WINDOWS.  */
static void
start_windows (struct hwpgo_vcpu *v)
{
  v->weight_log2 = windows[v->next_windows++].weight_log2;
  v->counts = &v->part;
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    {
      struct hwpgo_sampler *s = &v->samplers[e];
      while (hwpgo_qemu_launch.period[e] << s->stage >> v->weight_log2 == 0)
        s->stage++;
      start_sampler (v, e);
      s->paused = s->left;
    }
}

/* Add what was counted in a window to the totals.  */
static void
add_part (struct hwpgo_vcpu *v)
{
  struct hwpgo_spool_counts *to = v->totals, *from = &v->part;
  if (!to)
    return;
  to->instructions += from->instructions << v->weight_log2;
  to->conditional += from->conditional << v->weight_log2;
  to->mispredicts += from->mispredicts << v->weight_log2;
  to->taken += from->taken << v->weight_log2;
  to->not_taken += from->not_taken << v->weight_log2;
}

static void
start_idle (struct hwpgo_vcpu *v)
{
  if (v->next_windows < N_WINDOWS
      && v->done >= windows[v->next_windows].blocks)
    start_windows (v);
  v->phase = HWPGO_PHASE_IDLE;
  /* As much as makes the weight right, a quarter more or less.  */
  uint64_t idle
      = (BLOCKS_MEASURE << v->weight_log2) - BLOCKS_MEASURE - BLOCKS_WARM_UP;
  v->random = v->random * 1664525 + 1013904223;
  v->blocks = idle - idle / 4 + (v->random >> 8) % (idle / 2 + 1);
  v->done += v->blocks + BLOCKS_WARM_UP + BLOCKS_MEASURE;
}

static void __attribute__ ((noinline, cold)) next_phase (struct hwpgo_vcpu *v)
{
  switch (v->phase)
    {
    case HWPGO_PHASE_ALL:
      v->done = windows[0].blocks;
      start_idle (v);
      break;
    case HWPGO_PHASE_IDLE:
      v->phase = HWPGO_PHASE_WARM_UP;
      v->blocks = BLOCKS_WARM_UP;
      v->last = &nowhere;
      v->valid = 0;
      hwpgo_predictor_resume (v->predictor);
      for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
        v->samplers[e].left = UINT64_MAX;
      break;
    case HWPGO_PHASE_WARM_UP:
      v->phase = HWPGO_PHASE_MEASURE;
      v->blocks = BLOCKS_MEASURE;
      memset (&v->part, 0, sizeof v->part);
      for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
        v->samplers[e].left = v->samplers[e].paused;
      break;
    case HWPGO_PHASE_MEASURE:
      add_part (v);
      for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
        v->samplers[e].paused = v->samplers[e].left;
      start_idle (v);
      break;
    }
}

/* --- branches ------------------------------------------------------------ */

struct hwpgo_site hwpgo_qemu_shared_sites[HWPGO_SITES_CHUNK];

static void __attribute__ ((noinline, cold))
make_sites (struct hwpgo_vcpu *v, unsigned chunk)
{
  struct hwpgo_site *sites = calloc (HWPGO_SITES_CHUNK, sizeof *sites);
  v->sites[chunk] = sites ? sites : hwpgo_qemu_shared_sites;
}

static inline struct hwpgo_site *
site_of (struct hwpgo_vcpu *v, const struct hwpgo_block *b)
{
  unsigned chunk = b->site / HWPGO_SITES_CHUNK % HWPGO_SITES_CHUNKS;
  if (unlikely (!v->sites[chunk]))
    make_sites (v, chunk);
  return &v->sites[chunk][b->site % HWPGO_SITES_CHUNK];
}

static inline void
mispredicted (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to)
{
  v->counts->mispredicts++;
  if (unlikely (--v->samplers[HWPGO_SPOOL_MISPREDICT].left == 0))
    sample (v, HWPGO_SPOOL_MISPREDICT, b->branch, to);
}

static inline void
taken (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to,
       uint64_t kind, bool wrong)
{
  v->counts->taken++;
  v->newest = (v->newest + 1) % HWPGO_SPOOL_BRANCHES;
  v->valid += v->valid < HWPGO_SPOOL_BRANCHES;
  v->stack[v->newest] = (struct hwpgo_spool_branch){
    b->branch, to | kind << HWPGO_SPOOL_KIND_SHIFT
                   | (wrong ? HWPGO_SPOOL_MISPREDICTED : 0)
  };
  if (unlikely (--v->samplers[HWPGO_SPOOL_TAKEN].left == 0))
    sample (v, HWPGO_SPOOL_TAKEN, b->branch, to);
}

static inline void
discontinuity (struct hwpgo_vcpu *v)
{
  v->valid = 0;
}

static inline void
conditional (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to)
{
  bool jumped = to != b->end;
  if (unlikely (jumped && to != b->target))
    {
      discontinuity (v);
      return;
    }
  v->counts->conditional++;
  bool wrong = hwpgo_predict_conditional (v->predictor, site_of (v, b),
                                          b->branch, b->target - b->end, jumped);
  if (wrong)
    mispredicted (v, b, to);
  if (jumped)
    taken (v, b, to, PERF_BR_COND, wrong);
  else
    v->counts->not_taken++;
}

static inline void
indirect (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to,
          uint64_t kind)
{
  bool wrong
      = hwpgo_predict_indirect (v->predictor, site_of (v, b), b->branch, to);
  if (wrong)
    mispredicted (v, b, to);
  taken (v, b, to, kind, wrong);
}

/* Block B ended, and control is at TO now.  */
static inline void
ended (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to)
{
  bool wrong;
  if (likely (b->kind == HWPGO_BLOCK_CONDITIONAL))
    {
      conditional (v, b, to);
      return;
    }
  switch (b->kind)
    {
    case HWPGO_BLOCK_NOWHERE:
      return;
    case HWPGO_BLOCK_NEXT:
      /* A string instruction runs once for each element.  */
      if (unlikely (to != b->end && to != b->branch))
        discontinuity (v);
      return;
    case HWPGO_BLOCK_JUMP:
    case HWPGO_BLOCK_CALL:
      if (unlikely (to != b->target))
        {
          discontinuity (v);
          return;
        }
      if (b->kind == HWPGO_BLOCK_CALL)
        hwpgo_predict_call (v->predictor, b->end);
      taken (v, b, to,
             b->kind == HWPGO_BLOCK_CALL ? PERF_BR_CALL : PERF_BR_UNCOND,
             false);
      return;
    case HWPGO_BLOCK_INDIRECT_CALL:
      indirect (v, b, to, PERF_BR_IND_CALL);
      hwpgo_predict_call (v->predictor, b->end);
      return;
    case HWPGO_BLOCK_INDIRECT_JUMP:
      indirect (v, b, to, PERF_BR_IND);
      return;
    case HWPGO_BLOCK_RETURN:
      wrong = hwpgo_predict_return (v->predictor, to);
      if (wrong)
        mispredicted (v, b, to);
      taken (v, b, to, PERF_BR_RET, wrong);
      return;
    }
}

static void __attribute__ ((noinline))
look_at (struct hwpgo_vcpu *v, const struct hwpgo_block *b)
{
  const struct hwpgo_block *last = v->last;
  v->last = b;
  v->counts->instructions += b->instructions;
  ended (v, last, b->start);
}

static void __attribute__ ((noinline, cold))
change_phase (struct hwpgo_vcpu *v, const struct hwpgo_block *b)
{
  next_phase (v);
  if (v->phase != HWPGO_PHASE_IDLE)
    look_at (v, b);
}

/* Almost all of the time this only counts, and for that it must not save
   registers: so what else it does are calls at its end.  */
void
hwpgo_qemu_on_block (unsigned cpu, void *data)
{
  struct hwpgo_vcpu *v = hwpgo_qemu_vcpu (cpu);
  if (unlikely (!v))
    return;
  if (unlikely (--v->blocks == 0))
    change_phase (v, data);
  else if (v->phase != HWPGO_PHASE_IDLE)
    look_at (v, data);
}
