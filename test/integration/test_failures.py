#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# When the trace cannot be written, or a setting is bad: one line on stderr, and the program is untouched.
import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

NOBODY = 65534
# name, value: each is one clear line and the default
BAD_SETTINGS = [("RECORDER_ENABLE", "perhaps"), ("RECORDER_LAYERS", "posix,nonsense"),
                ("RECORDER_TIME_RESOLUTION", "-3"), ("RECORDER_TIME_RESOLUTION", "fast"),
                ("RECORDER_MEMORY_LIMIT", "lots"), ("RECORDER_CONFIG", "/absent/recorder.conf"),
                ("RECORDER_SPOOL_DIR", "/absent/spool"), ("RECORDER_RAW_LOG", "maybe")]


def one_line(t, what, traced, untraced, words=()):
    """The program's own behaviour, and exactly one line from Recorder."""
    t.equal((traced.rc, traced.out), (untraced.rc, untraced.out), f"{what}: the program")
    lines = traced.err.decode(errors="replace").splitlines()
    if not t.check(len(lines) == 1 and lines[0].startswith("recorder: "), f"{what}: stderr {lines}"):
        return
    for word in words:
        t.check(word in lines[0], f"{what}: the line does not say {word!r}: {lines[0]}")


def run(t, way, env, preexec=None, cwd=None):
    program = t.build("random_io.c", "plain" if way == "preload" else way)
    return t.traced([program, "3", "300"], way, raw=False, env=env, preexec=preexec, cwd=cwd)


def missing_directory(t, way, plain):
    where = os.path.join(t.dir, "absent", "x.recorder")
    one_line(t, f"{way}: missing directory", run(t, way, {"RECORDER_TRACE": where}), plain, [where])
    env = {"RECORDER_TRACE": "", "RECORDER_TRACE_DIR": os.path.join(t.dir, "absent")}
    one_line(t, f"{way}: missing RECORDER_TRACE_DIR", run(t, way, env), plain)
    good = t.fresh("second")
    env["RECORDER_TRACE_DIR"] += ":" + good
    traced = run(t, way, env)
    t.equal(len(recorder_test.traces_in(good)), 1, f"{way}: traces in the second directory of the list")
    t.equal((traced.rc, traced.out), (plain.rc, plain.out), f"{way}: second directory: the program")


def not_writable(t, way, plain):
    place = t.fresh("locked")
    os.chmod(place, 0o555)
    work = t.fresh()
    os.chmod(work, 0o777)
    os.chmod(t.dir, 0o755)
    program = t.build("random_io.c", "plain" if way == "preload" else way)
    os.chmod(program, 0o755)

    def become_nobody():
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
    reachable = subprocess.run(["test", "-x", recorder_test.installed("recorder-run")],
                               preexec_fn=become_nobody, check=False).returncode == 0
    if way == "preload" and not reachable:
        print("not writable: another user cannot reach the installed tree; not tried with recorder-run")
        return
    env = {"RECORDER_TRACE": os.path.join(place, "x.recorder"), "RECORDER_SPOOL_DIR": work}
    one_line(t, f"{way}: not writable", run(t, way, env, preexec=become_nobody, cwd=work), plain)


def full(t, way, plain):
    place = t.fresh("full")
    mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "none", place],
                                                  stderr=subprocess.DEVNULL, check=False).returncode == 0
    if not mounted:
        print("full: no tmpfs can be mounted here; not tried")
        return
    try:
        env = {"RECORDER_TRACE": os.path.join(place, "x.recorder")}
        one_line(t, f"{way}: disk full", run(t, way, env), plain)
        left = recorder_test.traces_in(place)
        t.check(not left, f"{way}: disk full: what is left looks like a trace")
        one_line(t, f"{way}: full spool", run(t, way, {"RECORDER_SPOOL_DIR": place}), plain)
    finally:
        subprocess.run(["umount", place], check=False)


def file_size_limit(t, way):
    """RLIMIT_FSIZE kills with SIGXFSZ whoever writes too much: that must not be the application."""
    program = t.build("pause.c", "plain" if way == "preload" else way)
    for limit in (2, 3000):
        traced = t.traced([program, "0"], way, raw=False, preexec=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (limit, limit)))
        t.equal(traced.rc, 0, f"{way}: file size limit {limit}: {traced.err[:200]}")
        t.check(len(traced.err.splitlines()) <= 1, f"{way}: file size limit {limit}: {traced.err[:300]}")


def is_a_directory(t, way, plain):
    place = t.fresh("directory")
    one_line(t, f"{way}: the trace is a directory", run(t, way, {"RECORDER_TRACE": place}), plain)


def bad_settings(t, plain):
    for name, value in BAD_SETTINGS:
        traced = run(t, "dynamic", {name: value})
        one_line(t, f"{name}={value}", traced, plain, [name])
        t.check(traced.traces, f"{name}={value}: there is no trace with the default")


def no_memory(t):
    """An address space limit that leaves no room for Recorder costs the trace only."""
    program = t.build("pause.c", "static")
    for megabytes in (4, 16, 48):
        traced = t.traced([program, "0"], "static", raw=False, preexec=lambda: resource.setrlimit(
            resource.RLIMIT_AS, (megabytes << 20, megabytes << 20)))
        t.equal(traced.rc, 0, f"address space of {megabytes} MiB: {traced.err[:200]}")
        t.check(len(traced.err.splitlines()) <= 1, f"address space of {megabytes} MiB: {traced.err[:300]}")


def no_descriptors(t):
    """No descriptor is left for Recorder."""
    for count in (3, 4, 5, 8):
        program = t.build("pause.c", "static")
        traced = t.traced([program, "0"], "static", raw=False, preexec=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (count, count)))
        plain = t.run([t.build("pause.c", "plain"), "0"], preexec=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (count, count)))
        if plain.rc == 0:
            t.equal(traced.rc, 0, f"{count} descriptors: {traced.err[:200]}")
            t.check(len(traced.err.splitlines()) <= 1, f"{count} descriptors: {traced.err[:300]}")


def used_up_descriptors(t, way):
    """A program that has used up its descriptors is traced to its end, and has as many as untraced."""
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (60, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

    program = t.build("used_up.c", "plain" if way == "preload" else way)
    plain = t.run([t.build("used_up.c", "plain"), "20000"], preexec=few)
    traced = t.traced([program, "20000"], way, raw=False, preexec=few)
    t.equal((traced.rc, traced.out, traced.err), (9, plain.out, b""), f"{way}: no descriptors")
    if t.equal(len(traced.traces), 1, f"{way}: no descriptors: traces"):
        told = t.run([recorder_test.installed("recorder2json"), traced.traces[0]]).out
        t.equal(told.count(b'"func":"pwrite"'), 20000, f"{way}: no descriptors: calls")


with Test() as t:
    PLAIN = t.run([t.build("random_io.c", "plain"), "3", "300"])
    for WAY in WAYS:
        missing_directory(t, WAY, PLAIN)
        not_writable(t, WAY, PLAIN)
        full(t, WAY, PLAIN)
        is_a_directory(t, WAY, PLAIN)
        file_size_limit(t, WAY)
        used_up_descriptors(t, WAY)
    bad_settings(t, PLAIN)
    no_memory(t)
    no_descriptors(t)
