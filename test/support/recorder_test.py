# SPDX-License-Identifier: BSD-3-Clause
# What every integration test needs: the installed tree, building a program in each way of linking,
# running it traced and untraced, the oracles, and a tally of what failed.
"""A test is a script:   with Test() as t: ...   Exit status 0 passed, 1 failed, 77 skipped."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import compare_raw                        # noqa: E402  (after the path is set)
import compare_strace                     # noqa: E402
import strace_log                         # noqa: E402
import trace_model                        # noqa: E402
from trace_model import Failure           # noqa: E402

PROGRAMS = os.path.join(HERE, "..", "integration", "programs")
WAYS = ("static", "dynamic", "preload")
MAGIC = b"\x89RECORD\n"
Result = collections.namedtuple("Result", "rc out err traces cwd strace")


class Skip(Exception):
    pass


def prefix():
    for variable in ("PREFIX_STAGE", "RECORDER_PREFIX"):
        if os.environ.get(variable):
            return os.environ[variable]
    found = shutil.which("recorder-run")
    if not found:
        raise Skip("no installed tree: set RECORDER_PREFIX")
    return os.path.dirname(os.path.dirname(found))


def installed(name):
    """A file of the installed tree below bin or lib."""
    for folder in ("bin", "lib", "lib64", "lib/x86_64-linux-gnu"):
        path = os.path.join(prefix(), folder, name)
        if os.path.exists(path):
            return path
    raise Skip(f"{name} is not installed")


def clean_environment():
    """The environment of every run: no setting of the caller's, English messages."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("RECORDER_")}
    for variable in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "LD_PRELOAD"):
        env.pop(variable, None)
    env.update(LC_ALL="C", PATH=os.path.join(prefix(), "bin") + ":" + env.get("PATH", ""))
    return env



def with_library(place, source):
    """(way, program) for each way that a program with a library of its own can be traced; the library is the same source with LIBRARY defined."""
    path = os.path.join(PROGRAMS, source)
    cc = (os.environ.get("CC") or "gcc").split()
    name = source[:-2]
    subprocess.run([*cc, "-DLIBRARY", "-shared", "-fPIC", path, "-o", os.path.join(place, f"lib{name}.so"), "-lpthread"], check=True)
    for way in ("dynamic", "preload"):
        compiler = [installed("recorder-cc")] if way == "dynamic" else cc
        program = os.path.join(place, f"{name}.{way}")
        subprocess.run([*compiler, path, "-o", program, f"-L{place}", f"-l{name}", f"-Wl,-rpath,{place}"], check=True,
                       env=clean_environment())
        yield way, program


class Test:
    """A scratch directory, a list of failures, and the ways to run things."""

    def __init__(self):
        self.failures = []
        self.checks = 0
        self.dir = None
        self.count = 0
        self.started = time.time()

    def __enter__(self):
        self.dir = tempfile.mkdtemp(prefix="recorder-test-")
        return self

    def __exit__(self, kind, error, trace):
        if os.environ.get("RECORDER_TEST_KEEP"):
            print(f"kept {self.dir}")
        else:
            shutil.rmtree(self.dir, ignore_errors=True)
        if kind is Skip:
            print(f"skipped: {error}")
            sys.exit(77)
        if kind is Failure:
            self.fail(str(error))
        elif kind is not None:
            return False
        seconds = time.time() - self.started
        print(f"{self.checks} checks, {len(self.failures)} failed, {seconds:.1f} s")
        sys.exit(1 if self.failures else 0)

    def fail(self, message):
        self.failures.append(message)
        print("FAILED " + message, flush=True)

    def check(self, condition, message):
        self.checks += 1
        if not condition:
            self.fail(message)
        return bool(condition)

    def equal(self, have, want, what):
        if have != want:
            return self.check(False, f"{what}: {short(have)} instead of {short(want)}")
        return self.check(True, what)

    def oracle(self, what, function, *arguments, **named):
        """Runs an oracle; its failure is this test's. Returns the oracle's result, or None."""
        try:
            result = function(*arguments, **named)
        except Failure as failure:
            self.check(False, f"{what}: {failure}")
            return None
        self.checks += 1
        return result

    def fresh(self, name="work"):
        """A new empty directory."""
        self.count += 1
        path = os.path.join(self.dir, f"{name}.{self.count}")
        os.mkdir(path)
        return path

    def build(self, source, way="plain", flags=(), name=None):
        """Compiles programs/SOURCE plain, or linked with Recorder (static, dynamic)."""
        path = source if os.path.isabs(source) else os.path.join(PROGRAMS, source)
        out = os.path.join(self.dir, (name or os.path.basename(source).split(".")[0]) + "." + way)
        if os.path.exists(out):
            return out
        libraries = [f for f in flags if f.startswith("-l")]
        command = compiler(path, way) + ["-O1", "-pthread", *flags, path, "-o", out, *libraries]
        if way == "static":
            command[1:1] = ["-static"]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             env=clean_environment(), check=False)
        if run.returncode != 0:
            raise Failure(f"{' '.join(command)}\n{run.stdout.decode(errors='replace')[-2000:]}")
        return out

    def run(self, command, cwd=None, env=None, stdin=b"", timeout=120, files=False, preexec=None):
        """Runs a program untraced; `files`: its standard input and output are files in cwd."""
        cwd = cwd or self.fresh()
        environment = clean_environment()
        environment.update(env or {})
        if files:
            return self.run_with_files(command, cwd, environment, stdin, timeout)
        run = subprocess.run(command, cwd=cwd, env=environment, input=stdin, timeout=timeout,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=preexec,
                             check=False)
        return Result(run.returncode, run.stdout, run.stderr, [], cwd, None)

    @staticmethod
    def run_with_files(command, cwd, environment, stdin, timeout):
        with open(os.path.join(cwd, "stdin"), "wb") as file:
            file.write(stdin)
        out = os.path.join(cwd, "stdout")
        with open(os.path.join(cwd, "stdin"), "rb") as source, open(out, "wb") as sink:
            run = subprocess.run(command, cwd=cwd, env=environment, stdin=source, stdout=sink,
                                 stderr=subprocess.PIPE, timeout=timeout, check=False)
        with open(out, "rb") as file:
            return Result(run.returncode, file.read(), run.stderr, [], cwd, None)

    def traced(self, command, way, cwd=None, env=None, raw=True, strace=False, **named):
        """Runs a program traced; `command` was built for `way`, or is run under recorder-run."""
        place = self.fresh("trace")
        settings = {"RECORDER_TRACE": os.path.join(place, "t.recorder")}
        if raw:
            settings["RECORDER_RAW_LOG"] = "1"
        settings.update(env or {})
        command = list(command)
        if way == "preload":
            command = [installed("recorder-run")] + command
        log = os.path.join(place, "strace")
        if strace:
            command = strace_log.COMMAND + ["-e", "trace=" + strace_log.TRACED, "-o", log] + command
        result = self.run(command, cwd=cwd, env=settings, **named)
        return result._replace(traces=traces_in(place), strace=log if strace else None)

    def same_run(self, what, untraced, traced, output=True, messages=True):
        """A traced run must not differ from the untraced one."""
        self.equal(traced.rc, untraced.rc, f"{what}: exit status")
        if output:
            self.equal(traced.out, untraced.out, f"{what}: standard output")
        if messages:
            self.equal(traced.err, untraced.err, f"{what}: standard error")

    def lossless(self, what, result):
        """The raw log oracle on every trace of a run; returns the number of calls."""
        self.check(result.traces, f"{what}: there is no trace")
        calls = 0
        for trace in result.traces:
            calls += self.oracle(f"{what}: raw log", compare_raw.compare, trace) or 0
        return calls

    def checked(self, what, command, way, untraced, strace=False, **named):
        """A traced run that must be like the untraced one, its trace judged by the oracles; returns the run."""
        result = self.traced(command, way, strace=strace, **named)
        self.same_run(what, untraced, result)
        self.lossless(what, result)
        if strace:
            self.complete(what, result)
        return result

    def complete(self, what, result, directory=None):
        """The strace oracle on a run; returns the number of operations."""
        found = self.oracle(f"{what}: strace", compare_strace.compare, directory or result.cwd,
                            result.strace, result.traces)
        return found[0] if found else 0


def trace_of(result):
    """The trace of a run that makes one."""
    if not result.traces:
        raise Failure(f"there is no trace; exit {result.rc}, stderr {short(result.err)}")
    return result.traces[0]


def short(value):
    text = repr(value)
    return text if len(text) < 400 else text[:200] + " ... " + text[-200:]


def compiler(path, way):
    """The compiler for a source file, Recorder's wrapper of it for a traced link."""
    extension = os.path.splitext(path)[1]
    kind, variable, plain = {".c": ("recorder-cc", "CC", "gcc"), ".cpp": ("recorder-c++", "CXX", "g++"),
                             ".f90": ("recorder-fc", "FC", "gfortran")}[extension]
    command = os.environ.get(variable) or plain
    if way != "plain":
        return [installed(kind)]
    if not shutil.which(command.split()[0]):
        raise Skip(f"no compiler for {extension}")
    return command.split()


def traces_in(directory):
    """All trace files below a directory, by their first bytes; RECORDER_TRACE's own before its children's."""
    found = []
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.isfile(path):
                continue                      # a fifo, a link to nothing
            with open(path, "rb") as file:
                if file.read(len(MAGIC)) == MAGIC:
                    found.append((len(name), os.stat(path).st_mtime_ns, path))
    return [path for _, _, path in sorted(found)]


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is not installed")


def can_strace():
    if not shutil.which("strace"):
        return False
    return subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def plain_name(func):
    """open64 and __open64_2 -> open: the name in a source file, whatever the headers make of it."""
    name = re.sub(r"^__isoc(99|23)_", "", func)
    name = re.sub(r"^_IO_", "", name)
    name = re.sub(r"^__(f|l|)xstat", r"__\1xstat", name)
    if name.startswith("__") and (name.endswith("_chk") or name.endswith("_2")):
        name = re.sub(r"(_chk|_2)$", "", name)[2:]
    name = name.replace("64v2", "2")
    name = re.sub(r"^readdir64_r$", "readdir_r", re.sub(r"^fts64_", "fts_", name))
    return name if name in ("getdents64",) else re.sub(r"64$", "", name)


# Path parts that differ between runs of one program, for comparing traces of different runs.
VARYING = re.compile(r"(?<=tmp)[.A-Za-z0-9]{6,7}|(?<=dir\.)[A-Za-z0-9]{6}|(?<=/recorder-test-)\d+|(?<=/#)\d+")


def comparable(record, cwd):
    """A record without what legitimately differs between two runs of one program."""
    def value(v):
        if isinstance(v, dict):
            return {k: value(x) for k, x in v.items()}
        if isinstance(v, list):
            return [value(x) for x in v]
        if isinstance(v, str):
            return VARYING.sub("*", v.replace(cwd, "."))
        return v
    return (record["thread"], record["depth"], record["layer"], plain_name(record["func"]),
            value(record["args"]), value(record["ret"]), record["errno"], value(record["file"]))
