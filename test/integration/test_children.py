#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Processes that beget others or end in unusual ways: every process has its own trace, the parent's is
# never overwritten, no call is lost or doubled, and exit statuses and outputs are those of untraced runs.
import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

# way -> writes that must be in the traces of the run, by file
EXPECTED = {
    "fork": {"parent": 3, "child": 2, "shared": 2},
    "exec": {"parent": 2, "before-exec": 7, "after-failed-exec": 1},
    "vforkexec": {"parent": 4},
    "spawn": {"parent": 2},
    "system": {"parent": 2},
    "many": {"parent": 2, "child": 5, "grandchild": 5},
    "daemon": {"parent": 2, "daemon": 1},
    "_exit": {"parent": 2}, "_Exit": {"parent": 2}, "quick_exit": {"parent": 2}, "exit": {"parent": 2},
    "execself": {"parent": 3, "first": 1},
}
# Files written by other programs (sh, cat), which only a preloaded run traces.
BY_OTHERS = {"exec": {"from-exec": 7}, "vforkexec": {"from-vfork": 1}, "spawn": {"from-spawn": 2},
             "system": {"from-system": 1}}
# Ends that leave no trace of the process itself yet (recovery is a later issue), but harm nothing.
UNTRACED = ("abort", "kill")


def writes(result):
    found = collections.Counter()
    for trace in result.traces:
        for record in trace_model.decoded(trace):
            if record["func"] == "write" and record["file"] and record["ret"] not in (None, -1):
                name = os.path.basename(record["file"])
                if os.path.dirname(record["file"]) == os.path.realpath(result.cwd):
                    found[name] += 1
    return dict(found)


def trial(t, way, ending):
    what = f"forker {ending} {way}"
    program = t.build("forker.c", "plain" if way == "preload" else way)
    plain = t.run([t.build("forker.c", "plain"), ending])
    traced = t.traced([program, ending], way)
    t.same_run(what, plain, traced, messages=ending not in UNTRACED)
    if ending in UNTRACED:
        return
    t.lossless(what, traced)
    want = dict(EXPECTED[ending])
    have = writes(traced)
    others = BY_OTHERS.get(ending, {})
    if way == "preload":
        want.update(others)
        # sh may write with any number of calls, but at least one a file
        have.update({n: others[n] for n in others if have.get(n, 0) >= others[n]})
    t.equal(have, want, f"{what}: writes in {len(traced.traces)} traces")
    names = {os.path.realpath(p) for p in traced.traces}
    t.check(any(p.endswith("/t.recorder") for p in names), f"{what}: RECORDER_TRACE itself is missing: {names}")
    parent = [p for p in traced.traces if p.endswith("/t.recorder")]
    if parent and ending not in ("execself", "daemon"):
        text = {r["file"] for r in trace_model.decoded(parent[0]) if r["file"]}
        t.check(any(f.endswith("/parent") for f in text), f"{what}: the parent's trace was overwritten")


def replaced_output(t, way):
    """A child of vfork puts another file in the place of standard output, a file that is traced."""
    traced = t.traced([t.build("vfork_dup2.c", "plain" if way == "preload" else way)], way)
    t.equal((traced.rc, traced.err), (0, b""), f"vfork and dup2 {way}")
    with open(os.path.join(traced.cwd, "other"), "rb") as other:
        t.equal(other.read(), b"child\n", f"vfork and dup2 {way}: what the child wrote")


def forks_that_join(t):
    """Threads that end while the program forks, and are waited for by whoever ends them."""
    for way, program in recorder_test.with_library(t.fresh("joins"), "fork_joins.c"):
        traced = t.traced([program], way)
        t.equal((traced.rc, traced.out, traced.err), (0, b"done\n", b""), f"fork_joins {way}")
        t.equal(len(traced.traces), 21, f"fork_joins {way}: traces of the parent and its children")
        t.lossless(f"fork_joins {way}", traced)


with Test() as t:
    forks_that_join(t)
    for WAY in WAYS:
        replaced_output(t, WAY)
        for ENDING in list(EXPECTED) + list(UNTRACED):
            trial(t, WAY, ENDING)
