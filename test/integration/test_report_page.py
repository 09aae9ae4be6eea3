#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder-report's page in a browser: no error, no request, every chart has something drawn in it or says why not, tooltips,
# choices and tables work, at three widths and in both themes.
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                     # noqa: E402
import recorder_test                # noqa: E402
from recorder_test import Skip, Test   # noqa: E402

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LOOK = os.path.join(SOURCE, "test", "support", "look_at_report.js")


def browser():
    """Node.js, its driver for browsers, and Chromium."""
    node = shutil.which("node") or shutil.which("nodejs")
    if not node:
        raise Skip("no Node.js, which drives the browser")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        raise Skip("no Chromium to open the page in")
    root = subprocess.run(["npm", "root", "--global"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
                          encoding="utf-8").stdout.strip() if shutil.which("npm") else ""
    for folder in (os.path.join(SOURCE, "node_modules"), root, "/usr/local/lib/node_modules", "/usr/share/nodejs"):
        library = os.path.join(folder, "playwright-core")
        if folder and os.path.isdir(library):
            return [node, LOOK, os.path.abspath(library), chromium]
    raise Skip("no playwright-core (packaging/npm-packages.txt)")


def look(t, what, command, *arguments):
    page = os.path.join(t.fresh("page"), "page.html")
    run = t.run([recorder_test.installed("recorder-report"), "-o", page, *arguments])
    t.equal(run.rc, 0, f"{what}: exit status; {run.err}")
    seen = t.run([*command, page], timeout=300)
    lines = seen.out.decode(errors="replace").splitlines()
    t.equal([line for line in lines if line != "done"], [], what)
    t.check("done" in lines, f"{what}: the browser's end; {seen.err.decode(errors='replace')[-1000:]}")


def main():
    with Test() as t:
        command = browser()
        program = t.build("report_io.c", "dynamic")
        trace = recorder_test.trace_of(t.traced([program], "dynamic", raw=False))
        if b"echarts" not in t.run([recorder_test.installed("recorder-report"), trace]).out:
            raise Skip("recorder-report was built without the chart library")
        look(t, "one process", command, trace)
        timeless = recorder_test.trace_of(t.traced([program], "dynamic", raw=False, env={"RECORDER_TIMES": "none"}))
        look(t, "without times", command, timeless)
        nothing = t.traced(["/bin/true"], "preload", raw=False)
        if nothing.traces:
            look(t, "a program that does nothing", command, nothing.traces[0])
        try:
            ior = mpi_runs.build(t, "report_ior.c", "dynamic")
            mpi = recorder_test.trace_of(t.traced(mpi_runs.command(4, [ior], "dynamic"), "dynamic", raw=False))
        except Skip as skip:
            print(f"without MPI: {skip}")
            return
        look(t, "two traces", command, mpi, trace)


main()
