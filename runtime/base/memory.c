/* Memory: growing arrays, arenas, interned strings, a counting map.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/memory.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

bool
hwpgo_grow_array (void **array, size_t *capacity, size_t need, size_t size)
{
  if (need <= *capacity)
    return true;
  size_t wanted = *capacity > SIZE_MAX / 2 ? need : *capacity * 2;
  if (wanted < need)
    wanted = need;
  if (wanted < 8)
    wanted = 8;
  if (wanted > SIZE_MAX / size)
    return false;
  void *grown = realloc (*array, wanted * size);
  if (!grown)
    return false;
  *array = grown;
  *capacity = wanted;
  return true;
}

struct hwpgo_arena_chunk
{
  struct hwpgo_arena_chunk *next;
  size_t used, size; /* of DATA, in bytes.  */
  alignas (max_align_t) unsigned char data[];
};

enum
{
  CHUNK_SIZE = 64 * 1024
};

void *
hwpgo_arena_alloc (struct hwpgo_arena *arena, size_t size)
{
  const size_t align = alignof (max_align_t);
  if (size > SIZE_MAX / 2)
    return NULL;
  size = (size + align - 1) / align * align;
  struct hwpgo_arena_chunk *c = arena->chunk;
  if (!c || c->size - c->used < size)
    {
      size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
      c = calloc (1, sizeof *c + room);
      if (!c)
        return NULL;
      c->size = room;
      c->next = arena->chunk;
      arena->chunk = c;
    }
  void *p = c->data + c->used;
  c->used += size;
  return p;
}

char *
hwpgo_arena_string (struct hwpgo_arena *arena, const char *text, size_t length)
{
  char *p = length < SIZE_MAX ? hwpgo_arena_alloc (arena, length + 1) : NULL;
  if (p && length)
    memcpy (p, text, length);
  return p;
}

void
hwpgo_arena_free (struct hwpgo_arena *arena)
{
  while (arena->chunk)
    {
      struct hwpgo_arena_chunk *next = arena->chunk->next;
      free (arena->chunk);
      arena->chunk = next;
    }
}

/* The finaliser of MurmurHash3 (Austin Appleby, public domain).  */
static uint64_t
mix (uint64_t x)
{
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ x >> 33;
}

uint64_t
hwpgo_hash (const void *data, size_t length)
{
  const unsigned char *p = data;
  uint64_t h = mix (length + 0x9e3779b97f4a7c15ULL);
  for (; length >= 8; p += 8, length -= 8)
    {
      uint64_t word = 0;
      for (int i = 7; i >= 0; i--)
        word = word << 8 | p[i];
      h = mix (h ^ word);
    }
  uint64_t tail = 0;
  for (size_t i = length; i-- > 0;)
    tail = tail << 8 | p[i];
  return mix (h ^ tail);
}

/* The slot of TEXT, or the empty one where it belongs.  CAPACITY > used.  */
static size_t
string_slot (const struct hwpgo_strings *pool, const char *text, size_t length)
{
  size_t i = hwpgo_hash (text, length) & (pool->capacity - 1);
  while (pool->slots[i]
         && (strncmp (pool->slots[i], text, length) != 0
             || pool->slots[i][length] != '\0'))
    i = (i + 1) & (pool->capacity - 1);
  return i;
}

static bool
strings_rehash (struct hwpgo_strings *pool)
{
  size_t old_capacity = pool->capacity;
  const char **old = pool->slots;
  size_t capacity = old_capacity ? old_capacity * 2 : 64;
  const char **slots = calloc (capacity, sizeof *slots);
  if (!slots)
    return false;
  pool->slots = slots;
  pool->capacity = capacity;
  for (size_t i = 0; i < old_capacity; i++)
    if (old[i])
      slots[string_slot (pool, old[i], strlen (old[i]))] = old[i];
  free (old);
  return true;
}

const char *
hwpgo_strings_find (const struct hwpgo_strings *pool, const char *text,
                    size_t length)
{
  length = strnlen (text, length);
  return pool->capacity ? pool->slots[string_slot (pool, text, length)] : NULL;
}

const char *
hwpgo_strings_intern (struct hwpgo_strings *pool, const char *text,
                      size_t length)
{
  /* A NUL inside would make two texts look alike: the text ends there.  */
  length = strnlen (text, length);
  if (pool->used * 4 >= pool->capacity * 3 && !strings_rehash (pool))
    return NULL;
  size_t i = string_slot (pool, text, length);
  if (!pool->slots[i])
    {
      pool->slots[i] = hwpgo_arena_string (&pool->arena, text, length);
      pool->used += pool->slots[i] != NULL;
    }
  return pool->slots[i];
}

void
hwpgo_strings_free (struct hwpgo_strings *pool)
{
  hwpgo_arena_free (&pool->arena);
  free (pool->slots);
  memset (pool, 0, sizeof *pool);
}

/* As string_slot.  */
static size_t
map_slot (const struct hwpgo_map *map, uint64_t a, uint64_t b)
{
  size_t i = mix (a ^ mix (b + 0x9e3779b97f4a7c15ULL)) & (map->capacity - 1);
  while (map->entries[i].used
         && (map->entries[i].a != a || map->entries[i].b != b))
    i = (i + 1) & (map->capacity - 1);
  return i;
}

static bool
map_rehash (struct hwpgo_map *map)
{
  struct hwpgo_map old = *map;
  size_t capacity = old.capacity ? old.capacity * 2 : 64;
  struct hwpgo_map_entry *entries = calloc (capacity, sizeof *entries);
  if (!entries)
    return false;
  map->entries = entries;
  map->capacity = capacity;
  for (size_t i = 0; i < old.capacity; i++)
    if (old.entries[i].used)
      entries[map_slot (map, old.entries[i].a, old.entries[i].b)]
          = old.entries[i];
  free (old.entries);
  return true;
}

uint64_t *
hwpgo_map_slot (struct hwpgo_map *map, uint64_t a, uint64_t b)
{
  if (map->used * 4 >= map->capacity * 3 && !map_rehash (map))
    return NULL;
  struct hwpgo_map_entry *e = &map->entries[map_slot (map, a, b)];
  if (!e->used)
    {
      *e = (struct hwpgo_map_entry){ a, b, 0, true };
      map->used++;
    }
  return &e->value;
}

const uint64_t *
hwpgo_map_find (const struct hwpgo_map *map, uint64_t a, uint64_t b)
{
  if (!map->capacity)
    return NULL;
  const struct hwpgo_map_entry *e = &map->entries[map_slot (map, a, b)];
  return e->used ? &e->value : NULL;
}

static int
compare_entries (const void *x, const void *y)
{
  const struct hwpgo_map_entry *p = x, *q = y;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

struct hwpgo_map_entry *
hwpgo_map_sorted (const struct hwpgo_map *map)
{
  struct hwpgo_map_entry *sorted
      = malloc ((map->used ? map->used : 1) * sizeof *sorted);
  if (!sorted)
    return NULL;
  size_t n = 0;
  for (size_t i = 0; i < map->capacity; i++)
    if (map->entries[i].used)
      sorted[n++] = map->entries[i];
  qsort (sorted, n, sizeof *sorted, compare_entries);
  return sorted;
}

void
hwpgo_map_free (struct hwpgo_map *map)
{
  free (map->entries);
  memset (map, 0, sizeof *map);
}
