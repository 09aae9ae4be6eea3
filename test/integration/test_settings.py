#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The settings: layers, include and exclude, resolution, memory limit, spool directory, names of traces,
# the configuration file and its precedence, each judged by the trace that comes out.
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

SEED = ["11", "500"]


def records_of(result):
    return trace_model.decoded(result.traces[0]) if result.traces else []


def files_of(result):
    """The files of calls on one file; rename and link are kept for either of their two."""
    two = ("rename", "link", "symlink", "copy_file_range", "sendfile", "splice")
    return {r["file"] for r in records_of(result) if r["file"] and not r["func"].startswith(two)}


def layers(t, program):
    for value, want in (("posix", {"posix"}), ("stdio", {"stdio"}), ("posix,stdio", {"posix", "stdio"})):
        traced = t.traced([program] + SEED, "dynamic", env={"RECORDER_LAYERS": value})
        t.lossless(f"layers {value}", traced)
        t.equal({r["layer"] for r in records_of(traced)}, want, f"RECORDER_LAYERS={value}")
    off = t.traced([program] + SEED, "dynamic", raw=False, env={"RECORDER_ENABLE": "0"})
    t.equal((off.traces, off.err), ([], b""), "RECORDER_ENABLE=0")


def paths(t, program):
    work = t.fresh()
    everything = t.traced([program] + SEED, "dynamic", cwd=work)
    inside = [r for r in records_of(everything) if r["file"] and r["file"].startswith(work + "/t0/")]
    work = t.fresh()
    only = t.traced([program] + SEED, "dynamic", cwd=work, env={"RECORDER_INCLUDE": work + "/t0/"})
    t.lossless("include", only)
    files = files_of(only)
    t.check(files and all(f.startswith(work + "/t0") for f in files), f"RECORDER_INCLUDE: {sorted(files)[:5]}")
    have = [r for r in records_of(only) if r["file"] and r["file"].startswith(work + "/t0/")]
    t.equal(len(have), len(inside), "RECORDER_INCLUDE: calls on the included files")
    work = t.fresh()
    without = t.traced([program] + SEED, "dynamic", cwd=work, env={"RECORDER_EXCLUDE": work + "/t0"})
    t.lossless("exclude", without)
    files = files_of(without)
    t.check(files and not any(f.startswith(work + "/t0/") for f in files), f"RECORDER_EXCLUDE: {sorted(files)[:5]}")


def system_paths(t):
    """System paths are left out unless they are asked for."""
    program = t.build("constant.c", "dynamic")
    default = t.traced([program, "/dev/null", "10"], "dynamic", raw=False)
    seen = {r["file"] for r in records_of(default)}
    t.check(not any(f and f.startswith(("/dev", "/proc")) for f in seen), f"by default: {seen}")
    asked = t.traced([program, "/dev/null", "10"], "dynamic", env={"RECORDER_INCLUDE": "/dev"})
    found = [r for r in records_of(asked) if r["file"] == "/dev/null" and r["func"].startswith("pwrite")]
    t.equal(len(found), 10, "RECORDER_INCLUDE=/dev: pwrites to /dev/null")


def resolution(t, program):
    traced = t.traced([program] + SEED, "dynamic", raw=False, env={"RECORDER_TIME_RESOLUTION": "1us"})
    t.equal(traced.err, b"", "RECORDER_TIME_RESOLUTION=1us")
    records = records_of(traced)
    t.check(records and all(r["tstart"] <= r["tend"] for r in records), "times with a coarse resolution")
    starts = [r["tstart"] for r in records]
    t.check(starts == sorted(starts), "order of start times with a coarse resolution")


def memory(t):
    program = t.build("deep_signatures.c", "dynamic")
    traced = t.traced([program, "200000"], "dynamic", raw=False, env={"RECORDER_MEMORY_LIMIT": "8M"})
    t.equal((traced.rc, traced.out), (0, b"deep done\n"), "a small memory limit: the program")
    t.check(len(traced.err.splitlines()) <= 1, f"a small memory limit: {traced.err[:300]}")
    if t.check(traced.traces, "a small memory limit: there is no trace"):
        calls = sum(r["func"].startswith("pread") for r in records_of(traced))
        t.check(0 < calls <= 200000, f"a small memory limit: {calls} calls")


def spool(t, program):
    place = t.fresh("spool")
    traced = t.traced([program] + SEED, "dynamic", env={"RECORDER_SPOOL_DIR": place})
    t.lossless("spool directory", traced)
    t.equal(os.listdir(place), [], "what is left in the spool directory")


def names(t, program):
    work, place = t.fresh(), t.fresh("named")
    t.traced([program] + SEED, "dynamic", raw=False, cwd=work, env={
        "RECORDER_TRACE": os.path.join(place, "%e-%p-%j.recorder"), "SLURM_JOB_ID": "4242"})
    found = [os.path.basename(p) for p in recorder_test.traces_in(place)]
    t.check(len(found) == 1 and re.fullmatch(r"random_io\S*-\d+-4242\.recorder", found[0]), f"%e-%p-%j: {found}")
    for env in ({"RECORDER_TRACE": "", "RECORDER_TRACE_DIR": place + ":/tmp"}, {"RECORDER_TRACE": ""}):
        work = t.fresh()
        before = set(recorder_test.traces_in(place))
        t.traced([program] + SEED, "dynamic", raw=False, cwd=work, env=env)
        where = place if "RECORDER_TRACE_DIR" in env else work
        new = [os.path.basename(p) for p in set(recorder_test.traces_in(where)) - before]
        t.check(len(new) == 1 and re.fullmatch(r"random_io\S*-\S+-\S+\.recorder", new[0]), f"default name: {new}")


def configuration(t, program):
    path = os.path.join(t.dir, "recorder.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write("# a comment\nRECORDER_LAYERS = stdio\n\nRECORDER_TIME_RESOLUTION=1us\n")
    traced = t.traced([program] + SEED, "dynamic", raw=False, env={"RECORDER_CONFIG": path})
    t.equal(traced.err, b"", "RECORDER_CONFIG")
    t.equal({r["layer"] for r in records_of(traced)}, {"stdio"}, "layers of the configuration file")
    traced = t.traced([program] + SEED, "dynamic", raw=False,
                      env={"RECORDER_CONFIG": path, "RECORDER_LAYERS": "posix"})
    t.equal({r["layer"] for r in records_of(traced)}, {"posix"}, "the environment precedes the file")
    with open(path, "w", encoding="utf-8") as file:
        file.write("RECORDER_LAYERS = stdio\nnonsense = 5\n")
    traced = t.traced([program] + SEED, "dynamic", raw=False, env={"RECORDER_CONFIG": path})
    t.check(len(traced.err.splitlines()) == 1, f"an unknown name in the file: {traced.err}")


def connections(t):
    """The program's own pipes and sockets, unless they are excluded; that an included kind leaves files out is not meant."""
    program = t.build("all_posix.c", "dynamic", ("-w",))
    for env, pipes, sockets in (({}, True, True), ({"RECORDER_EXCLUDE": "pipe"}, False, True),
                                ({"RECORDER_EXCLUDE": "pipe,socket"}, False, False),
                                ({"RECORDER_EXCLUDE": "pipe", "RECORDER_INCLUDE": "pipe"}, True, True)):
        traced = t.traced([program, "calls"], "dynamic", env=env)
        t.lossless(f"connections {env}", traced)
        records = records_of(traced)
        made = {r["func"] for r in records}
        t.equal(("pipe" in made, "socketpair" in made), (pipes, sockets), f"{env}: pipe, socketpair")
        t.check("open" in made, f"{env}: files")


def static_programs(t):
    """recorder-run of static programs: one that has Recorder in it traces itself, another runs, after one line."""
    runner = recorder_test.installed("recorder-run")
    plain = t.build("random_io.c", "plain", ("-static",), name="static")
    own = t.build("random_io.c", "static")
    expected = t.run([plain] + SEED)
    untraced = t.traced([runner, plain] + SEED, "static", raw=False)
    t.equal((untraced.rc, untraced.out, untraced.traces), (expected.rc, expected.out, []), "a plain static program")
    lines = untraced.err.decode().splitlines()
    t.check(len(lines) == 1 and lines[0].startswith("recorder-run: ") and "statically linked" in lines[0],
            f"a plain static program: {lines}")
    other = t.traced([runner, plain] + SEED, "static", raw=False, env={"PMI_RANK": "1"})
    t.equal((other.rc, other.err), (expected.rc, b""), "a plain static program, another rank")
    traced = t.traced([runner, own] + SEED, "static")
    t.same_run("a static program with Recorder", expected, traced)
    t.check(t.lossless("a static program with Recorder", traced) > 100, "a static program with Recorder: few calls")


def other_libraries(t):
    """recorder-run of programs into which nothing can be preloaded, or not before their own libraries."""
    runner = recorder_test.installed("recorder-run")
    source = os.path.join(t.dir, "hello.c")
    with open(source, "w") as out:
        out.write('#include <stdio.h>\nint main(void) { FILE *f = fopen("x", "w"); fputs("x", f); fclose(f); puts("hello"); '
                  'return 5; }\n')
    program = os.path.join(t.dir, "hello")
    for name, compiler, traces, said in (("musl", ["musl-gcc"], 0, "another C library"),
                                         ("address sanitizer", ["cc", "-fsanitize=address"], 1, None),
                                         ("thread sanitizer", ["cc", "-fsanitize=thread"], 1, None)):
        try:
            built = subprocess.run([*compiler, source, "-o", program], stderr=subprocess.DEVNULL)
            untraced = t.run([program]) if built.returncode == 0 else None
        except OSError:
            untraced = None
        if untraced is None or untraced.rc != 5:
            print(f"recorder-run of a program with {name}: there is none here")
            continue
        traced = t.traced([runner, program], "static", raw=False)
        t.equal((traced.rc, traced.out, len(traced.traces)), (5, b"hello\n", traces), f"{name}: the program and its traces")
        lines = traced.err.decode().splitlines()
        t.check(len(lines) == 1 and said in lines[0] if said else not lines, f"{name}: {lines}")


def already_traced(t, program):
    """A program that is linked with Recorder, under recorder-run: each call once."""
    once = t.traced([program] + SEED, "dynamic")
    twice = t.traced([program] + SEED, "preload")
    t.lossless("recorder-run of a linked program", twice)
    t.equal(twice.err, b"", "recorder-run of a linked program: stderr")
    t.equal([r["func"] for r in records_of(twice)], [r["func"] for r in records_of(once)],
            "recorder-run of a linked program: calls")


with Test() as t:
    PROGRAM = t.build("random_io.c", "dynamic")
    layers(t, PROGRAM)
    paths(t, PROGRAM)
    system_paths(t)
    resolution(t, PROGRAM)
    memory(t)
    spool(t, PROGRAM)
    names(t, PROGRAM)
    configuration(t, PROGRAM)
    already_traced(t, PROGRAM)
    connections(t)
    static_programs(t)
    other_libraries(t)
