/* Whole files in, complete files out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BASE_FILE_H
#define HWPGO_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of a file, mapped where that is possible.  */
struct hwpgo_infile
{
  char *path; /* owned; for messages.  */
  const uint8_t *data;
  size_t size;
  bool mapped;
};

/* Open PATH ("-": standard input) for reading.  Refuses folders.  An empty
   file is not an error here: DATA is then not NULL and SIZE is 0.  A file
   that somebody truncates while it is mapped ends the process with SIGBUS;
   copy what others may write to.  */
int hwpgo_infile_open (struct hwpgo_infile *file, const char *path,
                       struct hwpgo_error *err);
/* The same for the first LIMIT bytes of what may be longer.  */
int hwpgo_infile_open_part (struct hwpgo_infile *file, const char *path,
                            uint64_t limit, struct hwpgo_error *err);
void hwpgo_infile_close (struct hwpgo_infile *file);

/* FILE has been read in order up to POS: let go of its pages now and then.  The
   caller has *RELEASED, 0 at first and when it starts again.  */
void hwpgo_infile_release (const struct hwpgo_infile *file,
                           uint64_t *released, uint64_t pos);

/* A file that appears under its name only when it is complete.  */
struct hwpgo_outfile
{
  FILE *stream; /* write here; NULL when closed.  */
  char *path;   /* owned; final name.  */
  char *temporary; /* owned; NULL for what is written in place.  */
};

/* Start writing PATH; NULL or "-" is standard output.  Of a symbolic link the
   target is written.  A device or a pipe is written in place: nothing takes
   its name.  */
int hwpgo_outfile_open (struct hwpgo_outfile *file, const char *path,
                        struct hwpgo_error *err);
/* Flush, sync and rename.  On failure nothing is left under PATH but what
   was there before.  Closes in any case.  */
int hwpgo_outfile_commit (struct hwpgo_outfile *file,
                          struct hwpgo_error *err);
/* Throw it away.  Does nothing to a closed file.  */
void hwpgo_outfile_discard (struct hwpgo_outfile *file);
/* 0 if PATH can be opened, to ask before long work; changes nothing.  */
int hwpgo_outfile_check (const char *path, struct hwpgo_error *err);

/* The same for a folder of files: write into out.temporary, then commit.  An
   existing folder PATH is exchanged as a whole, but only when each of its
   entries bears one of the NULL-terminated NAMES, so that no option given
   by mistake can remove somebody's files.  */
struct hwpgo_outdir
{
  char *path, *temporary; /* owned.  */
};
int hwpgo_outdir_open (struct hwpgo_outdir *dir, const char *path,
                       const char *const *names, struct hwpgo_error *err);
int hwpgo_outdir_commit (struct hwpgo_outdir *dir, const char *const *names,
                         struct hwpgo_error *err);
/* 0 if the folder can be opened, to ask before long work; changes nothing.  */
int hwpgo_outdir_check (const char *path, const char *const *names,
                        struct hwpgo_error *err);
void hwpgo_outdir_discard (struct hwpgo_outdir *dir,
                           const char *const *names);

/* malloc'ed "DIRECTORY/NAME", NULL when out of memory.  */
char *hwpgo_path_join (const char *directory, const char *name);

#ifdef __cplusplus
}
#endif

#endif
