/* What a choice between values makes of a condition.
   SPDX-License-Identifier: GPL-2.0-or-later

   The bits of a value are followed backwards from the condition to where they
   come from.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"

/* Statements looked at for one condition, and how deep.  */
#define MAX_VISITS 64
#define MAX_DEPTH 12
/* Selects noted for one condition, and choices of any kind.  */
#define MAX_SELECTS 8
#define MAX_CHOICES 16

/* What is known of a value of up to 64 bits.  */
struct known
{
  unsigned HOST_WIDE_INT value, unknown; /* VALUE is 0 where UNKNOWN is 1.  */
  bool nonzero; /* it is not 0, though no single bit may be known.  */
  bool chosen;  /* it depends on the choice.  */
};

static unsigned HOST_WIDE_INT
type_mask (const_tree type)
{
  unsigned precision = TYPE_PRECISION (type);
  return precision >= HOST_BITS_PER_WIDE_INT
             ? HOST_WIDE_INT_M1U
             : (HOST_WIDE_INT_1U << precision) - 1;
}

static bool
followable_type_p (const_tree type)
{
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && TYPE_PRECISION (type) <= HOST_BITS_PER_WIDE_INT;
}

/* One value whose bits are known, or, with UNKNOWN, not.  */
static known
bits (unsigned HOST_WIDE_INT value, unsigned HOST_WIDE_INT unknown,
      bool chosen)
{
  return { value & ~unknown, unknown, (value & ~unknown) != 0, chosen };
}

/* Is ADDRESS, an ADDR_EXPR, that of an object?  */
static bool
object_p (tree address)
{
  bool overflow = false;
  return tree_single_nonzero_warnv_p (address, &overflow);
}

/* Follows bits where CHOICE, or none, has its value number WHICH.  */
class follower
{
public:
  follower (const struct hwpgo_choice *choice, unsigned which,
            hwpgo_follow_mode mode, vec<gassign *> *selects = NULL,
            vec<gimple *> *choices = NULL)
      : m_choice (choice), m_which (which), m_mode (mode), m_selects (selects),
        m_choices (choices), m_visits (0)
  {
  }
  int condition (gcond *cond);
  int target (gswitch *branch);

private:
  known value (tree name, unsigned depth);
  known name_only (tree name) const;
  known merged (known a, known b) const;
  void note (gimple *choice);
  known phi (gphi *phi, unsigned depth);
  known select (gassign *stmt, unsigned depth);
  known chosen (unsigned depth);
  bool shift (gassign *stmt, unsigned depth, known *result);
  bool arithmetic (gassign *stmt, unsigned depth, known *result);
  int compare (tree_code code, tree a, tree b, unsigned depth, bool *chosen);

  const struct hwpgo_choice *m_choice;
  unsigned m_which;
  hwpgo_follow_mode m_mode;
  vec<gassign *> *m_selects; /* met on the way; may be NULL.  */
  vec<gimple *> *m_choices;  /* the same, of PHIs, too.  */
  unsigned m_visits;
  auto_vec<gphi *, MAX_DEPTH> m_path; /* followed now.  */
};

/* What is known of NAME without looking at how it is made.  */
known
follower::name_only (tree name) const
{
  if (!followable_type_p (TREE_TYPE (name)))
    return bits (0, HOST_WIDE_INT_M1U, false);
  unsigned HOST_WIDE_INT unknown = type_mask (TREE_TYPE (name));
  if (TREE_CODE (name) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (name)))
    unknown &= get_nonzero_bits (name).to_uhwi ();
  return bits (0, unknown, false);
}

known
follower::merged (known a, known b) const
{
  if (m_mode == HWPGO_FOLLOW_CHOSEN && a.chosen != b.chosen)
    return a.chosen ? a : b;
  known both = bits (a.value, a.unknown | b.unknown | (a.value ^ b.value),
                     a.chosen || b.chosen);
  both.nonzero = a.nonzero && b.nonzero;
  return both;
}

static known
converted (known from, tree from_type, tree to_type)
{
  unsigned HOST_WIDE_INT mask = type_mask (to_type);
  unsigned HOST_WIDE_INT above = ~type_mask (from_type);
  unsigned HOST_WIDE_INT sign
      = type_mask (from_type) ^ type_mask (from_type) >> 1;
  if (!TYPE_UNSIGNED (from_type) && from.unknown & sign)
    from.unknown |= above;
  else if (!TYPE_UNSIGNED (from_type) && from.value & sign)
    from.value |= above;
  known to = bits (from.value & mask, from.unknown & mask, from.chosen);
  to.nonzero |= from.nonzero
                && TYPE_PRECISION (to_type) >= TYPE_PRECISION (from_type);
  return to;
}

/* *RESULT of STMT, a shift by a constant.  */
bool
follower::shift (gassign *stmt, unsigned depth, known *result)
{
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  tree by = gimple_assign_rhs2 (stmt);
  bool left = gimple_assign_rhs_code (stmt) == LSHIFT_EXPR;
  if (!tree_fits_uhwi_p (by) || tree_to_uhwi (by) >= TYPE_PRECISION (type)
      || (!left && !TYPE_UNSIGNED (type)))
    return false;
  unsigned n = tree_to_uhwi (by);
  known a = value (gimple_assign_rhs1 (stmt), depth);
  if (left)
    *result = bits (a.value << n & type_mask (type),
                    a.unknown << n & type_mask (type), a.chosen);
  else
    *result = bits (a.value >> n, a.unknown >> n, a.chosen);
  return true;
}

/* *RESULT of STMT, where it follows from the operands'; false elsewhere.  */
bool
follower::arithmetic (gassign *stmt, unsigned depth, known *result)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree lhs = gimple_assign_lhs (stmt), rhs1 = gimple_assign_rhs1 (stmt);
  if (!followable_type_p (TREE_TYPE (lhs)))
    return false;
  if (code == SSA_NAME || code == INTEGER_CST || CONVERT_EXPR_CODE_P (code))
    {
      if (!followable_type_p (TREE_TYPE (rhs1)))
        return false;
      *result
          = converted (value (rhs1, depth), TREE_TYPE (rhs1), TREE_TYPE (lhs));
      return true;
    }
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      bool chosen;
      int truth
          = compare (code, rhs1, gimple_assign_rhs2 (stmt), depth, &chosen);
      *result = bits (truth > 0, truth < 0, chosen);
      return true;
    }
  if (code == LSHIFT_EXPR || code == RSHIFT_EXPR)
    return shift (stmt, depth, result);
  if (code != BIT_AND_EXPR && code != BIT_IOR_EXPR && code != BIT_XOR_EXPR)
    return false;
  known a = value (rhs1, depth);
  known b = value (gimple_assign_rhs2 (stmt), depth);
  unsigned HOST_WIDE_INT zero_a = ~(a.value | a.unknown);
  unsigned HOST_WIDE_INT zero_b = ~(b.value | b.unknown);
  unsigned HOST_WIDE_INT either = a.unknown | b.unknown;
  bool chosen = a.chosen || b.chosen;
  if (code == BIT_AND_EXPR)
    *result = bits (a.value & b.value, either & ~zero_a & ~zero_b, chosen);
  else if (code == BIT_IOR_EXPR)
    *result = bits (a.value | b.value, either & ~a.value & ~b.value, chosen);
  else
    *result = bits ((a.value ^ b.value) & ~either, either, chosen);
  return true;
}

/* The value of the choice.  */
known
follower::chosen (unsigned depth)
{
  known k = value (m_choice->values[m_which], depth);
  k.chosen = true;
  return k;
}

void
follower::note (gimple *choice)
{
  if (m_choices && m_choices->length () < MAX_CHOICES
      && !m_choices->contains (choice))
    m_choices->safe_push (choice);
}

known
follower::select (gassign *stmt, unsigned depth)
{
  note (stmt);
  if (m_choice && stmt == m_choice->stmt)
    return chosen (depth);
  if (m_selects && m_selects->length () < MAX_SELECTS)
    m_selects->safe_push (stmt);
  return merged (value (gimple_assign_rhs2 (stmt), depth),
                 value (gimple_assign_rhs3 (stmt), depth));
}

known
follower::phi (gphi *phi, unsigned depth)
{
  note (phi);
  /* The turn before says nothing new, and takes all visits.  */
  if (m_path.contains (phi))
    return name_only (gimple_phi_result (phi));
  m_path.safe_push (phi);
  if (m_choice && phi == m_choice->stmt)
    return chosen (depth);
  known k = value (gimple_phi_arg_def (phi, 0), depth);
  for (unsigned i = 1; i < gimple_phi_num_args (phi); i++)
    k = merged (k, value (gimple_phi_arg_def (phi, i), depth));
  m_path.pop ();
  return k;
}

/* What is known of VALUE.  */
known
follower::value (tree name, unsigned depth)
{
  if (TREE_CODE (name) == INTEGER_CST && followable_type_p (TREE_TYPE (name)))
    return bits (TREE_INT_CST_LOW (name) & type_mask (TREE_TYPE (name)), 0,
                 false);
  known k = name_only (name);
  if (TREE_CODE (name) == ADDR_EXPR)
    k.nonzero = object_p (name);
  if (TREE_CODE (name) != SSA_NAME || depth == MAX_DEPTH
      || m_visits++ >= MAX_VISITS)
    return k;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gphi *merge = dyn_cast<gphi *> (def))
    return phi (merge, depth + 1);
  /* What is hidden is the same, but only good for guesses.  */
  if (m_mode == HWPGO_FOLLOW_CHOSEN && hwpgo_statement_hides (def))
    return value (TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (def), 0)),
                  depth + 1);
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt)
    return k;
  known found;
  if (gimple_assign_rhs_code (stmt) == COND_EXPR)
    return select (stmt, depth + 1);
  if (gimple_assign_rhs_code (stmt) == ADDR_EXPR)
    k.nonzero = object_p (gimple_assign_rhs1 (stmt));
  else if (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR)
    k.nonzero = flag_delete_null_pointer_checks
                && value (gimple_assign_rhs1 (stmt), depth + 1).nonzero;
  else if (arithmetic (stmt, depth + 1, &found))
    {
      /* Where the operands say nothing, the range of the result may.  */
      found.unknown &= k.unknown;
      return found;
    }
  return k;
}

/* A CODE B: 1, 0, or -1 for not known.  */
int
follower::compare (tree_code code, tree a, tree b, unsigned depth,
                   bool *chosen)
{
  known x = value (a, depth), y = value (b, depth);
  *chosen = x.chosen || y.chosen;
  if (code != EQ_EXPR && code != NE_EXPR)
    {
      tree type = TREE_TYPE (a);
      if ((x.unknown | y.unknown) != 0 || !INTEGRAL_TYPE_P (type)
          || !followable_type_p (type))
        return -1;
      tree truth = fold_binary (code, boolean_type_node,
                                build_int_cst (type, x.value),
                                build_int_cst (type, y.value));
      return truth && TREE_CODE (truth) == INTEGER_CST
                 ? integer_nonzerop (truth)
                 : -1;
    }
  unsigned HOST_WIDE_INT unknown = x.unknown | y.unknown;
  bool zero = (x.nonzero && !y.unknown && !y.value)
              || (y.nonzero && !x.unknown && !x.value);
  bool different = zero || ((x.value ^ y.value) & ~unknown) != 0;
  if (!different && unknown != 0)
    return -1;
  return different == (code == NE_EXPR);
}

int
follower::condition (gcond *cond)
{
  bool chosen;
  return compare (gimple_cond_code (cond), gimple_cond_lhs (cond),
                  gimple_cond_rhs (cond), 0, &chosen);
}

/* The index of the block that BRANCH goes to, or -1 for not known.  */
int
follower::target (gswitch *branch)
{
  tree index = gimple_switch_index (branch);
  known k = value (index, 0);
  if (k.unknown != 0 || !INTEGRAL_TYPE_P (TREE_TYPE (index))
      || !followable_type_p (TREE_TYPE (index)))
    return -1;
  edge e = find_taken_edge (gimple_bb (branch),
                            build_int_cst (TREE_TYPE (index), k.value));
  return e ? e->dest->index : -1;
}

struct hwpgo_choice
hwpgo_choice_of_select (gassign *select)
{
  return { select,
           2,
           { gimple_assign_rhs2 (select), gimple_assign_rhs3 (select) },
           NULL };
}

struct hwpgo_choice
hwpgo_choice_of (gimple *stmt)
{
  gassign *select = dyn_cast<gassign *> (stmt);
  if (select && gimple_assign_rhs_code (select) == COND_EXPR)
    return hwpgo_choice_of_select (select);
  if (select)
    {
      tree type = TREE_TYPE (gimple_assign_lhs (select));
      return { stmt,
               2,
               { constant_boolean_node (true, type),
                 constant_boolean_node (false, type) },
               NULL };
    }
  struct hwpgo_choice c = { stmt, 0, {}, NULL };
  if (gimple_phi_num_args (stmt) <= ARRAY_SIZE (c.values))
    for (; c.n < gimple_phi_num_args (stmt); c.n++)
      c.values[c.n] = gimple_phi_arg_def (stmt, c.n);
  return c;
}

int
hwpgo_follow_condition (gcond *cond, const struct hwpgo_choice *choice,
                        unsigned which, hwpgo_follow_mode mode)
{
  follower f (choice, which, mode);
  return f.condition (cond);
}

int
hwpgo_follow_branch (gimple *branch, const struct hwpgo_choice *choice,
                     unsigned which, hwpgo_follow_mode mode)
{
  follower f (choice, which, mode);
  if (gswitch *stmt = dyn_cast<gswitch *> (branch))
    return f.target (stmt);
  edge if_true, if_false;
  extract_true_false_edges_from_block (gimple_bb (branch), &if_true,
                                       &if_false);
  int truth = f.condition (as_a<gcond *> (branch));
  return truth < 0 ? -1 : (truth ? if_true : if_false)->dest->index;
}

void
hwpgo_follow_selects (gcond *cond, vec<gassign *> *selects)
{
  follower f (NULL, 0, HWPGO_FOLLOW_ALL, selects);
  if (f.condition (cond) >= 0)
    selects->truncate (0);
}

void
hwpgo_follow_choices (gimple *branch, vec<gimple *> *choices)
{
  follower f (NULL, 0, HWPGO_FOLLOW_ALL, NULL, choices);
  if (gswitch *stmt = dyn_cast<gswitch *> (branch))
    f.target (stmt);
  else
    f.condition (as_a<gcond *> (branch));
}

bool
hwpgo_follow_threaded_p (gcond *cond)
{
  auto_vec<gimple *> choices;
  hwpgo_follow_choices (cond, &choices);
  for (gimple *stmt : choices)
    if (is_a<gphi *> (stmt))
      {
        struct hwpgo_choice choice = hwpgo_choice_of (stmt);
        for (unsigned i = 0; i < choice.n; i++)
          if (hwpgo_follow_condition (cond, &choice, i, HWPGO_FOLLOW_CHOSEN)
              >= 0)
            return true;
      }
  return false;
}

tree
hwpgo_followable_to (gimple *stmt)
{
  if (is_a<gphi *> (stmt))
    return gimple_phi_result (stmt);
  if (hwpgo_statement_hides (stmt))
    return TREE_VALUE (gimple_asm_output_op (as_a<gasm *> (stmt), 0));
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (assign);
  bool follows
      = code == SSA_NAME || code == COND_EXPR || CONVERT_EXPR_CODE_P (code)
        || code == POINTER_PLUS_EXPR || code == LSHIFT_EXPR
        || code == RSHIFT_EXPR || code == BIT_AND_EXPR || code == BIT_IOR_EXPR
        || code == BIT_XOR_EXPR || TREE_CODE_CLASS (code) == tcc_comparison;
  return follows ? gimple_assign_lhs (stmt) : NULL_TREE;
}
