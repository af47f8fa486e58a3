/* Conditions as numbers, without what their registers held before.
   SPDX-License-Identifier: GPL-2.0-or-later

   On x86-64 'setcc' writes the lowest byte of a register and keeps the others,
   so it waits for who wrote them.  A branch that has become

     cmp   %eax, %edx
     setae %cl
     movzbl %cl, %esi

   makes each turn of a loop wait for whatever the turn before had last left in
   %rcx: a decision tree took twice the time.  GCC clears the register in front
   of the comparison where the three instructions follow each other and the
   comparison does not use %esi, before registers are renamed.  Here %ecx is
   cleared where it is free, which costs an instruction that no unit
   executes.

   So it is with 'sbb %ecx, %ecx', which is -1 or 0 as a comparison was below or not.
   Intel's processors wait for what %ecx was, which has no influence; AMD's do not.  By
   that each search in a table waited for the one before, and a program that searches took
   1.6 times the time.  Where the comparison uses %ecx, it is set to 0 behind that.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

/* A comparison is at most so many insns in front of who asks for it.  */
#define MAX_DISTANCE 4

/* The flags that INSN makes a number in a byte of; NULL if it does not.  */
static rtx
flags_of (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? PATTERN (insn) : NULL_RTX;
  if (!set || GET_CODE (set) != SET || !REG_P (SET_DEST (set))
      || GET_MODE (SET_DEST (set)) != QImode
      || !HARD_REGISTER_P (SET_DEST (set)) || !COMPARISON_P (SET_SRC (set)))
    return NULL_RTX;
  rtx flags = XEXP (SET_SRC (set), 0);
  return REG_P (flags) && GET_MODE_CLASS (GET_MODE (flags)) == MODE_CC
             && XEXP (SET_SRC (set), 1) == const0_rtx
           ? flags
           : NULL_RTX;
}

/* The insn in front of INSN that sets its FLAGS, if REG is free from there on;
   else NULL.  */
static rtx_insn *
find_comparison (rtx_insn *insn, rtx flags, rtx reg)
{
  rtx_insn *at = insn;
  for (unsigned i = 0; i < MAX_DISTANCE; i++)
    {
      do
        at = PREV_INSN (at);
      while (at && (NOTE_P (at) || DEBUG_INSN_P (at))
             && !NOTE_INSN_BASIC_BLOCK_P (at));
      if (!at || !NONJUMP_INSN_P (at)
          || reg_overlap_mentioned_p (reg, PATTERN (at)))
        return NULL;
      if (reg_set_p (flags, at))
        return reg_referenced_p (flags, PATTERN (at)) ? NULL : at;
    }
  return NULL;
}

static void
try_setcc (rtx_insn *insn)
{
  rtx flags = flags_of (insn);
  if (!flags)
    return;
  rtx set = PATTERN (insn), low = SET_DEST (set);
  rtx reg = gen_rtx_REG (SImode, REGNO (low));
  rtx_insn *comparison = find_comparison (insn, flags, reg);
  if (!comparison)
    return;

  rtx clear = gen_rtx_PARALLEL (
    VOIDmode,
    gen_rtvec (2, gen_rtx_SET (reg, const0_rtx),
               gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, REGNO (flags)))));
  rtx_insn *cleared = emit_insn_before (clear, comparison);
  if (recog_memoized (cleared) < 0
      || !validate_change (insn, &SET_DEST (set),
                           gen_rtx_STRICT_LOW_PART (VOIDmode, low), 0))
    delete_insn (cleared);
}

/* The comparison of flags that INSN makes 0 or -1; NULL if it does not.  */
static rtx
borrow_of (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  if (!set || !REG_P (SET_DEST (set)) || !HARD_REGISTER_P (SET_DEST (set))
      || (GET_MODE (SET_DEST (set)) != SImode && GET_MODE (SET_DEST (set)) != DImode))
    return NULL_RTX;
  rtx from = SET_SRC (set), test = NULL_RTX;
  if (GET_CODE (from) == NEG)
    test = XEXP (from, 0);
  else if (GET_CODE (from) == IF_THEN_ELSE && XEXP (from, 1) == constm1_rtx
           && XEXP (from, 2) == const0_rtx)
    test = XEXP (from, 0);
  return test && COMPARISON_P (test) && REG_P (XEXP (test, 0))
                 && GET_MODE_CLASS (GET_MODE (XEXP (test, 0))) == MODE_CC
                 && XEXP (test, 1) == const0_rtx
             ? test
             : NULL_RTX;
}

static void
try_borrow (rtx_insn *insn)
{
  rtx test = borrow_of (insn);
  if (!test)
    return;
  rtx flags = XEXP (test, 0), result = SET_DEST (single_set (insn));
  machine_mode mode = GET_MODE (result);
  rtx reg = gen_rtx_REG (SImode, REGNO (result));
  rtx_insn *comparison = find_comparison (insn, flags, reg);
  rtx clobber
      = gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (CCmode, REGNO (flags)));
  rtx clear = gen_rtx_SET (reg, const0_rtx);
  if (comparison)
    clear = gen_rtx_PARALLEL (VOIDmode, gen_rtvec (2, clear, clobber));
  rtx_insn *cleared = emit_insn_before (clear, comparison ? comparison : insn);
  rtx borrow = gen_rtx_fmt_ee (GET_CODE (test), mode, flags, const0_rtx);
  rtx difference
      = gen_rtx_MINUS (mode, gen_rtx_MINUS (mode, result, borrow), result);
  if (recog_memoized (cleared) < 0
      || !validate_change (insn, &PATTERN (insn),
                           gen_rtx_PARALLEL (
                               VOIDmode, gen_rtvec (2, gen_rtx_SET (result, difference),
                                                    copy_rtx (clobber))),
                           0))
    delete_insn (cleared);
}

bool
hwpgo_setcc_gate (function *fn)
{
  return optimize > 1 && hwpgo_plugin.args.options
         && ENTRY_BLOCK_PTR_FOR_FN (fn)->count.initialized_p ()
         && ENTRY_BLOCK_PTR_FOR_FN (fn)->count.quality () == AFDO;
}

unsigned int
hwpgo_setcc_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      rtx_insn *insn;
      if (optimize_bb_for_speed_p (bb))
        FOR_BB_INSNS (bb, insn)
          {
            try_setcc (insn);
            try_borrow (insn);
          }
    }
  return 0;
}
