/* Lines of 'perf script'.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/trace/input-script.h"

/* Linux has no larger process id (PID_MAX_LIMIT).  */
#define MAX_PID (UINT64_C (1) << 22)

/* What is less, where an address should be, is a word: "note: a".  */
#define LOWEST_CODE 0x1000

/* perf prints a period in 10 columns, and a process, which has 7 digits at
   most, in fewer, also with the blank between fields.  */
#define PERIOD_WIDTH 10

#define RECORD "PERF_RECORD_"

enum token_kind
{
  WORD,
  DECIMAL, /* hexadecimal, too.  */
  HEXADECIMAL,
  PAIR, /* PID/TID.  */
  CPU,  /* [007].  */
  TIME, /* 12.345678:.  */
  NAME, /* what ends in a colon.  */
  STACK,
  RECORD_NAME
};

struct token
{
  enum token_kind kind;
  const uint8_t *text;
  size_t size;
  size_t width; /* with the blanks before it.  */
  uint64_t decimal, hexadecimal, tid;
};

static bool
is_blank (uint8_t c)
{
  return c == ' ' || c == '\t';
}

static void
skip_blanks (struct hwpgo_cursor *c)
{
  while (c->pos < c->end && is_blank (*c->pos))
    c->pos++;
}

static bool
begins_with (const struct hwpgo_cursor *c, const char *text)
{
  size_t n = strlen (text);
  return hwpgo_cursor_left (c) >= n && memcmp (c->pos, text, n) == 0;
}

/* Take a number of BASE off C, as hwpgo_lines_number.  */
static bool
number (struct hwpgo_cursor *c, int base, uint64_t *value)
{
  struct hwpgo_lines l = { .words = *c };
  bool good = hwpgo_lines_number (&l, base, value);
  *c = l.words;
  return good;
}

static bool
at_end (const struct hwpgo_cursor *c)
{
  return c->pos == c->end;
}

/* All of C is digits with a '.' in between.  */
static bool
is_time (struct hwpgo_cursor c)
{
  uint64_t n;
  if (!number (&c, 10, &n) || at_end (&c) || *c.pos++ != '.')
    return false;
  return number (&c, 10, &n) && at_end (&c);
}

/* What the words C, which are one token, are.  */
static void
judge (struct token *t, struct hwpgo_cursor c)
{
  struct hwpgo_cursor d = c, h = c;
  bool decimal = number (&d, 10, &t->decimal);
  t->kind = WORD;
  if (!number (&h, 16, &t->hexadecimal))
    t->hexadecimal = UINT64_MAX;
  if (decimal && at_end (&d))
    t->kind = DECIMAL;
  else if (at_end (&h))
    t->kind = HEXADECIMAL;
  else if (c.end[-1] == ':' && t->size > 1)
    {
      c.end--;
      t->kind = is_time (c) ? TIME : NAME;
    }
  else if (decimal && !at_end (&d) && *d.pos == '/')
    {
      d.pos++;
      if (number (&d, 10, &t->tid) && at_end (&d))
        t->kind = PAIR;
    }
  else if (*c.pos == '[')
    {
      c.pos++;
      if (number (&c, 10, &t->tid) && begins_with (&c, "]"))
        t->kind = CPU;
    }
}

/* Take the next token; one that begins a stack or record is not taken.  */
static bool
next_token (struct hwpgo_cursor *c, struct token *t)
{
  const uint8_t *field = c->pos;
  skip_blanks (c);
  if (at_end (c))
    return false;
  t->text = c->pos;
  if (begins_with (c, "0x"))
    t->kind = STACK;
  else if (begins_with (c, RECORD))
    t->kind = RECORD_NAME;
  else
    {
      struct hwpgo_cursor word = *c;
      while (c->pos < c->end && !is_blank (*c->pos))
        c->pos++;
      word.end = c->pos;
      t->size = hwpgo_cursor_left (&word);
      t->width = (size_t) (c->pos - field);
      judge (t, word);
    }
  return true;
}

/* The tokens before, newest first; CPU is no reason to forget the PID.  */
struct history
{
  struct token last[2];
  unsigned n; /* numbers in a row, in LAST.  */
};

static void
remember (struct history *h, const struct token *t)
{
  if (t->kind == CPU)
    return;
  if (t->kind != DECIMAL && t->kind != PAIR)
    {
      h->n = 0;
      return;
    }
  h->last[1] = h->last[0];
  h->last[0] = *t;
  h->n += h->n < 2;
}

static void
take_pid (struct hwpgo_script_line *line, const struct token *t)
{
  if (t->decimal > MAX_PID)
    return;
  line->pid = t->decimal;
  line->has_pid = true;
  line->has_tid = t->kind == PAIR;
  line->tid = t->tid;
}

/* The numbers before the event or, without one, before IP.  */
static void
take_numbers (struct hwpgo_script_line *line, const struct history *h,
              bool timed)
{
  if (h->n == 0)
    return;
  const struct token *t = &h->last[0];
  if (h->n == 2 && !timed)
    take_pid (line, &h->last[1]);
  if (t->kind == PAIR)
    take_pid (line, t);
  else if (timed || h->n == 2 || t->width >= PERIOD_WIDTH)
    {
      line->has_period = true;
      line->period = t->decimal;
    }
  else
    take_pid (line, t);
}

static void
take_name (struct hwpgo_script_line *line, const struct token *t,
           const struct hwpgo_cursor *c, const struct history *h, bool timed)
{
  line->event = *c;
  line->event.failed = false;
  line->event.pos = t->text;
  line->event.end = t->text + t->size - 1;
  line->has_header = true;
  take_numbers (line, h, timed);
}

/* Of a line without event: the number before IP, which may also be an address
   that looks like a number, but is wider.  */
static void
take_number_of_plain (struct hwpgo_script_line *line, const struct history *h)
{
  if (h->n && (h->last[0].kind == PAIR || h->last[0].width < PERIOD_WIDTH))
    take_pid (line, &h->last[0]);
}

struct hwpgo_script_line
hwpgo_script_parse (struct hwpgo_lines *lines)
{
  struct hwpgo_cursor *c = &lines->words;
  struct hwpgo_script_line line = { .kind = HWPGO_SCRIPT_OTHER };
  line.event.failed = true;
  if (at_end (c) || *c->pos == '#')
    return (struct hwpgo_script_line){ .event.failed = true };
  bool indented = is_blank (*c->pos), timed = false, closed = false;
  struct history h = { 0 }, before_ip = { 0 };
  struct token t, first = { 0 };
  size_t n = 0;
  for (; next_token (c, &t); n++)
    {
      if (n == 0)
        first = t;
      if (t.kind == STACK || t.kind == RECORD_NAME)
        break;
      if (t.kind == TIME || t.kind == NAME)
        {
          if (t.kind == NAME)
            take_name (&line, &t, c, &h, timed);
          else if (h.n)
            take_pid (&line, &h.last[0]);
          timed = timed || t.kind == TIME;
          line.has_header = true;
          line.has_ip = closed = false;
          h = (struct history){ 0 };
          continue;
        }
      if ((t.kind == DECIMAL || t.kind == HEXADECIMAL) && !closed)
        {
          before_ip = h;
          line.ip = t.hexadecimal;
          line.has_ip = true;
        }
      else if (line.has_ip && t.kind == WORD)
        closed = true;
      remember (&h, &t);
    }
  line.rest = *c;
  line.has_stack = !at_end (c) && t.kind == STACK;
  if (!at_end (c) && t.kind == RECORD_NAME)
    {
      line.kind = HWPGO_SCRIPT_RECORD;
      line.rest.pos += strlen (RECORD);
    }
  else if (n == 0 && !line.has_stack)
    line.kind = HWPGO_SCRIPT_BLANK;
  else if (line.has_stack
           || (line.has_header && line.has_ip && line.ip >= LOWEST_CODE))
    line.kind = HWPGO_SCRIPT_SAMPLE;
  else if (line.has_header && !line.has_ip)
    line.kind = HWPGO_SCRIPT_HEADER;
  else if (n == 1 && !indented && first.kind == DECIMAL)
    {
      line.kind = HWPGO_SCRIPT_COUNT;
      line.count = first.decimal;
    }
  else if (first.kind == DECIMAL || first.kind == HEXADECIMAL)
    line.kind = HWPGO_SCRIPT_FRAME;
  if (line.has_stack && !line.has_header && line.has_ip)
    take_number_of_plain (&line, &before_ip);
  lines->words.pos = lines->words.end;
  return line;
}

/* Pass over what '+dso' puts behind an address, "(FILE)", up to the text that
   follows it.  */
static bool
skip_file (struct hwpgo_cursor *c, const char *next)
{
  if (at_end (c) || *c->pos != '(')
    return true;
  size_t n = strlen (next);
  const uint8_t *end = memmem (c->pos, hwpgo_cursor_left (c), next, n);
  if (!end)
    return false;
  c->pos = end + 1;
  return true;
}

/* Take the part of an entry behind its addresses: FLAGS/X/A/CYCLES/TYPE/SPEC.
   False if the branch was not taken.  */
static bool
take_flags (struct hwpgo_cursor *c, uint64_t *flags)
{
  static const char wrong[] = "/SPEC_WRONG_PATH";
  const uint8_t *start = c->pos;
  bool taken = true;
  *flags = 0;
  for (; c->pos < c->end && !is_blank (*c->pos) && *c->pos != '/'; c->pos++)
    switch (*c->pos)
      {
      case 'M':
        *flags |= 1;
        break;
      case 'P':
        *flags |= 2;
        break;
      case 'N':
        taken = false;
        break;
      default:
        break;
      }
  while (c->pos < c->end && !is_blank (*c->pos))
    c->pos++;
  size_t n = sizeof wrong - 1;
  if ((size_t) (c->pos - start) > n && memcmp (c->pos - n, wrong, n) == 0)
    *flags |= UINT64_C (1) << 24;
  return taken;
}

/* Take 0x and up to 16 digits off C.  It is what most of the time is spent
   with.  */
static inline bool
take_address (struct hwpgo_cursor *c, uint64_t *value)
{
  const uint8_t *p = c->pos, *end = c->end;
  uint64_t v = 0;
  if (end - p < 3 || p[0] != '0' || p[1] != 'x')
    return false;
  const uint8_t *first = p += 2;
  end = end - p > 17 ? p + 17 : end;
  for (; p < end; p++)
    {
      unsigned d = *p - '0';
      if (d > 9)
        {
          d = (*p | 0x20u) - 'a';
          if (d > 5)
            break;
          d += 10;
        }
      v = v << 4 | d;
    }
  c->pos = p;
  *value = v;
  return p > first && p - first <= 16;
}

bool
hwpgo_script_stack (struct hwpgo_cursor rest, bool whole,
                    struct hwpgo_perf_branch *branches, size_t max, size_t *n)
{
  struct hwpgo_cursor *c = &rest;
  for (*n = 0; begins_with (c, "0x"); skip_blanks (c))
    {
      struct hwpgo_perf_branch b = { 0 };
      bool taken = true;
      if (!take_address (c, &b.from) || !skip_file (c, ")/0x") || at_end (c)
          || *c->pos++ != '/' || !take_address (c, &b.to)
          || !skip_file (c, ")/"))
        return false;
      if (!at_end (c) && *c->pos == '/')
        {
          c->pos++;
          taken = take_flags (c, &b.flags);
        }
      else if (at_end (c) ? !whole : !is_blank (*c->pos))
        return false;
      if (*n == max)
        return false;
      if (taken)
        branches[(*n)++] = b;
    }
  return true;
}
