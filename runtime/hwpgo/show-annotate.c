/* One function with its counts beside its source.
   SPDX-License-Identifier: GPL-2.0-or-later

   A profile has lines as distances from that of the function's declaration,
   which is in the debug information of the binary.  Without the binary, or
   without the source, there are distances alone.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/show.h"
#include "runtime/profile/discriminator.h"

struct annotation
{
  FILE *out;
  struct hwpgo_image *image; /* NULL: none.  */
  struct hwpgo_sources *sources;
  bool no_memory;
};

/* What is known of one function where it is printed.  */
struct body
{
  const struct hwpgo_function *f;
  const struct hwpgo_function *missed; /* of the mispredict profile; NULL.  */
  const struct hwpgo_source_file *source; /* NULL: none.  */
  int64_t base; /* line of the declaration; 0: not known.  */
  unsigned depth;
};

/* The records' lines in the order of the source.  Most formats have distances
   modulo 2^16, so that the upper half of those are lines before the
   declaration; what is beyond is a distance as it is.  */
static const struct
{
  uint32_t first, last; /* as profiles have them.  */
  int64_t base;         /* to add for the distance.  */
} stretches[] = { { 0x8000, 0xffff, -0x10000 },
                  { 0, 0x7fff, 0 },
                  { 0x10000, UINT32_MAX, 0 } };

/* Show so many lines of the source before a line with counts; more are left
   out, so that what is printed grows with the profile, not with distances
   that anybody can write into one.  */
#define CONTEXT_LINES 20

static void
indent (const struct annotation *a, unsigned depth)
{
  for (unsigned i = 0; i < depth; i++)
    fputs ("  ", a->out);
}

/* The columns before the bar.  */
static void
print_counts (const struct annotation *a, const uint64_t *count,
              const uint64_t *missed)
{
  if (count)
    fprintf (a->out, "%14" PRIu64 " ", *count);
  else
    fprintf (a->out, "%14s ", "");
  if (missed && *missed && count && *count)
    fprintf (a->out, "%7.2f%% | ", (double) *missed * 100 / (double) *count);
  else
    fprintf (a->out, "%8s | ", "");
}

static void
print_text (const struct annotation *a, const struct body *b, int64_t line)
{
  size_t size;
  const uint8_t *text
      = b->source && b->base + line > 0
            ? hwpgo_source_line (b->source, (uint64_t) (b->base + line), &size)
            : NULL;
  if (!text)
    return;
  char *copy = strndup ((const char *) text, size);
  if (!copy)
    return;
  /* A tab is a control character, and is what source is indented with.  */
  for (char *p = copy; *p; p++)
    if (*p == '\t')
      *p = ' ';
  hwpgo_print_plain (a->out, copy);
  free (copy);
}

/* The records at one line: they are sorted by it.  */
struct span
{
  size_t first, end;
};

static struct span
samples_of (const struct hwpgo_function *f, uint32_t key)
{
  size_t low;
  HWPGO_BISECT (low, f->n_samples, i, f->samples[i].at.line < key);
  struct span s = { low, low };
  while (s.end < f->n_samples && f->samples[s.end].at.line == key)
    s.end++;
  return s;
}

static struct span
callsites_of (const struct hwpgo_function *f, uint32_t key)
{
  size_t low;
  HWPGO_BISECT (low, f->n_callsites, i, f->callsites[i].at.line < key);
  struct span s = { low, low };
  while (s.end < f->n_callsites && f->callsites[s.end].at.line == key)
    s.end++;
  return s;
}

static bool
count_at (const struct hwpgo_function *f, struct hwpgo_location at,
          uint32_t mask, uint64_t *count)
{
  return f && hwpgo_function_count (f, at, mask, count);
}

static void
print_targets (const struct annotation *a, const struct hwpgo_sample *s,
               const struct body *b)
{
  for (size_t i = 0; i < s->n_targets; i++)
    {
      print_counts (a, &s->targets[i].count, NULL);
      indent (a, b->depth + 1);
      fputs ("calls ", a->out);
      hwpgo_print_plain (a->out, s->targets[i].name);
      putc ('\n', a->out);
    }
}

static void print_body (struct annotation *a,
                        const struct hwpgo_function *function,
                        const struct hwpgo_function *missed, unsigned depth);

/* A discriminator of a line that has several.  */
static void
print_discriminator (const struct annotation *a, const struct body *b,
                     const struct hwpgo_sample *s)
{
  uint64_t missed;
  bool known
      = count_at (b->missed, s->at, ~HWPGO_DISCRIMINATOR_BESIDE, &missed);
  print_counts (a, &s->count, known ? &missed : NULL);
  indent (a, b->depth);
  fprintf (a->out, "       .%" PRIu32 "\n", s->at.discriminator);
}

/* The number and the text of the line at distance LINE.  */
static void
print_place (const struct annotation *a, const struct body *b, int64_t line)
{
  indent (a, b->depth);
  if (b->base)
    fprintf (a->out, "%5" PRId64 "  ", b->base + line);
  else
    fprintf (a->out, "%+5" PRId64 "  ", line);
  print_text (a, b, line);
  putc ('\n', a->out);
}

/* The line at distance LINE, whose records are at KEY: its highest count, each
   discriminator if there are several, calls and inlined calls.  */
static void
print_line (struct annotation *a, const struct body *b, uint32_t key,
            int64_t line)
{
  const struct hwpgo_function *f = b->f;
  struct span samples = samples_of (f, key), calls = callsites_of (f, key);
  size_t n = samples.end - samples.first;
  uint64_t most = 0, missed;
  for (size_t i = samples.first; i < samples.end; i++)
    if (f->samples[i].count > most)
      most = f->samples[i].count;
  bool known = n == 1
               && count_at (b->missed, f->samples[samples.first].at,
                            ~HWPGO_DISCRIMINATOR_BESIDE, &missed);
  print_counts (a, n ? &most : NULL, known ? &missed : NULL);
  print_place (a, b, line);
  for (size_t i = samples.first; i < samples.end; i++)
    {
      if (n > 1)
        print_discriminator (a, b, &f->samples[i]);
      print_targets (a, &f->samples[i], b);
    }
  for (size_t i = calls.first; i < calls.end; i++)
    {
      const struct hwpgo_callsite *c = &f->callsites[i];
      print_body (a, c->callee,
                  b->missed ? hwpgo_function_find_callsite (b->missed, c->at,
                                                            c->callee->name)
                            : NULL,
                  b->depth + 1);
    }
}

/* The first line of F's records from KEY on; false if there is none.  */
static bool
next_line (const struct hwpgo_function *f, uint32_t *key)
{
  size_t s = samples_of (f, *key).first, c = callsites_of (f, *key).first;
  bool sample = s < f->n_samples, call = c < f->n_callsites;
  if (!sample && !call)
    return false;
  *key = !call || (sample && f->samples[s].at.line < f->callsites[c].at.line)
             ? f->samples[s].at.line
             : f->callsites[c].at.line;
  return true;
}

/* The source from distance FROM up to that of the next record, TO.  */
static void
print_between (const struct annotation *a, const struct body *b, int64_t from,
               int64_t to)
{
  if (!b->source)
    return;
  if (b->base + from < 1)
    from = 1 - b->base;
  if (to - from > CONTEXT_LINES)
    {
      from = to - CONTEXT_LINES;
      if (b->base + from <= (int64_t) b->source->n_lines)
        {
          print_counts (a, NULL, NULL);
          indent (a, b->depth);
          fputs ("  ...\n", a->out);
        }
    }
  for (; from < to && b->base + from <= (int64_t) b->source->n_lines; from++)
    {
      print_counts (a, NULL, NULL);
      print_place (a, b, from);
    }
}

static void
print_lines (struct annotation *a, const struct body *b)
{
  int64_t printed = 0; /* up to here.  */
  bool any = false;
  for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++)
    for (uint64_t from = stretches[i].first; from <= stretches[i].last;)
      {
        uint32_t key = (uint32_t) from;
        if (!next_line (b->f, &key) || key > stretches[i].last)
          break;
        int64_t line = key + stretches[i].base;
        if (any || line > 0)
          print_between (a, b, printed, line);
        print_line (a, b, key, line);
        any = true;
        printed = line + 1;
        from = (uint64_t) key + 1;
      }
}

/* Recursion is as deep as inlining in a profile, which readers limit.  */
static void
print_body (struct annotation *a, const struct hwpgo_function *function,
            const struct hwpgo_function *missed, unsigned depth)
{
  struct body b = { .f = function, .missed = missed, .depth = depth };
  const char *file = NULL;
  uint32_t line = 0;
  if (a->image
      && hwpgo_image_declaration (a->image, function->name, &file, &line))
    {
      b.base = line;
      b.source = hwpgo_sources_get (a->sources, file);
      a->no_memory |= !b.source;
      if (b.source && !b.source->found)
        b.source = NULL;
    }
  uint64_t sum = hwpgo_function_sum (function);
  print_counts (a, &sum, NULL);
  indent (a, depth);
  fputs (depth ? "inlined " : "", a->out);
  hwpgo_print_plain (a->out, function->name);
  if (file)
    {
      fputs (", ", a->out);
      hwpgo_print_plain (a->out, file);
      fprintf (a->out, ":%" PRIu32 "%s", line,
               !b.source         ? " (no source)"
               : b.source->newer ? " (newer than the binary)"
                                 : "");
    }
  putc ('\n', a->out);
  print_lines (a, &b);
}

int
hwpgo_show_annotated (FILE *out, const struct hwpgo_bundle *bundle,
                      const char *name, struct hwpgo_image *image,
                      struct hwpgo_sources *sources)
{
  struct annotation a = { .out = out, .image = image, .sources = sources };
  const struct hwpgo_profile *frequency = bundle->profiles[HWPGO_FREQUENCY];
  const struct hwpgo_profile *missed = bundle->profiles[HWPGO_MISPREDICT];
  const struct hwpgo_function *f
      = frequency ? hwpgo_profile_find (frequency, name) : NULL;
  if (!f)
    return -HWPGO_E_NOT_FOUND;
  fprintf (out, "%14s %8s |\n", "counts", missed ? "missed" : "");
  print_body (&a, f, missed ? hwpgo_profile_find (missed, name) : NULL, 0);
  return a.no_memory ? -HWPGO_E_NOMEM : 0;
}
