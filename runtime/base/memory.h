/* Memory: growing arrays, arenas, interned strings, a counting map.
   SPDX-License-Identifier: GPL-2.0-or-later

   Nothing here ends the process: a failed allocation is a NULL or a negative
   return, because this code also runs inside the compiler and inside the
   emulator.  Every '_free' accepts what was only zeroed.  */

#ifndef HWPGO_BASE_MEMORY_H
#define HWPGO_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A + B and A * B, UINT64_MAX where they do not fit.  */
static inline uint64_t
hwpgo_add (uint64_t a, uint64_t b)
{
  uint64_t r;
  return __builtin_add_overflow (a, b, &r) ? UINT64_MAX : r;
}

static inline uint64_t
hwpgo_mul (uint64_t a, uint64_t b)
{
  uint64_t r;
  return __builtin_mul_overflow (a, b, &r) ? UINT64_MAX : r;
}

/* Make room for NEED elements of SIZE bytes in the malloc'ed array *ARRAY of
   capacity *CAPACITY (NULL and 0 at first); at least doubles.  Returns false,
   with the array as it was, when there is no memory.  Use the macro.  */
bool hwpgo_grow_array (void **array, size_t *capacity, size_t need,
                       size_t size);
#define HWPGO_GROW(array, capacity, need)                                     \
  hwpgo_grow_array ((void **) &(array), &(capacity), (need), sizeof *(array))

/* An arena: many small allocations, freed all at once.  Zero it to start.  */
struct hwpgo_arena
{
  struct hwpgo_arena_chunk *chunk; /* newest first.  */
};

/* SIZE zeroed bytes, aligned for any type, or NULL.  */
void *hwpgo_arena_alloc (struct hwpgo_arena *arena, size_t size);
/* A NUL-terminated copy of LENGTH bytes, or NULL.  */
char *hwpgo_arena_string (struct hwpgo_arena *arena, const char *text,
                          size_t length);
void hwpgo_arena_free (struct hwpgo_arena *arena);

/* Interned strings: equal texts have equal pointers, which live until the
   pool is freed.  Zero it to start.  */
struct hwpgo_strings
{
  struct hwpgo_arena arena;
  const char **slots; /* open addressing; power of two.  */
  size_t capacity, used;
};

/* The one copy of the LENGTH bytes at TEXT, or NULL when out of memory.  */
const char *hwpgo_strings_intern (struct hwpgo_strings *pool,
                                  const char *text, size_t length);
/* The same, but NULL when it was never interned.  */
const char *hwpgo_strings_find (const struct hwpgo_strings *pool,
                                const char *text, size_t length);
void hwpgo_strings_free (struct hwpgo_strings *pool);

/* A map from a pair of 64-bit numbers to a 64-bit value, open addressing.
   Zero it to start.  Its order is that of the hash: sort before anything
   that shows is made of it (hwpgo_map_sorted).  */
struct hwpgo_map_entry
{
  uint64_t a, b; /* the key.  */
  uint64_t value;
  bool used;
};

struct hwpgo_map
{
  struct hwpgo_map_entry *entries;
  size_t capacity, used;
};

/* The value of key (A, B), made as 0 when it is new; NULL when out of
   memory.  Valid until the next call.  */
uint64_t *hwpgo_map_slot (struct hwpgo_map *map, uint64_t a, uint64_t b);
/* The value, or NULL when there is none.  */
const uint64_t *hwpgo_map_find (const struct hwpgo_map *map, uint64_t a,
                                uint64_t b);
/* A malloc'ed array of the map->used entries, by A and then B, that the
   caller frees; NULL when out of memory (never for an empty map).  */
struct hwpgo_map_entry *hwpgo_map_sorted (const struct hwpgo_map *map);
void hwpgo_map_free (struct hwpgo_map *map);

/* 64 well mixed bits of LENGTH bytes; the same on every machine.  */
uint64_t hwpgo_hash (const void *data, size_t length);

#ifdef __cplusplus
}
#endif

#endif
