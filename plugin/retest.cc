/* What was compared is not compared again.
   SPDX-License-Identifier: GPL-2.0-or-later

     cmp    %rsi, %rdx                cmp    %rsi, %rdx
     jg     out                       jg     out
     add    $1, %rax           ->     lea    1(%rax), %rax
     cmp    %rsi, %rdx                cmovl  %rdi, %rax
     cmovl  %rdi, %rax

   Each select has its own comparison in GIMPLE, and on x86-64 arithmetic sets
   the flags, so that where a sum is computed between two of them both are
   there.  GCC drops a comparison only if the flags were not touched.  Here
   sums between them become what adds without flags, and an asm without
   instructions, by which values are hidden, leaves the flags.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

/* The last comparison on the way, while its flags could still be there.  */
struct compared
{
  rtx_insn *insn;                /* NULL: there is none.  */
  auto_vec<rtx_insn *> clobbers; /* behind it: they need not touch the
                                    flags.  */
};

/* The flags that INSN sets to the result of a comparison, and does nothing
   else; NULL if it is none.  */
static rtx
comparison_flags (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? PATTERN (insn) : NULL_RTX;
  return set && GET_CODE (set) == SET && REG_P (SET_DEST (set))
                 && GET_MODE_CLASS (GET_MODE (SET_DEST (set))) == MODE_CC
                 && GET_CODE (SET_SRC (set)) == COMPARE
                 && !volatile_refs_p (set)
             ? SET_DEST (set)
             : NULL_RTX;
}

/* Is SOURCE computed by an asm with no instructions?  */
static bool
empty_p (rtx source)
{
  return GET_CODE (source) == ASM_OPERANDS && !*ASM_OPERANDS_TEMPLATE (source)
         && ASM_OPERANDS_LABEL_LENGTH (source) == 0;
}

static bool
sum_p (rtx source)
{
  return GET_CODE (source) == PLUS && REG_P (XEXP (source, 0))
         && (REG_P (XEXP (source, 1)) || CONST_INT_P (XEXP (source, 1)));
}

/* What INSN, which clobbers FLAGS, does besides, if there is another way to do
   that; else NULL.  */
static rtx
without_flags (rtx_insn *insn, rtx flags)
{
  rtx pattern = NONJUMP_INSN_P (insn) && !RTX_FRAME_RELATED_P (insn)
                    ? PATTERN (insn)
                    : NULL_RTX;
  if (!pattern || GET_CODE (pattern) != PARALLEL || XVECLEN (pattern, 0) != 2)
    return NULL_RTX;
  rtx set = XVECEXP (pattern, 0, 0), clobber = XVECEXP (pattern, 0, 1);
  return GET_CODE (set) == SET && REG_P (SET_DEST (set))
                 && (sum_p (SET_SRC (set)) || empty_p (SET_SRC (set)))
                 && GET_CODE (clobber) == CLOBBER && REG_P (XEXP (clobber, 0))
                 && REGNO (XEXP (clobber, 0)) == REGNO (flags)
             ? set
             : NULL_RTX;
}

/* Nothing from C's comparison to LAST may say that the flags end there.  */
static void
forget_deaths (const struct compared *c, rtx_insn *last, rtx flags)
{
  for (rtx_insn *insn = c->insn; insn != last; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
        remove_note (insn, find_regno_note (insn, REG_DEAD, REGNO (flags)));
        remove_note (insn, find_regno_note (insn, REG_UNUSED, REGNO (flags)));
      }
}

/* Drop INSN, the comparison that C has, if what is in between can leave its
   FLAGS.  */
static bool
drop (struct compared *c, rtx_insn *insn, rtx flags)
{
  for (rtx_insn *i : c->clobbers)
    validate_change (i, &PATTERN (i), copy_rtx (without_flags (i, flags)), 1);
  if (!apply_change_group ())
    return false;
  if (dump_file)
    fprintf (dump_file, ";; insn %d compares what insn %d has compared\n",
             INSN_UID (insn), INSN_UID (c->insn));
  forget_deaths (c, insn, flags);
  delete_insn (insn);
  c->clobbers.truncate (0);
  return true;
}

/* Let C go on behind INSN.  */
static void
pass (struct compared *c, rtx_insn *insn)
{
  rtx flags = comparison_flags (insn);
  if (flags)
    {
      if (c->insn && rtx_equal_p (PATTERN (insn), PATTERN (c->insn))
          && drop (c, insn, flags))
        return;
      c->insn = insn;
      c->clobbers.truncate (0);
      return;
    }
  if (!c->insn)
    return;
  flags = comparison_flags (c->insn);
  if (CALL_P (insn) || modified_in_p (SET_SRC (PATTERN (c->insn)), insn))
    c->insn = NULL;
  else if (reg_set_p (flags, insn))
    {
      if (without_flags (insn, flags))
        c->clobbers.safe_push (insn);
      else
        c->insn = NULL;
    }
}

bool
hwpgo_retest_gate (function *fn)
{
  return hwpgo_setcc_gate (fn);
}

unsigned int
hwpgo_retest_execute (function *fn)
{
  struct compared c;
  c.insn = NULL;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      /* The flags are there behind a branch, too.  */
      if (!single_pred_p (bb) || single_pred (bb) != bb->prev_bb
          || !(single_pred_edge (bb)->flags & EDGE_FALLTHRU)
          || !optimize_bb_for_speed_p (bb))
        c.insn = NULL;
      if (!c.insn)
        c.clobbers.truncate (0);
      rtx_insn *insn, *next;
      if (optimize_bb_for_speed_p (bb))
        FOR_BB_INSNS_SAFE (bb, insn, next)
      if (NONDEBUG_INSN_P (insn))
        pass (&c, insn);
    }
  return 0;
}
