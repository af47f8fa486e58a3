/* A program that ends in the way its argument says.
   SPDX-License-Identifier: GPL-2.0-or-later

   Usage: ends exit STATUS | _exit STATUS | signal NUMBER | closed | wait  */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile uint64_t sink;

__attribute__ ((noinline)) void
work (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (i % 3)
      sink += i;
}

static void
on_term (int signal)
{
  (void) signal;
  work (1000);
  _exit (42);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "exit";
  int number = argc > 2 ? atoi (argv[2]) : 0;
  work (300000);
  if (strcmp (how, "_exit") == 0)
    _exit (number);
  if (strcmp (how, "signal") == 0)
    raise (number);
  if (strcmp (how, "closed") == 0)
    for (int fd = 0; fd < 1024; fd++)
      close (fd);
  if (strcmp (how, "wait") == 0)
    {
      signal (SIGTERM, on_term);
      puts ("ready");
      fflush (stdout);
      for (;;)
        pause ();
    }
  return number;
}
