/* The block map: what this compiler believes at its end, in the object.
   SPDX-License-Identifier: GPL-2.0-or-later

   runtime/profile/block-map.h has the format.  By the time that the assembly
   is written the CFG still has the counts, and the note of each basic block
   still stands where the block begins.  A label after each such note, which
   takes no space, and a second pass that writes the record from the labels,
   are all that it needs; no generated code changes.  */

#include "plugin/gcc-headers.h"
#include "plugin/block-count.h"
#include "plugin/plugin.h"

/* Of the current function: a block as laid out.  PART 1 is what stands behind
   the switch to the other section.  */
struct laid_out
{
  basic_block bb;
  unsigned part;
  int label;
};

static vec<laid_out> layout;
static int end_labels[2];
static vec<rtx_insn *> notes;

bool
hwpgo_block_map_gate (function *)
{
  return hwpgo_plugin.args.block_map;
}

bool
hwpgo_block_map_end_gate (function *)
{
  return !layout.is_empty ();
}

/* Make of NOTE, which was just emitted, a label; returns its number.  */
static int
make_label (rtx_note *note)
{
  NOTE_KIND (note) = NOTE_INSN_DELETED_LABEL;
  NOTE_DELETED_LABEL_NAME (note) = "";
  CODE_LABEL_NUMBER (note) = CODE_LABEL_NUMBER (gen_label_rtx ());
  notes.safe_push (note);
  return CODE_LABEL_NUMBER (note);
}

unsigned int
hwpgo_block_map_execute (function *)
{
  unsigned part = 0;
  rtx_insn *insn, *next, *last = NULL;
  for (insn = get_insns (); insn; insn = next)
    {
      next = NEXT_INSN (insn);
      last = insn;
      if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
        {
          end_labels[part]
              = make_label (emit_note_before (NOTE_INSN_DELETED, insn));
          part = 1;
        }
      if (!NOTE_INSN_BASIC_BLOCK_P (insn))
        continue;
      last = emit_note_after (NOTE_INSN_DELETED, insn);
      struct laid_out l = { NOTE_BASIC_BLOCK (insn), part,
                            make_label (as_a<rtx_note *> (last)) };
      layout.safe_push (l);
    }
  if (!layout.is_empty ())
    end_labels[part] = make_label (emit_note_after (NOTE_INSN_DELETED, last));
  return 0;
}

/* --- writing the record --------------------------------------------------
 */

static void
put_byte (unsigned value)
{
  fprintf (asm_out_file, "\t.byte\t%u\n", value);
}

static void
put_number (uint64_t value)
{
  fprintf (asm_out_file, "\t.uleb128 " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
           value);
}

static const char *
label_name (int label)
{
  static char name[64];
  ASM_GENERATE_INTERNAL_LABEL (name, "L", label);
  return name + (name[0] == '*');
}

static void
put_difference (int from, int to)
{
  fprintf (asm_out_file, "\t.uleb128 %s-", label_name (to));
  fprintf (asm_out_file, "%s\n", label_name (from));
}

/* POSITIONS has 1 + the place in the layout of each block that stands there,
   by index.  */
static void
put_edges (basic_block bb, const vec<unsigned> &positions)
{
  edge e;
  edge_iterator ei;
  put_number (EDGE_COUNT (bb->succs));
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      put_number (positions[e->dest->index]);
      put_number (e->probability.initialized_p ()
                      ? 1 + e->probability.to_reg_br_prob_base ()
                      : 0);
    }
}

static void
put_block (unsigned i, const vec<unsigned> &positions)
{
  const struct laid_out &l = layout[i];
  bool last = i + 1 == layout.length () || layout[i + 1].part != l.part;
  profile_count count = l.bb->count;
  put_difference (l.label, last ? end_labels[l.part] : layout[i + 1].label);
  put_byte (hwpgo_quality_of (count));
  put_number (count.initialized_p () ? count.to_gcov_type () : 0);
  put_edges (l.bb, positions);
}

static void
put_part (unsigned first, unsigned n, const vec<unsigned> &positions)
{
  fprintf (asm_out_file, "\t%s\t%s\n", POINTER_SIZE == 64 ? ".quad" : ".long",
           label_name (layout[first].label));
  put_number (n);
  for (unsigned i = first; i < first + n; i++)
    put_block (i, positions);
}

/* A section of its own for each function, tied to the function's: what the
   linker throws away or keeps, it does with both.  */
static void
begin_section (tree fndecl)
{
  tree group = DECL_COMDAT_GROUP (fndecl);
  fprintf (asm_out_file,
           "\t.section\t" HWPGO_BLOCK_MAP_SECTION ",\"%s\",%cprogbits,%s",
           group ? "oG" : "o", ASM_COMMENT_START[0] == '@' ? '%' : '@',
           label_name (layout[0].label));
  if (group)
    fprintf (asm_out_file, ",%s,comdat", IDENTIFIER_POINTER (group));
  fputc ('\n', asm_out_file);
  /* GCC must not think that it is still in the section before.  */
  in_section = NULL;
}

static void
put_function (function *fn)
{
  unsigned n = layout.length (), first_part = 0;
  auto_vec<unsigned> positions;
  positions.safe_grow_cleared (last_basic_block_for_fn (fn));
  for (unsigned i = 0; i < n; i++)
    {
      positions[layout[i].bb->index] = i + 1;
      first_part += layout[i].part == 0;
    }
  begin_section (fn->decl);
  put_byte (HWPGO_BLOCK_MAP_VERSION);
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn->decl));
  fprintf (asm_out_file, "\t.string\t\"%s\"\n", name + (name[0] == '*'));
  put_number (first_part == n ? 1 : 2);
  put_part (0, first_part, positions);
  if (first_part < n)
    put_part (first_part, n - first_part, positions);
}

unsigned int
hwpgo_block_map_end_execute (function *fn)
{
  put_function (fn);
  unsigned i;
  rtx_insn *note;
  FOR_EACH_VEC_ELT (notes, i, note)
  remove_insn (note);
  notes.truncate (0);
  layout.truncate (0);
  return 0;
}
