#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# One program through all layers, linked in every way: dynamic, preloaded, with the library's archive in a dynamic
# executable, static. The traces tell the same story, and each call lies inside the call of the layer above that made it.
import collections
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                                      # noqa: E402
import recorder_test                                 # noqa: E402
import trace_model                                   # noqa: E402
from recorder_test import Test, comparable           # noqa: E402

LIB = "/usr/lib/x86_64-linux-gnu"
# layers: from the program's to that of the system calls. flags: to compile; dynamic, archive: to link; ranks: 0 without MPI.
Program = collections.namedtuple("Program", "source name layers flags dynamic archive ranks")
NEEDED = ("-lcurl", "-lcrypto", "-lsz", "-lz", "-ldl", "-lm")      # by libhdf5.a
PROGRAMS = (
    Program("nested_netcdf.c", "NetCDF-4", ("netcdf", "hdf5", "posix"), (), ("-lnetcdf",), (), 0),
    Program("nested_hdf5.c", "HDF5", ("hdf5", "posix"), (f"-I{LIB}/hdf5/serial/include",),
            (f"-L{LIB}/hdf5/serial", "-lhdf5"), (f"{LIB}/hdf5/serial/libhdf5.a", *NEEDED), 0),
    Program("nested_pnetcdf.c", "PnetCDF", ("pnetcdf", "mpiio", "posix"), (), ("-lpnetcdf",), (f"{LIB}/libpnetcdf.a", "-lm"), 2),
    Program("nested_hdf5.c", "parallel HDF5", ("hdf5", "mpiio", "posix"), ("-DPARALLEL", f"-I{LIB}/hdf5/openmpi/include"),
            (f"-L{LIB}/hdf5/openmpi", "-lhdf5"), (f"{LIB}/hdf5/openmpi/libhdf5.a", *NEEDED), 2),
    Program("nested_netcdf.c", "parallel NetCDF-4", ("netcdf", "hdf5", "mpiio", "posix"),
            ("-DPARALLEL", f"-I{LIB}/netcdf/mpi/include"), (f"-L{LIB}/netcdf/mpi", "-lnetcdf"), (), 2),
)
ROMIO = {"OMPI_MCA_io": "romio321"}     # its calls of the system are in the process that made the MPI-IO call
# Parallel NetCDF finds out a file's kind with MPI-IO of its own, before HDF5 has it.
PROBE = ("netcdf", "mpiio")
DATA = ("read", "write", "pread", "pwrite", "readv", "writev", "preadv", "pwritev")


# ---- building

def compiler(program, way):
    """The compiler, Recorder's unless the program is preloaded or plain."""
    plain = (os.environ.get("MPICC") or "mpicc") if program.ranks else (os.environ.get("CC") or "cc")
    if way in ("plain", "preload"):
        return plain.split()
    return [recorder_test.installed("recorder-mpicc" if program.ranks else "recorder-cc")]


def link(t, program, way):
    """The program linked in this way, or None if the plain compiler cannot either."""
    libraries = program.archive if way in ("archive", "static") else program.dynamic
    out = os.path.join(t.dir, f"{program.name.replace(' ', '-')}.{way}")
    source = os.path.join(recorder_test.PROGRAMS, "layers", program.source)
    options = ["-O1", *program.flags, source, "-o", out, *libraries, *(["-static"] if way == "static" else [])]
    environment = recorder_test.clean_environment()
    run = subprocess.run(compiler(program, "plain") + options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                         env=environment, check=False)
    if run.returncode != 0:
        return None
    if way in ("plain", "preload"):
        return out
    run = subprocess.run(compiler(program, way) + options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=environment, check=False)
    t.check(run.returncode == 0, f"{program.name} {way}: {run.stdout.decode(errors='replace')[-1500:]}")
    return out if run.returncode == 0 else None


# ---- what a trace tells

def ancestors(records):
    """(record, the calls that it lies in, outermost first), of one stream in start order."""
    around = []
    for record in records:
        del around[record["depth"]:]
        yield record, list(around)
        around.append(record)


def nested(t, what, program, records, path):
    """Each access to the file is made by the layers above, in their order, and in their time."""
    upper = program.layers[:-1]
    wrote = read = 0
    for record, around in ancestors(records):
        t.equal(len(around), record["depth"], f"{what}: depth of {trace_model.show(record)}")
        for outer in around:
            if not outer["tstart"] <= record["tstart"] <= record["tend"] <= outer["tend"]:
                t.check(False, f"{what}: {trace_model.show(record)} is not in the time of {trace_model.show(outer)}")
        if record["file"] != path or recorder_test.plain_name(record["func"]) not in DATA:
            continue
        made_by = tuple(dict.fromkeys(outer["layer"] for outer in around if outer["layer"] in upper))
        if made_by == PROBE:
            continue
        if made_by != upper:
            t.check(False, f"{what}: {trace_model.show(record)} was made by {made_by}")
        wrote += "write" in record["func"]
        read += "read" in record["func"]
    return wrote, read


def story(records, program, path, cwd, depth=None):
    """What the ways of linking have in common: the calls of the layers, and those on the file."""
    return [comparable(unnumbered(r), cwd) for r in records
            if (r["layer"] in program.layers[:-1] or r["file"] == path) and depth in (None, r["depth"])]


def unnumbered(record):
    """Which number a descriptor has depends on what MPI has open for itself at that moment; its file is compared."""
    opens = recorder_test.plain_name(record["func"]) in ("open", "openat", "creat")
    numbered = [name for name, value in record["args"].items() if name == "fd" and isinstance(value, int) and value >= 0]
    ret = "a descriptor" if opens and record["ret"] >= 0 else record["ret"]
    return dict(record, ret=ret, args={**record["args"], **dict.fromkeys(numbered, "a descriptor")})


def same_story(t, what, a, b):
    for index, (x, y) in enumerate(zip(a, b)):
        if x != y:
            t.check(False, f"{what} differ at record {index}:\n   {x}\n   {y}")
            return
    t.equal(len(b), len(a), f"{what}: records")


# ---- running

def run_way(t, program, way, built):
    """Runs one executable traced; returns rank -> records, the file and the directory."""
    work = t.fresh()
    path = os.path.join(work, "data")
    what = f"{program.name} {way}"
    if program.ranks:
        run = t.traced(mpi_runs.command(program.ranks, [built, path], way), "dynamic", cwd=work, env=ROMIO)
    else:
        run = t.traced([built, path], way, cwd=work)
    t.equal((run.rc, run.err), (0, b""), what)
    t.check(len(run.traces) == 1, f"{what}: {len(run.traces)} traces")
    t.lossless(what, run)
    records = trace_model.decoded(run.traces[0]) if run.traces else []
    by_rank = {key[0]: value for key, value in trace_model.streams(records).items() if key[1] == 0}
    t.equal(sorted(by_rank), list(range(max(program.ranks, 1))), f"{what}: ranks")
    return sorted(run.out.splitlines()), by_rank, path, work


def compare_ways(t, program, stories):
    """Dynamic and preloaded runs are equal in all depths; archives show what the library calls of itself differently."""
    reference, *others = stories
    for way in others:
        for rank, (whole, outermost) in stories[way].items():
            what = f"{program.name} rank {rank}: {reference} and {way}"
            if way == "preload":
                same_story(t, what, stories[reference][rank][0], whole)
            same_story(t, what + " at depth 0", stories[reference][rank][1], outermost)


def trial(t, program):
    plain = link(t, program, "plain")
    if plain is None:
        print(f"{program.name}: cannot be linked here")
        return
    work = t.fresh()
    command = [plain, os.path.join(work, "data")]
    untraced = t.run(mpi_runs.launcher(program.ranks) + command if program.ranks else command, cwd=work, env=ROMIO)
    stories, totals = {}, []
    for way in ("dynamic", "preload", "archive", "static"):
        built = link(t, program, way) if program.archive or way in ("dynamic", "preload") else None
        if built is None:
            continue
        out, by_rank, path, work = run_way(t, program, way, built)
        t.equal(out, sorted(untraced.out.splitlines()), f"{program.name} {way}: output")
        stories[way] = {}
        sums = [nested(t, f"{program.name} {way} rank {rank}", program, records, path) for rank, records in by_rank.items()]
        totals.append(tuple(map(sum, zip(*sums))))
        for rank, records in by_rank.items():
            stories[way][rank] = (story(records, program, path, work), story(records, program, path, work, 0))
    t.check(all(wrote and read for wrote, read in totals), f"{program.name}: {totals} writes and reads through all layers")
    t.check(len(set(totals)) == 1, f"{program.name}: {dict(zip(stories, totals))} writes and reads")
    compare_ways(t, program, stories)
    print(f"{program.name}: {', '.join(stories)}: {totals[0][0]} writes and {totals[0][1]} reads through "
          f"{' > '.join(program.layers)}", flush=True)


def in_callback(t):
    """NetCDF in a function that nftw calls, after NetCDF outside of it: the calls are the program's, not NetCDF's own."""
    program = Program("netcdf_in_callback.c", "NetCDF in a callback", (), (), ("-lnetcdf",), (), 0)
    if link(t, program, "plain") is None:
        print(f"{program.name}: cannot be linked here")
        return
    for way in ("dynamic", "preload"):
        run = t.traced([link(t, program, way)], way, cwd=t.fresh())
        what = f"{program.name} {way}"
        t.equal((run.rc, run.out, run.err), (0, b"3 files\n", b""), what)
        t.lossless(what, run)
        records = [r for r in trace_model.decoded(recorder_test.trace_of(run)) if r["layer"] == "netcdf"]
        for func, depth in (("nc_create", 0), ("nc_open", 1), ("nc_inq_ndims", 1)):
            t.equal([r["depth"] for r in records if r["func"] == func], [depth] * 3, f"{what}: depths of {func}")
        t.equal(sorted(r["depth"] for r in records if r["func"] == "nc_close"), [0] * 3 + [1] * 3, f"{what}: depths of nc_close")


with Test() as t:
    recorder_test.installed("recorder-cc")
    in_callback(t)
    for PROGRAM in PROGRAMS:
        if PROGRAM.ranks and not shutil.which((os.environ.get("MPICC") or "mpicc").split()[0]):
            continue
        trial(t, PROGRAM)
    t.check(t.checks > 0, "no program could be linked")
