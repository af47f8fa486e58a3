/* Which program to emulate, and the command line that does it.
   SPDX-License-Identifier: GPL-2.0-or-later

   Used by the command for the first program of a recording, and by the
   plugin inside the emulator for those that it goes on to execute.  */

#ifndef HWPGO_PMU_LAUNCH_H
#define HWPGO_PMU_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/pmu/guest.h"
#include "runtime/pmu/spool.h"

/* A program that can be emulated.  */
struct hwpgo_program
{
  const struct hwpgo_guest *guest; /* what it is for.  */
  char *path;  /* owned; an ELF file.  */
  char **argv; /* owned, and so are its strings; NULL-terminated.  */
};

/* What 'execve (PATH, ARGV)' would run: PATH itself, or the interpreter that
   its first line names, with the arguments that belong to that.  An error for
   what does not exist, may not be executed, is no program for a row of
   guests.def, or is setuid to somebody else; HWPGO_E_MAGIC for what is neither
   an ELF file nor a script with an interpreter.  */
int hwpgo_program_find (struct hwpgo_program *program, const char *path,
                        char *const *argv, struct hwpgo_error *err);
void hwpgo_program_free (struct hwpgo_program *program);

/* All that the plugin has to be told.  */
struct hwpgo_launch
{
  const char *emulator; /* path.  */
  const char *plugin;   /* path.  */
  const char *spool;    /* folder.  */
  const char *predictor;
  const char *process; /* its path in the tree of processes, see spool.h.  */
  const char *program; /* path, for the process's name.  */
  uint64_t exec;
  uint64_t period[HWPGO_SPOOL_EVENTS]; /* events a sample.  */
  bool adaptive[HWPGO_SPOOL_EVENTS];   /* double it in stages.  */
  bool exact; /* count all instead of sampling.  */
};

/* The command line, malloc'ed as hwpgo_pmu_command says; NULL: no memory.  */
char **hwpgo_launch_command (const struct hwpgo_launch *launch,
                             const struct hwpgo_program *program);

/* Read one KEY=VALUE of the plugin's arguments, which must live on: false if
   it is none that hwpgo_launch_command writes.  */
bool hwpgo_launch_argument (struct hwpgo_launch *launch, const char *text);

/* Free a NULL-terminated array of strings; NULL is fine.  */
void hwpgo_strings_array_free (char **strings);

#endif
