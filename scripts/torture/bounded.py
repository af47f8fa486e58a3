"""Run a command within bounds of time and space.

SPDX-License-Identifier: GPL-2.0-or-later"""

import collections
import os
import resource
import signal
import subprocess

# More than that is no test of a compiler.
COMPILE_SECONDS = 120
RUN_SECONDS = 20
FILE_BYTES = 64 << 20

Result = collections.namedtuple("Result", "status output error")


def limit():
    """Bound what a program may write, and what it leaves when it dies."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, folder, seconds):
    """What became of COMMAND; its status is 'time' when it took too long.
    All that it started ends with it."""
    try:
        # pylint: disable=subprocess-popen-preexec-fn
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit,
            errors="backslashreplace", start_new_session=True,
            env=dict(os.environ, TMPDIR=folder,
                     ASAN_OPTIONS="detect_leaks=0"))
    except OSError as error:
        return Result("none", "", str(error))
    with process:
        try:
            output, error = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Result("time", "", "")
    return Result(process.returncode, output, error)
