/* An adaptive binary range coder, as in LZMA: encodes bytes and decodes them
   again.
   SPDX-License-Identifier: GPL-2.0-or-later

   Written from the published algorithm (G. N. N. Martin, "Range encoding",
   1979; I. Pavlov, "LZMA specification", 2015).  Each bit splits the range by
   its adaptive probability.  Which part is taken is the information that is
   coded, so that branch cannot be predicted better than the model codes it.

   Usage: rangecoder SEED BYTES  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  PROBABILITY_BITS = 11,
  PROBABILITY_ONE = 1 << PROBABILITY_BITS,
  ADAPTION = 5,
  CONTEXTS = 8
};

#define TOP (1u << 24)

struct model
{
  uint16_t bits[CONTEXTS][256]; /* a tree of the bits of a byte.  */
};

static void
model_init (struct model *model)
{
  for (int c = 0; c < CONTEXTS; c++)
    for (int i = 0; i < 256; i++)
      model->bits[c][i] = PROBABILITY_ONE / 2;
}

struct encoder
{
  uint64_t low;
  uint32_t range;
  uint8_t cache;
  uint64_t pending;
  uint8_t *out;
};

/* Write the top byte of LOW, once no carry can change it any more.  */
static void
shift_low (struct encoder *e)
{
  if (e->low < 0xff000000u || e->low > 0xffffffffu)
    {
      uint8_t carry = (uint8_t) (e->low >> 32);
      uint8_t byte = e->cache;
      for (; e->pending; e->pending--)
        {
          *e->out++ = (uint8_t) (byte + carry);
          byte = 0xff;
        }
      e->cache = (uint8_t) (e->low >> 24);
    }
  e->pending++;
  e->low = (e->low & 0x00ffffff) << 8;
}

static void
encode_byte (struct encoder *e, uint16_t *tree, unsigned byte)
{
  unsigned node = 1;
  for (int i = 7; i >= 0; i--)
    {
      unsigned bit = byte >> i & 1;
      unsigned p = tree[node];
      uint32_t bound = (e->range >> PROBABILITY_BITS) * p;
      uint32_t range = e->range;
      uint64_t low = e->low;
      if (bit == 0)
        {
          range = bound;
          p += (PROBABILITY_ONE - p) >> ADAPTION;
        }
      else
        {
          low += bound;
          range -= bound;
          p -= p >> ADAPTION;
        }
      e->low = low;
      e->range = range;
      tree[node] = (uint16_t) p;
      node = node * 2 + bit;
      while (e->range < TOP)
        {
          e->range <<= 8;
          shift_low (e);
        }
    }
}

struct decoder
{
  uint32_t range, code;
  const uint8_t *in;
};

static unsigned
decode_byte (struct decoder *d, uint16_t *tree)
{
  unsigned node = 1;
  uint32_t range = d->range, code = d->code;
  do
    {
      unsigned p = tree[node];
      uint32_t bound = (range >> PROBABILITY_BITS) * p;
      unsigned bit;
      if (code < bound)
        {
          range = bound;
          p += (PROBABILITY_ONE - p) >> ADAPTION;
          bit = 0;
        }
      else
        {
          range -= bound;
          code -= bound;
          p -= p >> ADAPTION;
          bit = 1;
        }
      tree[node] = (uint16_t) p;
      node = node * 2 + bit;
      if (range < TOP)
        {
          range <<= 8;
          code = code << 8 | *d->in++;
        }
    }
  while (node < 256);
  d->range = range;
  d->code = code;
  return node & 255;
}

static size_t
encode (struct model *model, const uint8_t *data, size_t n, uint8_t *out)
{
  struct encoder e = { 0, UINT32_MAX, 0, 1, out };
  unsigned last = 0;
  model_init (model);
  for (size_t i = 0; i < n; i++)
    {
      encode_byte (&e, model->bits[last >> 5], data[i]);
      last = data[i];
    }
  for (int i = 0; i < 5; i++)
    shift_low (&e);
  return (size_t) (e.out - out);
}

static void
decode (struct model *model, const uint8_t *in, uint8_t *data, size_t n)
{
  struct decoder d = { UINT32_MAX, 0, in + 1 };
  unsigned last = 0;
  for (int i = 0; i < 4; i++)
    d.code = d.code << 8 | *d.in++;
  model_init (model);
  for (size_t i = 0; i < n; i++)
    {
      last = decode_byte (&d, model->bits[last >> 5]);
      data[i] = (uint8_t) last;
    }
}

static uint64_t
next_random (uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

/* Bytes like those of a delta-coded noisy signal: differences of either sign,
   small ones more often, and now and then a jump.  */
static void
make_data (uint8_t *data, size_t n, uint64_t seed)
{
  for (size_t i = 0; i < n; i++)
    {
      uint64_t r = next_random (&seed);
      int difference = (int) (r & 127) + (int) (r >> 7 & 127) - 127;
      data[i] = (uint8_t) ((r >> 14 & 31) ? difference : (int) (r >> 19));
    }
}

int
main (int argc, char **argv)
{
  uint64_t seed = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
  size_t n = argc > 2 ? strtoull (argv[2], NULL, 10) : 1000000;
  static struct model model;
  uint8_t *data = malloc (n + 1), *coded = malloc (2 * n + 16),
          *again = malloc (n + 1);
  if (!data || !coded || !again)
    return 1;
  make_data (data, n, seed);
  size_t size = encode (&model, data, n, coded);
  decode (&model, coded, again, n);
  uint32_t check = 0;
  for (size_t i = 0; i < size; i++)
    check = check * 31 + coded[i];
  printf ("%zu -> %zu %08x %s\n", n, size, check,
          memcmp (data, again, n) == 0 ? "same" : "DIFFERENT");
  free (data);
  free (coded);
  free (again);
  return 0;
}
