/* Branch stacks as 'perf script' prints them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/trace/input-script.h"

static bool
is_blank (uint8_t c)
{
  return c == ' ' || c == '\t';
}

static bool
at_end (const struct hwpgo_cursor *c)
{
  return c->pos == c->end;
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

/* True if another entry follows the blanks at C, which are taken.  */
static bool
next_entry (struct hwpgo_cursor *c)
{
  while (!at_end (c) && is_blank (*c->pos))
    c->pos++;
  return hwpgo_cursor_left (c) >= 2 && c->pos[0] == '0' && c->pos[1] == 'x';
}

bool
hwpgo_script_stack (struct hwpgo_cursor rest, bool whole,
                    struct hwpgo_perf_branch *branches, size_t max, size_t *n)
{
  struct hwpgo_cursor *c = &rest;
  for (*n = 0; next_entry (c);)
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
