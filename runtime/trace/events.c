/* Which event of a recording goes into which profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/trace/events.h"

#define SAMPLE_BRANCH_STACK (1u << 11) /* PERF_SAMPLE_BRANCH_STACK.  */
#define SAMPLE_IP (1u << 0)            /* PERF_SAMPLE_IP.  */

static const struct
{
  enum hwpgo_kind kind;
  const char *pattern;
} rows[] = {
#define HWPGO_EVENT(kind, pattern) { HWPGO_##kind, pattern },
#include "runtime/trace/events.def"
#undef HWPGO_EVENT
};

#define N_ROWS (sizeof rows / sizeof *rows)

static bool
same_character (char a, char b)
{
  static const char alike[] = "-.:_";
  if (a == b || tolower ((unsigned char) a) == tolower ((unsigned char) b))
    return true;
  return a && b && strchr (alike, a) && strchr (alike, b);
}

static bool
contains (const char *name, const char *pattern)
{
  for (; *name; name++)
    {
      size_t i = 0;
      while (pattern[i] && name[i] && same_character (name[i], pattern[i]))
        i++;
      if (!pattern[i])
        return true;
    }
  return false;
}

static bool
has_stack (const struct hwpgo_perf_event *event)
{
  return event->sample_type & SAMPLE_BRANCH_STACK;
}

/* The row of KIND for EVENT, N_ROWS if there is none.  */
static size_t
rank (const struct hwpgo_perf_event *event, enum hwpgo_kind kind)
{
  uint64_t needs = kind == HWPGO_FREQUENCY ? SAMPLE_BRANCH_STACK : SAMPLE_IP;
  if (!(event->sample_type & needs))
    return N_ROWS;
  for (size_t i = 0; i < N_ROWS; i++)
    if (contains (event->name, rows[i].pattern))
      return rows[i].kind == kind ? i : N_ROWS;
  return N_ROWS;
}

/* Modifiers may be left out: "branches" is "branches:u".  */
static bool
is_named (const struct hwpgo_perf_event *event, const char *name)
{
  size_t n = strlen (name);
  if (strncmp (event->name, name, n) != 0)
    return false;
  const char *rest = event->name + n;
  return !*rest
         || (*rest == ':'
             && strspn (rest + 1, "ukhpGHDSIWe") == strlen (rest + 1));
}

static void
add_use (struct hwpgo_event_choice *choice,
         const struct hwpgo_perf_event *event, enum hwpgo_kind kind,
         bool stack)
{
  choice->uses[choice->n_uses++]
      = (struct hwpgo_event_use){ event, kind, stack };
}

/* All events of the best row of KIND.  */
static void
choose_by_name (const struct hwpgo_perf_reader *reader, enum hwpgo_kind kind,
                struct hwpgo_event_choice *choice)
{
  size_t best = N_ROWS, n = hwpgo_perf_n_events (reader);
  for (size_t i = 0; i < n; i++)
    {
      size_t r = rank (hwpgo_perf_event (reader, i), kind);
      best = r < best ? r : best;
    }
  for (size_t i = 0; i < n && best < N_ROWS; i++)
    if (rank (hwpgo_perf_event (reader, i), kind) == best)
      add_use (choice, hwpgo_perf_event (reader, i), kind,
               kind == HWPGO_FREQUENCY);
}

/* Any branch stack is better than none.  */
static void
choose_any_stack (const struct hwpgo_perf_reader *reader,
                  struct hwpgo_event_choice *choice)
{
  for (size_t i = 0; i < hwpgo_perf_n_events (reader); i++)
    {
      const struct hwpgo_perf_event *e = hwpgo_perf_event (reader, i);
      if (!has_stack (e) || hwpgo_events_find (choice, e))
        continue;
      add_use (choice, e, HWPGO_FREQUENCY, true);
      return;
    }
}

static int
nothing_chosen (const struct hwpgo_perf_reader *reader, const char *path,
                const char *name, struct hwpgo_error *err)
{
  char list[256] = "";
  size_t used = 0;
  for (size_t i = 0; i < hwpgo_perf_n_events (reader); i++)
    {
      const char *event = hwpgo_perf_event (reader, i)->name;
      int n = snprintf (list + used, sizeof list - used, "%s%s",
                        used ? ", " : "", event);
      if (n < 0 || (size_t) n >= sizeof list - used)
        break;
      used += (size_t) n;
    }
  if (name)
    return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, path,
                            "event %s; there is: %s", name, list);
  return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, path,
                          "no event with a branch stack (record with perf "
                          "record -b); there is: %s",
                          list);
}

int
hwpgo_events_choose (const struct hwpgo_perf_reader *reader, const char *path,
                     const char *name, bool leading_ip_only,
                     struct hwpgo_event_choice *choice,
                     struct hwpgo_error *err)
{
  size_t n = hwpgo_perf_n_events (reader);
  choice->n_uses = 0;
  choice->uses = calloc (HWPGO_KINDS * n + 1, sizeof *choice->uses);
  if (!choice->uses)
    return hwpgo_error_nomem (err);
  if (name || leading_ip_only)
    {
      for (size_t i = 0; i < n; i++)
        if (!name || is_named (hwpgo_perf_event (reader, i), name))
          add_use (choice, hwpgo_perf_event (reader, i), HWPGO_FREQUENCY,
                   !leading_ip_only);
    }
  else
    {
      choose_by_name (reader, HWPGO_MISPREDICT, choice);
      size_t mispredicts = choice->n_uses;
      choose_by_name (reader, HWPGO_FREQUENCY, choice);
      if (choice->n_uses == mispredicts)
        choose_any_stack (reader, choice);
    }
  if (choice->n_uses)
    return 0;
  free (choice->uses);
  choice->uses = NULL;
  return nothing_chosen (reader, path, name, err);
}

const struct hwpgo_event_use *
hwpgo_events_find (const struct hwpgo_event_choice *choice,
                   const struct hwpgo_perf_event *event)
{
  for (size_t i = 0; i < choice->n_uses; i++)
    if (choice->uses[i].event == event)
      return &choice->uses[i];
  return NULL;
}
