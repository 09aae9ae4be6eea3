#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Every wrapped POSIX and STDIO function, called at least once, is recorded exactly once, in order and
# with its result, in static, dynamic, preloaded and fortified builds; and the program notices nothing.
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test                                   # noqa: E402
import trace_model                                     # noqa: E402
from recorder_test import Test, comparable, plain_name  # noqa: E402

STDIN = b"ab 17 18 19 20 21"
# Without inlining: headers and compiler replace getchar, putc_unlocked and the like by other calls.
PLAIN = ("-O0", "-fno-builtin", "-w", "-Wl,--no-warnings")
FORTIFIED = (*PLAIN, "-O2", "-fno-inline", "-D_FORTIFY_SOURCE=2", "-D_FILE_OFFSET_BITS=64")
BUILDS = (("plain", PLAIN, ("static", "dynamic", "preload")),
          ("fortified", FORTIFIED, ("static", "dynamic", "preload")))
# Called from main() besides what the log announces, or by libc through a name that is wrapped.
ELSEWHERE = {"exit", "_exit"}
# Functions that the programs cannot call on every system, or that other tests call.
OTHERS = {"execl", "execlp", "execle", "execv", "execve", "execvp", "execvpe", "fexecve", "fork", "vfork",
          "_exit", "_Exit", "quick_exit", "abort", "exit", "daemon", "system", "posix_spawn",
          "posix_spawnp", "openat2", "posix_fallocate64", "rewind", "dlclose", "dlsym"}
OPTIONAL = ("io_", "cuFile", "__isoc23_", "MPI_", "PMPI_", "mpi_", "pmpi_", "H5", "nc", "cdl_hdr_", "fts64_",
            "recorder_", "__wrap_", "__real_", "aio_", "lio_")


def announced(path):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file]


def check_calls(t, what, log, records):
    """The records called by the application must be the announced calls, one for one."""
    have = [r for r in records if r["depth"] == 0 and r["thread"] == 0 and r["func"] not in ELSEWHERE]
    names, want = [plain_name(r["func"]) for r in have], [plain_name(line[0]) for line in log]
    for index, (a, b) in enumerate(zip(names, want)):
        if a != b:
            t.check(False, f"{what}: call {index}: {trace_model.show(have[index])}, announced "
                           f"{' '.join(log[index])} after {want[max(0, index - 3):index]}")
            return
    t.equal(len(have), len(want), f"{what}: number of calls")
    for record, (name, result, error) in zip(have, log):
        if result not in ("-", "pointer", "null") and isinstance(record["ret"], int):
            t.check(int(result) == record["ret"], f"{what}: {name} returned {result}: {trace_model.show(record)}")
        t.check(result not in ("null",) or record["ret"] is None or int(error) == 0,
                f"{what}: {name} returned null: {trace_model.show(record)}")
        # Functions that return their error number set no errno of their own.
        if int(error) and record["errno"] != int(error):
            t.check(False, f"{what}: {name} set errno {error}: {trace_model.show(record)}")


def aio_flags():
    """What all_aio.c can use here: libaio, liburing."""
    flags = []
    for library, header in (("aio", "libaio.h"), ("uring", "liburing.h")):
        probe = subprocess.run(["gcc", "-xc", "-", "-include", header, "-l" + library, "-o", "/dev/null"],
                               input=b"int main(void){return 0;}", stderr=subprocess.DEVNULL, check=False)
        if probe.returncode == 0:
            flags += [f"-DHAVE_LIB{library.upper()}", "-l" + library]
    return flags


def run_program(t, program, label, flags, ways, status):
    reference = t.build(program, "plain", flags, name=program[:-2] + "." + label)
    calls_log = os.path.join(t.fresh("log"), "calls")
    untraced = t.run([reference, calls_log], files=True, stdin=STDIN)
    t.equal(untraced.rc, status, f"{program} untraced: exit status")
    log = announced(calls_log)
    seen = {}
    for way in ways:
        what = f"{program} {label} {way}"
        binary = reference
        if way != "preload":
            binary = t.build(program, way, flags, name=program[:-2] + "." + label)
        # In a static link some calls of libc's own aio threads are wrapped, others are not.
        strace = STRACE and (way, label) in (("dynamic", "plain"), ("static", "fortified")) and (
            way != "static" or program != "all_posix.c")
        traced = t.checked(what, [binary, calls_log], way, untraced, strace, files=True, stdin=STDIN)
        t.equal(announced(calls_log), log, f"{what}: results and errno")
        if not traced.traces:
            continue
        records = trace_model.decoded(traced.traces[0])
        check_calls(t, what, log, records)
        seen[way] = [comparable(r, traced.cwd) for r in records if r["depth"] == 0 and r["thread"] == 0]
    compare_ways(t, f"{program} {label}", seen)
    return {line[0] for line in log}


def compare_ways(t, what, seen):
    ways = list(seen)
    for way in ways[1:]:
        for index, (a, b) in enumerate(zip(seen[ways[0]], seen[way])):
            if a != b:
                t.check(False, f"{what}: {ways[0]} and {way} differ at record {index}:\n   {a}\n   {b}")
                break
        else:
            t.equal(len(seen[way]), len(seen[ways[0]]), f"{what}: records in {way} and {ways[0]}")


def check_coverage(t, called):
    """What librecorder.so exports beyond the functions called here and in other tests."""
    table = subprocess.run(["nm", "-D", "--defined-only", recorder_test.installed("librecorder.so")],
                           stdout=subprocess.PIPE, check=True).stdout.decode()
    exported = {line.split()[-1].split("@")[0] for line in table.splitlines() if line.split()[-2] in "TW"}
    known = called | OTHERS
    missing = sorted(name for name in exported - known
                     if not name.startswith(OPTIONAL) and plain_name(name) not in known)
    t.check(not missing, f"wrapped, but called by no test program: {' '.join(missing)}")


def memory_streams(t, way):
    """Streams in memory belong to no file, and closing them closes no descriptor."""
    what = f"memory streams {way}"
    traced = t.traced([t.build("memory_streams.c", "plain" if way == "preload" else way)], way)
    t.equal((traced.rc, traced.err), (0, b""), what)
    t.lossless(what, traced)
    calls = trace_model.decoded(traced.traces[0])
    t.equal({c["file"] for c in calls if c["layer"] == "stdio"}, {None}, f"{what}: files of streams")
    t.equal({os.path.basename(c["file"] or "?") for c in calls if c["func"] == "write"}, {"file"}, f"{what}: files of write")


with Test() as t:
    STRACE = recorder_test.can_strace()
    CALLED = set()
    for LABEL, FLAGS, WAYS in BUILDS:
        CALLED |= run_program(t, "all_posix.c", LABEL, FLAGS, WAYS, 3)
        CALLED |= run_program(t, "all_stdio.c", LABEL, FLAGS, WAYS, 4)
    CALLED |= run_program(t, "old_names.c", "plain", PLAIN, recorder_test.WAYS, 5)
    CALLED |= run_program(t, "old_nodes.c", "plain", PLAIN, ("dynamic", "preload"), 8)
    AIO = aio_flags()
    if AIO:
        CALLED |= run_program(t, "all_aio.c", "plain", (*PLAIN, *AIO), recorder_test.WAYS, 7)
    check_coverage(t, CALLED)
    for WAY in recorder_test.WAYS:
        memory_streams(t, WAY)
