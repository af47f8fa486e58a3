/* Discriminators beside LTO bytecode: what stands in our section of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/bytecode-numbers.h"

#include <stdlib.h>
#include <string.h>

/* What of BY_ORDER is meant.  */
enum
{
  FUNCTION,
  BODY
};

/* Note that what is INDEX is of ORDER, unless something else is.  */
static bool
note (struct hwpgo_bytecode *b, uint64_t order, int kind, size_t index)
{
  uint64_t *slot = hwpgo_map_slot (&b->by_order, order, kind);
  if (slot && *slot == 0)
    *slot = index + UINT64_C (1);
  return slot != NULL;
}

bool
hwpgo_bytecode_add (struct hwpgo_bytecode *b,
                    const struct hwpgo_bytecode_function *function)
{
  if (!HWPGO_GROW (b->functions, b->functions_capacity, b->n_functions + 1)
      || !note (b, function->order, FUNCTION, b->n_functions))
    return false;
  b->functions[b->n_functions++] = *function;
  return true;
}

bool
hwpgo_bytecode_add_body (struct hwpgo_bytecode *b,
                         const struct hwpgo_bytecode_body *body)
{
  if (!HWPGO_GROW (b->bodies, b->bodies_capacity, b->n_bodies + 1)
      || !note (b, body->order, BODY, b->n_bodies))
    return false;
  b->bodies[b->n_bodies++] = *body;
  return true;
}

const struct hwpgo_bytecode_function *
hwpgo_bytecode_find (const struct hwpgo_bytecode *b, uint64_t order)
{
  const uint64_t *slot = hwpgo_map_find (&b->by_order, order, FUNCTION);
  return slot && *slot ? &b->functions[*slot - 1] : NULL;
}

const struct hwpgo_bytecode_body *
hwpgo_bytecode_find_body (const struct hwpgo_bytecode *b, uint64_t order)
{
  const uint64_t *slot = hwpgo_map_find (&b->by_order, order, BODY);
  return slot && *slot ? &b->bodies[*slot - 1] : NULL;
}

void
hwpgo_bytecode_write (const struct hwpgo_bytecode *b, struct hwpgo_bytes *out)
{
  hwpgo_put_uleb (out, HWPGO_BYTECODE_VERSION);
  hwpgo_put_uleb (out, b->n_functions);
  for (size_t i = 0; i < b->n_functions; i++)
    {
      const struct hwpgo_bytecode_function *f = &b->functions[i];
      hwpgo_put_uleb (out, f->order);
      hwpgo_put_uleb (out, f->statements);
      hwpgo_put_uleb (out, f->entries);
      hwpgo_put_uleb (out, f->size);
      hwpgo_put_bytes (out, f->runs, f->size);
    }
  hwpgo_put_uleb (out, b->n_bodies);
  for (size_t i = 0; i < b->n_bodies; i++)
    {
      hwpgo_put_uleb (out, b->bodies[i].order);
      hwpgo_put_uleb (out, b->bodies[i].number);
      hwpgo_put_uleb (out, b->bodies[i].n);
      hwpgo_put_uleb (out, b->bodies[i].part);
      hwpgo_put_uleb (out, b->bodies[i].inlined);
    }
  hwpgo_put_uleb (out, b->decisions_size);
  hwpgo_put_bytes (out, b->decisions, b->decisions_size);
  hwpgo_put_uleb (out, b->places_size);
  hwpgo_put_bytes (out, b->places, b->places_size);
  hwpgo_put_bytes (out, b->changes, b->changes_size);
}

static bool
read_function (struct hwpgo_bytecode *b, struct hwpgo_cursor *in)
{
  struct hwpgo_bytecode_function f = { 0 };
  f.order = hwpgo_cursor_uleb (in);
  f.statements = hwpgo_cursor_uleb (in);
  f.entries = hwpgo_cursor_uleb (in);
  f.size = hwpgo_cursor_uleb (in);
  f.runs = hwpgo_cursor_bytes (in, f.size);
  return in->failed || hwpgo_bytecode_add (b, &f);
}

static bool
read_body (struct hwpgo_bytecode *b, struct hwpgo_cursor *in)
{
  struct hwpgo_bytecode_body body = { 0 };
  body.order = hwpgo_cursor_uleb (in);
  uint64_t number = hwpgo_cursor_uleb (in), n = hwpgo_cursor_uleb (in);
  uint64_t part = hwpgo_cursor_uleb (in), inlined = hwpgo_cursor_uleb (in);
  in->failed |= number >= n || n > UINT32_MAX || part > HWPGO_BYTECODE_WHOLE
                || inlined > 1;
  body.number = (uint32_t) number;
  body.n = (uint32_t) n;
  body.part = (uint32_t) part;
  body.inlined = inlined;
  return in->failed || hwpgo_bytecode_add_body (b, &body);
}

int
hwpgo_bytecode_read (struct hwpgo_bytecode *b, const void *data, size_t size)
{
  struct hwpgo_cursor in = hwpgo_cursor_new (NULL, data, size);
  if (hwpgo_cursor_uleb (&in) != HWPGO_BYTECODE_VERSION)
    return -HWPGO_E_FORMAT;
  uint64_t n = hwpgo_cursor_uleb (&in);
  for (uint64_t i = 0; i < n && !in.failed; i++)
    if (!read_function (b, &in))
      return -HWPGO_E_NOMEM;
  n = hwpgo_cursor_uleb (&in);
  for (uint64_t i = 0; i < n && !in.failed; i++)
    if (!read_body (b, &in))
      return -HWPGO_E_NOMEM;
  b->decisions_size = hwpgo_cursor_uleb (&in);
  b->decisions = hwpgo_cursor_bytes (&in, b->decisions_size);
  b->places_size = hwpgo_cursor_uleb (&in);
  b->places = hwpgo_cursor_bytes (&in, b->places_size);
  b->changes_size = hwpgo_cursor_left (&in);
  b->changes = hwpgo_cursor_bytes (&in, b->changes_size);
  return in.failed ? -HWPGO_E_FORMAT : 0;
}

void
hwpgo_bytecode_free (struct hwpgo_bytecode *b)
{
  free (b->functions);
  free (b->bodies);
  hwpgo_map_free (&b->by_order);
  memset (b, 0, sizeof *b);
}

/* --- runs ----------------------------------------------------------------*/

void
hwpgo_runs_end (struct hwpgo_runs_writer *w)
{
  if (w->count == 0)
    return;
  hwpgo_put_uleb (&w->out, w->count);
  hwpgo_put_uleb (&w->out, w->number);
  w->count = 0;
}

void
hwpgo_runs_put (struct hwpgo_runs_writer *w, uint32_t number)
{
  if (number != w->number)
    hwpgo_runs_end (w);
  w->number = number;
  w->count++;
}

struct hwpgo_runs
hwpgo_runs_begin (const struct hwpgo_bytecode_function *f)
{
  struct hwpgo_runs runs = { 0 };
  runs.in = hwpgo_cursor_new (NULL, f->runs, f->size);
  return runs;
}

/* Go to the next run.  False at the end and in what makes no sense.  */
static bool
next_run (struct hwpgo_runs *runs)
{
  if (hwpgo_cursor_left (&runs->in) == 0)
    return false;
  runs->left = hwpgo_cursor_uleb (&runs->in);
  uint64_t number = hwpgo_cursor_uleb (&runs->in);
  runs->in.failed |= runs->left == 0 || number > UINT32_MAX;
  runs->number = (uint32_t) number;
  return !runs->in.failed;
}

uint32_t
hwpgo_runs_next (struct hwpgo_runs *runs)
{
  if (runs->left == 0 && !next_run (runs))
    return 0;
  runs->left--;
  return runs->number;
}

uint64_t
hwpgo_runs_total (const struct hwpgo_bytecode_function *f, uint32_t max)
{
  struct hwpgo_runs runs = hwpgo_runs_begin (f);
  uint64_t total = 0;
  while (next_run (&runs))
    {
      total = hwpgo_add (total, runs.left);
      if (runs.number > max)
        return UINT64_MAX;
    }
  return runs.in.failed ? UINT64_MAX : total;
}
