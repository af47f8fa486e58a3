/* Reading what a compiler did that no recording shows.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/hint-section.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/cursor.h"
#include "runtime/base/memory.h"
#include "runtime/profile/discriminator.h"

/* --- writing -------------------------------------------------------------
 */

void
hwpgo_hint_record_begin (struct hwpgo_bytes *out, enum hwpgo_hint_kind kind,
                         size_t n_frames)
{
  /* One byte, as it is below 128.  */
  hwpgo_put_uleb (out, kind);
  hwpgo_put_uleb (out, n_frames);
}

void
hwpgo_hint_record_frame (struct hwpgo_bytes *out, const char *function,
                         struct hwpgo_location at)
{
  hwpgo_put_bytes (out, function, strlen (function) + 1);
  hwpgo_put_uleb (out, at.line);
  hwpgo_put_uleb (out, at.discriminator);
}

/* PART, at most 1, in parts of HWPGO_HINT_CERTAIN.  */
static uint64_t
parts_of (double part)
{
  if (!(part > 0))
    return 0;
  return (uint64_t) ((part < 1 ? part : 1) * HWPGO_HINT_CERTAIN);
}

void
hwpgo_hint_record_end_branch (struct hwpgo_bytes *out, unsigned age,
                              bool doubted, double ratio, double share,
                              double odds)
{
  uint64_t parts = parts_of (share), held = parts_of (odds);
  hwpgo_put_uleb (out, age + (doubted ? HWPGO_HINT_DOUBTED : 0));
  hwpgo_put_uleb (out, parts_of (ratio));
  hwpgo_put_uleb (out, parts ? parts : 1);
  hwpgo_put_uleb (out, held || !(odds >= 0) ? held : 1);
}

void
hwpgo_hint_record_end_vector (struct hwpgo_bytes *out, unsigned factor)
{
  hwpgo_put_uleb (out, factor);
}

/* --- reading -------------------------------------------------------------
 */

/* The least that a frame takes: an empty name and two numbers.  */
#define FRAME_LEAST 3

struct frame
{
  const char *name;
  size_t length;
  struct hwpgo_location at;
};

/* False, with C failed or ended, if there is no whole frame.  */
static bool
read_frame (struct hwpgo_cursor *c, struct frame *f, const char **why)
{
  size_t left = hwpgo_cursor_left (c);
  const char *end = left ? memchr (c->pos, 0, left) : NULL;
  if (!end)
    return false;
  f->name = (const char *) c->pos;
  f->length = (size_t) (end - f->name);
  hwpgo_cursor_bytes (c, f->length + 1);
  uint64_t line = hwpgo_cursor_uleb (c);
  uint64_t discriminator = hwpgo_cursor_uleb (c);
  if (f->length == 0)
    *why = "a function without a name";
  else if (line > UINT32_MAX || discriminator > UINT32_MAX)
    *why = "a place of more than 32 bits";
  f->at = (struct hwpgo_location){ (uint32_t) line, (uint32_t) discriminator };
  return !c->failed && !*why;
}

/* What is wrong with the end of R, of a branch; NULL if nothing is.  */
static const char *
read_branch (struct hwpgo_cursor *c, struct hwpgo_hint_record *r)
{
  uint64_t age = hwpgo_cursor_uleb (c);
  uint64_t mispredicts = hwpgo_cursor_uleb (c);
  uint64_t share = hwpgo_cursor_uleb (c);
  uint64_t held = hwpgo_cursor_uleb (c);
  r->doubted = age >= HWPGO_HINT_DOUBTED;
  if (r->doubted)
    age -= HWPGO_HINT_DOUBTED;
  if (age > HWPGO_HINT_BUILDS)
    return "a branch that should be forgotten";
  if (mispredicts > HWPGO_HINT_CERTAIN)
    return "a ratio over 1";
  if (share == 0 || share > HWPGO_HINT_CERTAIN)
    return "a share of nothing, or of more than all";
  if (held > HWPGO_HINT_CERTAIN)
    return "a branch that held more often than it ran";
  r->age = (uint32_t) age;
  r->mispredicts = (uint32_t) mispredicts;
  r->share = (uint32_t) share;
  r->held = (uint32_t) held;
  return NULL;
}

/* The same of a vectorised place.  */
static const char *
read_vector (struct hwpgo_cursor *c, struct hwpgo_hint_record *r)
{
  uint64_t factor = hwpgo_cursor_uleb (c);
  if (factor < 2 || factor > HWPGO_HINT_FACTOR_MAX)
    return "a factor that no vectors have";
  r->factor = (uint32_t) factor;
  return NULL;
}

/* What is wrong with the record at C, which goes behind it and fills R; NULL
   if nothing is, or C failed or ended.  */
static const char *
read_record (struct hwpgo_cursor *c, struct hwpgo_hint_record *r, bool *ended)
{
  const char *why = NULL;
  struct frame f;
  uint8_t kind = hwpgo_cursor_u8 (c);
  if (kind != HWPGO_HINT_BRANCH && kind != HWPGO_HINT_VECTOR)
    return "a record of an unknown kind; build with the plugin of this version";
  *r = (struct hwpgo_hint_record){ .kind = (enum hwpgo_hint_kind) kind };
  uint64_t n = hwpgo_cursor_uleb (c);
  *ended = !hwpgo_cursor_fits (c, n, FRAME_LEAST);
  if (*ended)
    return NULL;
  if (n == 0 || n > HWPGO_MAX_INLINE_DEPTH)
    return "a place in no function, or in too many";
  r->n_frames = (uint32_t) n;
  r->frames = c->pos;
  for (uint64_t i = 0; i < n && !*ended; i++)
    *ended = !read_frame (c, &f, &why);
  r->size = (size_t) (c->pos - r->frames);
  if (why || *ended)
    return why;
  why = r->kind == HWPGO_HINT_BRANCH ? read_branch (c, r) : read_vector (c, r);
  *ended = c->failed;
  return why;
}

int
hwpgo_hint_section_read (struct hwpgo_hint_records *records, const char *path,
                         const uint8_t *data, size_t size,
                         struct hwpgo_error *err)
{
  struct hwpgo_cursor c = hwpgo_cursor_new (path, data, size);
  while (hwpgo_cursor_left (&c) > 0)
    {
      struct hwpgo_hint_record r;
      bool ended = false;
      size_t offset = hwpgo_cursor_offset (&c);
      const char *why = read_record (&c, &r, &ended);
      if (why && !c.failed)
        return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, path, offset,
                                      HWPGO_HINT_SECTION ": %s", why);
      if (ended)
        return hwpgo_error_at_offset (err, HWPGO_E_TRUNCATED, path, offset,
                                      HWPGO_HINT_SECTION);
      if (!HWPGO_GROW (records->items, records->capacity, records->n + 1))
        return hwpgo_error_nomem (err);
      records->items[records->n++] = r;
    }
  return 0;
}

void
hwpgo_hint_records_free (struct hwpgo_hint_records *records)
{
  free (records->items);
  *records = (struct hwpgo_hint_records){ 0 };
}

/* Vectors first, then branches by place; of one place the youngest that was
   mispredicted first.  */
static int
compare (const void *x, const void *y)
{
  const struct hwpgo_hint_record *a = x, *b = y;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  if (a->size != b->size)
    return a->size < b->size ? -1 : 1;
  int order = memcmp (a->frames, b->frames, a->size);
  if (order)
    return order;
  if ((a->mispredicts == 0) != (b->mispredicts == 0))
    return a->mispredicts ? -1 : 1;
  if (a->age != b->age)
    return a->age < b->age ? -1 : 1;
  if (a->doubted != b->doubted)
    return a->doubted ? -1 : 1;
  if (a->mispredicts != b->mispredicts)
    return a->mispredicts > b->mispredicts ? -1 : 1;
  if (a->share != b->share)
    return a->share > b->share ? -1 : 1;
  return (a->held < b->held) - (a->held > b->held);
}

/* Add COUNT to the branch of R in PROFILE.  */
static int
add (struct hwpgo_profile *profile, const struct hwpgo_hint_record *r,
     uint64_t count)
{
  /* It has been read before, so nothing fails.  */
  struct hwpgo_cursor c = hwpgo_cursor_new ("", r->frames, r->size);
  const char *why = NULL;
  struct frame f, inner;
  read_frame (&c, &f, &why);
  struct hwpgo_function *in
      = hwpgo_profile_function (profile, f.name, f.length);
  for (uint32_t i = 1; i < r->n_frames && in; i++, f = inner)
    {
      read_frame (&c, &inner, &why);
      in = hwpgo_function_callsite (profile, in, f.at, inner.name,
                                    inner.length);
    }
  hwpgo_discriminator_set (&f.at.discriminator, HWPGO_ROUND_FINAL,
                           r->age + 1 + (r->doubted ? HWPGO_HINT_DOUBTED : 0));
  return in ? hwpgo_function_add_sample (profile, in, f.at, count)
            : -HWPGO_E_NOMEM;
}

int
hwpgo_hint_records_fade (struct hwpgo_hint_records *records,
                         struct hwpgo_profile *executions,
                         struct hwpgo_profile *mispredicts,
                         struct hwpgo_profile *held, struct hwpgo_error *err)
{
  const struct hwpgo_hint_record *all = records->items;
  if (records->n == 0)
    return 0;
  qsort (records->items, records->n, sizeof *all, compare);
  for (size_t i = 0; i < records->n; i++)
    {
      const struct hwpgo_hint_record *r = &all[i];
      bool again = i > 0 && all[i - 1].kind == r->kind
                   && all[i - 1].size == r->size
                   && memcmp (all[i - 1].frames, r->frames, r->size) == 0;
      if (r->kind != HWPGO_HINT_BRANCH || again || r->age == HWPGO_HINT_BUILDS)
        continue;
      if (add (executions, r, (uint64_t) HWPGO_HINT_CERTAIN * r->share)
          || add (mispredicts, r, (uint64_t) r->mispredicts * r->share)
          || (r->held && add (held, r, (uint64_t) r->held * r->share)))
        return hwpgo_error_nomem (err);
    }
  hwpgo_profile_update_totals (executions);
  hwpgo_profile_update_totals (mispredicts);
  hwpgo_profile_update_totals (held);
  return 0;
}

/* Note the factor of R.  */
static bool
note_factor (const struct hwpgo_hint_record *r,
             const struct hwpgo_profile *profile, struct hwpgo_map *factors)
{
  struct hwpgo_cursor c = hwpgo_cursor_new ("", r->frames, r->size);
  const char *why = NULL;
  struct frame f, inner;
  read_frame (&c, &f, &why);
  const struct hwpgo_function *in = hwpgo_profile_find (profile, f.name);
  for (uint32_t i = 1; i < r->n_frames && in; i++, f = inner)
    {
      read_frame (&c, &inner, &why);
      in = hwpgo_function_find_call (in, f.at, inner.name);
    }
  if (!in)
    return true;
  uint64_t *slot
      = hwpgo_map_slot (factors, (uintptr_t) in,
                        (uint64_t) f.at.line << 32 | f.at.discriminator);
  if (slot && (*slot == 0 || r->factor < *slot))
    *slot = r->factor;
  return slot != NULL;
}

bool
hwpgo_hint_records_factors (const struct hwpgo_hint_records *records,
                            const struct hwpgo_profile *profile,
                            struct hwpgo_map *factors)
{
  bool good = true;
  for (size_t i = 0; i < records->n && good; i++)
    if (records->items[i].kind == HWPGO_HINT_VECTOR)
      good = note_factor (&records->items[i], profile, factors);
  return good;
}
