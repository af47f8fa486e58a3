/* The sum of two bundles.
   SPDX-License-Identifier: GPL-2.0-or-later

   Everything here is a sum or a union of sets that are kept sorted, so that
   the result does not depend on the order of the inputs.  */

#include "runtime/profile/bundle.h"

#include <stdlib.h>
#include <string.h>

/* True if BUNDLE says nothing: it then adds to any other.  */
static bool
is_void (const struct hwpgo_bundle *bundle)
{
  bool content = bundle->n_binaries || bundle->layout;
  for (int k = 0; k < HWPGO_KINDS; k++)
    content = content || bundle->profiles[k] || bundle->sources[k].event
              || bundle->sources[k].source || bundle->sources[k].samples
              || bundle->sources[k].events;
  return !content;
}

static int
check_alike (const struct hwpgo_bundle *into, const struct hwpgo_bundle *from,
             const char *from_path, struct hwpgo_error *err)
{
  if (into->layout != from->layout)
    return hwpgo_error_set (err, HWPGO_E_MISMATCH, from_path,
                            "its discriminators are of layout %u, those of "
                            "the others of layout %u",
                            (unsigned) from->layout, (unsigned) into->layout);
  for (int k = 0; k < HWPGO_KINDS; k++)
    {
      const char *a = into->sources[k].event, *b = from->sources[k].event;
      if (a && b && strcmp (a, b) != 0)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH, from_path,
                                "its %s profile counts '%s', that of the "
                                "others '%s'",
                                hwpgo_kind_name (k), b, a);
      enum hwpgo_basis c = into->sources[k].basis, d = from->sources[k].basis;
      if (a && b && c != d)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH, from_path,
                                "its %s profile is counted from '%s', that "
                                "of the others from '%s'",
                                hwpgo_kind_name (k), hwpgo_basis_name (d),
                                hwpgo_basis_name (c));
    }
  return 0;
}

static int
merge_source (struct hwpgo_strings *names, struct hwpgo_source *into,
              const struct hwpgo_source *from, uint64_t weight)
{
  const char *source = from->source, *event = from->event;
  into->samples = hwpgo_add (into->samples, hwpgo_mul (from->samples, weight));
  into->events = hwpgo_add (into->events, hwpgo_mul (from->events, weight));
  /* Where both are known, they are the same.  */
  if (from->basis > into->basis)
    into->basis = from->basis;
  if (source && into->source && strcmp (source, into->source) != 0)
    source = "mixed";
  if (event)
    into->event = hwpgo_strings_intern (names, event, strlen (event));
  if (source)
    into->source = hwpgo_strings_intern (names, source, strlen (source));
  return (event && !into->event) || (source && !into->source) ? -HWPGO_E_NOMEM
                                                              : 0;
}

static int
add_binaries (struct hwpgo_bundle *into, const struct hwpgo_bundle *from)
{
  int ret = 0;
  size_t n = from->n_binaries;
  struct hwpgo_binary *copies = calloc (n + 1, sizeof *copies);
  if (!copies)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < n && ret == 0; i++)
    {
      const struct hwpgo_binary *b = &from->binaries[i];
      copies[i].path
          = hwpgo_strings_intern (&into->names, b->path, strlen (b->path));
      if (b->build_id)
        copies[i].build_id = hwpgo_strings_intern (&into->names, b->build_id,
                                                   strlen (b->build_id));
      if (!copies[i].path || (b->build_id && !copies[i].build_id))
        ret = -HWPGO_E_NOMEM;
    }
  if (ret == 0)
    ret = hwpgo_bundle_add_binaries (into, copies, n);
  free (copies);
  return ret;
}

int
hwpgo_bundle_merge (struct hwpgo_bundle *into, const struct hwpgo_bundle *from,
                    uint64_t weight, const char *from_path,
                    struct hwpgo_error *err)
{
  if (is_void (from))
    return 0;
  if (is_void (into))
    into->layout = from->layout;
  int ret = check_alike (into, from, from_path, err);
  if (ret)
    return ret;
  ret = add_binaries (into, from);
  for (int k = 0; k < HWPGO_KINDS && ret == 0; k++)
    {
      ret = merge_source (&into->names, &into->sources[k], &from->sources[k],
                          weight);
      if (!from->profiles[k] || ret)
        continue;
      if (!into->profiles[k])
        into->profiles[k] = hwpgo_profile_new ();
      if (!into->profiles[k])
        return hwpgo_error_nomem (err);
      ret = hwpgo_profile_merge_from (into->profiles[k], from->profiles[k],
                                      weight, from_path, err);
      if (ret)
        return ret;
    }
  return ret ? hwpgo_error_nomem (err) : 0;
}
