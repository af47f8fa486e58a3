/* The plugin's way in: check the compiler, take the arguments, register the
   passes.
   SPDX-License-Identifier: GPL-2.0-or-later

   Users load hwpgo.so (dispatch.c), which loads this for the running GCC.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

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
  opt_pass *clone () { return new hwpgo_pass (*this); }
  bool gate (function *fn) { return m_gate (fn); }
  unsigned int execute (function *fn) { return m_execute (fn); }

private:
  bool (*m_gate) (function *);
  unsigned int (*m_execute) (function *);
};

static opt_pass *
make_pass (opt_pass_type kind, const char *name, unsigned int finish,
           bool (*gate) (function *), unsigned int (*execute) (function *))
{
  const pass_data data
      = { kind, name, OPTGROUP_OTHER, TV_NONE, 0, 0, 0, 0, finish };
  switch (kind)
    {
    case GIMPLE_PASS:
      return new hwpgo_pass<gimple_opt_pass> (data, gate, execute);
    case RTL_PASS:
      return new hwpgo_pass<rtl_opt_pass> (data, gate, execute);
    case SIMPLE_IPA_PASS:
      return new hwpgo_pass<simple_ipa_opt_pass> (data, gate, execute);
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

/* Take the arguments of the command line.  */
static bool
take_arguments (const struct plugin_name_args *info)
{
  bool good = true;
  hwpgo_args_init (&hwpgo_plugin.args);
  for (int i = 0; i < info->argc; i++)
    {
      struct hwpgo_error err;
      if (hwpgo_args_set (&hwpgo_plugin.args, info->argv[i].key,
                          info->argv[i].value, &err)
          != 0)
        {
          error ("hwpgo: %s", err.text);
          good = false;
        }
    }
  return good;
}

extern "C" __attribute__ ((visibility ("default"))) int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *)
{
  if (!take_arguments (info))
    return 1;
  register_passes (info->base_name);
  return 0;
}

extern "C" __attribute__ ((visibility ("default"))) int
    plugin_is_GPL_compatible;
int plugin_is_GPL_compatible = 1;
