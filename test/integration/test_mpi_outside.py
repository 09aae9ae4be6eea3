#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# I/O before MPI_Init and after MPI_Finalize is in the trace of an MPI program, once, on every rank.
import collections
import csv
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Skip, Test  # noqa: E402

RANKS = 2


def launcher():
    command = (os.environ.get("MPIEXEC") or "mpiexec").split()
    if not shutil.which(command[0]):
        raise Skip("no MPI launcher")
    about = subprocess.run(command + ["--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           check=False).stdout
    if b"Open" in about or b"OpenRTE" in about:
        command += ["--oversubscribe", "--allow-run-as-root"]
    return command + ["-n", str(RANKS)]


def build(t, way):
    out = os.path.join(t.dir, "mpi_outside." + way)
    command = [recorder_test.installed("recorder-mpicc")] if way != "preload" else \
        (os.environ.get("MPICC") or "mpicc").split()
    if not shutil.which(command[0]):
        raise Skip("no MPI compiler")
    source = os.path.join(recorder_test.PROGRAMS, "mpi_outside.c")
    run = subprocess.run(command + [source, "-o", out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=recorder_test.clean_environment(), check=False)
    t.equal((run.returncode, run.stdout), (0, b""), f"{' '.join(command)}")
    return out


def trial(t, way):
    what = f"mpi_outside {way}"
    program = [build(t, way)]
    if way == "preload":
        program = [recorder_test.installed("recorder-run")] + program
    # recorder-run stands after the launcher, so that the launcher itself is not traced
    traced = t.traced(launcher() + program, "dynamic")
    t.equal((traced.rc, traced.out, traced.err), (0, b"outside done\n", b""), what)
    t.check(len(traced.traces) == 1, f"{what}: {len(traced.traces)} traces, not one")
    t.lossless(what, traced)
    found = collections.Counter()
    for trace in traced.traces:
        for r in trace_model.decoded(trace):
            if r["func"] == "write" and r["file"]:
                found[(r["rank"], os.path.basename(r["file"]).split(".")[0])] += 1
    for rank in range(RANKS):
        for when in ("before", "inside", "after"):
            t.equal(found[(rank, when)], 5, f"{what}: writes {when}, rank {rank}")


def writes(trace):
    return collections.Counter(os.path.basename(r["file"]).split(".")[0] for r in trace_model.decoded(trace)
                               if r["func"] == "write" and r["file"])


def tool(t, name, *arguments, rc=0):
    """Its standard output, or what it says of a mistake."""
    run = t.run([recorder_test.installed(name), *arguments])
    t.equal(run.rc, rc, f"{name} {' '.join(arguments)}: {run.err}")
    return (run.err if rc else run.out).decode()


def numbers_of_ranks(t, traces):
    """A trace of one rank alone shows and selects it by its number in MPI_COMM_WORLD."""
    by_rank = {json.loads(tool(t, "recorder-info", "--json", trace))["rank"]: trace for trace in traces}
    t.equal(sorted(by_rank), [0, 1], "recorder-info: ranks")
    one = by_rank[1]
    t.equal(json.loads(tool(t, "recorder-info", "--json", one))["world"], 2, "recorder-info: size of the job")
    t.check("\nrank        1 of 2 in MPI_COMM_WORLD\n" in tool(t, "recorder-info", one), "recorder-info: rank")
    for select in ([], ["--ranks", "1"]):
        t.equal({r["rank"] for r in map(json.loads, tool(t, "recorder2json", *select, one).splitlines())}, {1}, "json")
    rows = list(csv.DictReader(tool(t, "recorder2csv", one).splitlines()))
    t.equal({row["rank"] for row in rows}, {"1"}, "csv")
    t.equal({line.split(".")[0].strip() for line in tool(t, "recorder2text", one).splitlines()}, {"1"}, "text")
    events = json.loads(tool(t, "recorder2timeline", one))["traceEvents"]
    t.equal({event["pid"] for event in events}, {1}, "timeline")
    report = json.loads(tool(t, "recorder-report", "--json", "--ranks", "1", one))
    t.equal((report["ranks"]["first"], {f["first_rank"] for f in report["files"]["listed"]}), ([1, 2], {1}), "report")
    both = ["recorder-summary", "--format", "json", by_rank[0], one]
    for select, expected in (([], [(0, 0), (1, 1)]), (["--ranks", "1"], [(1, 1)])):
        summary = json.loads(tool(t, *both, *select))
        t.equal(sorted((row["trace"], row["rank"]) for row in summary["ranks"]), expected, f"summary {select}")
    filtered = os.path.join(t.fresh(), "writes.recorder")
    tool(t, "recorder-filter", "--ranks", "1", "--functions", "write", "-o", filtered, one)
    t.equal({r["rank"] for r in trace_model.decoded(filtered)}, {1}, "filter")
    for name, more in (("recorder2text", []), ("recorder-summary", []), ("recorder-filter", ["-o", filtered])):
        t.check("rank 0 was selected, but the trace has only rank 1" in
                tool(t, name, "--ranks", "0-1", *more, one, rc=2), f"{name}: a rank that is not there")
    parquet(t, [by_rank[0], one])


def parquet(t, traces):
    try:
        recorder_test.installed("recorder2parquet")
        import pyarrow.parquet   # noqa: PLC0415
    except (ImportError, Skip):  # both are optional
        return
    data = os.path.join(t.fresh(), "data")
    tool(t, "recorder2parquet", "-o", data, *traces)
    t.equal(set(pyarrow.parquet.read_table(data)["rank"].to_pylist()), {0, 1}, "parquet")


def alone(t):
    """RECORDER_MERGE=0: ranks do not wait for one another, so others need not have Recorder."""
    traced = [build(t, "dynamic")]
    plain = [build(t, "preload")]
    command = launcher()[:-2]
    for what, ranks in (("all traced", ["-n", "2"] + traced), ("one traced", ["-n", "1"] + traced + [":", "-n", "1"] + plain)):
        run = t.traced(command + ranks, "dynamic", env={"RECORDER_MERGE": "0"})
        t.equal((run.rc, run.out, run.err), (0, b"outside done\n", b""), f"merge off, {what}")
        t.equal(len(run.traces), 2 if what == "all traced" else 1, f"merge off, {what}: traces")
        t.lossless(f"merge off, {what}", run)
        for trace in run.traces:
            t.equal(dict(writes(trace)), {"before": 5, "inside": 5, "after": 5}, f"merge off, {what}: {trace}")
        if what == "all traced":
            numbers_of_ranks(t, run.traces)


def some_ranks(t):
    """Ranks that used MPI-IO and ranks that did not write one trace, which is too large to be sent to one of them."""
    for way, ranks, users in (("dynamic", 4, 1), ("preload", 4, 3), ("dynamic", 2, 1), ("preload", 3, 0), ("dynamic", 3, 3)):
        what = f"some_ranks, {users} of {ranks} use MPI-IO, {way}"
        program = [mpi_runs.build(t, "some_ranks.c", way), str(users), "200000"]
        traced = t.traced(mpi_runs.command(ranks, program, way), "dynamic", raw=False, env={"OMPI_MCA_io": "romio321"})
        t.equal((traced.rc, traced.out, traced.err), (0, b"", b""), what)
        t.equal(len(traced.traces), 1, f"{what}: traces")
        t.check(os.path.getsize(traced.traces[0]) > 1 << 20, f"{what}: the trace is small")
        counted = json.loads(tool(t, "recorder-info", "--json", traced.traces[0]))["calls"]
        t.check(counted >= ranks * 200000, f"{what}: {counted} calls")


with Test() as t:
    recorder_test.installed("recorder-mpicc")
    some_ranks(t)
    for WAY in ("dynamic", "preload"):
        trial(t, WAY)
    alone(t)
