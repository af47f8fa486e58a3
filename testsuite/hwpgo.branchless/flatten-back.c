/* Two loops are made one by copying the way from one to the next; where that is
   refused then, what was merged with the copies is taken out with them (csmith,
   seed 31008).
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fchecking=1 -fplugin-arg-hwpgo-force-branchless" } */

int g_32, g_76, g_82, p_72;
unsigned long g_84;
int l_74[8][8];

__attribute__ ((noipa)) void
f (void)
{
  for (g_32 = 3; g_32 >= 0; g_32 = (short) (g_32 - 1))
    {
      int p = p_72;
      if ((short) l_74[p + 2][p] != 0)
        {
          for (g_76 = 0; g_76 <= 0; g_76++)
            g_84--;
        }
      else
        {
          for (g_82 = 0; g_82 >= 0; g_82--)
            continue;
          if (p_72)
            continue;
        }
      if (p_72)
        break;
    }
}

int
main (void)
{
  l_74[2][0] = 1;
  f ();
  l_74[2][0] = 0;
  f ();
  p_72 = 1;
  f ();
  return g_84 != -4ul || g_32 != -1;
}
