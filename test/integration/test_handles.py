#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Random loops that make and end handles, through a plugin: handles of the same value again, made inside other calls,
# ended by another thread, together with random arguments. The trace equals the raw log. More seeds:
# RECORDER_TEST_SEEDS=FIRST-LAST.
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test                                                 # noqa: E402
from recorder_test import PROGRAMS, Skip, Test, clean_environment, installed  # noqa: E402

HERE = os.path.join(PROGRAMS, "plugin")
CC = (os.environ.get("CC") or "gcc").split()
FIRST, LAST = (int(n) for n in os.environ.get("RECORDER_TEST_SEEDS", "1-24").split("-"))


def command(t, words, cwd=None):
    run = subprocess.run(words, cwd=cwd or t.dir, env=clean_environment(), stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, check=False)
    t.check(run.returncode == 0, f"{' '.join(words)}: {run.stdout.decode(errors='replace')[-1500:]}")


def build(t):
    """The program without tracing and with it."""
    plugin, library = os.path.join(t.dir, "token-plugin"), t.fresh("library")
    command(t, [installed("recorder-gen"), os.path.join(HERE, "token.sig"), "-I", HERE, "-o", plugin])
    command(t, ["make", "-j2", "-C", plugin, "RECORDER_CONFIG=" + installed("recorder-config")])
    command(t, [*CC, "-c", "-fPIC", "-O1", os.path.join(HERE, "token.c"), "-o", "token.o"], cwd=library)
    command(t, [*CC, "-shared", "-o", "libtoken.so", "token.o"], cwd=library)
    built = {}
    for way in ("plain", "dynamic"):
        tool = CC if way == "plain" else [installed("recorder-cc"), f"--recorder-plugin={plugin}"]
        built[way] = os.path.join(t.dir, "token_use." + way)
        command(t, [*tool, "-O1", "-pthread", "-I", HERE, os.path.join(HERE, "token_use.c"), "-o", built[way],
                    f"-L{library}", "-ltoken", f"-Wl,-rpath,{library}"])
    return built


with Test() as t:
    recorder_test.need("make")
    if not shutil.which(CC[0]):
        raise Skip("no C compiler")
    BUILT = build(t)
    CALLS = 0
    for seed in range(FIRST, LAST + 1):
        threads = (1, 2, 4)[seed % 3 if seed % 2 else 0]
        arguments = [str(seed), str(240 // threads), str(threads)]
        what = f"token_use {' '.join(arguments)}"
        untraced = t.run([BUILT["plain"]] + arguments)
        traced = t.traced([BUILT["dynamic"]] + arguments, "dynamic")
        t.same_run(what, untraced, traced)
        CALLS += t.lossless(what, traced)
    print(f"{CALLS} calls equal to the raw log")
    t.check(CALLS > 5000 * (LAST - FIRST + 1), "the programs made few calls")
