#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# MPI from Fortran, in its three interfaces: each call is in the trace once, under the C function's name, with the
# arguments that the program says it passed, and the program does what it does untraced.
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

RANKS = 2
LAYERS = ("mpi", "mpiio")
INTERFACES = {"mpif.h": "-DUSE_MPIF_H", "mpi": "-DUSE_MPI", "mpi_f08": "-DUSE_F08"}
FLAGS = ["-w", "-fallow-argument-mismatch", "-ffree-line-length-none"]


def noted_calls(path):
    """(function, {argument: value}) of each line that the program wrote."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, *fields = line.rstrip("\n").split("\t")
            pairs = (field.partition("=") for field in fields)
            yield name, {key: json.loads(value) for key, _, value in pairs}


def found(record, key):
    """The argument, or a part of it: array_of_statuses.0.tag."""
    if key in ("ret", "errno"):
        return record[key]
    value = record["args"]
    for part in key.split("."):
        if value is None:
            return None
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


class Names:
    """Which handle the program means by its names: one class and slot each."""

    def __init__(self):
        self.slots = {}

    def agree(self, name, value):
        if not isinstance(value, dict) or "slot" not in value:
            return False
        return self.slots.setdefault(name, value["slot"]) == value["slot"]


def compare(t, what, records, noted):
    names = Names()
    t.equal([r["func"] for r in records], [name for name, _ in noted], f"{what}: calls")
    for record, (name, arguments) in zip(records, noted):
        for key, want in arguments.items():
            have = found(record, key)
            same = names.agree(want, have) if str(want).startswith("@") else have == want
            t.check(same, f"{what}: {name}: {key} is {have!r}, not {want!r}")


def build(t, interface, way):
    return mpi_runs.build(t, "fortran_calls.F90", way, FLAGS + [f"-J{t.dir}", INTERFACES[interface]], name=interface)


def run_program(t, interface, way):
    what = f"{interface} {way}"
    work = t.fresh()
    log = os.path.join(work, "calls")
    before = t.run(mpi_runs.launcher(RANKS) + [build(t, interface, "preload"), "data"], cwd=work, env={"CALL_LOG": log})
    t.equal(before.rc, 0, f"{what}: untraced: {before.out} {before.err}")
    work = t.fresh()
    log = os.path.join(work, "calls")
    run = t.traced(mpi_runs.command(RANKS, [build(t, interface, way), "data"], way), "dynamic", cwd=work,
                   env={"CALL_LOG": log})
    t.same_run(what, before, run)
    t.check(len(run.traces) == 1, f"{what}: {len(run.traces)} traces, not one")
    if run.rc == 0 and len(run.traces) == 1:
        t.lossless(what, run)
        decoded = [r for r in trace_model.decoded(run.traces[0]) if r["layer"] in LAYERS and r["depth"] == 0]
        for rank in range(RANKS):
            compare(t, f"{what}: rank {rank}", [r for r in decoded if r["rank"] == rank], list(noted_calls(f"{log}.{rank}")))


def aborted(t, interface):
    """MPI_Abort leaves the trace of each process that called it."""
    work = t.fresh()
    run = t.traced(mpi_runs.command(1, [build(t, interface, "preload"), "data"], "preload"), "dynamic", cwd=work, raw=False,
                   env={"CALL_LOG": os.path.join(work, "calls")})
    t.check(run.rc != 0, f"{interface}: the exit status of MPI_Abort is lost")
    last = [r["func"] for trace in run.traces for r in trace_model.decoded(trace) if r["layer"] in LAYERS][-1:]
    t.equal(last, ["MPI_Abort"], f"{interface}: last call before the end")


with Test() as t:
    recorder_test.installed("recorder-mpifort")
    for INTERFACE in INTERFACES:
        for WAY in ("dynamic", "preload"):
            run_program(t, INTERFACE, WAY)
        aborted(t, INTERFACE)
