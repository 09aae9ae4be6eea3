#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Patterns in a rank: random programs that hit, nearly hit and break them are decoded as the raw log has
# them, with all kinds of patterns, with each one off and with none; and what a pattern is for stays small.
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import compare_raw               # noqa: E402
from recorder_test import Test, installed, trace_of  # noqa: E402

FIRST, LAST = (int(n) for n in os.environ.get("RECORDER_TEST_SEEDS", "1-18").split("-"))
KINDS = ("loops", "offsets", "names", "random", "ranks")


def choice(seed):
    """What RECORDER_PATTERNS says for a seed: mostly all, else without one, or none."""
    if seed % 3 != 0:
        return {}
    off = seed // 3 % (len(KINDS) + 1)
    on = [k for i, k in enumerate(KINDS) if i != off] if off < len(KINDS) else ["none"]
    return {"RECORDER_PATTERNS": ",".join(on)}


def tables(t, run):
    """Bytes of the signatures and grammars, uncompressed."""
    info = t.run([installed("recorder-info"), trace_of(run)]).out.decode()
    rows = [line.split() for line in info.splitlines()]
    sizes = {row[0]: int(row[2]) for row in rows if len(row) == 3 and row[0] in ("cst", "cfg")}
    return sum(sizes.values())


def check_loop(t, program, kind):
    """Signatures and grammars are as large after 2000 iterations as after 500."""
    sizes = []
    for n in (500, 2000):
        run = t.traced([program, kind, str(n)], "static", raw=False)
        sizes.append(tables(t, run))
    t.check(sizes[1] <= sizes[0] + 24, f"{kind}: {sizes[0]} bytes of tables grow to {sizes[1]}")
    t.check(sizes[1] <= 1024, f"{kind}: {sizes[1]} bytes of tables")


def check_trips(t, program, kind):
    """A loop whose trip count differs in each turn costs what the counts say, whatever is kept of the times."""
    for mode in ("exact", "bounded:5", "statistics", "none"):
        sizes = []
        for n in (500, 2000):
            run = t.traced([program, kind, str(n)], "static", env={"RECORDER_TIMES": mode}, raw=False)
            sizes.append(tables(t, run))
        # Loops in loops show their rarer turns late, such as one without an inner loop.
        more = sizes[0] if kind == "levels" else 8
        t.check(sizes[1] <= sizes[0] + more and sizes[1] <= 1024,
                f"{kind}, times {mode}: {sizes[0]} bytes of tables grow to {sizes[1]}")
        traced = t.traced([program, kind, "300"], "static", env={"RECORDER_TIMES": mode})
        t.oracle(f"{kind}, times {mode}", compare_raw.same_calls, trace_of(traced))


def check_random(t, program):
    """Random offsets cost their own bits beside what is kept of the times."""
    few, many = 20000, 60000
    for mode in ("exact", "bounded:5", "statistics", "none"):
        env = {"RECORDER_TIMES": mode}
        runs = [t.traced([program, "random", str(n)], "static", raw=False, env=env) for n in (few, many)]
        sizes = [tables(t, run) for run in runs]
        t.check(sizes[1] <= sizes[0] + 24, f"random, times {mode}: {sizes[0]} bytes of tables grow to {sizes[1]}")
        if mode in ("statistics", "none"):
            more = os.path.getsize(trace_of(runs[1])) - os.path.getsize(trace_of(runs[0]))
            offsets = (many - few) * math.log2(100000) / 8
            # Statistics of the thousand signatures before that differ with the load of the machine.
            limit = 1.02 if mode == "none" else 1.06
            t.check(more <= limit * offsets, f"random, times {mode}: {more} bytes for {offsets:.0f} of offsets")
        traced = t.traced([program, "random", "8000"], "static", env=env)
        t.oracle(f"random, times {mode}", compare_raw.same_calls, trace_of(traced))


def check_aside(t, program, kind, entropy, few=3000):
    """Values that no signature repeats are beside the signatures: they cost so many bytes a turn, whatever they are."""
    many = 3 * few
    runs = [t.traced([program, kind, str(n)], "static", raw=False, env={"RECORDER_TIMES": "none"}) for n in (few, many)]
    sizes = [tables(t, run) for run in runs]
    t.check(sizes[1] <= sizes[0] + 24, f"{kind}: {sizes[0]} bytes of tables grow to {sizes[1]}")
    more = os.path.getsize(trace_of(runs[1])) - os.path.getsize(trace_of(runs[0]))
    t.check(more <= 1.05 * entropy * (many - few), f"{kind}: {more / (many - few):.2f} bytes a call, {entropy:.2f} expected")
    for mode in ("exact", "statistics"):
        traced = t.traced([program, kind, str(few)], "static", env={"RECORDER_TIMES": mode})
        t.oracle(f"{kind}, times {mode}", compare_raw.same_calls, trace_of(traced))


def check_text(t, program):
    """Characters that nothing predicts are values beside the signatures before long, although there are few different ones."""
    few, many = 80000, 180000
    env = {"RECORDER_TIMES": "none"}
    runs = [t.traced([program, "text", str(n)], "static", raw=False, env=env) for n in (few, many)]
    sizes = [tables(t, run) for run in runs]
    t.check(sizes[1] <= sizes[0] + 24, f"text: {sizes[0]} bytes of tables grow to {sizes[1]}")
    more = os.path.getsize(trace_of(runs[1])) - os.path.getsize(trace_of(runs[0]))
    # The result is the character, and costs nothing beside it.
    entropy = (many - few) * math.log2(10) / 8
    t.check(more <= 1.08 * entropy, f"text: {more} bytes for {entropy:.0f} of characters")
    traced = t.traced([program, "text", str(few)], "static")
    t.lossless("text", traced)


def check_times(t, way, program):
    """What goes aside is there, whatever is kept of the times."""
    for seed, mode in ((3, "statistics"), (4, "none"), (5, "statistics"), (6, "none")):
        traced = t.traced([program, str(seed), "30", "2"], way, env={"RECORDER_TIMES": mode})
        t.oracle(f"random_patterns {seed}, times {mode}", compare_raw.same_calls, trace_of(traced))


def check_nearly_alike(t):
    """Equal calls among which one thing differs now and then."""
    for way in ("static", "dynamic"):
        program = t.build("nearly_alike.c", way)
        traced = t.traced([program, ".", "1500"], way)
        t.equal((traced.rc, traced.err), (0, b""), f"nearly_alike {way}")
        calls = t.lossless(f"nearly_alike {way}", traced)
        t.check(calls > 40000, f"nearly_alike {way}: {calls} calls")


with Test() as t:
    BUILT = {way: t.build("random_patterns.c", way) for way in ("static", "dynamic")}
    CALLS = 0
    for seed in range(FIRST, LAST + 1):
        way = ("static", "dynamic")[seed % 2]
        arguments = [str(seed), "12", str((1, 1, 3)[seed % 3])]
        what = f"random_patterns {' '.join(arguments)} {way} {choice(seed)}"
        untraced = t.run([t.build("random_patterns.c", "plain")] + arguments)
        traced = t.traced([BUILT[way]] + arguments, way, env=choice(seed))
        t.same_run(what, untraced, traced)
        CALLS += t.lossless(what, traced)
    print(f"{CALLS} calls equal to the raw log")
    t.check(CALLS > 2000 * (LAST - FIRST + 1), "the programs made few calls")
    LOOPS = t.build("pattern_loops.c", "static")
    for loop in ("checkpoints", "append", "rows", "locks", "ends", "steps", "dates", "pile"):
        check_loop(t, LOOPS, loop)
    # A double of 53 random bits, and one that grows in steps that floating point makes uneven.
    check_aside(t, LOOPS, "lines", (53 + 12) / 8)
    check_aside(t, LOOPS, "counts", 0.5)
    # The file that is opened is the one that was asked for.
    check_aside(t, LOOPS, "files", math.log2(1000) / 8 + 0.1)
    check_aside(t, LOOPS, "made-up", 4 * 1.5, few=18000)
    check_random(t, LOOPS)
    check_text(t, LOOPS)
    for way, program in BUILT.items():
        check_times(t, way, program)
    for loop in ("trips", "triangle", "levels"):
        check_trips(t, LOOPS, loop)
    check_nearly_alike(t)
