/* What one of two ways computes does not tell how often that way is taken, if
   both need it and it is computed above them: neither its own computation nor
   that of a function inlined into it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-column-info" } */

extern void late (void), early (unsigned);

static inline unsigned
area (unsigned a, unsigned b)
{
  return a * b;
}

unsigned
inlined (unsigned a, unsigned b, int known)
{
  if (known)
    early (area (a, b));
  else
    late ();
  return area (a, b);
}

unsigned
own (unsigned a, unsigned b, int known)
{
  if (known)
    early (a - b);
  else
    late ();
  return a - b;
}

/* The product: { dg-final { scan-assembler {\.loc 1 13 0 (is_stmt 0 )?discriminator 255} } } */
/* The difference: { dg-final { scan-assembler {\.loc 1 30 0 (is_stmt 0 )?discriminator 255} } } */
