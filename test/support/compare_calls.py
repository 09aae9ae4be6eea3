#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The independent oracle of the upper layers: compares the calls of depth 0 of a decoded trace with what the program
# itself announced (programs/layers/announce.h), value by value. usage: compare_calls.py TRACE RANK LAYERS ANNOUNCED
"""A program's handle must be one slot as long as it lives, and no two living handles of a class may share a slot."""
import json

import trace_model
from trace_model import Failure, show

# Made by the libraries when the process starts or ends, or by macros of their headers.
NOT_ANNOUNCED = {"nc_finalize", "H5open", "H5close", "H5check_version", "H5Eset_auto2", "H5Eget_auto2", "H5Eauto_is_v2",
                 "MPI_Init", "MPI_Init_thread", "MPI_Finalize"}


# Slots beyond the program's own handles: of what it passes that is none, and of what callbacks are given.
SPARE_SLOTS = 4


class Slots:
    """Which slots the program's handles have at this moment."""

    def __init__(self):
        self.slot_of = {}            # (class, value) -> slot
        self.most = {}               # class -> how many handles lived at once
        self.highest = {}            # class -> the highest slot

    def meet(self, told, slot):
        """What is wrong with this slot for an announced handle, or None."""
        how, key = told["handle"], (told["class"], told["value"])
        if how == "x":
            return None
        if not isinstance(slot, dict) or "slot" not in slot:
            return f"announced handle {key}, trace {slot!r}"
        number = slot["slot"]
        if how == "n":
            return self.create(key, number)
        if key not in self.slot_of:
            self.note(key, number)               # one that the library has from the beginning
        if self.slot_of[key] != number:
            return f"handle {key} was slot {self.slot_of[key]}, is {number}"
        if how == "c":
            del self.slot_of[key]
        return None

    def create(self, key, number):
        for other, slot in self.slot_of.items():
            if other[0] == key[0] and slot == number and other != key:
                return f"new handle {key} has slot {number}, which handle {other} has"
        self.note(key, number)
        return None

    def note(self, key, number):
        self.slot_of[key] = number
        kind = key[0]
        self.most[kind] = max(self.most.get(kind, 0), sum(k == kind for k, _ in self.slot_of))
        self.highest[kind] = max(self.highest.get(kind, 0), number)

    def leaks(self, owned):
        """Classes whose slots are not used again when handles end."""
        for kind, highest in self.highest.items():
            if kind in owned and highest >= self.most[kind] + SPARE_SLOTS:
                yield f"class {kind}: slot {highest}, though at most {self.most[kind]} handles lived at once"

    def end(self, kind, value):
        self.slot_of.pop((kind, value), None)


def differs(told, read, slots):
    """What differs between an announced and a recorded value, or None."""
    if isinstance(told, dict) and "handle" in told:
        return slots.meet(told, read)
    if isinstance(told, dict) and "double" in told:
        same = isinstance(read, (int, float)) and float(read) == float.fromhex(told["double"])
        return None if same else f"announced {float.fromhex(told['double'])!r}, trace {read!r}"
    if isinstance(told, list) and isinstance(read, list):
        if len(told) != len(read):
            return f"announced {len(told)} elements {told}, trace {len(read)} {read}"
        return next((d for d in (differs(a, b, slots) for a, b in zip(told, read)) if d), None)
    if isinstance(told, dict) and isinstance(read, dict):
        return next((d for d in (differs(told[k], read.get(k), slots) for k in told) if d), None)
    if type(told) is not type(read) or told != read:
        return f"announced {told!r}, trace {read!r}"
    return None


def call_differs(told, record, slots):
    if told["func"] != record["func"]:
        return f"announced {told['func']}"
    for name, value in told["args"].items():
        if name not in record["args"]:
            return f"{name} is not in the trace"
        wrong = differs(value, record["args"][name], slots)
        if wrong:
            return f"{name}: {wrong}"
    wrong = differs(told["ret"], record["ret"], slots)
    return f"ret: {wrong}" if wrong else None


def load(path):
    """The announced calls, each with the handles that ended with it."""
    calls = []
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        for line in trace_model.parse_lines(file, path):
            if "ended" in line:
                calls[-1]["ends"].append((line["ended"], line["value"]))
            else:
                calls.append({**line, "ends": []})
    return calls


def compare(records, announced, layers, owned=""):
    """Raises Failure on any difference; returns the number of calls. `records` are those of one rank, `owned` the
    classes of handles that only the program makes, whose slots must be used again."""
    own = [r for r in records if r["depth"] == 0 and r["layer"] in layers and r["thread"] == 0
           and r["func"] not in NOT_ANNOUNCED]
    told = load(announced)
    slots = Slots()
    problems = []
    for index, (a, b) in enumerate(zip(told, own)):
        wrong = call_differs(a, b, slots)
        if wrong:
            problems.append(f"call {index}: {wrong}\n   announced {json.dumps(a)[:600]}\n   trace {show(b)[:600]}")
        for kind, value in a["ends"]:
            slots.end(kind, value)
        if len(problems) > 5 or a["func"] != b["func"]:
            break
    if not problems and len(told) != len(own):
        at = min(len(told), len(own))
        side, rest = ("the program", told) if len(told) > len(own) else ("the trace", own)
        problems.append(f"{len(told)} calls announced, {len(own)} in the trace; next only in {side}: "
                        f"{json.dumps(rest[at])[:600]}")
    problems = problems or list(slots.leaks(owned))
    if problems:
        raise Failure("\n".join(problems))
    return len(told)


def oracle(arguments):
    if len(arguments) != 4:
        raise Failure("usage: compare_calls.py TRACE RANK LAYERS ANNOUNCED")
    rank = int(arguments[1])
    records = [r for r in trace_model.decoded(arguments[0]) if r["rank"] == rank]
    return f"{compare(records, arguments[3], arguments[2].split(','))} calls equal"


if __name__ == "__main__":
    trace_model.main(oracle)
