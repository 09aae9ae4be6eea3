#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The file of all ranks, which rank 0 writes while it is small, and all of them when it is not: it is whole however many ranks
# put their pieces into it, and a trace that did not reach the disk, though the system said so, is no trace.
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402

# Open MPI's default takes more than one process to write only from some ranks on; several were those that lost bytes.
WRITERS = {"OMPI_MCA_io_ompio_num_aggregators": "4"}
SMALL = 1 << 20
OTHER_WAYS = ({}, WRITERS, {"OMPI_MCA_io": "^ompio"})


def whole(t, program, ranks, env):
    work = t.fresh()
    what = f"{ranks} ranks, {env}"
    run = t.traced(mpi_runs.command(ranks, [program, work], "preload"), "dynamic", cwd=work, env=env)
    t.equal((run.rc, run.err), (0, b""), what)
    t.lossless(what, run)


def random_reads(t, program, ranks, reads):
    """The command of ranks that together make a trace which is not small: reads * ranks * (ranks + 1) / 2 random reads."""
    file = os.path.join(t.fresh(), "file")
    with open(file, "wb") as made:
        made.truncate(1 << 20)
    return [program, file, str(reads)], reads * ranks * (ranks + 1) // 2


def whole_and_large(t, program, ranks, reads, env):
    words, calls = random_reads(t, program, ranks, reads)
    what = f"{ranks} ranks, large, {env}"
    run = t.traced(mpi_runs.command(ranks, words, "preload"), "dynamic", raw=False, cwd=t.fresh(), env=env)
    t.equal((run.rc, run.err), (0, b""), what)
    trace = recorder_test.trace_of(run)
    t.check(os.path.getsize(trace) > SMALL, f"{what}: the trace has only {os.path.getsize(trace)} bytes")
    info = json.loads(t.run([recorder_test.installed("recorder-info"), "--json", trace]).out)
    t.check(info["calls"] > calls, f"{what}: {info['calls']} calls")
    t.equal(t.run([recorder_test.installed("recorder-summary"), trace]).rc, 0, f"{what}: all of it can be read")


def losing_library(t):
    library = os.path.join(t.dir, "lose.so")
    source = os.path.join(recorder_test.PROGRAMS, "..", "..", "support", "lose.c")
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", source, "-o", library, "-ldl"], check=True)
    return library


def lossy(t, program, library, name, env):
    """A run in which one folder loses what is written; the run and what is in both folders."""
    bad, good = t.fresh("losing"), t.fresh("good")
    words, _ = random_reads(t, program, 4, 40000)
    env = {name: value.replace("BAD", bad).replace("GOOD", good) for name, value in env.items()}
    run = t.traced(mpi_runs.command(4, ["env", f"LD_PRELOAD={library}", f"LOSE_IN={bad}",
                                        recorder_test.installed("recorder-run"), *words], "dynamic"),
                   "dynamic", raw=False, cwd=t.fresh(), env=env)
    t.equal(run.rc, 0, name)
    t.equal(os.listdir(bad), [], f"{name}: what is left where bytes are lost")
    return run, recorder_test.traces_in(good)


with Test() as t:
    patterns = mpi_runs.build(t, "rank_patterns.c", "preload")
    reads = mpi_runs.build(t, "random_reads.c", "preload")
    for other in OTHER_WAYS:
        for n in (1, 4, 40):
            whole(t, patterns, n, other)
        whole_and_large(t, reads, 4, 40000, other)
        whole_and_large(t, reads, 40, 600, other)
    lose = losing_library(t)
    result, found = lossy(t, reads, lose, "two folders", {"RECORDER_TRACE": "", "RECORDER_TRACE_DIR": "BAD:GOOD"})
    t.equal((result.err, len(found)), (b"", 1), "the folder after the one that loses bytes")
    for trace in found:
        t.equal(t.run([recorder_test.installed("recorder2text"), trace]).rc, 0, "the trace in the second folder")
    result, found = lossy(t, reads, lose, "one folder", {"RECORDER_TRACE": "BAD/t.recorder"})
    lines = result.err.decode(errors="replace").splitlines()
    t.check(len(lines) == 1 and lines[0].startswith("recorder: "), f"one line, not {lines}")
