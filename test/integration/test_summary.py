#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder-summary: every number is what a slow count over recorder2json gives (slow_summary.py), with times, where each call
# is read, and without, where loops are gone through once. Options, formats and errors.
import csv
import io
import json
import os
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import inputs                    # noqa: E402
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import slow_summary              # noqa: E402
from recorder_test import Test   # noqa: E402

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench")
TALLY = ("calls", "failed", "time_ns", "read_bytes", "written_bytes", "copied_bytes", "unknown_transfers")
# What only the tool knows how to find out, from names of datatypes or from dataspaces, which recorder2json does not print.
OTHERWISE = {"read_bytes", "written_bytes", "unknown_transfers"}


def summary(arguments):
    run = subprocess.run([recorder_test.installed("recorder-summary"), "--format", "json", *arguments],
                         stdout=subprocess.PIPE, check=True, env=recorder_test.clean_environment())
    return json.loads(run.stdout.decode(errors="surrogateescape"))


class Comparison:
    """A summary and the slow count of one trace."""

    def __init__(self, t, what, trace, times, selection=(), counted=lambda call: True):
        self.t, self.what, self.times = t, what + (" with times" if times else " without times"), times
        self.have = summary([trace, "--per-file", *selection, *(() if times else ("--no-times",))])
        calls = slow_summary.read([recorder_test.installed("recorder2json")], trace)
        self.calls = len(calls)
        self.want = slow_summary.Summary(calls, counted)
        self.problems = []

    def same(self, have, want, name):
        if have is None:
            have = 0
        if have != want and not (isinstance(want, float) and abs(have - want) <= 1e-6 * max(abs(want), 1e-9)):
            self.problems.append(f"{name}: {have} instead of {want}")

    def columns(self, row, counter, names, what, skip=()):
        if self.want.doubtful & {row.get("function"), row.get("file")}:
            skip = (*skip, "failed", "unknown_transfers")
        for name in names:
            if name not in skip and (self.times or not name.endswith("_ns")):
                self.same(row[name], counter[name], f"{what} {name}")

    def run(self):
        for compare in (self.functions, self.layers, self.causes, self.callers, self.files, self.ranks, self.bandwidth,
                        self.records):
            compare()
        self.t.check(not self.problems, f"{self.what}: {len(self.problems)} numbers differ: " + "; ".join(self.problems[:8]))
        return self.calls

    @staticmethod
    def unsure(layer, counter):
        """Bytes of a library's transfers are compared when the slow count knows all of them."""
        return OTHERWISE if layer not in slow_summary.STORAGE and counter["unknown_transfers"] else ()

    def functions(self):
        rows = {(row["layer"], row["function"]): row for row in self.have["functions"]}
        self.same(sorted(rows), sorted(self.want.functions), "functions")
        for key, counter in self.want.functions.items():
            if key in rows:
                self.columns(rows[key], counter, (*TALLY, "own_ns"), " ".join(key), self.unsure(key[0], counter))

    def layers(self):
        rows = {row["layer"]: row for row in self.have["layers"]}
        self.same(sorted(rows), sorted(self.want.layers), "layers")
        for layer, counter in self.want.layers.items():
            counter["time_ns"] = counter["data_ns"] + counter["other_ns"]
            self.columns(rows[layer], counter, ("data_calls", "data_ns", "time_ns"), layer)

    def causes(self):
        rows = {(row["layer"], row["function"], row["caused_layer"], row["caused_function"]): row
                for row in self.have["causes"]}
        self.same(sorted(rows), sorted(self.want.causes), "causes")
        for key, counter in self.want.causes.items():
            skip = ("bytes", "unknown_transfers") if self.unsure(key[2], counter) else ()
            if key in rows:
                self.columns(rows[key], counter, ("calls", "bytes", "unknown_transfers", "time_ns"), " ".join(key), skip)

    def callers(self):
        for row in self.have["callers"]:
            below = [(key, counter) for key, counter in self.want.causes.items()
                     if key[:2] == (row["layer"], row["function"]) and key[2] in self.want.storage]
            self.same(row["storage_calls"], sum(counter["calls"] for _, counter in below), "storage calls of " + row["function"])
            for one, column in (("read", "storage_read_bytes"), ("write", "storage_written_bytes")):
                self.same(row[column], sum(counter["bytes"] for key, counter in below
                                           if slow_summary.kind({"layer": key[2], "func": key[3]}) == one),
                          f"{column} of {row['function']}")
            writes = slow_summary.kind({"layer": row["layer"], "func": row["function"]}) == "write"
            self.same(row["reads_of_writes"], sum(counter["calls"] for key, counter in below if writes and slow_summary.kind(
                {"layer": key[2], "func": key[3]}) == "read"), "reads of writes of " + row["function"])

    def files(self):
        rows = {row["file"]: row for row in self.have["files"]}
        self.same(sorted(rows), sorted(self.want.files), "files")
        for path, layers in self.want.files.items():
            seen = [layer for layer in layers if layer in self.want.storage]
            if not seen:
                order = ("posix", "stdio", "mpiio", "pnetcdf", "hdf5", "netcdf", "mpi", "cuda")
                seen = [min(layers, key=order.index)]
            total = sum((layers[layer] for layer in seen), type(layers[seen[0]])())
            if path in rows:
                self.columns(rows[path], total, TALLY, path, self.unsure(seen[0], total))

    def ranks(self):
        rows = {row["rank"]: row for row in self.have["ranks"]}
        self.same(sorted(r for r in rows if rows[r]["calls"]), sorted(self.want.ranks), "ranks")
        for rank, counter in self.want.ranks.items():
            self.columns(rows[rank], counter, ("calls", "io_ns", "read_ns", "write_ns", "read_bytes", "written_bytes",
                                               "copied_bytes"), f"rank {rank}",
                         () if self.want.storage == slow_summary.STORAGE else OTHERWISE)

    def bandwidth(self):
        if not self.times:
            return
        for row in self.have["bandwidth"]:
            layers = self.want.storage if row["layer"] == "storage" else (row["layer"],)
            intervals = [i for layer in layers for i in self.want.busy.get((layer, row["direction"]), ())]
            what = f"{row['layer']} {row['direction']}"
            self.same(row["busy_ns"], slow_summary.union(intervals), what + " busy_ns")
            self.same(row["calls_ns"], sum(end - start for start, end in intervals), what + " calls_ns")
            if row["busy_ns"] and row["bytes"] is not None:
                self.same(row["bandwidth"], row["bytes"] / (row["busy_ns"] / 1e9), what + " bandwidth")

    def records(self):
        rows = {row["file"]: row for row in self.have["records"]}
        for path, by_layer in self.want.records.items():
            for layer, counter in list(by_layer.items()):
                if isinstance(layer, str) and not (layer == "stdio" and path in self.want.doubtful):
                    self.record(rows[path], path, layer, counter)
        for row in rows.values():
            used = {column.split("_")[0] for column, value in row.items() if value and column != "file"}
            self.same(sorted(used - {"file"}),
                      sorted(layer for layer in self.want.records[row["file"]] if isinstance(layer, str)),
                      "interfaces of " + row["file"])

    def record(self, row, path, layer, counter):
        unsure = counter["unknown_reads"] + counter["unknown_writes"] if layer == "mpiio" else 0
        compared = 0
        for column, value in row.items():
            if not column.startswith(layer + "_") or (column.endswith("_ns") and not self.times):
                continue
            name = column[len(layer) + 1:]
            if name in counter or name.split("_")[0] in ("size", "consecutive", "sequential", "placed", "unaligned"):
                if "_in_memory_" in name or (unsure and ("bytes" in name or name.startswith(("size", "largest", "unknown")))):
                    continue
                self.same(value, counter[name], f"{path} {column}")
                compared += 1
        self.same(set(counter) - {column[len(layer) + 1:] for column in row} -
                  ({"switches"} if layer == "mpiio" else set()) -
                  (set() if self.times else {name for name in counter if name.endswith("_ns")}), set(),
                  "counters that are missing")
        if not unsure:
            self.common(row, path, layer)
        self.by_rank(row, path, layer, unsure)
        if self.times:
            for one, column in (("read", "busy_reading_ns"), ("write", "busy_writing_ns")):
                self.same(row[f"{layer}_{column}"], slow_summary.union(self.want.busy.get((path, layer, one), ())),
                          f"{path} {layer} {column}")

    def common(self, row, path, layer):
        for name, values in (("size", "sizes"), ("stride", "strides")):
            if layer == "mpiio" and name == "stride":
                continue
            counts = self.want.records[path].get((layer, values), {})
            top = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:4]
            have = [(row[f"{layer}_common_{name}{i}"], row[f"{layer}_common_{name}{i}_count"]) for i in (1, 2, 3, 4)]
            self.same([pair for pair in have if pair[1] is not None], top, f"{path} {layer} common {values}")

    def by_rank(self, row, path, layer, unsure):
        ranks = {key[2]: counter for key, counter in self.want.by_rank.items() if key[:2] == (path, layer)}
        self.same(row[layer + "_ranks"], len(ranks), f"{path} {layer} ranks")
        if not unsure:
            self.same(row[layer + "_variance_rank_bytes"], statistics.pvariance([float(c["bytes"]) for c in ranks.values()]),
                      f"{path} {layer} variance of bytes")
        if not self.times:
            return
        seconds = {rank: counter["ns"] / 1e9 for rank, counter in ranks.items()}
        self.same(row[layer + "_slowest_rank_time"], max(seconds.values()), f"{path} {layer} slowest")
        self.same(row[layer + "_fastest_rank_time"], min(seconds.values()), f"{path} {layer} fastest")
        self.same(seconds[row[layer + "_slowest_rank"]], max(seconds.values()), f"{path} {layer} slowest rank")
        self.same(row[layer + "_variance_rank_time"], statistics.pvariance(seconds.values()), f"{path} {layer} variance of time")


def without_times(rows):
    return sorted(json.dumps({name: value for name, value in row.items() if "time" not in name and not name.endswith("_ns") and
                              not name.startswith("bandwidth") and "est_rank" not in name}, sort_keys=True) for row in rows)


def compare(t, what, trace):
    """Both ways agree with the slow count, and with each other where it knows less than they do."""
    with_times, without = (Comparison(t, what, trace, times) for times in (True, False))
    for table, rows in with_times.have.items():
        t.equal(without_times(without.have[table]), without_times(rows), f"{what}: {table} without times")
    with_times.run()
    return without.run()


def random_programs(t):
    calls = 0
    program = t.build("random_io.c", "plain")
    for seed in range(1, 9):
        threads = (1, 1, 4, 1)[seed % 4]
        result = t.traced([program, str(seed), "700", str(threads)], "preload", raw=False)
        for trace in result.traces:
            calls += compare(t, f"random_io {seed}", trace)
    for name, *arguments in (("random_patterns.c", "5", "20"), ("random_patterns.c", "6", "30", "3"),
                             ("copies.c",), ("pattern_loops.c", "checkpoints", "60"), ("pattern_loops.c", "append", "200"), ("pattern_loops.c", "rows", "60")):
        result = t.traced([t.build(name, "plain"), *arguments], "preload", raw=False)
        for trace in result.traces:
            calls += compare(t, name, trace)
    return calls


def benchmarks(t):
    calls = 0
    for name, count in (("nested", 4000), ("lseek_write", 3000), ("fwrite8", 3000), ("pread_random", 2000),
                        ("open_write_close", 3000)):
        program = t.build(os.path.join(BENCH, "loops.c"), "plain", flags=["-DPLAIN"])
        result = t.traced([program, name, str(count)], "preload", raw=False, env={"RECORDER_INCLUDE": "/dev"})
        for trace in result.traces:
            calls += compare(t, "loops " + name, trace)
    return calls


def mpi_programs(t):
    calls = 0
    runs = [("mpiio_full.c", (), ["data"]), ("mpiio_basic.c", (), ["data"]), ("summary_io.c", (), []),
            (os.path.join(BENCH, "ior.c"), (), ["-a", "mpiio", "-b", "65536", "-t", "4096", "-s", "3", "ior.data"]),
            (os.path.join(BENCH, "flash.c"), "HDF5_FLAGS", ["-n", "60", "-e", "20", "-c", "."]),
            ("native_types.c", "HDF5_FLAGS", []),
            (os.path.join(BENCH, "pnetcdf.c"), "PNETCDF_FLAGS", ["-n", "40", "-e", "10"]),
            (os.path.join(BENCH, "pnetcdf.c"), "PNETCDF_FLAGS", ["-n", "40", "-e", "10", "-i"])]
    for source, flags, arguments in runs:
        if isinstance(flags, str):
            if not os.environ.get(flags):
                continue
            flags = os.environ[flags].split()
        program = mpi_runs.build(t, source, "preload", flags, name=os.path.basename(source).split(".")[0])
        result = t.traced(mpi_runs.command(4, [program, *arguments], "preload"), "static", raw=False)
        t.equal(result.rc, 0, f"{source}: exit status; {result.err[-300:]}")
        for trace in result.traces:
            calls += compare(t, os.path.basename(source), trace)
            if "flash" in source:
                hdf5(t, trace)
            if "native" in source:
                rows = {row["function"]: row for row in summary([trace])["functions"]}
                t.equal(rows["H5Dread"]["read_bytes"], 4 * 2 * 10 * 2, "bytes read with the datatypes of the file")
    return calls


def hdf5(t, trace):
    """What the dataspaces select arrives in the file, byte for byte."""
    row = next(row for row in summary([trace])["callers"] if row["function"] == "H5Dwrite")
    t.check(row["bytes"] > 0, "H5Dwrite moved nothing")
    t.equal(row["bytes"], row["storage_written_bytes"], "bytes of H5Dwrite")


def copies(t):
    """What the kernel copies is read from one file and written to the other, and moves both on."""
    result = t.traced([t.build("copies.c", "plain")], "preload", raw=False)
    t.equal(result.rc, 0, "copies.c: exit status")
    rows = {os.path.basename(row["file"]): row for row in summary([*result.traces, "--per-file"])["records"]}
    copied = 50 * (300 + 40 + 100 + 50)
    t.equal(rows["to"]["posix_copied_bytes"], copied + 200, "bytes copied to the one file, with those from a pipe")
    t.equal(rows["to"]["posix_bytes_written"], copied + 200 + 50 * (10 + 20 + 1 + 2 + 23 + 4) + 6, "bytes of the one file")
    t.equal(rows["from"]["posix_bytes_read"], copied + 200 + 50 * (30 + 3 + 23 + 23 + 4) + 5, "bytes of the other file")
    t.equal(rows["to"]["posix_max_byte_written"], 100000 + 40 - 1, "the last byte written, by a copy to its place")


def options(t):
    program = t.build("random_io.c", "plain")
    trace = t.traced([program, "3", "500", "1"], "preload", raw=False).traces[0]
    tool = recorder_test.installed("recorder-summary")
    for selection, counted in ((["--layers", "posix"], lambda call: call["layer"] == "posix"),
                               (["--functions", "pwrite*,write"],
                                lambda call: call["func"].startswith("pwrite") or call["func"] == "write"),
                               (["--files", "*.dat"], lambda call: (call["file"] or "").endswith(".dat")),
                               (["--time-window", "0.001:"], lambda call: call["tend"] >= 1000000)):
        Comparison(t, " ".join(selection), trace, True, selection, counted).run()
    rows = list(csv.reader(io.StringIO(t.run([tool, "--per-file", "--format", "csv", trace]).out.decode())))
    have = summary([trace, "--per-file"])["records"]
    t.equal(len(rows), len(have) + 1, "rows of the CSV")
    t.check(all(len(row) == len(rows[0]) for row in rows), "rows of the CSV differ in length")
    t.equal(rows[0], list(have[0]), "columns of the CSV and the JSON")
    t.equal([row[0] for row in rows[1:]], [row["file"] for row in have], "files of the CSV and the JSON")
    by_calls = summary([trace, "--sort", "calls", "--top", "3"])["functions"]
    every = summary([trace])["functions"]
    t.equal([row["calls"] for row in by_calls], sorted((row["calls"] for row in every), reverse=True)[:3], "--top and --sort")
    few = summary([trace, "--max-files", "4"])
    t.equal(len(few["files"]), 5, "files with --max-files")
    t.equal(sum(row["calls"] for row in few["files"]), sum(row["calls"] for row in summary([trace])["files"]),
            "calls with --max-files")
    both = summary([trace, trace])
    t.equal(sum(row["calls"] for row in both["functions"]), 2 * sum(row["calls"] for row in every), "calls of two traces")
    t.equal([(row["trace"], row["rank"]) for row in both["ranks"]], [(0, 0), (1, 0)], "ranks of two traces")
    for arguments, status in (([], 2), (["--format", "xml", trace], 2), (["--sort", "size", trace], 2),
                              (["--alignment", "0", trace], 2), (["--ranks", "9", trace], 2), (["--merge", trace], 2), (["/nowhere"], 1), (["-o", "/nowhere/x", trace], 1),
                              ([__file__], 1)):
        run = t.run([tool, *arguments])
        t.equal(run.rc, status, f"exit status of {arguments}")
        t.equal(run.err.decode().count("\n"), 1, f"lines of the message of {arguments}")
    t.check(b"Usage" in t.run([tool, "--help"]).out, "--help")


with Test() as t:
    CALLS = random_programs(t) + benchmarks(t)
    copies(t)
    options(t)
    try:
        CALLS += mpi_programs(t)
    except recorder_test.Skip as skip:
        print(f"without MPI: {skip}")
    print(f"{CALLS} calls counted twice")
    t.check(CALLS > 10000, "the programs made few calls")
