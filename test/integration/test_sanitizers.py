#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The unit tests, the reader, the tools and the runtime under AddressSanitizer and UndefinedBehaviorSanitizer, the
# runtime with threads under ThreadSanitizer: no finding, and what was recorded is what was called.
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                           # noqa: E402
import recorder_test                      # noqa: E402
from recorder_test import Skip, Test      # noqa: E402

BUILD, SOURCE = os.environ.get("builddir", "."), os.environ.get("srcdir", ".")
FLAGS = {"address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
         "thread": ["-fsanitize=thread"]}
FINDINGS = (b"Sanitizer", b"runtime error:")
# The programs, and MPI libraries, end with memory that is still theirs; the runtime never allocates any from malloc.
WITHOUT_LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}
# It unites a million ranks, by the same code as the others of its kind: a quarter of a minute without optimisation.
NOT_THESE = "--gtest_filter=-*AMillionRanks*"


def settings():
    """The variables of config.mk."""
    with open(os.path.join(BUILD, "config.mk"), encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" = ", 1) for line in file if " = " in line)


def folder(kind):
    return os.path.join(BUILD, "sanitized", kind)


def compiled(t, kind, source, compiler):
    """A program of ours with all wrappers in it."""
    out = os.path.join(t.dir, os.path.basename(source) + "." + kind)
    command = [*compiler.split(), *FLAGS[kind], "-O0", "-g", "-w", "-fno-builtin", "-pthread",
               os.path.join(recorder_test.PROGRAMS, source), "-o", out, "-Wl,--no-warnings",
               "-Wl,@" + os.path.join(folder(kind), "wrap", "wrap.options"),
               os.path.join(folder(kind), "librecorder-whole.a"),
               *(CONFIGURED["PROBE_LIBS"] + " " + CONFIGURED["ZLIB_LIBS"]).split(), "-ldl"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if run.returncode != 0:
        raise recorder_test.Failure(f"{' '.join(command)}\n{run.stdout.decode(errors='replace')[-2000:]}")
    return out


def works(t, kind):
    """Whether a program with the sanitizer compiles and runs here: its library may be missing, the kernel too new."""
    source, out = os.path.join(t.dir, "empty.c"), os.path.join(t.dir, "empty")
    with open(source, "w", encoding="ascii") as file:
        file.write("int main(void) { return 0; }\n")
    for command in ([*CONFIGURED["CC"].split(), *FLAGS[kind], source, "-o", out], [out]):
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if run.returncode != 0:
            print(f"{kind}: not tried, as {' '.join(command)} fails: {run.stdout.decode(errors='replace')[:300]}")
            return False
    return True


def made(t, kind):
    """Builds the folder of a sanitizer."""
    if not works(t, kind):
        return False
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    run = subprocess.run([os.environ.get("MAKE") or "make", "-j2", "-f", os.path.join(SOURCE, "test", "sanitized.mk"),
                          "srcdir=" + SOURCE, kind], cwd=BUILD, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         check=False)
    return t.check(run.returncode == 0, f"build for {kind}: {run.stdout.decode(errors='replace')[-3000:]}")


def clean(t, what, output):
    found = next((output.index(word) for word in FINDINGS if word in output), None)
    return t.check(found is None, f"{what}: {output[max(0, (found or 0) - 200):][:3000].decode(errors='replace')}")


def unit_tests(t):
    tests = os.path.join(folder("address"), "test", "unit")
    for name in sorted(os.listdir(tests)) if os.path.isdir(tests) else ():
        if not name.endswith("_test"):
            continue
        run = subprocess.run([os.path.join(tests, name), NOT_THESE, "--gtest_brief=1"], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, check=False, cwd=t.fresh())
        clean(t, name, run.stdout)
        t.equal(run.returncode, 0, f"{name}: exit status ({run.stdout[-1500:].decode(errors='replace')})")


def readers(t, what, trace):
    """recorder2json has read it already, for the comparison with the raw log."""
    for command in (["recorder2text"], ["recorder-info"], ["recorder-info", "--json"]):
        run = subprocess.run([recorder_test.installed(command[0]), *command[1:], trace], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=False)
        t.equal((run.returncode, run.stderr), (0, b""), f"{' '.join(command)} on the trace of {what}")


def traced(t, program, arguments, status, launcher=(), **named):
    """Runs a program and reads its traces."""
    work = t.fresh()
    what = " ".join([os.path.basename(program), *arguments])
    result = t.traced([*launcher, program, *arguments], "dynamic", cwd=work,
                      env=dict(WITHOUT_LEAKS, CALL_LOG=os.path.join(work, "calls")), **named)
    if clean(t, what, result.err):
        t.equal(result.rc, status, f"{what}: exit status ({result.err[:500]})")
        t.lossless(what, result)
        if result.traces:
            readers(t, what, result.traces[0])


def runtime(t, kind, runs):
    """runs: source, arguments, exit status."""
    built = {}
    for source, arguments, status in runs:
        if source not in built:
            built[source] = compiled(t, kind, source, CONFIGURED["CC"])
        traced(t, built[source], arguments, status, files=True, stdin=b"ab 17 18 19 20 21\nthe rest\n")


def mpi(t):
    if not CONFIGURED["MPICC"] or CONFIGURED["HAVE_MPI"] != "yes":
        return
    for source in ("mpiio_full.c", "comms_types.c"):
        program = compiled(t, "address", os.path.join("mpi", source), CONFIGURED["MPICC"])
        traced(t, program, ["data"] if source == "mpiio_full.c" else [], 0, mpi_runs.launcher(2))


RANDOM = [("random_io.c", [str(seed), "200", str(threads)], seed % 50)
          for seed, threads in ((1, 1), (2, 1), (3, 4), (6, 8))]
FORKER = [("forker.c", [ending], status) for ending, status in (
    ("fork", 15), ("exec", 15), ("vforkexec", 15), ("spawn", 15), ("system", 15), ("many", 15), ("daemon", 15),
    ("_exit", 11), ("_Exit", 12), ("quick_exit", 13), ("exit", 14), ("execself", 14))]
SINGLE = [("all_posix.c", ["calls"], 3), ("all_stdio.c", ["calls"], 4), ("old_names.c", ["calls"], 5), ("storms.c", [], 0),
          ("signals.c", ["50"], 0)]
THREADS = [("threads8.c", ["30"], 0), ("live_threads.c", ["40", "3"], 0)]

with Test() as t:
    CONFIGURED = settings()
    BUILT = [kind for kind in FLAGS if made(t, kind)]
    if not BUILT and not t.failures:
        raise Skip("no sanitizer works here")
    if "address" in BUILT:
        os.environ["PREFIX_STAGE"] = folder("address")
        unit_tests(t)
        runtime(t, "address", SINGLE + THREADS + RANDOM + FORKER)
        mpi(t)
    if "thread" in BUILT:
        runtime(t, "thread", THREADS + [run for run in RANDOM if run[1][2] != "1"])
