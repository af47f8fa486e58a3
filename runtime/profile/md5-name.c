/* Hashes in the place of names.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/md5-name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include <md5.h>

#include "runtime/base/text.h"

uint64_t
hwpgo_name_md5 (const char *name, size_t length)
{
  MD5_CTX context;
  uint8_t digest[MD5_DIGEST_LENGTH];
  uint64_t hash = 0;
  MD5Init (&context);
  MD5Update (&context, (const uint8_t *) name, length);
  MD5Final (digest, &context);
  for (unsigned i = 0; i < sizeof hash; i++)
    hash |= (uint64_t) digest[i] << 8 * i;
  return hash;
}

size_t
hwpgo_md5_name (char name[HWPGO_MD5_NAME_SIZE], uint64_t hash)
{
  return (size_t) snprintf (name, HWPGO_MD5_NAME_SIZE, "%" PRIu64, hash);
}

uint64_t
hwpgo_profile_md5 (const struct hwpgo_profile *profile, const char *name)
{
  uint64_t hash;
  if (profile->md5_names && hwpgo_parse_u64 (name, 0, UINT64_MAX, &hash))
    return hash;
  return hwpgo_name_md5 (name, strlen (name));
}
