# SPDX-License-Identifier: BSD-3-Clause
# Loading of decoded traces and raw logs into plain Python lists, shared by the oracles and the tests.
"""Records are the dictionaries of recorder2json, grouped by stream = (rank, thread), in start order."""
import json
import os
import re
import subprocess
import sys


class Failure(Exception):
    """What an oracle found wrong; the message is one or more lines for a person."""


def tool(name):
    """The path of an installed tool: PREFIX_STAGE's, RECORDER_PREFIX's, or the PATH's."""
    for variable in ("PREFIX_STAGE", "RECORDER_PREFIX"):
        if os.environ.get(variable):
            path = os.path.join(os.environ[variable], "bin", name)
            if os.path.exists(path):
                return path
    return name


def parse_lines(lines, source):
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except ValueError as error:
            raise Failure(f"{source}:{number}: not a JSON line ({error}): {line[:200]!r}") from None


def decoded(trace):
    """All records of a trace, as recorder2json prints them."""
    run = subprocess.run([tool("recorder2json"), trace], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, check=False)
    if run.returncode != 0 or run.stderr:
        raise Failure(f"recorder2json {trace}: exit {run.returncode}: "
                      f"{run.stderr.decode(errors='replace')[:500]}")
    lines = parse_lines(run.stdout.decode("utf-8", "surrogateescape").splitlines(), trace)
    return [line for line in lines if "func" in line]  # a header tells of times that are not exact


def information(trace):
    """The object of recorder-info --json."""
    return json.loads(subprocess.run([tool("recorder-info"), "--json", trace],
                                     stdout=subprocess.PIPE, check=True).stdout)


def streams(records):
    """(rank, thread) -> its records in the order given."""
    result = {}
    for record in records:
        result.setdefault((record["rank"], record["thread"]), []).append(record)
    return result


def start_order(post_order):
    """Records in the order in which they returned -> in the order in which they started."""
    pending = []     # complete subtrees, as lists, whose parent has not returned yet
    for record in post_order:
        children = []
        while pending and pending[-1][0]["depth"] > record["depth"]:
            children.append(pending.pop())
        tree = [record]
        for child in reversed(children):
            tree.extend(child)
        pending.append(tree)
    return [record for tree in pending for record in tree]


def raw_logs_of(trace):
    """The raw log files written beside a trace."""
    directory, name = os.path.split(os.path.abspath(trace))
    pattern = re.compile(re.escape(name) + r"\.raw\.\d+\.\d+$")
    return sorted(os.path.join(directory, f) for f in os.listdir(directory) if pattern.match(f))


def raw_streams(paths):
    """(rank, thread) -> records in the order in which they returned, of the raw logs of one run."""
    result = {}
    for path in paths:
        rank = int(path.rsplit(".", 2)[1])
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for record in parse_lines(file, path):
                result.setdefault((rank, record["thread"]), []).append(record)
    return result


def show(record):
    """One record for a message."""
    args = ", ".join(f"{k}={json.dumps(v)}" for k, v in record["args"].items())
    error = f" errno {record['errno']}" if record.get("errno") else ""
    return f"[{record['depth']}] {record['func']}({args}) = {json.dumps(record['ret'])}{error}"


def main(oracle):
    """Runs an oracle as a program: prints what it found, exit status 1 when something is wrong."""
    try:
        print(oracle(sys.argv[1:]))
    except Failure as failure:
        print(failure)
        sys.exit(1)
