#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The end of a run, when the trace is written, needs no more memory after a long run than after a short one: what grows
# with it is read from the spool and kept there piece by piece.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Skip, Test   # noqa: E402

SHORT, LONG = 60000, 600000     # calls; the long run's times and values are 13 bytes a call in the spool
SPARE_KIB = 2048
LIMIT = {"RECORDER_MEMORY_LIMIT": "4M"}


def alone(t, mode):
    peak = t.build("peak.c", "plain")
    program = t.build("pattern_loops.c", "static")

    def most(reads):
        run = t.traced([peak, program, "random", str(reads)], "static", raw=False, env=dict(LIMIT, RECORDER_TIMES=mode))
        t.check(run.traces, f"{mode}: there is no trace")
        return int(run.out.split()[-1])
    peaks = [most(reads) for reads in (SHORT, LONG)]
    t.check(peaks[1] <= peaks[0] + SPARE_KIB, f"{mode}: {peaks[0]} KiB after a short run, {peaks[1]} after a long one")


def with_mpi(t):
    program = mpi_runs.build(t, "random_reads.c", "dynamic")
    place = t.fresh("file")
    path = os.path.join(place, "numbers")
    with open(path, "wb") as file:
        file.truncate(262144 * 512)
    run = None

    def most(reads):
        nonlocal run
        run = t.traced(mpi_runs.command(2, [program, path, str(reads)], "dynamic"), "dynamic", raw=False, env=LIMIT)
        t.check(run.traces, "MPI: there is no trace")
        return max(int(word) for word in run.out.split())
    peaks = [most(reads) for reads in (SHORT, LONG)]
    t.check(peaks[1] <= peaks[0] + SPARE_KIB, f"MPI: {peaks[0]} KiB after a short run, {peaks[1]} after a long one")
    calls = trace_model.information(run.traces[0])["calls"]
    t.check(calls >= 3 * LONG, f"MPI: {calls} calls in the trace of the long run")


with Test() as t:
    for MODE in ("exact", "bounded:5", "statistics", "none"):
        alone(t, MODE)
    try:
        with_mpi(t)
    except Skip as reason:
        print(f"without MPI: {reason}")
