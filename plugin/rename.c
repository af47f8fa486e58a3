/* Functions that have another name now.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/rename.h"
#include "plugin/rematch-internal.h"

#include <stdlib.h>
#include <string.h>

/* Of a renamed function so much of the lines and calls, and of the counts, is
   where its code is; the code may have changed, too.  */
#define MIN_LIKE 0.75
#define MIN_SAMPLES 0.5

/* And there is so much of it, where a call is as good as two lines: many a
   small function is like many another.  */
#define MIN_EVIDENCE 4

/* So many candidates are looked at for one name.  */
#define MAX_CANDIDATES 4

/* --- candidates ----------------------------------------------------------*/

/* Count CALL of the profile, which no code makes, for what F calls in its
   place and nobody called.  */
static int
count_call (const struct hwpgo_code *code, const struct hwpgo_known *f,
            const struct hwpgo_outline_call *call, struct hwpgo_map *votes)
{
  int32_t line = f->result.verdict == HWPGO_REMATCH_MOVED
                     ? hwpgo_alignment_line (&f->alignment, call->line)
                     : call->line;
  struct hwpgo_outline_range r = hwpgo_outline_calls_of (&f->code, line);
  for (size_t i = r.begin; i < r.end; i++)
    {
      const char *callee = f->code.calls[i].callee;
      const struct hwpgo_known *to
          = f->code.calls[i].alone ? hwpgo_code_find (code, callee) : NULL;
      if (!to || !to->here || to->in_profile)
        continue;
      uint64_t *slot = hwpgo_map_slot (votes, (uintptr_t) call->callee,
                                       (uintptr_t) callee);
      if (!slot)
        return -HWPGO_E_NOMEM;
      *slot = hwpgo_add (*slot, call->count);
    }
  return 0;
}

static int
count_calls (const struct hwpgo_code *code, struct hwpgo_map *votes)
{
  int ret = 0;
  for (size_t i = 0; i < code->n_seen; i++)
    {
      const struct hwpgo_known *f = code->seen[i];
      if (!f->here || f->result.verdict == HWPGO_REMATCH_OTHER)
        continue;
      for (size_t k = 0; k < f->seen.n_calls && ret == 0; k++)
        if (f->seen.calls[k].alone)
          ret = count_call (code, f, &f->seen.calls[k], votes);
    }
  return ret;
}

static int
compare_renames (const void *a, const void *b)
{
  const struct hwpgo_rename *r = a, *s = b;
  if (r->calls != s->calls)
    return r->calls > s->calls ? -1 : 1;
  int order = strcmp (r->from, s->from);
  return order ? order : strcmp (r->to, s->to);
}

/* Keep the first of each name.  */
static int
keep_few (struct hwpgo_renames *renames)
{
  struct hwpgo_map n = { 0 };
  size_t kept = 0;
  int ret = 0;
  for (size_t i = 0; i < renames->n; i++)
    {
      const struct hwpgo_rename *r = &renames->items[i];
      uint64_t *from = hwpgo_map_slot (&n, (uintptr_t) r->from, 0);
      bool good = from && ++*from <= MAX_CANDIDATES;
      uint64_t *to = from ? hwpgo_map_slot (&n, (uintptr_t) r->to, 1) : NULL;
      if (!to)
        {
          ret = -HWPGO_E_NOMEM;
          break;
        }
      if (++*to <= MAX_CANDIDATES && good)
        renames->items[kept++] = *r;
    }
  renames->n = kept;
  hwpgo_map_free (&n);
  return ret;
}

int
hwpgo_renames_find (struct hwpgo_code *code, struct hwpgo_renames *renames)
{
  struct hwpgo_map votes = { 0 };
  int ret = count_calls (code, &votes);
  for (size_t i = 0; i < votes.capacity && ret == 0; i++)
    {
      const struct hwpgo_map_entry *e = &votes.entries[i];
      if (!e->used)
        continue;
      if (!HWPGO_GROW (renames->items, renames->capacity, renames->n + 1))
        ret = -HWPGO_E_NOMEM;
      else
        renames->items[renames->n++]
            = (struct hwpgo_rename){ .from = (const char *) (uintptr_t) e->a,
                                     .to = (const char *) (uintptr_t) e->b,
                                     .calls = e->value };
    }
  hwpgo_map_free (&votes);
  if (renames->n > 1)
    qsort (renames->items, renames->n, sizeof *renames->items,
           compare_renames);
  return ret ? ret : keep_few (renames);
}

void
hwpgo_renames_free (struct hwpgo_renames *renames)
{
  free (renames->items);
  memset (renames, 0, sizeof *renames);
}

/* --- judgement -----------------------------------------------------------*/

/* A candidate and how well it fits.  */
struct candidate
{
  struct hwpgo_rename *rename;
  double like;
};

/* How much of FROM the code of TO has, 0 if it is not enough.  */
static int
compare_functions (const struct hwpgo_known *from,
                   const struct hwpgo_known *to, double *like)
{
  struct hwpgo_alignment alignment;
  *like = 0;
  if (from->seen.n_places == 0)
    return 0;
  int ret = hwpgo_align (&alignment, &from->seen, &to->code);
  if (ret == 0)
    {
      struct hwpgo_fit fit
          = hwpgo_outline_fit (&from->seen, &to->code, &alignment);
      *like = (double) (fit.lines_found + fit.call_sites_found)
              / (double) (fit.lines + fit.call_sites);
      if (*like < MIN_LIKE
          || fit.lines_found + 2 * fit.call_sites_found < MIN_EVIDENCE
          || (double) fit.samples_found < MIN_SAMPLES * (double) fit.samples)
        *like = 0;
    }
  hwpgo_alignment_free (&alignment);
  return ret;
}

/* The order of the candidates is that of RENAMES where they fit equally
   well.  */
static int
compare_candidates (const void *a, const void *b)
{
  const struct candidate *c = a, *d = b;
  if (c->like > d->like || c->like < d->like)
    return c->like > d->like ? -1 : 1;
  return c->rename < d->rename ? -1 : c->rename > d->rename;
}

/* Accept the best of N candidates at C, each name once.  */
static int
accept_best (struct candidate *c, size_t n)
{
  struct hwpgo_map taken = { 0 };
  int ret = 0;
  if (n > 1)
    qsort (c, n, sizeof *c, compare_candidates);
  for (size_t i = 0; i < n && c[i].like > 0 && ret == 0; i++)
    {
      struct hwpgo_rename *r = c[i].rename;
      if (hwpgo_map_find (&taken, (uintptr_t) r->from, 0)
          || hwpgo_map_find (&taken, (uintptr_t) r->to, 0))
        continue;
      r->accepted = true;
      if (!hwpgo_map_slot (&taken, (uintptr_t) r->from, 0)
          || !hwpgo_map_slot (&taken, (uintptr_t) r->to, 0))
        ret = -HWPGO_E_NOMEM;
    }
  hwpgo_map_free (&taken);
  return ret;
}

int
hwpgo_renames_judge (struct hwpgo_code *code, struct hwpgo_renames *renames,
                     const struct hwpgo_profile *profile,
                     hwpgo_meaning *meaning, uint32_t mask)
{
  struct hwpgo_seeing s = { code, meaning, mask, NULL };
  struct candidate *c = malloc ((renames->n ? renames->n : 1) * sizeof *c);
  int ret = c ? 0 : -HWPGO_E_NOMEM;
  for (size_t i = 0; i < renames->n && ret == 0; i++)
    ret = hwpgo_code_add (code, renames->items[i].from) ? 0 : -HWPGO_E_NOMEM;
  if (ret == 0)
    ret = hwpgo_code_see (&s, profile);
  for (size_t i = 0; i < renames->n && ret == 0; i++)
    {
      c[i].rename = &renames->items[i];
      ret = compare_functions (hwpgo_code_find (code, renames->items[i].from),
                               hwpgo_code_find (code, renames->items[i].to),
                               &c[i].like);
    }
  if (ret == 0)
    ret = accept_best (c, renames->n);
  free (c);
  return ret;
}
