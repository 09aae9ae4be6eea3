#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The benchmark: time that tracing adds to a call, trace bytes per call, time of MPI_Finalize by ranks, and
# speed of the readers. Traced and untraced calls alternate in one process; medians are shown. Then the paper's figures
# (figures.py). `--help` for the options.
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import figures
import workbench

HERE = os.path.dirname(os.path.abspath(__file__))
# loop, calls of the full run, budget of added ns a call (None: no promise), further settings
LOOPS = [("pwrite", 1000000, 60, {}), ("lseek_write", 1000000, 60, {}), ("fwrite8", 2000000, 60, {}),
         ("pread_random", 500000, 250, {}), ("nested", 1000000, 60, {}),
         ("open_write_close", 150000, None, {}),
         ("mesh", 1000000, 60, {}), ("numbered_files", 150000, None, {}),
         ("pwrite", 1000000, None, {"RECORDER_LAYERS": "stdio"})]


class Bench:
    def __init__(self, options, place):
        self.options, self.place = options, place
        self.bin = os.path.join(options.prefix, "bin")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("RECORDER_")}
        self.env["PATH"] = self.bin + ":" + self.env.get("PATH", "")
        self.report = {"loops": [], "finalize": [], "readers": [], "callgrind": [], "layers": []}

    def tool(self, name):
        return os.path.join(self.bin, name)

    def build(self, source, out, compiler, *flags):
        path = os.path.join(self.place, out)
        subprocess.run([*compiler, "-O2", os.path.join(HERE, source), "-o", path, *flags],
                       check=True, env=self.env, stderr=subprocess.STDOUT)
        return path

    def run(self, command, settings=None):
        """Standard output of a run; its trace is PLACE/bench.recorder."""
        env = dict(self.env, RECORDER_TRACE=os.path.join(self.place, "bench.recorder"),
                   RECORDER_INCLUDE="/dev", **(settings or {}))
        run = subprocess.run(command, env=env, cwd=self.place, stdout=subprocess.PIPE, check=True)
        return run.stdout.decode()

    def programs(self):
        """By kind of link: the commands of the program without Recorder, and with it."""
        cc = (os.environ.get("CC") or "gcc").split()
        plain = self.build("loops.c", "loops.plain", cc)
        static = self.build("loops.c", "loops.static", [self.tool("recorder-cc"), "-static", "-DSTATIC_LINK"])
        return {"static": [static], "preload": [self.tool("recorder-run"), plain]}

    def loop(self, way, command, name, count, budget, settings):
        count = max(24000, count // self.options.divide)
        out = self.run(command + [name, str(count), "pairs"], settings)
        untraced, traced, added = map(float, out.split())
        row = {"loop": name + (" (layer off)" if settings else ""), "way": way, "calls": count,
               "untraced_ns": round(untraced, 1), "traced_ns": round(traced, 1), "added_ns": round(added, 1),
               "ratio": round(traced / untraced, 2), "budget_ns": budget,
               "bytes_per_call": {} if settings else self.sizes(count)}
        self.report["loops"].append(row)
        return row

    def sizes(self, count):
        """Bytes a call by section, of the trace just written."""
        out = subprocess.run([self.tool("recorder-info"), "--json", os.path.join(self.place, "bench.recorder")],
                             stdout=subprocess.PIPE, check=True, env=self.env).stdout
        found = {}
        for section in json.loads(out)["sections"]:
            found[section["name"]] = round(section["bytes"] / count, 4)
        return found

    def loops(self):
        print(f"{'loop':28}{'link':9}{'untraced':>9}{'traced':>9}{'added':>8}{'budget':>8}{'ratio':>7}"
              f"   trace bytes a call: times, rest")
        for way, command in self.programs().items():
            for name, count, budget, settings in LOOPS:
                row = self.loop(way, command, name, count, budget, settings)
                sizes = row["bytes_per_call"]
                times = sum(v for k, v in sizes.items() if k.startswith("times"))
                rest = sum(v for k, v in sizes.items() if not k.startswith("times"))
                print(f"{row['loop']:28}{way:9}{row['untraced_ns']:9.1f}{row['traced_ns']:9.1f}"
                      f"{row['added_ns']:8.1f}{row['budget_ns'] or '':>8}{row['ratio']:7.2f}   "
                      + (f"{times:.2f}, {rest:.4f}" if sizes else "-"), flush=True)

    def times(self):
        """Bytes that the times take, beside those of earlier formats and the entropy, in each mode."""
        program = self.build("loops.c", "loops.times", [self.tool("recorder-cc")])
        tool = os.path.join(os.environ.get("builddir") or ".", "test", "bench", "times_bench")
        if not os.path.exists(tool):
            print("\nno times_bench: times not measured")
            return
        count, traces, sizes = 400000 // self.options.divide, [], []
        for name in dict.fromkeys(loop[0] for loop in LOOPS):
            row = {"loop": name, "calls": count}
            for mode in ("bounded:5", "statistics", "none", "exact"):
                self.run([program, name, str(count)], {"RECORDER_TIMES": mode})
                row[mode] = self.sizes(count)["times"]
                if mode in ("exact", "bounded:5"):  # of bounded times the entropy is that of the levels in use
                    to = os.path.join(self.place, name if mode == "exact" else f"{name} bounded")
                    traces.append(shutil.copy(os.path.join(self.place, "bench.recorder"), to))
            sizes.append(row)
        found = os.path.join(self.place, "times.json")
        print("\n" + subprocess.run([tool, "--json", found] + traces, stdout=subprocess.PIPE, check=True).stdout.decode())
        print("times, bytes a call         exact bounded:5 statistics      none")
        for row in sizes:
            print(f"{row['loop']:22}{row['exact']:11.3f}{row['bounded:5']:10.3f}{row['statistics']:11.4f}{row['none']:10.3f}")
        with open(found, encoding="utf-8") as file:
            self.report["times"] = {"baselines": json.load(file), "modes": sizes}

    def layers(self):
        """The upper layers, in a dynamic link on one rank."""
        if not os.path.exists(self.tool("recorder-mpicc")):
            return
        print("\nupper layers                  untraced   traced    added  (ns a call; budget 100 and the copy of arrays)")
        for name in ("", "HDF5", "NETCDF"):
            flags = (os.environ.get(name + "_FLAGS") or "").split() if name else []
            if name and not flags:
                continue
            program = self.build("layers.c", "layers" + name, [self.tool("recorder-mpicc")],
                                 *([f"-DHAVE_{name}"] if name else []), *flags, "-ldl")
            linked = subprocess.run(["ldd", program], stdout=subprocess.PIPE, check=True, env=self.env).stdout.decode()
            library = re.search(rf"\s(lib{name.lower()}\S*\.so\S*)", linked).group(1) if name else ""
            out = self.run(self.launcher() + ["-n", "1", program, str(100000 // self.options.divide), *filter(None, [library])])
            for line in out.splitlines():
                what, *numbers = line.split()
                untraced, traced, added = map(float, numbers)
                self.report["layers"].append({"call": what, "untraced_ns": untraced, "traced_ns": traced, "added_ns": added})
                print(f"{what:28}{untraced:10.1f}{traced:9.1f}{added:9.1f}", flush=True)

    def launcher(self):
        launcher = (os.environ.get("MPIEXEC") or "mpiexec").split()
        about = subprocess.run(launcher + ["--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout
        return launcher + (["--oversubscribe", "--allow-run-as-root"] if b"Open" in about else [])

    def finalize(self):
        """MPI_Finalize, by ranks; the ranks behave alike, so it should hardly grow."""
        launcher = (os.environ.get("MPIEXEC") or "mpiexec").split()
        mpicc = (os.environ.get("MPICC") or "mpicc").split()
        if not shutil.which(mpicc[0]) or not shutil.which(launcher[0]) or \
                not os.path.exists(self.tool("recorder-mpicc")):
            print("\nno MPI: MPI_Finalize not measured")
            return
        launcher = self.launcher()
        plain = self.build("finalize.c", "finalize.plain", mpicc)
        traced = self.build("finalize.c", "finalize.traced", [self.tool("recorder-mpicc")])
        print("\nMPI_Finalize of rank 0 in ms, each rank made 100,000 calls\nranks  untraced   traced  trace bytes")
        for ranks in (1, 2, 4):
            times = ([], [])
            for _ in range(3):
                for side, program in enumerate((plain, traced)):
                    out = self.run(launcher + ["-n", str(ranks), program, "/dev/null", "100000"])
                    times[side].append(float(out))
            size = os.path.getsize(os.path.join(self.place, "bench.recorder"))
            row = {"ranks": ranks, "untraced_ms": statistics.median(times[0]),
                   "traced_ms": statistics.median(times[1]), "trace_bytes": size}
            self.report["finalize"].append(row)
            print(f"{ranks:5}{row['untraced_ms']:10.1f}{row['traced_ms']:9.1f}{size:13}", flush=True)

    def readers(self):
        command = self.programs()["static"]
        print("\nreader          trace          records/s")
        for name, count in (("pwrite", 500000), ("pread_random", 500000)):
            count //= self.options.divide
            self.run(command + [name, str(count)])
            for reader in ("recorder2text", "recorder2json"):
                start = time.monotonic()
                subprocess.run([self.tool(reader), os.path.join(self.place, "bench.recorder")],
                               stdout=subprocess.DEVNULL, check=True, env=self.env)
                rate = count / (time.monotonic() - start)
                self.report["readers"].append({"reader": reader, "trace": name, "records_per_s": round(rate)})
                print(f"{reader:15} {name:12}{rate:12.0f}", flush=True)

    def callgrind(self):
        """Instructions a call, from two runs of different length; exact and repeatable."""
        if not shutil.which("valgrind"):
            print("\nvalgrind is not installed: no instruction counts")
            return
        print("\ninstructions a call, with the loop's own and the C library's (callgrind)\nloop                   untraced   traced    added")
        programs = self.programs()
        plain = self.build("loops.c", "loops.plain-static", (os.environ.get("CC") or "gcc").split(), "-static", "-DPLAIN")
        for name, _, _, settings in LOOPS:
            per_call = []
            for command in ([plain], programs["static"]):
                low, high = (self.instructions(command, name, n, settings) for n in (9600, 28800))
                per_call.append((high - low) / (28800 - 9600))
            row = {"loop": name + (" (layer off)" if settings else ""), "untraced": round(per_call[0], 1),
                   "traced": round(per_call[1], 1), "added": round(per_call[1] - per_call[0], 1)}
            self.report["callgrind"].append(row)
            print(f"{row['loop']:22}{row['untraced']:9.1f}{row['traced']:9.1f}{row['added']:9.1f}", flush=True)

    def instructions(self, program, name, count, settings):
        env = dict(self.env, RECORDER_TRACE=os.path.join(self.place, "callgrind.recorder"),
                   RECORDER_INCLUDE="/dev", **settings)
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                              "--toggle-collect=run_loop", *program, name,
                              str(count)], env=env, cwd=self.place, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=True)
        return int(re.search(rb"Collected : (\d+)", run.stderr).group(1))


def main():
    parser = argparse.ArgumentParser(description="Measures what tracing costs.")
    parser.add_argument("--prefix", default=os.environ.get("PREFIX_STAGE"), help="the installed tree")
    parser.add_argument("--output", default="bench.json", help="where the numbers go as JSON")
    parser.add_argument("--quick", action="store_true", help="a tenth of the calls")
    parser.add_argument("--times", action="store_true", help="only the bytes of times")
    parser.add_argument("--callgrind", action="store_true", help="instruction counts instead of times")
    parser.add_argument("--figures", action="store_true", help="the paper's figures only")
    parser.add_argument("--figures-output", default="bench", help="folder for the figures' JSON files")
    options = parser.parse_args()
    if not options.prefix:
        parser.error("--prefix is needed")
    options.prefix = os.path.abspath(options.prefix)
    options.divide = 10 if options.quick else 1
    with tempfile.TemporaryDirectory(prefix="recorder-bench-") as place:
        if not options.figures:
            measure(options, place)
        if not options.callgrind and not options.times:
            figures.run(workbench.Workbench(options.prefix, place), options.figures_output, options.quick)


def measure(options, place):
    """What a call costs, and the rest of this file."""
    bench = Bench(options, place)
    if options.callgrind:
        bench.callgrind()
    elif options.times:
        bench.times()
    else:
        print("nanoseconds of processor time a call, medians of alternating chunks in one process")
        bench.loops()
        bench.times()
        bench.layers()
        bench.finalize()
        bench.readers()
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump(bench.report, file, indent=1)
        file.write("\n")
    print(f"\nnumbers: {options.output}")


if __name__ == "__main__":
    sys.exit(main())
