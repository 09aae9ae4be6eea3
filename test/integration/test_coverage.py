#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Four lists must agree for every layer: what its library exports, what its headers declare, what the linker is told to
# wrap, and what the function table names. Differences that are meant are in wrap/names/exceptions.txt.
import collections
import fnmatch
import os
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402

SOURCE = os.environ.get("srcdir") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BUILD = os.environ.get("builddir") or "."

# A library with headers of its own: its layers, the variables of config.mk that hold its flags, the files, the headers,
# what public names look like.
Library = collections.namedtuple("Library", "layers flags files headers names")
LIBRARIES = (
    Library(("mpiio", "mpi"), "", r"libmpi(ch)?\.", ("mpi.h",), r"MPI(X|_T)?_\w+"),
    Library(("hdf5",), "HDF5_HL_FLAGS", r"libhdf5(_hl)?(_serial|_openmpi|_mpich)?(_hl)?\.", ("hdf5.h", "hdf5_hl.h"),
            r"H5[A-Z]{0,3}[a-z]\w*"),
    Library(("netcdf",), "NETCDF_FLAGS", r"libnetcdf(_mpi)?\.",
            ("netcdf.h", "netcdf_par.h", "netcdf_mem.h", "netcdf_filter.h", "netcdf_aux.h"), r"nc\w+"),
    Library(("pnetcdf",), "PNETCDF_FLAGS", r"libpnetcdf\.", ("pnetcdf.h",), r"ncmpi_\w+"))
# What headers and compilers make of a name, according to how a program is compiled.
VARIANTS = ("{}64", "__{}_chk", "__isoc99_{}", "__isoc23_{}", "{}_unlocked", "__{}_2", "__{}64_2", "{}64v2")


def output(*command, text=None, **named):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, input=text, check=False,
                          universal_newlines=True, **named).stdout


def configured():
    """The variables of config.mk."""
    path = os.path.join(BUILD, "config.mk")
    if not os.path.exists(path):
        raise recorder_test.Skip("no build folder: set builddir")
    with open(path, encoding="utf-8") as lines:
        return dict(re.findall(r"^(\w+) = (.*)$", lines.read(), re.M))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def exported(path):
    """The functions that other files find in a library."""
    dynamic = [] if path.endswith(".a") else ["-D"]
    words = [line.split() for line in output("nm", *dynamic, "--defined-only", path).splitlines()]
    return {w[-1].split("@")[0] for w in words if len(w) >= 3 and w[-2] in "TWi"}


def linked_files(compiler, flags):
    """The files that the linker takes for these flags."""
    command = compiler + ["-shared", "-o", os.devnull, "-Wl,--no-as-needed", "-Wl,-t"] + flags
    return sorted({os.path.realpath(line) for line in output(*command).split() if os.path.exists(line)})


def preprocessed(config, flags, headers):
    """Headers as the compiler sees them; those that are not there are left out."""
    compiler, flags = shlex.split(config["CC"]), flags + shlex.split(config["MPI_CPPFLAGS"])
    text = "".join(f"#if __has_include(<{h}>)\n#include <{h}>\n#endif\n" for h in headers)
    options = ["-E", "-O2", "-D_GNU_SOURCE", "-D_FORTIFY_SOURCE=2", "-xc", "-"]
    return output(*compiler, *[f for f in flags if f[:2] in ("-I", "-D")], *options, text=text)


class Exceptions:
    """wrap/names/exceptions.txt"""

    def __init__(self, t):
        self.lines = []
        text = read(os.path.join(SOURCE, "wrap", "names", "exceptions.txt"))
        for line in re.sub(r"#.*", "", text).splitlines():
            words = line.split(None, 3)
            if words and t.check(len(words) == 4 and words[0] in ("unwrapped", "undeclared"), f"exceptions.txt: {line}"):
                self.lines.append(words)

    def have(self, kind, layers, name):
        return any(line[0] == kind and line[1] in layers and fnmatch.fnmatchcase(name, line[2]) for line in self.lines)

    def check(self, t, table, known):
        """An exception must not contradict the table, nor name what nobody knows."""
        for kind, layer, pattern, _ in self.lines:
            wrapped = fnmatch.filter([n for n in table if table[n][0] == layer], pattern)
            if kind == "unwrapped":
                t.check(not wrapped, f"exceptions.txt: {pattern} is said to have no wrapper, but {wrapped} have")
            else:
                t.check(fnmatch.filter(known, pattern), f"exceptions.txt: no function is called {pattern}")


def nothing(t, names, what):
    t.check(not names, f"{what}: {' '.join(sorted(names))}")


def doubled(names):
    return {name for name, count in collections.Counter(names).items() if count > 1}


def function_table(t):
    """{name: (layer, header)} as recorder-functions prints it."""
    lines = output(recorder_test.installed("recorder-functions")).splitlines()
    words = [line.split("\t") for line in lines]
    t.check(len(lines) > 300, f"recorder-functions prints {len(lines)} lines")
    nothing(t, [line for line, w in zip(lines, words) if len(w) != 3 or not all(w)], "lines without three fields")
    nothing(t, doubled(w[1] for w in words), "functions that are listed twice")
    return {w[1]: (w[0], w[2]) for w in words if len(w) == 3}


def check_compiled_table(t, table):
    """The table that goes into traces, of which the list is a part."""
    path = os.path.join(BUILD, "wrap", "gen", "functions.cpp")
    rows = re.findall(r'^    \{"(\w+)", Layer::(\w+), ', read(path), re.M)
    nothing(t, doubled(name for name, _ in rows), "functions that are twice in functions.cpp")
    nothing(t, {f"{n} {table[n][0]}" for n in table} - {f"{n} {layer}" for n, layer in rows},
            "functions that are listed but not in functions.cpp")


def check_linker_lists(t, table):
    folder = os.path.join(os.path.dirname(recorder_test.installed("librecorder.a")), "recorder")
    options = read(os.path.join(folder, "wrap.options")).split()
    nothing(t, [o for o in options if not o.startswith("--wrap=")], "wrap.options: no options")
    nothing(t, doubled(options), "wrap.options: twice")
    wrapped = {o[len("--wrap="):] for o in options}
    # MPI is reached by its profiling interface; Fortran has no other name for what it calls.
    by_option = {n for n in table if table[n][0] not in ("mpi", "mpiio")}
    nothing(t, by_option - wrapped, "functions that the linker is not told to wrap")
    nothing(t, {n for n in wrapped - by_option if not is_fortran(n, table)}, "wrap.options: no function of the table")
    names = read(os.path.join(folder, "wrapped.txt")).split()
    nothing(t, doubled(names), "wrapped.txt: twice")
    nothing(t, {n for n in set(names) ^ set(table) if not is_fortran(n, table)}, "wrapped.txt and the table differ")


def is_fortran(name, table):
    """An entry point of Fortran (mpi_file_open_, mpi_file_open_f08_) of an MPI function of the table; some that C calls
    MPIX have the other prefix there."""
    plain = re.fullmatch(r"(mpix?_\w+?)(_cptr)?(_f08(ts)?)?(_large)?_+", name)
    c_name = plain.group(1) + ("_c" if plain.group(5) else "") if plain else ""
    return bool({c_name, c_name.replace("mpi_", "mpix_", 1)} & lower_names(table))


def lower_names(table):
    return {name.lower() for name in table if table[name][0] in ("mpi", "mpiio")}


def check_shared_library(t, table):
    names = exported(recorder_test.installed("librecorder.so"))
    loader = {"dlclose", "dlsym"}
    t.check(loader <= names, "librecorder.so learns what is unloaded and looked up")
    names = {n for n in names if not n.startswith("recorder_")} - loader
    ours = {n for n in names if not n.startswith("__wrap_")}
    nothing(t, set(table) - ours, "functions that librecorder.so does not have")
    nothing(t, {n for n in ours - set(table) if not is_fortran(n, table)}, "librecorder.so has more than the table")
    nothing(t, {"__wrap_" + n for n in ours} ^ (names - ours), "librecorder.so: functions and __wrap_ names differ")


def check_archive(t, table):
    words = [line.split() for line in output("nm", "-g", "--defined-only",
                                             recorder_test.installed("librecorder.a")).splitlines()]
    names = [w[2] for w in words if len(w) == 3 and w[1] in "TW"]
    wrappers = [n[len("__wrap_"):] for n in names if n.startswith("__wrap_")]
    wrappers += [n for n in names if n in table and table[n][0] in ("mpi", "mpiio")]
    nothing(t, doubled(wrappers), "librecorder.a has two wrappers of")
    nothing(t, set(table) - set(wrappers), "functions that librecorder.a does not have")
    nothing(t, {n for n in set(wrappers) - set(table) if not is_fortran(n, table)},
            "librecorder.a has more than the table")


def check_library(t, config, library, table, exceptions):
    mine = {n for n in table if table[n][0] in library.layers}
    what = "/".join(library.layers)
    compiler = shlex.split(config["MPICC"] or config["CC"])
    flags = shlex.split(config.get(library.flags, ""))
    absent = not config["HAVE_MPI"] if not library.flags else not flags
    if absent:
        return nothing(t, mine, f"{what}: functions of a library that configure did not find")
    files = [f for f in linked_files(compiler, flags) if re.match(library.files, os.path.basename(f))]
    if not t.check(files, f"{what}: the linker names no library for {flags}"):
        return None
    public = re.compile(library.names)
    exports = set().union(*map(exported, files))
    declared = set(re.findall(r"\b(\w+)\s*\(", preprocessed(config, flags, library.headers)))
    wanted = {n for n in exports & declared if public.fullmatch(n)}
    t.check(len(wanted) > 100, f"{what}: only {len(wanted)} functions in {files}")
    missing = {n for n in wanted - mine if not exceptions.have("unwrapped", library.layers, n)}
    nothing(t, missing, f"{what}: exported and declared, but not intercepted")
    nothing(t, mine - exports, f"{what}: intercepted, but not exported by {files}")
    print(f"{what}: {len(mine)} intercepted, {len(wanted)} exported and declared, {len(exports)} exported")
    return None


def check_libc(t, config, table, exceptions):
    mine = {n for n in table if table[n][0] in ("posix", "stdio")}
    compiler = shlex.split(config["CC"])
    exports = set().union(*(exported(f) for f in linked_files(compiler, shlex.split(config["PROBE_LIBS"]) + ["-pthread"])
                            if ".so" in os.path.basename(f)))
    words = re.sub(r"#.*", "", read(os.path.join(SOURCE, "wrap", "names", "posix-stdio.txt"))).split()
    listed = {w for w in words if not w.startswith("!")}
    nothing(t, doubled(words), "posix-stdio.txt: twice")
    nothing(t, (listed & exports) - set(table), "posix-stdio.txt: exported, but not intercepted")
    nothing(t, mine - exports, "posix, stdio: intercepted, but not exported")
    variants = {v.format(n) for n in mine for v in VARIANTS} & exports
    nothing(t, {v for v in variants - mine if not exceptions.have("unwrapped", ("posix", "stdio"), v)},
            "other forms of intercepted functions that are not intercepted")
    print(f"posix/stdio: {len(mine)} intercepted, {len(listed & exports)} of {len(listed)} listed ones exported")


def check_headers(t, config, table, exceptions):
    """The header that stands beside a function declares it."""
    flags = [f for name in ("HDF5_HL_FLAGS", "NETCDF_FLAGS", "PNETCDF_FLAGS")
             for f in shlex.split(config.get(name, ""))]
    for header in sorted({header for _, header in table.values()}):
        declared = set(re.findall(r"\b\w+\b", preprocessed(config, flags, [header])))
        nothing(t, {n for n, (layer, h) in table.items() if h == header and n not in declared and
                    not exceptions.have("undeclared", (layer,), n)}, f"<{header}> does not declare")


with Test() as t:
    recorder_test.need("nm")
    CONFIG = configured()
    TABLE = function_table(t)
    EXCEPTIONS = Exceptions(t)
    GEN = os.path.join(BUILD, "wrap", "gen", "unwrapped.txt")
    EXCEPTIONS.check(t, TABLE, list(TABLE) + [line.split("\t")[1] for line in read(GEN).splitlines()])
    check_compiled_table(t, TABLE)
    check_linker_lists(t, TABLE)
    check_shared_library(t, TABLE)
    check_archive(t, TABLE)
    for LIBRARY in LIBRARIES:
        check_library(t, CONFIG, LIBRARY, TABLE, EXCEPTIONS)
    check_libc(t, CONFIG, TABLE, EXCEPTIONS)
    check_headers(t, CONFIG, TABLE, EXCEPTIONS)
    LAYERS = output(recorder_test.installed("recorder-config"), "--layers").split()
    t.equal(sorted(LAYERS), sorted({layer for layer, _ in TABLE.values()}), "recorder-config --layers")
