#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The benchmark of the paper's figures: its programs write what they should, traced as untraced, and losslessly; the
# baseline encoders agree with the papers' examples; a quick run makes all tables, and its sizes are those of the files.
import array
import json
import os
import random
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
sys.path.insert(0, os.path.join(HERE, "..", "bench"))
import baselines                 # noqa: E402
import figures                   # noqa: E402
import grammars                  # noqa: E402
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_sections            # noqa: E402
import workbench                 # noqa: E402
from recorder_test import Test   # noqa: E402

ENVELOPE = 2048                  # of a trace beside its sections: header, their table, trailer
# [R2], figures 5 and 6: function, arguments, how many of them are kept (all where the record is not compressed).
RECORDS = (("MPI_Comm_rank", "1 0x7ffdc64a6f64", 2), ("MPI_Comm_rank", "1 0x7ffdc64a6f64", 0),
           ("MPI_Comm_rank", "1 0x7ffdc64a6f64", 0), ("MPI_Comm_rank", "1 0x7ffdc64a6f64", 0),
           ("MPI_Allreduce", "0x564591831ec0 0x5645917a10a0 11 2 1476395010 1", 6),
           ("MPI_Allreduce", "0x564591831f20 0x564591831e60 11 2 1476395009 1", 3),
           ("MPI_File_write_at", "0x5645916fdaa0 39416 0x5645917a1cf0 256 3 0x7ffdc649cc70", 6),
           ("pwrite", "0 0x5645917a1cf0 256 39416", 4),
           ("MPI_File_write_at", "0x5645916fdaa0 34184 0x7ffdc64a73b0 48 3 0x7ffdc649c430", 4),
           ("pwrite", "0 0x7ffdc64a73b0 48 34184", 3))


def encoder_2(t):
    """Figure 6 of [R2]: which records are compressed, and which arguments are kept."""
    window = []
    for index, (name, arguments, kept) in enumerate(RECORDS):
        values = tuple(arguments.split())
        before = next((v for n, v in reversed(window[-baselines.WINDOW:]) if n == name), None)
        texts = [v for i, v in enumerate(values) if before is None or v != before[i]]
        t.equal(len(texts), kept, f"record {index}: arguments kept")
        size = 10 + sum(len(v) + 1 for v in texts)
        t.equal(baselines.record_2(name, values, window[-baselines.WINDOW:]), size, f"record {index}: bytes")
        window.append((name, values))


def strided(ranks, iterations):
    """Listing 3 of [R3]: lseek and write in a loop, chunks of 10 bytes."""
    calls = {}
    for rank in range(ranks):
        calls[rank] = []
        for i in range(iterations):
            offset = 10 * (rank + i * ranks)
            for name, values, kinds in (("lseek", ("3", str(offset), "0"), ["", "offset", ""]),
                                        ("write", ("3", "0", "10"), ["", "", ""])):
                calls[rank].append(baselines.Call(rank, 0, 0, name, values, kinds, 0.0, 0.0))
    return calls


def encoder_3(t):
    """Sections 3.1 to 3.3 of [R3]: the size depends on iterations and ranks only where patterns are not looked for."""
    def size(ranks, iterations, *how):
        found = baselines.recorder_3(strided(ranks, iterations), *how)
        return found["cst"] + found["cfg"]
    t.check(size(2, 200) - size(2, 20) <= 2, "R3: constant in iterations, but for the exponent's bytes")
    t.check(size(16, 20) - size(2, 20) <= 4, "R3: constant in ranks, but for the numbers' bytes")
    t.check(size(2, 200, False) > 5 * size(2, 20, False), "R3 without offsets: linear in iterations")
    t.check(size(16, 20, True, False) > 4 * size(2, 20, True, False), "R3 without ranks: linear in ranks")
    t.equal(baselines.recorder_3(strided(16, 20))["cfgs"], 1, "R3: all ranks have one grammar")


def sequitur(t):
    generator = random.Random(4)
    for _ in range(500):
        calls = []
        for _ in range(generator.randint(1, 6)):
            calls += [generator.randrange(4) for _ in range(generator.randint(1, 5))] * generator.randint(1, 6)
        grammar = grammars.Grammar()
        for call in calls:
            grammar.append(call)
        if list(grammars.expanded(grammar.rules())) != calls:
            t.fail(f"the grammar of {calls} expands to something else")
    t.checks += 1


def switches(t):
    """The kinds of patterns are those of the manual page."""
    place = t.fresh("prefix")
    os.makedirs(os.path.join(place, "share", "man", "man7"))
    with open(os.path.join(place, "share", "man", "man7", "recorder.7"), "w", encoding="utf-8") as page:
        page.write(".It Ev RECORDER_OTHER\nnames\n.It Ev RECORDER_PATTERNS\n.Cm offsets ,\n.Cm ranks\n"
                   ".It Ev RECORDER_LAST\nside\n")
    bench = workbench.Workbench(place, t.fresh())
    t.equal(bench.variants(), {"ours": {}, "no offsets": {"RECORDER_PATTERNS": "ranks"},
                               "no ranks": {"RECORDER_PATTERNS": "offsets"}}, "patterns off in turn")


def files(folder):
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def written(t, what, arguments, folder, ranks):
    """The words of the strided writer's files, by what ior.c says of them."""
    for name, data in files(folder).items():
        words = array.array("Q", data)
        base = int(name.split(".")[1]) << 32 if "-F" in arguments else 0
        t.check(words == array.array("Q", range(base, base + len(words))), f"{what}: {name} has wrong contents")
        t.equal(len(data), 1024 * 2 * (1 if "-F" in arguments else ranks), f"{what}: size of {name}")


def programs(t, bench):
    ranks, ior = 2, []
    for interface in ("posix", "pwrite", "mpiio", "collective"):
        for own in ([], ["-F"]):
            ior.append(["-a", interface, "-b", "1024", "-t", "256", "-s", "2", *own, "file"])
    flash = [["-n", "4", "-e", "2", "-r", *more] for more in ([], ["-c"], ["-c", "-m", "-a", "2"])]
    history = [["-n", "6", "-e", "3", "-r", *more] for more in ([], ["-i"])]
    for name, cases in (("ior", ior), ("flash", flash), ("pnetcdf", history)):
        try:
            plain, traced = bench.programs(name)
        except workbench.Missing as missing:
            print(missing)
            continue
        for arguments in cases:
            trial(t, name, ranks, plain, traced, arguments)


def trial(t, name, ranks, plain, traced, arguments):
    what = f"{name} {' '.join(arguments)}"
    untraced = t.run(mpi_runs.launcher(ranks) + [plain, *arguments])
    t.equal(untraced.rc, 0, f"{what}: untraced, {untraced.err[:300]}")
    with_trace = t.traced(mpi_runs.launcher(ranks) + [traced, *arguments], "linked")
    t.same_run(what, untraced, with_trace, messages=False)
    t.lossless(what, with_trace)
    t.equal(sorted(files(with_trace.cwd)), sorted(files(untraced.cwd)), f"{what}: files")
    if name != "flash":              # HDF5 notes when an object was made
        t.check(files(with_trace.cwd) == files(untraced.cwd), f"{what}: contents of the files differ")
    if name == "ior":
        written(t, what, arguments, with_trace.cwd, ranks)


def runs_of(rows):
    for row in rows:
        yield from row.get("runs") or ([row["run"]] if "run" in row else [])


def sizes(t, name, run, folder):
    """The sizes that a figure reports are those of the kept trace."""
    trace = os.path.join(folder, run["trace"])
    t.equal(run["bytes"], os.path.getsize(trace), f"{name}: size of {run['trace']}")
    several = ("late", "block")
    stored = {k: v[1] for k, v in trace_sections.sections_of(trace).items() if k not in several}
    t.equal({k: v for k, v in run["sections"].items() if k not in several}, stored,
            f"{name}: sections of {run['trace']}")
    rest = run["bytes"] - sum(run["sections"].values())
    t.check(0 < rest < ENVELOPE, f"{name}: {rest} bytes of {run['trace']} are in no section")
    t.check(0 < run["structure"] < run["bytes"], f"{name}: {run['structure']} bytes of CST and CFGs")


def quick(t):
    folder, keep = t.fresh("numbers"), t.fresh("traces")
    command = [sys.executable, "-B", os.path.join(HERE, "..", "bench", "figures.py"), "--quick", "--output", folder,
               "--keep", keep, "--prefix", recorder_test.prefix(), "--markdown", os.path.join(folder, "tables.md")]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=t.fresh(),
                         env=recorder_test.clean_environment(), check=False)
    out = run.stdout.decode(errors="replace")
    print(out)
    if not t.equal(run.returncode, 0, "figures.py --quick"):
        return
    with open(os.path.join(folder, "skipped.json"), encoding="utf-8") as file:
        skipped = json.load(file)
    with open(os.path.join(folder, "tables.md"), encoding="utf-8") as file:
        markdown = file.read()
    checked = set()
    for name in figures.NAMES:
        if f"{name} as a whole" in skipped:
            continue
        with open(os.path.join(folder, name + ".json"), encoding="utf-8") as file:
            table = json.load(file)
        t.check(table["rows"] and table["title"] in out and table["title"] in markdown, f"{name}: no table")
        for told in runs_of(table["rows"]):
            checked.add(told["trace"])
            sizes(t, name, told, keep)
    t.equal(sorted(checked), sorted(os.listdir(keep)), "traces that a figure tells about")


with Test() as t:
    encoder_2(t)
    encoder_3(t)
    sequitur(t)
    switches(t)
    mpi_runs.launcher(1)
    programs(t, workbench.Workbench(recorder_test.prefix(), t.dir))
    quick(t)
