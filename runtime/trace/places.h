/* Places of the source in one binary, while a profile is made of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_PLACES_H
#define HWPGO_TRACE_PLACES_H

#include "runtime/profile/model.h"
#include "runtime/trace/discriminators.h"
#include "runtime/trace/evidence.h"

/* Addresses that ran equally often.  */
struct hwpgo_flow
{
  uint64_t low, high; /* half-open.  */
  uint64_t weight;    /* not 0.  */
};

struct hwpgo_flows
{
  struct hwpgo_flow *items; /* by address, without overlaps.  */
  size_t n, capacity;
};

/* What the good ranges in EVIDENCE sum up to in binary B.  */
int hwpgo_flows_make (struct hwpgo_flows *flows,
                      const struct hwpgo_binaries *binaries,
                      const struct hwpgo_traced *b,
                      const struct hwpgo_evidence *evidence);
/* The weight at VADDR, and the highest in [LOW, HIGH).  */
uint64_t hwpgo_flows_at (const struct hwpgo_flows *flows, uint64_t vaddr);
uint64_t hwpgo_flows_max (const struct hwpgo_flows *flows, uint64_t low,
                          uint64_t high);

/* Numbers by place.  A place is a node of the profile's tree and a location
   in it.  */
struct hwpgo_places
{
  struct hwpgo_image *image;
  struct hwpgo_profile *profile;
  const struct hwpgo_evidence *evidence; /* whose 'go_on' is asked, and how
                                            discriminators are to be read.  */
  struct hwpgo_map nodes;   /* of contexts (pointers to pointers).  */
  struct hwpgo_map copies;  /* from copies of functions, and nodes, to one of
                               the contexts there (pointers).  */
  struct hwpgo_map touched; /* names of functions in which anything ran.  */
};

/* The row at VADDR, in *ROW.  False if it is no place: without frames, or on
   line 0, which only LLVM counts.  */
bool hwpgo_places_row_at (const struct hwpgo_places *places, uint64_t vaddr,
                          struct hwpgo_image_row *row);
/* Where ROW, which has frames, is in its innermost function.  */
struct hwpgo_location
hwpgo_places_location (const struct hwpgo_places *places,
                       const struct hwpgo_image_row *row);
/* Its discriminator there, in parts.  */
struct hwpgo_discriminator
hwpgo_places_discriminator (const struct hwpgo_places *places,
                            const struct hwpgo_image_row *row);

/* Places of B for PROFILE; all outlive them.  */
struct hwpgo_places hwpgo_places_of (const struct hwpgo_traced *b,
                                     struct hwpgo_profile *profile,
                                     const struct hwpgo_evidence *evidence);
void hwpgo_places_free (struct hwpgo_places *places);

/* The node of ROW, which has frames; NULL when out of memory.  */
struct hwpgo_function *hwpgo_places_node (struct hwpgo_places *places,
                                          const struct hwpgo_image_row *row);

/* The number at the place of ROW (with frames) in MAP; NULL when out of
   memory.  */
uint64_t *hwpgo_places_slot (struct hwpgo_places *places,
                             struct hwpgo_map *map,
                             const struct hwpgo_image_row *row);

/* In the second part of an instance's key, above the line: the number of the copy
   that the last round tells apart.  */
#define HWPGO_COPY_SHIFT 48
#define HWPGO_UNCOPIED(b) ((b) & ((UINT64_C (1) << HWPGO_COPY_SHIFT) - 1))

/* The same for the instance of the place that ROW is in, of which there is one
   for each copy of the function around it (clones), and for each copy of the
   code that the compiler tells apart.  */
uint64_t *hwpgo_places_instance (struct hwpgo_places *places,
                                 struct hwpgo_map *map,
                                 const struct hwpgo_image_row *row);
/* Add the numbers of all instances in INSTANCES to those of their places in
   MAP.  False when out of memory.  */
bool hwpgo_places_add_instances (struct hwpgo_places *places,
                                 struct hwpgo_map *map,
                                 const struct hwpgo_map *instances);
/* The number in MAP at the place of the instance with the key (A, B); NULL
   when out of memory.  */
uint64_t *hwpgo_places_of_instance (struct hwpgo_places *places,
                                    struct hwpgo_map *map, uint64_t a,
                                    uint64_t b);

/* The instruction of IMAGE at VADDR; its length is 0 where there is none.  */
struct hwpgo_insn hwpgo_places_instruction (const struct hwpgo_image *image,
                                            uint64_t vaddr);

/* Note that the function at VADDR ran.  False when out of memory.  */
bool hwpgo_places_touch (struct hwpgo_places *places, uint64_t vaddr);

/* True if the function at VADDR is known to have run.  */
bool hwpgo_places_touched (const struct hwpgo_places *places, uint64_t vaddr);

/* Call VISIT for all rows that are places of all functions that were touched,
   parts and clones of the same name included, cut to the function.  False as
   soon as VISIT or the evidence's 'go_on' is.  */
bool hwpgo_places_each_row (struct hwpgo_places *places,
                            bool (*visit) (struct hwpgo_places *places,
                                           const struct hwpgo_image_row *row,
                                           void *data),
                            void *data);

/* The same for the beginnings in them that are places; LOW of ROW is the
   address.  */
bool hwpgo_places_each_beginning (
    struct hwpgo_places *places,
    bool (*visit) (struct hwpgo_places *places,
                   const struct hwpgo_image_row *row, void *data),
    void *data);

/* Why copies of a place are not told apart in a round.  */
enum hwpgo_untold
{
  HWPGO_UNTOLD_NONE_RAN,
  HWPGO_UNTOLD_FEW, /* they ran too little for that to matter.  */
  HWPGO_UNTOLD_LOST /* they cannot be, and the field says so.  */
};

/* The two in a number, and each of the number.  Never 0.  */
#define HWPGO_UNTOLD(round, why) ((uint64_t) (round) *3 + (why))
#define HWPGO_UNTOLD_ROUND(untold) ((enum hwpgo_round) ((untold) / 3))
#define HWPGO_UNTOLD_WHY(untold) ((enum hwpgo_untold) ((untold) % 3))

/* True if the image tells copies apart, as we do: what others have written has
   other fields.  */
bool hwpgo_places_have_copies (const struct hwpgo_places *places);

/* What is to be known of copies to make records of them.  */
struct hwpgo_told
{
  struct hwpgo_map untold; /* places whose copies are not told apart, to what
                              HWPGO_UNTOLD makes.  */
  struct hwpgo_map beside; /* places that are no copies, but what follows the
                              beginnings of others of the same base, to 1.  */
};

/* Where the record is of the place AT in the function NODE: at AT itself where
   TOLD says nothing of its copies.  */
struct hwpgo_location hwpgo_places_told (const struct hwpgo_told *told,
                                         const struct hwpgo_function *node,
                                         struct hwpgo_location at);

/* Add the weights in MAP to the profile's samples, as TOLD has it of their
   places, and without the copies that have nothing beside others that ran.  */
bool hwpgo_places_add_samples (struct hwpgo_places *places,
                               const struct hwpgo_map *map,
                               const struct hwpgo_told *told);

#endif
