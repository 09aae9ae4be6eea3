#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Sizes and resources: two million equal calls make a trace of at most 4 KiB without the times, no malloc
# and little memory; a million different ones need no stack; long pauses read back as they were.
import os
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

COUNT = 2000000


def constant(t, way):
    what = f"{COUNT} equal pwrites, {way}"
    flags = ("-DRECORDER_TEST_STATIC",) if way == "static" else ()
    program = t.build("constant.c", "plain" if way == "preload" else way, flags)
    traced = t.traced([program, "/dev/null", str(COUNT)], way, raw=False, env={"RECORDER_INCLUDE": "/dev"})
    found = re.fullmatch(rb"allocations (\d+) growth_kib (-?\d+)\n", traced.err)
    if not t.check(traced.rc == 0 and found, f"{what}: {traced.rc} {traced.err[:300]}"):
        return
    t.equal(int(found.group(1)), 0, f"{what}: malloc calls in the steady state")
    t.check(int(found.group(2)) <= 32 * 1024, f"{what}: memory grew by {found.group(2).decode()} KiB")
    about = trace_model.information(recorder_test.trace_of(traced))
    sizes = {s["name"]: s["bytes"] for s in about["sections"]}
    rest = sum(size for name, size in sizes.items() if not name.startswith("times"))
    t.check(rest <= 4096, f"{what}: {rest} bytes without times: {sizes}")
    whole = os.path.getsize(traced.traces[0])
    t.check(abs(whole - sum(sizes.values())) < 1024, f"{what}: sections {sizes} in a file of {whole} bytes")
    print(f"{what}: {rest} bytes without times, {whole - rest} of times, memory +{found.group(2).decode()} KiB")


def small_stack():
    resource.setrlimit(resource.RLIMIT_STACK, (8192 << 10, 8192 << 10))


def deep(t, way, count, decode):
    """Without room for a stack array sized by the data, in the run and in the reader."""
    what = f"{count} signatures, {way}"
    program = t.build("deep_signatures.c", "plain" if way == "preload" else way)
    traced = t.traced([program, str(count)], way, raw=False, preexec=small_stack, timeout=300)
    t.equal((traced.rc, traced.out, traced.err), (0, b"deep done\n", b""), what)
    trace = recorder_test.trace_of(traced)
    print(f"{what}: {os.path.getsize(trace) / count:.1f} bytes a call")
    if not decode:
        text = subprocess.run([recorder_test.installed("recorder2text"), trace], preexec_fn=small_stack,
                              stdout=subprocess.PIPE, check=True).stdout
        t.equal(text.count(b" pread"), count, f"{what}: lines of recorder2text")
        return
    calls = [r for r in trace_model.decoded(trace) if r["func"].startswith("pread")]
    t.equal(len(calls), count, f"{what}: calls read back")
    wrong = next((i for i, r in enumerate(calls) if r["args"]["count"] != i % 4093), None)
    t.check(wrong is None, f"{what}: call {wrong} reads back wrong")


def pauses(t):
    program = t.build("pause.c", "static")
    traced = t.traced([program, "1.5"], "static")
    t.lossless("pause", traced)
    writes = [r for r in trace_model.decoded(recorder_test.trace_of(traced)) if r["func"] == "write"]
    gap = writes[1]["tstart"] - writes[0]["tend"]
    t.check(1.5 <= gap < 2.5, f"a pause of 1.5 s reads back as {gap}")
    for r in writes:
        t.check(0 <= r["tstart"] <= r["tend"] < 10, f"times {r['tstart']} {r['tend']}")


with Test() as t:
    for WAY in WAYS:
        constant(t, WAY)
    deep(t, "static", 1000000, False)
    deep(t, "dynamic", 50000, True)
    pauses(t)
