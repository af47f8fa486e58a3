/* What is loaded from the place of the least so far is the least so far: in a loop,
   and in two comparisons in a row; not where something is stored in between.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1 -fplugin-arg-hwpgo-force-branchless" } */

#define N 512

__attribute__ ((noipa)) int
least (const int *a, int n)
{
  int m = 0;
  for (int j = 1; j < n; j++)
    if (a[j] < a[m])
      m = j;
  return m;
}

struct event
{
  double time;
  int source;
};

__attribute__ ((noipa)) int
least_time (const struct event *a, int n)
{
  int m = 0;
  for (int j = 1; j < n; j++)
    if (a[j].time < a[m].time)
      m = j;
  return m;
}

/* Of I and its two children the place of the largest.  */
__attribute__ ((noipa)) int
largest (const int *a, int i)
{
  int l = 2 * i + 1, m = i;
  if (a[l] > a[m])
    m = l;
  if (a[l + 1] > a[m])
    m = l + 1;
  return m;
}

/* What it is compared with changes.  */
__attribute__ ((noipa)) int
stored_between (int *a, int *last, int n)
{
  int m = 0;
  for (int j = 1; j < n; j++)
    {
      if (a[j] < a[m])
        m = j;
      *last += m;
    }
  return m;
}

/* Nothing is loaded from A where there is nothing before the end.  */
__attribute__ ((noipa)) int
ends_before (const int *a, const char *end, int n)
{
  int m = 0, j;
  for (j = 1; j < n; j++)
    {
      if (end[j])
        break;
      if (a[j] < a[m])
        m = j;
    }
  return m + j;
}

#define LEAST(a, n)                                                           \
  ({                                                                          \
    volatile int m = 0;                                                       \
    for (int j = 1; j < (n); j++)                                             \
      if (a (j) < a (m))                                                      \
        m = j;                                                                \
    m;                                                                        \
  })

static int numbers[N], copy[N];
static struct event events[N];
static char end[N];
#define NUMBER(i) numbers[i]
#define TIME(i) events[i].time

int
main (void)
{
  unsigned seed = 1;
  for (int t = 0; t < 400; t++)
    {
      for (int i = 0; i < N; i++)
        {
          seed = seed * 1103515245 + 12345;
          /* So that the least changes often.  */
          copy[i] = numbers[i] = (int) (seed >> 16 & 0xfff) - 16 * i;
          events[i].time = numbers[i];
        }
      for (int n = 1; n <= N; n += n)
        {
          if (least (numbers, n) != LEAST (NUMBER, n)
              || least_time (events, n) != LEAST (TIME, n)
              || ends_before (numbers, end, n) != LEAST (NUMBER, n) + n)
            __builtin_abort ();
          int sum = 0, place = stored_between (copy, &sum, n);
          if (place != LEAST (NUMBER, n))
            __builtin_abort ();
        }
      for (int i = 0; 2 * i + 2 < N; i++)
        {
          volatile int m = i;
          for (int j = 2 * i + 1; j < 2 * i + 3; j++)
            if (numbers[j] > numbers[m])
              m = j;
          if (largest (numbers, i) != m)
            __builtin_abort ();
        }
      /* The element that all others are compared with is stored to.  */
      copy[0] = 100;
      for (int i = 1; i < 8; i++)
        copy[i] = 90 - i;
      if (stored_between (copy, &copy[7], 7) != 6 || copy[7] != 83 + 21)
        __builtin_abort ();
      if (least ((int *) 0, 1) || least_time ((struct event *) 0, 0))
        __builtin_abort ();
      end[1] = 1;
      if (ends_before ((int *) 0, end, 9) != 1)
        __builtin_abort ();
      end[1] = 0;
    }
  return 0;
}

/* { dg-final { scan-opt-info {selected-loads.c:15:\d+: optimized: loaded from a selected place} } } */
/* { dg-final { scan-opt-info {selected-loads.c:31:\d+: optimized: loaded from a selected place} } } */
/* { dg-final { scan-opt-info {selected-loads.c:4[0-9]:\d+: optimized: loaded from a selected place} } } */
/* { dg-final { scan-opt-info-not {selected-loads.c:(5[2-9]|6\d|7\d):\d+: optimized: loaded from a selected place} } } */
