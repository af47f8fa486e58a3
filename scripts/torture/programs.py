"""The programs of GCC's testsuite, and those of csmith.

SPDX-License-Identifier: GPL-2.0-or-later"""

import os
import re
import shlex

from torture.bounded import run

LANGUAGES = {".c": "gcc", ".C": "g++", ".cc": "g++", ".cpp": "g++",
             ".f90": "gfortran", ".f": "gfortran"}

# They end otherwise when a function that is called by pointer is inlined.
NOT_INLINED = {"bcp-1.c"}


class Program:
    """Sources that make one program, and the options that they ask for."""

    def __init__(self, name, sources, options=()):
        self.name = name
        self.sources = sources
        self.options = list(options)
        with open(sources[0], encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.runs = "dg-do run" in text or "dg-do" not in text
        self.read_directives(text)

    def read_directives(self, text):
        """What DejaGnu's directives ask for, but for optimisation, dumps and
        profiles."""
        for options, target in re.findall(
                r'\{ *dg-(?:additional-)?options +\{? *"((?:\\.|[^"\\])*)" *\}?'
                r'([^\n]*)', text):
            if "target" in target and not re.search(
                    r"x86_64|\*-\*-\*|lp64", target):
                continue
            self.options += [
                x for x in shlex.split(options.replace('\\"', '"'))
                if not re.match(
                    r"-O|-fdump|-fprofile|-ftest|-g|-m32|-save-temps|-W(?!l)",
                    x)]
        for names in re.findall(r'dg-additional-sources +"([^"]*)"', text):
            folder = os.path.dirname(self.sources[0])
            self.sources += [os.path.join(folder, x) for x in names.split()]

    def compiler(self, gcc):
        """GCC's name for the language."""
        suffix = os.path.splitext(self.sources[0])[1]
        return gcc.replace("gcc", LANGUAGES[suffix])


def programs_below(path):
    """The programs in a folder, or the one that a file is."""
    if os.path.isfile(path):
        return [Program(os.path.basename(path), [path])]
    top = os.path.dirname(os.path.abspath(path))
    found = []
    for folder, folders, files in os.walk(path):
        folders.sort()
        if os.path.basename(folder) == "lib":
            continue
        for file in sorted(files):
            base, suffix = os.path.splitext(file)
            # Parts of others: NAMEa.c goes with NAME.c.
            if (suffix not in LANGUAGES or base.endswith("-lib")
                    or file in NOT_INLINED
                    or base.endswith("a") and base[:-1] + suffix in files):
                continue
            full = os.path.join(folder, file)
            sources, options = [full], []
            if base + "-lib.c" in files:
                sources += [os.path.join(folder, base + "-lib.c"),
                            os.path.join(folder, "lib", "main.c")]
                options = ["-fno-tree-dse", "-fno-ipa-ra", "-fno-tracer",
                           "-fno-tree-loop-distribute-patterns",
                           "-fno-inline-functions"]
            found.append(Program(os.path.relpath(full, top), sources,
                                 options))
    return [program for program in found if program.runs]


def random_programs(count, seed, work):
    """Programs by csmith, which does not come to an end with some seeds."""
    folder = os.path.join(work, "csmith")
    os.mkdir(folder)
    found = []
    for number in range(seed, seed + count):
        path = os.path.join(folder, f"csmith-{number}.c")
        made = run(["csmith", "--seed", str(number), "-o", path,
                    "--no-packed-struct"], folder, 10)
        if made.status != 0:
            print(f"csmith makes no program of seed {number}:"
                  f" {made.error}{made.output}")
            continue
        found.append(Program(os.path.basename(path), [path],
                             ["-I/usr/include/csmith"]))
    return found
