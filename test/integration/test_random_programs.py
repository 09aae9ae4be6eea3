#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Random programs: the decoded trace equals the raw log and what strace saw, and the digest of all
# results and errno values is that of the untraced run. More seeds: RECORDER_TEST_SEEDS=FIRST-LAST.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test            # noqa: E402
from recorder_test import Test, WAYS  # noqa: E402

FIRST, LAST = (int(n) for n in os.environ.get("RECORDER_TEST_SEEDS", "1-60").split("-"))

with Test() as t:
    STRACE = recorder_test.can_strace()
    BUILT = {way: t.build("random_io.c", "plain" if way == "preload" else way) for way in WAYS}
    CALLS = OPERATIONS = 0
    for seed in range(FIRST, LAST + 1):
        way = WAYS[seed % 3]
        threads = (1, 1, 4, 8)[seed % 4]
        strace = STRACE and seed % 5 == 0
        arguments = [str(seed), str(600 // threads + 100), str(threads)]
        what = f"random_io {' '.join(arguments)} {way}"
        untraced = t.run([BUILT["preload"]] + arguments)
        traced = t.traced([BUILT[way]] + arguments, way, strace=strace)
        t.same_run(what, untraced, traced)
        CALLS += t.lossless(what, traced)
        if strace:
            OPERATIONS += t.complete(what, traced)
    print(f"{CALLS} calls equal to the raw log, {OPERATIONS} operations equal to strace")
    t.check(CALLS > 200 * (LAST - FIRST + 1), "the programs made few calls")
