/* Sums that saturate, of bytes that become a vector: each byte is extended after it
   was computed, and put in its place, which are instructions, too.  Two such ways
   are more than a mispredict costs.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

#include <stddef.h>
#include <stdint.h>

struct pixel
{
  uint8_t red, green, blue, alpha;
};

enum { TRANSPARENT = 64, GLOWING = 160 };

static uint8_t
add_saturated (unsigned a, unsigned b)
{
  unsigned sum = a + b;
  if (sum > 255)
    sum = 255;
  return (uint8_t) sum;
}

static uint8_t
subtract_saturated (int a, int b)
{
  int difference = a - b;
  if (difference < 0)
    difference = 0;
  return (uint8_t) difference;
}

/* A * B / 255, rounded.  */
static uint8_t
multiply (unsigned a, unsigned b)
{
  unsigned t = a * b + 128;
  return (uint8_t) ((t + (t >> 8)) >> 8);
}

/* OVER, whose colours are premultiplied, over UNDER.  */
static struct pixel
blend_over (struct pixel under, struct pixel over)
{
  unsigned rest = 255u - over.alpha;
  struct pixel p;

  p.red = add_saturated (over.red, multiply (under.red, rest));
  p.green = add_saturated (over.green, multiply (under.green, rest));
  p.blue = add_saturated (over.blue, multiply (under.blue, rest));
  p.alpha = add_saturated (over.alpha, multiply (under.alpha, rest));
  return p;
}

static struct pixel
blend_light (struct pixel under, struct pixel light, uint8_t shade)
{
  struct pixel p;

  p.red = add_saturated (under.red, light.red);
  p.green = add_saturated (under.green, light.green);
  p.blue = subtract_saturated (under.blue, shade);
  p.alpha = under.alpha;
  return p;
}

void
blend (struct pixel *out, const struct pixel *image, const struct pixel *layer,
       const uint8_t *mask, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      if (mask[i] < TRANSPARENT)
        out[i] = image[i];
      else if (mask[i] > GLOWING)
        out[i] = blend_light (image[i], layer[i], mask[i]);
      else
        out[i] = blend_over (image[i], layer[i]);
    }
}

/* PROFILE:
blend:217070836:212
 3: 212
 3.1: 10526034
 3.2: 10526034
 3.32258: 212
 5: 10527879
 6: 2617647
 7: 7905514
 8: 3882507
 10: 4023494
 8.18: blend_light:62420976
  4.255: 7905514
  4.32256: 3882507
  5.255: 7905514
  5.32256: 3888035
  6.32256: 3881945
  4.11: add_saturated:11647521
   2: 3882507
   3.191: 3882507
   3.32256: 3882507
  5.13: add_saturated:11664105
   2: 3888035
   3.191: 3888035
   3.32256: 3888035
  6.12: subtract_saturated:11645835
   2.32256: 3881945
   3.191: 3881945
   3.32256: 3881945
 10.18: blend_over:104640327
  2: 4023494
  5.32256: 4023494
  6.32256: 4023319
  7.32256: 4025314
  8: 4026792
  5.11: add_saturated:16093801
   2: 4023494
   3.191: 4023494
   3.32256: 4023494
   5: 4023319
  5.36: multiply:8046988
   2: 4023494
   3: 4023494
  6.13: add_saturated:12069957
   2: 4023319
   3.191: 4023319
   3.32256: 4023319
  6.40: multiply:8046638
   2: 4023319
   3: 4023319
  7.12: add_saturated:12075942
   2: 4025314
   3.191: 4025314
   3.32256: 4025314
  7.38: multiply:8050628
   2: 4025314
   3: 4025314
  8.13: add_saturated:12080376
   2: 4026792
   3.191: 4026792
   3.32256: 4026792
  8.40: multiply:8053584
   2: 4026792
   3: 4026792
END PROFILE */
/* PROFILE MISPREDICTS:
blend:14299614:0
 3: 0
 3.1: 0
 3.2: 230
 5: 2647753
 6: 0
 7: 3948219
 8: 0
 10: 0
 8.18: blend_light:4641774
  4.255: 0
  5.255: 0
  4.11: add_saturated:1965437
   2: 0
   3.191: 1965437
  5.13: add_saturated:1936901
   2: 0
   3.191: 1936901
  6.12: subtract_saturated:739436
   3.191: 739436
 10.18: blend_over:3061638
  2: 0
  8: 0
  5.11: add_saturated:1029833
   2: 0
   3.191: 1029833
   5: 0
  5.36: multiply:0
   2: 0
   3: 0
  6.13: add_saturated:1013199
   2: 0
   3.191: 1013199
  6.40: multiply:0
   2: 0
   3: 0
  7.12: add_saturated:1018606
   2: 0
   3.191: 1018606
  7.38: multiply:0
   2: 0
   3: 0
  8.13: add_saturated:0
   2: 0
   3.191: 0
  8.40: multiply:0
   2: 0
   3: 0
END PROFILE */

/* { dg-final { scan-opt-info-not "pixels.c:78:\[0-9\]*: optimized: branch mispredicted" } } */
