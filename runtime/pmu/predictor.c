/* Predictors by name, and what they share about a single branch.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/pmu/predictor-parts.h"

static const struct
{
  const char *name;
  struct hwpgo_predictor *(*make) (void);
} rows[] = {
#define HWPGO_PREDICTOR(name, make, text) { name, make },
#include "runtime/pmu/predictors.def"
#undef HWPGO_PREDICTOR
};

#define N_ROWS (sizeof rows / sizeof *rows)

static size_t
find_row (const char *name)
{
  if (!name)
    return 0;
  size_t i = 0;
  while (i < N_ROWS && strcmp (rows[i].name, name) != 0)
    i++;
  return i;
}

struct hwpgo_predictor *
hwpgo_predictor_new (const char *name)
{
  size_t row = find_row (name);
  return row < N_ROWS ? rows[row].make () : NULL;
}

bool
hwpgo_predictor_known (const char *name)
{
  return find_row (name) < N_ROWS;
}

void
hwpgo_predictor_free (struct hwpgo_predictor *predictor)
{
  if (predictor)
    predictor->free (predictor);
}

void
hwpgo_predictor_resume (struct hwpgo_predictor *predictor)
{
  memset (predictor->returns, 0, sizeof predictor->returns);
  predictor->gap++;
}

bool
hwpgo_site_first (struct hwpgo_site *site, bool taken, bool *mispredicted)
{
  switch (site->state)
    {
    case HWPGO_SITE_NEW:
      site->state = HWPGO_SITE_STEADY_NOT + taken;
      *mispredicted = taken;
      return true;
    case HWPGO_SITE_STEADY_NOT:
    case HWPGO_SITE_STEADY_TAKEN:
      if (site->state == HWPGO_SITE_STEADY_NOT + taken)
        {
          *mispredicted = false;
          return true;
        }
      /* The base counter keeps leaning to the old direction.  */
      site->state = HWPGO_SITE_VARYING;
      site->base = taken ? -3 : 2;
      site->body = !taken;
      site->run = HWPGO_RUN_UNKNOWN;
      site->trip = 0;
      site->repeats = 0;
      return false;
    default:
      return false;
    }
}
