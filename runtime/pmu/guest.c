/* Machines whose programs can be emulated.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <elf.h>
#include <stddef.h>
#include <string.h>

#include "runtime/pmu/guest.h"

static const struct hwpgo_guest guests[] = {
#define HWPGO_GUEST(name, elf, machine, mmap, munmap, mremap, clone, fork,    \
                    vfork, execve, execveat, clone3)                          \
  { name,  elf,  machine, mmap,   munmap,   mremap,                           \
    clone, fork, vfork,   execve, execveat, clone3 },
#include "runtime/pmu/guests.def"
#undef HWPGO_GUEST
};

#define N_GUESTS (sizeof guests / sizeof *guests)

const struct hwpgo_guest *
hwpgo_guest_of_elf (unsigned elf)
{
  for (size_t i = 0; i < N_GUESTS; i++)
    if (guests[i].elf == elf)
      return &guests[i];
  return NULL;
}

const struct hwpgo_guest *
hwpgo_guest_named (const char *name)
{
  for (size_t i = 0; i < N_GUESTS; i++)
    if (strcmp (guests[i].name, name) == 0)
      return &guests[i];
  return NULL;
}

const struct hwpgo_guest *
hwpgo_guest_default (void)
{
  return &guests[0];
}
