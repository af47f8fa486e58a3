/* Requests to end while there is something to clean up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_INTERRUPT_H
#define HWPGO_HWPGO_INTERRUPT_H

/* From here on a write beyond the limit of the size of files (ulimit -f) fails
   with EFBIG, as one to a full disk does, and no longer ends the process by
   SIGXFSZ, which would leave behind what was half written.  Not so in programs
   that this one executes.  */
void hwpgo_interrupt_no_limit (void);

/* From here on SIGINT, SIGTERM and SIGHUP are noted and no longer end the
   process; system calls that wait fail with EINTR.  What is ignored (nohup)
   stays ignored.  */
void hwpgo_interrupt_note (void);

/* The signal that was noted last, 0 if there was none.  */
int hwpgo_interrupt_noted (void);

/* Everything is cleaned up: end by the signal that was noted, if any.  */
void hwpgo_interrupt_obey (void);

#endif
