/* What the files of the emulator's plugin share.
   SPDX-License-Identifier: GPL-2.0-or-later

   qemu-plugin.c   the interface to the emulator, and system calls
   qemu-blocks.c   translated blocks and the branches that end them
   qemu-count.c    what happens whenever a block runs
   qemu-exact.c    counting all instead of sampling
   qemu-vcpu.c     virtual CPUs, one for each thread
   qemu-maps.c     what is mapped where in the guest
   qemu-spool.c    writing the spool
   qemu-exec.c     following execve

   Everything here runs inside the emulated process, between its own
   instructions.  A failure is never that program's failure: without memory
   or disk the recording ends and the program runs on.  */

#ifndef HWPGO_PMU_QEMU_PARTS_H
#define HWPGO_PMU_QEMU_PARTS_H

#include "runtime/base/memory.h"
#include "runtime/pmu/launch.h"
#include "runtime/pmu/predictor.h"
#include "runtime/pmu/qemu-api.h"
#include "runtime/pmu/spool.h"

/* How this process was launched.  */
extern struct hwpgo_launch hwpgo_qemu_launch;

/* What is emulated.  */
extern const struct hwpgo_guest *hwpgo_qemu_guest;

/* Host address less guest address; known once a block was translated.  */
extern uint64_t hwpgo_qemu_guest_base;

/* --- blocks -------------------------------------------------------------- */
enum hwpgo_block_kind
{
  HWPGO_BLOCK_NOWHERE, /* before the first, and after a discontinuity.  */
  HWPGO_BLOCK_NEXT,    /* ends without a branch.  */
  HWPGO_BLOCK_CONDITIONAL,
  HWPGO_BLOCK_JUMP,
  HWPGO_BLOCK_CALL,
  HWPGO_BLOCK_INDIRECT_JUMP,
  HWPGO_BLOCK_INDIRECT_CALL,
  HWPGO_BLOCK_RETURN
};

/* A translated block.  Never freed, because a virtual CPU may have run it
   last; the same code translated again gets the same one.  */
struct hwpgo_block
{
  uint64_t start, end; /* of the code, half open.  */
  uint64_t branch;     /* address of the last instruction.  */
  uint64_t target;     /* of a direct branch.  */
  uint32_t site;       /* number of BRANCH.  */
  uint16_t instructions;
  uint16_t kind; /* enum hwpgo_block_kind.  */
};

/* The block that TB is: NULL when there is no memory.  Under the emulator's
   translation lock.  */
struct hwpgo_block *hwpgo_qemu_block (const struct qemu_plugin_tb *tb);

/* --- virtual CPUs -------------------------------------------------------- */
#define HWPGO_SITES_CHUNK 4096
#define HWPGO_SITES_CHUNKS 1024

/* The sampling of one event.  */
struct hwpgo_sampler
{
  uint64_t left;     /* events until the next sample.  */
  uint64_t period;   /* events from the last sample to it.  */
  uint64_t paused;   /* LEFT while nothing is measured.  */
  uint32_t in_stage; /* samples.  */
  uint32_t stage;    /* times that the period has doubled.  */
};

/* What was counted without sampling, see qemu-exact.c.  */
struct hwpgo_exact
{
  struct hwpgo_map branches; /* from and to: number, from 1 on.  */
  struct hwpgo_map records;  /* the numbers of two: their record.  */
  uint64_t last;             /* number of the branch taken last.  */
  uint32_t maps;             /* MAP records before those of RECORDS.  */
};

/* What a virtual CPU is doing, see qemu-count.c.  */
enum hwpgo_phase
{
  HWPGO_PHASE_ALL, /* at first: everything is measured.  */
  HWPGO_PHASE_IDLE,
  HWPGO_PHASE_WARM_UP,
  HWPGO_PHASE_MEASURE
};

struct hwpgo_vcpu
{
  uint64_t blocks; /* until the phase ends.  */
  enum hwpgo_phase phase;
  unsigned weight_log2;  /* what is measured now stands for this much more.  */
  unsigned next_windows; /* row of the table in qemu-count.c.  */
  uint64_t done;         /* blocks by the end of the phase, or cycle.  */
  const struct hwpgo_block *last;    /* the block that ran last; not NULL.  */
  struct hwpgo_spool_counts *counts; /* TOTALS or PART.  */
  struct hwpgo_sampler samplers[HWPGO_SPOOL_EVENTS];
  struct hwpgo_exact exact;
  struct hwpgo_predictor *predictor;

  /* The branch stack: a ring that VALID entries of are in use, the newest at
     NEWEST.  */
  struct hwpgo_spool_branch stack[HWPGO_SPOOL_BRANCHES];
  uint32_t newest, valid;

  uint32_t random;
  uint32_t threads, forks; /* made by this one.  */
  char *path;              /* of the thread, see spool.h.  */

  /* Its part of the spool.  */
  uint32_t stream, parent;
  uint64_t ordinal;
  struct hwpgo_spool_chunk *chunk;   /* being filled; NULL: none.  */
  struct hwpgo_spool_counts *totals; /* in the spool; NULL: none.  */
  struct hwpgo_spool_counts part;    /* counted in this phase.  */

  struct hwpgo_site *sites[HWPGO_SITES_CHUNKS];
};

/* A CPU of a thread that PARENT (NULL: unknown, or none) makes.  */
struct hwpgo_vcpu *hwpgo_qemu_vcpu_new (struct hwpgo_vcpu *parent);
void hwpgo_qemu_vcpu_free (struct hwpgo_vcpu *v);
/* The process is a new one, a fork: VCPU, its only one, starts counting.  */
void hwpgo_qemu_vcpu_forked (struct hwpgo_vcpu *v);

/* The virtual CPU that the emulator numbers CPU; NULL: none of ours.  */
struct hwpgo_vcpu *hwpgo_qemu_vcpu (unsigned cpu);
void hwpgo_qemu_vcpu_set (unsigned cpu, struct hwpgo_vcpu *v);

/* Branches for which there is no memory share these; wrong, but the program
   runs on.  */
extern struct hwpgo_site hwpgo_qemu_shared_sites[HWPGO_SITES_CHUNK];

/* V starts counting, from nothing.  */
void hwpgo_qemu_count_start (struct hwpgo_vcpu *v);

/* The emulator's callback: DATA, a struct hwpgo_block, starts to run.  */
void hwpgo_qemu_on_block (unsigned cpu, void *data);

/* Count EVENT, which is the branch from IP to TARGET, where all are counted;
   the branch stack has it already if it was taken.  */
void hwpgo_qemu_exact_count (struct hwpgo_vcpu *v,
                             enum hwpgo_spool_event event, uint64_t ip,
                             uint64_t target);
/* Forget what was counted.  */
void hwpgo_qemu_exact_free (struct hwpgo_exact *exact);

/* --- maps ---------------------------------------------------------------- */
/* Code at ADDRESS is about to run: write a MAP record unless that was done
   for what is mapped there.  */
void hwpgo_qemu_map_code (uint64_t address);
/* The guest (un)maps LENGTH bytes at ADDRESS.  */
void hwpgo_qemu_map_forget (uint64_t address, uint64_t length);
/* In a fork: write its records anew.  */
void hwpgo_qemu_map_forked (void);

/* --- spool --------------------------------------------------------------- */
/* Start the spool of this process, as hwpgo_qemu_launch has it; without one
   nothing is written.  */
void hwpgo_qemu_spool_start (void);
/* In a fork: leave the parent's spool alone.  */
void hwpgo_qemu_spool_abandon (void);
/* Make V's first chunk, and let its counts live there.  */
void hwpgo_qemu_spool_enter (struct hwpgo_vcpu *v);
void hwpgo_qemu_spool_map (const struct hwpgo_spool_map *map,
                           const char *path);
/* The number of MAP records so far.  */
uint32_t hwpgo_qemu_spool_maps (void);
/* A sample of V's, with the newest of its branch stack, at most BRANCHES, if
   that is wanted.  It is in the mapping, which lives until the process ends
   or the spool is abandoned; NULL when there is no room.  */
struct hwpgo_spool_sample *
hwpgo_qemu_spool_sample (struct hwpgo_vcpu *v, enum hwpgo_spool_event event,
                         uint64_t ip, uint64_t target, uint64_t period,
                         uint32_t branches);

/* --- programs ------------------------------------------------------------ */
/* The guest calls execve or execveat with these guest addresses.  Returns if
   the emulator is to do it.  */
void hwpgo_qemu_exec (int directory, uint64_t path, uint64_t argv,
                      uint64_t envp, int flags);

#endif
