# SPDX-License-Identifier: BSD-3-Clause
# What a report must say, counted call by call over what recorder2json prints, with tables of its own.
"""Expected(calls, ranks) has the numbers; compare(t, what, report, expected) holds a report against them."""
import collections
import json
import subprocess

import recorder_test

SYSTEM = {"posix", "stdio"}
LEVELS = [SYSTEM, {"mpiio"}, {"hdf5"}, {"netcdf"}, {"pnetcdf"}]
BLOCK = 4096
# Of the test programs; the report knows many more.
OPERATIONS = {
    "read": "read pread fread", "write": "write pwrite fwrite", "open": "open fopen creat openat",
    "close": "close fclose", "query": "stat lstat fstat access getcwd", "sync": "fsync fdatasync fflush",
    "change": "chmod unlink remove rename truncate ftruncate", "seek": "lseek fseek"}
OF_NAME = {name: operation for operation, names in OPERATIONS.items() for name in names.split()}


def calls_of(*arguments):
    text = subprocess.run([recorder_test.installed("recorder2json"), *arguments], check=True,
                          stdout=subprocess.PIPE, encoding="utf-8", errors="surrogateescape").stdout
    return [call for call in map(json.loads, text.splitlines()) if "func" in call]


def report_of(*arguments):
    text = subprocess.run([recorder_test.installed("recorder-report"), "--json", *arguments], check=True,
                          stdout=subprocess.PIPE).stdout
    return json.loads(text)


def nanoseconds(call, key):
    return round(call[key] * 1e9) if call[key] is not None else 0


def operation_of(call):
    if call["layer"] in SYSTEM:
        return OF_NAME.get(recorder_test.plain_name(call["func"]))
    if call["layer"] == "mpiio":
        return "read" if "_read" in call["func"] else "write" if "_write" in call["func"] else "metadata"
    return None


def bytes_of(call, operation):
    if operation not in ("read", "write"):
        return 0
    if call["layer"] == "mpiio":
        return call["args"]["count"]    # of MPI_BYTE
    return max(call["ret"], 0) * call["args"].get("size", 1)


class Expected:
    """`calls` in start order by rank; `place(call)` says of which rank of the report a call is."""

    def __init__(self, calls):
        self.calls = calls
        self.functions = collections.defaultdict(lambda: [0, 0, 0, 0, 0])  # calls, time, longest, read, written
        self.layer_time = collections.Counter()
        self.layer_calls = collections.Counter()
        self.rank_calls = collections.Counter()
        self.sizes = collections.defaultdict(collections.Counter)      # (layer, kind) -> size -> calls
        self.files = collections.defaultdict(collections.Counter)      # (level, file)
        self.level = collections.defaultdict(collections.Counter)      # level -> figures
        self.rows = collections.defaultdict(collections.Counter)       # (level, rank) -> figures
        self.manners = collections.Counter()
        self.accesses = collections.defaultdict(list)                  # file -> (offset, bytes, rank, write)
        self.placed = collections.Counter()
        stacks = collections.defaultdict(list)
        for call in calls:
            self.add(call, stacks[call["rank"], call["thread"]])

    def add(self, call, stack):
        del stack[call["depth"]:]
        start, end = nanoseconds(call, "tstart"), nanoseconds(call, "tend")
        operation = operation_of(call)
        size = bytes_of(call, operation)
        totals = self.functions[call["layer"], call["func"]]
        totals[0] += 1
        totals[1] += end - start
        totals[2] = max(totals[2], end - start)
        totals[3] += size if operation == "read" else 0
        totals[4] += size if operation == "write" else 0
        self.layer_calls[call["layer"]] += 1
        self.rank_calls[call["rank"]] += 1
        if call["layer"] not in stack:
            self.layer_time[call["layer"]] += end - start
        stack.append(call["layer"])
        for number, layers in enumerate(LEVELS):
            if call["layer"] in layers and operation:
                self.add_io(call, number, operation, size, end - start)

    def add_io(self, call, level, operation, size, time):
        kind = operation if operation in ("read", "write") else "metadata"
        figures = {kind + "_ns": time, kind + "_bytes": size, kind: 1, "open": operation == "open" and call["errno"] == 0}
        self.level[level].update(figures)
        self.rows[level, call["rank"]].update(figures)
        if call["file"]:
            self.files[level, call["file"]].update(figures)
        if kind == "metadata":
            return
        self.sizes[call["layer"], kind][size] += 1
        if level == 1:
            self.manners["collective" if "_all" in call["func"] else "independent", kind] += 1
        if "offset" in call["args"] and call["file"] and size:
            self.accesses[level, call["file"]].append((call["args"]["offset"], size, call["rank"], int(kind == "write")))


def compare_functions(t, what, report, expected):
    functions = {(f["layer"], f["name"]): f for f in report["functions"]}
    t.equal(sorted(functions), sorted(expected.functions), f"{what}: functions")
    for key, (calls, time, longest, read, written) in expected.functions.items():
        function = functions.get(key)
        if function is None:
            continue
        t.equal([function["calls"], function["time_ns"], function["longest_ns"]], [calls, time, longest],
                f"{what}: calls, time and longest of {key[1]}")
        if key[0] in SYSTEM | {"mpiio"} and recorder_test.plain_name(key[1]) in OF_NAME:
            t.equal([function["read_bytes"], function["written_bytes"]], [read, written], f"{what}: bytes of {key[1]}")
    t.equal(report["calls"], len(expected.calls), f"{what}: all calls")
    for layer in report["layers"]:
        t.equal(layer["calls"], expected.layer_calls[layer["name"]], f"{what}: calls of {layer['name']}")
        t.equal(layer["time_ns"], expected.layer_time[layer["name"]], f"{what}: time in {layer['name']}")


def compare_sizes(t, what, report, expected):
    for layer in report["layers"]:
        for key, kind in (("reads", "read"), ("writes", "write")):
            want = expected.sizes.get((layer["name"], kind), collections.Counter())
            have = layer[key]
            if layer["name"] not in SYSTEM | {"mpiio"}:
                continue
            bins = collections.Counter()
            for size, calls in want.items():
                bins[size.bit_length()] += calls
            t.equal(have["bins"], [list(pair) for pair in sorted(bins.items())], f"{what}: sizes of {kind}s, {layer['name']}")
            t.equal(have["bytes"], sum(size * calls for size, calls in want.items()), f"{what}: bytes of {kind}s")
            common = sorted(want.items(), key=lambda pair: (-pair[1], pair[0]))[:5]
            t.equal(have["common"], [list(pair) for pair in common], f"{what}: commonest sizes of {kind}s, {layer['name']}")


def unsparse(rows):
    return [dict(zip(row[::2], row[1::2])) for row in rows]


def compare_level(t, what, report, expected, level):
    """Totals, by rank, and the grids over time, of a level all of whose functions are in the tables."""
    have, want = report["levels"][level], expected.level[level]
    for kind, key in (("read", "read"), ("write", "written")):
        t.equal(have[f"{key}_bytes"], want[f"{kind}_bytes"], f"{what}: bytes {key}")
        t.equal(have[f"{kind}_ns"], want[f"{kind}_ns"], f"{what}: time in {kind}s")
        t.equal(sum(sum(row.values()) for row in unsparse(have["activity"][f"{key}_bytes"])), want[f"{kind}_bytes"],
                f"{what}: bytes {key} over time")
    t.equal([have["metadata_calls"], have["metadata_ns"]], [want["metadata"], want["metadata_ns"]], f"{what}: metadata")
    t.equal(sum(sum(row.values()) for row in unsparse(have["activity"]["metadata_ns"])), want["metadata_ns"],
            f"{what}: time in metadata over time")
    for rank, (read, written, calls) in enumerate(zip(have["rows"]["read_bytes"], have["rows"]["written_bytes"],
                                                      have["rows"]["metadata_calls"])):
        row = expected.rows[level, rank]
        t.equal([read, written, calls], [[row[key]] * 3 for key in ("read_bytes", "write_bytes", "metadata")],
                f"{what}: rank {rank}")
    axis = report["axis"]
    grid = [collections.Counter() for _ in have["activity"]["calls"]]
    for call in expected.calls:
        if operation_of(call) and call["layer"] in LEVELS[level]:
            at = (nanoseconds(call, "tstart") - axis["from_ns"]) // axis["bin_ns"]
            grid[call["rank"]][min(max(at, 0), axis["bins"] - 1)] += 1
    t.equal(unsparse(have["activity"]["calls"]), [dict(sorted(row.items())) for row in grid], f"{what}: calls over time")


def compare_files(t, what, report, expected, level):
    for file in report["files"]["listed"]:
        if file["level"] != level:
            continue
        want = expected.files[level, file["name"]]
        for key, figure in (("reads", "read"), ("writes", "write"), ("metadata", "metadata"), ("opens", "open"),
                            ("read_bytes", "read_bytes"), ("written_bytes", "write_bytes"), ("read_ns", "read_ns"),
                            ("write_ns", "write_ns"), ("metadata_ns", "metadata_ns")):
            t.equal(file[key], want[figure], f"{what}: {key} of {file['name']}")


def compare_offsets(t, what, report, expected):
    for shown in report["offsets"]:
        want = expected.accesses[shown["level"], shown["file"]]
        if not want or shown["accesses"] != len(shown["shown"]):
            continue
        have = [tuple(access[2:]) for access in shown["shown"]]
        missing = collections.Counter(want) - collections.Counter(have)
        t.equal(dict(missing), {}, f"{what}: accesses that are missing of {shown['file']}")
