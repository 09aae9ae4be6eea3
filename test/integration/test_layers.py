#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Random programs of the upper layers: a traced run gives the output and the status of the untraced one, the trace
# equals the raw log, and its calls of depth 0 are those that the program announced, with all values and arrays.
# More seeds: RECORDER_TEST_SEEDS=FIRST-LAST. One layer: RECORDER_TEST_LAYER=netcdf.
import collections
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import compare_calls             # noqa: E402
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

HDF5 = tuple(f for f in ("-I/usr/include/hdf5/serial", "-L/usr/lib/x86_64-linux-gnu/hdf5/serial") if os.path.isdir(f[2:]))
# owned: the classes of handles that only the program makes (see compare_calls.py). ranks: how many processes; 0 for a
# program without MPI. seeds: how many there are by default.
Program = collections.namedtuple("Program", "source layers owned header flags ranks steps seeds")
PROGRAMS = (
    Program("random_netcdf.c", ("netcdf",), "F", "netcdf.h", ("-lnetcdf",), (0,), 400, 24),
    Program("random_hdf5.c", ("hdf5",), "FGDSA", "hdf5.h", HDF5 + ("-lhdf5",), (0,), 500, 24),
    Program("random_hdf5_hl.c", ("hdf5",), "FDI", "hdf5_hl.h", HDF5 + ("-lhdf5_hl", "-lhdf5"), (0,), 200, 10),
    Program("random_pnetcdf.c", ("pnetcdf",), "PRI", "pnetcdf.h", ("-lpnetcdf",), (2, 3, 4), 300, 12),
    Program("random_mpi_messages.c", ("mpi",), "CRM", "mpi.h", (), (2, 3, 4), 120, 10),
    Program("random_mpi_objects.c", ("mpi",), "CRGWOI", "mpi.h", (), (2, 3, 4), 120, 10),
)
# Ranks write to the same places on purpose, which Open MPI's own MPI-IO does not survive.
ROMIO = {"OMPI_MCA_io": "romio321"}


def can_compile(t, program):
    """Whether the header is there."""
    compiler = os.environ.get("MPICC" if max(program.ranks) else "CC") or "cc"
    if not shutil.which(compiler.split()[0]):
        return False
    probe = os.path.join(t.fresh("probe"), "probe.c")
    with open(probe, "w", encoding="ascii") as file:
        file.write(f"#include <{program.header}>\n")
    options = [f for f in program.flags if f.startswith("-I")]
    return subprocess.run(compiler.split() + options + ["-fsyntax-only", probe], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0


def intercepted(layer):
    """Whether this installation has wrappers for the layer."""
    listed = subprocess.run([recorder_test.installed("recorder-functions")], stdout=subprocess.PIPE, check=True)
    return any(line.split("\t")[0] == layer for line in listed.stdout.decode().splitlines())


def build(t, program, way):
    if max(program.ranks):
        return mpi_runs.build(t, program.source, way, program.flags, "layers")
    return t.build(os.path.join("layers", program.source), "plain" if way == "preload" else way, program.flags)


def seeds(program):
    first, last = (int(n) for n in os.environ.get("RECORDER_TEST_SEEDS", f"1-{program.seeds}").split("-"))
    return range(first, last + 1)


def in_order(run):
    """Lines of several ranks come in any order."""
    return run._replace(out=sorted(run.out.splitlines()), err=sorted(run.err.splitlines()))


def run_both(t, program, built, ranks, seed, way):
    """The program untraced and traced, each in an empty directory."""
    arguments = [str(seed), str(program.steps)]
    work = t.fresh()
    log = os.path.join(t.fresh("log"), "calls")
    if ranks:
        plain = t.run(mpi_runs.launcher(ranks) + [built["preload"]] + arguments, env=ROMIO)
        traced = t.traced(mpi_runs.command(ranks, [built[way]] + arguments, way), "dynamic", cwd=work,
                          env={"CALL_LOG": log, **ROMIO})
    else:
        plain = t.run([built["preload"]] + arguments)
        traced = t.traced([built[way]] + arguments, way, cwd=work, env={"CALL_LOG": log})
    return in_order(plain), in_order(traced), log


def trial(t, program, built, ranks, seed, way):
    """One seed; returns the number of calls that were compared with the raw log, and with the program."""
    what = f"{program.source} {seed} {ranks or ''} {way}"
    plain, traced, log = run_both(t, program, built, ranks, seed, way)
    t.equal(plain.rc, 0 if ranks else seed % 50, f"{what}: untraced, {plain.err[:300]}")
    t.same_run(what, plain, traced)
    calls = t.lossless(what, traced)
    if not t.equal(len(traced.traces), 1, f"{what}: traces"):
        return calls, 0
    records = trace_model.decoded(traced.traces[0])
    told = 0
    for rank in range(ranks or 1):
        own = [r for r in records if r["rank"] == rank]
        told += t.oracle(f"{what}: rank {rank}", compare_calls.compare, own, f"{log}.{rank}", program.layers,
                         program.owned) or 0
    return calls, told


def layer(t, program):
    built = {way: build(t, program, way) for way in ("dynamic", "preload")}
    calls = told = 0
    for seed in seeds(program):
        ranks = program.ranks[seed % len(program.ranks)]
        result = trial(t, program, built, ranks, seed, ("dynamic", "preload")[seed // 2 % 2])
        calls, told = calls + result[0], told + result[1]
    print(f"{program.source}: {calls} calls equal to the raw log, {told} to what the program announced", flush=True)
    t.check(told > program.steps // 2 * len(seeds(program)), f"{program.source} made few calls")


def virtual(t):
    """What Recorder asks of HDF5 must not change what HDF5 knows: the size of a virtual dataset is not looked up."""
    flags = HDF5 + ("-lhdf5",)
    untraced = t.run([t.build("hdf5_virtual.c", "plain", flags)])
    t.equal((untraced.rc, untraced.out.count(b"extended 1, read 1, 1 and 2")), (0, 4), "hdf5_virtual.c untraced")
    for way in ("dynamic", "preload"):
        program = t.build("hdf5_virtual.c", "plain" if way == "preload" else way, flags)
        traced = t.checked(f"hdf5_virtual.c {way}", [program], way, untraced)
        sizes = [r["args"]["size"] for r in trace_model.decoded(recorder_test.trace_of(traced))
                 if r["func"] == "H5Dset_extent"]
        t.equal(sizes, [[5, 35]] * 4, f"hdf5_virtual.c {way}: sizes")


def absent(t):
    """A null pointer in place of a text that a call gives back."""
    untraced = t.run([t.build("netcdf_absent.c", "plain", ("-lnetcdf",))])
    t.equal(untraced.rc, 0, "netcdf_absent.c untraced")
    for way in ("dynamic", "preload"):
        program = t.build("netcdf_absent.c", "plain" if way == "preload" else way, ("-lnetcdf",))
        t.checked(f"netcdf_absent.c {way}", [program], way, untraced)


with Test() as t:
    for PROGRAM in PROGRAMS:
        if os.environ.get("RECORDER_TEST_LAYER", PROGRAM.layers[0]) not in PROGRAM.layers:
            continue
        if can_compile(t, PROGRAM) and intercepted(PROGRAM.layers[0]):
            layer(t, PROGRAM)
            if PROGRAM.header == "hdf5.h":
                virtual(t)
            if PROGRAM.header == "netcdf.h":
                absent(t)
        else:
            print(f"{PROGRAM.source}: {PROGRAM.header} or the layer is missing")
    t.check(t.checks > 0, "no layer was tested")
