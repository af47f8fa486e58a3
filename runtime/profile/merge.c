/* The sum of two profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/model.h"

#include <stdlib.h>
#include <string.h>

static int
merge_sample (struct hwpgo_profile *profile, struct hwpgo_function *into,
              const struct hwpgo_sample *from, uint64_t weight)
{
  int ret = hwpgo_function_add_sample (profile, into, from->at,
                                       hwpgo_mul (from->count, weight));
  for (size_t i = 0; i < from->n_targets && ret == 0; i++)
    ret = hwpgo_function_add_target (
        profile, into, from->at, from->targets[i].name,
        strlen (from->targets[i].name),
        hwpgo_mul (from->targets[i].count, weight));
  return ret;
}

/* Checksum and attributes speak of a function's body, not of its counts.
   Uniting the attributes keeps the sum independent of the order.  */
static int
merge_identity (struct hwpgo_function *into, const struct hwpgo_function *from)
{
  if (into->has_checksum && from->has_checksum
      && into->checksum != from->checksum)
    return -HWPGO_E_MISMATCH;
  if (from->has_checksum)
    {
      into->has_checksum = true;
      into->checksum = from->checksum;
    }
  into->has_attributes |= from->has_attributes;
  into->attributes |= from->attributes;
  return 0;
}

int
hwpgo_function_merge (struct hwpgo_profile *profile,
                      struct hwpgo_function *into,
                      const struct hwpgo_function *from, uint64_t weight)
{
  int ret = 0;
  if (strcmp (into->name, from->name) == 0)
    ret = merge_identity (into, from);
  if (ret)
    return ret;
  into->total = hwpgo_add (into->total, hwpgo_mul (from->total, weight));
  into->head = hwpgo_add (into->head, hwpgo_mul (from->head, weight));
  for (size_t i = 0; i < from->n_samples && ret == 0; i++)
    ret = merge_sample (profile, into, &from->samples[i], weight);
  for (size_t i = 0; i < from->n_callsites && ret == 0; i++)
    {
      const struct hwpgo_callsite *c = &from->callsites[i];
      struct hwpgo_function *callee = hwpgo_function_callsite (
          profile, into, c->at, c->callee->name, strlen (c->callee->name));
      ret = callee ? hwpgo_function_merge (profile, callee, c->callee, weight)
                   : -HWPGO_E_NOMEM;
    }
  return ret;
}

/* Make all functions of FROM in INTO.  */
static int
declare_functions (struct hwpgo_profile *into,
                   const struct hwpgo_profile *from)
{
  size_t n = from->n_functions;
  const char **names = malloc ((n ? n : 1) * sizeof *names);
  int ret = names ? 0 : -HWPGO_E_NOMEM;
  for (size_t i = 0; i < n && ret == 0; i++)
    {
      const char *name = from->functions[i]->name;
      names[i] = hwpgo_strings_intern (&into->names, name, strlen (name));
      if (!names[i])
        ret = -HWPGO_E_NOMEM;
    }
  if (ret == 0)
    ret = hwpgo_profile_declare (into, names, n);
  free (names);
  return ret;
}

int
hwpgo_profile_merge_from (struct hwpgo_profile *into,
                          const struct hwpgo_profile *from, uint64_t weight,
                          const char *from_path, struct hwpgo_error *err)
{
  if (into->n_functions == 0)
    into->md5_names = from->md5_names;
  else if (from->n_functions && into->md5_names != from->md5_names)
    return hwpgo_error_set (err, HWPGO_E_MISMATCH, from_path,
                            "one profile has names of functions, the other "
                            "hashes of names");
  into->fs_discriminators |= from->fs_discriminators;
  into->partial |= from->partial;
  int ret = hwpgo_profile_add_symbols (into, from->symbols, from->n_symbols);
  if (ret == 0)
    ret = declare_functions (into, from);
  for (size_t i = 0; i < from->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = from->functions[i];
      ret = hwpgo_function_merge (into, hwpgo_profile_find (into, f->name), f,
                                  weight);
      if (ret == -HWPGO_E_MISMATCH)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH, from_path,
                                "function '%s' has another checksum: the "
                                "profiles are of different builds",
                                f->name);
    }
  return ret ? hwpgo_error_nomem (err) : 0;
}

int
hwpgo_profile_merge (struct hwpgo_profile *into,
                     const struct hwpgo_profile *from, uint64_t weight,
                     struct hwpgo_error *err)
{
  return hwpgo_profile_merge_from (into, from, weight, NULL, err);
}
