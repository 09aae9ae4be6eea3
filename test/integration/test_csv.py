#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder2csv against recorder2json: Python's csv module reads the same calls, with every separator and choice of columns.
import csv
import io
import json
import os
import re
import sys
from decimal import Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import tool_runs                                    # noqa: E402
from recorder_test import Test                      # noqa: E402
from tool_runs import calls_of, fails, output_of    # noqa: E402

COLUMNS = ["rank", "thread", "depth", "layer", "function", "start", "end", "duration", "bytes", "offset", "file",
           "result", "errno", "arguments"]
# What one of these moved is its result, and those with a p begin at their argument.
TRANSFERS = ("read", "write", "pread", "pwrite", "pread64", "pwrite64")


def as_utf8(text):
    """What is no UTF-8 becomes six characters in a field."""
    return re.sub("[\udc80-\udcff]", lambda m: f"\\u{ord(m.group()):x}", text)


def result_of(value):
    if value is None:
        return ""
    if isinstance(value, str):
        return as_utf8(value)
    return json.dumps(value, separators=(",", ":"))


def row_of(call):
    return [str(call["rank"]), str(call["thread"]), str(call["depth"]), call["layer"], call["func"],
            f"{call['tstart']:.9f}", f"{call['tend']:.9f}", f"{call['tend'] - call['tstart']:.9f}",
            None, None, as_utf8(call["file"] or ""), result_of(call["ret"]), str(call["errno"]), call["args"]]


def same_row(row, want):
    return all(value is None or have == value for have, value in zip(row, want)) and len(row) == len(want)


def transfers(t, what, rows, calls):
    """Bytes and offsets, where a call says them itself."""
    for row, call in zip(rows, calls):
        if call["func"] not in TRANSFERS or call["ret"] < 0:
            continue
        offset = str(call["args"]["offset"]) if call["func"].startswith("p") else row[9]
        if not t.equal((row[8], row[9]), (str(call["ret"]), offset), f"{what}: {call['func']}"):
            return


def table_of(t, *arguments, separator=","):
    rows = list(csv.reader(io.StringIO(output_of(t, "recorder2csv", *arguments).decode(), newline=""),
                           delimiter=separator, strict=True))
    for row in rows[1:]:
        if rows[0][-1] == "arguments":
            row[-1] = json.loads(row[-1], parse_float=Decimal)
    return rows


def same_calls(t, what, *arguments):
    calls = calls_of(t, *arguments)
    expected = [row_of(call) for call in calls]
    rows = table_of(t, *arguments)
    t.equal(rows[0], COLUMNS, f"{what}: header")
    t.equal(len(rows) - 1, len(expected), f"{what}: rows")
    for row, want in zip(rows[1:], expected):
        if not same_row(row, want):
            t.equal(row, want, what)
            return
    transfers(t, what, rows[1:], calls)
    t.check(len(expected) > 50, f"{what}: {len(expected)} calls")


def odd_names(t):
    """Separators, quotes, line ends and bytes that are no UTF-8 in names."""
    program = os.path.join(t.dir, "odd.c")
    with open(program, "w", encoding="ascii") as file:
        file.write(r"""
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  const char *names[] = {"a,b", "a;b", "say \"hi\"", "two\nlines", "cr\rhere", "tab\there", "\xff\xfe", "\xc3\xa4",
                         " edge ", "=1+1", "\\udcff", "a|b"};
  for (unsigned i = 0; i < 60; ++i) close(open(names[i % 12], O_CREAT | O_RDWR, 0600));
  return 0;
}
""")
    trace = tool_runs.trace_of(t.traced([t.build(program, "dynamic")], "dynamic"))
    same_calls(t, "odd names", trace)
    for name, separator in ((";", ";"), ("tab", "\t"), ("|", "|")):
        t.equal(table_of(t, "--separator", name, trace, separator=separator), table_of(t, trace), f"separator {name}")
    return trace


def columns(t, trace):
    whole = table_of(t, trace)
    some = table_of(t, "--columns", "function,rank,duration", trace)
    places = [COLUMNS.index(name) for name in ("function", "rank", "duration")]
    t.equal(some, [[row[i] for i in places] for row in whole], "--columns")
    t.equal(table_of(t, "--no-header", "--columns", "function", trace), [[row[4]] for row in whole[1:]], "--no-header")
    fails(t, "recorder2csv", ["--columns", "rank,size", trace], 2, '"size"')
    fails(t, "recorder2csv", ["--separator", "ab", trace], 2, "one character")
    fails(t, "recorder2csv", ["-o", "/nowhere/at/all", trace], 1, "cannot create")


def several(t, traces):
    rows = table_of(t, *traces)
    t.equal(rows[0], ["trace"] + COLUMNS, "header of several traces")
    expected = [[str(call["trace"])] + row_of(call) for call in calls_of(t, *traces)]
    t.check(len(rows) == len(expected) + 1 and all(map(same_row, rows[1:], expected)), "rows of several traces")


with Test() as t:
    traces = tool_runs.random_traces(t)
    for trace in traces:
        same_calls(t, "a random program", trace)
    same_calls(t, "by time, some functions", "--merge", "--functions", "*write*,*open*", traces[0])
    columns(t, odd_names(t))
    mpi = tool_runs.mpi_trace(t)
    if mpi:
        same_calls(t, "MPI-IO", mpi)
        same_calls(t, "MPI-IO, two ranks by time", "--merge", "--ranks", "1-2", mpi)
    several(t, traces + ([mpi] if mpi else []))
