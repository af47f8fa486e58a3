# Inputs of the programs in scripts/bench/programs.
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

# For awk: random numbers below K, the same ones from the same SEED.
# shellcheck disable=SC2034 # used by those who read this
random='
  function draw (k) { seed = (seed * 16807) % 2147483647; return seed % k }'

# Write $1 bytes to train.in and $2 to test.in, text and machine code in both.
mixed_inputs ()
{
  # shellcheck disable=SC2012 # names of installed packages' files
  { tar -C /usr -c --sort=name include 2> /dev/null | head -c $(($1 / 2))
    cat /usr/bin/[a-m]* 2> /dev/null | head -c $(($1 / 2)); } > train.in
  { tar -C /usr/share -c --sort=name doc perl 2> /dev/null \
      | head -c $(($2 / 2))
    cat /usr/bin/[n-z]* 2> /dev/null | head -c $(($2 / 2)); } > test.in
}

# Write so many samples to train.raw and test.raw, of two channels with 16 bits:
# notes of a few overtones that fade, with noise.
sound_inputs ()
{
  sound "$1" 3 > train.raw
  sound "$2" 17 > test.raw
}

sound () # SAMPLES SEED
{
  awk -v n="$1" -v seed="$2" "$random"'
    function put (v) {
      v = int(v)
      if (v < 0) v += 65536
      printf "\\x%02x\\x%02x", v % 256, int(v / 256)
    }
    BEGIN {
      for (i = 0; i < n; i++) {
        if (i % 8000 == 0) { pitch = 0.01 + draw(100) / 1500; loud = 9000 }
        loud *= 0.9997
        a = loud * (sin(i * pitch) + sin(i * pitch * 2) / 2 \
                    + sin(i * pitch * 3.01) / 4)
        put(a + draw(40))
        put(a * 0.7 + draw(90))
        if (i % 64 == 63) print ""
      }
    }' | while read -r line; do printf '%b' "$line"; done
}
