#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The bytes that recorder-summary and recorder2json find for transfers that do not say them: programs print what each of their calls
# moved ("function bytes", or "function -" where the calls before it do not tell), and the sums must agree.
import collections
import csv
import io
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
                have = (row["read_bytes"] or 0) + (row["written_bytes"] or 0), row["unknown_transfers"]
                t.equal(have, (moved[function], unknown[function]), f"{what} {function} {' '.join(times)}")


def library(t, source, flags, ranks):
    if not os.environ.get(flags):
        print(f"without {flags}: {source}")
        return []
    program = mpi_runs.build(t, source, "preload", os.environ[flags].split())
    result = t.traced(mpi_runs.command(ranks, [program], "preload"), "static", raw=False)
    t.equal(result.rc, 0, f"{source}: exit status; {result.err[-300:]}")
    for trace in result.traces:
        compare(t, source, trace, result.out, "--ranks", "0")
    return result.traces


def unknown_rates(t, trace):
    """What nobody knows is not 0."""
    tool = recorder_test.installed("recorder-summary")
    have = summary("--functions", "nc_put_var_string", trace)
    rows = [row for row in have["bandwidth"] if row["layer"] == "netcdf"]
    t.equal([(row["bytes"], row["bandwidth"], row["bandwidth_of_calls"]) for row in rows], [(None,) * 3], "rates of unknown bytes")
    t.equal([row["written_bytes"] for row in have["functions"]], [None], "bytes of unknown transfers")
    text = t.run([tool, "--functions", "nc_put_var_string", trace]).out.decode()
    t.check("0 B/s" not in text, "0 B/s where nobody knows")


def unknown_names(t, trace):
    """A layer or function that nobody has is a mistake in every tool."""
    for tool in ("recorder2text", "recorder2json", "recorder2csv", "recorder2timeline", "recorder2parquet", "recorder-summary",
                 "recorder-report", "recorder-filter"):
        if not os.path.exists(os.path.join(recorder_test.prefix(), "bin", tool)):
            continue
        for option, name in (("--layers", "posix,possix"), ("--functions", "pwrit"), ("--functions", "*nobody*")):
            run = t.run([recorder_test.installed(tool), option, name, "-o", os.path.join(t.dir, "unknown.recorder"), trace])
            t.equal((run.rc, run.err.decode().count("\n")), (2, 1), f"{tool} {option} {name}: status and lines")
            t.check(name.rsplit(",", maxsplit=1)[-1] in run.err.decode(), f"{tool} {option} {name}: {run.err}")


def several_infos(t, trace):
    """recorder-info of several traces is that of each, under headings or in an array."""
    tool = recorder_test.installed("recorder-info")
    one = t.run([tool, trace]).out.decode()
    t.equal(t.run([tool, trace, trace]).out.decode(), f"==> {trace} <==\n{one}\n\n==> {trace} <==\n{one}", "several infos")
    first = json.loads(t.run([tool, "--json", trace]).out)
    t.equal(json.loads(t.run([tool, "--json", trace, trace]).out), [first, first], "several infos as JSON")
    t.equal(json.loads(t.run([tool, "--json", os.path.dirname(trace)]).out), first, "the info of a directory")
    run = t.run([tool, trace, __file__])
    t.equal((run.rc, run.out, run.err.decode().count("\n")), (1, b"", 1), "a bad trace behind a good one")


def lists(t):
    """Each request of a list is a transfer of its own file."""
    flags = ["-DHAVE_LIBAIO", "-laio"] if os.path.exists("/usr/include/libaio.h") else []
    result = t.traced([t.build("lists.c", "plain", flags=flags)], "preload", raw=False)
    t.equal(result.rc, 0, f"lists.c: exit status; {result.err[-300:]}")
    functions, files = collections.Counter(), collections.Counter()
    for line in result.out.decode().splitlines():
        function, file, direction, size = line.split()
        functions[function, direction] += int(size)
        files[file, direction] += int(size)
        files[file, direction + "s"] += 1
    for times in ((), ("--no-times",)):
        have = summary("--per-file", *times, *result.traces)
        rows = {row["function"]: row for row in have["functions"]}
        for function, direction in functions:
            t.equal(rows[function]["read_bytes" if direction == "read" else "written_bytes"], functions[function, direction],
                    f"{direction} by {function} {times}")
            t.equal(rows[function]["unknown_transfers"], 0, f"unknown transfers of {function}")
        rows = {os.path.basename(row["file"]): row for row in have["records"]}
        for file in "ab":
            for column, key in (("bytes_read", "read"), ("bytes_written", "write"), ("reads", "reads"), ("writes", "writes"),
                                ("placed_reads", "reads"), ("placed_writes", "writes")):
                t.equal(rows[file]["posix_" + column], files[file, key], f"{column} of {file} {times}")


def views(t):
    """Offsets in views are bytes of the file where recorder2csv prints them, as MPI_File_get_byte_offset says."""
    program = mpi_runs.build(t, "views.c", "preload")
    result = t.traced(mpi_runs.command(2, [program], "preload"), "static", raw=False)
    t.equal(result.rc, 0, f"views.c: exit status; {result.err[-300:]}")
    run = t.run([recorder_test.installed("recorder2csv"), "--ranks", "1", "--functions", "MPI_File_write_at,MPI_File_read_at_all",
                 *result.traces])
    rows = list(csv.DictReader(io.StringIO(run.out.decode())))
    t.equal([(row["function"], row["offset"]) for row in rows], [tuple(line.split()) for line in result.out.decode().splitlines()],
            "offsets in views")


def texts(t):
    result = t.traced([t.build("text_bytes.c")], "preload", raw=False)
    t.equal(result.rc, 0, "text_bytes.c: exit status")
    compare(t, "texts", recorder_test.trace_of(result), result.out)


def stream_offsets(t):
    """Transfers of the C++ library follow one another from the beginning of the file."""
    result = t.traced([t.build("stream_offsets.cpp")], "preload", raw=False)
    t.equal(result.rc, 0, "stream_offsets.cpp: exit status")
    run = t.run([recorder_test.installed("recorder2csv"), "--functions", "*read*,*write*", *result.traces])
    ends = collections.Counter()
    for row in csv.DictReader(io.StringIO(run.out.decode())):
        if not row["file"].endswith("blocks.txt") or row["bytes"] == "0":
            continue
        direction = "read" if "read" in row["function"] else "written"
        t.equal(row["offset"], str(ends[direction]), f"offset of {row['function']}")
        ends[direction] += int(row["bytes"])
    t.equal(ends, {"written": 50000, "read": 50000}, "bytes through C++ streams")


def module(t):
    """HDF5 that only a module sees."""
    if not os.environ.get("HDF5_FLAGS"):
        print("without HDF5_FLAGS: hdf5_module.c")
        return
    source = os.path.join(recorder_test.PROGRAMS, "hdf5_module.c")
    library = os.path.join(t.fresh("module"), "module.so")
    subprocess.run([*(os.environ.get("MPICC") or "mpicc").split(), "-O1", "-DMODULE", "-shared", "-fPIC", source, "-o", library,
                    *os.environ["HDF5_FLAGS"].split()], check=True)
    result = t.traced([t.build("hdf5_module.c", "plain", ["-ldl"]), library], "preload", raw=False)
    t.equal(result.rc, 0, f"hdf5_module.c: exit status; {result.err[-300:]}")
    compare(t, "a module's HDF5", recorder_test.trace_of(result), result.out)


with Test() as t:
    lists(t)
    texts(t)
    stream_offsets(t)
    module(t)
    try:
        views(t)
        for TRACE in library(t, "netcdf_variables.c", "NETCDF_FLAGS", 1):
            unknown_rates(t, TRACE)
            unknown_names(t, TRACE)
            several_infos(t, TRACE)
        library(t, "hdf5_selections.c", "HDF5_FLAGS", 1)
        library(t, "pnetcdf_variables.c", "PNETCDF_FLAGS", 2)
    except recorder_test.Skip as skip:
        print(f"without MPI: {skip}")
