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

enum kind
{
  MISPREDICT,
  FREQUENCY,
  CODE
};

static const struct
{
  enum kind kind;
  const char *pattern;
} rows[] = {
#define HWPGO_EVENT(kind, pattern) { kind, pattern },
#include "runtime/trace/events.def"
#undef HWPGO_EVENT
};

#define N_ROWS (sizeof rows / sizeof *rows)

/* The kernel's generic events, for recordings that have no names.  */
static const struct
{
  uint32_t type;
  uint64_t config;
  const char *name;
} generic[] = {
  { 0, 0, "cycles" },        { 0, 1, "instructions" }, { 0, 4, "branches" },
  { 0, 5, "branch-misses" }, { 1, 0, "cpu-clock" },    { 1, 1, "task-clock" },
};

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
fits (const struct hwpgo_perf_event *event, const char *pattern)
{
  const char *name = event->name;
  if (strncmp (name, "type:", 5) == 0)
    for (size_t i = 0; i < sizeof generic / sizeof *generic; i++)
      if (event->type == generic[i].type && event->config == generic[i].config)
        name = generic[i].name;
  return contains (name, pattern)
         || (event->pmu && contains (event->pmu, pattern));
}

static bool
has_stack (const struct hwpgo_perf_event *event)
{
  return event->sample_type & SAMPLE_BRANCH_STACK;
}

static bool
has_address (const struct hwpgo_perf_event *event)
{
  return event->sample_type & SAMPLE_IP;
}

/* The row for USE of EVENT, N_ROWS if there is none.  */
static size_t
rank (const struct hwpgo_perf_event *event, unsigned use)
{
  size_t i = 0;
  while (i < N_ROWS && !fits (event, rows[i].pattern))
    i++;
  if (i == N_ROWS)
    return N_ROWS;
  enum kind kind = rows[i].kind;
  bool good
      = use == HWPGO_USE_STACK
            ? kind != MISPREDICT && has_stack (event)
            : has_address (event)
                  && kind == (use == HWPGO_USE_ADDRESS ? CODE : MISPREDICT);
  return good ? i : N_ROWS;
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

/* Give USE to all events of the best row.  False if there is none.  */
static bool
choose_by_name (struct hwpgo_event_choice *choice, unsigned use)
{
  size_t best = N_ROWS;
  for (size_t i = 0; i < choice->n_uses; i++)
    {
      size_t r = rank (choice->uses[i].event, use);
      best = r < best ? r : best;
    }
  for (size_t i = 0; i < choice->n_uses && best < N_ROWS; i++)
    if (rank (choice->uses[i].event, use) == best)
      choice->uses[i].uses |= use;
  return best < N_ROWS;
}

/* Any branch stack is better than none.  */
static bool
choose_any_stack (struct hwpgo_event_choice *choice)
{
  for (size_t i = 0; i < choice->n_uses; i++)
    if (has_stack (choice->uses[i].event) && !choice->uses[i].uses)
      {
        choice->uses[i].uses = HWPGO_USE_STACK;
        return true;
      }
  return false;
}

static void
choose_usual (struct hwpgo_event_choice *choice)
{
  choose_by_name (choice, HWPGO_USE_MISPREDICT);
  if (!choose_by_name (choice, HWPGO_USE_STACK) && !choose_any_stack (choice))
    choose_by_name (choice, HWPGO_USE_ADDRESS);
  for (size_t i = 0; i < choice->n_uses; i++)
    {
      struct hwpgo_event_use *u = &choice->uses[i];
      if (has_address (u->event) && fits (u->event, "ibs_op"))
        u->uses |= HWPGO_USE_IBS;
      if (u->uses & HWPGO_USE_STACK)
        u->uses |= HWPGO_USE_BITS;
    }
}

static void
choose_named (struct hwpgo_event_choice *choice, const char *name,
              bool leading_ip_only)
{
  for (size_t i = 0; i < choice->n_uses; i++)
    {
      struct hwpgo_event_use *u = &choice->uses[i];
      if (!name || is_named (u->event, name))
        u->uses = leading_ip_only || !has_stack (u->event) ? HWPGO_USE_ADDRESS
                                                           : HWPGO_USE_STACK;
    }
}

static int
nothing_chosen (const struct hwpgo_event_choice *choice, const char *path,
                const char *name, struct hwpgo_error *err)
{
  char list[256] = "none";
  size_t used = 0;
  for (size_t i = 0; i < choice->n_uses; i++)
    {
      const char *event = choice->uses[i].event->name;
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
                          "record -b), nor any that says where code ran; "
                          "there is: %s",
                          list);
}

int
hwpgo_events_choose (const struct hwpgo_perf_event *const *events, size_t n,
                     const char *path, const char *name, bool leading_ip_only,
                     struct hwpgo_event_choice *choice,
                     struct hwpgo_error *err)
{
  choice->n_uses = n;
  choice->uses = calloc (n + 1, sizeof *choice->uses);
  if (!choice->uses)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < n; i++)
    choice->uses[i].event = events[i];
  if (name || leading_ip_only)
    choose_named (choice, name, leading_ip_only);
  else
    choose_usual (choice);
  return hwpgo_events_uses (choice) ? 0
                                    : nothing_chosen (choice, path, name, err);
}

unsigned
hwpgo_events_uses (const struct hwpgo_event_choice *choice)
{
  unsigned all = 0;
  for (size_t i = 0; i < choice->n_uses; i++)
    all |= choice->uses[i].uses;
  return all;
}

void
hwpgo_events_settle (struct hwpgo_event_choice *choice, unsigned all)
{
  unsigned never = 0;
  if (all & HWPGO_USE_STACK)
    never |= HWPGO_USE_ADDRESS;
  if (all & HWPGO_USE_MISPREDICT)
    never |= HWPGO_USE_IBS | HWPGO_USE_BITS;
  else if (all & HWPGO_USE_IBS)
    never |= HWPGO_USE_BITS;
  for (size_t i = 0; i < choice->n_uses; i++)
    choice->uses[i].uses &= ~never;
}
