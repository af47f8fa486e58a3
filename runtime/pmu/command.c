/* Finding the emulator and what to run in it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/pmu/collect.h"
#include "runtime/pmu/launch.h"

static const char *const predictors[] = {
#define HWPGO_PREDICTOR(name, make, text) name,
#include "runtime/pmu/predictors.def"
#undef HWPGO_PREDICTOR
  NULL
};

const char *const *
hwpgo_pmu_predictors (void)
{
  return predictors;
}

void
hwpgo_pmu_defaults (struct hwpgo_pmu_config *config)
{
  if (!config->predictor)
    config->predictor = predictors[0];
  if (config->exact)
    config->period = config->mispredict_period = 1;
  if (!config->period)
    {
      config->period = HWPGO_PMU_PERIOD;
      config->adaptive = true;
    }
  if (!config->mispredict_period)
    {
      config->mispredict_period = HWPGO_PMU_MISPREDICT_PERIOD;
      config->mispredict_adaptive = true;
    }
}

static bool
is_executable (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISREG (st.st_mode)
         && access (path, X_OK) == 0;
}

/* NAME as a shell would find it: a malloc'ed path, or NULL with errno.  */
static char *
find_in_path (const char *name)
{
  if (strchr (name, '/'))
    return strdup (name);
  const char *path = getenv ("PATH");
  if (!path)
    path = "/usr/local/bin:/usr/bin:/bin";
  while (true)
    {
      size_t length = strcspn (path, ":");
      char *folder = length ? strndup (path, length) : strdup (".");
      char *file = folder ? hwpgo_path_join (folder, name) : NULL;
      free (folder);
      if (!file)
        return NULL;
      if (is_executable (file))
        return file;
      free (file);
      if (!path[length])
        break;
      path += length + 1;
    }
  errno = ENOENT;
  return NULL;
}

char *
hwpgo_pmu_emulator (const struct hwpgo_guest *guest, struct hwpgo_error *err)
{
  char name[32];
  snprintf (name, sizeof name, "qemu-%s", guest->name);
  char *path = find_in_path (name);
  if (!path && errno == ENOENT)
    hwpgo_error_set (err, HWPGO_E_NOT_FOUND, name,
                     "install the package qemu-user (Debian, Ubuntu: 'apt "
                     "install qemu-user', Fedora: 'dnf install qemu-user')");
  else if (!path)
    hwpgo_error_nomem (err);
  return path;
}

/* The shell, with PATH and ARGV's arguments as its own.  */
static int
find_shell (struct hwpgo_program *program, const char *path, char *const *argv,
            struct hwpgo_error *err)
{
  size_t n = 0;
  while (argv[n])
    n++;
  char **shell = calloc (n + 2, sizeof *shell);
  if (!shell)
    return hwpgo_error_nomem (err);
  shell[0] = (char *) "sh";
  shell[1] = (char *) path;
  memcpy (shell + 2, argv + 1, (n - 1) * sizeof *shell);
  int result = hwpgo_program_find (program, "/bin/sh", shell, err);
  free (shell);
  return result;
}

/* ARGV[0] as a program.  What is neither ELF nor a script with an
   interpreter is given to the shell, as execvp does.  */
static int
find_program (struct hwpgo_program *program, char *const *argv,
              struct hwpgo_error *err)
{
  if (!argv[0] || !argv[0][0])
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL, "no command");
  char *path = find_in_path (argv[0]);
  if (!path)
    return errno == ENOENT
               ? hwpgo_error_set (err, HWPGO_E_NOT_FOUND, argv[0], NULL)
               : hwpgo_error_nomem (err);
  int result = hwpgo_program_find (program, path, argv, err);
  if (result == -HWPGO_E_MAGIC)
    result = find_shell (program, path, argv, err);
  free (path);
  return result;
}

char **
hwpgo_pmu_command (const struct hwpgo_pmu_config *config, char *const *argv,
                   struct hwpgo_error *err)
{
  struct hwpgo_program program = { 0 };
  char **command = NULL, *emulator = NULL, *plugin = NULL, *spool = NULL;
  struct hwpgo_pmu_config c = *config;
  hwpgo_pmu_defaults (&c);
  if (find_program (&program, argv, err) != 0)
    goto out;
  emulator = hwpgo_pmu_emulator (program.guest, err);
  if (!emulator)
    goto out;
  /* The program may change its folder.  */
  plugin = realpath (c.plugin, NULL);
  spool = realpath (c.spool, NULL);
  if (!plugin || !spool)
    {
      hwpgo_error_errno (err, plugin ? c.spool : c.plugin, "open");
      goto out;
    }
  struct hwpgo_launch launch = {
    .emulator = emulator,
    .plugin = plugin,
    .spool = spool,
    .predictor = c.predictor,
    .process = "",
    .program = program.path,
    .period = { c.period, c.mispredict_period },
    .adaptive = { c.adaptive, c.mispredict_adaptive },
    .exact = c.exact,
  };
  command = hwpgo_launch_command (&launch, &program);
  if (!command)
    hwpgo_error_nomem (err);
out:
  hwpgo_program_free (&program);
  free (emulator);
  free (plugin);
  free (spool);
  return command;
}

void
hwpgo_pmu_command_free (char **command)
{
  hwpgo_strings_array_free (command);
}
