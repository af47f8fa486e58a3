/* Lines of 'perf script'.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/input-script.h"

/* Linux has no larger process id (PID_MAX_LIMIT).  */
#define MAX_PID (UINT64_C (1) << 22)

/* What is less, where an address should be, is a word: "note: a".  */
#define LOWEST_CODE 0x1000

/* perf prints a period in 10 columns, and a process, which has 7 digits at
   most, in fewer, also with the blank between fields.  */
#define PERIOD_WIDTH 10
/* It prints addresses in 16 columns.  */
#define ADDRESS_WIDTH 16

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
  else if (c.end[-1] == ':' && t->size > 1 && *c.pos != '(')
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

/* A line as far as it is read.  */
struct scan
{
  struct hwpgo_script_line line;
  struct token first;
  size_t n;         /* tokens.  */
  struct history h; /* up to here.  */
  bool timed;
  /* The first number, or the last one as wide as an address; and the last one
     of all; and what was before each.  */
  struct token ip, last;
  struct history before_ip, before_last;
};

static void
take_number (struct scan *s, const struct token *t)
{
  s->last = *t;
  s->before_last = s->h;
  if (!s->line.has_ip || t->width >= ADDRESS_WIDTH)
    {
      s->ip = *t;
      s->before_ip = s->h;
    }
  s->line.has_ip = true;
}

/* Time and event, which end in a colon.  */
static void
take_colon (struct scan *s, const struct token *t,
            const struct hwpgo_cursor *c)
{
  /* Behind an address there are names of functions and files.  */
  if (s->line.has_ip && s->ip.width >= ADDRESS_WIDTH && !s->line.event.failed)
    return;
  if (t->kind == NAME)
    take_name (&s->line, t, c, &s->h, s->timed);
  else if (s->h.n)
    take_pid (&s->line, &s->h.last[0]);
  s->timed = s->timed || t->kind == TIME;
  s->line.has_header = true;
  s->line.has_ip = false;
  s->h = (struct history){ 0 };
}

static void
scan_tokens (struct scan *s, struct hwpgo_cursor *c)
{
  for (struct token t; next_token (c, &t); s->n++)
    {
      if (s->n == 0)
        s->first = t;
      if (t.kind == STACK || t.kind == RECORD_NAME)
        {
          s->line.has_stack = t.kind == STACK;
          if (t.kind == RECORD_NAME)
            s->line.kind = HWPGO_SCRIPT_RECORD;
          return;
        }
      if (t.kind == TIME || t.kind == NAME)
        {
          take_colon (s, &t, c);
          continue;
        }
      if (t.kind == DECIMAL || t.kind == HEXADECIMAL)
        take_number (s, &t);
      remember (&s->h, &t);
    }
}

/* What the line of S is; INDENTED: it begins with a blank.  */
static enum hwpgo_script_kind
kind_of (const struct scan *s, bool indented)
{
  const struct hwpgo_script_line *line = &s->line;
  if (line->kind == HWPGO_SCRIPT_RECORD)
    return HWPGO_SCRIPT_RECORD;
  if (s->n == 0 && !line->has_stack)
    return HWPGO_SCRIPT_BLANK;
  if (line->has_stack
      || (line->has_header && line->has_ip && line->ip >= LOWEST_CODE))
    return HWPGO_SCRIPT_SAMPLE;
  if (line->has_header && !line->has_ip)
    return HWPGO_SCRIPT_HEADER;
  if (s->n == 1 && !indented && s->first.kind == DECIMAL)
    return HWPGO_SCRIPT_COUNT;
  if (s->first.kind == DECIMAL || s->first.kind == HEXADECIMAL)
    return HWPGO_SCRIPT_FRAME;
  return HWPGO_SCRIPT_OTHER;
}

struct hwpgo_script_line
hwpgo_script_parse (struct hwpgo_lines *lines)
{
  struct hwpgo_cursor *c = &lines->words;
  struct scan s = { .line = { .kind = HWPGO_SCRIPT_BLANK } };
  s.line.event.failed = true;
  if (at_end (c) || *c->pos == '#')
    return s.line;
  bool indented = is_blank (*c->pos);
  scan_tokens (&s, c);
  /* Without an event, what is before IP may be narrow, too.  */
  if (s.line.has_stack && !s.line.has_header && s.line.has_ip)
    {
      if (s.ip.width < ADDRESS_WIDTH)
        {
          s.ip = s.last;
          s.before_ip = s.before_last;
        }
      take_number_of_plain (&s.line, &s.before_ip);
    }
  s.line.ip = s.ip.hexadecimal;
  s.line.kind = kind_of (&s, indented);
  s.line.count = s.first.decimal;
  s.line.rest = *c;
  if (s.line.kind == HWPGO_SCRIPT_RECORD)
    s.line.rest.pos += strlen (RECORD);
  c->pos = c->end;
  return s.line;
}
