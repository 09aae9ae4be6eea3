#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The bytes that recorder-summary and recorder2json find for transfers that do not say them: programs print what each of their calls
# moved ("function bytes", or "function -" where the calls before it do not tell), and the sums must agree.
import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402


def summary(*arguments):
    run = subprocess.run([recorder_test.installed("recorder-summary"), "--format", "json", *arguments], stdout=subprocess.PIPE,
                         check=True, env=recorder_test.clean_environment())
    return json.loads(run.stdout)


def announced(output):
    """Bytes and unknown transfers by function, as the program counts them."""
    moved, unknown = collections.Counter(), collections.Counter()
    for line in output.decode().splitlines():
        function, size = line.split()
        if size == "-":
            unknown[function] += 1
        else:
            moved[function] += int(size)
    return moved, unknown


def compare(t, what, trace, output, *selection):
    moved, unknown = announced(output)
    for times in ((), ("--no-times",)):
        rows = {row["function"]: row for row in summary(*selection, *times, trace)["functions"]}
        for function in sorted(set(moved) | set(unknown)):
            row = rows.get(function)
            t.check(row is not None, f"{what}: {function} is missing")
            if row is not None:
                have = row["read_bytes"] + row["written_bytes"], row["unknown_transfers"]
                t.equal(have, (moved[function], unknown[function]), f"{what} {function} {' '.join(times)}")


def library(t, source, flags, ranks):
    if not os.environ.get(flags):
        print(f"without {flags}: {source}")
        return
    program = mpi_runs.build(t, source, "preload", os.environ[flags].split())
    result = t.traced(mpi_runs.command(ranks, [program], "preload"), "static", raw=False)
    t.equal(result.rc, 0, f"{source}: exit status; {result.err[-300:]}")
    for trace in result.traces:
        compare(t, source, trace, result.out, "--ranks", "0")


with Test() as t:
    try:
        library(t, "netcdf_variables.c", "NETCDF_FLAGS", 1)
        library(t, "pnetcdf_variables.c", "PNETCDF_FLAGS", 2)
    except recorder_test.Skip as skip:
        print(f"without MPI: {skip}")
