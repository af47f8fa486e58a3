/* Where each function has its counts in an ExtBinary profile: our own section.
   SPDX-License-Identifier: GPL-2.0-or-later

   All numbers have four bytes, little-endian:

     index := NAMES PLACES { TEXT FIRST } TEXT FIRST { PLACE }

   There is a pair for each name, in the order of the section of names, and
   one for their end.  TEXT is where the name is in that section, FIRST the
   number of its first place.  PLACE is twice an offset in the section of
   functions, plus one where the function is inlined there.  */

#include "runtime/profile/extbinary-index.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum
{
  PAIR = 8, /* bytes of TEXT and FIRST.  */
  HEAD = 8  /* of NAMES and PLACES.  */
};

static uint32_t
u32_at (const uint8_t *p)
{
  return p[0] | (uint32_t) p[1] << 8 | (uint32_t) p[2] << 16
         | (uint32_t) p[3] << 24;
}

/* --- writing --------------------------------------------------------------
 */

static size_t
uleb_size (uint64_t value)
{
  size_t n = 1;
  while (value >>= 7)
    n++;
  return n;
}

/* By name, then by offset, which is the order in which they were noted.  */
static int
compare_places (const void *a, const void *b)
{
  const struct hwpgo_llvm_place *p = a, *q = b;
  if (p->name != q->name)
    return p->name < q->name ? -1 : 1;
  return (p->offset > q->offset) - (p->offset < q->offset);
}

int
hwpgo_extbinary_write_index (struct hwpgo_llvm_writer *w, bool md5)
{
  const struct hwpgo_llvm_place *p = w->places, *end;
  uint64_t text = uleb_size (w->n_names), last = 0;
  for (size_t i = 0; i < w->n_places; i++)
    last = p[i].offset > last ? p[i].offset : last;
  for (size_t i = 0; i < w->n_names; i++)
    text += md5 ? sizeof (uint64_t) : strlen (w->names[i]) + 1;
  if (w->n_places == 0 || w->n_places > UINT32_MAX || last > UINT32_MAX / 2
      || text > UINT32_MAX)
    return 0;
  end = p + w->n_places;
  qsort (w->places, w->n_places, sizeof *w->places, compare_places);
  text = uleb_size (w->n_names);
  hwpgo_put_u32 (&w->out, (uint32_t) w->n_names);
  hwpgo_put_u32 (&w->out, (uint32_t) w->n_places);
  for (size_t i = 0; i <= w->n_names; i++)
    {
      hwpgo_put_u32 (&w->out, (uint32_t) text);
      hwpgo_put_u32 (&w->out, (uint32_t) (p - w->places));
      while (p < end && p->name == i)
        p++;
      if (i < w->n_names)
        text += md5 ? sizeof (uint64_t) : strlen (w->names[i]) + 1;
    }
  for (p = w->places; p < end; p++)
    hwpgo_put_u32 (&w->out, (uint32_t) p->offset << 1 | p->inlined);
  return 0;
}

/* --- finding --------------------------------------------------------------
 */

static int
malformed (struct hwpgo_llvm_reader *r)
{
  return hwpgo_llvm_malformed (r, "the index does not fit");
}

/* Check the pairs of INDEX, which is for NAMES.  What holds then for all of
   them is that no byte of a name belongs to two and no place to two.  */
static int
check_pairs (struct hwpgo_llvm_reader *r, const struct hwpgo_place_index *x,
             const struct hwpgo_cursor *names, size_t start)
{
  const uint8_t *pair = x->pairs;
  uint32_t text = u32_at (pair), first = u32_at (pair + 4);
  bool good = text == start && first == 0;
  for (size_t i = 0; i < x->n_names; i++)
    {
      pair += PAIR;
      uint32_t next = u32_at (pair), next_first = u32_at (pair + 4);
      good &= next > text && next_first >= first;
      text = next;
      first = next_first;
    }
  good = good && text == hwpgo_cursor_left (names) && first == x->n_places;
  return good ? 0 : malformed (r);
}

/* Take SECTION for the index of the section of names in NAMES.  */
static int
take_index (struct hwpgo_extbinary *file, struct hwpgo_section *section,
            struct hwpgo_cursor names, struct hwpgo_error *err)
{
  struct hwpgo_place_index *x = &file->index;
  struct hwpgo_llvm_reader r;
  size_t all = hwpgo_cursor_left (&names);
  struct hwpgo_cursor in = names;
  int ret = hwpgo_extbinary_begin (file, section, NULL, &r, err);
  if (ret)
    return ret;
  r.in.swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  uint64_t n = hwpgo_cursor_uleb (&in);
  x->n_names = hwpgo_cursor_u32 (&r.in);
  x->n_places = hwpgo_cursor_u32 (&r.in);
  x->pairs = hwpgo_cursor_bytes (&r.in, ((uint64_t) x->n_names + 1) * PAIR);
  x->places = hwpgo_cursor_bytes (&r.in, (uint64_t) x->n_places * 4);
  ret = hwpgo_llvm_check (&r);
  if (ret == 0 && (n != x->n_names || in.failed || hwpgo_cursor_left (&r.in)))
    ret = malformed (&r);
  if (ret == 0)
    ret = check_pairs (&r, x, &names, all - hwpgo_cursor_left (&in));
  return ret;
}

int
hwpgo_extbinary_find_index (struct hwpgo_extbinary *file,
                            struct hwpgo_error *err)
{
  struct hwpgo_section *index = NULL, *names = NULL;
  size_t n_names = 0, n_functions = 0;
  bool compressed = false;
  for (size_t i = 0; i < file->n_sections; i++)
    {
      struct hwpgo_section *s = &file->sections[i];
      if (s->size == 0)
        continue;
      compressed |= (s->flags & HWPGO_SECTION_COMPRESSED) != 0;
      if (s->type == HWPGO_SECTION_NAMES && ++n_names)
        names = s;
      else if (s->type == HWPGO_SECTION_FUNCTIONS && ++n_functions)
        file->index.section = s;
      else if (s->type == HWPGO_SECTION_INDEX)
        index = s;
    }
  struct hwpgo_llvm_reader r;
  if (!index || compressed || n_names != 1 || n_functions != 1
      || (names->flags & (HWPGO_NAMES_ARE_MD5 | HWPGO_NAMES_ARE_FIXED_MD5))
             == HWPGO_NAMES_ARE_MD5)
    return 0;
  int ret = hwpgo_extbinary_begin (file, names, NULL, &r, err);
  if (ret == 0)
    ret = take_index (file, index, r.in, err);
  file->index.made = ret == 0;
  return ret;
}

bool
hwpgo_extbinary_indexed (const struct hwpgo_extbinary *file)
{
  return file->index.made;
}

/* --- loading --------------------------------------------------------------
 */

/* The number of NAME in the table of names, which is sorted; a table that is
   not has not got it.  */
static int
find_name (struct hwpgo_llvm_reader *r, const char *name, bool *found,
           size_t *number)
{
  size_t low = 0, high = r->names->n;
  int ret = 0;
  *found = false;
  while (low < high && !*found && ret == 0)
    {
      struct hwpgo_llvm_name other;
      size_t middle = low + (high - low) / 2;
      ret = hwpgo_llvm_name_at (r, middle, &other);
      int order = ret ? 0 : strcmp (other.text, name);
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
      *found = ret == 0 && order == 0;
      *number = middle;
    }
  return ret;
}

/* Where to read what.  */
struct wanted
{
  struct wanted_place
  {
    uint32_t place; /* as in the index.  */
    uint32_t name;  /* the number of what must be there.  */
    size_t asked;   /* which of those asked for that is.  */
  } * places;       /* owned.  */
  size_t n, capacity;
  struct hwpgo_function **elsewhere; /* owned; for each asked for what it has
                                        inlined in others, or NULL.  */
};

/* Add the places of NAME, the one ASKED for.  */
static int
add_name (struct hwpgo_extbinary *file, struct hwpgo_llvm_reader *r,
          const char *name, size_t asked, struct wanted *wanted)
{
  const struct hwpgo_place_index *x = &file->index;
  char hash[HWPGO_MD5_NAME_SIZE];
  size_t number;
  bool found;
  if (file->md5)
    {
      hwpgo_md5_name (hash, hwpgo_name_md5 (name, strlen (name)));
      name = hash;
    }
  int ret = find_name (r, name, &found, &number);
  if (ret || !found)
    return ret;
  const uint8_t *pair = x->pairs + number * PAIR;
  uint32_t first = u32_at (pair + 4), end = u32_at (pair + PAIR + 4);
  if (!HWPGO_GROW (wanted->places, wanted->capacity,
                   wanted->n + (end - first)))
    return hwpgo_error_nomem (r->err);
  for (uint32_t i = first; i < end; i++)
    wanted->places[wanted->n++]
        = (struct wanted_place){ u32_at (x->places + (size_t) i * 4),
                                 (uint32_t) number, asked };
  return 0;
}

static int
compare_wanted (const void *a, const void *b)
{
  const struct wanted_place *p = a, *q = b;
  return (p->place > q->place) - (p->place < q->place);
}

/* Whether R is where WANTED says.  */
static int
check_place (const struct hwpgo_llvm_reader *r, struct wanted_place wanted)
{
  struct hwpgo_llvm_reader look = *r;
  hwpgo_cursor_uleb (&look.in); /* the head count, or the line  */
  if (wanted.place & 1)
    hwpgo_cursor_uleb (&look.in);
  uint64_t name = hwpgo_cursor_uleb (&look.in);
  int ret = hwpgo_llvm_check (&look);
  return ret ? ret : name == wanted.name ? 0 : malformed (&look);
}

/* Read the inlined call at the place WANTED into *INTO, which is made when it
   is NULL.  */
static int
read_elsewhere (struct hwpgo_llvm_reader *r, struct wanted_place wanted,
                struct hwpgo_function **into)
{
  struct hwpgo_location at = { (uint32_t) wanted.asked, 0 };
  struct hwpgo_function *elsewhere = NULL;
  if (!*into)
    {
      elsewhere = hwpgo_profile_function (r->profile, HWPGO_ELSEWHERE,
                                          strlen (HWPGO_ELSEWHERE));
      if (!elsewhere)
        return hwpgo_error_nomem (r->err);
    }
  return hwpgo_llvm_read_inlined (r, elsewhere, at, into);
}

/* Read the places of WANTED, each byte at most once: what begins within
   another has been read with it.  All that is inlined of a function is summed
   up, as it is of the same source: a small one may have thousands of places.
   */
static int
read_places (struct hwpgo_llvm_reader *r, struct wanted *wanted)
{
  struct hwpgo_llvm_name name;
  struct hwpgo_cursor all = r->in;
  uint64_t done = 0, size = hwpgo_cursor_left (&all);
  int ret = 0;
  for (size_t i = 0; i < wanted->n && ret == 0; i++)
    {
      uint64_t offset = wanted->places[i].place / 2;
      if (offset < done)
        continue;
      if (offset >= size)
        return malformed (r);
      r->in = all;
      hwpgo_cursor_bytes (&r->in, offset);
      ret = check_place (r, wanted->places[i]);
      if (ret == 0 && (wanted->places[i].place & 1))
        ret = read_elsewhere (r, wanted->places[i],
                              &wanted->elsewhere[wanted->places[i].asked]);
      else if (ret == 0)
        ret = hwpgo_llvm_read_function (r, &name);
      done = size - hwpgo_cursor_left (&r->in);
    }
  return ret;
}

static int
load_indexed (struct hwpgo_extbinary *file, struct hwpgo_profile *profile,
              const char *const *names, size_t n, struct hwpgo_error *err)
{
  struct wanted wanted = { 0 };
  struct hwpgo_llvm_reader r;
  wanted.elsewhere = calloc (n + 1, sizeof *wanted.elsewhere);
  int ret = wanted.elsewhere ? hwpgo_extbinary_adopt (file, profile, err)
                             : hwpgo_error_nomem (err);
  if (ret == 0)
    ret = hwpgo_extbinary_begin (file, file->index.section, profile, &r, err);
  for (size_t i = 0; i < n && ret == 0; i++)
    ret = add_name (file, &r, names[i], i, &wanted);
  if (wanted.n > 1)
    qsort (wanted.places, wanted.n, sizeof *wanted.places, compare_wanted);
  hwpgo_profile_begin_bulk (profile);
  if (ret == 0)
    ret = read_places (&r, &wanted);
  if (hwpgo_profile_end_bulk (profile) && ret == 0)
    ret = hwpgo_error_nomem (err);
  free (wanted.places);
  free (wanted.elsewhere);
  return ret;
}

int
hwpgo_extbinary_load_unit (struct hwpgo_extbinary *file,
                           struct hwpgo_profile *profile,
                           const char *const *names, size_t n,
                           struct hwpgo_error *err)
{
  int ret = file->index.made ? load_indexed (file, profile, names, n, err)
                             : hwpgo_extbinary_load_all (file, profile, err);
  return ret ? ret
             : hwpgo_extbinary_load_listed (file, profile, names, n, err);
}
