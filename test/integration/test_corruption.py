#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Traces that are truncated, flipped or no traces: every reader says one line and exits with 1, or, where
# nothing that it reads was hit, prints what it printed before. Never a crash, never silence.
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402

READERS = (["recorder2json"], ["recorder2text"], ["recorder-info"], ["recorder-info", "--json"])
CASES = int(os.environ.get("RECORDER_TEST_CORRUPTIONS", "60"))


def read(command, path):
    run = subprocess.run([recorder_test.installed(command[0])] + command[1:] + [path], timeout=60,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return run.returncode, run.stdout, run.stderr


def refused(t, what, command, path):
    rc, _, err = read(command, path)
    lines = err.decode(errors="replace").splitlines()
    t.check(rc == 1 and len(lines) == 1, f"{what}: {' '.join(command)}: exit {rc}, stderr {lines[:3]}")


def damaged(original, rng, kind):
    data = bytearray(original)
    if kind == "truncate":
        del data[rng.randrange(len(data)):]
    elif kind == "flip":
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == "noise":
        start = rng.randrange(len(data))
        data[start:start + 16] = rng.randbytes(16)
    elif kind == "insert":
        start = rng.randrange(len(data))
        data[start:start] = rng.randbytes(3)
    return bytes(data)


with Test() as t:
    TRACED = t.traced([t.build("random_io.c", "dynamic"), "7", "300", "2"], "dynamic", raw=False)
    GOOD = recorder_test.trace_of(TRACED)
    WANT = {tuple(c): read(c, GOOD) for c in READERS}
    for COMMAND in READERS:
        t.equal(WANT[tuple(COMMAND)][0::2], (0, b""), f"{' '.join(COMMAND)} of a good trace")
        t.check(WANT[tuple(COMMAND)][1], f"{' '.join(COMMAND)} prints nothing")
    with open(GOOD, "rb") as f:
        ORIGINAL = f.read()
    PATH = os.path.join(t.dir, "bad.recorder")
    RNG = random.Random(20240229)
    OTHERS = {"empty": b"", "text": b"no trace\n" * 100, "zeros": bytes(10000), "noise": RNG.randbytes(5000),
              "magic only": ORIGINAL[:8], "header only": ORIGINAL[:16], "doubled": ORIGINAL + ORIGINAL[:50]}
    for NAME, DATA in OTHERS.items():
        with open(PATH, "wb") as f:
            f.write(DATA)
        for COMMAND in READERS:
            refused(t, NAME, COMMAND, PATH)
    for COMMAND in READERS:
        refused(t, "absent", COMMAND, os.path.join(t.dir, "absent"))
        refused(t, "directory", COMMAND, t.dir)
    for NUMBER in range(CASES):
        KIND = ("truncate", "flip", "noise", "insert")[NUMBER % 4]
        with open(PATH, "wb") as f:
            f.write(damaged(ORIGINAL, RNG, KIND))
        for COMMAND in READERS:
            refused(t, f"{KIND} {NUMBER}", COMMAND, PATH)
