/* Turns of a loop are not put in front of it where one of its branches is mispredicted or
   goes either way, nor many of them for an end that hardly is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details" } */

struct node
{
  struct node *next;
  unsigned key, value;
};

extern void note (unsigned);
unsigned either_way, known;

unsigned
mispredicted (const struct node *n, unsigned key)
{
  unsigned found = 0;
  while (n && n->key < key)
    {
      if (n->value & 1)
        note (n->value);
      found += n->value;
      n = n->next;
    }
  return found;
}

unsigned
either (const struct node *n, unsigned key)
{
  unsigned found = 0;
  while (n && n->key < key)
    {
      if (n->value & 1)
        either_way += n->value;
      found += n->value;
      n = n->next;
    }
  return found;
}

unsigned
hardly (const struct node *n, unsigned key)
{
  unsigned found = 0;
  while (n && n->key < key)
    {
      known += n->value;
      n = n->next;
    }
  return found;
}

unsigned
peeled (const struct node *n, unsigned key)
{
  unsigned found = 0;
  while (n && n->key < key)
    {
      found += n->value;
      n = n->next;
    }
  return found;
}

/* PROFILE:
mispredicted:100000:4000
 2: 4000
 3: 16000
 3.1: 16000
 5: 12000
 6: 6000
 7: 12000
 8: 12000
 10: 4000
either:100000:4000
 2: 4000
 3: 16000
 3.1: 16000
 5: 12000
 6: 6000
 7: 12000
 8: 12000
 10: 4000
hardly:200000:4000
 2: 4000
 3: 40000
 3.1: 40000
 5: 36000
 6: 36000
 8: 4000
peeled:100000:4000
 2: 4000
 3: 16000
 3.1: 16000
 5: 12000
 6: 12000
 8: 4000
END PROFILE */

/* PROFILE MISPREDICTS:
mispredicted:6634:0
 2: 0
 3: 1000
 3.1: 1000
 5: 4800
either:2000:0
 2: 0
 3: 1000
 3.1: 1000
 5: 0
hardly:500:0
 2: 0
 3: 300
 3.1: 300
peeled:2000:0
 2: 0
 3: 1000
 3.1: 1000
END PROFILE */

/* { dg-final { scan-dump {:60:\d+: optimized: *4 turns put in front of the loop} hwpgo-peeled-loops } } */
/* { dg-final { scan-dump-times "turns put in front of the loop" 1 hwpgo-peeled-loops } } */
