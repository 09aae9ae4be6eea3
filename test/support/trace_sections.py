# SPDX-License-Identifier: BSD-3-Clause
# A second, minimal reader of the trace file, written from recorder-format(5): its sections and its
# table of functions, which tells the oracles the kind of every argument.
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

    def take(self, size):
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self):
        return self.take(self.varint()).decode("utf-8", "surrogateescape")


def sections(path):
    """Name -> (raw bytes, stored size), in the order of the table; checks every checksum."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != MAGIC or data[-8:] != TRAILER_MAGIC:
        raise ValueError("not a trace")
    at, size, crc, _ = struct.unpack("<QQII", data[-32:-8])
    table = data[at:at + size]
    if zlib.crc32(table) != crc:
        raise ValueError("the table's checksum is wrong")
    cursor, found = Cursor(table), {}
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
        found[name] = (content, stored)
    return found


def functions(path):
    """Name -> (layer, kind of the result, {argument: kind}). Late parts of a trace have a table of their own."""
    content = sections(path)["functions"][0]
    cursor, found = Cursor(content), {}
    for _ in range(cursor.varint()):
        cursor.varint()
        name, layer, result = cursor.text(), cursor.text(), cursor.text()
        arguments = {}
        for _ in range(cursor.varint()):
            argument = cursor.text()
            arguments[argument] = cursor.text()
        found[name] = (layer, result, arguments)
    return found
