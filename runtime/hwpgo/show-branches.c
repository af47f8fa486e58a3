/* The unpredictable branches of a report, and what was done to each.
   SPDX-License-Identifier: GPL-2.0-or-later

   The plugin's report has a JSON object a line (doc/report.md).  Those of kind
   "branchless" are branches that the profile calls unpredictable.  A branch is
   tried by several passes, and the last line of it tells what came of it.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/show.h"

struct branch
{
  const char *file, *function, *reason; /* interned; NULL: absent.  */
  uint64_t line, executions, selects;
  double ratio;
  bool converted;
  size_t order; /* where in the report.  */
};

struct branches
{
  struct hwpgo_strings strings;
  struct branch *all;
  size_t n, capacity;
};

/* What is left of a line.  */
struct cursor
{
  const char *at, *end;
};

static void
skip_blanks (struct cursor *c)
{
  while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
    c->at++;
}

static bool
take (struct cursor *c, char what)
{
  skip_blanks (c);
  if (c->at == c->end || *c->at != what)
    return false;
  c->at++;
  return true;
}

/* Take a JSON string.  *TEXT is malloc'ed; a character written as \u, which
   only control characters are, becomes '?'.  -1: no string; -2: no memory.  */
static int
take_string (struct cursor *c, char **text)
{
  *text = NULL;
  if (!take (c, '"'))
    return -1;
  char *to = malloc ((size_t) (c->end - c->at) + 1);
  size_t n = 0;
  if (!to)
    return -2;
  while (c->at < c->end && *c->at != '"')
    {
      char ch = *c->at++;
      if (ch == '\\' && c->at < c->end)
        {
          ch = *c->at++;
          size_t digits = 0;
          while (ch == 'u' && digits < 4 && c->at < c->end)
            c->at++, digits++;
          ch = ch == 'u' || ch == 'n' || ch == 't' || ch == 'r' ? '?' : ch;
        }
      to[n++] = ch;
    }
  to[n] = '\0';
  if (!take (c, '"'))
    {
      free (to);
      return -1;
    }
  *text = to;
  return 0;
}

/* Take a string, or a number or word as one.  */
static int
take_value (struct cursor *c, char **text)
{
  skip_blanks (c);
  if (c->at < c->end && *c->at == '"')
    return take_string (c, text);
  const char *start = c->at;
  while (c->at < c->end && *c->at != ',' && *c->at != '}' && *c->at != ' ')
    c->at++;
  *text = c->at == start ? NULL : strndup (start, (size_t) (c->at - start));
  return *text ? 0 : c->at == start ? -1 : -2;
}

/* Take the member KEY, VALUE into B.  */
static int
note_member (struct branches *bs, struct branch *b, const char *key,
             const char *value, bool *wanted)
{
  const char **text = strcmp (key, "file") == 0       ? &b->file
                      : strcmp (key, "function") == 0 ? &b->function
                      : strcmp (key, "reason") == 0   ? &b->reason
                                                      : NULL;
  uint64_t *number = strcmp (key, "line") == 0         ? &b->line
                     : strcmp (key, "executions") == 0 ? &b->executions
                     : strcmp (key, "selects") == 0    ? &b->selects
                                                       : NULL;
  if (text)
    {
      *text = hwpgo_strings_intern (&bs->strings, value, strlen (value));
      return *text ? 0 : -2;
    }
  if (number)
    return hwpgo_parse_u64 (value, 0, UINT64_MAX, number) ? 0 : -1;
  if (strcmp (key, "ratio") == 0)
    return hwpgo_parse_fraction (value, 0, 1e9, &b->ratio) ? 0 : -1;
  if (strcmp (key, "converted") == 0)
    b->converted = strcmp (value, "yes") == 0;
  else if (strcmp (key, "kind") == 0)
    *wanted = strcmp (value, "branchless") == 0;
  return 0;
}

/* Take the object of the line C, flat as all in a report are.  -1: it is none;
   -2: no memory.  */
static int
take_line (struct branches *bs, struct cursor *c)
{
  struct branch b = { .order = bs->n };
  bool wanted = false;
  if (!take (c, '{'))
    return -1;
  do
    {
      char *key = NULL, *value = NULL;
      int ret = take_string (c, &key);
      if (ret == 0 && !take (c, ':'))
        ret = -1;
      if (ret == 0)
        ret = take_value (c, &value);
      if (ret == 0)
        ret = note_member (bs, &b, key, value, &wanted);
      free (key);
      free (value);
      /* Other kinds may have values of other forms.  */
      if (ret == -1 && !wanted && key)
        return 0;
      if (ret)
        return ret;
    }
  while (take (c, ','));
  if (!take (c, '}'))
    return wanted ? -1 : 0;
  if (!wanted || !b.file)
    return 0;
  if (!HWPGO_GROW (bs->all, bs->capacity, bs->n + 1))
    return -2;
  bs->all[bs->n++] = b;
  return 0;
}

static int
read_lines (struct branches *bs, const struct hwpgo_infile *in,
            const char *path, struct hwpgo_error *err)
{
  const char *at = (const char *) in->data, *end = at + in->size;
  for (uint64_t line = 1; at < end; line++)
    {
      const char *stop = memchr (at, '\n', (size_t) (end - at));
      struct cursor c = { at, stop ? stop : end };
      int ret = c.at == c.end ? 0 : take_line (bs, &c);
      if (ret == -2)
        return hwpgo_error_nomem (err);
      if (ret)
        return hwpgo_error_set (err, HWPGO_E_FORMAT, path,
                                "line %" PRIu64 " is none of a report of the "
                                "plugin",
                                line);
      at = stop ? stop + 1 : end;
    }
  return 0;
}

static double
mispredicts (const struct branch *b)
{
  return b->ratio * (double) b->executions;
}

#define ORDER(a, b) ((a) < (b) ? -1 : (a) > (b))

/* By branch, and each one's last line first.  */
static int
compare_branches (const void *x, const void *y)
{
  const struct branch *a = x, *b = y;
  int by = strcmp (a->file, b->file);
  by = by ? by : ORDER (a->line, b->line);
  by = by ? by : ORDER (a->executions, b->executions);
  return by ? by : ORDER (b->order, a->order);
}

static int
compare_costs (const void *x, const void *y)
{
  double a = mispredicts (x), b = mispredicts (y);
  return a != b ? (a < b) - (a > b) : compare_branches (x, y);
}

/* Leave the last line of each branch, most mispredicts first.  */
static void
sort_branches (struct branches *bs)
{
  size_t n = 0;
  if (bs->n == 0)
    return;
  qsort (bs->all, bs->n, sizeof *bs->all, compare_branches);
  for (size_t i = 0; i < bs->n; i++)
    if (n == 0 || bs->all[n - 1].executions != bs->all[i].executions
        || bs->all[n - 1].line != bs->all[i].line
        || bs->all[n - 1].file != bs->all[i].file)
      bs->all[n++] = bs->all[i];
  bs->n = n;
  qsort (bs->all, bs->n, sizeof *bs->all, compare_costs);
}

static void
print_branch (FILE *out, const struct branch *b)
{
  fprintf (out, "%14.0f  %6.2f%%  %14" PRIu64 "  ", mispredicts (b),
           b->ratio * 100, b->executions);
  hwpgo_print_plain (out, b->file);
  fprintf (out, ":%" PRIu64 " ", b->line);
  hwpgo_print_plain (out, b->function ? b->function : "?");
  if (b->converted)
    fprintf (out, ": %" PRIu64 " select%s\n", b->selects,
             b->selects == 1 ? "" : "s");
  else
    {
      fputs (": ", out);
      hwpgo_print_plain (out, b->reason ? b->reason : "not converted");
      putc ('\n', out);
    }
}

int
hwpgo_show_branches (FILE *out, const char *path, uint64_t most,
                     struct hwpgo_error *err)
{
  struct branches bs = { 0 };
  struct hwpgo_infile in;
  int ret = hwpgo_infile_open (&in, path, err);
  if (ret)
    return ret;
  ret = read_lines (&bs, &in, path, err);
  hwpgo_infile_close (&in);
  if (ret == 0)
    {
      sort_branches (&bs);
      fprintf (out, "%14s  %7s  %14s  %s\n", "mispredicts", "missed",
               "executions", "branch");
      size_t n = most && most < bs.n ? (size_t) most : bs.n;
      for (size_t i = 0; i < n; i++)
        print_branch (out, &bs.all[i]);
      if (n < bs.n)
        fprintf (out, "and %zu more\n", bs.n - n);
    }
  free (bs.all);
  hwpgo_strings_free (&bs.strings);
  return ret;
}
