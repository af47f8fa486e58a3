/* A comparison that says which of three cases it is, and is asked twice: what
   mispredicts is weighed where it is asked.  As selects in the comparison it
   would leave the mispredicts to who asks, and cost the time that the answer
   takes.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

struct key
{
  unsigned object, offset;
};

static int
compare (const struct key *a, const struct key *b)
{
  if (a->object > b->object)
    return 1;
  if (a->object < b->object)
    return -1;
  if (a->offset > b->offset)
    return 1;
  if (a->offset < b->offset)
    return -1;
  return 0;
}

__attribute__ ((noipa)) static int
search (const struct key *keys, int n, const struct key *key)
{
  int low = 0, high = n;
  while (low < high)
    {
      int middle = (low + high) / 2;
      int order = compare (&keys[middle], key);
      if (order < 0)
        low = middle + 1;
      else if (order > 0)
        high = middle;
      else
        return middle;
    }
  return -1 - low;
}

#define COUNT 31

int
main (void)
{
  static struct key keys[COUNT];
  for (unsigned i = 0; i < COUNT; i++)
    keys[i] = (struct key) { i / 5 * 2, i % 5 * 2 };
  for (unsigned object = 0; object < 16; object++)
    for (unsigned offset = 0; offset < 12; offset++)
      for (int n = 0; n <= COUNT; n++)
        {
          struct key key = { object, offset };
          int least = 0;
          while (least < n
                 && (keys[least].object < object
                     || (keys[least].object == object
                         && keys[least].offset < offset)))
            least++;
          int found = least < n && keys[least].object == object
                      && keys[least].offset == offset;
          if (search (keys, n, &key) != (found ? least : -1 - least))
            __builtin_abort ();
        }
  return 0;
}

/* PROFILE:
search:19000000:200000
 0: 200000
 1: 200000
 2: 1000000
 4: 800000
 6: 800000
 7: 400000
 8: 400000
 9: 360000
 11: 40000
 13: 160000
 5: compare:4000000
  2: 800000
  3: 250000
  4: 550000
  5: 250000
  6: 300000
  7: 130000
  8: 170000
  9: 130000
  10: 40000
END PROFILE */
/* PROFILE MISPREDICTS:
search:371000:0
 2: 10000
 8: 10000
 5: compare:351000
  2: 160000
  4: 44000
  6: 130000
  8: 17000
END PROFILE */

/* { dg-final { scan-opt-info {answer.c:21:[0-9]*: optimized: +branch mispredicted in 43.3% of 300000 executions converted} } } */
/* What is asked is not left as it was, with what answers made selects.  */
/* { dg-final { scan-opt-info-not {answer.c:36:[0-9]*: missed: branch} } } */
