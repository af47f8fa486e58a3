/* A profile as GCC's auto-profile looks it up.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC finds a function by its assembler name, cut as below; of several records
   with one name it keeps the last.  GCC 11 and 12 know lines alone: of the
   records of one line they keep the last, too, and give its count to every
   block that has a statement of the line, of which a block takes the highest.
   So the highest count of the line is the one that a block must not exceed. */

#include <string.h>

#include "runtime/base/names.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/gcov.h"

/* The last GCC that reads no discriminators, and the last that takes off names
   all from the first '.' on (get_original_name).  */
#define LAST_WITH_LINES 12
#define LAST_WITH_CUT 15

struct name
{
  char text[1024]; /* when it is not a part of the other name.  */
  const char *start;
  size_t length;
};

/* How much of the mangled name at P, of N bytes, is a part that may hold
   anything: a number and as many bytes, a literal of a template, or the number
   of a substitution.  */
static size_t
skip_opaque (const char *p, size_t n)
{
  size_t digits = 0, length = 0;
  size_t prefix = n > 2 && p[0] == 'L' && p[1] >= 'a' && p[1] <= 'z'     ? 2
                  : n > 1 && (p[0] == 'S' || p[0] == 'T' || p[0] == 'A') ? 1
                                                                         : 0;
  for (; prefix + digits < n && p[prefix + digits] >= '0'
         && p[prefix + digits] <= '9';
       digits++)
    length
        = length < n ? length * 10 + (size_t) (p[prefix + digits] - '0') : n;
  if (digits == 0 || prefix)
    return prefix ? prefix + digits : 0;
  return length < n - digits ? digits + length : n;
}

/* C4 and D4 are what clones of constructors and destructors are inlined from;
   GCC has the name of the base form, C2 and D2, in its place.  Where the 4 of
   NAME is, 0 if there is none.  */
static size_t
find_origin (const char *name, size_t length)
{
  if (length < 2 || name[0] != '_' || name[1] != 'Z')
    return 0;
  for (size_t i = 2; i + 2 < length;)
    {
      if ((name[i] == 'C' || name[i] == 'D') && name[i + 1] == '4'
          && name[i + 2] == 'E')
        return i + 1;
      size_t opaque = skip_opaque (name + i, length - i);
      i += opaque ? opaque : 1;
    }
  return 0;
}

static void
find_name (struct name *n, const char *name, unsigned gcc)
{
  bool entry;
  n->start = name;
  n->length = hwpgo_origin_length (name, &entry);
  const char *dot = memchr (name, '.', n->length);
  if (dot && dot > name && gcc <= LAST_WITH_CUT)
    n->length = (size_t) (dot - name);
  size_t digit = find_origin (name, n->length);
  if (digit == 0 || n->length > sizeof n->text)
    return;
  memcpy (n->text, name, n->length);
  n->text[digit] = '2';
  n->start = n->text;
}

/* Counts that GCC can add up a few thousand times before it overflows.  */
static uint64_t
limit (uint64_t count)
{
  const uint64_t most = (UINT64_C (1) << 60) - 1;
  return count > most ? most : count;
}

static struct hwpgo_location
place (struct hwpgo_location at, unsigned gcc)
{
  return gcc <= LAST_WITH_LINES ? (struct hwpgo_location){ at.line, 0 } : at;
}

/* Add to what INTO has at AT what COUNT has more.  */
static int
raise_sample (struct hwpgo_profile *profile, struct hwpgo_function *into,
              struct hwpgo_location at, uint64_t count)
{
  uint64_t old = 0;
  hwpgo_function_count (into, at, UINT32_MAX, &old);
  return hwpgo_function_add_sample (profile, into, at,
                                    count > old ? count - old : 0);
}

/* Add F to INTO, the highest count of what becomes one place.  Recursion is as
   deep as inlining in a profile, which readers limit.  */
static int
add_body (struct hwpgo_profile *profile, struct hwpgo_function *into,
          const struct hwpgo_function *f, unsigned gcc)
{
  int ret = 0;
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    {
      const struct hwpgo_sample *s = &f->samples[i];
      struct hwpgo_location at = place (s->at, gcc);
      ret = raise_sample (profile, into, at, limit (s->count));
      for (size_t t = 0; t < s->n_targets && ret == 0; t++)
        {
          struct name n;
          find_name (&n, s->targets[t].name, gcc);
          ret = hwpgo_function_add_target (profile, into, at, n.start,
                                           n.length,
                                           limit (s->targets[t].count));
        }
    }
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *c = &f->callsites[i];
      struct name n;
      find_name (&n, c->callee->name, gcc);
      struct hwpgo_function *callee = hwpgo_function_callsite (
          profile, into, place (c->at, gcc), n.start, n.length);
      ret = callee ? add_body (profile, callee, c->callee, gcc)
                   : -HWPGO_E_NOMEM;
    }
  return ret;
}

/* Add F to INTO, places that differ in their copies as one.  */
static int
sum_copies (struct hwpgo_profile *profile, struct hwpgo_function *into,
            const struct hwpgo_function *f)
{
  const uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  int ret = 0;
  for (size_t i = 0; i < f->n_samples && ret == 0; i++)
    {
      const struct hwpgo_sample *s = &f->samples[i];
      struct hwpgo_location at = { s->at.line, s->at.discriminator & mask };
      ret = hwpgo_function_add_sample (profile, into, at, s->count);
      for (size_t t = 0; t < s->n_targets && ret == 0; t++)
        ret = hwpgo_function_add_target (profile, into, at, s->targets[t].name,
                                         strlen (s->targets[t].name),
                                         s->targets[t].count);
    }
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *c = &f->callsites[i];
      struct hwpgo_function *callee = hwpgo_function_callsite (
          profile, into,
          (struct hwpgo_location){ c->at.line, c->at.discriminator & mask },
          c->callee->name, strlen (c->callee->name));
      ret = callee ? sum_copies (profile, callee, c->callee) : -HWPGO_E_NOMEM;
    }
  into->head = hwpgo_add (into->head, f->head);
  return ret;
}

int
hwpgo_gcov_sum_copies (struct hwpgo_profile *sum,
                       const struct hwpgo_profile *profile)
{
  int ret = 0;
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = profile->functions[i];
      struct hwpgo_function *into
          = hwpgo_profile_function (sum, f->name, strlen (f->name));
      ret = into ? sum_copies (sum, into, f) : -HWPGO_E_NOMEM;
    }
  hwpgo_profile_update_totals (sum);
  return ret;
}

/* The count of the first place of F, in the order of lines, that ran.  */
static uint64_t
first_count (const struct hwpgo_function *f)
{
  size_t i = 0;
  while (i < f->n_samples && f->samples[i].count == 0)
    i++;
  for (size_t k = 0; k < f->n_callsites; k++)
    {
      const struct hwpgo_callsite *c = &f->callsites[k];
      if (i < f->n_samples
          && hwpgo_location_compare (f->samples[i].at, c->at) <= 0)
        break;
      uint64_t count = first_count (c->callee);
      if (count)
        return count;
    }
  return i < f->n_samples ? f->samples[i].count : 0;
}

/* GCC 11 to 14 multiply all counts of a function by its head count over the
   count of its first block (execute_fixup_cfg; GCC PR 116743).  The two come
   from different samples, so that a function that ran once would lose most of
   its counts.  The first place that ran is in that block, unless it is in a
   loop: then it has a large part of all counts.  */
static void
raise_head (struct hwpgo_function *f)
{
  uint64_t first = limit (first_count (f)), head = f->head;
  uint64_t small = hwpgo_function_sum (f) / 1024;
  if (first > head && (first / 2 <= head || first <= small))
    head = first;
  if (head == 0)
    head = hwpgo_function_entries (f);
  f->head = limit (head);
}

/* Add F to the function of PLAIN that GCC takes it for.  ALONE is empty and
   takes F by itself: clones are summed up, the places of one are not.  */
static int
add_function (struct hwpgo_profile *plain, struct hwpgo_profile *alone,
              const struct hwpgo_function *f, unsigned gcc)
{
  struct name n;
  find_name (&n, f->name, gcc);
  struct hwpgo_function *one
      = hwpgo_profile_function (alone, n.start, n.length);
  struct hwpgo_function *sum
      = hwpgo_profile_function (plain, n.start, n.length);
  if (!one || !sum)
    return -HWPGO_E_NOMEM;
  one->head = limit (f->head);
  int ret = add_body (alone, one, f, gcc);
  return ret ? ret : hwpgo_function_merge (plain, sum, one, 1);
}

int
hwpgo_gcov_plain (struct hwpgo_profile *plain,
                  const struct hwpgo_profile *profile, unsigned gcc)
{
  int ret = 0;
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    {
      struct hwpgo_profile *alone = hwpgo_profile_new ();
      ret = alone ? add_function (plain, alone, profile->functions[i], gcc)
                  : -HWPGO_E_NOMEM;
      hwpgo_profile_free (alone);
    }
  hwpgo_profile_update_totals (plain);
  for (size_t i = 0; i < plain->n_functions && ret == 0; i++)
    raise_head (plain->functions[i]);
  return ret;
}
