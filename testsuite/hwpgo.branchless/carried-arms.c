/* What an arm stores, and the next turn loads, stays in a register; not where it may be
   written in between, where it is not the same place, or where loading it in front of
   the loop could trap.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 64

#define SWAP(a, b) ((swapped = (a)), (a) = (b), (b) = swapped)

/* The first turn loads if there is one.  */
#define NEIGHBOURS                                                            \
  int swapped;                                                                \
  for (int i = 1; i < n; i++)                                                 \
    if (a[i - 1] > a[i])                                                      \
      SWAP (a[i - 1], a[i]);

#define DOWNWARDS                                                             \
  int swapped;                                                                \
  for (int *p = a + n - 1; p - 1 >= a; p--)                                   \
    if (p[-1] > *p)                                                           \
      SWAP (p[-1], *p);

/* The others are none with number 0.  */
#define ROOT                                                                  \
  int swapped;                                                                \
  for (unsigned i = n - 1; i > 0; i--)                                        \
    if (h->a[0] < h->a[i])                                                    \
      {                                                                       \
        SWAP (h->a[0], h->a[i]);                                              \
        h->changed[i] ^= 1;                                                   \
      }

#define BEHIND                                                                \
  int swapped;                                                                \
  for (int k = 0; k + 1 < n; k++)                                             \
    for (int i = k + 1; i < n; i++)                                           \
      if (a[i] < a[k])                                                        \
        SWAP (a[i], a[k]);

/* The last one is.  */
#define ROOT_ITSELF                                                           \
  int swapped;                                                                \
  for (int i = n - 1; i >= 0; i--)                                            \
    if (h->a[0] < h->a[i] + 3)                                                \
      {                                                                       \
        h->a[0] += 2;                                                         \
        SWAP (h->a[0], h->a[i]);                                              \
      }

/* Q may be one of A.  */
#define COUNTED                                                               \
  int swapped;                                                                \
  for (int i = 1; i < n; i++)                                                 \
    if (a[i - 1] > a[i])                                                      \
      {                                                                       \
        SWAP (a[i - 1], a[i]);                                                \
        ++*q;                                                                 \
      }

#define PAIRS                                                                 \
  int swapped;                                                                \
  for (int i = 1; i < n; i += 2)                                              \
    if (a[i - 1] > a[i])                                                      \
      SWAP (a[i - 1], a[i]);

/* A is no place where the first turn ends, and is one behind it.  */
#define ENDS                                                                  \
  int swapped;                                                                \
  for (int i = 1; i < n; i++)                                                 \
    {                                                                         \
      if (q[i] < 0)                                                           \
        break;                                                                \
      if (a[i - 1] > a[i])                                                    \
        SWAP (a[i - 1], a[i]);                                                \
    }

struct heap
{
  int a[N];
  char changed[N];
};

#define BOTH(name, body, arguments)                                           \
  __attribute__ ((noipa, optimize (0))) static void plain_##name arguments    \
  {                                                                           \
    body                                                                      \
  }                                                                           \
  __attribute__ ((noipa)) static void name arguments

BOTH (neighbours, NEIGHBOURS, (int *a, int n))
{
  NEIGHBOURS
}
BOTH (downwards, DOWNWARDS, (int *a, int n))
{
  DOWNWARDS
}
BOTH (root, ROOT, (struct heap * h, unsigned n))
{
  ROOT
}
BOTH (behind, BEHIND, (int *a, int n))
{
  BEHIND
}
BOTH (root_itself, ROOT_ITSELF, (struct heap * h, int n))
{
  ROOT_ITSELF
}
BOTH (counted, COUNTED, (int *a, int *q, int n))
{
  COUNTED
}
BOTH (pairs, PAIRS, (int *a, int n))
{
  PAIRS
}
BOTH (ends, ENDS, (int *a, const int *q, int n))
{
  ENDS
}

int
main (void)
{
  static struct heap h, plain;
  static int marks[N];
  unsigned random = 1;
  for (int t = 0; t < 3000; t++)
    {
      for (int kind = 0; kind < 8; kind++)
        {
          for (int i = 0; i < N; i++)
            {
              random = random * 1103515245 + 12345;
              plain.a[i] = h.a[i] = random >> 16 & 255;
            }
          switch (kind)
            {
            case 0:
              neighbours (h.a, N - t % 3), plain_neighbours (plain.a, N - t % 3);
              break;
            case 1:
              downwards (h.a, N - t % 3), plain_downwards (plain.a, N - t % 3);
              break;
            case 2:
              root (&h, N - t % 3), plain_root (&plain, N - t % 3);
              break;
            case 3:
              if (t % 16 == 0)
                behind (h.a, N), plain_behind (plain.a, N);
              break;
            case 4:
              root_itself (&h, N - t % 3), plain_root_itself (&plain, N - t % 3);
              break;
            case 5:
              counted (h.a, h.a + t % N, N);
              plain_counted (plain.a, plain.a + t % N, N);
              break;
            case 6:
              pairs (h.a, N - t % 3), plain_pairs (plain.a, N - t % 3);
              break;
            case 7:
              marks[t % N] = -1;
              ends (h.a, marks, N), plain_ends (plain.a, marks, N);
              marks[t % N] = 0;
              break;
            }
          if (__builtin_memcmp (&h, &plain, sizeof h))
            __builtin_abort ();
        }
    }
  marks[1] = -1;
  ends ((int *) 0, marks, N);
  neighbours ((int *) 0, 1);
  neighbours ((int *) 0, -5);
  return 0;
}

/* PROFILE:
main:4727593:0
 1: 24492
 4: 0
 5: 0
 5.1: 3048
 5.2: 3048
 7: 3071
 7.1: 18079
 7.32257: 3300
 9.2: 1520175
 11: 1520175
 12: 1520175
 14: 23800
 17: 2980 neighbours:2959
 17.1: 3247 plain_neighbours:3255
 20: 3035 downwards:3041
 20.1: 2937 plain_downwards:2943
 21: 3199
 23: 3003 root:2995
 23.1: 2802 plain_root:2794
 24: 2965
 26: 2840
 27: 150 behind:180
 27.1: 195 plain_behind:199
 30: 2815 root_itself:2786
 30.1: 3017 plain_root_itself:2971
 31: 2788
 33: 3071 counted:3004
 34: 3248 plain_counted:3317
 35: 2886
 37: 3071 pairs:3022
 37.1: 3171 plain_pairs:3150
 40: 3236
 41: 3236 ends:3204
 41.1: 2915 plain_ends:2875
 42: 2975
 45.1536: 3321 memcmp:3323
 45.2048: 18079 memcmp:17774
 45.2560: 3048 memcmp:2964
 46: 0
 49: 0
 50: 0
 51: 0
 52: 0
 54: 0
plain_behind:1365445:199
 0: 205
 0.1: 11699
 0.2: 380930
 0.3: 176327
 0.4: 380577
 0.5: 392273
 0.6: 11533
 0.7: 11739
 0.8: 162
behind:957303:180
 2.2: 379299
 2.3: 174707
 2.517: 11883
 2.519: 176
 2.1029: 379192
 2.1031: 11860
 3: 186
plain_downwards:767748:2943
 0: 3112
 0.1: 192759
 0.2: 180477
 0.3: 192676
 0.4: 195612
 0.5: 3112
plain_neighbours:758856:3255
 0: 3277
 0.1: 190186
 0.2: 178371
 0.3: 190241
 0.4: 193504
 0.5: 3277
plain_counted:740998:3317
 0: 3390
 0.1: 185934
 0.2: 173621
 0.3: 185936
 0.4: 189259
 0.5: 2858
plain_root:590737:2794
 0: 2983
 0.1: 190188
 0.2: 10282
 0.3: 190704
 0.4: 193597
 0.5: 2983
counted:581596:3004
 2.1: 195736
 2.2: 183973
 2.516: 2986
 2.1028: 195633
 3: 3268
plain_root_itself:574984:2971
 0: 2981
 0.1: 183323
 0.2: 16046
 0.3: 183368
 0.4: 186465
 0.5: 2801
neighbours:554741:2959
 2.1: 186568
 2.2: 175326
 2.516: 2960
 2.1028: 186621
 3: 3266
downwards:538464:3041
 2: 3060
 2.1: 180215
 2.2: 169063
 2.516: 3060
 2.1028: 180147
 3: 2919
plain_ends:475174:2875
 0: 2976
 0.1: 97425
 0.3: 94410
 0.4: 85764
 0.5: 94339
 0.6: 97284
 0.7: 2976
root_itself:405135:2786
 1: 2731
 2.1: 190810
 2.2: 15109
 2.516: 2731
 2.1028: 190713
 3: 3041
ends:392800:3204
 2.1: 101433
 2.2: 98247
 2.3: 88778
 2.517: 3184
 2.1029: 98243
 3: 2915
root:381391:2995
 2.1: 182148
 2.2: 11096
 2.516: 2951
 2.1028: 182294
 3: 2902
plain_pairs:325741:3150
 0: 3127
 0.1: 90571
 0.2: 44868
 0.3: 90530
 0.4: 93634
 0.5: 3011
pairs:250660:3022
 2.1: 97822
 2.2: 48855
 2.516: 3051
 2.1028: 97728
 3: 3204
END PROFILE */

/* PROFILE MISPREDICTS:
plain_behind:110430:0
 0: 0
 0.1: 0
 0.2: 99915
 0.3: 0
 0.4: 0
 0.5: 10507
 0.6: 0
 0.7: 8
 0.8: 0
behind:100013:0
 2.2: 99770
 2.3: 0
 2.1029: 239
 2.1031: 4
 3: 0
plain_pairs:50090:0
 0: 0
 0.1: 47002
 0.2: 0
 0.3: 0
 0.4: 3088
 0.5: 0
pairs:49998:0
 2.1: 46971
 2.2: 0
 2.1028: 3027
 3: 0
root_itself:19098:0
 1: 0
 2.1: 16150
 2.2: 0
 2.1028: 2948
 3: 0
plain_root_itself:18898:0
 0: 0
 0.1: 16112
 0.2: 0
 0.3: 0
 0.4: 2786
 0.5: 0
downwards:14607:0
 2: 0
 2.1: 11526
 2.2: 0
 2.1028: 3081
 3: 0
neighbours:14598:0
 2.1: 11520
 2.2: 0
 2.516: 3
 2.1028: 3075
 3: 0
plain_downwards:14521:0
 0: 0
 0.1: 11438
 0.2: 0
 0.3: 0
 0.4: 3083
 0.5: 0
plain_neighbours:14442:0
 0: 0
 0.1: 11600
 0.2: 0
 0.3: 0
 0.4: 2842
 0.5: 0
plain_root:13719:0
 0: 0
 0.1: 10764
 0.2: 0
 0.3: 0
 0.4: 2955
 0.5: 0
root:13716:0
 2.1: 10766
 2.2: 0
 2.1028: 2950
 3: 0
ends:11757:0
 2.1: 2881
 2.2: 8826
 2.3: 0
 2.1029: 50
 3: 0
counted:11649:0
 2.1: 11641
 2.2: 0
 2.1028: 8
 3: 0
plain_ends:11548:0
 0: 0
 0.1: 2747
 0.3: 8748
 0.4: 0
 0.5: 0
 0.6: 53
 0.7: 0
plain_counted:11387:0
 0: 0
 0.1: 11385
 0.2: 0
 0.3: 0
 0.4: 2
 0.5: 0
main:6385:0
 1: 0
 4: 0
 5: 0
 5.1: 0
 5.2: 2
 7: 0
 7.1: 0
 9.2: 6
 11: 0
 12: 0
 14: 6369
 17: 0
 17.1: 0
 20: 0
 20.1: 0
 21: 0
 23: 0
 23.1: 0
 24: 0
 26: 8
 27: 0
 27.1: 0
 30: 0
 30.1: 0
 31: 0
 33: 0
 34: 0
 35: 0
 37: 0
 37.1: 0
 40: 0
 41: 0
 41.1: 0
 42: 0
 46: 0
 49: 0
 50: 0
 51: 0
 52: 0
 54: 0
END PROFILE */

/* { dg-final { scan-opt-info {carried-arms.c:94:\d+: optimized: what some turns store stays} } } */
/* { dg-final { scan-opt-info {carried-arms.c:102:\d+: optimized: what some turns store stays} } } */
/* { dg-final { scan-opt-info {carried-arms.c:106:\d+: optimized: what some turns store stays} } } */
/* { dg-final { scan-opt-info {carried-arms.c:106:\d+: optimized: branch mispredicted in .* converted to} } } */
/* { dg-final { scan-opt-info {carried-arms.c:122:\d+: optimized: what some turns store stays} } } */
/* { dg-final { scan-opt-info-not {carried-arms.c:11\d:\d+: optimized: what some turns store stays} } } */
