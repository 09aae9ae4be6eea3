#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# I/O before MPI_Init and after MPI_Finalize is in the trace of an MPI program, once, on every rank.
import collections
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
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


def alone(t):
    """RECORDER_MERGE=0: ranks do not wait for one another, so others need not have Recorder."""
    traced = [build(t, "dynamic")]
    plain = [build(t, "preload")]
    command = launcher()[:-2]
    for what, ranks in (("all traced", ["-n", "2"] + traced), ("one traced", ["-n", "1"] + traced + [":", "-n", "1"] + plain)):
        run = t.traced(command + ranks, "dynamic", env={"RECORDER_MERGE": "0"})
        t.equal((run.rc, run.out, run.err), (0, b"outside done\n", b""), f"merge off, {what}")
        t.equal(len(run.traces), 2 if what == "all traced" else 1, f"merge off, {what}: traces")
        if what == "one traced":    # a trace of one process calls it rank 0
            t.lossless(f"merge off, {what}", run)
        for trace in run.traces:
            t.equal(dict(writes(trace)), {"before": 5, "inside": 5, "after": 5}, f"merge off, {what}: {trace}")


with Test() as t:
    recorder_test.installed("recorder-mpicc")
    for WAY in ("dynamic", "preload"):
        trial(t, WAY)
    alone(t)
