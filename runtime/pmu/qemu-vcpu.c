/* Virtual CPUs: one for each thread of the guest.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/pmu/qemu-parts.h"

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
  v->random = 0x9e3779b9 + (uint32_t) v->ordinal;
  hwpgo_qemu_spool_enter (v);
  hwpgo_qemu_count_start (v);
  return v;
}

void
hwpgo_qemu_vcpu_free (struct hwpgo_vcpu *v)
{
  if (!v)
    return;
  hwpgo_qemu_exact_free (&v->exact);
  hwpgo_predictor_free (v->predictor);
  free (v->path);
  for (unsigned i = 0; i < HWPGO_SITES_CHUNKS; i++)
    if (v->sites[i] != hwpgo_qemu_shared_sites)
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
  hwpgo_qemu_spool_enter (v);
  hwpgo_qemu_count_start (v);
}
