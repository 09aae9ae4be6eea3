#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# What shared libraries do in their constructors, which the loader calls before Recorder's own start, is recorded.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test # noqa: E402

CONSTRUCTOR = ["open", "write", "pread", *["pwrite"] * 20, "fopen", "fwrite", "fclose", "lseek"]


def calls(result):
    """By name, in the order of their starts, whatever the name that the C library's header made of it."""
    rows = [r for trace in result.traces for r in trace_model.decoded(trace)]
    rows.sort(key=lambda r: r["tstart"])
    return [recorder_test.plain_name(r["func"]) for r in rows]


def build(t, way):
    place = t.fresh()
    source = os.path.join(recorder_test.PROGRAMS, "early.c")
    library, program = os.path.join(place, "libearly.so"), os.path.join(place, "early")
    cc = (os.environ.get("CC") or "gcc").split()
    linker = [recorder_test.installed("recorder-cc")] if way == "dynamic" else cc
    for command in ([*cc, "-shared", "-fPIC", "-DLIBRARY", source, "-o", library, "-lpthread"],
                    [*linker, source, library, "-o", program, f"-Wl,-rpath,{place}"]):
        run = t.run(command)
        t.equal(run.rc, 0, f"{command}: {run.err}")
    return program


with Test() as T:
    recorder_test.installed("librecorder.so")
    UNTRACED = T.run([build(T, "plain")])
    for WAY in ("dynamic", "preload"):
        RUN = T.checked(f"constructors, {WAY}", [build(T, WAY)], WAY, UNTRACED, strace=recorder_test.can_strace())
        T.equal(calls(RUN), CONSTRUCTOR + ["open", "write", "close"], f"{WAY}: calls")
        # Nothing is recorded that is not wanted, nor of a program that only starts others.
        OFF = T.traced([build(T, WAY)], WAY, env={"RECORDER_ENABLE": "0"})
        T.equal((OFF.rc, OFF.out, OFF.traces), (0, UNTRACED.out, []), f"{WAY}: switched off")
        SOME = T.checked(f"constructors, {WAY}, STDIO", [build(T, WAY)], WAY, UNTRACED, env={"RECORDER_LAYERS": "stdio"})
        T.equal(calls(SOME), ["fopen", "fwrite", "fclose"], f"{WAY}: calls of a layer")
