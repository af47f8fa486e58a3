"""Profiles made of the places of a program.

SPDX-License-Identifier: GPL-2.0-or-later"""

import random
import re

SYNTHETIC = ["random", "hostile", "hot", "zeros"]


def read_places(path):
    """The places in a dump of the load pass, each a list of frames, the
    outermost first: [(function, "LINE"), ..., (function, "LINE.NUMBER")]."""
    found = set()
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            match = re.match(r";; bb \d+ at (.*) (runs \d+|unknown)$", line)
            if match:
                found.add(tuple(tuple(x.rsplit(":", 1))
                                for x in match[1].split(" ")))
    return sorted(found)


class Synthetic:
    """A profile of places, and one of their mispredicts."""

    def __init__(self, kind, places, key):
        self.random = random.Random(key)
        self.kind = kind
        self.functions = {}  # name to {"": ..., line: count or function}
        self.hot = self.random.choice(places) if places else None
        self.names = sorted({function for place in places
                             for function, _ in place})
        for place in places:
            self.add(place)

    def count(self, place):
        """How often PLACE ran."""
        if self.kind == "zeros":
            return 0  # add makes one of the first.
        if self.kind == "hot":
            return 10 ** 9 if place == self.hot else 0
        if self.kind == "hostile":
            near = self.random.choice([0, 1, 2 ** 30, 2 ** 31, 2 ** 32,
                                       2 ** 62, 2 ** 63, 2 ** 64])
            return min(max(near + self.random.randint(-2, 2), 0), 2 ** 64 - 1)
        return int(2 ** self.random.uniform(-2, 30))

    def add(self, place):
        """Give PLACE a count, in its calls or in the innermost function."""
        if self.kind == "random" and self.random.random() < 0.15:
            return
        if self.random.random() < 0.5:
            place = place[-1:]
        functions = self.functions
        for depth, (function, at) in enumerate(place):
            body = functions.setdefault(function, {"counts": {}, "calls": {}})
            if depth == len(place) - 1:
                first = self.kind == "zeros" and not body["counts"]
                body["counts"][at] = 1 if first else self.count(place)
            else:
                functions = body["calls"].setdefault(at, {})

    def targets(self):
        """Where the calls of a place went."""
        names = self.random.sample(self.names, min(
            len(self.names), self.random.randint(0, 3)))
        return "".join(f" {name}:{self.count(None)}" for name in names)

    def write(self, path, part=None):
        """Write the counts, or a random PART of each."""
        with open(path, "w", encoding="utf-8") as file:
            for name, body in sorted(self.functions.items()):
                head = 1 if self.kind in ("zeros", "hot") else (
                    self.count(None) // 16)
                self.write_body(file, "", name, body, f":{head}", part)

    def write_body(self, file, indent, name, body, head, part):
        """One function, or one inlined call."""
        total = min(sum(body["counts"].values()), 2 ** 64 - 1)
        file.write(f"{indent}{name}:{total or 1}{head}\n")

        def key(at):
            return [int(x) for x in at.split(".")]

        for at, count in sorted(body["counts"].items(),
                                key=lambda x: key(x[0])):
            if part:
                count = int(count * self.random.random() * part)
            targets = "" if part else self.targets()
            file.write(f"{indent} {at}: {count}{targets}\n")
        for at, callees in sorted(body["calls"].items(),
                                  key=lambda x: key(x[0])):
            for callee, inner in sorted(callees.items()):
                self.write_body(file, f"{indent} ", f"{at}: {callee}", inner,
                                "", part)
