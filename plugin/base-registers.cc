/* Registers that addresses are built on.
   SPDX-License-Identifier: GPL-2.0-or-later

   Of x86-64's registers two, rbp and r13, cannot be the base of an address without a
   displacement: what they would say in its first byte means that there is no base, so
   that a byte of zeros follows.  It takes a place for a constant in the lines of decoded
   instructions of Zen 4, and a short loop that had just fitted no more does: a merge of
   long runs takes 1.2 times as long, and which of the registers that are kept over
   calls GCC gives to what is chance.  So where a hot loop has such bases, their register
   and another one that is kept over calls, which is base less often, are exchanged in
   the whole function.  That is before the prologue saves those that are used.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* So often for one execution of the hottest block, one of the two is a base without a
   displacement more often than the other register.  */
#define MIN_SHARE 0.25

/* The names of those that need one, and of those that do not.  */
static const char *const needing[] = { "bp", "r13" };
static const char *const others[] = { "r14", "r15", "r12" };

/* The number of the register NAME, if this target has it, it is kept over calls, and
   nothing else is decided about it; -1 otherwise.  */
static int
kept_register (const char *name)
{
  for (unsigned r = 0; r < FIRST_PSEUDO_REGISTER; r++)
    if (strcmp (reg_names[r], name) == 0)
      return !fixed_regs[r] && !global_regs[r] && !crtl->abi->clobbers_full_reg_p (r)
                     && !(r == HARD_FRAME_POINTER_REGNUM && frame_pointer_needed)
                 ? (int) r
                 : -1;
  return -1;
}

/* The number of the base of ADDRESS, which has no displacement; -1 if there is
   none.  */
static int
bare_base (const_rtx address)
{
  if (GET_CODE (address) == PLUS)
    {
      const_rtx a = XEXP (address, 0), b = XEXP (address, 1);
      /* The index is scaled, or the second of two.  */
      bool scaled = GET_CODE (a) == MULT || GET_CODE (a) == ASHIFT;
      if (!REG_P (b) || (!REG_P (a) && !scaled))
        return -1;
      address = scaled ? b : a;
    }
  return REG_P (address) ? (int) REGNO (address) : -1;
}

/* Add how often each register is such a base in INSN, which runs TIMES times, to
   BASES.  */
static void
note_bases (rtx_insn *insn, double times, double *bases)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (*iter && MEM_P (*iter))
      {
        int r = bare_base (XEXP (*iter, 0));
        if (r >= 0 && r < FIRST_PSEUDO_REGISTER)
          bases[r] += times;
      }
}

/* Does X, of an insn, use A or B in a way that says which it has to be: as a part of
   several, or as the register of a variable?  */
static bool
bound_p (const_rtx x, unsigned a, unsigned b)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, ALL)
    if (*iter && REG_P (*iter))
      {
        unsigned first = REGNO (*iter), end = END_REGNO (*iter);
        bool used = (a >= first && a < end) || (b >= first && b < end);
        tree decl = used ? REG_EXPR (*iter) : NULL_TREE;
        if (used
            && (end - first != 1
                || (decl && VAR_P (decl) && DECL_HARD_REGISTER (decl))))
          return true;
      }
  return false;
}

/* Has the call INSN its own idea of A or B: as an argument, or as one of both that it
   does not keep?  */
static bool
call_bound_p (rtx_insn *insn, unsigned a, unsigned b)
{
  function_abi abi = insn_callee_abi (insn);
  if (abi.clobbers_full_reg_p (a) || abi.clobbers_full_reg_p (b))
    return true;
  for (rtx use = CALL_INSN_FUNCTION_USAGE (insn); use; use = XEXP (use, 1))
    {
      rtx reg = XEXP (XEXP (use, 0), 0);
      if (REG_P (reg) && (REGNO (reg) == a || REGNO (reg) == b))
        return true;
    }
  return false;
}

/* Is INSN bound to A or B?  An asm may name what it clobbers.  */
static bool
insn_bound_p (rtx_insn *insn, unsigned a, unsigned b)
{
  if (bound_p (PATTERN (insn), a, b) || (CALL_P (insn) && call_bound_p (insn, a, b)))
    return true;
  if (DEBUG_INSN_P (insn) || extract_asm_operands (PATTERN (insn)) == NULL_RTX)
    return false;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (*iter && GET_CODE (*iter) == CLOBBER && REG_P (XEXP (*iter, 0))
        && (REGNO (XEXP (*iter, 0)) == a || REGNO (XEXP (*iter, 0)) == b))
      return true;
  return false;
}

/* Where a register has been exchanged: several insns may have one memory reference, as it
   is allowed behind register allocation.  */
typedef hash_set<rtx *> slots;

/* Exchange the registers A and B in *X, but for those in DONE, which gets the others.
   True if one of them was there.  */
static bool
exchange (rtx *x, unsigned a, unsigned b, slots *done)
{
  bool changed = false;
  subrtx_ptr_iterator::array_type array;
  FOR_EACH_SUBRTX_PTR (iter, array, x, ALL)
    {
      rtx reg = **iter;
      if (!reg || !REG_P (reg) || (REGNO (reg) != a && REGNO (reg) != b))
        continue;
      changed = true;
      if (done->add (*iter))
        continue;
      rtx other = gen_rtx_REG (GET_MODE (reg), REGNO (reg) == a ? b : a);
      ORIGINAL_REGNO (other) = ORIGINAL_REGNO (reg);
      REG_ATTRS (other) = REG_ATTRS (reg);
      REG_POINTER (other) = REG_POINTER (reg);
      REG_USERVAR_P (other) = REG_USERVAR_P (reg);
      **iter = other;
    }
  return changed;
}

/* Exchange A and B in all of the function.  False if an insn has no form for that, or
   if one of them would be live for nothing.  */
static bool
exchange_all (unsigned a, unsigned b)
{
  bool valid = true;
  slots done;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (!INSN_P (insn))
        continue;
      bool changed = exchange (&PATTERN (insn), a, b, &done);
      if (REG_NOTES (insn))
        changed |= exchange (&REG_NOTES (insn), a, b, &done);
      if (!changed)
        continue;
      df_insn_rescan (insn);
      if (DEBUG_INSN_P (insn))
        continue;
      extract_insn (insn);
      valid &= constrain_operands (1, get_enabled_alternatives (insn));
    }
  bool a_lives = df_regs_ever_live_p (a), b_lives = df_regs_ever_live_p (b);
  df_set_regs_ever_live (a, b_lives);
  df_set_regs_ever_live (b, a_lives);
  /* The register allocator may have left one among those used that no insn has any more.
     It would be saved as well then, and the frame has no room for it.  */
  return valid && (b_lives || !df_hard_reg_used_p (a))
         && (a_lives || !df_hard_reg_used_p (b));
}

/* Is any insn of the function bound to A or B, or does it get an argument in
   them?  */
static bool
any_bound_p (unsigned a, unsigned b)
{
  bitmap in = DF_LR_IN (ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb);
  if (bitmap_bit_p (in, (int) a) || bitmap_bit_p (in, (int) b))
    return true;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (INSN_P (insn) && insn_bound_p (insn, a, b))
      return true;
  return false;
}

bool
hwpgo_base_registers_gate (function *fn)
{
  return hwpgo_plugin.args.options && optimize >= 2
         && optimize_function_for_speed_p (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count)
         && !fn->calls_setjmp && !fn->has_nonlocal_label && !crtl->calls_eh_return
         && !crtl->drap_reg && !stack_realign_drap;
}

unsigned int
hwpgo_base_registers_execute (function *fn)
{
  double bases[FIRST_PSEUDO_REGISTER] = {}, most = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      rtx_insn *insn;
      double times = hwpgo_executions (bb->count);
      most = MAX (most, times);
      FOR_BB_INSNS (bb, insn)
        if (NONDEBUG_INSN_P (insn))
          note_bases (insn, times, bases);
    }
  for (const char *name : needing)
    {
      int a = kept_register (name), best = -1;
      for (const char *other : others)
        {
          int b = kept_register (other);
          if (a >= 0 && b >= 0 && (best < 0 || bases[b] < bases[best]))
            best = b;
        }
      if (best < 0 || bases[a] - bases[best] < MAX (MIN_SHARE * most, 1)
          || any_bound_p (a, best))
        continue;
      if (!exchange_all (a, best))
        {
          exchange_all (a, best);
          continue;
        }
      std::swap (bases[a], bases[best]);
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE,
                         dump_user_location_t::from_function_decl (fn->decl),
                         "%s is the base of addresses instead of %s\n",
                         reg_names[best], reg_names[a]);
    }
  return 0;
}
