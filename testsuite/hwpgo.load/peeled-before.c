/* A loop that was peeled is peeled as often again, if it iterates nearly as often
   as it was believed to: its copies' counts are of these copies.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fpeel-loops -fno-tree-vectorize -fdump-tree-cunroll-details" } */

extern int next (int), more (int);

/* 2.6 times; it was peeled for 2.  */
int
kept (int a)
{
  while (more (a))
    a = next (a);
  return a;
}

/* 4.4 times; for 5.  */
int
kept_more (int a)
{
  while (more (a))
    a = next (a + 1);
  return a;
}

/* 7.8 times; for 2.  */
int
changed (int a)
{
  while (more (a))
    a = next (a + 2);
  return a;
}

/* 9.6 times; it was not peeled.  */
int
first_time (int a)
{
  while (more (a))
    a = next (a + 3);
  return a;
}

/* 0.6 times; its header has a copy in front of it, but nothing was peeled.  */
int
header_only (int a)
{
  while (more (a))
    a = next (a + 4);
  return a;
}

/* PROFILE:
changed:1760:100
 2.3072: 100
 2.3584: 100
 2.4096: 100
 2.4608: 580
 3.3072: 100
 3.3584: 100
 3.4096: 100
 3.4608: 480
 4: 100
first_time:2120:100
 2: 1060
 3: 960
 4: 100
header_only:320:100
 2.513: 100
 2.1025: 60
 3: 60
 4: 100
kept:720:100
 2.3072: 100
 2.3584: 80
 2.4096: 60
 2.4608: 120
 3.3072: 80
 3.3584: 60
 3.4096: 50
 3.4608: 70
 4: 100
kept_more:1080:100
 2.10752: 100
 2.11264: 90
 2.11776: 80
 2.12288: 70
 2.12800: 60
 2.13312: 50
 2.13824: 90
 3.10752: 90
 3.11264: 80
 3.11776: 70
 3.12288: 60
 3.12800: 50
 3.13312: 40
 3.13824: 50
 4: 100
END PROFILE */

/* { dg-final { scan-dump-times {Peeled loop 1, 2 times} 1 cunroll } } */
/* { dg-final { scan-dump-times {Peeled loop 1, 3 times} 1 cunroll } } */
/* { dg-final { scan-dump-times {Peeled loop 1, 6 times} 1 cunroll } } */
/* { dg-final { scan-dump-times {Peeled loop 1, 9 times} 1 cunroll } } */
/* { dg-final { scan-dump-times {Peeled loop 1, 11 times} 1 cunroll } } */
