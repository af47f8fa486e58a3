/* How much of a profile's outline the code has.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/align.h"

struct hwpgo_fit
hwpgo_outline_fit (const struct hwpgo_outline *from,
                   const struct hwpgo_outline *to,
                   const struct hwpgo_alignment *alignment)
{
  struct hwpgo_fit fit = { 0 };
  for (size_t i = 0; i < from->n_places; i++)
    {
      const struct hwpgo_outline_place *p = &from->places[i];
      int32_t line = p->line;
      uint32_t number = p->discriminator;
      bool first = i == 0 || p[-1].line != p->line;
      bool found = hwpgo_alignment_place (alignment, &line, &number)
                   && hwpgo_outline_has_place (to, line, number);
      fit.samples = hwpgo_add (fit.samples, p->count);
      fit.lines += first;
      if (!found)
        continue;
      fit.samples_found = hwpgo_add (fit.samples_found, p->count);
      fit.lines_found += first;
    }
  for (size_t i = 0; i < from->n_calls; i++)
    {
      const struct hwpgo_outline_call *c = &from->calls[i];
      int32_t line = hwpgo_alignment_line (alignment, c->line);
      bool found
          = line != HWPGO_LINE_GONE && hwpgo_outline_has_call (to, line, c);
      fit.calls = hwpgo_add (fit.calls, c->count);
      fit.call_sites++;
      fit.call_sites_found += found;
      if (found)
        fit.calls_found = hwpgo_add (fit.calls_found, c->count);
    }
  return fit;
}
