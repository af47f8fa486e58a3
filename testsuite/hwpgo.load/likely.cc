/* [[likely]] and [[unlikely]] are expectations, also in a function that is
   inlined before the profile is loaded, and of what is expected of two
   conditions at once.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -std=c++20 -fchecking -fdump-ipa-all-blocks-details" } */

/* PROFILE:
_Z5wrongi:2000:1000
 2: 1000
 3: 300
 5: 700
_Z5righti:2000:1000
 2: 1000
 3: 5
 5: 995
_Z5outeri:3000:1000
 4: 1000
 2: _ZL5innerj:2000
  2: 1000
  3: 600
  5: 400
_Z4bothii:2000:1000
 2: 1000
 3: 100
 5: 900
END PROFILE */

volatile int g, h, k;

void
wrong (int x)
{
  if (x > 3) [[likely]]
    g = 1;
  else
    h = 1;
}

void
right (int x)
{
  if (x > 3) [[unlikely]]
    g = 2;
  else
    h = 2;
}

static inline void
inner (unsigned x)
{
  if (x > 3) [[unlikely]]
    g = 3;
  else [[likely]]
    h = 3;
}

void
outer (int x)
{
  inner (x);
  /* Once more.  */
  k = 3;
}

void
both (int x, int y)
{
  if (__builtin_expect (x > 3 && y > 3, 1))
    g = 4;
  else
    h = 4;
}

/* { dg-final { scan-opt-info "likely.cc:34:.*hot label.*seen 30.0 %" } } */
/* { dg-final { scan-opt-info-not "likely.cc:43:.*wrong and costs" } } */
/* { dg-final { scan-opt-info "likely.cc:52:.*cold label.*seen 40.0 %" } } */
/* { dg-final { scan-report "misexpect.*outer.*line.: 52.*by.: .cold label.*seen.: 0.4000" } } */
/* { dg-final { scan-opt-info "likely.cc:69:.*__builtin_expect.*of 1000 executions" } } */
