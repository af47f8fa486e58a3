/* What is wrong with an argument is one error.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-hwpgo-options "nonesuch=1" } */
/* { dg-error "there is no argument 'nonesuch'" "" { target *-*-* } 0 } */

int x;
