/* A recording of any kind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/trace/input-forms.h"

struct hwpgo_input
{
  struct hwpgo_perf_reader *perf; /* NULL: a text.  */
  struct hwpgo_infile text;
  const struct hwpgo_form *form; /* of the text.  */
  uint64_t done;                 /* bytes of it that were read.  */
};

static const struct hwpgo_form forms[] = {
#define HWPGO_INPUT_FORM(name, words)                                         \
  { words, hwpgo_##name##_is, hwpgo_##name##_counts },
#include "runtime/trace/input-forms.def"
#undef HWPGO_INPUT_FORM
};

static struct hwpgo_lines
lines_of (const struct hwpgo_input *input)
{
  const struct hwpgo_infile *f = &input->text;
  return (struct hwpgo_lines){ .rest = hwpgo_cursor_new (f->path, f->data,
                                                         f->size) };
}

/* Open PATH as a text if it is one: INPUT->form.  Standard input and folders
   are left to perf.data, whose magic no text begins with.  */
static int
open_text (struct hwpgo_input *input, const char *path,
           struct hwpgo_error *err)
{
  struct stat st;
  if (strcmp (path, "-") == 0 || stat (path, &st) != 0
      || !S_ISREG (st.st_mode))
    return 0;
  int rc = hwpgo_infile_open (&input->text, path, err);
  if (rc)
    return rc;
  for (size_t i = 0; i < sizeof forms / sizeof *forms && !input->form; i++)
    if (forms[i].is (lines_of (input)))
      input->form = &forms[i];
  if (!input->form)
    hwpgo_infile_close (&input->text);
  return 0;
}

int
hwpgo_input_open (struct hwpgo_input **input, const char *path,
                  struct hwpgo_error *err)
{
  struct hwpgo_input *i = calloc (1, sizeof *i);
  *input = NULL;
  if (!i)
    return hwpgo_error_nomem (err);
  int rc = open_text (i, path, err);
  if (!rc && !i->form)
    rc = hwpgo_perf_open (&i->perf, path, err);
  if (rc)
    free (i);
  else
    *input = i;
  return rc;
}

void
hwpgo_input_close (struct hwpgo_input *input)
{
  if (input->perf)
    hwpgo_perf_close (input->perf);
  else
    hwpgo_infile_close (&input->text);
  free (input);
}

const char *
hwpgo_input_kind (const struct hwpgo_input *input)
{
  return input->form ? input->form->kind : "perf.data";
}

bool
hwpgo_input_counted (const struct hwpgo_input *input)
{
  return input->form != NULL;
}

int
hwpgo_input_next (struct hwpgo_input *input, struct hwpgo_perf_record *record,
                  struct hwpgo_error *err)
{
  return hwpgo_perf_next (input->perf, record, err);
}

void
hwpgo_input_rewind (struct hwpgo_input *input, bool samples)
{
  hwpgo_perf_skip_samples (input->perf, !samples);
  hwpgo_perf_rewind (input->perf);
}

size_t
hwpgo_input_n_events (const struct hwpgo_input *input)
{
  return hwpgo_perf_n_events (input->perf);
}

const struct hwpgo_perf_event *
hwpgo_input_event (const struct hwpgo_input *input, size_t i)
{
  return hwpgo_perf_event (input->perf, i);
}

struct hwpgo_perf_reader *
hwpgo_input_perf (const struct hwpgo_input *input)
{
  return input->perf;
}

int
hwpgo_input_counts (struct hwpgo_input *input,
                    const struct hwpgo_counts_sink *sink,
                    struct hwpgo_error *err)
{
  struct hwpgo_lines lines = lines_of (input);
  input->done = 0;
  int rc = input->form->counts (&lines, sink, err);
  input->done = hwpgo_cursor_offset (&lines.rest);
  return rc;
}

uint64_t
hwpgo_input_size (const struct hwpgo_input *input)
{
  return input->perf ? hwpgo_perf_data_size (input->perf) : input->text.size;
}

uint64_t
hwpgo_input_done (const struct hwpgo_input *input)
{
  return input->perf ? hwpgo_perf_data_done (input->perf) : input->done;
}
