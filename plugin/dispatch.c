/* hwpgo.so: loads the plugin that was built for the running GCC.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC's internals change with every major version, so there is one plugin for
   each, and users should not have to know: flags in a Makefile outlive
   compilers.  A cross compiler has a plugin of its own, too, since the headers
   differ with the target.  This file includes no GCC header.  It relies on two
   things that no GCC since 4.5 has changed: the members of plugin_gcc_version,
   and that plugin_name_args starts as below.  A compiler that no
   plugin fits gets one note and an unchanged build, because such flags leak
   into builds that use another compiler; with 'strict' it is an error.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct plugin_argument
{
  char *key;
  char *value;
};

struct plugin_name_args
{
  char *base_name;
  const char *full_name;
  int argc;
  struct plugin_argument *argv;
  const char *version;
  const char *help;
};

struct plugin_gcc_version
{
  const char *basever, *datestamp, *devphase, *revision;
  const char *configuration_arguments;
};

#define PUBLIC __attribute__ ((visibility ("default")))

PUBLIC extern int plugin_is_GPL_compatible;
int plugin_is_GPL_compatible = 1;

PUBLIC int plugin_init (struct plugin_name_args *,
                        struct plugin_gcc_version *);
typedef int (*init_function) (struct plugin_name_args *,
                              struct plugin_gcc_version *);

static bool
is_strict (const struct plugin_name_args *info)
{
  for (int i = 0; i < info->argc; i++)
    if (strcmp (info->argv[i].key, "strict") == 0
        && !(info->argv[i].value && strcmp (info->argv[i].value, "off") == 0))
      return true;
  return false;
}

/* Say that nothing will be done, and why.  */
static int
give_up (const struct plugin_name_args *info, const char *version,
         const char *why)
{
  bool strict = is_strict (info);
  fprintf (stderr, "hwpgo: %s: no plugin for GCC %s, %s: %s\n",
           strict ? "error" : "note", version,
           strict ? "and 'strict' is given" : "building without it", why);
  return strict;
}

/* The path of the plugin for GCC in FOLDER, malloc'ed: that of its target if
   there is one, "FOLDER/TARGET-gcc-N/hwpgo.so", else "FOLDER/gcc-N/hwpgo.so".
   NULL when out of memory.  */
static char *
find_plugin (const char *folder, int length,
             const struct plugin_gcc_version *gcc)
{
  static const char word[] = " --target=";
  int major = atoi (gcc->basever);
  const char *arguments = gcc->configuration_arguments;
  const char *target = arguments ? strstr (arguments, word) : NULL;
  char *path;
  if (target)
    {
      target += strlen (word);
      if (asprintf (&path, "%.*s/%.*s-gcc-%d/hwpgo.so", length, folder,
                    (int) strcspn (target, " "), target, major)
          < 0)
        return NULL;
      if (access (path, R_OK) == 0)
        return path;
      free (path);
    }
  return asprintf (&path, "%.*s/gcc-%d/hwpgo.so", length, folder, major) < 0
             ? NULL
             : path;
}

PUBLIC int
plugin_init (struct plugin_name_args *info, struct plugin_gcc_version *gcc)
{
  const char *slash = strrchr (info->full_name, '/');
  int folder = slash ? (int) (slash - info->full_name) : 1;
  char *path = find_plugin (slash ? info->full_name : ".", folder, gcc);
  if (!path)
    return give_up (info, gcc->basever, "out of memory");
  void *handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  init_function init
      = handle ? (init_function) dlsym (handle, "plugin_init") : NULL;
  int ret = init ? init (info, gcc) : give_up (info, gcc->basever, dlerror ());
  free (path);
  return ret;
}
