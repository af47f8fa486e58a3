# The frame of the command's tests, NAME.test in testsuite/hwpgo.command/ and
# testsuite/hwpgo.interchange/.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A test is a bash script that sources this file.  It starts in an empty folder
# of its own and says what it found with the functions below, a line each in
# DejaGnu's form.  $hwpgo is the command, $build the build folder, $top the
# tree, $versions the GCCs that have a plugin.

set -u
export LC_ALL=C
top=$HWPGO_TOP
build=$HWPGO_BUILD
hwpgo=$build/bin/hwpgo
versions=
for v in "$build"/lib/hwpgo/gcc-*/hwpgo.so; do
  [ -e "$v" ] && v=${v%/hwpgo.so} && versions="$versions ${v##*-}"
done
export TMPDIR=$PWD/tmp
mkdir -p "$TMPDIR"

pass () { echo "PASS: $*"; }
skip () { echo "UNSUPPORTED: $*"; }
# What run last ran explains a failure.
fail () {
  echo "FAIL: $*"
  echo "--- status ${status-}, output, errors:"
  head -c 2000 out 2>/dev/null
  head -c 2000 err 2>/dev/null
  echo "---"
}

# Run a command: its status in $status, its output in the files out and err.
run () {
  echo "% $*"
  "$@" > out 2> err < /dev/null
  status=$?
}

# check NAME COMMAND...: passes if the command succeeds.
check () {
  local name=$1
  shift
  if "$@"; then pass "$name"; else fail "$name"; fi
}

# The last run ended with status $2.
check_status () { check "$1" [ "$status" = "$2" ]; }

# The last run was refused: status 1, nothing on standard output, one line of
# error that holds the text $2.
refused () {
  [ "$status" = 1 ] && [ ! -s out ] && [ "$(wc -l < err)" = 1 ] \
    && grep -q '^hwpgo: error: ' err && grep -qF -- "$1" err
}
check_refused () { check "$1" refused "$2"; }

# The last run was wrong usage: status 2, nothing on standard output, and a
# hint at the help.
wrong_usage () { [ "$status" = 2 ] && [ ! -s out ] && grep -q -- --help err; }
check_usage () { check "$1" wrong_usage; }

# Nothing but the files named is in this folder, nor anything in TMPDIR.
only_files () {
  local found
  found=$(ls -A | grep -vxE "out|err|tmp" | tr '\n' ' ')
  [ "$found" = "$(printf '%s\n' "$@" | grep . | sort | tr '\n' ' ')" ] \
    && [ -z "$(ls -A tmp)" ] || { echo "found: $found; tmp: $(ls -A tmp)"
                                  return 1; }
}

contains () { grep -qE -- "$2" "$1"; }
lacks () { ! grep -qE -- "$2" "$1"; }
# As contains, of the text of the profile in file or bundle $1; $3: an option
# of show.
profile_contains () {
  "$hwpgo" show --text ${3-} "$1" > profile.text && contains profile.text "$2"
  local result=$?
  rm -f profile.text
  return $result
}
same () { cmp -s "$1" "$2"; }

# Build testsuite/workloads/$2.c with GCC $1 to $3; further arguments are
# flags.
workload () {
  local version=$1 name=$2 to=$3
  shift 3
  "gcc-$version" -O2 -g1 "$@" "$top/testsuite/workloads/$name.c" -o "$to"
}

# Record without a word on the terminal.
emulate () { run "$hwpgo" record --pmu=emulated "$@"; }
