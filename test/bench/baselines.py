#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Encoders of two earlier trace formats, as their papers describe them, fed the calls of a trace of ours: how large
# the same run would be there. usage: baselines.py TRACE (recorder2json must be in PATH)
"""[R2] "Recorder 2.0: Efficient Parallel I/O Tracing and Analysis", 2020; [R3] "Recorder: Comprehensive Parallel I/O
Tracing and Analysis", 2025. Where a paper does not say how something is stored, the smaller reading is taken, so that
the baselines are lower bounds:
- buffer addresses, which both formats keep, are those of our trace, which has none: each counts as "0";
- handles are our slots, the same on all ranks, but those of MPI other than files and communicators, which are addresses
  in the program, count as "0", too; neither return values nor errno are counted;
- rank-local and global metadata (program, user, counters) are left out, except the table of file names of [R2];
- numbers whose width is not told are varints, as in our format."""
import collections
import json
import os
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import grammars                  # noqa: E402
import trace_sections            # noqa: E402

# name: of the function; values: text of the arguments; kinds: of each, see kind_of(); seconds as floats.
Call = collections.namedtuple("Call", "rank thread depth name values kinds start end")
WINDOW = 3                       # [R2] III-B: "the sliding window is small (3 by default)"
TICK_2 = 1e-6                    # [R2] figures 5 and 6: times are shown in microseconds
TICK_3 = 1e-7                    # [R3] does not say; at this one 32 bits last 429 s


def text(value):
    if value is None:
        return "0"
    if isinstance(value, dict) and "slot" in value:
        return str(value["slot"])
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def kind_of(kind):
    """What matters here of the kind of an argument."""
    if kind.lstrip("?").startswith("handle") and "MPI_" in kind and "MPI_File" not in kind and "MPI_Comm" not in kind:
        return "address"
    return "path" if kind.startswith("path") else kind if kind == "offset" else ""


def calls_of(trace, recorder2json="recorder2json", env=None):
    """Rank -> its calls in the order in which they returned, which is that in which both tools keep them."""
    kinds = {name: [kind_of(k) for k in arguments.values()]
             for name, (_, _, arguments) in trace_sections.functions(trace).items()}
    ranks = collections.defaultdict(list)
    with subprocess.Popen([recorder2json, trace], stdout=subprocess.PIPE, env=env) as reader:
        for line in reader.stdout:
            call = json.loads(line)
            name, arguments = call["func"], call["args"]
            told = kinds.get(name) or ["offset" if a == "offset" else "" for a in arguments]
            values = tuple("0" if kind == "address" else text(value) for kind, value in zip(told, arguments.values()))
            ranks[call["rank"]].append(Call(call["rank"], call["thread"], call["depth"], name, values, told,
                                            call["tstart"] or 0.0, call["tend"] or 0.0))
    if reader.returncode != 0:
        raise RuntimeError(f"recorder2json {trace}: exit status {reader.returncode}")
    for calls in ranks.values():
        calls.sort(key=lambda c: (c.end, -c.depth))
    return ranks


def varint(value):
    """Bytes of a number."""
    return max(1, (value.bit_length() + 6) // 7)


def zigzag(value):
    return varint(2 * value if value >= 0 else -2 * value - 1)


# --- Recorder 2 -------------------------------------------------------------------------------------------------

def common(a, b):
    return sum(x == y for x, y in zip(a, b)) if len(a) == len(b) else 0


def record_2(name, values, window):
    """Bytes of one record, [R2] III-B and figures 3 and 4; `window` are the most recent records."""
    # Figure 3: status 1, start 4, end 4, func_id 1, then the arguments as characters, each with what ends it.
    plain = 10 + sum(len(v) + 1 for v in values)
    # Seven bits say which arguments differ, so functions with more are never compressed.
    if not 1 <= len(values) <= 7:
        return plain
    # Similar: the same function, at least one argument in common; the one with the most, then the most recent.
    alike = [(common(values, other), i, other) for i, (func, other) in enumerate(window) if func == name]
    if not alike or max(alike)[0] == 0:
        return plain
    best = max(alike)[2]
    # Figure 4: ref_id 1 in place of func_id, and only the arguments that differ.
    return 10 + sum(len(v) + 1 for v, w in zip(values, best) if v != w)


def recorder_2(ranks):
    """Bytes of all ranks' files: records, and the local metadata's table of file names."""
    total = 0
    for calls in ranks.values():
        files, window = {}, collections.deque(maxlen=WINDOW)
        for call in calls:
            values = tuple(v if kind != "path" else str(files.setdefault(v, len(files)))
                           for v, kind in zip(call.values, call.kinds))
            total += record_2(call.name, values, window)
            window.append((call.name, values))
        # III-B: "<filename, integer id> mappings" of each rank.
        total += sum(4 + len(name) + 1 for name in files)
    return total


# --- Recorder 3 -------------------------------------------------------------------------------------------------

# A signature without the numbers that patterns may take the place of: what stays, and these numbers.
Signature = collections.namedtuple("Signature", "fixed numbers")


def runs(offsets):
    """[R3] 3.2.1: the offset of the ith call is a*i + b; the greedy division into such runs, as (a, b) for each call.
    The paper computes a and b from two adjacent calls, so the first of a run would keep its offset; here it does not."""
    found, at = [], 0
    while at < len(offsets):
        if at + 1 == len(offsets):
            return found + [(offsets[at],)]
        step, end = offsets[at + 1] - offsets[at], at + 2
        while end < len(offsets) and offsets[end] - offsets[end - 1] == step:
            end += 1
        found += [(step, offsets[at])] * (end - at)
        at = end
    return found


def array(value):
    """The numbers of an array, or None."""
    found = json.loads(value) if value.startswith("[") and value.endswith("]") else None
    return found if found and all(isinstance(v, int) for v in found) else None


def split(call):
    """A call as what stays, the numbers of its arrays, and its offset (or None)."""
    values, numbers, offset = list(call.values), [], None
    for place, kind in enumerate(call.kinds):
        elements = array(values[place])
        if kind == "offset" and offset is None:
            values[place], offset = None, int(values[place])
        elif elements:
            # That only offsets have patterns would make every rank's hyperslabs different; but [R3] 5.2.1 reports a
            # constant size for FLASH, so elements of arrays have patterns across ranks here.
            values[place] = None
            numbers += elements
    # [R2] figure 5 shows that of MPI_Comm_rank the address is kept, and not the rank.
    fixed = tuple(values) if call.name != "MPI_Comm_rank" else tuple(values[:1])
    return (call.name, call.thread, call.depth, fixed), tuple(numbers), offset


def signatures(calls, inside):
    """The signature of each call, [R3] 3.1: function, parameters, thread, call depth. `inside`: with offset patterns."""
    found, same = [None] * len(calls), collections.defaultdict(list)
    for index, call in enumerate(calls):
        fixed, numbers, offset = split(call)
        if offset is None:
            found[index] = Signature(fixed, numbers)
        else:
            same[fixed, numbers].append((index, offset))
    for (fixed, numbers), uses in same.items():
        offsets = [offset for _, offset in uses]
        for (index, _), taken in zip(uses, runs(offsets) if inside else [(o,) for o in offsets]):
            found[index] = Signature(fixed, numbers + taken)
    return found


def linear(points):
    """Numbers by rank as (a, b) with number = a*rank + b, or as b where a is 0, or None."""
    (rank, number), (last, other) = points[0], points[-1]
    step, rest = divmod(other - number, last - rank)
    base = number - step * rank
    if rest or any(v != step * r + base for r, v in points):
        return None
    return (step, base) if step else base


def columns_of(uses):
    """The numbers of one signature on several ranks as functions of the rank, or None."""
    if len(uses) < 2:
        return None
    columns = tuple(linear([(rank, s.numbers[i]) for rank, s in uses]) for i in range(len(uses[0][1].numbers)))
    return None if None in columns else columns


def across(tables):
    """[R3] 3.2.2: a and b of an offset that are linear functions of the rank become those. Which signatures of two ranks
    belong together is not told: the ith of each rank that are equal but for the numbers; rank 0, which usually makes
    calls of its own, is left out if it is in the way."""
    groups = collections.defaultdict(list)
    for rank, table in tables.items():
        met = collections.Counter()
        for signature in table:
            if signature.numbers:
                key = (signature.fixed, len(signature.numbers))
                groups[key + (met[key],)].append((rank, signature))
                met[key] += 1
    replaced = {}
    for uses in groups.values():
        for chosen in (uses, [use for use in uses if use[0] != 0]):
            columns = columns_of(chosen)
            if columns:
                replaced.update({use: Signature(use[1].fixed, columns) for use in chosen})
                break
    return replaced


def entry_size(signature):
    """Bytes of an entry of the CST: its length, function, thread and depth in a byte each, the arguments' text."""
    _, _, _, values = signature.fixed
    flat = [n for number in signature.numbers for n in (number if isinstance(number, tuple) else (number,))]
    size = 3 + sum(len(v) + 1 for v in values if v is not None) + sum(map(zigzag, flat))
    return varint(size) + size


def grammar_size(rules):
    return varint(len(rules)) + sum(
        varint(len(body)) + sum(varint(abs(symbol) * 2) + varint(exponent) for symbol, exponent in body)
        for body in rules)


def times_3(ranks, tick=TICK_3):
    """[R3] 2.2.1: entry and exit as 4 bytes each since the start, of all ranks together, through zlib."""
    packer = zlib.compressobj()
    size = 0
    for rank in sorted(ranks):
        raw = b"".join((int(t / tick) & 0xFFFFFFFF).to_bytes(4, "little")
                       for call in ranks[rank] for t in (call.start, call.end))
        size += len(packer.compress(raw))
    return size + len(packer.flush())


def recorder_3(ranks, inside=True, between=True):
    """Bytes of the files of [R3] 3.3: "cst", "cfg", "index" (4 bytes a rank), and the number of unique CFGs, "cfgs".
    `inside`, `between`: whether offsets are recognised in a process and across processes."""
    streams = {rank: signatures(calls, inside) for rank, calls in sorted(ranks.items())}
    replaced = across({r: dict.fromkeys(s) for r, s in streams.items()}) if between else {}
    merged, sequences = {}, set()
    for rank, stream in streams.items():
        sequences.add(tuple(merged.setdefault(replaced.get((rank, s), s), len(merged)) for s in stream))
    bodies = set()
    for sequence in sequences:
        grammar = grammars.Grammar()
        for terminal in sequence:
            grammar.append(terminal)
        bodies.add(tuple(map(tuple, grammar.rules())))
    return {"cst": sum(map(entry_size, merged)), "cfg": sum(map(grammar_size, bodies)), "index": 4 * len(ranks),
            "cfgs": len(bodies)}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: baselines.py TRACE")
    ranks = calls_of(sys.argv[1])
    three = recorder_3(ranks)
    three["times"] = times_3(ranks)
    print(json.dumps({"calls": sum(map(len, ranks.values())), "recorder_2": recorder_2(ranks), "recorder_3": three,
                      "ours": os.path.getsize(sys.argv[1])}, indent=1))


if __name__ == "__main__":
    main()
