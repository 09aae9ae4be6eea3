# SPDX-License-Identifier: BSD-3-Clause
# A second, minimal reader of the trace file, written from recorder-format(5): its sections, its table of functions,
# which tells the oracles the kind of every argument, and its clocks, which turn their ticks into nanoseconds.
import collections
import re
import struct
import zlib

MAGIC, TRAILER_MAGIC = b"\x89RECORD\n", b"RECTRLR\n"


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def zigzag(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self):
        return self.take(self.varint()).decode("utf-8", "surrogateescape")


def sections(data):
    """Name -> (raw bytes, stored size), in the order of the table, with "late" and "block" lists; checks every checksum."""
    if data[:8] != MAGIC or data[-8:] != TRAILER_MAGIC:
        raise ValueError("not a trace")
    at, size, crc, _ = struct.unpack("<QQII", data[-32:-8])
    table = data[at:at + size]
    if zlib.crc32(table) != crc:
        raise ValueError("the table's checksum is wrong")
    cursor, found = Cursor(table), {"late": [], "block": []}
    for _ in range(cursor.varint()):
        name = cursor.text()
        offset, stored, raw, codec = (cursor.varint() for _ in range(4))
        crc = struct.unpack("<I", cursor.take(4))[0]
        content = data[offset:offset + stored]
        if zlib.crc32(content) != crc:
            raise ValueError(f"the checksum of {name} is wrong")
        content = zlib.decompress(content) if codec == 1 else content
        if len(content) != raw:
            raise ValueError(f"{name} has {len(content)} bytes, not {raw}")
        if name in ("late", "block"):
            found[name].append(content)
        else:
            found[name] = (content, stored)
    return found


def sections_of(path):
    with open(path, "rb") as file:
        return sections(file.read())


def runs_of(found):
    """The sections of each run of ranks: of the blocks, or those of the trace itself."""
    return [sections(block) for block in found["block"]] or [found]


def functions(path):
    """Name -> (layer, kind of the result, {argument: kind}). Late parts of a trace have a table of their own."""
    found = {}
    for run in runs_of(sections_of(path)):
        found.update(functions_of(run))
    return found


def functions_of(run):
    cursor, found = Cursor(run["functions"][0]), {}
    for _ in range(cursor.varint()):
        cursor.varint()
        name, layer, result = cursor.text(), cursor.text(), cursor.text()
        arguments = {}
        for _ in range(cursor.varint()):
            argument = cursor.text()
            arguments[argument] = cursor.text()
        found[name] = (layer, result, arguments)
    return found


def trace_start(found):
    cursor = Cursor(found["metadata"][0])
    for _ in range(cursor.varint()):
        key, value = cursor.text(), cursor.text()
        if key == "start_realtime_ns":
            return int(value)
    raise ValueError("the metadata do not say when the trace starts")


# Of a process: its rank in MPI_COMM_WORLD, its start in nanoseconds since the epoch, the length of its ticks.
Clock = collections.namedtuple("Clock", "rank start numerator denominator")


def steps(cursor, end):
    """The differences that the items of a column stand for."""
    while cursor.at < end:
        head = cursor.varint()
        if head & 1:
            size = cursor.varint()
            start = cursor.at
            body = list(steps(cursor, start + size))
            for _ in range(head >> 1):
                yield from body
        else:
            step = cursor.zigzag()
            for _ in range(head >> 1):
                yield step


def column(cursor):
    """Numbers over ranks, signed."""
    values = [cursor.zigzag()]
    size = cursor.varint()
    for step in steps(cursor, cursor.at + size):
        values.append((values[-1] + step + (1 << 63)) % (1 << 64) - (1 << 63))
    return values


def clocks_of(found):
    """The clock of each process."""
    clocks = []
    for run in runs_of(found):
        cursor = Cursor(run["processes"][0])
        cursor.varint()
        ranks, _, starts, numerators, denominators = (column(cursor) for _ in range(5))
        clocks += [Clock(*row) for row in zip(ranks, starts, numerators, denominators)]
    return clocks


def classes_of(found):
    """Of each class of ranks: its ranks, its thread numbers, how many values differ between its ranks."""
    cursor, classes = Cursor(found["classes"][0]), []
    for _ in range(cursor.varint()):
        cursor.varint()
        ranks, threads = column(cursor), []
        for _ in range(cursor.varint()):
            threads.append(cursor.varint())
            for _ in range(cursor.varint()):
                cursor.varint()
                if cursor.varint():
                    column(cursor)
        values = cursor.varint()
        for _ in range(values):
            skip_value(cursor)
        classes.append((ranks, threads, values))
    return classes


def skip_value(cursor):
    """The place and the column of a value that differs."""
    for _ in range(3):
        cursor.varint()
    if cursor.varint() != 4:
        column(cursor)
        return
    form = cursor.varint()
    if form == 2:
        column(cursor)
        return
    for digits in re.findall(rb"[0-9]+", cursor.take(cursor.varint())):
        if form == 1 and len(digits) <= 18:
            cursor.varint()
            column(cursor)


def threads_of(found):
    """The thread numbers of each rank, in order."""
    all_threads = []
    for run in runs_of(found):
        ranks = {}
        for members, threads, _ in classes_of(run):
            ranks.update((rank, threads) for rank in members)
        all_threads += [ranks[rank] for rank in sorted(ranks)]
    return all_threads


class Times:
    """What the ticks of a trace's calls are in nanoseconds since its start."""

    def __init__(self, path):
        main = sections_of(path)
        self.start = trace_start(main)
        self.pieces = {}           # (rank, thread) -> [(calls, clock)], the late ones last
        clocks = clocks_of(main)
        # The trace of one process alone has that one's rank; without MPI it is rank 0.
        self.add(main, range(len(clocks)) if len(clocks) > 1 else [max(clocks[0].rank, 0)])
        for content in main["late"]:
            late = sections(content)
            self.add(late, [max(clocks_of(late)[0].rank, 0)])

    def add(self, found, ranks):
        at = 0
        for rank, clock, threads in zip(ranks, clocks_of(found), threads_of(found)):
            for thread in threads:
                calls, = struct.unpack_from("<Q", found["times-index"][0], at + 24)
                self.pieces.setdefault((rank, thread), []).append((calls, clock))
                at += 40

    def clocks(self, stream):
        """The clock of each call of a stream, in the order in which the calls returned."""
        for calls, clock in self.pieces.get(stream, ()):
            for _ in range(calls):
                yield clock

    def nanoseconds(self, ticks, clock):
        return clock.start - self.start + ticks * clock.numerator // clock.denominator
