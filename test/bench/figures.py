#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The figures of the Recorder 3 paper (section 5) on this machine: sizes of traces against iterations and ranks, beside
# what two earlier formats would need, and times with and without tracing. `--help` for the options.
"""Each figure prints a table and writes NAME.json; what the machine or the runtime lacks is skipped, and said."""
import argparse
import json
import os
import statistics
import sys
import tempfile
import time

import baselines
from workbench import Missing, Table, Workbench, write_markdown

RANKS = (1, 2, 4, 8, 16, 32, 64)
TRANSFER = 256                   # bytes: small, since the number of calls matters and not the bytes
FLASH = ("-n", "20", "-e", "20")
ROUNDED = 3


class Figures:
    def __init__(self, bench, quick):
        self.bench, self.quick = bench, quick
        self.ranks = (2, 4) if quick else RANKS
        self.several = self.ranks[-2:] if quick else self.ranks[1:]
        self.interfaces = ("posix",) if quick else ("posix", "mpiio")
        self.encoded = {}

    # --- what is measured -------------------------------------------------------------------------------------

    def figure4(self):
        """CST+CFG of the IOR-like writer, by block size."""
        columns = self.variants()
        table = Table("figure4", "Figure 4: bytes of CST and CFGs against block size",
                      f"4 ranks write a shared file strided, transfers of {TRANSFER} bytes; the block grows",
                      ["interface", "transfers", "calls", *columns, "ours raw", "R3", "R3 no offsets"])
        for interface in self.interfaces:
            for count in (16, 64) if self.quick else (64, 256, 1024, 4096):
                runs, sizes = self.ior(columns, 4, interface, count)
                models = [self.model(runs["ours"], inside) for inside in (True, False)]
                table.add([interface, count, runs["ours"]["calls"], *sizes, runs["ours"]["raw"], *models],
                          runs=list(runs.values()))
        return table

    def figure5(self):
        """CST+CFG of the IOR-like writer, by ranks."""
        columns = self.variants()
        table = Table("figure5", "Figure 5: bytes of CST and CFGs against ranks",
                      f"Each rank writes 2 blocks of 64 transfers of {TRANSFER} bytes into a shared file, strided",
                      ["interface", "ranks", "calls", *columns, "ours raw", "ours, MPI's files too", "R3",
                       "R3 no offsets", "R3 no ranks"])
        for interface in self.interfaces:
            for ranks in self.ranks:
                runs, sizes = self.ior(columns, ranks, interface, 64, "-s", "2")
                runs["all"] = self.bench.traced("ior", ranks, *runs["ours"]["arguments"], everything=True)
                models = [self.model(runs["ours"], *how) for how in ((True,), (False,), (True, False))]
                table.add([interface, ranks, runs["ours"]["calls"], *sizes, runs["ours"]["raw"], runs["all"]["structure"],
                           *models], runs=list(runs.values()))
        return table

    def figure6(self):
        """The FLASH-like checkpointer with independent I/O, by ranks and by iterations."""
        table = Table("figure6", "Figure 6: independent I/O, bytes of CST and CFGs",
                      "FLASH-like; a checkpoint and a plot file at the beginning and every 20 steps (by steps: 200); "
                      "rank 0 writes the metadata",
                      ["run", "ranks", "steps", "file pairs", "calls", "ours", "ours raw", "unique CFGs", "R3",
                       "R3 unique CFGs"])
        for ranks in self.ranks:
            self.flash_row(table, "by ranks", ranks, 20, 20, "-m")
        for steps in (100, 400) if self.quick else (100, 200, 400, 600, 800, 1000):
            self.flash_row(table, "by steps", 2 if self.quick else 4, steps, 200, "-m")
        for ranks in () if self.quick else self.ranks[2::2]:
            self.flash_row(table, "by ranks, metadata shared out", ranks, 20, 20)
        return table

    def figure7(self):
        """The FLASH-like checkpointer with collective I/O, by ranks and aggregators."""
        table = Table("figure7", "Figure 7: collective I/O, bytes of CST and CFGs and number of unique CFGs",
                      "FLASH-like, two pairs of files; at most so many aggregators (hint cb_nodes); rank 0 writes the "
                      "metadata",
                      ["aggregators", "ranks", "calls", "ours", "ours raw", "unique CFGs", "behaviours", "R3",
                       "R3 unique CFGs"])
        for aggregators in (2,) if self.quick else (8, 32):
            for ranks in self.several:
                run = self.bench.traced("flash", ranks, *FLASH, "-c", "-m", "-a", str(aggregators))
                three = self.encode(run)["r3"]
                table.add([aggregators, ranks, run["calls"], run["structure"], run["raw"], run["cfgs"], run["behaviours"],
                           three["cst"] + three["cfg"], three["cfgs"]], run=run)
        return table

    def table4(self):
        """The whole trace against two earlier formats."""
        table = Table("table4", "Table 4: bytes of the whole trace",
                      "FLASH-like, two pairs of files; R3 and R2 are models of the earlier formats",
                      ["I/O", "ranks", "calls", "ours", "R3", "R2", "R3/ours", "R2/ours"])
        kinds = {"collective": ("-c", "-m", "-a", "2" if self.quick else "8"), "independent": ("-m",)}
        for kind, options in kinds.items():
            for ranks in self.several:
                run = self.bench.traced("flash", ranks, *FLASH, *options)
                told = self.encode(run)
                three = sum(told["r3"][part] for part in ("cst", "cfg", "index")) + told["times 100 ns"]
                table.add([kind, ranks, run["calls"], run["bytes"], three, told["r2"],
                           round(three / run["bytes"], ROUNDED), round(told["r2"] / run["bytes"], ROUNDED)], run=run)
        return table

    def figure10(self):
        """Time with and without, runs by turns."""
        repeat, ranks = (2, 2) if self.quick else (7, 2)
        table = Table("figure10", "Figure 10: time of the whole run, traced against untraced",
                      f"{ranks} ranks, {repeat} runs of each by turns; ratio of neighbouring runs",
                      ["program", "untraced s", "traced s", "median ratio", "lower quartile", "upper quartile"])
        steps = ("-n", "20", "-e", "10", "-w", "20") if self.quick else \
            ("-n", "600", "-e", "20", "-z", "8", "-w", "200")
        for name, arguments in (("flash independent", ("flash", ranks, *steps, "-m")),
                                ("flash collective", ("flash", ranks, *steps, "-c", "-m"))):
            pairs = []
            for turn in range(repeat + 1):               # the first turn only warms caches
                sides = (self.bench.plain, self.bench.timed)
                times = {side: side(*arguments)[1] for side in (sides if turn % 2 else sides[::-1])}
                if turn > 0:
                    pairs.append([times[side] for side in sides])
            ratios = sorted(traced / plain for plain, traced in pairs)
            quarters = statistics.quantiles(ratios, n=4, method="inclusive")
            middle = [round(statistics.median(column), ROUNDED) for column in zip(*pairs)]
            table.add([name, *middle, *(round(q, ROUNDED) for q in (quarters[1], quarters[0], quarters[2]))],
                      pairs=pairs)
        return table

    def finalize(self):
        """MPI_Finalize by ranks."""
        repeat, count = (1, 1000) if self.quick else (3, 1000)
        table = Table("finalize", "MPI_Finalize of rank 0 in milliseconds",
                      f"Each rank made {count} calls alike; medians of {repeat}; beyond the cores ranks wait for each other",
                      ["ranks", "untraced", "traced", "added"])
        for ranks in self.ranks:
            sides = [[], []]
            for _ in range(repeat):
                for times, side in zip(sides, (self.bench.plain, self.bench.timed)):
                    times.append(float(side("finalize", ranks, "file", str(count))[0]))
            plain, traced = (round(statistics.median(times), 1) for times in sides)
            table.add([ranks, plain, traced, round(traced - plain, 1)], untraced_ms=sides[0], traced_ms=sides[1])
        return table

    def sections(self):
        """Bytes a call by section."""
        ranks = 2 if self.quick else 4
        count = str((64 if self.quick else 1024) * TRANSFER)
        strided = ("-b", count, "-t", str(TRANSFER), "file")
        ways = ("posix", "pwrite", "mpiio", "collective")
        runs = {f"ior {way}": ("ior", ranks, "-a", way, *strided) for way in ways}
        runs["ior own files"] = ("ior", ranks, "-F", *strided)
        runs["flash independent"] = ("flash", ranks, *FLASH)
        runs["flash collective"] = ("flash", ranks, *FLASH, "-c", "-a", "8")
        runs["pnetcdf collective"] = ("pnetcdf", ranks)
        runs["pnetcdf independent"] = ("pnetcdf", ranks, "-i")
        chosen = ("ior posix", "flash collective", "pnetcdf collective") if self.quick else runs
        found = {name: self.attempt(self.bench.traced, *runs[name], everything=True) for name in chosen}
        found = {name: run for name, run in found.items() if run}
        names = list(dict.fromkeys(s for run in found.values() for s in run["sections"]))
        table = Table("sections", "Bytes a call by section",
                      f"{ranks} ranks, with MPI's files; R3 times: 4-byte pairs through zlib, ticks of 100 or 1 ns",
                      ["run", "calls", *names, "whole file", "R3 times 100 ns", "R3 times 1 ns"])
        for name, run in found.items():
            told, calls = self.encode(run), run["calls"]
            bytes_of = [*(run["sections"].get(s, 0) for s in names), run["bytes"], told["times 100 ns"], told["times 1 ns"]]
            table.add([name, calls, *(round(size / calls, 4) for size in bytes_of)], run=run)
        return table

    # --- how --------------------------------------------------------------------------------------------------

    def attempt(self, function, *arguments, **named):
        try:
            return function(*arguments, **named)
        except Missing as missing:
            self.bench.skip(str(missing))
            return None

    def variants(self):
        variants = self.bench.variants()
        return dict(list(variants.items())[:2]) if self.quick else variants

    def ior(self, columns, ranks, interface, count, *more):
        """Runs of the writer for each variant, and their sizes."""
        arguments = ("-a", interface, "-b", str(count * TRANSFER), "-t", str(TRANSFER), *more, "file")
        runs = {title: self.bench.traced("ior", ranks, *arguments, **settings) for title, settings in columns.items()}
        return runs, [run["structure"] for run in runs.values()]

    def flash_row(self, table, what, ranks, steps, every, *options):
        run = self.bench.traced("flash", ranks, "-n", str(steps), "-e", str(every), *options)
        pairs = steps // every + 1
        three = self.encode(run)["r3"]
        table.add([what, ranks, steps, pairs, run["calls"], run["structure"], run["raw"], run["cfgs"],
                   three["cst"] + three["cfg"], three["cfgs"]], run=run)

    def calls(self, run):
        return baselines.calls_of(self.bench.path(run["trace"]), self.bench.tool("recorder2json"), self.bench.env)

    def model(self, run, inside=True, between=True):
        """CST and CFGs as the paper of version 3 describes them, with parts of its recognition."""
        if inside and between:
            three = self.encode(run)["r3"]
        else:
            three = baselines.recorder_3(self.calls(run), inside, between)
        return three["cst"] + three["cfg"]

    def encode(self, run):
        """The calls of a run in the earlier formats, worked out once."""
        if run["trace"] not in self.encoded:
            calls = self.calls(run)
            self.encoded[run["trace"]] = {
                "r2": baselines.recorder_2(calls), "r3": baselines.recorder_3(calls),
                "times 100 ns": baselines.times_3(calls), "times 1 ns": baselines.times_3(calls, 1e-9)}
        run["baselines"] = self.encoded[run["trace"]]
        return run["baselines"]


NAMES = ("figure4", "figure5", "figure6", "figure7", "table4", "figure10", "finalize", "sections")


def run(bench, output, quick, only=(), markdown=None):
    """Makes the figures; returns the tables."""
    figures, tables = Figures(bench, quick), []
    os.makedirs(output, exist_ok=True)
    for name in only or NAMES:
        start = time.monotonic()
        table = figures.attempt(getattr(figures, name))
        if table is None:
            bench.skip(f"{name} as a whole")
            continue
        table.save(output)
        tables.append(table)
        print(f"\n{table.text()}\n({time.monotonic() - start:.0f} s)", flush=True)
    with open(os.path.join(output, "skipped.json"), "w", encoding="utf-8") as file:
        json.dump(bench.skipped, file, indent=1)
    if markdown:
        write_markdown(tables, markdown)
    print(f"\nnumbers: {output}")
    return tables


def main():
    parser = argparse.ArgumentParser(description="The paper's figures: trace sizes and times.")
    parser.add_argument("--prefix", default=os.environ.get("PREFIX_STAGE"), help="the installed tree")
    parser.add_argument("--output", default="bench", help="folder for the numbers, a JSON file a figure")
    parser.add_argument("--quick", action="store_true", help="few ranks and short runs")
    parser.add_argument("--only", default="", help="figures to make: " + ", ".join(NAMES))
    parser.add_argument("--markdown", help="write the tables into this file, too, or between its marks (doc/performance.md)")
    parser.add_argument("--everything", action="store_true", help="with the files that MPI itself opens")
    parser.add_argument("--layers", help="RECORDER_LAYERS of all runs; the paper has posix,stdio,mpiio,hdf5")
    parser.add_argument("--keep", help="folder in which the traces stay")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    if not options.prefix or set(only) - set(NAMES):
        parser.error("--prefix is needed" if not options.prefix else "--only: unknown figure")
    keep = os.path.abspath(options.keep) if options.keep else None
    if keep:
        os.makedirs(keep, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="recorder-bench-") as place:
        bench = Workbench(os.path.abspath(options.prefix), place, keep, options.everything, options.layers)
        run(bench, options.output, options.quick, only, options.markdown)


if __name__ == "__main__":
    sys.exit(main())
