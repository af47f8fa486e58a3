/* So is one that is malformed.
PROFILE MISPREDICTS:
f:nonsense:1
END PROFILE */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-error "mispredicts.prof: line 1: malformed" "" { target *-*-* } 0 } */

int x;
