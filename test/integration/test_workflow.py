#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Several traces at once: their calls are those of each trace alone, moved to one time axis; selections, the order by
# time, directories, what is printed of them.
import json
import os
import shutil
import sys
from decimal import Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import tool_runs                                    # noqa: E402
from recorder_test import Test                      # noqa: E402
from tool_runs import calls_of, fails, output_of    # noqa: E402

NS = Decimal(10) ** -9


def starts(t, traces):
    return [json.loads(output_of(t, "recorder-info", "--json", trace))["start_realtime_ns"] for trace in traces]


def moved(call, number, by):
    return {**call, "trace": number, "tstart": call["tstart"] + by, "tend": call["tend"] + by}


def all_calls(t, traces):
    """What several traces together should give, from each alone."""
    began = starts(t, traces)
    offsets = [(start - min(began)) * NS for start in began]
    return [moved(call, i, offsets[i]) for i, trace in enumerate(traces) for call in calls_of(t, trace)], offsets


def one_axis(t, traces):
    expected, offsets = all_calls(t, traces)
    header = json.loads(output_of(t, "recorder2json", *traces).split(b"\n")[0], parse_float=Decimal)
    t.equal([trace["path"] for trace in header["traces"]], traces, "paths in the header")
    t.equal([trace["start"] for trace in header["traces"]], offsets, "starts in the header")
    t.check(max(offsets) > 0, "all traces started at once")
    t.equal(calls_of(t, *traces), expected, "trace after trace")
    merged = calls_of(t, "--merge", *traces)
    t.equal([call["tstart"] for call in merged], sorted(call["tstart"] for call in expected), "order by time")
    key = lambda call: json.dumps(call, default=str, sort_keys=True)  # noqa: E731
    t.equal(sorted(map(key, merged)), sorted(map(key, expected)), "calls by time")
    return expected


def selections(t, traces, expected):
    middle = sorted(call["tstart"] for call in expected)[len(expected) // 2]
    window = [call for call in expected if call["tend"] >= middle and call["tstart"] <= middle + Decimal("0.01")]
    t.equal(calls_of(t, "--time-window", f"{middle}:{middle + Decimal('0.01')}", *traces), window, "time window")
    t.check(0 < len(window) < len(expected), f"the window has {len(window)} calls of {len(expected)}")
    t.equal(calls_of(t, "--ranks", "0", *traces), [call for call in expected if call["rank"] == 0], "rank 0")
    last = max(call["rank"] for call in expected)
    if last > 0:
        t.equal(calls_of(t, "--ranks", f"1-{last}", *traces), [c for c in expected if c["rank"] > 0], "other ranks")
    fails(t, "recorder2json", ["--ranks", str(last + 1), *traces], 2, "no trace has more than the ranks")


def text(t, traces, expected):
    lines = output_of(t, "recorder2text", *traces).decode(errors="replace").splitlines()
    heads, calls = lines[:len(traces)], lines[len(traces):]
    for i, head in enumerate(heads):
        t.check(head.startswith(f'# trace {i}: "{traces[i]}", '), f"header {head!r}")
    seen = []
    for line in calls:
        trace, rest = line.split(":", 1)
        rank, rest = rest.split(".", 1)
        thread, start, duration, _ = rest.split(None, 3)
        seen.append((int(trace), int(rank), int(thread), Decimal(start), Decimal(duration)))
    t.equal(seen, [(c["trace"], c["rank"], c["thread"], c["tstart"], c["tend"] - c["tstart"]) for c in expected],
            "lines of text")


def directories(t, traces):
    folder = t.fresh("traces")
    copies = [os.path.join(folder, f"{i}.recorder") for i in range(len(traces))]
    for trace, copy in zip(traces, copies):
        shutil.copy(trace, copy)
    with open(os.path.join(folder, "notes"), "w", encoding="ascii") as file:
        file.write("no trace\n")
    t.equal(output_of(t, "recorder2json", folder), output_of(t, "recorder2json", *copies), "a directory")
    only = t.fresh("one")
    copy = shutil.copy(traces[0], os.path.join(only, "x.recorder"))
    t.equal(output_of(t, "recorder2text", only), output_of(t, "recorder2text", copy), "a directory of one trace")
    fails(t, "recorder2json", [t.fresh("empty")], 1, "no *.recorder file")
    fails(t, "recorder2json", [copies[0], os.path.join(folder, "notes")], 1, os.path.join(folder, "notes"))
    fails(t, "recorder2json", [copies[0], os.path.join(folder, "missing")], 1, "cannot open")


with Test() as t:
    traces = tool_runs.random_traces(t, 3)
    mpi = tool_runs.mpi_trace(t)
    traces[1:1] = [mpi] if mpi else []
    expected = one_axis(t, traces)
    selections(t, traces, expected)
    text(t, traces, expected)
    directories(t, traces)
