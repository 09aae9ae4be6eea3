#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder-coverage says of a program what a run of it then shows: every function in a trace must be one that it said would
# be seen, and the trace's own words on how Recorder was there must agree. Also what it says about calls that cannot be
# seen, about files that are no programs, and recorder-functions.
import json
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

SOURCES = os.path.join(recorder_test.PROGRAMS, "coverage")
INSIDE = {"preload": "none", "shared": "library", "trampolines": "trampolines", "static": "archive", "archive": "archive"}


def command(*words, env=None, stdin=None):
    environment = recorder_test.clean_environment()
    environment.update(env or {})
    return subprocess.run(list(words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, input=stdin,
                          universal_newlines=True, check=False)


def coverage(t, program, *options, env=None):
    """What recorder-coverage says in JSON; checked for what holds of all programs."""
    tool = recorder_test.installed("recorder-coverage")
    done = command(tool, "--json", *options, program, env=env)
    t.equal((done.returncode, done.stderr), (0, ""), f"recorder-coverage {program}")
    said = json.loads(done.stdout)
    for layer in said["layers"]:
        t.check(set(layer["seen"]) <= set(layer["used"]), f"{program}: {layer['layer']}: seen but not used")
        t.check(bool(layer["seen"]) == bool(layer["mechanisms"]), f"{program}: {layer['layer']}: seen by which way?")
    for finding in said["unseen"]:
        t.check(finding["functions"] and finding["callers"] and finding["text"].endswith(".") and
                finding["advice"].endswith("."), f"{program}: {finding}")
    text = command(tool, *options, program, env=env).stdout
    for word in ("program", "linked", "to trace it", "MPI", "layer" if said["layers"] and not said["stripped"] else ""):
        t.check(f"\n{word}" in "\n" + text, f"{program}: no {word} in the text")
    return said


def layer_of(said, name):
    return next((layer for layer in said["layers"] if layer["layer"] == name), {"seen": [], "used": [], "mechanisms": []})


def reasons(said, layer=None):
    """{reason: functions}"""
    found = {}
    for finding in said["unseen"]:
        if layer in (None, finding["layer"]):
            found.setdefault(finding["reason"], set()).update(finding["functions"])
    return found


def link(t, what, name, *arguments, env=None):
    """Compiles and links with a command of the installation, or with the compiler itself."""
    out = os.path.join(t.dir, name)
    first = recorder_test.installed(what) if what.startswith("recorder-") else what
    done = command(*first.split(), "-O0", *arguments, "-o", out, env=env)
    t.check(done.returncode == 0, f"{what} {' '.join(arguments)}: {done.stderr[-800:]}")
    return out


def agrees(t, what, said, traced, way):
    """Every function in the trace was said to be seen; and the trace says the same about itself."""
    for trace in traced.traces:
        seen = {(layer["layer"], name) for layer in said["layers"] for name in layer["seen"]}
        # What an end without a call leaves: exit has no caller that a file shows.
        ran = {(r["layer"], r["func"]) for r in trace_model.decoded(trace)} - {("posix", "exit"), ("posix", "_exit")}
        t.check(ran <= seen, f"{what}: in the trace, but said not to be seen: {sorted(ran - seen)}")
    info = trace_model.information(recorder_test.trace_of(traced))
    t.equal(info["link"], "shared" if way == "trampolines" else way, f"{what}: link")
    t.equal(info["trampolines"], way == "trampolines", f"{what}: trampolines")
    return {(entry["layer"], entry["file"]) for entry in info["libraries"]}


def has_layer(name):
    return any(line.startswith(name + "\t") for line in command(recorder_test.installed("recorder-functions")).stdout.splitlines())


# ---- our own programs, in every way

def linked_programs(t):
    cc = os.environ.get("CC") or "cc"
    program = os.path.join(SOURCES, "program.c")
    objects = [link(t, cc, name + ".o", "-c", "-fPIC", os.path.join(SOURCES, name + ".c")) for name in ("library", "questions")]
    archive = os.path.join(t.dir, "liblower.a")
    command("ar", "qcs", archive, *objects)
    shared = link(t, cc, "liblower.so", "-shared", *objects)
    path = "-Wl,-rpath," + t.dir
    return {
        "plain": (link(t, cc, "plain", program, shared, path), "preload", "preload"),
        "shared": (link(t, "recorder-cc", "shared", program, shared, path), "shared", "dynamic"),
        "trampolines": (link(t, "recorder-cc", "trampolines", program, archive), "trampolines", "dynamic"),
        "static": (link(t, "recorder-cc", "static", "-static", program, archive), "static", "dynamic"),
        "archive": (link(t, "recorder-cc", "archive", program, "-Wl,--no-as-needed", shared, path,
                         env={"RECORDER_LINK": "archive"}), "archive", "dynamic"),
        "contained": (link(t, cc, "contained", program, archive), "preload", "preload"),
    }


def check_linked(t, programs):
    for name, (path, inside, way) in programs.items():
        said = coverage(t, path)
        t.equal(said["recorder"]["inside"], INSIDE[inside], f"{name}: inside")
        t.equal(said["link"], "static" if name == "static" else "dynamic", f"{name}: link")
        t.equal(said["needs_recorder_run"], way == "preload", f"{name}: needs recorder-run")
        t.check({"open", "pwrite", "close"} <= set(layer_of(said, "posix")["seen"]), f"{name}: {layer_of(said, 'posix')}")
        traced = t.traced([path], way, raw=False)
        t.equal(traced.rc, 0, f"{name}: exit status")
        libraries = agrees(t, name, said, traced, inside)
        if name == "trampolines" and has_layer("netcdf"):
            t.check(("netcdf", "program") in libraries, f"{name}: libraries are {libraries}")
        if layer_of(said, "netcdf")["seen"]:
            check_answers(t, name, recorder_test.trace_of(traced))
    if has_layer("netcdf") and has_layer("hdf5"):
        check_upper_layers(t, {name: coverage(t, path) for name, (path, _, _) in programs.items()})


def check_answers(t, name, trace):
    """The lengths of arrays are asked of the library, whose functions for that the program itself does not use."""
    written = [r["args"] for r in trace_model.decoded(trace) if r["func"] == "nc_put_vara_int"]
    t.equal([(args["startp"], args["countp"]) for args in written], [([1, 2], [3, 4])], f"{name}: start and count")


def check_upper_layers(t, said):
    used = {"nc_open", "nc_put_vara_int", "nc_close"}
    for name, mechanism in (("plain", "interposition"), ("shared", "interposition"), ("trampolines", "trampoline"),
                            ("static", "wrap"), ("archive", "wrap")):
        layer = layer_of(said[name], "netcdf")
        t.equal((set(layer["seen"]), layer["mechanisms"]), (used, [mechanism]), f"{name}: netcdf")
    # The library's calls of HDF5 are within it; seen where it asks the loader, or where the linker could replace them.
    for name in ("plain", "shared"):
        t.equal(set(layer_of(said[name], "hdf5")["seen"]), {"H5Fopen", "H5Fclose"}, f"{name}: hdf5")
    t.equal(reasons(said["archive"], "hdf5").get("inside-library", set()), set(), "archive: hdf5 asks the loader")
    t.check("access" in reasons(said["archive"], "posix").get("wrap-only", ()), f"archive: {reasons(said['archive'])}")
    t.equal(reasons(said["contained"], "netcdf").get("contained"), used, "contained: netcdf")
    t.check(reasons(said["shared"]) == {}, f"shared: {reasons(said['shared'])}")


def check_unseen(t):
    cc = os.environ.get("CC") or "cc"
    program, library = os.path.join(SOURCES, "program.c"), os.path.join(SOURCES, "library.c")
    path = "-Wl,-rpath," + t.dir
    untraced = coverage(t, link(t, cc, "untraced", "-static", program, library))
    t.check({"open", "pwrite"} <= reasons(untraced, "posix")["not-linked"], "static without Recorder")
    t.check(untraced["needs_relinking"], "static without Recorder has to be relinked")
    own = coverage(t, link(t, cc, "own", "-DOWN", "-rdynamic", program, link(t, cc, "libown.so", "-shared", "-fPIC", library),
                           path))
    t.equal((reasons(own, "posix").get("contained"), reasons(own, "posix").get("programs-own")), ({"access"}, {"access"}),
            "a program with a function of its own")
    if not (has_layer("netcdf") and has_layer("hdf5")):
        return
    for name, flag in (("bound", "-Wl,-Bsymbolic"), ("hidden", '-DINNER=__attribute__((visibility("hidden")))')):
        lower = link(t, cc, f"lib{name}.so", "-shared", "-fPIC", flag, library)
        said = coverage(t, link(t, cc, name, program, lower, path))
        t.equal(reasons(said, "hdf5").get("inside-library"), {"H5Fopen", "H5Fclose"}, f"{name}: hdf5")
        t.equal(set(layer_of(said, "netcdf")["seen"]), {"nc_open", "nc_put_vara_int", "nc_close"}, f"{name}: netcdf")


def check_stripped(t, programs):
    """strip takes the names, but neither the note nor what the loader needs."""
    for name in ("static", "archive", "trampolines"):
        path = os.path.join(t.dir, name + ".stripped")
        command("strip", "-o", path, programs[name][0])
        said = coverage(t, path)
        t.check(said["stripped"] and said["recorder"]["inside"] == INSIDE[programs[name][1]], f"{name} stripped: {said['recorder']}")
        t.check(said["recorder"]["version"], f"{name} stripped: no version")
    missing = os.path.join(t.dir, "without")
    shutil.copy(programs["plain"][0], missing)
    os.rename(os.path.join(t.dir, "liblower.so"), os.path.join(t.dir, "liblower.off"))
    said = coverage(t, missing)
    t.check(any(note["reason"] == "library-not-found" for note in said["notes"]), f"missing library: {said['notes']}")
    opened = coverage(t, missing, "--load", os.path.join(t.dir, "liblower.off"))
    t.check("access" in layer_of(opened, "posix")["used"], "--load adds a library's calls")


# ---- MPI

def check_mpi(t):
    if not os.environ.get("MPI_NAME") or not shutil.which((os.environ.get("MPICC") or "mpicc").split()[0]):
        return
    for source in ("mpiio_basic.c", "mpiio_fortran.f90"):
        for way in ("dynamic", "preload"):
            path = mpi_runs.build(t, source, way)
            said = coverage(t, path)
            t.equal((said["mpi"]["name"], said["mpi"]["same"]), (os.environ["MPI_NAME"], True), f"{source} {way}: MPI")
            t.check("MPI_File_open" in layer_of(said, "mpiio")["used"], f"{source} {way}: mpiio is not used")
            place = t.fresh()
            traced = t.traced(mpi_runs.command(2, [path, os.path.join(place, "data")], way), "dynamic", cwd=place, raw=False)
            ran = {r["func"] for trace in traced.traces for r in trace_model.decoded(trace) if r["layer"] == "mpiio"}
            seen = set(layer_of(said, "mpiio")["seen"])
            t.equal(ran - seen, set(), f"{source} {way}: in the trace, but said not to be seen")
            t.check(bool(ran) == bool(seen), f"{source} {way}: said to be seen: {sorted(seen)}, seen: {sorted(ran)}")
    other = {"openmpi": "mpicc.mpich", "mpich": "mpicc.openmpi"}.get(os.environ["MPI_NAME"])
    if other and shutil.which(other):
        said = coverage(t, link(t, other, "other-mpi", os.path.join(recorder_test.PROGRAMS, "mpi", "mpiio_basic.c")))
        t.check(not said["mpi"]["same"] and "MPI_File_open" in reasons(said, "mpiio").get("other-mpi", ()), f"{said['mpi']}")


# ---- programs of the distribution

def check_real_programs(t):
    place = t.fresh("real")
    with open(os.path.join(place, "a.cdl"), "w", encoding="ascii") as cdl:
        cdl.write("netcdf a { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }\n")
    cases = [["ncgen", "-k", "nc4", "-o", "a.nc", "a.cdl"], ["ncdump", "a.nc"], ["h5dump", "a.nc"], ["cp", "a.cdl", "b.cdl"],
             [sys.executable, "-S", "-c", "import os; os.stat('a.cdl'); open('c', 'w').write('x')"], ["sort", "a.cdl"]]
    for words in cases:
        if not shutil.which(words[0]):
            continue
        program = shutil.which(words[0])
        said = coverage(t, os.path.realpath(program))
        t.equal((said["link"], said["recorder"]["inside"]), ("dynamic", "none"), words[0])
        agrees(t, words[0], said, t.traced(words, "preload", cwd=place, raw=False), "preload")
    if shutil.which("lmp"):
        said = coverage(t, "lmp")
        t.check(said["mpi"]["name"] and layer_of(said, "posix")["used"], f"lmp: {said['mpi']}")


# ---- what is no program

def check_mistakes(t):
    tool = recorder_test.installed("recorder-coverage")
    place = t.fresh("mistakes")

    def file(name, content):
        path = os.path.join(place, name)
        with open(path, "wb") as out:
            out.write(content)
        return path

    with open(shutil.which("ls"), "rb") as program:
        elf = program.read()
    other = bytearray(elf)
    other[18:20] = (0x1234).to_bytes(2, sys.byteorder)
    cases = (file("script", b"#!/usr/bin/env python3\n"), file("empty", b""), file("text", b"hello\n"), file("cut", elf[:900]),
             file("elsewhere", bytes(other)), os.path.join(place, "nothing"), place,
             recorder_test.installed("librecorder.so"), recorder_test.installed("librecorder.a"))
    for path in cases:
        done = command(tool, path)
        t.equal((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), f"{path}: {done.stderr}")
        t.check(done.stderr.startswith("recorder-coverage: "), done.stderr)
    for words in ([], ["a", "b"], ["--nonsense", "a"]):
        t.equal(command(tool, *words).returncode, 2, f"recorder-coverage {words}")
    # A file that claims nonsense about itself.
    for at in range(16, len(elf), len(elf) // 60):
        damaged = bytearray(elf)
        damaged[at:at + 8] = b"\xff" * 8
        done = command(tool, file("damaged", bytes(damaged)))
        t.check(done.returncode in (0, 1), f"damaged at {at}: {done.returncode} {done.stderr}")


def check_functions(t):
    tool = recorder_test.installed("recorder-functions")
    lines = command(tool).stdout.splitlines()
    t.check("posix\tpwrite\tunistd.h" in lines and "stdio\tfgetwc\twchar.h" in lines, f"{lines[:5]}")
    listed = json.loads(command(tool, "--json").stdout)
    t.equal(["\t".join((each["layer"], each["function"], each["header"])) for each in listed], lines, "--json")
    some = command(tool, "--layer", "stdio").stdout.splitlines()
    t.equal(some, [line for line in lines if line.startswith("stdio\t")], "--layer stdio")
    t.equal(sorted(command(tool, "--layer=posix,stdio").stdout.splitlines()),
            sorted(line for line in lines if line.startswith(("posix\t", "stdio\t"))), "--layer=posix,stdio")
    for words, status in ((("--layer", "nonsense"), 1), (("--nonsense",), 2), (("--layer",), 2), (("extra",), 2)):
        done = command(tool, *words)
        t.equal((done.returncode, done.stdout, done.stderr.count("\n")), (status, "", 1), f"recorder-functions {words}")


with Test() as t:
    check_functions(t)
    recorder_test.installed("recorder-coverage")
    PROGRAMS = linked_programs(t)
    check_linked(t, PROGRAMS)
    check_stripped(t, PROGRAMS)
    check_unseen(t)
    check_mpi(t)
    check_real_programs(t)
    check_mistakes(t)
