# SPDX-License-Identifier: BSD-3-Clause
# What the figures have in common: building the programs, running them plain and traced, the sizes of what comes out,
# and tables that are printed, kept as JSON and written as Markdown.
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import trace_sections            # noqa: E402

# Sections that do not say which calls were made: the paper's sizes leave them out, too (section 5.1). All others do,
# whatever a later format adds.
NOT_CALLS = re.compile(r"metadata|functions|cfg-index|processes|(times|clock).*")
SWITCH = "RECORDER_PATTERNS"
KINDS = ("loops", "offsets", "names", "ranks", "side")
# Variable with the compiler's flags that each program needs; None: none, but MPI.
PROGRAMS = {"ior": None, "finalize": None, "flash": "HDF5_FLAGS", "pnetcdf": "PNETCDF_FLAGS"}
MARKS = ("<!-- tables of figures.py -->", "<!-- end of the tables -->")
LIMIT = 600                      # seconds that one run may take


class Missing(Exception):
    """What a figure needs and this machine has not."""


class Table:
    """Rows of numbers under a title; `about` says what was measured."""

    def __init__(self, name, title, about, columns):
        self.name, self.title, self.about, self.columns = name, title, about, columns
        self.rows, self.facts = [], []

    def add(self, cells, **facts):
        """One line of the table; `facts` go into the JSON only."""
        self.rows.append([self.shown(c) for c in cells])
        self.facts.append({**dict(zip(self.columns, cells)), **facts})

    @staticmethod
    def shown(cell):
        if cell is None:
            return "-"
        return f"{cell:.3g}" if isinstance(cell, float) and abs(cell) < 10 else \
            f"{cell:.1f}" if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)

    def text(self):
        lines = [self.columns] + self.rows
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.columns))]
        table = ["  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip()
                 for line in lines]
        return "\n".join([f"{self.title}. {self.about}"] + table)

    def markdown(self):
        lines = ["| " + " | ".join(cells) + " |" for cells in [self.columns, ["---"] * len(self.columns)] + self.rows]
        return "\n".join([f"**{self.title}.** {self.about}", ""] + lines) + "\n"

    def save(self, folder):
        with open(os.path.join(folder, self.name + ".json"), "w", encoding="utf-8") as file:
            json.dump({"title": self.title, "about": self.about, "rows": self.facts}, file, indent=1)
            file.write("\n")


def write_markdown(tables, path):
    """Into a file of its own, or between the marks of one that has them."""
    text, before, after = "\n".join(table.markdown() for table in tables), "", ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            marked = re.fullmatch(f"(.*{re.escape(MARKS[0])}\n).*({re.escape(MARKS[1])}\n.*)", file.read(), re.S)
        if marked:
            before, after = marked.group(1) + "\n", "\n" + marked.group(2)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + text + after)


class Workbench:
    def __init__(self, prefix, place, keep=None, everything=False, layers=None):
        self.bin, self.place, self.keep = os.path.join(prefix, "bin"), place, keep
        self.everything, self.layers = everything, layers
        self.data = os.path.join(place, "data")
        self.prefix = prefix
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("RECORDER_")}
        self.env["PATH"] = self.bin + ":" + self.env.get("PATH", "")
        self.skipped, self.built, self.results = [], {}, {}
        self.mpi = self.launcher()

    def tool(self, name):
        return os.path.join(self.bin, name)

    def skip(self, what):
        """Notes and says, once, what is not measured."""
        if what not in self.skipped:
            self.skipped.append(what)
            print(f"skipped: {what}", flush=True)

    def launcher(self):
        command = (os.environ.get("MPIEXEC") or "mpiexec").split()
        if not shutil.which(command[0]) or not os.path.exists(self.tool("recorder-mpicc")):
            return None
        about = subprocess.run(command + ["--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if b"Open" in about.stdout:
            command += ["--oversubscribe", "--allow-run-as-root"]
            romio = self.romio()
            if romio:
                command += ["--mca", "io", romio]        # the MPI-IO of the paper's figures
        return command

    @staticmethod
    def romio():
        try:
            about = subprocess.run(["ompi_info"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        except FileNotFoundError:
            return None
        found = re.search(rb"MCA io: (romio\w*)", about)
        return found.group(1).decode() if found else None

    def programs(self, name):
        """The program without Recorder, and linked with it: statically where MPI and the libraries can be."""
        if name not in self.built:
            self.built[name] = self.build(name)
        return self.built[name]

    def build(self, name):
        if not self.mpi:
            raise Missing("no MPI")
        variable = PROGRAMS[name]
        flags = (os.environ.get(variable) or "").split() if variable else []
        if variable and not flags:
            raise Missing(f"{name}: no {variable}")
        plain = self.compile((os.environ.get("MPICC") or "mpicc").split(), name, "plain", flags)
        traced = [self.tool("recorder-mpicc")]
        linked = self.compile(traced + ["-static"], name, "traced", flags) or self.compile(traced, name, "traced", flags)
        if not plain or not linked:
            raise Missing(f"{name} cannot be built")
        return plain, linked

    def compile(self, compiler, name, way, flags):
        out = os.path.join(self.place, f"{name}.{way}")
        command = [*compiler, "-O2", os.path.join(HERE, name + ".c"), "-o", out, *flags]
        log = os.path.join(self.place, f"{name}.log")
        with open(log, "w", encoding="utf-8") as messages:
            done = subprocess.run(command, env=self.env, stdout=messages, stderr=subprocess.STDOUT, check=False)
        return out if done.returncode == 0 else None

    def launch(self, program, ranks, arguments, settings=None):
        """Standard output and seconds of a run in a fresh directory."""
        os.mkdir(self.data)
        command = self.mpi + ["-n", str(ranks), program, *arguments]
        start = time.monotonic()
        try:
            run = subprocess.run(command, env={**self.env, **(settings or {})}, cwd=self.data,
                                 stdout=subprocess.PIPE, timeout=LIMIT, check=True)
            return run.stdout.decode(), time.monotonic() - start
        finally:
            shutil.rmtree(self.data)

    def plain(self, name, ranks, *arguments):
        return self.launch(self.programs(name)[0], ranks, arguments)

    def timed(self, name, ranks, *arguments):
        """As plain(), but traced; the trace is thrown away."""
        trace = os.path.join(self.place, "timed.recorder")
        return self.launch(self.programs(name)[1], ranks, arguments, {"RECORDER_TRACE": trace})

    def traced(self, name, ranks, *arguments, everything=False, **settings):
        """The facts of a traced run; one that was made before is not made again. Without `everything`, no calls on files
        that MPI itself opens when it starts, which are not the same in each run."""
        everything = everything or self.everything
        key = (name, ranks, arguments, everything, tuple(sorted(settings.items())))
        if key not in self.results:
            trace = f"{len(self.results):03}-{name}-{ranks}.recorder"
            chosen = {**settings, "RECORDER_TRACE": self.path(trace)}
            if not everything:
                chosen["RECORDER_INCLUDE"] = self.data
            if self.layers:
                chosen["RECORDER_LAYERS"] = self.layers
            _, seconds = self.launch(self.programs(name)[1], ranks, arguments, chosen)
            self.results[key] = {"program": name, "ranks": ranks, "arguments": list(arguments), "settings": settings,
                                 "everything": everything, "seconds": round(seconds, 3), "trace": trace,
                                 **self.sizes(self.path(trace))}
        return self.results[key]

    def path(self, trace):
        return os.path.join(self.keep or self.place, trace)

    def sizes(self, trace):
        """What is in a trace: bytes of the sections, of all that say which calls were made, and before compression."""
        out = subprocess.run([self.tool("recorder-info"), "--json", trace], stdout=subprocess.PIPE, check=True,
                             env=self.env).stdout
        about, sections = json.loads(out), {}
        for section in about["sections"]:
            sections[section["name"]] = sections.get(section["name"], 0) + section["bytes"]
        structure = [s for s in about["sections"] if not NOT_CALLS.fullmatch(s["name"])]
        return {"calls": about["calls"], "bytes": os.path.getsize(trace), "sections": sections,
                "structure": sum(s["bytes"] for s in structure), "raw": sum(s["raw_bytes"] for s in structure),
                **self.behaviours(trace, about)}

    def behaviours(self, trace, about):
        """Unique grammars, and different sets of them that ranks use; None where the format says it in a new way."""
        found = trace_sections.sections_of(trace)
        cfgs = trace_sections.Cursor(found["cfg"][0]).varint()
        if "behaviours" in about:
            return {"cfgs": cfgs, "behaviours": about["behaviours"]}
        try:
            return {"cfgs": cfgs, "behaviours": self.classes(found["cfg-index"][0], about["ranks"])}
        except (IndexError, ValueError):
            self.skip("number of behaviours: the section cfg-index is not as this program knows it")
            return {"cfgs": cfgs, "behaviours": None}

    @staticmethod
    def classes(index, ranks):
        cursor, seen, covered = trace_sections.Cursor(index), set(), 0
        for _ in range(cursor.varint()):
            covered += cursor.varint()
            seen.add(tuple((cursor.varint(), *(cursor.varint() for _ in range(cursor.varint())))
                           for _ in range(cursor.varint())))
        if covered != ranks or cursor.at != len(index):
            raise ValueError("not the known form")
        return len(seen)

    def switches(self):
        """The kinds of patterns that the runtime can leave out, by recorder(7)."""
        for page in glob.glob(os.path.join(self.prefix, "share", "man", "man7", "recorder.7*")):
            with open(page, encoding="utf-8", errors="replace") as file:
                entry = re.search(rf"^\.It Ev {SWITCH}\b.*?(?=^\.It Ev |^\.El|^\.S[hs] )", file.read(), re.M | re.S)
            if entry:
                return [kind for kind in KINDS if re.search(rf"\b{kind}\b", entry.group())]
        self.skip(f"patterns switched off in turn: recorder(7) knows no {SWITCH}")
        return []

    def variants(self):
        """Column title -> settings: everything on, then each kind of pattern off in turn."""
        kinds = self.switches()
        found = {"ours": {}}
        for kind in kinds:
            found["no " + kind] = {SWITCH: ",".join(k for k in kinds if k != kind) or "none"}
        return found
