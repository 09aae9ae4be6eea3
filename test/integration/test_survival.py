#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# What programs do to their process while Recorder is in it: descriptors closed under it, no room, no
# descriptor, forks and ends at the wrong moment, handlers that leave or end what they interrupt. The program
# goes on as without Recorder, and what can be kept of its calls is in the trace.
import collections
import os
import resource
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402


def run(t, way, what, *arguments, env=None, **named):
    program = t.build("survival.c", "plain" if way == "preload" else way)
    return t.traced([program, what, *map(str, arguments)], way, env=env, raw=False, **named)


def counts_in(trace):
    """How many calls of each function the trace has."""
    found = collections.Counter()
    for functions in trace_model.information(trace)["functions"].values():
        for name, count in functions.items():
            found[recorder_test.plain_name(name)] += count
    return found


def counts(result):
    return counts_in(recorder_test.trace_of(result))


def readable(t, what, result):
    """Every record of the trace."""
    return t.oracle(what, trace_model.decoded, recorder_test.trace_of(result))


def survives(t, way, what, *arguments, status=0, **named):
    """At most one line of Recorder's tells of calls that are not in the trace."""
    result = run(t, way, what, *arguments, **named)
    lines = result.err.splitlines()
    t.equal(result.rc, status, f"{way}: {what}: {result.err[:300]}")
    t.check(not lines or (len(lines) == 1 and lines[0].startswith(b"recorder: ")), f"{way}: {what}: {lines[:3]}")
    return result


def descriptors(t, way):
    found = counts(survives(t, way, "failed_exec"))
    t.equal(found["execv"], 1, f"{way}: failed_exec: the call that failed")
    survives(t, way, "fork_keeps_stdin")
    found = counts(survives(t, way, "no_descriptors"))
    t.equal(found["write"], 1001, f"{way}: no_descriptors: calls before and after")


def room(t, way):
    limit = 1000
    survives(t, way, "no_room", preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    spool = t.fresh("spool")
    found = counts(survives(t, way, "change_directory", cwd=os.path.dirname(spool),
                            env={"RECORDER_SPOOL_DIR": os.path.basename(spool)}))
    t.equal(found["lseek"], 200000, f"{way}: change_directory: calls")


def threads(t, way):
    survives(t, way, "many_threads", 200, env={"RECORDER_MEMORY_LIMIT": "8M"})
    work = t.fresh()
    os.mkdir(os.path.join(work, "spool"))
    result = survives(t, way, "short_threads", 200, cwd=work,
                      env={"RECORDER_SPOOL_DIR": os.path.join(work, "spool")})
    t.check(0 < int(result.out or 0) < 8000, f"{way}: short_threads: {result.out} KiB of spool")
    t.equal(counts(result)["write"], 200, f"{way}: short_threads: calls")


def forks(t, way):
    for _ in range(5):
        result = survives(t, way, "fork_at_exit")
        t.check(result.traces, f"{way}: fork_at_exit: a trace")
    for fork in ("raw_fork", "libc_fork"):
        found = sorted((each["lseek"], each["dup"]) for each in map(counts_in, survives(t, way, fork).traces))
        t.equal(found, [(20000, 1), (101000, 0)], f"{way}: {fork}: seeks and dups of child and parent")
    survives(t, way, "many_vforks", 300)


def handlers(t, way):
    for at_once in ((), ("at once",)):
        kept = 0
        for i in range(6):
            result = survives(t, way, "exit_in_handler", 8000 + 331 * i, *at_once, status=3)
            readable(t, f"{way}: exit_in_handler {at_once}", result)
            kept += counts(result)["lseek"] > 0
        # How often the handler finds the tables whole is chance.
        print(f"{way}: exit_in_handler {at_once}: calls were kept in {kept} of 6 runs")
    # A jump out of a change of the tables ends what the thread can record, so not every run has its last calls.
    kept = sum(counts(survives(t, way, "jump_from_handler", 20))["write"] >= 1000 for _ in range(4))
    t.check(kept > 0, f"{way}: jump_from_handler: none of four runs has its last calls")
    readable(t, f"{way}: jump_from_handler", result)


def allocator(t, way):
    program = t.build("own_allocator.c", "plain")
    result = t.traced([program], way, raw=False)
    t.equal((result.rc, result.out, result.err), (0, b"allocated\n", b""), f"{way}: own allocator")


def holes(t, way):
    """What Recorder maps does not lie where the program gave addresses back."""
    program = t.build("holes.c", way if way != "preload" else "plain")
    for arguments in ([], ["fixed"]):
        result = t.traced([program] + arguments, way, raw=False)
        t.equal((result.rc, result.out, result.err), (0, b"done\n", b""), f"{way}: holes {arguments}")


def small_stacks(t, way):
    """Where the process ends there is little stack, and what lies below is not touched."""
    program = t.build("small_stacks.c", way if way != "preload" else "plain")
    for kind, status, said in (("exit", 3, b"overflow\n"), ("abort", -signal.SIGABRT, b"overflow\n"), ("thread", 4, b""),
                               ("first", 0, b"overflow\n")):
        result = t.traced([program, kind, os.path.join(t.fresh(), "data")], way, raw=False)
        t.equal((result.rc, result.err), (status, said), f"{way}: small stack, {kind}")
        if t.check(len(result.traces) == 1, f"{way}: small stack, {kind}: {len(result.traces)} traces"):
            t.equal(counts(result)["pwrite"], 5, f"{way}: small stack, {kind}: calls")


def failed_merge(t, way):
    """Nothing is left behind, and nothing recorded any more."""
    program = mpi_runs.build(t, "mpiio_basic.c", way)
    spool = t.fresh("spool")
    env = {"RECORDER_TRACE": os.path.join(t.dir, "absent", "x.recorder"), "RECORDER_SPOOL_DIR": spool}
    command = [recorder_test.installed("recorder-run")] if way == "preload" else []
    result = t.run(mpi_runs.launcher(1) + command + [program, "shared"], env=env)
    t.equal(result.rc, 0, f"{way}: failed merge: {result.err[:300]}")
    t.check(b"no trace was written" in result.err, f"{way}: failed merge: {result.err[:300]}")
    t.equal(os.listdir(spool), [], f"{way}: failed merge: what is left")


with Test() as t:
    for WAY in ("preload", "static"):
        descriptors(t, WAY)
        room(t, WAY)
        threads(t, WAY)
        forks(t, WAY)
        handlers(t, WAY)
        holes(t, WAY)
        small_stacks(t, WAY)
    allocator(t, "preload")
    failed_merge(t, "preload")
