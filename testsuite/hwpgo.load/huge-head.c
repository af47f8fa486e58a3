/* A head count that no counter has room for.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-ipa-all-details" } */

int
clip (int a)
{
  if (a > 3)
    return 2;
  return a * 7;
}

/* PROFILE:
clip:100:18446744073709551615
 2: 100
 4: 60
END PROFILE */

/* { dg-final { scan-opt-info {profile of clip loaded} } } */
/* { dg-final { scan-dump {block 0 measured [0-9]{1,10} set [0-9]{1,10}$} hwpgo-load } } */
