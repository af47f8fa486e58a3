/* Where GCC had made conditional moves the profile does not tell how often
   something better is found; it is rare if it is the best of many.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -funroll-loops" } */

int
many (const int *a, int n)
{
  int best = a[0], at = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > best)
      {
        best = a[i];
        at = 2 * i;
      }
  return at + best;
}

/* Of few there is a better one often.  */
int
few (const int *a, int n)
{
  int best = a[0], at = 0;
  for (int i = 1; i < n; i++)
    if (a[i] < best)
      {
        best = a[i];
        at = 2 * i;
      }
  return at + best;
}

/* What is compared is what was found, and a step from there.  */
unsigned
search (const int *a, unsigned n, int key)
{
  unsigned low = 0;
  for (unsigned half = n / 2; half > 0; half /= 2)
    if (a[low + half] < key)
      low = low + half + 1;
  return low;
}

/* PROFILE:
many:5000000:1000
 0: 1000
 2: 1000
 3: 1000000
 4: 1000000
 6: 1000000
 7: 1000000
 9: 1000
few:5000000:200000
 0: 200000
 2: 200000
 3: 1000000
 4: 1000000
 6: 1000000
 7: 1000000
 9: 200000
search:3000000:1000
 0: 1000
 2: 1000
 3: 1000000
 4: 1000000
 5: 1000000
 6: 1000
END PROFILE */

/* { dg-final { scan-opt-info "best-of-many.c:12:\[0-9\]*: note: branch left alone" } } */
/* { dg-final { scan-opt-info-times "branch left alone" 1 } } */
/* { dg-final { scan-opt-info "best-of-many.c:26:\[0-9\]*: note: branch given even odds" } } */
/* { dg-final { scan-opt-info "best-of-many.c:40:\[0-9\]*: note: branch given even odds" } } */
