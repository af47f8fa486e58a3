#!/usr/bin/env python3
"""Make of a perf.data what perf writes to a pipe, and the same compressed.
SPDX-License-Identifier: GPL-2.0-or-later

Usage: streams.py FILE PIPE COMPRESSED

For make-corpus: layout as in runtime/perfdata/format.h."""

import struct
import subprocess
import sys


def u64(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def record(kind, body):
    body += b"\0" * (-len(body) % 8)
    return struct.pack("<IHH", kind, 0, 8 + len(body)) + body


data = open(sys.argv[1], "rb").read()
attr_size, attrs, attrs_size = u64(data, 16), u64(data, 24), u64(data, 32)
start, size = u64(data, 40), u64(data, 48)

head = b""
for at in range(attrs, attrs + attrs_size, attr_size):
    ids, ids_size = u64(data, at + attr_size - 16), u64(data, at + attr_size - 8)
    head += record(64, data[at : at + attr_size - 16] + data[ids : ids + ids_size])

# Of the features: one as a record of its own.
arch = struct.pack("<QI", 6, 64) + b"x86_64".ljust(64, b"\0")
head += record(80, arch)
body = data[start : start + size]
magic = b"PERFILE2" + struct.pack("<Q", 16)
open(sys.argv[2], "wb").write(magic + head + body)

# Two pieces of one stream, as perf flushes it; the size of the second, of the
# newer kind, does not count the padding.
stream = subprocess.run(
    ["zstd", "-q", "-c", "--no-check"], input=body, capture_output=True
).stdout
cut = len(stream) // 16 * 8
rest = stream[cut:]
parts = record(81, stream[:cut])
parts += record(83, struct.pack("<Q", len(rest)) + rest)
level = struct.pack("<QIIIII", 27, 1, 1, 1, 1, 1 << 20)
open(sys.argv[3], "wb").write(magic + head + record(80, level) + parts)
