/* Read LLVM's text form of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   text.h has the grammar, text-write.c is the mirror of this file.  Every
   input that LLVM reads and that a tool of the LLVM family writes is read to
   the same contents; what LLVM lets pass although it cannot be meant (lines
   deeper than the line above allows, empty names, no blank after a colon) is
   an error here.  */

#include "runtime/profile/text.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/profile/text-scan.h"

enum
{
  MAX_LINE_OFFSET = 0xffff /* of a location without discriminator.  */
};

/* A function whose lines may still come.  */
struct frame
{
  struct hwpgo_function *function;
  bool ended; /* its metadata has been seen: nothing else may follow.  */
};

/* A target on the current line.  */
struct seen_target
{
  const char *name; /* interned.  */
  uint64_t count;
  size_t nth;
};

struct reader
{
  struct hwpgo_profile *profile;
  const char *file;
  struct line_reader in;
  struct hwpgo_error *err;

  struct frame *stack; /* stack[D - 1] takes lines with D blanks.  */
  size_t depth, stack_capacity;

  struct seen_target *targets;
  size_t n_targets, targets_capacity;
};

static int
expected (struct reader *r, const char *what, struct span found)
{
  int shown = found.length > 80 ? 80 : (int) found.length;
  return hwpgo_error_at_line (r->err, HWPGO_E_FORMAT, r->file, r->in.number,
                              "expected %s, found '%.*s'", what, shown,
                              found.text);
}

/* --- a function's first line --------------------------------------------- */

static bool
parse_head (struct span line, struct span *name, uint64_t *total,
            uint64_t *head)
{
  struct span rest, number;
  return split_last (line, &rest, &number)
         && parse_number (number, UINT64_MAX, head)
         && split_last (rest, name, &number)
         && parse_number (number, UINT64_MAX, total) && name->length;
}

static int
push (struct reader *r, struct hwpgo_function *function)
{
  if (r->depth >= HWPGO_MAX_INLINE_DEPTH)
    return hwpgo_error_at_line (r->err, HWPGO_E_LIMIT, r->file, r->in.number,
                                "inlined calls more than %d deep",
                                HWPGO_MAX_INLINE_DEPTH);
  if (!HWPGO_GROW (r->stack, r->stack_capacity, r->depth + 1))
    return hwpgo_error_nomem (r->err);
  r->stack[r->depth++] = (struct frame){ function, false };
  return 0;
}

static int
read_head (struct reader *r)
{
  struct span line = r->in.line, name;
  uint64_t total, head;
  if (line.text[0] == '[')
    return hwpgo_error_at_line (
        r->err, HWPGO_E_UNSUPPORTED, r->file, r->in.number,
        "a context-sensitive profile; 'llvm-profdata merge --sample --text "
        "--convert-sample-profile-layout=nest' makes one that is read");
  if (!parse_head (line, &name, &total, &head))
    return expected (r, "'NAME:TOTAL:HEAD'", line);
  struct hwpgo_function *f
      = hwpgo_profile_function (r->profile, name.text, name.length);
  if (!f)
    return hwpgo_error_nomem (r->err);
  f->total = hwpgo_add (f->total, total);
  f->head = hwpgo_add (f->head, head);
  r->depth = 0;
  return push (r, f);
}

/* --- lines of a body ----------------------------------------------------- */

/* LOCATION, "OFFSET" or "OFFSET.DISCRIMINATOR".  */
static int
parse_location (struct reader *r, struct span location,
                struct hwpgo_location *at)
{
  uint64_t line, discriminator = 0;
  const char *dot = memchr (location.text, '.', location.length);
  struct span offset = location;
  if (dot)
    {
      offset.length = (size_t) (dot - location.text);
      struct span rest = skip (location, offset.length + 1);
      if (!parse_number (rest, UINT32_MAX, &discriminator))
        return expected (r, "a discriminator up to 4294967295", rest);
    }
  if (!parse_number (offset, dot ? UINT32_MAX : MAX_LINE_OFFSET, &line))
    return expected (r,
                     dot ? "a line offset up to 4294967295"
                         : "a line offset up to 65535",
                     offset);
  *at = (struct hwpgo_location){ (uint32_t) line, (uint32_t) discriminator };
  return 0;
}

/* Read the targets in REST, each after one blank or more, into r->targets.  */
static int
parse_targets (struct reader *r, struct span rest)
{
  r->n_targets = 0;
  while (rest.length)
    {
      size_t blanks = count_blanks (rest);
      struct span name, found = skip (rest, blanks);
      rest = found;
      uint64_t count;
      if (!blanks || !next_target (&rest, &name, &count) || !name.length)
        return expected (r, "' NAME:COUNT' for a target", found);
      const char *interned
          = hwpgo_strings_intern (&r->profile->names, name.text, name.length);
      if (!interned
          || !HWPGO_GROW (r->targets, r->targets_capacity, r->n_targets + 1))
        return hwpgo_error_nomem (r->err);
      r->targets[r->n_targets]
          = (struct seen_target){ interned, count, r->n_targets };
      r->n_targets++;
    }
  return 0;
}

static int
compare_seen (const void *a, const void *b)
{
  const struct seen_target *s = a, *t = b;
  /* In the order of the model, where each then goes to the end.  */
  if (s->name != t->name)
    return strcmp (s->name, t->name);
  return s->nth < t->nth ? -1 : s->nth > t->nth;
}

/* Add r->targets.  Of a name that stands twice on a line LLVM takes the
   later count, and so do we.  */
static int
add_targets (struct reader *r, struct hwpgo_function *f,
             struct hwpgo_location at)
{
  int ret = 0;
  if (r->n_targets > 1)
    qsort (r->targets, r->n_targets, sizeof *r->targets, compare_seen);
  for (size_t i = 0; i < r->n_targets && ret == 0; i++)
    {
      const struct seen_target *t = &r->targets[i];
      if (i + 1 == r->n_targets || t[1].name != t->name)
        ret = hwpgo_function_add_target (r->profile, f, at, t->name,
                                         strlen (t->name), t->count);
    }
  return ret ? hwpgo_error_nomem (r->err) : 0;
}

/* "COUNT TARGETS".  */
static int
read_sample (struct reader *r, struct hwpgo_location at, struct span rest)
{
  struct hwpgo_function *f = r->stack[r->depth - 1].function;
  const char *blank = memchr (rest.text, ' ', rest.length);
  struct span number = rest;
  if (blank)
    number.length = (size_t) (blank - rest.text);
  uint64_t count;
  if (!parse_number (number, UINT64_MAX, &count))
    return expected (r, "a count", number);
  int ret = parse_targets (r, skip (rest, number.length));
  if (ret)
    return ret;
  if (hwpgo_function_add_sample (r->profile, f, at, count))
    return hwpgo_error_nomem (r->err);
  return add_targets (r, f, at);
}

/* "NAME:TOTAL".  */
static int
read_callsite (struct reader *r, struct hwpgo_location at, struct span rest)
{
  struct span name, number;
  uint64_t total;
  if (!split_last (rest, &name, &number) || !name.length || rest.text[0] == ' '
      || !parse_number (number, UINT64_MAX, &total))
    return expected (r, "a count or 'NAME:TOTAL'", rest);
  struct hwpgo_function *f = hwpgo_function_callsite (
      r->profile, r->stack[r->depth - 1].function, at, name.text, name.length);
  if (!f)
    return hwpgo_error_nomem (r->err);
  f->total = hwpgo_add (f->total, total);
  return push (r, f);
}

/* REST begins with '!'.  A value of 0 is LLVM's "none".  */
static int
read_metadata (struct reader *r, struct span rest)
{
  static const char checksum[] = "!CFGChecksum: ";
  static const char attributes[] = "!Attributes: ";
  struct frame *frame = &r->stack[r->depth - 1];
  struct hwpgo_function *f = frame->function;
  uint64_t value;
  frame->ended = true;
  if (starts_with (rest, checksum)
      && parse_number (skip (rest, strlen (checksum)), UINT64_MAX, &value))
    {
      f->has_checksum |= value != 0;
      f->checksum = value ? value : f->checksum;
      return 0;
    }
  if (starts_with (rest, attributes)
      && parse_number (skip (rest, strlen (attributes)), UINT32_MAX, &value))
    {
      f->has_attributes = value != 0;
      f->attributes = (uint32_t) value;
      return 0;
    }
  /* Newer writers mark a function without call sites; nothing follows from
     that.  */
  if (r->depth == 1 && rest.length == 5 && starts_with (rest, "!Flat"))
    return 0;
  return expected (r, "'!CFGChecksum: N' or '!Attributes: N'", rest);
}

static int
read_body (struct reader *r)
{
  size_t depth = count_blanks (r->in.line);
  struct span rest = skip (r->in.line, depth);
  if (r->depth == 0)
    return expected (r, "a function, 'NAME:TOTAL:HEAD', first", rest);
  if (depth > r->depth)
    return hwpgo_error_at_line (r->err, HWPGO_E_FORMAT, r->file, r->in.number,
                                "expected at most %zu blanks at the start, "
                                "found %zu",
                                r->depth, depth);
  r->depth = depth;
  if (rest.text[0] == '!')
    return read_metadata (r, rest);
  if (r->stack[depth - 1].ended)
    return expected (r, "nothing more of a function after its metadata", rest);

  struct hwpgo_location at;
  struct span location = rest;
  const char *colon = memchr (rest.text, ':', rest.length);
  if (colon)
    location.length = (size_t) (colon - rest.text);
  rest = skip (rest, location.length);
  int ret = parse_location (r, location, &at);
  if (ret)
    return ret;
  if (rest.length < 3 || rest.text[1] != ' ')
    return expected (r, "': ' and a count or 'NAME:TOTAL'", rest);
  rest = skip (rest, 2);
  if (rest.text[0] >= '0' && rest.text[0] <= '9' && !starts_with_hash (rest))
    return read_sample (r, at, rest);
  /* Types of the objects of a virtual call (LLVM 22), in the form of
     targets: the model has no place for them.  */
  if (starts_with (rest, "vtables "))
    return parse_targets (r, skip (rest, strlen ("vtables")));
  return read_callsite (r, at, rest);
}

/* --- the whole ------------------------------------------------------------
 */

/* Make all outermost functions at once, in one pass over the lines before the
   one that counts.  Files are in the order of the totals, so that one by one
   each would move half of the others.  */
static int
declare_functions (struct reader *r)
{
  const char **names = NULL;
  size_t n = 0, capacity = 0;
  int ret = 0;
  for (struct line_reader in = r->in; ret == 0 && next_line (&in);)
    {
      struct span name;
      uint64_t total, head;
      if (in.line.text[0] == ' ' || in.line.text[0] == '['
          || !parse_head (in.line, &name, &total, &head))
        continue;
      if (HWPGO_GROW (names, capacity, n + 1))
        names[n] = hwpgo_strings_intern (&r->profile->names, name.text,
                                         name.length);
      if (n >= capacity || !names[n++])
        ret = -HWPGO_E_NOMEM;
    }
  if (ret == 0 && n)
    ret = hwpgo_profile_declare (r->profile, names, n);
  free (names);
  return ret ? hwpgo_error_nomem (r->err) : 0;
}

bool
hwpgo_text_looks_like (const void *data, size_t size)
{
  /* Names may have control characters, since the writer writes them.  */
  return size == 0 || !memchr (data, '\0', size < 128 ? size : 128);
}

int
hwpgo_text_read (struct hwpgo_profile *profile, const char *file,
                 const void *data, size_t size, struct hwpgo_error *err)
{
  const char *text = data;
  struct reader r = { .profile = profile, .file = file, .err = err };
  r.in = (struct line_reader){ .pos = text, .end = text + size };
  int ret = declare_functions (&r);
  hwpgo_profile_begin_bulk (profile);
  while (ret == 0 && next_line (&r.in))
    if (memchr (r.in.line.text, '\0', r.in.line.length))
      ret = hwpgo_error_at_line (err, HWPGO_E_FORMAT, file, r.in.number,
                                 "expected text, found a NUL byte");
    else
      ret = r.in.line.text[0] == ' ' ? read_body (&r) : read_head (&r);
  int end = hwpgo_profile_end_bulk (profile);
  if (ret == 0 && end == -HWPGO_E_MISMATCH)
    ret = hwpgo_error_set (err, HWPGO_E_MISMATCH, file,
                           "two checksums of one inlined call");
  else if (ret == 0 && end)
    ret = hwpgo_error_nomem (err);
  free (r.stack);
  free (r.targets);
  return ret;
}
