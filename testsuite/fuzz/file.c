/* Files in memory, for what wants a path.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "testsuite/fuzz/fuzz.h"

const char *
fuzz_file (unsigned slot, const void *data, size_t size)
{
  static struct
  {
    int fd; /* plus 1; 0: none yet.  */
    char path[32];
  } files[FUZZ_FILES];
  if (files[slot].fd == 0)
    {
      files[slot].fd = memfd_create ("fuzz", MFD_CLOEXEC) + 1;
      FUZZ_CHECK (files[slot].fd > 0);
      snprintf (files[slot].path, sizeof files[slot].path, "/proc/self/fd/%d",
                files[slot].fd - 1);
    }
  int fd = files[slot].fd - 1;
  FUZZ_CHECK (ftruncate (fd, 0) == 0);
  FUZZ_CHECK (pwrite (fd, data, size, 0) == (ssize_t) size);
  return files[slot].path;
}
