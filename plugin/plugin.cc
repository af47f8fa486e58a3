/* The plugin's way in: check the compiler, take the arguments, register the
   passes.
   SPDX-License-Identifier: GPL-2.0-or-later

   Users load hwpgo.so (dispatch.c), which loads this for the running GCC.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/report.h"
#include "plugin/verify-gcc.h"

struct hwpgo_plugin hwpgo_plugin;

/* A pass is two plain functions and a row of pass-list.def.  */
template <typename base> class hwpgo_pass : public base
{
public:
  hwpgo_pass (const pass_data &data, bool (*gate) (function *),
              unsigned int (*execute) (function *))
      : base (data, g), m_gate (gate), m_execute (execute)
  {
  }
  opt_pass *
  clone ()
  {
    return new hwpgo_pass (*this);
  }
  /* -fdump-passes asks for a function that has no blocks.  */
  bool
  gate (function *fn)
  {
    return (!fn || fn->cfg) && m_gate (fn);
  }
  unsigned int
  execute (function *fn)
  {
    return m_execute (fn);
  }

private:
  bool (*m_gate) (function *);
  unsigned int (*m_execute) (function *);
};

/* A pass between GCC's own of this kind, but with nothing in bytecode.  */
class link_pass : public ipa_opt_pass_d
{
public:
  link_pass (const pass_data &data, gcc::context *context)
      : ipa_opt_pass_d (data, context, NULL, NULL, NULL, NULL, NULL, NULL, 0,
                        NULL, NULL)
  {
  }
};

/* The one with something in it.  */
class bytecode_pass : public ipa_opt_pass_d
{
public:
  bytecode_pass (const pass_data &data, gcc::context *context)
      : ipa_opt_pass_d (data, context, NULL, hwpgo_bytecode_write_section,
                        hwpgo_bytecode_read_section,
                        hwpgo_bytecode_write_section,
                        hwpgo_bytecode_read_section, hwpgo_bytecode_fixup, 0,
                        NULL, NULL)
  {
  }
};

/* Of pass-list.def, beside the kinds that GCC has.  */
enum
{
  BYTECODE_PASS = IPA_PASS + 1
};

static opt_pass *
make_pass (int kind, const char *name, unsigned int finish,
           bool (*gate) (function *), unsigned int (*execute) (function *))
{
  opt_pass_type type
      = kind == BYTECODE_PASS ? IPA_PASS : (opt_pass_type) kind;
  const pass_data data
      = { type, name, OPTGROUP_OTHER, TV_NONE, 0, 0, 0, 0, finish };
  switch (kind)
    {
    case GIMPLE_PASS:
      return new hwpgo_pass<gimple_opt_pass> (data, gate, execute);
    case RTL_PASS:
      return new hwpgo_pass<rtl_opt_pass> (data, gate, execute);
    case SIMPLE_IPA_PASS:
      return new hwpgo_pass<simple_ipa_opt_pass> (data, gate, execute);
    case IPA_PASS:
      return new hwpgo_pass<link_pass> (data, gate, execute);
    case BYTECODE_PASS:
      return new hwpgo_pass<bytecode_pass> (data, gate, execute);
    default:
      gcc_unreachable ();
    }
}

static void
register_passes (const char *plugin_name)
{
#define HWPGO_PASS(id, kind, name, reference, instance, position, finish)     \
  {                                                                           \
    register_pass_info info                                                   \
        = { make_pass (kind, name, finish, hwpgo_##id##_gate,                 \
                       hwpgo_##id##_execute),                                 \
            reference, instance, position };                                  \
    register_callback (plugin_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);  \
  }
#include "plugin/pass-list.def"
#undef HWPGO_PASS
}

void
hwpgo_warn (location_t location, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  char *text = xvasprintf (format, ap);
  va_end (ap);
  if (hwpgo_plugin.args.strict)
    error_at (location, "hwpgo: %s", text);
  else
    warning_at (location, 0, "hwpgo: %s", text);
  free (text);
}

/* Take the arguments of the command line.  The first error is told.  */
static int
take_arguments (const struct plugin_name_args *info, struct hwpgo_error *err)
{
  int ret = 0;
  hwpgo_args_init (&hwpgo_plugin.args);
  for (int i = 0; i < info->argc; i++)
    {
      int failed = hwpgo_args_set (&hwpgo_plugin.args, info->argv[i].key,
                                   info->argv[i].value, ret ? NULL : err);
      ret = ret ? ret : failed;
    }
  hwpgo_select_params_init (&hwpgo_plugin.select_params);
  return ret ? ret
             : hwpgo_select_params_parse (&hwpgo_plugin.select_params,
                                          hwpgo_plugin.args.select_cost, err);
}

/* What became of reading a profile: RET and ERR.  A file without a byte, as an
   interrupted recording or 'touch' leaves it, is a profile of nothing: a
   warning, and *PROFILE is made.  */
static int
accept_empty (int ret, struct hwpgo_profile **profile, struct hwpgo_error *err)
{
  if (ret != -HWPGO_E_EMPTY)
    return ret;
  hwpgo_warn (UNKNOWN_LOCATION, "%s", err->text);
  *profile = hwpgo_profile_new ();
  return *profile ? 0 : hwpgo_error_nomem (err);
}

bool
hwpgo_profile_notes_calls ()
{
  return hwpgo_plugin.bundle.n_binaries > 0;
}

bool
hwpgo_profile_numbered ()
{
  return hwpgo_plugin.bundle.layout || hwpgo_plugin.bundle.n_binaries == 0;
}

/* Read what the arguments name.  */
static int
read_profiles (struct hwpgo_error *err)
{
  const struct hwpgo_args *args = &hwpgo_plugin.args;
  struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  hwpgo_bundle_init (bundle);
  int ret = args->use ? hwpgo_bundle_open (bundle, args->use, err) : 0;
  ret = accept_empty (ret, &bundle->profiles[HWPGO_FREQUENCY], err);
  if (ret || !args->mispredicts)
    return ret;
  ret = hwpgo_bundle_open_profile (bundle, HWPGO_MISPREDICT, args->mispredicts,
                                   err);
  return accept_empty (ret, &bundle->profiles[HWPGO_MISPREDICT], err);
}

static int
open_report (struct hwpgo_error *err)
{
  if (!hwpgo_plugin.args.report)
    return 0;
  return hwpgo_report_open (hwpgo_plugin.args.report,
                            main_input_filename ? main_input_filename : "",
                            err);
}

static void
finish_unit (void *, void *)
{
  hwpgo_discriminate_mark_object ();
  hwpgo_remember_in_object ();
}

static void
finish (void *, void *)
{
  struct hwpgo_error err;
  if (hwpgo_report_close (&err) != 0)
    error ("hwpgo: %s", err.text);
}

/* The length of "12.2" in "12.2.0": what the headers are good for.  Two
   builds of one release may have been configured otherwise; that has not
   been seen to matter and would shut out every distribution's rebuild.  */
static size_t
release_length (const char *version)
{
  const char *dot = strchr (version, '.');
  dot = dot ? strchr (dot + 1, '.') : NULL;
  return dot ? (size_t) (dot - version) : strlen (version);
}

/* What GCC was told to make code for, *LENGTH characters; NULL if that is its
   own machine.  */
static const char *
target_of (const struct plugin_gcc_version *gcc, size_t *length)
{
  static const char word[] = " --target=";
  const char *found = gcc->configuration_arguments
                          ? strstr (gcc->configuration_arguments, word)
                          : NULL;
  if (!found)
    return NULL;
  *length = strcspn (found + strlen (word), " ");
  return found + strlen (word);
}

/* A compiler that names no target is none that crosses.  */
static bool
target_fits (const struct plugin_gcc_version *running)
{
  size_t n, n_own;
  const char *target = target_of (running, &n);
  const char *own = target_of (&gcc_version, &n_own);
  return !target || (own && n == n_own && strncmp (target, own, n) == 0);
}

static bool
fits (const struct plugin_gcc_version *running)
{
  size_t length = release_length (gcc_version.basever);
  return length == release_length (running->basever)
         && strncmp (gcc_version.basever, running->basever, length) == 0
         && target_fits (running);
}

/* The compiler is not the one whose headers this was built with, so nothing
   of it but its version is looked at.  As in dispatch.c.  */
static int
give_up (const struct plugin_gcc_version *running)
{
  bool strict = hwpgo_plugin.args.strict;
  fprintf (stderr, "hwpgo: %s: the plugin was built for GCC %s, not %s; %s\n",
           strict ? "error" : "note", gcc_version.basever, running->basever,
           strict ? "'strict' is given" : "building without it");
  return strict;
}

extern "C" __attribute__ ((visibility ("default"))) int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *running)
{
  static struct plugin_info about
      = { "hwpgo " HWPGO_VERSION,
          "Profile-guided optimisation from hardware samples;"
          " -fplugin-arg-hwpgo-help lists the arguments." };
  struct hwpgo_error err = {};
  int failed = take_arguments (info, &err);
  if (!fits (running))
    return give_up (running);
  if (!failed && hwpgo_plugin.args.help)
    {
      puts ("Arguments of the plugin, each after -fplugin-arg-hwpgo-:");
      hwpgo_args_help (stdout);
      exit_after_options = true;
      return 0;
    }
  register_callback (info->base_name, PLUGIN_INFO, NULL, &about);
  if (!failed)
    failed = read_profiles (&err);
  if (!failed)
    failed = open_report (&err);
  if (!failed)
    failed = hwpgo_verify_watch (info->base_name, &err);
  if (failed)
    {
      /* This fails the compilation by itself; returning non-zero would only
         add a second message.  */
      error ("hwpgo: %s", err.text);
      return 0;
    }
  register_passes (info->base_name);
  hwpgo_copies_watch ();
  if (hwpgo_plugin.args.branchless)
    hwpgo_branch_keep_install ();
  register_callback (info->base_name, PLUGIN_START_UNIT,
                     hwpgo_unpredictable_declare, NULL);
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
  register_callback (info->base_name, PLUGIN_FINISH, finish, NULL);
  return 0;
}

extern "C"
    __attribute__ ((visibility ("default"))) int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible = 1;
