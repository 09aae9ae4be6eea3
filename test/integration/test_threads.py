#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Threads that open, write and close at once, signal handlers that do I/O at any instruction, storms of
# dup2 and closefrom, standard streams that are files, threads that go on while the trace is written: nothing
# crashes, is lost, doubled or misattributed.
import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

ROUNDS = 100
THREADS = 1200
LIVE = 300


def calls_of(result):
    return trace_model.decoded(result.traces[0]) if result.traces else []


def threads(t, way, strace):
    what = f"threads8 {way}"
    program = t.build("threads8.c", "plain" if way == "preload" else way)
    traced = t.traced([program, str(ROUNDS)], way, strace=strace)
    t.equal((traced.rc, traced.out, traced.err), (0, b"threads done\n", b""), what)
    t.lossless(what, traced)
    if strace:
        t.complete(what, traced)
    records = calls_of(traced)
    found = collections.Counter(recorder_test.plain_name(r["func"]) for r in records)
    t.equal(found["open"], 9 * ROUNDS + 8, f"{what}: opens")
    t.equal(found["write"], 9 * ROUNDS * 4 + 8, f"{what}: writes")
    t.equal(found["close"], 9 * ROUNDS + 8, f"{what}: closes")
    t.check(len({r["thread"] for r in records}) in (9, 10), f"{what}: streams")
    handed = [r for r in records if r["func"] == "write" and r["ret"] == 16]
    files = sorted(os.path.basename(r["file"] or "?") for r in handed)
    t.equal(files, [f"passed.{i}" for i in range(8)], f"{what}: files of descriptors of other threads")


def signals(t, way):
    what = f"signals {way}"
    program = t.build("signals.c", "plain" if way == "preload" else way)
    traced = t.traced([program, "150"], way)
    t.equal((traced.rc, traced.out), (0, b"signals done\n"), what)
    t.lossless(what, traced)
    words = traced.err.split()
    calls, handled = int(words[0]), int(words[2])
    t.equal(len(traced.err.splitlines()), 1, f"{what}: lines on stderr ({traced.err[:300]})")
    records = calls_of(traced)
    found = collections.Counter(recorder_test.plain_name(r["func"]) for r in records)
    t.equal(found["pwrite"], calls, f"{what}: calls of the main program")
    dropped = dropped_calls(trace_model.information(recorder_test.trace_of(traced)))
    # The handler makes two calls, a write and an fstat; main() makes one more fstat.
    t.equal(found["write"] + found["fstat"] + dropped, 2 * handled + 1,
            f"{what}: recorded and dropped calls of the handler ({dropped} dropped)")


def dropped_calls(information):
    """The number of dropped calls, wherever recorder-info puts it."""
    if "dropped" in information:
        return int(information["dropped"])
    return sum(int(p.get("dropped", 0)) for p in information.get("processes", []))


def others_go_on(t, way):
    program = t.build("others_go_on.c", "plain" if way == "preload" else way)
    for ending, status, output in (("exec", 0, b"others done\n"), ("exit", 7, b"")):
        what = f"others_go_on {ending} {way}"
        traced = t.traced([program, ending, "1000"], way)
        t.equal((traced.rc, traced.out, traced.err), (status, output, b""), what)
        t.lossless(what, traced)
        found = collections.Counter(r["func"] for r in calls_of(traced))
        if ending == "exec":
            t.equal((found["pwrite"], found["execl"]), (4000, 20), f"{what}: calls")
        else:
            t.check(found["pwrite"] >= 4000, f"{what}: {found['pwrite']} calls")


def storms(t, way, strace):
    what = f"storms {way}"
    program = t.build("storms.c", "plain" if way == "preload" else way)
    stdin = b"the first line\nthe rest\n"
    plain = t.run([t.build("storms.c", "plain")], files=True, stdin=stdin)
    traced = t.checked(what, [program], way, plain, strace, files=True, stdin=stdin)
    t.equal(plain.rc, 0, f"{what} untraced")
    writes = collections.Counter()
    for r in calls_of(traced):
        if r["func"] == "write" and r["ret"] not in (None, -1):
            writes[os.path.basename(r["file"] or "?")] += 1
    t.equal(writes["storm.a"], 251, f"{what}: writes to storm.a")
    t.equal(writes["storm.b"], 250, f"{what}: writes to storm.b")
    t.equal((writes["becomes-zero"], writes["high"], writes["gone"], writes["stdout"]), (1, 1, 1, 1),
            f"{what}: writes to other files")


def come_and_go(t, way):
    """Threads that are gone leave nothing in the process but what the trace needs of them."""
    what = f"many_threads {way}"
    program = t.build("many_threads.c", "plain" if way == "preload" else way)
    traced = t.traced([program, str(THREADS)], way)
    t.equal((traced.rc, traced.err), (0, b""), what)
    t.lossless(what, traced)
    early, late = map(int, traced.out.split())
    t.check(late <= early + 40, f"{what}: {early} mappings after 100 threads, {late} after {THREADS}")
    of_parent = max((trace_model.decoded(trace) for trace in traced.traces), key=len)
    found = collections.Counter(recorder_test.plain_name(r["func"]) for r in of_parent)
    t.equal((found["pwrite"], len({r["thread"] for r in of_parent})), (5 * THREADS, THREADS + 1), f"{what}: calls and threads")


def live_at_once(t, way):
    """Hundreds of threads get memory within the limit, and others what they leave."""
    what = f"live_threads {way}"
    program = t.build("live_threads.c", "plain" if way == "preload" else way)
    traced = t.traced([program, str(LIVE), "3"], way)
    t.equal((traced.rc, traced.out, traced.err), (0, b"live done\n", b""), what)
    t.lossless(what, traced)
    records = calls_of(traced)
    found = collections.Counter(recorder_test.plain_name(r["func"]) for r in records)
    t.equal((found["pwrite"], found["pread"]), (30 * LIVE, 9 * LIVE), f"{what}: calls")
    t.equal(len({r["thread"] for r in records}), 3 * LIVE + 1, f"{what}: threads")


with Test() as t:
    STRACE = recorder_test.can_strace()
    for WAY in WAYS:
        threads(t, WAY, STRACE and WAY == "dynamic")
        signals(t, WAY)
        others_go_on(t, WAY)
        come_and_go(t, WAY)
        live_at_once(t, WAY)
        storms(t, WAY, STRACE and WAY != "preload")
