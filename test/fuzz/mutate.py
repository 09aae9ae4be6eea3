#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Damages a valid trace in many ways and gives each to the tools: mutate.py TRACE COUNT TOOL...

A flipped or missing byte must be noticed (exit status 1, one line). Content that was changed behind right
checksums may be accepted or refused, but never crashes, hangs, or takes memory without bound.
"""
import random
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

TRAILER = struct.Struct("<QQII8s")
MEMORY = 4 << 30
SECONDS = 60


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def encode(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def sections(trace):
    """[(name, raw bytes)] of a valid trace."""
    offset, size, _, _, _ = TRAILER.unpack(trace[-TRAILER.size:])
    table = trace[offset:offset + size]
    count, at = varint(table, 0)
    result = []
    for _ in range(count):
        length, at = varint(table, at)
        name, at = table[at:at + length], at + length
        start, at = varint(table, at)
        stored, at = varint(table, at)
        _, at = varint(table, at)
        codec, at = varint(table, at)
        at += 4
        raw = trace[start:start + stored]
        result.append((name, zlib.decompress(raw) if codec == 1 else raw))
    return result


def build(parts):
    """A trace of uncompressed sections with right checksums."""
    out = bytearray(b"\x89RECORD\n" + struct.pack("<II", 1, 0))
    table = bytearray(encode(len(parts)))
    for name, raw in parts:
        table += encode(len(name)) + name + encode(len(out)) + encode(len(raw)) * 2 + encode(0)
        table += struct.pack("<I", zlib.crc32(raw))
        out += raw
    trailer = TRAILER.pack(len(out), len(table), zlib.crc32(table), 0, b"RECTRLR\n")
    return bytes(out + table + trailer)


def fix_tails(times, offset, stored, word):
    """The checksums of what stands behind the times of a stream; how many bytes are before it."""
    for _ in range((word >> 29 & 1) + (word >> 31 if word & 255 >= 3 else 0)):
        end = offset + stored - 12
        size = struct.unpack_from("<Q", times, end)[0] if stored >= 12 else stored
        if size > stored - 12:
            break
        struct.pack_into("<I", times, end + 8, zlib.crc32(times[end - size:end]))
        stored -= 12 + size
    return stored


def fix_times(parts):
    """Makes the checksums of the streams right, and sometimes recompresses changed times."""
    by_name = dict(parts)
    times, index = by_name.get(b"times"), bytearray(by_name.get(b"times-index", b""))
    if times is None:
        return parts
    times = bytearray(times)
    for at in range(0, len(index) - 39, 40):
        offset, stored = struct.unpack_from("<QQ", index, at)
        if offset + stored <= len(times):
            stored = fix_tails(times, offset, stored, struct.unpack_from("<I", index, at + 36)[0])
            struct.pack_into("<I", index, at + 32, zlib.crc32(times[offset:offset + stored]))
    fixed = {b"times-index": bytes(index), b"times": bytes(times)}
    return [(name, fixed.get(name, raw)) for name, raw in parts]


def mutate(raw, rng):
    raw = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(raw) + 1)
        kind = rng.randrange(6)
        if kind == 0 or at == len(raw):
            raw[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 5)))
        elif kind == 1:
            del raw[at:at + rng.randrange(1, 5)]
        elif kind == 2:
            raw[at:at + 1] = encode(rng.choice((1 << 31, 1 << 32, (1 << 63) - 1, (1 << 64) - 1)))
        elif kind == 3:
            raw[at] ^= 1 << rng.randrange(8)
        else:
            raw[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
    return bytes(raw)


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(tool, path):
    """The exit status and what is wrong with it, or None."""
    try:
        done = subprocess.run([tool, path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS,
                              preexec_fn=limit, check=False)
    except subprocess.TimeoutExpired:
        return -1, "hangs"
    lines = done.stderr.decode(errors="replace").splitlines()
    if done.returncode not in (0, 1):
        return done.returncode, f"exit status {done.returncode}: {lines[:3]}"
    if len(lines) != done.returncode:
        return done.returncode, f"{len(lines)} lines on stderr: {lines[:3]}"
    return done.returncode, None


def damaged(trace, parts, rng):
    """A damaged trace, and whether that must be noticed."""
    kind = rng.randrange(4)
    if kind == 0:
        return trace[:rng.randrange(len(trace))], True
    if kind == 1:
        changed = bytearray(trace)
        changed[rng.randrange(len(trace))] ^= 1 << rng.randrange(8)
        return bytes(changed), True
    which = rng.randrange(len(parts))
    changed = [(name, mutate(raw, rng) if i == which else raw) for i, (name, raw) in enumerate(parts)]
    return build(fix_times(changed)), False


def main():
    path, count, tools = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    with open(path, "rb") as file:
        trace = file.read()
    parts = sections(trace)
    rng = random.Random(len(trace))
    bad = refused = 0
    with tempfile.NamedTemporaryFile(suffix=".recorder") as file:
        for number in range(count):
            content, must_fail = damaged(trace, parts, rng)
            file.seek(0)
            file.truncate()
            file.write(content)
            file.flush()
            for tool in tools:
                status, wrong = run(tool, file.name)
                if wrong is None and must_fail and status == 0:
                    wrong = "damage was not noticed"
                refused += status == 1
                if wrong is not None:
                    bad += 1
                    keep = f"mutated-{number}.recorder"
                    with open(keep, "wb") as kept:
                        kept.write(content)
                    print(f"{tool} {keep}: {wrong}")
    print(f"{count} damaged traces, {len(tools)} tools: {refused} refusals, {bad} failures")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
