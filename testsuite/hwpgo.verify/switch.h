/* A switch that becomes a jump table, whose default case GCC 11 and 12 give no
   probability.
   SPDX-License-Identifier: GPL-2.0-or-later */

int other (int), more (int);

int
f (int kind, int s)
{
  switch (kind)
    {
    case 0: return other (s + 1);
    case 1: return more (s - 7);
    case 2: return other (s * 3);
    case 3: return more (s ^ 5);
    case 4: return other (s & 99);
    case 5: return more (s | 15);
    default: return other (0);
    }
}
