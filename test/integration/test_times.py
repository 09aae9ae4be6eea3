#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# RECORDER_TIMES: in every mode the calls are those of the raw log, and their times as good as the mode says.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import compare_raw               # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
import trace_sections            # noqa: E402
from recorder_test import Test   # noqa: E402

SEED = ["23", "3000"]
DRIFT_NS = 100000
BIN_TICKS = 16
PACKED_FROM = 32768     # calls of a thread


def worst_errors(trace):
    """Of gaps and durations relative to the true ones, less what rounding to ns does; and of the ends, in ns."""
    relative, drift = 0.0, 0
    for returned, raw, read in compare_raw.streams_of(trace):
        for a, b in zip(raw, read):
            a["shown"] = (round(b["tstart"] * 1e9), round(b["tend"] * 1e9))
        last, last_shown = 0, 0
        for record in returned:
            start, end = record["shown"]
            for true, shown in ((record["tstart"] - last, start - last_shown),
                                (record["tend"] - record["tstart"], end - start)):
                relative = max(relative, (abs(shown - true) - 2) / max(abs(true), 1))
            drift = max(drift, abs(end - record["tend"]))
            last, last_shown = record["tend"], end
    return relative, drift


def exact(t, program):
    for resolution in ("1ns", "1us"):
        run = t.traced([program] + SEED, "dynamic", env={"RECORDER_TIMES": "exact", "RECORDER_TIME_RESOLUTION": resolution})
        t.lossless(f"exact at {resolution}", run)
    run = t.traced([program, "24", "40000"], "dynamic", env={"RECORDER_TIMES": "exact"})
    t.lossless("exact, many calls", run)
    longest = max(len(raw) for _, raw, _ in compare_raw.streams_of(recorder_test.trace_of(run)))
    t.check(longest >= PACKED_FROM, f"{longest} calls of a thread are too few to be packed")


def bounded(t, program):
    for value, percent in (("bounded", 5), ("bounded:1", 1), ("bounded:50", 50)):
        run = t.traced([program] + SEED, "dynamic", env={"RECORDER_TIMES": value})
        trace = recorder_test.trace_of(run)
        t.oracle(value, compare_raw.same_calls, trace)
        relative, drift = worst_errors(trace)
        t.check(0 < relative <= percent / 100, f"{value}: a gap or duration is off by {relative:.4f}")
        t.check(drift <= DRIFT_NS * 5 / 4 + 2, f"{value}: times drift by {drift} ns")
        t.equal(trace_model.information(trace)["time_mode"], f"bounded:{percent}", f"{value}: mode in the trace")


def statistics(t, program):
    run = t.traced([program] + SEED, "dynamic", env={"RECORDER_TIMES": "statistics"})
    trace = recorder_test.trace_of(run)
    t.oracle("statistics", compare_raw.same_calls, trace)
    information = trace_model.information(trace)
    want, have = {}, {}
    for _, raw, _ in compare_raw.streams_of(trace):
        for record in raw:
            want.setdefault(record["func"], []).append(record["tend"] - record["tstart"])
    for entry in information["statistics"]:
        name = entry["function"]
        calls, total, least, most = have.get(name, (0, 0, 1 << 63, 0))
        duration = entry["duration"]
        t.equal(sum(duration["bins"]), entry["calls"], f"bins of {name}")
        t.equal(sum(entry["gap"]["bins"]), entry["calls"], f"bins of gaps of {name}")
        have[name] = (calls + entry["calls"], total + duration["sum_ns"], min(least, duration["least_ns"]),
                      max(most, duration["most_ns"]))
    t.equal(set(have), set(want), "functions with statistics")
    for name, durations in want.items():
        calls, total, least, most = have[name]
        t.equal(calls, len(durations), f"calls of {name}")
        t.check(abs(total - sum(durations)) <= len(durations) + 1, f"sum of {name}: {total}, not {sum(durations)}")
        t.check(abs(least - min(durations)) <= 1 and abs(most - max(durations)) <= 1,
                f"extremes of {name}: {least}-{most}, not {min(durations)}-{max(durations)}")


def none(t, program):
    run = t.traced([program] + SEED, "dynamic", env={"RECORDER_TIMES": "none"})
    trace = recorder_test.trace_of(run)
    t.oracle("none", compare_raw.same_calls, trace)
    sections = {s["name"]: s["bytes"] for s in trace_model.information(trace)["sections"]}
    t.check(sections["times"] <= 256, "none: bytes of times")       # at most some lengths of loops


def bad_values(t, program):
    for value in ("bounded:0", "bounded:51", "bounded:x", "boundedly", "never"):
        run = t.traced([program] + SEED, "dynamic", raw=False, env={"RECORDER_TIMES": value})
        t.equal(run.err.count(b"\n"), 1, f"lines about RECORDER_TIMES={value}")
        t.check(value.encode() in run.err, f"RECORDER_TIMES={value}: {run.err!r}")


with Test() as t:
    PROGRAM = t.build("random_io.c", "dynamic")
    exact(t, PROGRAM)
    bounded(t, PROGRAM)
    statistics(t, PROGRAM)
    none(t, PROGRAM)
    bad_values(t, PROGRAM)
