/* A static function that every unit has a copy of, for header.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

static void
helper (int n)
{
  for (int i = 0; i < n; i++)
    g += i;
  g = 3;
}
