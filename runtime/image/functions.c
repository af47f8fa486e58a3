/* The table of functions.
   SPDX-License-Identifier: GPL-2.0-or-later

   Symbols tell parts and clones apart, DWARF does not; DWARF knows which of
   several symbols at one address is the function's own.  What only DWARF knows
   (the symbols were stripped) comes from there.  */

#include <stdlib.h>
#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* True if SYMBOL is NAME.something, where something is no clone that we know:
   what has the linkage NAME in DWARF, too, is then a part of it (a coroutine's
   resumption, for one).  */
static bool
is_unknown_part (const char *symbol, const char *name)
{
  bool entry;
  size_t length = strlen (name);
  return strncmp (symbol, name, length) == 0 && symbol[length] == '.'
         && hwpgo_origin_length (symbol, &entry) != length;
}

/* Name the function at S[0], which has the N symbols from there on.  */
static bool
name_function (struct hwpgo_image *image, const struct hwpgo_symbol *s,
               size_t n, struct hwpgo_image_function *f)
{
  const struct hwpgo_subprogram *d = hwpgo_image_subprogram_at (image, s->low);
  bool entry;
  size_t length = hwpgo_origin_length (s->name, &f->entry);
  *f = (struct hwpgo_image_function){ s->low, s->high, NULL, f->entry };
  f->name = d && d->linkage
                ? d->name
                : hwpgo_strings_intern (&image->strings, s->name, length);
  for (size_t i = 0; i < n; i++)
    {
      if (s[i].high > f->high)
        f->high = s[i].high;
      length = hwpgo_origin_length (s[i].name, &entry);
      if (d && strncmp (d->name, s[i].name, length) == 0
          && d->name[length] == '\0')
        {
          f->name = d->name;
          f->entry = entry;
        }
      else if (n == 1 && d && d->linkage
               && is_unknown_part (s[i].name, d->name))
        f->entry = false;
    }
  return f->name != NULL;
}

static bool
append (struct hwpgo_image *image, const struct hwpgo_image_function *f)
{
  if (!HWPGO_GROW (image->functions, image->functions_capacity,
                   image->n_functions + 1))
    return false;
  image->functions[image->n_functions++] = *f;
  return true;
}

/* Append the function of the symbols at S; N are left.  Returns how many it
   took, 0 when out of memory.  */
static size_t
append_symbols (struct hwpgo_image *image, const struct hwpgo_symbol *s,
                size_t n)
{
  size_t same = 1;
  while (same < n && s[same].low == s->low)
    same++;
  struct hwpgo_image_function f;
  if (!name_function (image, s, same, &f))
    return 0;
  /* A symbol inside another one (assembly) ends that.  */
  if (image->n_functions
      && image->functions[image->n_functions - 1].high > f.low)
    image->functions[image->n_functions - 1].high = f.low;
  return append (image, &f) ? same : 0;
}

/* Append the range D as far as it lies between the last function and
   LIMIT.  */
static bool
append_subprogram (struct hwpgo_image *image, const struct hwpgo_subprogram *d,
                   uint64_t limit)
{
  struct hwpgo_image_function f = { d->low, d->high, d->name, d->entry };
  if (image->n_functions
      && image->functions[image->n_functions - 1].high > f.low)
    return true;
  if (f.high > limit)
    f.high = limit;
  return f.low >= f.high || append (image, &f);
}

int
hwpgo_image_make_functions (struct hwpgo_image *image,
                            const struct hwpgo_symbol *symbols, size_t n,
                            struct hwpgo_error *err)
{
  int rc = 0;
  size_t i = 0, j = 0;
  while (!rc && (i < n || j < image->n_subprograms))
    {
      bool good;
      uint64_t next = i < n ? symbols[i].low : UINT64_MAX;
      if (j < image->n_subprograms && image->subprograms[j].low < next)
        good = append_subprogram (image, &image->subprograms[j++], next);
      else if (i < n)
        {
          size_t taken = append_symbols (image, symbols + i, n - i);
          good = taken != 0;
          i += taken;
        }
      else
        break;
      if (!good)
        rc = hwpgo_error_nomem (err);
    }
  return rc;
}

const struct hwpgo_image_function *
hwpgo_image_function_at (const struct hwpgo_image *image, uint64_t vaddr)
{
  size_t first;
  HWPGO_BISECT (first, image->n_functions, i,
                image->functions[i].high <= vaddr);
  if (first == image->n_functions || vaddr < image->functions[first].low)
    return NULL;
  return &image->functions[first];
}

const struct hwpgo_image_function *
hwpgo_image_functions (const struct hwpgo_image *image, size_t *n)
{
  *n = image->n_functions;
  return image->functions;
}
