/* An element of a vector is not loaded by itself where the memory is of another
   address space, nor as a type that the vector's elements are not, as which what is
   stored there before could be taken for elsewhere; nor where it is seldom wanted.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g" } */

typedef int four __attribute__ ((vector_size (16)));
typedef long two __attribute__ ((vector_size (16)));

int
segment (const __seg_gs four *from, four *to)
{
  four x = *from;
  *to = x;
  return x[2];
}

long
pair (const four *from, four *to)
{
  four x = *from;
  *to = x;
  return ((two) x)[1];
}

int
seldom (const four *from, four *to, int n, int at)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    {
      four x = from[i];
      if (i == at)
        sum += x[2] * 3;
      to[i] = x;
    }
  return sum;
}

int
element (const four *from, four *to)
{
  four x = *from;
  *to = x;
  return x[2];
}

/* PROFILE:
segment:4000000:1000000
 2: 1000000
 3: 1000000
 4: 1000000
pair:4000000:1000000
 2: 1000000
 3: 1000000
 4: 1000000
seldom:9000000:1000
 2: 1000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 1000
 8: 1000000
 10: 1000
element:4000000:1000000
 2: 1000000
 3: 1000000
 4: 1000000
END PROFILE */

/* { dg-final { scan-opt-info-times {element of a vector loaded by itself} 1 } } */
/* { dg-final { scan-opt-info {lane-types.c:4[0-9]:.*element of a vector loaded by itself} } } */
