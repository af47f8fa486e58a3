/* Loops are put where they lie in few lines.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC aligns labels, all to the same power of two, before it knows how long
   what begins there is; and a loop that was rotated so that it is entered in
   its middle has, by its rules, no beginning.  Here, where insns no longer
   change, the bytes of each hot loop are known but for a few, and it gets what
   loop-lines.c says: a directive for the assembler, which knows the address,
   to skip to the next line if that is near enough to be worth it.  What GCC
   has aligned inside such a loop is left out.  The pieces of an interpreter's loop
   get their places one by one.  */

#include "plugin/gcc-headers.h"
#include "plugin/loop-lines.h"
#include "plugin/plugin.h"

/* Rounds of finding out which jumps are too far for the short form.  */
#define MAX_ROUNDS 8

/* Bytes to either side that the short form reaches at least, less what is
   skipped for alignment in between.  */
#define SHORT_REACH 120

struct laid_block
{
  rtx_insn *first;
  profile_count count;
  bool switched; /* as in struct hwpgo_line_block.  */
  bool switches;
};

/* One with a label.  */
struct laid_jump
{
  rtx_insn *insn;
  unsigned block; /* where it is.  */
  bool far;       /* the short form does not reach.  */
};

/* The blocks of a function's first section.  */
struct padding
{
  auto_vec<laid_block> blocks;
  auto_vec<laid_jump> jumps;
  auto_vec<hwpgo_line_block> sizes;
  hash_map<rtx, unsigned> labels; /* their blocks.  */
};

static uint64_t
times (profile_count count)
{
  return count.initialized_p () ? MAX (count.to_gcov_type (), 0) : 0;
}

/* See the insns of the section in which the function begins.  A block begins
   where GCC had one, or at a label, which may be in front of its note.  */
static void
see (struct padding *p)
{
  bool begun = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
        break;
      bool note = NOTE_INSN_BASIC_BLOCK_P (insn);
      if ((LABEL_P (insn) || note) && !begun)
        p->blocks.safe_push (
            { insn, profile_count::uninitialized (), false, false });
      if (p->blocks.is_empty ())
        continue;
      begun = LABEL_P (insn) || (begun && !note && !NONDEBUG_INSN_P (insn));
      if (LABEL_P (insn))
        p->labels.put (insn, p->blocks.length () - 1);
      if (note)
        p->blocks.last ().count = NOTE_BASIC_BLOCK (insn)->count;
      if (JUMP_P (insn) && JUMP_LABEL (insn) && LABEL_P (JUMP_LABEL (insn))
          && !tablejump_p (insn, NULL, NULL))
        p->jumps.safe_push ({ insn, p->blocks.length () - 1, false });
    }
}

static void
note_switched (struct padding *p, rtx label)
{
  if (unsigned *block = p->labels.get (label))
    p->blocks[*block].switched = true;
}

/* Note the indirect jumps and where they lead, which for one by an address that
   was computed is to any label that has its address taken.  */
static void
see_indirect (struct padding *p)
{
  bool computed = false;
  for (unsigned i = 0; i < p->blocks.length (); i++)
    {
      laid_block *b = &p->blocks[i];
      rtx_insn *end = i + 1 < p->blocks.length () ? p->blocks[i + 1].first
                                                  : NULL;
      for (rtx_insn *insn = b->first; insn && insn != end;
           insn = NEXT_INSN (insn))
        {
          rtx_jump_table_data *table;
          if (!JUMP_P (insn))
            continue;
          if (tablejump_p (insn, NULL, &table))
            {
              rtvec labels = table->get_labels ();
              for (int k = 0; k < GET_NUM_ELEM (labels); k++)
                note_switched (p, XEXP (RTVEC_ELT (labels, k), 0));
            }
          else if (computed_jump_p (insn))
            computed = true;
          else
            continue;
          b->switches = true;
        }
    }
  if (computed)
    for (auto label : p->labels)
      if (LABEL_PRESERVE_P (label.first))
        note_switched (p, label.first);
}

/* Sum up the sizes of the blocks, with jumps as far as is known by now.  */
static void
measure (struct padding *p)
{
  unsigned next = 0;
  p->sizes.truncate (0);
  for (unsigned i = 0; i < p->blocks.length (); i++)
    {
      const laid_block &b = p->blocks[i];
      rtx_insn *end
          = i + 1 < p->blocks.length () ? p->blocks[i + 1].first : NULL;
      struct hwpgo_line_block block
          = { 0, times (b.count), true, b.switched, b.switches };
      for (rtx_insn *insn = b.first; insn != end && insn;
           insn = NEXT_INSN (insn))
        {
          if (NOTE_P (insn)
              && NOTE_KIND (insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
            break;
          if (BARRIER_P (insn))
            block.falls = false;
          if (!NONDEBUG_INSN_P (insn))
            continue;
          bool far = false;
          if (next < p->jumps.length () && p->jumps[next].insn == insn)
            far = p->jumps[next++].far;
          int size = far ? get_attr_length (insn) : get_attr_min_length (insn);
          block.size += MAX (size, 0);
        }
      p->sizes.safe_push (block);
    }
}

/* Find out which jumps the short form does not reach.  False if all is as it
   was.  */
static bool
reach (struct padding *p)
{
  auto_vec<uint64_t> starts;
  uint64_t start = 0;
  bool changed = false;
  for (const hwpgo_line_block &b : p->sizes)
    {
      starts.safe_push (start);
      start += b.size;
    }
  for (laid_jump &jump : p->jumps)
    {
      unsigned *to = p->labels.get (JUMP_LABEL (jump.insn));
      uint64_t from = starts[jump.block] + p->sizes[jump.block].size;
      uint64_t away = !to                  ? UINT64_MAX
                      : starts[*to] > from ? starts[*to] - from
                                           : from - starts[*to];
      changed |= away > SHORT_REACH && !jump.far;
      jump.far |= away > SHORT_REACH;
    }
  return changed;
}

/* The executions of the jump INSN, of a block that runs COUNT times.  */
static uint64_t
taken (rtx_insn *insn, profile_count count)
{
  if (!any_condjump_p (insn))
    return times (count);
  rtx note = find_reg_note (insn, REG_BR_PROB, NULL_RTX);
  return note ? times (count.apply_probability (
             profile_probability::from_reg_br_prob_note (XINT (note, 0))))
              : 0;
}

static void
find_back_jumps (struct padding *p, vec<hwpgo_back_jump> *back)
{
  for (const laid_jump &jump : p->jumps)
    {
      unsigned *to = p->labels.get (JUMP_LABEL (jump.insn));
      if (to && *to <= jump.block)
        back->safe_push ({ jump.block, *to,
                           taken (jump.insn, p->blocks[jump.block].count) });
    }
}

/* Let the labels of LOOP's blocks have no alignment of GCC's.  */
static void
forget_alignments (const struct padding *p, const hwpgo_line_loop *loop)
{
  auto_vec<rtx> pairs;
  rtx none = gen_label_rtx ();
  for (unsigned i = loop->first; i <= loop->last; i++)
    for (rtx_insn *insn = p->blocks[i].first; insn && !NONDEBUG_INSN_P (insn);
         insn = NEXT_INSN (insn))
      if (LABEL_P (insn))
        {
          pairs.safe_push (insn);
          pairs.safe_push (none);
        }
  update_alignments (pairs);
}

/* Skip to the next line in front of LABEL if that is at most SKIP bytes
   away.  */
static void
pad (rtx_insn *label, unsigned skip)
{
  char text[64];
  snprintf (text, sizeof text, "\t.p2align %d,,%u", exact_log2 (HWPGO_LINE),
            skip);
  rtx body
      = gen_rtx_ASM_INPUT_loc (VOIDmode, ggc_strdup (text), BUILTINS_LOCATION);
  emit_insn_before (body, label);
}

bool
hwpgo_pad_loops_gate (function *fn)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  return HWPGO_LONG_NOPS && hwpgo_plugin.args.pad_loops && optimize > 1
         && flag_align_loops && !global_options_set.x_str_align_loops
         && entry.initialized_p () && entry.quality () == AFDO
         && optimize_function_for_speed_p (fn);
}

/* Give LOOP its place, or a PIECE of one.  A loop that is worth skipping anything
   begins a line in any case where that costs nothing: what depends on the place
   besides, as what a predictor makes of addresses, is the same then whatever code
   is in front, so that a build is as fast as the one before.  Of pieces there may
   be hundreds.  */
static void
place (const struct padding *p, const struct hwpgo_line_loop *loop, bool piece)
{
  const struct hwpgo_line_block *blocks = p->sizes.address ();
  forget_alignments (p, loop);
  unsigned skip = hwpgo_line_skip (blocks, loop);
  if (skip && !piece && hwpgo_line_seldom_passed_p (blocks, loop))
    skip = HWPGO_LINE - 1;
  if (skip)
    pad (p->blocks[loop->first].first, skip);
}

/* Is PIECE in one of the N LOOPS, which have their places?  */
static bool
placed_p (const struct hwpgo_line_loop *piece,
          const struct hwpgo_line_loop *loops, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (loops[i].first <= piece->first && piece->last <= loops[i].last)
      return true;
  return false;
}

unsigned int
hwpgo_pad_loops_execute (function *fn)
{
  struct padding p;
  auto_vec<hwpgo_back_jump> back;
  auto_vec<hwpgo_line_loop> loops, pieces;
  see (&p);
  see_indirect (&p);
  measure (&p);
  for (int i = 0; i < MAX_ROUNDS && reach (&p); i++)
    measure (&p);
  find_back_jumps (&p, &back);
  loops.safe_grow (back.length ());
  uint32_t n = hwpgo_find_line_loops (p.sizes.address (), p.sizes.length (),
                                      back.address (), back.length (),
                                      param_align_threshold, loops.address ());
  for (uint32_t i = 0; i < n; i++)
    {
      place (&p, &loops[i], false);
      if (dump_enabled_p ())
        dump_printf_loc (
            MSG_NOTE, dump_user_location_t::from_function_decl (fn->decl),
            "a loop of %u bytes gets a place in few lines\n", loops[i].size);
    }
  pieces.safe_grow (p.sizes.length ());
  uint32_t n_pieces
      = hwpgo_find_line_pieces (p.sizes.address (), p.sizes.length (),
                                param_align_threshold, pieces.address ());
  uint32_t placed = 0;
  for (uint32_t i = 0; i < n_pieces; i++)
    if (!placed_p (&pieces[i], loops.address (), n))
      {
        place (&p, &pieces[i], true);
        placed++;
      }
  if (placed > 0 && dump_enabled_p ())
    dump_printf_loc (
        MSG_NOTE, dump_user_location_t::from_function_decl (fn->decl),
        "%u pieces around indirect jumps get places in few lines\n", placed);
  return 0;
}
