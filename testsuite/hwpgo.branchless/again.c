/* A loop of few turns that compares what it exchanges: entered again, it would
   have to wait for what was compared.  Where it turns often, that has long been
   done.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off -fno-ipa-icf" } */

struct sample
{
  float key;
  unsigned index;
};

void
few (struct sample *a, unsigned long n, unsigned long m)
{
  for (unsigned long i = 0; i < n; i++)
    if (a[i].key > a[i + m].key)
      {
        struct sample t = a[i];
        a[i] = a[i + m];
        a[i + m] = t;
      }
}

void
many (struct sample *a, unsigned long n, unsigned long m)
{
  for (unsigned long i = 0; i < n; i++)
    if (a[i].key > a[i + m].key)
      {
        struct sample t = a[i];
        a[i] = a[i + m];
        a[i + m] = t;
      }
}

/* PROFILE:
few:5000000:300000
 2: 1000000
 3: 1000000
 5: 500000
 6: 500000
 7: 500000
 9: 300000
many:5000000:1000
 2: 1000000
 3: 1000000
 5: 500000
 6: 500000
 7: 500000
 9: 1000
END PROFILE */

/* PROFILE MISPREDICTS:
few:170000:0
 3: 170000
many:170000:0
 3: 170000
END PROFILE */

/* { dg-final { scan-opt-info {again.c:18:.*not converted: the select would cost} } } */
/* { dg-final { scan-opt-info {again.c:30:.*converted to} } } */
