#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The lossless oracle: compares the raw logs of a run (RECORDER_RAW_LOG=1) with its decoded trace,
# call by call and value by value. usage: compare_raw.py TRACE [RAW-LOG...]
"""Handles are addresses in the raw log and slots in the trace: within a stream and a class they must
stand for each other one to one at every moment. A slot may change its meaning only where a call
creates a handle, after a call that ends one, or for a handle that the stream did not create itself.
Times must agree to the nanosecond: the raw log has the ticks, the trace what they are."""
import itertools
import re
import struct
import sys

import trace_model
import trace_sections
from trace_model import Failure, show

KEYS = ("depth", "layer", "func", "errno")
ENDING = ("close", "free", "Free", "destroy", "munmap", "mremap", "cancel", "aio_return", "exit", "dec_ref",
          "MPI_Wait", "MPI_Test")
# Handles that end with another one: a NetCDF file's groups, a PnetCDF file's requests; the bits that they share with it.
FAMILIES = {"ncid": ("ncid", 16, 16), "ncmpi": ("ncmpi_request", 0, 32)}
# These may, with a file of HDF5.
WITH_FILE = ("H5G", "H5D", "H5A")
ENDING_FAMILIES = ("close", "abort", "wait", "cancel")


class Handles:
    """Which slot stands for which value at this moment, in one stream."""

    def __init__(self):
        self.value_of = {}           # (class, slot) -> value
        self.slot_of = {}            # (class, value) -> slot
        self.ended = set()           # (class, slot) of ended handles
        self.guests = set()          # those that only calls inside another one have used so far

    def meet(self, kind, slot, value, created):
        """Notes that `slot` is `value` in this call; says what is wrong, or None."""
        old_value = self.value_of.get((kind, slot))
        old_slot = self.slot_of.get((kind, value))
        if old_value == value and old_slot == slot:
            return None
        free_slot = old_value is None or created or (kind, slot) in self.ended
        free_value = old_slot is None or created or (kind, old_slot) in self.ended
        if not free_slot:
            return f"slot {slot} of {kind} was {old_value}, is {value}"
        if not free_value:
            return f"{value} of {kind} was slot {old_slot}, is slot {slot}"
        if self.slot_of.get((kind, old_value)) == slot:
            del self.slot_of[(kind, old_value)]
        if old_slot is not None and self.value_of.get((kind, old_slot)) == value:
            del self.value_of[(kind, old_slot)]
        self.value_of[(kind, slot)] = value
        self.slot_of[(kind, value)] = slot
        self.ended.discard((kind, slot))
        return None

    def note_guest(self, kind, slot, value, created):
        if (kind.startswith("MPI_") or kind in WITH_FILE) and not created and self.value_of.get((kind, slot)) != value:
            self.guests.add((kind, slot))

    def end_guests(self):
        self.ended |= self.guests
        self.guests.clear()

    def end(self, kind, slot):
        self.ended.add((kind, slot))

    def end_all(self, kinds):
        self.ended.update(key for key in self.value_of if key[0] in kinds)

    def end_family(self, kind, value):
        """Those that the end of a handle of this value ends."""
        family, shift, family_shift = FAMILIES[kind]
        for (other, slot), member in self.value_of.items():
            if other == family and int(member, 16) >> family_shift == int(value, 16) >> shift:
                self.ended.add((other, slot))


class Comparer:
    """Compares one stream; differences are collected, the first few are shown."""

    def __init__(self, functions):
        self.functions = functions
        self.handles = Handles()
        self.problems = []
        self.values = 0
        self.depth = 0

    def kind(self, func, where):
        """The kind of an argument, or of the result."""
        _, result, arguments = self.functions.get(func, (None, "", {}))
        return result if where == "ret" else arguments.get(where, "")

    def handle(self, raw, read, where, func):
        (form, value), = raw.items()
        if read is None and int(value, 16) == 0:
            return None                     # nothing was created, or a null handle was passed
        if not isinstance(read, dict) or "slot" not in read:
            return f"raw {value}, trace {read!r}"
        kind = self.kind(func, where)
        told = re.search(r"(?:handle|map)(\+)?(?::(\w+))?", kind)
        # Where a type has handles of several classes the trace says which.
        name = read.get("class") or (form if form == "map" or not told else told.group(2))
        if form == "map":
            value = hex(int(value, 16) - read.get("offset", 0))
        slot = read["slot"]
        created = bool(told and told.group(1))
        if self.depth != 0:
            self.handles.note_guest(name, slot, value, created)
        wrong = self.handles.meet(name, slot, value, created)
        if any(word in func for word in ENDING):
            self.handles.end(name, slot)
        if name in FAMILIES and any(word in func for word in ENDING_FAMILIES):
            self.handles.end_family(name, value)
        if name == "H5F" and "close" in func:
            self.handles.end_all(WITH_FILE)
        return wrong

    def value(self, raw, read, where, func):
        """What differs between a raw and a read value, or None."""
        self.values += 1
        if isinstance(raw, dict) and ("handle" in raw or "map" in raw):
            return self.handle(raw, read, where, func)
        if isinstance(raw, dict) and "double" in raw:
            return self.real(int(raw["double"], 16), read)
        if isinstance(raw, dict) and isinstance(read, dict):
            if list(raw) != list(read):
                return f"fields {list(raw)} and {list(read)}"
            return self.first(self.value(raw[k], read[k], where, func) for k in raw)
        if isinstance(raw, list) and isinstance(read, list):
            if len(raw) != len(read):
                return f"{len(raw)} and {len(read)} elements"
            return self.first(self.value(a, b, where, func) for a, b in zip(raw, read))
        if type(raw) is not type(read) or (raw != read and raw == raw):
            return f"raw {raw!r}, trace {read!r}"
        return None

    @staticmethod
    def real(bits, read):
        """A double is told by its bits; the reader prints a number, or the name of what is none."""
        number, = struct.unpack("<d", struct.pack("<Q", bits))
        if isinstance(read, str) and read.startswith("nan:"):
            return None if read == f"nan:{bits:#x}" else f"raw {bits:#x}, trace {read!r}"
        same = float(read) == number or (number != number and float(read) != float(read))
        return None if same else f"raw {number!r}, trace {read!r}"

    @staticmethod
    def first(problems):
        return next((p for p in problems if p), None)

    def record(self, raw, read):
        self.depth = raw["depth"]
        if self.depth == 0:
            self.handles.end_guests()
        for key in KEYS:
            if key in raw and raw[key] != read[key]:
                yield f"{key}: raw {raw[key]!r}, trace {read[key]!r}"
        if "file" in raw and raw["file"] != read["file"]:
            yield f"file: raw {raw['file']!r}, trace {read['file']!r}"
        for key in ("tstart", "tend"):
            # Seconds as a float, exact to a nanosecond for the first 50 days of a run.
            if raw[key] != round(read[key] * 1e9):
                yield f"{key}: raw {raw[key]} ns, trace {read[key]:.9f}"
        if list(raw["args"]) != list(read["args"]):
            yield f"argument names: raw {list(raw['args'])}, trace {list(read['args'])}"
        else:
            for name in raw["args"]:
                wrong = self.value(raw["args"][name], read["args"][name], name, raw["func"])
                if wrong:
                    yield f"{name}: {wrong}"
        wrong = self.value(raw["ret"], read["ret"], "ret", raw["func"])
        if wrong:
            yield f"ret: {wrong}"

    def stream(self, key, raw, read):
        for index, (a, b) in enumerate(zip(raw, read)):
            for problem in self.record(a, b):
                self.problems.append(f"rank {key[0]} thread {key[1]} call {index}: {problem}\n"
                                     f"   raw   {show(a)}\n   trace {show(b)}")
            if len(self.problems) > 20:
                return
        if len(raw) != len(read):
            at = min(len(raw), len(read))
            side, rest = ("raw log", raw) if len(raw) > len(read) else ("trace", read)
            self.problems.append(f"rank {key[0]} thread {key[1]}: raw {len(raw)} calls, trace "
                                 f"{len(read)}; next only in the {side}: {show(rest[at])}")


def with_exact_times(records, times, key):
    """Records of a raw log, in the order in which they returned, with the times that the trace must show."""
    for record, clock in itertools.zip_longest(records, times.clocks(key)):
        if record is not None and clock is not None:
            record["tstart"] = times.nanoseconds(record["start_ticks"], clock)
            record["tend"] = times.nanoseconds(record["end_ticks"], clock)
    return trace_model.start_order(records)


def compare(trace, raw_paths=None):
    """Raises Failure on any difference; returns the number of calls compared."""
    raw_paths = raw_paths or trace_model.raw_logs_of(trace)
    if not raw_paths:
        raise Failure(f"{trace}: no raw log beside it")
    raw = trace_model.raw_streams(raw_paths)
    read = trace_model.streams(trace_model.decoded(trace))
    functions = trace_sections.functions(trace)
    times = trace_sections.Times(trace)
    problems = []
    if set(raw) != set(read):
        problems.append(f"streams: raw {sorted(raw)}, trace {sorted(read)}")
    calls = 0
    for key in sorted(set(raw) & set(read)):
        comparer = Comparer(functions)
        comparer.stream(key, with_exact_times(raw[key], times, key), read[key])
        problems += comparer.problems
        calls += len(raw[key])
    if problems:
        more = f"\n... and {len(problems) - 8} more" if len(problems) > 8 else ""
        raise Failure("\n".join(problems[:8]) + more)
    return calls


def streams_of(trace):
    """(raw log in the order of return, raw log in start order, trace) of each stream; times in ns."""
    raw = trace_model.raw_streams(trace_model.raw_logs_of(trace))
    read = trace_model.streams(trace_model.decoded(trace))
    times = trace_sections.Times(trace)
    for key, records in raw.items():
        in_start_order = with_exact_times(records, times, key)
        yield records, in_start_order, read.get(key, [])


def same_calls(trace):
    """Compares everything but the times; returns how many calls there were."""
    problems, calls = [], 0
    for _, raw, read in streams_of(trace):
        for a, b in zip(raw, read):
            b["tstart"], b["tend"] = a["tstart"] / 1e9, a["tend"] / 1e9
        comparer = Comparer(trace_sections.functions(trace))
        comparer.stream((0, 0), raw, read)
        problems += comparer.problems
        calls += len(raw)
    if problems:
        raise Failure("\n".join(problems[:5]))
    return calls


def oracle(arguments):
    if not arguments:
        raise Failure("usage: compare_raw.py TRACE [RAW-LOG...]")
    return f"{compare(arguments[0], arguments[1:])} calls equal"


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    trace_model.main(oracle)
