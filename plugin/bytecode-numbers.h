/* Discriminators beside LTO bytecode: what stands in our section of it.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  doc/formats.md, 6:

     section  = VERSION FUNCTIONS { function } BODIES { body }
                SIZE decisions SIZE places changes .
     function = ORDER STATEMENTS ENTRIES SIZE { COUNT NUMBER } .
     body     = ORDER NUMBER BODIES-OF-THIS-FUNCTION PART INLINED .

   All are unsigned LEB128.  ORDER is GCC's for the function in this unit, SIZE
   that of the bytes of the runs: COUNT locations in a row have NUMBER.  The
   decisions are SIZE bytes of records as hint-section.h has them, the places,
   of branches that the source calls unpredictable, SIZE bytes of hashes, which
   unpredictable.cc makes, eight bytes each.  What is left are the changes of
   rematch-stream.c, if any.  */

#ifndef HWPGO_PLUGIN_BYTECODE_NUMBERS_H
#define HWPGO_PLUGIN_BYTECODE_NUMBERS_H

#include "runtime/base/bytes.h"
#include "runtime/base/cursor.h"
#include "runtime/base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HWPGO_BYTECODE_VERSION 2

/* What is known of one function.  */
struct hwpgo_bytecode_function
{
  uint64_t order;
  uint64_t statements; /* of its body, as it was streamed.  */
  uint64_t entries;    /* to have instead of those of the body; 0: these.  */
  const uint8_t *runs; /* not owned.  */
  size_t size;
};

/* What a part of a link cannot see of a function that it has.  */
struct hwpgo_bytecode_body
{
  uint64_t order;
  uint32_t number, n; /* number NUMBER, from 0 on, of N bodies.  */
  uint32_t part;      /* that has of all their entries: 65536 is 1.  */
  bool inlined;       /* in functions of other parts, too.  */
};
#define HWPGO_BYTECODE_WHOLE 65536

/* A section.  Zero it to start.  */
struct hwpgo_bytecode
{
  struct hwpgo_bytecode_function *functions; /* malloc'ed.  */
  size_t n_functions, functions_capacity;
  struct hwpgo_bytecode_body *bodies; /* malloc'ed.  */
  size_t n_bodies, bodies_capacity;
  struct hwpgo_map by_order; /* (order, 0) to 1 + the place in FUNCTIONS,
                                (order, 1) in BODIES.  */
  const uint8_t *decisions; /* not owned.  */
  size_t decisions_size;
  const uint8_t *places; /* not owned.  */
  size_t places_size;
  const uint8_t *changes; /* not owned.  */
  size_t changes_size;
};

/* Add a copy of FUNCTION, but not of its runs, or of BODY.  The first of an
   order counts.  False when out of memory.  */
bool hwpgo_bytecode_add (struct hwpgo_bytecode *b,
                         const struct hwpgo_bytecode_function *function);
bool hwpgo_bytecode_add_body (struct hwpgo_bytecode *b,
                              const struct hwpgo_bytecode_body *body);

/* The function or body of ORDER, NULL if there is none.  */
const struct hwpgo_bytecode_function *
hwpgo_bytecode_find (const struct hwpgo_bytecode *b, uint64_t order);
const struct hwpgo_bytecode_body *
hwpgo_bytecode_find_body (const struct hwpgo_bytecode *b, uint64_t order);

/* The section's bytes to OUT.  */
void hwpgo_bytecode_write (const struct hwpgo_bytecode *b,
                           struct hwpgo_bytes *out);

/* Read the SIZE bytes at DATA, which have to outlive B, into B.  Returns 0,
   -HWPGO_E_NOMEM, or -HWPGO_E_FORMAT for what is no section of this version; B
   is to be freed in any case.  */
int hwpgo_bytecode_read (struct hwpgo_bytecode *b, const void *data,
                         size_t size);
void hwpgo_bytecode_free (struct hwpgo_bytecode *b);

/* --- runs ----------------------------------------------------------------*/

/* Zero it to start.  */
struct hwpgo_runs_writer
{
  struct hwpgo_bytes out;
  uint64_t count; /* of NUMBER, not written yet.  */
  uint32_t number;
};

/* The next location has NUMBER.  */
void hwpgo_runs_put (struct hwpgo_runs_writer *w, uint32_t number);
/* That was the last one; OUT is complete.  */
void hwpgo_runs_end (struct hwpgo_runs_writer *w);

/* Reads runs.  */
struct hwpgo_runs
{
  struct hwpgo_cursor in;
  uint64_t left; /* of NUMBER.  */
  uint32_t number;
};

struct hwpgo_runs hwpgo_runs_begin (const struct hwpgo_bytecode_function *f);
/* The number of the next location; 0 when there is none.  */
uint32_t hwpgo_runs_next (struct hwpgo_runs *runs);
/* How many locations the runs of F have; UINT64_MAX if they make no sense or
   a number is above MAX.  */
uint64_t hwpgo_runs_total (const struct hwpgo_bytecode_function *f,
                           uint32_t max);

#ifdef __cplusplus
}
#endif

#endif
