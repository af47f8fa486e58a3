/* Where the profile contradicts what the source expects of a branch, the
   profile wins and there is a remark; where it agrees there is none, nor where
   too few samples say so.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fchecking -fdump-ipa-all-blocks-details" } */

/* PROFILE:
right:3000:1000
 2: 1000
 3: 960
 5: 40
wrong:3000:1000
 2: 1000
 3: 200
 5: 800
few:3:3
 2: 3
 3: 2
 5: 1
odds:3000:1000
 2: 1000
 3: 550
 5: 450
cases:3000:1000
 2: 1000
 5: 600
 8: 300
 10: 100
label:3000:1000
 2: 1000
 5: 700
 9: 300
compared:3000:1000
 2: 1000
 3: 100
 5: 900
END PROFILE */

volatile int g, h, k;

void
right (int x)
{
  if (__builtin_expect (x > 3, 1))
    g++;
  else
    h++;
}

void
wrong (int x)
{
  if (__builtin_expect (x > 3, 1))
    g++;
  else
    h++;
}

void
few (int x)
{
  if (__builtin_expect (x > 3, 1))
    g++;
  else
    h++;
}

void
odds (int x)
{
  if (__builtin_expect_with_probability (x > 3, 1, 0.75))
    g++;
  else
    h++;
}

void
cases (int x)
{
  switch (__builtin_expect (x, 7))
    {
    case 1:
      g = 11;
      break;
    case 7:
      h += 3;
      break;
    default: k--;
    }
}

void
label (int x)
{
  if (x > 3)
    {
    rare: __attribute__ ((cold));
      g++;
    }
  else
    {
      h++;
    }
}

void
compared (int x)
{
  if (__builtin_expect (x, 5) == 5)
    g++;
  else
    h++;
}

/* { dg-final { scan-opt-info-not "misexpect.c:45:.*wrong and costs" } } */
/* { dg-final { scan-opt-info "misexpect.c:54:.*__builtin_expect is wrong.*expected 90.0 % of the time, seen 20.0 % of 1000 executions" } } */
/* { dg-final { scan-opt-info-not "misexpect.c:63:.*wrong and costs" } } */
/* { dg-final { scan-opt-info "misexpect.c:72:.*__builtin_expect_with_probability.*expected 75.0 %.*seen 55.0 %" } } */
/* { dg-final { scan-opt-info "misexpect.c:81:.*__builtin_expect.*seen 30.0 %" } } */
/* { dg-final { scan-opt-info "misexpect.c:96:.*cold label.*seen 30.0 %" } } */
/* { dg-final { scan-opt-info "misexpect.c:110:.*__builtin_expect .*seen 10.0 %" } } */
/* { dg-final { scan-opt-info-times "wrong and costs" 5 } } */
/* { dg-final { scan-report "kind.: .misexpect.*function.: .wrong.*line.: 54.*by.: .__builtin_expect.*expected.: 0.900000, .seen.: 0.200000, .executions.: 1000" } } */
/* { dg-final { scan-dump ".20.00%" hwpgo-load } } */
