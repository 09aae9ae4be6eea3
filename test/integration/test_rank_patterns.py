#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Ranks that do the same with other numbers, in every pattern over ranks that is common: each rank's calls are those of
# its raw log, ranks are put into the right classes, and the trace does not grow with them.
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import compare_raw               # noqa: E402
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_sections            # noqa: E402
from recorder_test import Test   # noqa: E402

# What the ranks have in common; processes holds times and numbers that the system gave.
STEADY = ("functions", "classes", "cst", "cfg", "texts")


def info(trace):
    out = subprocess.run([recorder_test.installed("recorder-info"), "--json", trace], stdout=subprocess.PIPE,
                         check=True).stdout
    return json.loads(out)


def traced(t, built, way, ranks, env):
    work = t.fresh()
    what = f"{ranks} ranks, {way}, {' '.join(env) or 'everything'}"
    # Open MPI looks whether it can have POSIX shared memory: ranks that try the same name make another call.
    env = {"OMPI_MCA_shmem": "mmap", **env}
    run = t.traced(mpi_runs.command(ranks, [built, work], way), "dynamic", cwd=work,
                   env={name: value.replace("WORK", work) for name, value in env.items()})
    t.equal((run.rc, run.err), (0, b""), what)
    t.check(len(run.traces) == 1, f"{what}: {len(run.traces)} traces, not one")
    t.lossless(what, run)
    return what, run.traces[0]


def classes_are_those_of(t, what, trace, ranks):
    """Rank 0 makes the file; a rank gathers, only reads, or does neither."""
    found = trace_sections.classes_of(trace_sections.sections_of(trace))
    members = sorted(members for members, _, _ in found)
    expected = [[r for r in range(ranks) if kind(r)] for kind in
                (lambda r: r == 0, lambda r: r % 4 == 0 and r != 0, lambda r: r % 4 == 2, lambda r: r % 2 == 1)]
    t.equal(members, sorted(e for e in expected if e), f"{what}: classes")
    facts = info(trace)
    t.equal((facts["ranks"], facts["behaviours"]), (ranks, len(members)), what)
    t.equal(sum(c["calls"] for c in facts["classes"]), facts["calls"], f"{what}: calls by class")


def steady_bytes(t, program, way, ranks):
    name, path = traced(t, program, way, ranks, {"RECORDER_LAYERS": "posix", "RECORDER_INCLUDE": "WORK"})
    if ranks > 2:
        classes_are_those_of(t, name, path, ranks)
    sections = trace_sections.sections_of(path)
    return sum(len(sections[s][0]) for s in STEADY)


LAYERS = {"steady_growth.c": "mpi,posix", "hdf5_growth.c": "hdf5", "pnetcdf_growth.c": "pnetcdf"}


def check_growth(t, source, kinds, flags=()):
    """Signatures and grammars are as large after three times as many calls; RECORDER_TIMES=none leaves what is aside."""
    program = mpi_runs.build(t, source, "dynamic", flags)
    for kind, few in kinds.items():
        sizes = []
        for n in (few, 3 * few):
            work = t.fresh()
            run = t.traced(mpi_runs.command(2, [program, kind, str(n), work], "dynamic"), "dynamic", cwd=work, raw=n == few,
                           env={"OMPI_MCA_shmem": "mmap", "RECORDER_TIMES": "none", "RECORDER_INCLUDE": f"{work}/",
                                "RECORDER_LAYERS": LAYERS[source]})
            t.equal((run.rc, run.err), (0, b""), f"{source} {kind} {n}")
            found = trace_sections.sections_of(recorder_test.trace_of(run))
            sizes.append(sum(len(found[name][0]) for name in ("cst", "cfg")))
            if n == few:
                t.oracle(f"{source} {kind} {n}", compare_raw.same_calls, recorder_test.trace_of(run))
        t.check(sizes[1] <= sizes[0] + 32, f"{source} {kind}: {sizes[0]} bytes of tables grow to {sizes[1]}")


def settings_of_their_own(t, built, settings):
    """Each rank has another environment: what it says of its calls must not be read by rank 0's settings."""
    work = t.fresh()
    what = f"ranks with settings of their own: {settings}"
    command = mpi_runs.launcher(1)[:-2]
    for i, one in enumerate(settings):
        command += ([":"] if i else []) + ["-n", "1", "env", *[f"{k}={v}" for k, v in one.items()],
                                           recorder_test.installed("recorder-run"), built, work]
    run = t.traced(command, "dynamic", cwd=work, env={"OMPI_MCA_shmem": "mmap", "RECORDER_LAYERS": "posix",
                                                      "RECORDER_INCLUDE": work})
    t.equal((run.rc, run.err), (0, b""), what)
    return run


with Test() as t:
    recorder_test.installed("recorder-mpicc")
    for WAY in ("dynamic", "preload"):
        program = mpi_runs.build(t, "rank_patterns.c", WAY)
        # Open MPI's threads may have one descriptor more open just when a rank asks for one: its number is another then.
        for _ in range(3):
            sizes = {ranks: steady_bytes(t, program, WAY, ranks) for ranks in (1, 2, 7, 12, 16)}
            if sizes[16] <= sizes[12] + 48:
                break
        t.check(sizes[16] <= sizes[12] + 48, f"{WAY}: bytes by ranks: {sizes}")
    program = mpi_runs.build(t, "rank_patterns.c", "preload")
    traced(t, program, "preload", 5, {})
    name, path = traced(t, program, "preload", 4, {"RECORDER_LAYERS": "posix", "RECORDER_INCLUDE": "WORK",
                                                   "RECORDER_PATTERNS": "loops,offsets,names,random"})
    t.equal(info(path)["behaviours"], 4, f"{name}: without patterns over ranks each has its own behaviour")
    several = [{"RECORDER_PATTERNS": "loops,names"}, {}, {"RECORDER_PATTERNS": "offsets", "RECORDER_TIME_RESOLUTION": "1000"},
               {"RECORDER_PATTERNS": "none"}]
    for first in range(len(several)):
        result = settings_of_their_own(t, program, several[first:] + several[:first])
        t.lossless(f"settings {first}", result)
    modes = [{"RECORDER_TIMES": mode} for mode in ("exact", "bounded:5", "statistics", "none")]
    for first in range(len(modes)):
        result = settings_of_their_own(t, program, modes[first:] + modes[:first])
        shown = t.run([recorder_test.installed("recorder2text"), recorder_test.trace_of(result)])
        t.equal(shown.rc, 0, f"times {first}: {shown.err[:200]}")
        calls = [line for line in shown.out.splitlines() if not line.startswith(b"#")]  # one says the mode
        t.equal(len(calls), info(recorder_test.trace_of(result))["calls"], f"times {first}: calls")
    check_growth(t, "steady_growth.c", {"tags": 200, "packs": 500, "probes": 6000, "vectors": 3000, "records": 200,
                                         "counters": 1800, "turns": 400, "types": 200, "buffers": 200, "hidden": 400})
    if os.environ.get("HDF5_FLAGS"):
        check_growth(t, "hdf5_growth.c", {"extend": 200, "points": 200, "links": 200, "forget": 200, "iterate": 200}, os.environ["HDF5_FLAGS"].split())
    else:
        print("without HDF5_FLAGS: hdf5_growth.c")
    if os.environ.get("PNETCDF_FLAGS"):
        check_growth(t, "pnetcdf_growth.c", {"pieces": 200, "lists": 400}, os.environ["PNETCDF_FLAGS"].split())
    else:
        print("without PNETCDF_FLAGS: pnetcdf_growth.c")
    program = mpi_runs.build(t, "rank_trips.c", "dynamic")
    for RANKS in (1, 6):
        name, path = traced(t, program, "dynamic", RANKS, {"RECORDER_LAYERS": "posix", "RECORDER_INCLUDE": "WORK"})
        facts = info(path)
        t.equal(sum(c["calls"] for c in facts["classes"]), facts["calls"], f"{name}: calls by class")
        t.equal(facts["behaviours"], 1, f"{name}: ranks whose loops take other numbers of turns behave alike")
