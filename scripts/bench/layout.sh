# Links the same objects in other layouts; to be sourced by a benchmark.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where code happens to lie makes a program several percent faster or slower,
# and any change to its source moves it (Mytkowicz et al., "Producing wrong data
# without doing anything obviously wrong!", ASPLOS 2009).  A benchmark that
# links anew before each run, in other layouts, measures what the compiler did.

# Print the names of OBJECT... as layout NUMBER has them, in front of them PAD,
# which is made with the compiler CC.  NUMBER objects go from the front to the
# back, and .text.unlikely, with which ld starts the code, becomes 16 bytes (the
# alignment of functions) longer with each of four layouts.
layout () # CC NUMBER PAD OBJECT...
{
  local cc=$1 number=$2 pad=$3 first
  shift 3
  printf '%s\n' ".section .note.GNU-stack" ".section .text.unlikely, \"ax\"" \
    ".fill $((number % 4 * 16))" \
    | "$cc" -x assembler -c -o "$pad" - || return
  first=$((number % $#))
  printf '%s\n' "$pad" "${@:first + 1}" "${@:1:first}"
}

# Print the assembly on stdin with NUMBER % 16 bytes of nops behind each alignment of code.
# What a byte in front of a loop does to it is in doc/load.md, with the places of hot loops.
place () # NUMBER
{
  awk -v bytes=$(($1 % 16)) '
    /^[ \t]*\.(text|section|data|bss|previous|pushsection|popsection)/ {
      is = $1 == ".text" || $1 == ".section" && $2 ~ /^"?\.text/ \
        || $1 ~ /^\.(previous|popsection)$/ && was
      was = code
      code = is }
    { print }
    code && bytes && /^[ \t]*\.p2align/ { print "\t.nops " bytes }'
}

# Print NAME... in the order in which round NUMBER times them: there and back, as
# what runs first after linking, or after another program, is up to a tenth
# faster or slower for that.
in_turn () # NUMBER NAME...
{
  local number=$1 i
  shift
  for ((i = 1; i <= $#; i++)); do
    echo "${@:number % 2 ? $# + 1 - i : i:1}"
  done
}
