/* What is no number of the cost model is said.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "select-cost=margin:1.5,penalty:3" } */

int i;
/* { dg-error "'penalty:3' is no number of the cost model with a value in its range" "" { target *-*-* } 0 } */
