/* Ranges and branches that AutoFDO or llvm-profgen has counted.
   SPDX-License-Identifier: GPL-2.0-or-later

   Both have a line with a number of ranges, that many lines FROM-TO:COUNT,
   and at the end the same for branches, FROM->TO:COUNT.  AutoFDO's form
   (sample_reader.cc) has samples, ADDRESS:COUNT, in between.  Addresses are
   hexadecimal.  AutoFDO's are those of the ELF file; llvm-profgen's
   (--skip-symbolization) are distances from its first segment.  */

#include "runtime/trace/input-forms.h"

/* The number of lines in the section that begins here.  */
static bool
section (struct hwpgo_lines *lines, uint64_t *n)
{
  return hwpgo_lines_next (lines) && hwpgo_lines_number (lines, 10, n)
         && hwpgo_lines_done (lines);
}

/* One line of what WHAT says.  */
static bool
entry (struct hwpgo_lines *lines, enum hwpgo_counted what, uint64_t *a,
       uint64_t *b, uint64_t *count)
{
  *b = 0;
  if (!hwpgo_lines_number (lines, 16, a))
    return false;
  if (what == HWPGO_COUNTED_RANGE
      && !(hwpgo_lines_take (lines, "-") && hwpgo_lines_number (lines, 16, b)))
    return false;
  if (what == HWPGO_COUNTED_BRANCH
      && !(hwpgo_lines_take (lines, "->")
           && hwpgo_lines_number (lines, 16, b)))
    return false;
  return hwpgo_lines_take (lines, ":") && hwpgo_lines_number (lines, 10, count)
         && hwpgo_lines_done (lines);
}

/* The first section looks as it should, and what follows it begins with a
   number.  */
static bool
begins (struct hwpgo_lines *lines)
{
  uint64_t n, a, b, count;
  if (!section (lines, &n))
    return false;
  if (n == 0)
    return true;
  return hwpgo_lines_next (lines)
         && entry (lines, HWPGO_COUNTED_RANGE, &a, &b, &count);
}

/* Only the third section tells the two apart.  */
bool
hwpgo_autofdo_is (struct hwpgo_lines lines)
{
  uint64_t n;
  struct hwpgo_lines first = lines;
  if (!begins (&first))
    return false;
  for (int part = 0; part < 2; part++)
    {
      if (!section (&lines, &n))
        return false;
      while (n-- > 0)
        if (!hwpgo_lines_next (&lines))
          return false;
    }
  return section (&lines, &n);
}

bool
hwpgo_unsymbolized_is (struct hwpgo_lines lines)
{
  struct hwpgo_lines first = lines;
  if (hwpgo_lines_next (&first) && hwpgo_lines_take (&first, "["))
    return true;
  return begins (&lines);
}

static int
read_section (struct hwpgo_lines *lines, enum hwpgo_counted what,
              const struct hwpgo_counts_sink *sink, struct hwpgo_error *err)
{
  uint64_t n, a, b, count;
  if (!section (lines, &n))
    return hwpgo_lines_bad (lines, "a number of lines should follow", err);
  for (; n > 0; n--)
    {
      if (!hwpgo_lines_next (lines))
        return hwpgo_error_at_line (err, HWPGO_E_TRUNCATED, lines->rest.file,
                                    lines->number, "counts are missing");
      if (!entry (lines, what, &a, &b, &count))
        return hwpgo_lines_bad (lines, "not a count", err);
      int rc = sink->add (sink->data, what, a, b, count, err);
      if (rc)
        return rc;
    }
  return 0;
}

static int
read_all (struct hwpgo_lines *lines, enum hwpgo_origin origin, bool samples,
          const struct hwpgo_counts_sink *sink, struct hwpgo_error *err)
{
  bool wanted;
  int rc = sink->binary (sink->data, NULL, origin, &wanted, err);
  if (!rc)
    rc = read_section (lines, HWPGO_COUNTED_RANGE, sink, err);
  if (!rc && samples)
    rc = read_section (lines, HWPGO_COUNTED_SAMPLE, sink, err);
  return rc ? rc : read_section (lines, HWPGO_COUNTED_BRANCH, sink, err);
}

int
hwpgo_autofdo_counts (struct hwpgo_lines *lines,
                      const struct hwpgo_counts_sink *sink,
                      struct hwpgo_error *err)
{
  return read_all (lines, HWPGO_ORIGIN_ELF, true, sink, err);
}

int
hwpgo_unsymbolized_counts (struct hwpgo_lines *lines,
                           const struct hwpgo_counts_sink *sink,
                           struct hwpgo_error *err)
{
  struct hwpgo_lines first = *lines;
  if (hwpgo_lines_next (&first) && hwpgo_lines_take (&first, "["))
    return hwpgo_error_at_line (err, HWPGO_E_UNSUPPORTED, lines->rest.file, 1,
                                "counts by context; make the profile anew "
                                "with llvm-profgen --ignore-stack-samples");
  return read_all (lines, HWPGO_ORIGIN_SEGMENT, false, sink, err);
}
