# SPDX-License-Identifier: BSD-3-Clause
# The tools, run in tests, and traces of the usual kinds to run them on.
import json
import subprocess
from decimal import Decimal

import mpi_runs
import recorder_test
from recorder_test import Skip, trace_of


def tool(name, *arguments):
    """What a tool does: exit status, standard output, standard error."""
    run = subprocess.run([recorder_test.installed(name), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         check=False)
    return run.returncode, run.stdout, run.stderr.decode(errors="replace")


def output_of(t, name, *arguments):
    rc, out, err = tool(name, *arguments)
    t.equal((rc, err), (0, ""), f"{name} {' '.join(arguments)}")
    return out


def calls_of(t, *arguments):
    """recorder2json's objects with exact times; the line that describes several traces is left out."""
    lines = output_of(t, "recorder2json", *arguments).decode().splitlines()
    calls = [json.loads(line, parse_float=Decimal) for line in lines]
    return [call for call in calls if "func" in call]


def fails(t, name, arguments, status, words):
    """The tool ends with this status and one line that has these words."""
    rc, _, err = tool(name, *arguments)
    t.equal(rc, status, f"{name} {' '.join(arguments)}: exit status")
    t.check(err.count("\n") == 1 and words in err, f"{name} {' '.join(arguments)}: {err!r} lacks {words!r}")


def random_traces(t, count=2):
    """POSIX programs with threads, one after another."""
    built = t.build("random_io.c", "dynamic")
    return [trace_of(t.traced([built, str(seed), "150", str(1 + 3 * (seed % 2))], "dynamic"))
            for seed in range(1, count + 1)]


def mpi_trace(t, ranks=4):
    """A program whose ranks call MPI-IO in a loop and POSIX inside, or None without MPI."""
    try:
        built = mpi_runs.build(t, "mpiio_basic.c", "dynamic")
        command = mpi_runs.command(ranks, [built, "data", "20"], "dynamic")
    except Skip:
        return None
    return trace_of(t.traced(command, "dynamic", cwd=t.fresh()))
