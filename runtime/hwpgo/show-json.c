/* A bundle as one JSON object.
   SPDX-License-Identifier: GPL-2.0-or-later

     bundle   := { layout, binaries: [binary], sources: { KIND: source },
                   profiles: { KIND: [function] } }
     binary   := { path, build_id? }
     source   := { event?, source?, samples, events }
     function := { name, total, head, checksum?, samples: [sample],
                   callsites: [callsite] }
     sample   := { line, discriminator, count, targets?: [{ name, count }] }
     callsite := { line, discriminator, callee: function }

   KIND is "frequency" or "mispredict".  Numbers are exact 64-bit integers.  */

#include "runtime/base/text.h"
#include "runtime/hwpgo/show.h"

static void
print_place (FILE *out, struct hwpgo_location at)
{
  putc ('{', out);
  hwpgo_json_member_u64 (out, true, "line", at.line);
  hwpgo_json_member_u64 (out, false, "discriminator", at.discriminator);
}

static void
print_sample (FILE *out, const struct hwpgo_sample *sample)
{
  print_place (out, sample->at);
  hwpgo_json_member_u64 (out, false, "count", sample->count);
  if (sample->n_targets)
    fputs (", \"targets\": [", out);
  for (size_t i = 0; i < sample->n_targets; i++)
    {
      fputs (i ? ", {" : "{", out);
      hwpgo_json_member_string (out, true, "name", sample->targets[i].name);
      hwpgo_json_member_u64 (out, false, "count", sample->targets[i].count);
      putc ('}', out);
    }
  fputs (sample->n_targets ? "]}" : "}", out);
}

/* Recursion is as deep as inlining in the profile, which its reader
   limits.  */
static void
print_function (FILE *out, const struct hwpgo_function *f)
{
  putc ('{', out);
  hwpgo_json_member_string (out, true, "name", f->name);
  hwpgo_json_member_u64 (out, false, "total", f->total);
  hwpgo_json_member_u64 (out, false, "head", f->head);
  if (f->has_checksum)
    hwpgo_json_member_u64 (out, false, "checksum", f->checksum);
  fputs (", \"samples\": [", out);
  for (size_t i = 0; i < f->n_samples; i++)
    {
      fputs (i ? ", " : "", out);
      print_sample (out, &f->samples[i]);
    }
  fputs ("], \"callsites\": [", out);
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      fputs (i ? ", " : "", out);
      print_place (out, f->callsites[i].at);
      fputs (", \"callee\": ", out);
      print_function (out, f->callsites[i].callee);
      putc ('}', out);
    }
  fputs ("]}", out);
}

static void
print_binaries (FILE *out, const struct hwpgo_bundle *bundle)
{
  fputs (", \"binaries\": [", out);
  for (size_t i = 0; i < bundle->n_binaries; i++)
    {
      const struct hwpgo_binary *b = &bundle->binaries[i];
      fputs (i ? ", {" : "{", out);
      hwpgo_json_member_string (out, true, "path", b->path);
      if (b->build_id)
        hwpgo_json_member_string (out, false, "build_id", b->build_id);
      putc ('}', out);
    }
  putc (']', out);
}

static void
print_source (FILE *out, const struct hwpgo_source *source)
{
  putc ('{', out);
  hwpgo_json_member_u64 (out, true, "samples", source->samples);
  hwpgo_json_member_u64 (out, false, "events", source->events);
  if (source->event)
    hwpgo_json_member_string (out, false, "event", source->event);
  if (source->source)
    hwpgo_json_member_string (out, false, "source", source->source);
  putc ('}', out);
}

/* Write "KIND": after a comma unless it is the first.  */
static void
print_kind (FILE *out, bool *first, enum hwpgo_kind kind)
{
  fputs (*first ? "" : ", ", out);
  hwpgo_json_string (out, hwpgo_kind_name (kind));
  fputs (": ", out);
  *first = false;
}

void
hwpgo_show_json (FILE *out, const struct hwpgo_bundle *bundle,
                 const struct hwpgo_selection *selections)
{
  bool first = true;
  putc ('{', out);
  hwpgo_json_member_u64 (out, true, "layout", bundle->layout);
  print_binaries (out, bundle);
  fputs (", \"sources\": {", out);
  for (enum hwpgo_kind k = 0; k < HWPGO_KINDS; k++)
    if (bundle->profiles[k])
      {
        print_kind (out, &first, k);
        print_source (out, &bundle->sources[k]);
      }
  fputs ("}, \"profiles\": {", out);
  first = true;
  for (enum hwpgo_kind k = 0; k < HWPGO_KINDS; k++)
    if (bundle->profiles[k])
      {
        print_kind (out, &first, k);
        for (size_t i = 0; i < selections[k].n; i++)
          {
            fputs (i ? ",\n" : "[\n", out);
            print_function (out, selections[k].functions[i]);
          }
        fputs (selections[k].n ? "]" : "[]", out);
      }
  fputs ("}}\n", out);
}
