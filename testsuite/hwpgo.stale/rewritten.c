/* A function that was written anew has no use for the counts of the old one,
   though it has code on the same lines; one that did not change has.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
f:4000:1000
 2: 1000 open_it:1000
 3: 1000
 4: 900 read_it:900
 6: 100 tell_it:100
 7: 1000 close_it:1000
same:2000:1000
 2: 1000
 3: 1000 hot:990
END PROFILE */

int first (int), second (int), hot (int);

int
f (int x) /* { dg-warning "does not match function f: 0 % of its" } */
{
  int y = first (x);
  if (y > 3)
    y = second (y);
  else
    y = second (x);
  return y + first (y);
}

int
same (int x)
{
  if (x)
    return hot (x);
  return x;
}

/* { dg-final { scan-report "kind.: .rematch.*function.: .f., .verdict.: .other" } } */
/* { dg-final { scan-report "kind.: .function.*function.: .f.*status.: .mismatch" } } */
/* { dg-final { scan-report "kind.: .function.*function.: .same.*status.: .loaded" } } */
/* { dg-final { scan-report "kind.: .profile.*rematched.: 0" } } */
