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
  struct hwpgo_sampler *s = &v->samplers[event];
  uint64_t period = hwpgo_qemu_launch.period[event] << s->stage;
  v->random ^= v->random << 13;
  v->random ^= v->random >> 17;
  v->random ^= v->random << 5;
  uint64_t swing = period / 4;
  return period - swing + v->random % (2 * swing + 1);
}

static void
restart_samplers (struct hwpgo_vcpu *v)
{
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    {
      struct hwpgo_sampler *s = &v->samplers[e];
      s->stage = s->in_stage = 0;
      s->left = s->period = next_period (v, e);
    }
}

static void __attribute__ ((noinline, cold))
sample (struct hwpgo_vcpu *v, enum hwpgo_spool_event event, uint64_t ip,
        uint64_t target)
{
  struct hwpgo_sampler *s = &v->samplers[event];
  hwpgo_qemu_spool_sample (v, event, ip, target, s->period);
  if (++s->in_stage >= stage_samples[event]
      && hwpgo_qemu_launch.adaptive[event] && s->stage < 40)
    {
      s->in_stage = 0;
      s->stage++;
    }
  s->left = s->period = next_period (v, event);
}

/* --- branches ------------------------------------------------------------ */

/* Without memory branches share these; wrong, but the program runs on.  */
static struct hwpgo_site shared_sites[HWPGO_SITES_CHUNK];

static void __attribute__ ((noinline, cold))
make_sites (struct hwpgo_vcpu *v, unsigned chunk)
{
  struct hwpgo_site *sites = calloc (HWPGO_SITES_CHUNK, sizeof *sites);
  v->sites[chunk] = sites ? sites : shared_sites;
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
                                          b->branch, jumped);
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
  bool wrong = hwpgo_predict_indirect (v->predictor, site_of (v, b),
                                       b->branch, to);
  if (wrong)
    mispredicted (v, b, to);
  taken (v, b, to, kind, wrong);
}

/* Block B ended, and control is at TO now.  */
static inline void
ended (struct hwpgo_vcpu *v, const struct hwpgo_block *b, uint64_t to)
{
  bool wrong;
  switch (b->kind)
    {
    case HWPGO_BLOCK_NOWHERE:
      return;
    case HWPGO_BLOCK_NEXT:
      /* A string instruction runs once for each element.  */
      if (unlikely (to != b->end && to != b->branch))
        discontinuity (v);
      return;
    case HWPGO_BLOCK_CONDITIONAL:
      conditional (v, b, to);
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

void
hwpgo_qemu_on_block (unsigned cpu, void *data)
{
  const struct hwpgo_block *b = data;
  struct hwpgo_vcpu *v = hwpgo_qemu_vcpu (cpu);
  if (unlikely (!v))
    return;
  const struct hwpgo_block *last = v->last;
  v->last = b;
  v->counts->instructions += b->instructions;
  ended (v, last, b->start);
}

/* --- virtual CPUs -------------------------------------------------------- */

static char *
thread_path (const struct hwpgo_vcpu *parent)
{
  if (!parent)
    return strdup ("");
  size_t size = strlen (parent->path) + 12;
  char *path = malloc (size);
  if (path)
    snprintf (path, size, "%s.%u", parent->path, parent->threads);
  return path;
}

struct hwpgo_vcpu *
hwpgo_qemu_vcpu_new (struct hwpgo_vcpu *parent)
{
  struct hwpgo_vcpu *v = calloc (1, sizeof *v);
  if (!v)
    return NULL;
  if (parent)
    {
      v->parent = parent->stream;
      v->ordinal = ++parent->threads;
    }
  v->path = thread_path (parent);
  v->predictor = hwpgo_predictor_new (hwpgo_qemu_launch.predictor);
  if (!v->path || !v->predictor)
    {
      hwpgo_qemu_vcpu_free (v);
      return NULL;
    }
  v->last = &nowhere;
  v->random = 0x9e3779b9 + (uint32_t) v->ordinal;
  restart_samplers (v);
  hwpgo_qemu_spool_enter (v);
  return v;
}

void
hwpgo_qemu_vcpu_free (struct hwpgo_vcpu *v)
{
  if (!v)
    return;
  hwpgo_predictor_free (v->predictor);
  free (v->path);
  for (unsigned i = 0; i < HWPGO_SITES_CHUNKS; i++)
    if (v->sites[i] != shared_sites)
      free (v->sites[i]);
  free (v);
}

void
hwpgo_qemu_vcpu_forked (struct hwpgo_vcpu *v)
{
  v->threads = v->forks = 0;
  v->parent = 0;
  v->ordinal = 0;
  v->path[0] = 0;
  restart_samplers (v);
  hwpgo_qemu_spool_enter (v);
}
