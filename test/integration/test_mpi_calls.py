#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Every MPI-IO function, and every one that makes or frees a communicator, group, datatype or info: each call of the
# program is in the trace once, in order, on every rank, with its values; all ranks in one trace.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

RANKS = 2
LAYERS = ("mpi", "mpiio")
STARTS = ("MPI_Init", "MPI_Init_thread")


def own_calls(trace, rank):
    """The MPI functions that the program itself called, between MPI_Init and MPI_Finalize."""
    names = [r["func"] for r in trace_model.decoded(trace)
             if r["rank"] == rank and r["layer"] in LAYERS and r["depth"] == 0]
    return names


def all_calls(t, program, arguments, way):
    what = f"{program} {way}"
    built = mpi_runs.build(t, program, way)
    work = t.fresh()
    log = os.path.join(work, "calls")
    run = t.traced(mpi_runs.command(RANKS, [built] + arguments, way), "dynamic", cwd=work, env={"CALL_LOG": log})
    t.equal((run.rc, run.err), (0, b""), what)
    t.check(len(run.traces) == 1, f"{what}: {len(run.traces)} traces, not one")
    t.lossless(what, run)
    for rank in range(RANKS if run.traces else 0):
        with open(f"{log}.{rank}", encoding="ascii") as file:
            expected = file.read().split()
        # The program announces the functions that the test is about, and calls some others.
        about = {*expected, *STARTS, "MPI_Finalize"}
        names = [name for name in own_calls(run.traces[0], rank) if name in about]
        t.check(names[:1] and names[0] in STARTS, f"{what}: rank {rank} begins with {names[:1]}")
        t.equal(names[1:], expected + ["MPI_Finalize"], f"{what}: calls of rank {rank}")


def excluded_file(t):
    """No call on a file that the filters exclude, whichever layer opened it."""
    built = mpi_runs.build(t, "mpiio_basic.c", "preload")
    work = t.fresh()
    data = os.path.join(work, "data")
    run = t.traced(mpi_runs.command(RANKS, [built, data], "preload"), "dynamic", cwd=work,
                   env={"RECORDER_EXCLUDE": data})
    t.equal(run.rc, 0, "excluded file")
    for trace in run.traces:
        left = [r["func"] for r in trace_model.decoded(trace) if r["func"].startswith("MPI_File_")]
        t.equal(left, [], "calls on an excluded file")


def one_rank_off(t):
    """A rank that does not trace takes part in the merge, and nobody waits for ever."""
    built = mpi_runs.build(t, "mpiio_basic.c", "preload")
    work = t.fresh()
    script = os.path.join(work, "first-off")
    with open(script, "w", encoding="ascii") as file:
        file.write('#!/bin/sh\ncase ${PMI_RANK:-${OMPI_COMM_WORLD_RANK:-}} in 0) RECORDER_ENABLE=0; export RECORDER_ENABLE ;; esac\n'
                   'exec "$@"\n')
    os.chmod(script, 0o755)
    runner = recorder_test.installed("recorder-run")
    run = t.traced(mpi_runs.launcher(RANKS) + ["env", script, runner, built, os.path.join(work, "data")], "dynamic",
                   cwd=work, raw=False)
    t.equal(run.rc, 0, "one rank off")
    t.check(len(run.traces) == 1, f"one rank off: {len(run.traces)} traces, not one")
    for trace in run.traces:
        ranks = {r["rank"] for r in trace_model.decoded(trace)}
        t.equal(ranks, {1}, "ranks with calls")


with Test() as t:
    recorder_test.installed("recorder-mpicc")
    for WAY in ("dynamic", "preload"):
        all_calls(t, "mpiio_full.c", ["data"], WAY)
        all_calls(t, "comms_types.c", [], WAY)
    excluded_file(t)
    one_rank_off(t)
