#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# What is done at the very end of a process is in its trace: in destructors of libraries, which the loader calls in an order of
# its own, among them the Fortran library's. And Recorder leaves the floating-point environment as the program has it.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test                       # noqa: E402
import trace_model                         # noqa: E402
from recorder_test import Skip, Test       # noqa: E402

WAYS = ("dynamic", "preload", "static")


def written(t, result):
    """Name of each file that was written and then closed -> bytes."""
    found, closed = {}, set()
    for record in trace_model.decoded(recorder_test.trace_of(result)):
        name, func = os.path.basename(record["file"] or ""), recorder_test.plain_name(record["func"])
        if func == "write":
            found[name] = found.get(name, 0) + record["ret"]
        if func == "close":
            closed.add(name)
    return {name: size for name, size in found.items() if name in closed}


def library_end(t):
    for way, program in recorder_test.with_library(t.fresh("library"), "library_end.c"):
        result = t.traced([program], way)
        t.equal((result.rc, result.err), (0, b""), f"library_end {way}")
        t.lossless(f"library_end {way}", result)
        t.equal(written(t, result), {name + ".txt": 4 for name in ("atexit", "program", "library")}, f"library_end {way}: files")


def fortran_end(t):
    try:
        plain = t.build("fortran_end.f90")
    except Skip as reason:
        print(f"without Fortran: {reason}")
        return
    for way in WAYS:
        program = plain if way == "preload" else t.build("fortran_end.f90", way)
        strace = way != "static" and recorder_test.can_strace()
        result = t.traced([program], way, strace=strace, files=True, cwd=t.fresh())
        t.equal((result.rc, result.err), (0, b""), f"fortran_end {way}")
        t.lossless(f"fortran_end {way}", result)
        if strace:
            t.complete(f"fortran_end {way}", result)
        t.equal(written(t, result).get("left_open.txt"), 900, f"fortran_end {way}: bytes of the file left open")


def floating(t):
    flags = ["-O0", "-lm"]
    netcdf = os.environ.get("NETCDF_FLAGS")
    if netcdf:
        flags += ["-DNETCDF", *netcdf.split()]
    plain = t.build("floating.c", "plain", flags)
    untraced = t.run([plain])
    t.check(untraced.rc == 0 and untraced.out, f"floating untraced: {untraced.rc} {untraced.err[:300]}")
    for way in ("dynamic", "preload"):
        program = plain if way == "preload" else t.build("floating.c", way, flags)
        result = t.traced([program], way)
        t.same_run(f"floating {way}", untraced, result)
        t.lossless(f"floating {way}", result)


with Test() as t:
    library_end(t)
    fortran_end(t)
    floating(t)
