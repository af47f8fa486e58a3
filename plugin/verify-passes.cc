/* The verifier's watch over the passes.
   SPDX-License-Identifier: GPL-2.0-or-later

   A plugin is told before each pass, not after it.  So the state after a pass
   is seen when the next thing happens, whatever it is: before the next pass
   asks whether it should run at all, or where a list of passes ends.

   A pass of GIMPLE or RTL works on cfun, and that is looked at.  One between
   functions may change any, and all are.  What such a pass wants of a function
   it may also do later, when the function's turn comes (a transform), of which
   no plugin is told: those are called through us.

   Before: the last snapshot of the function, whenever that was; nothing but
   what is blamed has changed it since.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/verify-gcc.h"

typedef unsigned int (*transform_function) (cgraph_node *);

/* A pass that has run and was not looked at since.  */
struct unseen
{
  opt_pass *pass;    /* NULL: none.  */
  cgraph_node *node; /* that it worked on; NULL: any.  */
  bool transform;
};

static struct
{
  hwpgo_verify_rules rules;
  struct hwpgo_verify_history history;
  struct unseen one, any; /* a pass of one function, and of all.  */
} watch;

/* What passes have said of a function, by its DECL_UID.  */
struct reasons
{
  const char *unknown[HWPGO_VERIFY_RULES];
};

static hash_map<int_hash<int, -1, -2>, struct hwpgo_verify_snapshot *> *last;
static hash_map<opt_pass *, transform_function> *transforms;
static hash_map<int_hash<int, -1, -2>, struct reasons> *said;

void
hwpgo_verify_unknown (tree fndecl, enum hwpgo_verify_rule rule,
                      const char *reason)
{
  if (!said)
    return;
  bool existed;
  struct reasons &r = said->get_or_insert (DECL_UID (fndecl), &existed);
  if (!existed)
    r = {};
  r.unknown[rule] = reason;
}

static bool
transforms_p (const cgraph_node *node)
{
  return !node->ipa_transforms_to_apply.is_empty ();
}

/* NODE may have been changed by PASS, or, if that is NULL, is looked at for
   the first time.  */
static void
look (cgraph_node *node, const struct unseen &by)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  if (node->inlined_to || !fn || !fn->cfg || !(fn->curr_properties & PROP_cfg))
    return;
  struct hwpgo_verify_snapshot now = {};
  struct hwpgo_verify_findings findings = {};
  struct hwpgo_verify_snapshot *&before
      = last->get_or_insert (DECL_UID (node->decl));
  /* Before the last passes bodies wait for what IPA has decided, or the
     callgraph for what became of the bodies.  */
  bool apart = symtab->state < EXPANSION || !by.node || by.transform
               || transforms_p (node);
  int ret = hwpgo_verify_see (fn, watch.rules, apart, &now);
  if (ret == 0)
    ret = hwpgo_verify_compare (before, &now, DECL_UID (node->decl),
                                watch.rules, &watch.history, &findings);
  if (ret)
    fatal_error (UNKNOWN_LOCATION, "hwpgo: out of memory");
  if (findings.n)
    {
      const struct reasons *reasons = said->get (DECL_UID (node->decl));
      hwpgo_verify_tell (by.pass, fn, &now, &findings,
                         reasons ? reasons->unknown : NULL);
    }
  hwpgo_verify_findings_free (&findings);
  if (hwpgo_plugin.args.verify_branch)
    hwpgo_verify_follow (by.pass, fn, before, &now);
  if (!before)
    before = XNEW (struct hwpgo_verify_snapshot);
  else
    hwpgo_verify_free (before);
  *before = now;
}

/* See what the last pass of a function has done.  */
static void
see_one ()
{
  struct unseen by = watch.one;
  watch.one.pass = NULL;
  if (!by.pass || !by.node)
    return;
  look (by.node, by);
  said->remove (DECL_UID (by.node->decl));
}

/* See what all passes until now have done.  */
static void
see_all (void *, void *)
{
  see_one ();
  struct unseen by = watch.any;
  watch.any.pass = NULL;
  if (!by.pass)
    return;
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (!node->inlined_to && node->has_gimple_body_p ())
      look (node, by);
  said->empty ();
}

static unsigned int
transform (cgraph_node *node)
{
  opt_pass *pass = current_pass;
  see_one ();
  unsigned int todo = (*transforms->get (pass)) (node);
  watch.one = { pass, node, true };
  return todo;
}

/* PASS, which is DATA, is about to run.  */
static void
begin_pass (void *data, void *)
{
  opt_pass *pass = (opt_pass *) data;
  if (cfun)
    watch.one = { pass, cgraph_node::get (cfun->decl), false };
  else
    watch.any = { pass, NULL, false };
}

static void
watch_transforms (void *, void *)
{
  opt_pass *pass = g->get_passes ()->all_regular_ipa_passes;
  for (; pass; pass = pass->next)
    {
      ipa_opt_pass_d *ipa
          = pass->type == IPA_PASS ? (ipa_opt_pass_d *) pass : NULL;
      if (!ipa || !ipa->function_transform
          || ipa->function_transform == transform)
        continue;
      transforms->put (pass, ipa->function_transform);
      ipa->function_transform = transform;
    }
}

static void
forget_node (cgraph_node *node, void *)
{
  if (watch.one.node == node)
    watch.one.pass = NULL;
}

static void
finish (void *, void *)
{
  see_all (NULL, NULL);
  hwpgo_verify_sum_up ();
}

static void
begin_unit (void *, void *)
{
  watch_transforms (NULL, NULL);
  symtab->add_cgraph_removal_hook (forget_node, NULL);
}

int
hwpgo_verify_watch (const char *plugin_name, struct hwpgo_error *err)
{
  const struct hwpgo_args *args = &hwpgo_plugin.args;
  int ret = hwpgo_verify_parse_rules (args->verify_rules, &watch.rules, err);
  if (ret || args->verify == HWPGO_VERIFY_OFF)
    return ret;
  if (args->verify == HWPGO_VERIFY_REPORT && !args->report)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                            "argument 'verify=report' needs 'report'");
  last = new hash_map<int_hash<int, -1, -2>, struct hwpgo_verify_snapshot *>;
  transforms = new hash_map<opt_pass *, transform_function>;
  said = new hash_map<int_hash<int, -1, -2>, struct reasons>;
  static const struct
  {
    int event;
    plugin_callback_func call;
  } events[] = { { PLUGIN_START_UNIT, begin_unit },
                 { PLUGIN_OVERRIDE_GATE, see_all },
                 { PLUGIN_PASS_EXECUTION, begin_pass },
                 { PLUGIN_EARLY_GIMPLE_PASSES_END, see_all },
                 { PLUGIN_ALL_IPA_PASSES_END, see_all },
                 { PLUGIN_ALL_PASSES_END, see_all },
                 { PLUGIN_FINISH_UNIT, finish } };
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
    register_callback (plugin_name, events[i].event, events[i].call, NULL);
  return 0;
}
