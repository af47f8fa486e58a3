/* A load of fewer bits than its place has is neither hoisted nor made of a place
   where nothing matters: what is there may be no truth value.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) static int
copy (const unsigned char *text, int n, const _Bool *ignore,
      const char *translate, char *out)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    if (!(ignore && ignore[text[i]]))
      out[k++] = translate ? translate[text[i]] : (char) text[i];
  return k;
}

int
main (void)
{
  static _Bool ignore[256];
  static char translate[256], out[32];
  const unsigned char *text = (const unsigned char *) "some text";
  ignore['e'] = 1;
  for (int i = 0; i < 256; i++)
    translate[i] = (char) (i ^ 32);
  if (copy (text, 9, 0, 0, out) != 9 || __builtin_memcmp (out, text, 9) != 0)
    return 1;
  if (copy (text, 9, ignore, 0, out) != 7
      || __builtin_memcmp (out, "som txt", 7) != 0)
    return 2;
  return copy (text, 9, 0, translate, out) != 9
         || __builtin_memcmp (out, "SOME\0TEXT", 9) != 0
         || copy (text, 9, ignore, translate, out) != 7;
}

/* { dg-final { scan-opt-info {apart-partial.c:15:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-opt-info-not {apart-partial.c:14:.*converted to} } } */
