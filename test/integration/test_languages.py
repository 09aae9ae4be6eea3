#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# C++ streams and Fortran READ and WRITE: their system calls are in the trace in every kind of link.
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

# program -> files that must have been written and read
PROGRAMS = {"iostreams.cpp": (["stream.txt", "binary.dat"], ["stream.txt", "binary.dat"]),
            "fortran_io.f90": (["formatted.txt", "unformatted.dat", "direct.dat", "stream.dat"],
                               ["formatted.txt", "unformatted.dat", "direct.dat"])}
WRITERS = ("write", "writev", "pwrite", "pwrite64", "fwrite", "fputs")
READERS = ("read", "readv", "pread", "pread64", "fread", "__read_chk", "fgetc", "getc", "fgets")


def bytes_by_file(records, names):
    found = {}
    for r in records:
        if r["func"] in names and r["file"] and isinstance(r["ret"], int) and r["ret"] > 0:
            name = os.path.basename(r["file"])
            found[name] = found.get(name, 0) + r["ret"]
    return found


def trial(t, program, way, strace):
    what = f"{program} {way}"
    plain = t.run([t.build(program, "plain")])
    binary = t.build(program, "plain" if way == "preload" else way)
    traced = t.checked(what, [binary], way, plain, strace)
    if not traced.traces:
        return
    records = trace_model.decoded(traced.traces[0])
    wrote, read = bytes_by_file(records, WRITERS), bytes_by_file(records, READERS)
    for name in PROGRAMS[program][0]:
        t.check(wrote.get(name, 0) > 0, f"{what}: no write to {name}")
    for name in PROGRAMS[program][1]:
        t.check(read.get(name, 0) > 0, f"{what}: no read of {name}")
    for name in ("stream.txt", "formatted.txt"):
        path = os.path.join(traced.cwd, name)
        if os.path.exists(path) and program == "fortran_io.f90":
            t.equal(wrote.get(name), os.path.getsize(path), f"{what}: bytes written to {name}")


with Test() as t:
    STRACE = recorder_test.can_strace()
    for PROGRAM in PROGRAMS:
        if PROGRAM.endswith("f90") and not shutil.which(os.environ.get("FC") or "gfortran"):
            continue
        for WAY in WAYS:
            trial(t, PROGRAM, WAY, STRACE)
