/* LLVM's binary formats: written, read, read in part, and damaged.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/profile/extbinary.h"
#include "runtime/profile/llvm-binary.h"
#include "runtime/profile/text.h"
#include "testsuite/unit/unit.h"

static const char sample[] = "main:900:7\n"
                             " 1: 10\n"
                             " 2.3: 20 callee:15 other:5\n"
                             " 4: inlined:300\n"
                             "  1: 100\n"
                             "  70000.1: deep:200\n"
                             "   1: 200\n"
                             " 4: inlined2:1\n"
                             "  1: 1\n"
                             "callee.__uniq.12:500:3\n"
                             " 1: 500\n"
                             "leaf:1:0\n"
                             " 65535: 1\n";

static const struct variant
{
  bool binary;
  struct hwpgo_write_options options;
} variants[] = { { .binary = true },
                 { .binary = false },
                 { .options = { .md5 = true } },
                 { .options = { .compress = true } },
                 { .options = { .md5 = true, .compress = true } },
                 { .options = { .index = true } },
                 { .options = { .index = true, .compress = true } } };

static struct hwpgo_profile *
from_text (const char *text)
{
  struct hwpgo_error err;
  struct hwpgo_profile *p = hwpgo_profile_new ();
  const char *symbols[] = { "main", "cold", "leaf" };
  CHECK (hwpgo_text_read (p, "t", text, strlen (text), &err) == 0);
  CHECK (hwpgo_profile_add_symbols (p, symbols, 3) == 0);
  return p;
}

/* PROFILE in the form of VARIANT, *SIZE bytes of malloc.  */
static char *
encode (const struct hwpgo_profile *profile, const struct variant *variant,
        size_t *size)
{
  struct hwpgo_error err;
  char *data = NULL;
  FILE *out = open_memstream (&data, size);
  CHECK ((variant->binary ? hwpgo_llvm_binary_write : hwpgo_extbinary_write) (
             profile, &variant->options, out, &err)
         == 0);
  fclose (out);
  return data;
}

static int
decode (const struct variant *variant, struct hwpgo_profile *into,
        const void *data, size_t size)
{
  struct hwpgo_error err;
  return (variant->binary ? hwpgo_llvm_binary_read : hwpgo_extbinary_read) (
      into, "x", data, size, &err);
}

static char *
to_text (const struct hwpgo_profile *profile)
{
  struct hwpgo_error err;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  CHECK (hwpgo_text_write (profile, out, &err) == 0);
  fclose (out);
  return text;
}

/* What was written reads back, and writes the same bytes again.  */
static void
round_trips (void)
{
  struct hwpgo_profile *p = from_text (sample);
  char *want = to_text (p);
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    {
      const struct variant *v = &variants[i];
      size_t n, m;
      char *data = encode (p, v, &n);
      struct hwpgo_profile *q = hwpgo_profile_new ();
      CHECK (decode (v, q, data, n) == 0);
      CHECK (q->md5_names == v->options.md5);
      CHECK_U64 (q->n_symbols, v->binary ? 0 : 3);
      if (!v->options.md5)
        {
          char *got = to_text (q), *again = encode (q, v, &m);
          CHECK_STRING (got, want);
          CHECK (n == m && memcmp (data, again, n) == 0);
          free (got);
          free (again);
        }
      struct hwpgo_function *f = hwpgo_profile_find (q, "main");
      CHECK (f && f->head == 7 && f->total == 900 && f->n_callsites == 2);
      hwpgo_profile_free (q);
      free (data);
    }
  free (want);
  hwpgo_profile_free (p);
}

/* Marks, and what the flags say of the whole, are kept.  */
static void
metadata (void)
{
  struct hwpgo_profile *p = from_text ("f:3:1\n 1: 2\n 2: g:1\n  1: 1\n"
                                       "  !CFGChecksum: 8\n"
                                       "  !Attributes: 2\n"
                                       " !CFGChecksum: 9\n");
  p->fs_discriminators = p->partial = true;
  size_t n;
  char *data = encode (p, &variants[3], &n), *want = to_text (p);
  struct hwpgo_profile *q = hwpgo_profile_new ();
  CHECK (decode (&variants[3], q, data, n) == 0);
  CHECK (q->fs_discriminators && q->partial);
  char *got = to_text (q);
  CHECK_STRING (got, want);
  free (got);
  free (want);
  free (data);
  hwpgo_profile_free (p);
  hwpgo_profile_free (q);
}

/* What is asked for is there, and nothing else.  */
static void
some_functions (void)
{
  struct hwpgo_profile *p = from_text (sample);
  const char *names[] = { "leaf", "absent", "main", "leaf" };
  struct hwpgo_error err;
  for (size_t i = 1; i < sizeof variants / sizeof *variants; i++)
    {
      size_t n;
      char *data = encode (p, &variants[i], &n);
      struct hwpgo_extbinary *x;
      struct hwpgo_profile *q = hwpgo_profile_new ();
      CHECK (hwpgo_extbinary_open_data (&x, "x", data, n, &err) == 0);
      CHECK (hwpgo_extbinary_load (x, q, names, 4, &err) == 0);
      CHECK_U64 (q->n_functions, 2);
      CHECK (hwpgo_profile_find (q, "main")->total == 900);
      CHECK (hwpgo_profile_find (q, "leaf")->total == 1);
      CHECK (!hwpgo_profile_find (q, "callee.__uniq.12"));
      names[0] = "callee.__uniq.12";
      CHECK (hwpgo_extbinary_load (x, q, names, 1, &err) == 0);
      CHECK (hwpgo_profile_find (q, "callee.__uniq.12")->head == 3);
      names[0] = "leaf";
      hwpgo_extbinary_close (x);
      hwpgo_profile_free (q);
      free (data);
    }
  hwpgo_profile_free (p);
}

/* An error or a result, whatever byte is missing or wrong.  */
static void
damaged (void)
{
  struct hwpgo_profile *p = from_text (sample);
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
    {
      size_t n;
      char *data = encode (p, &variants[i], &n);
      for (size_t k = 0; k < n; k++)
        {
          struct hwpgo_profile *q = hwpgo_profile_new ();
          char *part = malloc (k ? k : 1);
          memcpy (part, data, k);
          int ret = decode (&variants[i], q, part, k);
          CHECK (variants[i].binary || ret != 0 || k + 1 >= n);
          hwpgo_profile_free (q);
          free (part);
          for (int bit = 0; bit < 8; bit++)
            {
              q = hwpgo_profile_new ();
              data[k] ^= (char) (1 << bit);
              decode (&variants[i], q, data, n);
              data[k] ^= (char) (1 << bit);
              hwpgo_profile_free (q);
            }
        }
      free (data);
    }
  hwpgo_profile_free (p);
}

/* Sections that overlap, inflate without bound, or hold contexts.  */
static void
hostile (void)
{
  struct hwpgo_profile *p = from_text (sample), *q = hwpgo_profile_new ();
  struct hwpgo_error err;
  size_t n, header = 10 + 8;
  char *data = encode (p, &variants[1], &n);
  data[header + 12] |= 2;
  CHECK (hwpgo_extbinary_read (q, "x", data, n, &err) == -HWPGO_E_UNSUPPORTED);
  data[header + 12] = 0;
  /* The functions take the place of the names.  */
  memcpy (data + header + 4 * 32 + 16, data + header + 32 + 16, 16);
  CHECK (hwpgo_extbinary_read (q, "x", data, n, &err) == -HWPGO_E_FORMAT);
  CHECK (strstr (err.text, "overlap") != NULL);
  free (data);
  data = encode (p, &variants[3], &n);
  uint64_t names;
  memcpy (&names, data + header + 32 + 16, sizeof names);
  memcpy (data + names, "\xff\xff\xff\xff\x7f", 5);
  CHECK (hwpgo_extbinary_read (q, "x", data, n, &err) < 0);
  free (data);
  p->functions[0]->samples[0].at.line = 65536;
  FILE *out = fopen ("/dev/null", "w");
  CHECK (hwpgo_extbinary_write (p, &variants[1].options, out, &err)
         == -HWPGO_E_UNSUPPORTED);
  fclose (out);
  hwpgo_profile_free (p);
  hwpgo_profile_free (q);
}

int
main (void)
{
  RUN (round_trips);
  RUN (metadata);
  RUN (some_functions);
  RUN (damaged);
  RUN (hostile);
  return UNIT_RESULT;
}
