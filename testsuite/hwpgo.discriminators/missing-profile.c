/* A named profile that is not there is an error.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-hwpgo-options "use=/nonexistent/profile" } */
/* { dg-error "/nonexistent/profile: .*No such file" "" { target *-*-* } 0 } */

int x;
