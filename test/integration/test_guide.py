#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The case studies of doc/guide.md: what it says of each program is what the tools say of it here.
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                                     # noqa: E402
import recorder_test                                # noqa: E402
from recorder_test import Test, trace_of            # noqa: E402
from tool_runs import calls_of, output_of           # noqa: E402

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "demo", "cases")
RANKS, RECORDS, STEPS, SIZE = 4, 2000, 2, 56
BYTES = RANKS * RECORDS * STEPS * SIZE
# Open MPI's other MPI-IO; an MPI that does not know the setting has ROMIO.
ROMIO = {"OMPI_MCA_io": "romio321"}


def summary(t, *arguments):
    return json.loads(output_of(t, "recorder-summary", "--format", "json", *arguments))


def functions(t, trace, layer="posix"):
    return {row["function"]: row for row in summary(t, trace)["functions"] if row["layer"] == layer}


def run(t, program, arguments, ranks=RANKS, env=None):
    return t.traced(mpi_runs.command(ranks, [program, *arguments], "dynamic"), "dynamic", env=dict(ROMIO, **(env or {})), raw=False)


def particles(t):
    program = mpi_runs.build(t, os.path.join(CASES, "particles.c"), "dynamic", name="particles")
    write = {}
    for what, arguments in (("small", ["small", "f.dat"]), ("sieve", ["sieve", "f.dat"]), ("collective", ["collective", "f.dat"]),
                            ("plain", ["sieve", "f.dat", "romio_ds_write=disable"])):
        trace = trace_of(run(t, program, arguments))
        table = functions(t, trace)
        write[what] = table["pwrite"]
        t.equal(sum(row["written_bytes"] for row in functions(t, trace, "mpiio").values()), BYTES, f"{what}: bytes of MPI-IO")
        if what == "sieve":
            t.check(table["pread"]["read_bytes"] > BYTES, "sieve: a write reads")
    t.equal((write["small"]["calls"], write["small"]["written_bytes"]), (RANKS * RECORDS * STEPS, BYTES), "small: writes")
    t.equal((write["plain"]["calls"], write["plain"]["written_bytes"]), (RANKS * RECORDS * STEPS, BYTES), "no sieving: writes")
    t.check(write["sieve"]["calls"] < 100 and write["sieve"]["written_bytes"] > BYTES, "sieve: few writes of more bytes")
    t.check(write["collective"]["calls"] < 100 and write["collective"]["written_bytes"] == BYTES, "collective: few writes")


def merge(t):
    """Does what the guide's commands do, with the distribution's Python."""
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    script = os.path.join(CASES, "merge.py")
    archives = [os.path.join(t.dir, f"part{i}.tgz") for i in (1, 2)]
    for archive in archives:
        t.equal(t.run([python, script, "--pack", archive, "30"]).rc, 0, "pack")
    table = functions(t, trace_of(t.traced([python, script, "all.txt", *archives], "preload", raw=False)))
    for function in ("chmod", "unlinkat"):
        t.check(table[function]["calls"] >= 60, f"merge: {function}")
    t.check(any(name.startswith("fcntl") for name in table), "merge: descriptors are duplicated")


def pipes(t):
    program = mpi_runs.build(t, os.path.join(CASES, "pipes.c"), "dynamic", name="pipes")
    result = run(t, program, ["wc -c", "3"], ranks=2)
    calls = calls_of(t, trace_of(result), "--functions", "pipe,fork,write,read")
    for rank in (0, 1):
        t.equal(sum(call["func"] == "pipe" and call["rank"] == rank for call in calls), 6, f"pipes of rank {rank}")
        t.equal(sum(call["func"] == "fork" and call["rank"] == rank for call in calls), 3, f"forks of rank {rank}")


with Test() as t:
    particles(t)
    merge(t)
    pipes(t)
