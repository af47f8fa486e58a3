/* A recording of any kind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/trace/input-script.h"

/* One of PERF, SCRIPT and FORM is not NULL.  */
struct hwpgo_input
{
  struct hwpgo_perf_reader *perf;
  struct hwpgo_infile text;
  struct hwpgo_script *script;   /* of the text.  */
  const struct hwpgo_form *form; /* the same.  */
  uint64_t done;                 /* bytes of it that were read.  */
};

static const struct hwpgo_form forms[] = {
#define HWPGO_INPUT_FORM(name, basis, words)                                  \
  { words, HWPGO_BASIS_##basis, hwpgo_##name##_is, hwpgo_##name##_counts },
#include "runtime/trace/input-forms.def"
#undef HWPGO_INPUT_FORM
};

static struct hwpgo_lines
lines_of (const struct hwpgo_infile *f)
{
  return (struct hwpgo_lines){ .rest
                               = hwpgo_cursor_new (f->path, f->data, f->size),
                               .file = f };
}

/* True if FILE begins like a perf.data of any sort, which no text does.  */
static bool
has_perf_magic (const struct hwpgo_infile *file)
{
  static const char magics[][9] = { "PERFILE2", "2ELIFREP", "PERFFILE" };
  for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
    if (file->size >= 8 && memcmp (file->data, magics[i], 8) == 0)
      return true;
  return false;
}

/* Find out what the text of INPUT is, if it is one that we know.  */
static int
know_text (struct hwpgo_input *input, struct hwpgo_error *err)
{
  if (has_perf_magic (&input->text))
    return 0;
  for (size_t i = 0; i < sizeof forms / sizeof *forms && !input->form; i++)
    if (forms[i].is (lines_of (&input->text)))
      input->form = &forms[i];
  if (input->form || !hwpgo_script_is (lines_of (&input->text)))
    return 0;
  return hwpgo_script_open (&input->script, &input->text, err);
}

static int
open_file (struct hwpgo_input *input, const char *path,
           struct hwpgo_error *err)
{
  int rc = hwpgo_perf_open_file (&input->text, path, err);
  if (rc)
    return rc;
  rc = know_text (input, err);
  if (rc)
    hwpgo_infile_close (&input->text);
  else if (!input->form && !input->script)
    rc = hwpgo_perf_open_opened (&input->perf, &input->text, err);
  return rc;
}

int
hwpgo_input_open (struct hwpgo_input **input, const char *path,
                  struct hwpgo_error *err)
{
  struct stat st;
  struct hwpgo_input *i = calloc (1, sizeof *i);
  *input = NULL;
  if (!i)
    return hwpgo_error_nomem (err);
  bool folder = stat (path, &st) == 0 && S_ISDIR (st.st_mode);
  int rc = folder ? hwpgo_perf_open (&i->perf, path, err)
                  : open_file (i, path, err);
  if (rc)
    free (i);
  else
    *input = i;
  return rc;
}

void
hwpgo_input_close (struct hwpgo_input *input)
{
  if (input->script)
    hwpgo_script_close (input->script);
  if (input->perf)
    hwpgo_perf_close (input->perf);
  else
    hwpgo_infile_close (&input->text);
  free (input);
}

const char *
hwpgo_input_kind (const struct hwpgo_input *input)
{
  if (input->script)
    return "text of perf script";
  return input->form ? input->form->kind : "perf.data";
}

bool
hwpgo_input_counted (const struct hwpgo_input *input)
{
  return input->form != NULL;
}

enum hwpgo_basis
hwpgo_input_basis (const struct hwpgo_input *input)
{
  return input->form ? input->form->basis : HWPGO_BASIS_USUAL;
}

int
hwpgo_input_next (struct hwpgo_input *input, struct hwpgo_perf_record *record,
                  struct hwpgo_error *err)
{
  return input->script ? hwpgo_script_next (input->script, record, err)
                       : hwpgo_perf_next (input->perf, record, err);
}

void
hwpgo_input_rewind (struct hwpgo_input *input, bool samples)
{
  if (input->script)
    {
      hwpgo_script_rewind (input->script, samples);
      return;
    }
  hwpgo_perf_skip_samples (input->perf, !samples);
  hwpgo_perf_rewind (input->perf);
}

size_t
hwpgo_input_n_events (const struct hwpgo_input *input)
{
  return input->script ? hwpgo_script_n_events (input->script)
                       : hwpgo_perf_n_events (input->perf);
}

const struct hwpgo_perf_event *
hwpgo_input_event (const struct hwpgo_input *input, size_t i)
{
  return input->script ? hwpgo_script_event (input->script, i)
                       : hwpgo_perf_event (input->perf, i);
}

struct hwpgo_perf_reader *
hwpgo_input_perf (const struct hwpgo_input *input)
{
  return input->perf;
}

bool
hwpgo_input_unmapped (const struct hwpgo_input *input)
{
  return input->script && hwpgo_script_unmapped (input->script);
}

struct hwpgo_input_leftovers
hwpgo_input_left_over (const struct hwpgo_input *input)
{
  struct hwpgo_input_leftovers left = { 0 };
  if (input->script)
    hwpgo_script_tell (input->script, &left);
  else if (input->perf)
    {
      left.unknown = hwpgo_perf_unknown_records (input->perf);
      left.malformed = hwpgo_perf_malformed_records (input->perf);
    }
  return left;
}

int
hwpgo_input_counts (struct hwpgo_input *input,
                    const struct hwpgo_counts_sink *sink,
                    struct hwpgo_error *err)
{
  struct hwpgo_lines lines = lines_of (&input->text);
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
  if (input->script)
    return hwpgo_script_done (input->script);
  return input->perf ? hwpgo_perf_data_done (input->perf) : input->done;
}
