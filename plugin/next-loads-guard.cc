/* Loads from the next place: for how many turns they are allowed.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-emit.h"
#include "plugin/next-loads.h"
#include "plugin/plugin.h"

/* What VALUE, which can be known before a turn, is in W's turn.  */
static tree
turn_value (struct hwpgo_next_work *w, tree value)
{
  if (expr_invariant_in_loop_p (w->n->loop, value))
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return w->in ? PHI_ARG_DEF_FROM_EDGE (phi, w->in) : value;
  if (tree *known = w->values.get (value))
    return *known;
  auto_vec<tree> operands;
  use_operand_p use;
  ssa_op_iter iter;
  FOR_EACH_SSA_USE_OPERAND (use, def, iter, SSA_OP_USE)
    operands.safe_push (turn_value (w, USE_FROM_PTR (use)));
  tree name = make_ssa_name (TREE_TYPE (value));
  /* What another way of the turn computes must not overflow here.  */
  hwpgo_emit_copy (&w->seq, def, name, operands, UNKNOWN_LOCATION);
  w->values.put (value, name);
  return name;
}

/* Let the names in *T, a part of a reference, be what they are in W's turn.  */
static tree
take_values (tree *t, int *subtrees, void *data)
{
  if (TREE_CODE (*t) == SSA_NAME)
    {
      *t = turn_value ((struct hwpgo_next_work *) data, *t);
      *subtrees = 0;
    }
  return NULL_TREE;
}

tree
hwpgo_next_address (struct hwpgo_next_work *w, const struct hwpgo_next_place *place)
{
  tree ref = unshare_expr (place->ref);
  walk_tree (&ref, take_values, w, NULL);
  return hwpgo_emit_address (&w->seq, ref);
}

static tree
build (struct hwpgo_next_work *w, tree_code code, tree a, tree b)
{
  return gimple_build (&w->seq, code, ssizetype, a, b);
}

/* How often BY, which is positive, fits into ROOM; a negative number, or 0, if ROOM
   is.  */
static tree
times (struct hwpgo_next_work *w, tree room, HOST_WIDE_INT by)
{
  if (by == 1)
    return room;
  return pow2p_hwi (by)
             ? gimple_build (&w->seq, RSHIFT_EXPR, ssizetype, room,
                             build_int_cst (unsigned_type_node, exact_log2 (by)))
             : build (w, TRUNC_DIV_EXPR, room, ssize_int (by));
}

/* The smaller of TURNS, which may be NULL, and MORE.  */
static tree
least (struct hwpgo_next_work *w, tree turns, tree more)
{
  return turns ? build (w, MIN_EXPR, turns, more) : more;
}

/* Bytes that a turn takes BY of: LESS less than the least of several, or the reverse of
   that, LESS less the largest.  */
struct room
{
  HOST_WIDE_INT by, less;
  bool reverse;
  tree value; /* that least or largest one.  */
};

/* All that there is room in, those that differ in nothing but the value as one: the fewer
   divisions and subtractions.  */
struct rooms
{
  struct hwpgo_next_work *w;
  auto_vec<struct room> all;
};

/* Let R have that room, too.  */
static void
add_room (struct rooms *r, HOST_WIDE_INT by, HOST_WIDE_INT less, bool reverse, tree value)
{
  for (struct room &room : r->all)
    if (room.by == by && room.less == less && room.reverse == reverse)
      {
        room.value = build (r->w, reverse ? MAX_EXPR : MIN_EXPR, room.value, value);
        return;
      }
  r->all.safe_push ({ by, less, reverse, value });
}

/* The bytes of ROOM, of R.  */
static tree
bytes_in_room (struct rooms *r, const struct room &room)
{
  tree less = ssize_int (room.less);
  return room.reverse ? build (r->w, MINUS_EXPR, less, room.value)
                      : build (r->w, MINUS_EXPR, room.value, less);
}

/* For how many turns there is room in R.  */
static tree
turns_in_rooms (struct rooms *r)
{
  tree turns = NULL_TREE;
  while (!r->all.is_empty ())
    {
      HOST_WIDE_INT by = r->all.last ().by;
      tree bytes = NULL_TREE;
      for (unsigned i = r->all.length (); i-- > 0;)
        if (r->all[i].by == by)
          {
            bytes = least (r->w, bytes, bytes_in_room (r, r->all[i]));
            r->all.ordered_remove (i);
          }
      turns = least (r->w, turns, times (r->w, bytes, by));
    }
  return turns;
}

/* Let R have what of L, whose place is at ADDRESS, is in one page.  */
static void
add_page (struct rooms *r, const struct hwpgo_next_load *l, tree address)
{
  HOST_WIDE_INT page = (HOST_WIDE_INT) hwpgo_plugin.select_params.page_bytes;
  tree offset = build (r->w, BIT_AND_EXPR,
                       gimple_convert (&r->w->seq, ssizetype, address),
                       ssize_int (page - 1));
  if (l->by < 0)
    add_room (r, -l->by, 0, false, offset);
  else
    add_room (r, l->by, page - l->place.size, true, offset);
}

/* Let R have what is between STORE, at ADDRESSES[1], and what L, whose place is at
   ADDRESSES[0], loads.  */
static void
add_distance (struct rooms *r, const struct hwpgo_next_load *l,
              const struct hwpgo_next_place *store, const tree addresses[2])
{
  struct hwpgo_next_work *w = r->w;
  tree a = gimple_convert (&w->seq, ssizetype, addresses[0]);
  tree b = gimple_convert (&w->seq, ssizetype, addresses[1]);
  tree apart = build (w, MAX_EXPR, build (w, MINUS_EXPR, a, b),
                      build (w, MINUS_EXPR, b, a));
  HOST_WIDE_INT up = MAX (l->place.high, 0) - MIN (store->low, 0);
  HOST_WIDE_INT down = MAX (store->high, 0) - MIN (l->place.low, 0);
  add_room (r, MAX (up, down), MAX (l->place.size, store->size), false, apart);
}

/* For so many turns P, an index, does not wrap.  */
static tree
turns_unwrapped (struct hwpgo_next_work *w, const struct hwpgo_next_phi *p)
{
  tree type = TREE_TYPE (gimple_phi_result (p->phi)), turns = NULL_TREE;
  tree now = gimple_convert (&w->seq, ssizetype, PHI_ARG_DEF_FROM_EDGE (p->phi, w->in));
  if (p->low < 0)
    {
      tree first = fold_convert (ssizetype, TYPE_MIN_VALUE (type));
      turns = times (w, build (w, MINUS_EXPR, now, first), -p->low);
    }
  if (p->high > 0)
    {
      tree last = fold_convert (ssizetype, TYPE_MAX_VALUE (type));
      turns = least (w, turns,
                     times (w, build (w, MINUS_EXPR, last, now), p->high));
    }
  return turns;
}

/* Of TURNS all, if the first one takes WAY, or none.  */
static tree
turns_if (struct hwpgo_next_work *w, tree turns, edge way)
{
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (way->src));
  tree_code code = gimple_cond_code (cond);
  if (!(way->flags & EDGE_TRUE_VALUE))
    code = invert_tree_comparison (code, false);
  tree truth = gimple_build (&w->seq, code, boolean_type_node,
                             turn_value (w, gimple_cond_lhs (cond)),
                             turn_value (w, gimple_cond_rhs (cond)));
  tree mask = gimple_build (&w->seq, NEGATE_EXPR, ssizetype,
                            gimple_convert (&w->seq, ssizetype, truth));
  return build (w, BIT_AND_EXPR, turns, mask);
}

tree
hwpgo_next_turns_allowed (struct hwpgo_next_work *w, tree addresses[HWPGO_NEXT_MAX_LOADS])
{
  const struct hwpgo_next_loop *n = w->n;
  tree stores[HWPGO_NEXT_MAX_STORES] = {};
  struct rooms rooms = { w, {} };
  for (unsigned i = 0; i < n->n_loads; i++)
    {
      addresses[i] = hwpgo_next_address (w, &n->loads[i].place);
      add_page (&rooms, &n->loads[i], addresses[i]);
    }
  for (unsigned i = 0; i < n->n_loads; i++)
    for (unsigned k = 0; k < n->n_stores; k++)
      if (n->near[i][k])
        {
          if (!stores[k])
            stores[k] = hwpgo_next_address (w, &n->stores[k]);
          const tree both[2] = { addresses[i], stores[k] };
          add_distance (&rooms, &n->loads[i], &n->stores[k], both);
        }
  tree turns = turns_in_rooms (&rooms);
  for (unsigned i = 0; i < n->n_phis; i++)
    if (n->phis[i].narrow && (n->phis[i].low < 0 || n->phis[i].high > 0))
      turns = least (w, turns, turns_unwrapped (w, &n->phis[i]));
  for (unsigned i = 0; i < n->n_tests; i++)
    turns = turns_if (w, turns, n->tests[i]);
  return build (w, BIT_AND_EXPR, turns, ssize_int (-HWPGO_NEXT_TURNS));
}
