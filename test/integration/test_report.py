#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder-report: every number agrees with a slow count over recorder2json, selections and several traces included; the page
# holds the same numbers as --json; errors are one line.
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                     # noqa: E402
import recorder_test                # noqa: E402
import slow_report                  # noqa: E402
from recorder_test import Skip, Test   # noqa: E402


def report(*arguments):
    return subprocess.run([recorder_test.installed("recorder-report"), *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def check_posix(t, trace):
    expected = slow_report.Expected(slow_report.calls_of(trace))
    found = slow_report.report_of(trace)
    slow_report.compare_functions(t, "posix", found, expected)
    slow_report.compare_sizes(t, "posix", found, expected)
    slow_report.compare_level(t, "posix", found, expected, 0)
    slow_report.compare_files(t, "posix", found, expected, 0)
    slow_report.compare_offsets(t, "posix", found, expected)
    t.equal(found["files"]["count"], len({c["file"] for c in expected.calls if c["file"]}), "posix: files")
    posix = next(layer for layer in found["layers"] if layer["name"] == "posix")
    offsets, end = [], 0
    for call in expected.calls:
        if call["func"].startswith("write"):
            offsets.append(end)
            end += call["ret"]
        elif call["func"].startswith("pwrite"):
            offsets.append(call["args"]["offset"])
    t.equal([posix["placed_writes"], posix["unaligned_writes"]],
            [len(offsets), sum(offset % slow_report.BLOCK != 0 for offset in offsets)], "posix: writes off blocks")
    log = next(file for file in found["files"]["listed"] if file["name"].endswith("events.log"))
    t.equal([log["placed"], log["consecutive"]], [600, 600], "posix: consecutive writes of the log")
    check_sentences(t, found)


def check_sentences(t, found):
    advice = found["advice"]
    sizes = {(layer["name"], key): layer[key] for layer in found["layers"] for key in ("reads", "writes")}
    calls = sum(sizes[layer, "writes"]["calls"] for layer in ("posix", "stdio"))
    small = sum(n for layer in ("posix", "stdio") for bin_, n in sizes[layer, "writes"]["bins"] if bin_ <= 12)
    t.check(advice["sizes"]["text"].startswith(f"{round(100 * small / calls)} % of the {calls:,} writes are below 4 KiB"),
            f"sentence about sizes: {advice['sizes']['text']}")
    t.equal(advice["sizes"]["severity"], "warning", "severity of small writes")
    t.check("All 125 calls of stat failed" in advice["functions"]["text"], f"failed calls: {advice['functions']['text']}")
    t.check(all(one["text"] for one in advice.values()), "every chart has a sentence")


def check_mpi(t, trace):
    expected = slow_report.Expected(slow_report.calls_of(trace))
    found = slow_report.report_of(trace)
    slow_report.compare_functions(t, "mpi", found, expected)
    slow_report.compare_level(t, "mpi", found, expected, 1)
    slow_report.compare_offsets(t, "mpi", found, expected)
    for manner in found["manners"]:
        for key, kind in (("reads", "read"), ("writes", "write")):
            t.equal(manner[key]["calls"], expected.manners[manner["manner"], kind], f"mpi: {manner['manner']} {key}")
    t.equal([row[0] for row in found["ranks"]["calls"]], [expected.rank_calls[rank] for rank in range(4)], "mpi: records by rank")
    t.check("67 % of 480 MPI-IO transfers are independent" in found["advice"]["mpiio"]["text"], found["advice"]["mpiio"]["text"])
    for selection in (["--ranks", "1-2"], ["--layers", "mpiio"], ["--functions", "MPI_File_write*"], ["--files", "*alone"]):
        calls = slow_report.calls_of(*selection, trace)
        slow_report.compare_functions(t, " ".join(selection), slow_report.report_of(*selection, trace), slow_report.Expected(calls))
    middle = sorted(c["tstart"] for c in expected.calls)[len(expected.calls) // 2]
    window = ["--time-window", f"{middle:.9f}:"]
    found = slow_report.report_of(*window, trace)
    t.equal(found["calls"], len(slow_report.calls_of(*window, trace)), "calls in a window")
    t.equal(found["axis"]["from_ns"], round(middle * 1e9), "the axis begins with the window")


def check_several(t, first, second):
    both = slow_report.report_of(first, second)
    one, other = slow_report.report_of(first), slow_report.report_of(second)
    t.equal(both["calls"], one["calls"] + other["calls"], "calls of two traces")
    t.equal(both["job"]["ranks"], one["job"]["ranks"] + other["job"]["ranks"], "ranks of two traces")
    t.equal([row[0] for row in both["ranks"]["calls"]], [row[0] for part in (one, other) for row in part["ranks"]["calls"]],
            "records by rank of two traces")
    for what, found, expected in (("two programs", both, True), ("one job", one, False)):
        t.equal("several programs or runs" in found["advice"]["behaviours"]["text"], expected, f"ranks compared: {what}")


def check_without_times(t, program):
    for mode in ("none", "statistics"):
        run = t.traced([program], "dynamic", env={"RECORDER_TIMES": mode}, raw=False)
        found = slow_report.report_of(recorder_test.trace_of(run))
        expected = slow_report.Expected(slow_report.calls_of(run.traces[0]))
        slow_report.compare_sizes(t, f"times {mode}", found, expected)
        t.equal(found["calls"], len(expected.calls), f"times {mode}: calls")
        for key, kind in (("read", "read"), ("written", "write")):
            t.equal(found["levels"][0][f"{key}_bytes"], expected.level[0][f"{kind}_bytes"], f"times {mode}: bytes {key}")
        t.check("without times" in found["advice"]["activity"]["text"], f"times {mode}: the report says so")
        t.equal(any(f["time_ns"] for f in found["functions"]), mode == "statistics", f"times {mode}: times of functions")


def check_times_left_out(t, trace):
    full, quick = slow_report.report_of(trace), slow_report.report_of("--without-times", trace)
    t.equal(quick["advice"]["activity"]["text"], "Times were left out.", "--without-times says so")
    t.equal(quick["calls"], full["calls"], "--without-times: calls")
    for layer, other in zip(quick["layers"], full["layers"]):
        for key in ("name", "calls", "failed", "reads", "writes", "metadata_calls", "unaligned_writes", "unaligned_reads"):
            t.equal(layer[key], other[key], f"--without-times: {key} of {layer['name']}")


def check_page(t, trace):
    page = os.path.join(t.fresh(), "page.html")
    t.equal(report("-o", page, trace).returncode, 0, "exit status")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1)
    t.equal(json.loads(data), slow_report.report_of(trace), "the page's figures are those of --json")
    t.equal(report(trace).stdout.decode(), text, "standard output")
    small = report("--no-charts", trace).stdout
    t.check(not re.search(rb'(?:src|href)="(?!data:|#)|@import|fetch\(|https?://', small), "the page refers to nothing outside")
    t.check(len(small) < 400000 and b"echarts=" not in small, "--no-charts leaves the library out")
    if len(text) > 1000000:
        t.check("Licensed to the Apache Software Foundation" in text, "the library's licence stays with it")


def check_errors(t, trace):
    broken = os.path.join(t.fresh(), "broken.recorder")
    with open(trace, "rb") as file:
        content = bytearray(file.read())
    content[len(content) // 2] ^= 0x55
    with open(broken, "wb") as file:
        file.write(content)
    for arguments, status in (([broken], 1), (["/nowhere.recorder"], 1), ([], 2), (["--colour", trace], 2),
                              (["-o", "/nowhere/page.html", trace], 1), (["--ranks", "77", trace], 2)):
        run = report(*arguments)
        t.equal(run.returncode, status, f"exit status of {arguments}")
        t.check(run.stderr.startswith(b"recorder-report: ") and run.stderr.count(b"\n") <= 2, f"message: {run.stderr}")


def main():
    with Test() as t:
        program = t.build("report_io.c", "dynamic")
        posix = recorder_test.trace_of(t.traced([program], "dynamic", raw=False))
        check_posix(t, posix)
        check_page(t, posix)
        check_errors(t, posix)
        check_without_times(t, program)
        check_times_left_out(t, posix)
        try:
            ior = mpi_runs.build(t, "report_ior.c", "dynamic")
            mpi = recorder_test.trace_of(t.traced(mpi_runs.command(4, [ior], "dynamic"), "dynamic", raw=False))
        except Skip as skip:
            print(f"without MPI: {skip}")
            return
        check_mpi(t, mpi)
        check_several(t, mpi, posix)


main()
