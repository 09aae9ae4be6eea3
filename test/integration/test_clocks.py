#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Clocks of several nodes: ranks with other host names and wrong clocks are put on one time, by which all ranks have
# entered a barrier before any leaves it. A single node has nothing to say about its clock.
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                        # noqa: E402
import trace_model                     # noqa: E402
from recorder_test import Skip, Test   # noqa: E402

RANKS = 6
# Runs a rank on its node: ranks 0 and 3 on the first, 1 and 4 on another with a wrong clock, 2 and 5 on a third.
NODE = """#!/bin/sh
case $((${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${PMIX_RANK:-0}}} % 3)) in
0) exec "$@" ;;
1) export WRONG_CLOCK_NS=7000000 WRONG_CLOCK_PPM=200 ;;
2) export WRONG_CLOCK_NS=-90000000 WRONG_CLOCK_PPM=-90 ;;
esac
export SHIM
exec UNSHARE sh -c 'hostname "node$WRONG_CLOCK_PPM"; LD_PRELOAD=$SHIM; export LD_PRELOAD; exec "$@"' sh "$@"
"""


def namespace():
    for command in (["unshare", "--uts"], ["unshare", "--user", "--map-root-user", "--uts"]):
        try:
            run = subprocess.run(command + ["sh", "-c", "hostname other"], stderr=subprocess.DEVNULL, check=False)
        except OSError:
            break
        if run.returncode == 0:
            return " ".join(command)
    raise Skip("no name spaces for host names")


def spread(trace):
    """By how many ns, in the worst barrier, a rank seems to leave before another enters; and where."""
    by_rank = {}
    for key, records in trace_model.streams(trace_model.decoded(trace)).items():
        found = [(r["tstart"], r["tend"]) for r in records if r["func"].startswith("MPI_Barrier")]
        if found:
            by_rank[key[0]] = found
    barriers = list(zip(*by_rank.values()))
    return [round((max(s for s, _ in b) - min(e for _, e in b)) * 1e9) for b in barriers], len(by_rank)


def several(t, program):
    script = os.path.join(t.fresh("node"), "node")
    with open(script, "w", encoding="ascii") as file:
        file.write(NODE.replace("UNSHARE", namespace()))
    os.chmod(script, 0o755)
    shim = t.build("wrong_clock.c", "plain", ("-shared", "-fPIC"))
    begin = time.monotonic_ns()
    run = t.traced(mpi_runs.command(RANKS, [script, program, "60", "20000"], "dynamic"), "dynamic", raw=False,
                   env={"SHIM": shim, "WRONG_CLOCK_REAL": str(time.time_ns()),
                        "WRONG_CLOCK_MONOTONIC": str(begin)})
    took = time.monotonic_ns() - begin
    if not t.check(run.rc == 0 and len(run.traces) == 1, f"several nodes: {run.rc} {run.err[-300:]!r}"):
        return
    clocks = {c["host"]: c for c in trace_model.information(run.traces[0])["clocks"]}
    t.equal(len(clocks), 3, "nodes with a clock")
    for host, ahead, rate in (("node200", 7e6, 200e-6), ("node-90", -90e6, -90e-6)):
        start = clocks[host]["start"]
        # By the time that the ranks start, which a busy machine puts off, the clock has gone wrong by more.
        drifted = sorted((ahead, ahead + rate * took))
        allowed = start["uncertainty_ns"] + 1e5
        t.check(drifted[0] - allowed <= start["ahead_ns"] <= drifted[1] + allowed,
                f"{host} was {start['ahead_ns']} +- {start['uncertainty_ns']} ns ahead, not {drifted}")
    worst = max(clocks[h][w]["uncertainty_ns"] for h in clocks for w in ("start", "end"))
    gaps, ranks = spread(run.traces[0])
    t.equal(ranks, RANKS, "ranks with barriers")
    t.check(max(gaps) <= 2 * worst + 1000, f"a rank leaves a barrier {max(gaps)} ns before another enters it; {worst}")


def single(t, program):
    run = t.traced(mpi_runs.command(3, [program, "20", "1000"], "dynamic"), "dynamic", raw=False)
    information = trace_model.information(run.traces[0])
    t.equal(information["clocks"], [], "clocks of a single node")
    t.check("clocks" not in [s["name"] for s in information["sections"]], "a single node has a section for clocks")
    gaps, _ = spread(run.traces[0])
    t.check(max(gaps) <= 1000, f"on one node a rank leaves a barrier {max(gaps)} ns before another enters it")


with Test() as t:
    PROGRAM = mpi_runs.build(t, "barriers.c", "dynamic")
    single(t, PROGRAM)
    several(t, PROGRAM)
