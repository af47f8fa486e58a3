"""The files of a GCC testsuite, each with the options that it asks for.

SPDX-License-Identifier: GPL-2.0-or-later"""

import os
import re
import shlex

DRIVERS = {".c": "gcc", ".C": "g++", ".cc": "g++", ".cpp": "g++"}

# What asks for files that nobody reads here, for a step that is no compilation
# to assembly, or for what the compiler says of itself.
DROPPED = re.compile(
    r"-fdump|-flto|-fopenacc|-fbranch-prob"
    r"|-fprofile-(use|generate|arcs|values|dir|report)"
    r"|-ftest-coverage|--coverage|-save-temps|-fopt-info|-ffat-lto"
    r"|-fplugin|-[cSE]$|-fcompare-debug|-dumpbase|-dumpdir|-g?split-dwarf"
    r"|-fauto-profile|-fcallgraph-info|-fstack-usage|-aux-info")


class Source:
    """One file.  TRAINED: it is to be compiled, run and compiled again."""

    def __init__(self, root, path, default):
        self.path = path
        self.name = os.path.relpath(path, root)
        self.trained = "tree-prof" in self.name
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        self.wanted = not re.search(r"dg-do +preprocess|dg-lto-do", text)
        self.options = self.read_options(text, default)

    @staticmethod
    def read_options(text, default):
        """Those of DejaGnu's directives for this kind of target."""
        found, given = [], False
        for kind, options, rest in re.findall(
                r'\{ *dg-((?:additional-)?options) +\{? *"([^"]*)" *\}?'
                r'([^\n]*)', text):
            if "target" in rest and not re.search(
                    r"x86_64|i\?86-\*-\* x86|\*-\*-\*|lp64", rest):
                continue
            given |= kind == "options"
            found += [x for x in split(options) if not DROPPED.match(x)]
        return found if given else default + found

    def compiler(self, gcc):
        """GCC's name for the language, by that for C."""
        folder, name = os.path.split(gcc)
        driver = DRIVERS[os.path.splitext(self.path)[1]]
        return os.path.join(folder, name.replace("gcc", driver))


def split(options):
    """The words of OPTIONS; none if they cannot be told."""
    try:
        return shlex.split(options)
    except ValueError:
        return []


def sources_below(root, paths, default):
    """All that is wanted below PATHS, in the order of their names."""
    found = []
    for path in paths:
        path = os.path.join(root, path)
        if os.path.isfile(path):
            found.append(path)
        for folder, folders, files in os.walk(path):
            folders.sort()
            found += [os.path.join(folder, x) for x in sorted(files)
                      if os.path.splitext(x)[1] in DRIVERS]
    sources = [Source(root, x, default) for x in found]
    return [x for x in sources if x.wanted]
