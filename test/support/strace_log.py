# SPDX-License-Identifier: BSD-3-Clause
# Reads the output of `strace -f -y -X raw -s 300 -o FILE` into events, one a system call, in order.
"""Arguments are int, bytes (a string), str (anything else, as printed) or Fd(number, path)."""
import collections
import re

Fd = collections.namedtuple("Fd", "number path")
# `first` and `last` are the lines of its beginning and its end, which differ when threads interleave.
Event = collections.namedtuple("Event", "tid name args ret errno path line first last")

TRACED = "%file,%desc,%memory,clone,clone3,fork,vfork"
COMMAND = ["strace", "-f", "-y", "-X", "raw", "-s", "300", "-e", "signal=none"]
ERRNO = re.compile(r"-1 (E[A-Z0-9]+)")
DESCRIPTOR = re.compile(r"(-?\d+)<(.*)>(?:\(deleted\))?$", re.S)
ESCAPES = {"n": 10, "t": 9, "r": 13, "v": 11, "f": 12, "\\": 92, '"': 34, "0": 0}


def unescape(text):
    """The bytes of a C string literal's inside."""
    out = bytearray()
    i = 0
    while i < len(text):
        c = text[i]
        if c != "\\":
            out += c.encode("utf-8", "surrogateescape")
            i += 1
            continue
        octal = re.match(r"[0-7]{1,3}", text[i + 1:i + 4])
        if octal:
            out.append(int(octal.group(), 8) & 255)
            i += 1 + len(octal.group())
        elif text[i + 1] == "x":
            out.append(int(text[i + 2:i + 4], 16))
            i += 4
        else:
            out.append(ESCAPES.get(text[i + 1], ord(text[i + 1])))
            i += 2
    return bytes(out)


def split_arguments(text):
    """Top-level pieces of an argument list, and what follows its closing parenthesis."""
    pieces, depth, start, i, angle = [], 0, 0, 0, 0
    while i < len(text):
        c = text[i]
        if c == '"':
            i += 1
            while text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif c == "<" and i and (text[i - 1].isdigit()):
            angle += 1
        elif c == ">" and angle and text[i - 1] != "-":
            angle -= 1
        elif angle:
            pass
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                if text[start:i].strip():
                    pieces.append(text[start:i].strip())
                return pieces, text[i + 1:]
            depth -= 1
        elif c == "," and depth == 0:
            pieces.append(text[start:i].strip())
            start = i + 1
        i += 1
    return pieces, ""


def argument(piece):
    if piece.startswith('"'):
        return unescape(piece[1:piece.rindex('"')])
    if piece == "NULL":
        return 0
    found = DESCRIPTOR.match(piece)
    if found:
        return Fd(int(found.group(1)), found.group(2))
    try:
        return int(piece, 8) if re.fullmatch(r"0[0-7]+", piece) else int(piece, 0)
    except ValueError:
        return piece


def parse_call(tid, text, first, last):
    name, _, rest = text.partition("(")
    pieces, tail = split_arguments(rest)
    result = tail.partition("=")[2].strip()
    failure = ERRNO.match(result)
    made = re.match(r"(0x[0-9a-f]+|-?\d+)(?:<(.*)>)?", result)
    ret = int(made.group(1), 0) if made else None
    path = made.group(2) if made else None
    return Event(tid, name, [argument(p) for p in pieces], ret,
                 failure.group(1) if failure else None, path, text, first, last)


def load(path):
    """The events of a file written by strace -f -o, in order of completion within each thread."""
    events, unfinished = [], {}
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for number, line in enumerate(file):
            tid, _, text = line.rstrip("\n").partition(" ")
            text = text.lstrip()
            if text.startswith(("+++", "---")):
                continue
            if text.endswith("<unfinished ...>"):
                unfinished[tid] = text[:-len("<unfinished ...>")].rstrip(), number
                continue
            resumed = re.match(r"<\.\.\. \w+ resumed>", text)
            first = number
            if resumed:
                begun, first = unfinished.pop(tid, ("?(", number))
                text = begun + text[resumed.end():]
            if "(" in text:
                events.append(parse_call(int(tid), text, first, number))
    return events
