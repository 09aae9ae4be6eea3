#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""count_calls.py TRACE PATH FUNCTION=COUNT...: fails unless the trace has each function so many times on that file.

A function may be a regular expression (open|open64=1); a count may end in + (write=1+). Calls of other functions on the
file are allowed. recorder2json is looked for in PATH.
"""
import json
import re
import subprocess
import sys


def main():
    trace, path, wanted = sys.argv[1], sys.argv[2], sys.argv[3:]
    text = subprocess.run(["recorder2json", trace], check=True, stdout=subprocess.PIPE, encoding="utf-8",
                          errors="surrogateescape").stdout
    calls = [call["func"] for call in map(json.loads, text.splitlines()) if call["file"] == path]
    wrong = []
    for want in wanted:
        pattern, count = want.rsplit("=", 1)
        found = sum(bool(re.fullmatch(pattern, name)) for name in calls)
        if found < int(count[:-1]) if count.endswith("+") else found != int(count):
            wrong.append(f"{pattern}: {found} times, not {count}")
    if wrong:
        print(f"{path}: {'; '.join(wrong)}; all: {' '.join(calls)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
