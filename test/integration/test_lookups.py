#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Programs that look functions up themselves (dlsym) find what they would find without Recorder, and those of libraries
# that they load are recorded; the preloaded library brings no other library along.
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Skip, Test  # noqa: E402

ABSENT = ("MPI_Get_version", "MPI_Init", "H5Fcreate", "nc_open", "ncmpi_open", "H5Fno_such_function")


def functions(result):
    return [r["func"] for trace in result.traces for r in trace_model.decoded(trace)]


def hdf5_library():
    """The file of any installed HDF5."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], stdout=subprocess.PIPE, check=False).stdout.decode()
    for line in listed.splitlines():
        if re.match(r"\s*libhdf5(_serial|_openmpi|_mpich)?\.so", line):
            return line.split("=>")[1].strip()
    raise Skip("HDF5 is not installed")


def mpi_library(t):
    """The one that MPI programs are linked with."""
    mpicc = (os.environ.get("MPICC") or "mpicc").split()
    recorder_test.need(mpicc[0])
    program = os.path.join(t.dir, "mpi")
    t.run([*mpicc, os.path.join(recorder_test.PROGRAMS, "mpi_outside.c"), "-o", program])
    for line in t.run(["ldd", program]).out.decode().splitlines():
        if line.strip().startswith("libmpi") and "=>" in line:
            return line.split("=>")[1].split()[0]
    raise Skip("MPI programs have no shared library")


def what_is_not_there(t, program):
    command = [program, "absent", *ABSENT]
    untraced = t.run(command)
    t.equal(untraced.out.count(b": not found\n"), 2 * len(ABSENT), f"untraced: {untraced.out}")
    t.same_run("functions that the process has not", untraced, t.traced(command, "preload"))


def what_comes_next(t, program):
    for name in ("H5Fcreate", "fopen"):
        command = [program, "next", name]
        t.same_run(f"RTLD_NEXT {name}", t.run(command), t.traced(command, "preload"))


def loaded_libraries(t, program):
    hdf5 = hdf5_library()
    for what, file, calls in (("hdf5", hdf5, ["H5Fcreate", "H5Fclose"]),
                              ("everybody", hdf5, ["H5Fcreate", "H5Fclose"]),
                              ("mpi", mpi_library(t), ["MPI_Init", "MPI_Get_version", "MPI_Finalize"])):
        command = [program, what, file]
        untraced = t.run(command)
        t.equal(untraced.rc, 0, f"untraced {command}: {untraced.err}")
        traced = t.checked(f"functions of {file}", command, "preload", untraced)
        t.equal([f for f in functions(traced) if f in calls], calls, f"functions of {file}: recorded")


def another_tool(t, program):
    """Its wrapper takes the real function from the library itself: it must not be given Recorder's."""
    tool = os.path.join(t.dir, "libwraps_hdf5.so")
    cc = (os.environ.get("CC") or "gcc").split()
    run = t.run([*cc, "-shared", "-fPIC", os.path.join(recorder_test.PROGRAMS, "wraps_hdf5.c"), "-o", tool, "-ldl"])
    t.equal(run.rc, 0, f"wraps_hdf5: {run.err}")
    hdf5 = hdf5_library()
    preload = f"LD_PRELOAD={recorder_test.installed('librecorder.so')}:{tool}"
    for what, out in (("hdf5", b""), ("everybody", b"wrapped\n")):
        traced = t.traced(["env", preload, program, what, hdf5], "plain", env={"HDF5_LIBRARY": hdf5})
        t.equal((traced.rc, traced.out), (0, out), f"another tool that wraps H5Fclose, {what}")


def own_zlib(t):
    """A libz.so.1 that Recorder needed would come before the program's, which may be newer."""
    place = t.fresh()
    source = os.path.join(recorder_test.PROGRAMS, "own_zlib.c")
    versions = os.path.join(place, "versions")
    with open(versions, "w", encoding="ascii") as file:
        file.write("ZLIB_9.9 { global: zlibVersion; };\n")
    zlib = os.path.join(place, "libz.so.1")
    cc = (os.environ.get("CC") or "gcc").split()
    for command in ([*cc, "-shared", "-fPIC", "-DLIBRARY", source, "-o", zlib, "-Wl,-soname,libz.so.1",
                     f"-Wl,--version-script={versions}"],
                    [*cc, source, zlib, "-o", os.path.join(place, "own_zlib"), f"-Wl,-rpath,{place}"]):
        run = t.run(command)
        t.equal(run.rc, 0, f"{command}: {run.err}")
    untraced = t.run([os.path.join(place, "own_zlib")])
    t.equal(untraced.out, b"9.9\n", "untraced: its own zlib")
    needed = t.run(["readelf", "-d", recorder_test.installed("librecorder.so")]).out
    if b"libz.so" in needed:     # no libz.a that shared libraries may contain: configure says so
        return
    t.checked("a program with a zlib of its own", [os.path.join(place, "own_zlib")], "preload", untraced)


with Test() as T:
    recorder_test.installed("librecorder.so")
    PROGRAM = T.build("lookups.c", "plain", flags=("-ldl",))
    what_is_not_there(T, PROGRAM)
    what_comes_next(T, PROGRAM)
    own_zlib(T)
    another_tool(T, PROGRAM)
    loaded_libraries(T, PROGRAM)
