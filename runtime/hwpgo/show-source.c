/* Source files, line by line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/hwpgo/show-source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/memory.h"

/* Open FOLDER/NAME, or NAME without a folder, if it is a regular file.  */
static int
try_path (struct hwpgo_source_file *f, const char *folder, const char *name,
          time_t built)
{
  size_t size = (folder ? strlen (folder) + 1 : 0) + strlen (name) + 1;
  char *path = malloc (size);
  if (!path)
    return -HWPGO_E_NOMEM;
  snprintf (path, size, "%s%s%s", folder ? folder : "", folder ? "/" : "",
            name);
  struct stat st;
  struct hwpgo_error ignored;
  if (stat (path, &st) == 0 && S_ISREG (st.st_mode)
      && hwpgo_infile_open (&f->file, path, &ignored) == 0)
    {
      f->found = true;
      f->newer = built && st.st_mtime > built;
    }
  free (path);
  return 0;
}

static int
find (const struct hwpgo_sources *sources, struct hwpgo_source_file *f)
{
  int ret = 0;
  for (size_t i = 0; i < sources->n_folders; i++)
    for (const char *rest = f->name; rest && !f->found && ret == 0;)
      {
        while (*rest == '/')
          rest++;
        ret = try_path (f, sources->folders[i], rest, sources->built);
        rest = strchr (rest, '/');
      }
  return f->found || ret ? ret : try_path (f, NULL, f->name, sources->built);
}

static int
split (struct hwpgo_source_file *f)
{
  const uint8_t *p = f->file.data, *end = p + f->file.size;
  size_t n = 1;
  for (const uint8_t *q = p; q < end; q++)
    n += *q == '\n';
  f->lines = malloc ((n + 1) * sizeof *f->lines);
  if (!f->lines)
    return -HWPGO_E_NOMEM;
  while (p < end)
    {
      const uint8_t *newline = memchr (p, '\n', (size_t) (end - p));
      f->lines[f->n_lines++] = p;
      p = newline ? newline + 1 : end;
    }
  f->lines[f->n_lines] = end;
  return 0;
}

const struct hwpgo_source_file *
hwpgo_sources_get (struct hwpgo_sources *sources, const char *name)
{
  for (size_t i = 0; i < sources->n; i++)
    if (strcmp (sources->files[i].name, name) == 0)
      return &sources->files[i];
  if (!HWPGO_GROW (sources->files, sources->capacity, sources->n + 1))
    return NULL;
  struct hwpgo_source_file *f = &sources->files[sources->n];
  *f = (struct hwpgo_source_file){ .name = strdup (name) };
  if (!f->name)
    return NULL;
  sources->n++;
  int ret = find (sources, f);
  if (ret == 0 && f->found)
    ret = split (f);
  return ret ? NULL : f;
}

void
hwpgo_sources_free (struct hwpgo_sources *sources)
{
  for (size_t i = 0; i < sources->n; i++)
    {
      if (sources->files[i].found)
        hwpgo_infile_close (&sources->files[i].file);
      free (sources->files[i].lines);
      free (sources->files[i].name);
    }
  free (sources->files);
}

const uint8_t *
hwpgo_source_line (const struct hwpgo_source_file *file, uint64_t number,
                   size_t *size)
{
  if (number == 0 || number > file->n_lines)
    return NULL;
  const uint8_t *line = file->lines[number - 1];
  *size = (size_t) (file->lines[number] - line);
  while (*size && (line[*size - 1] == '\n' || line[*size - 1] == '\r'))
    --*size;
  return line;
}
