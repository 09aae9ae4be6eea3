#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Plugins that recorder-gen makes of libraries that Recorder has no signatures for: zlib, from the distribution's header
# and from an annotated signature file, and a small library of ours whose header has what real ones contain.
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test                                    # noqa: E402
import trace_model                                      # noqa: E402
import trace_sections                                   # noqa: E402
from recorder_test import PROGRAMS, Skip, Test, clean_environment, comparable, installed  # noqa: E402

HERE = os.path.join(PROGRAMS, "plugin")
CC = (os.environ.get("CC") or "gcc").split()


def command(t, words, cwd=None, env=None, status=0):
    """Runs a tool; its output."""
    environment = {**clean_environment(), **(env or {})}
    run = subprocess.run(words, cwd=cwd or t.dir, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         check=False)
    text = run.stdout.decode(errors="replace")
    t.check((run.returncode == 0) == (status == 0), f"{' '.join(words)}: exit {run.returncode}: {text[-1500:]}")
    return text


def make_plugin(t, name, *words):
    """Generates and builds a plugin; its folder and what recorder-gen said."""
    folder = os.path.join(t.dir, name)
    said = command(t, [installed("recorder-gen"), *words, "-o", folder])
    command(t, ["make", "-j2", "-C", folder, "RECORDER_CONFIG=" + installed("recorder-config")])
    return folder, said


def build(t, name, way, sources, plugins, libraries, flags=()):
    out = os.path.join(t.dir, name + "." + way)
    tool = CC if way == "plain" else [installed("recorder-cc")]
    extra = ["-static"] if way == "static" else []
    given = [] if way == "plain" else [f"--recorder-plugin={plugin}" for plugin in plugins]
    command(t, [*tool, *extra, *given, "-O1", "-I", HERE, *flags, *sources, "-o", out, *libraries])
    return out


def layers_in(records):
    return {r["layer"] for r in records}


def outer(records, cwd):
    """What the program itself calls; a library's calls of itself differ with the way of linking."""
    return [comparable(r, cwd) for r in records if r["depth"] == 0]


def run_ways(t, what, binaries, plugins, status, check):
    """One program in the three ways: nothing differs but that there is a trace, whose calls are those of the raw log."""
    untraced = t.run([binaries["plain"]])
    t.equal(untraced.rc, status, f"{what} untraced: exit status")
    seen = {}
    for way in ("static", "dynamic", "preload"):
        env = {"RECORDER_PLUGINS": ":".join(plugins)} if way == "preload" else {}
        traced = t.traced([binaries.get(way, binaries["plain"])], way, env=env)
        t.same_run(f"{what} {way}", untraced, traced)
        t.lossless(f"{what} {way}", traced)
        if not traced.traces:
            continue
        records = trace_model.decoded(traced.traces[0])
        seen[way] = outer(records, traced.cwd)
        check(f"{what} {way}", traced.traces[0], records)
    for way in ("dynamic", "preload"):
        for a, b in zip(seen.get("static", []), seen.get(way, [])):
            if not t.check(a == b, f"{what}: static and {way} differ:\n   {a}\n   {b}"):
                break
        t.equal(len(seen.get(way, [])), len(seen.get("static", [])), f"{what}: calls in {way} and static")


def records_of(records, func):
    return [r for r in records if r["func"] == func and r["depth"] == 0]


# ---- zlib

def gz_binaries(t, name, plugin):
    source = [os.path.join(HERE, "gz_use.c")]
    return {way: build(t, name, way, source, [plugin], ["-lz"]) for way in ("plain", "static", "dynamic")}


def check_plain_gz(t):
    def check(what, trace, records):
        t.check({"posix", "zlib"} <= layers_in(records), f"{what}: layers {layers_in(records)}")
        t.equal([r["ret"] for r in records_of(records, "gzclose")], [0] * 5, f"{what}: gzclose")
        layer, result, arguments = trace_sections.functions(trace)["gzwrite"]
        t.equal((layer, result, arguments), ("zlib", "int", {"file": "ptr", "buf": "ptr", "len": "uint"}), f"{what}: gzwrite")
        writes = [r for r in records if r["func"] == "write" and r["file"] and r["file"].endswith(".gz")]
        t.check(writes and all(r["depth"] > 0 for r in writes), f"{what}: zlib's writes are inside its calls")
    return check


def check_annotated_gz(t):
    def check(what, _trace, records):
        opened = records_of(records, "gzopen") + records_of(records, "gzopen64")
        paths = ["a.gz", "b.gz", "a.gz", "b.gz", "a.gz", "/nonexistent/a.gz"]
        t.equal([r["args"]["path"] for r in opened], paths, f"{what}: paths")
        t.equal([r["ret"] and r["ret"]["slot"] for r in opened], [0] * 5 + [None], f"{what}: slots")
        t.equal(opened[-1]["errno"], 2, f"{what}: errno of an open that fails")
        t.equal(records_of(records, "gzputs")[0]["args"]["s"], "the end\n", f"{what}: a string")
        t.equal(records_of(records, "gzwrite")[0]["args"]["buf"], "0123456789", f"{what}: a string of a length")
        t.equal([r["args"]["destLen"] for r in records_of(records, "uncompress")], [256, None], f"{what}: an output")
        t.equal(records_of(records, "crc32")[0]["args"]["buf"], [97] * 256, f"{what}: an array")
    return check


def test_zlib(t):
    plain, said = make_plugin(t, "zlib-plain", "/usr/include/zlib.h", "-lz")
    t.check("layer zlib, " in said, f"recorder-gen said {said}")
    run_ways(t, "zlib.h", gz_binaries(t, "plain", plain), [plain], 6, check_plain_gz(t))
    annotated, _ = make_plugin(t, "zlib-annotated", os.path.join(HERE, "gz.sig"), "-l", "z")
    binaries = gz_binaries(t, "annotated", annotated)
    run_ways(t, "gz.sig", binaries, [annotated], 6, check_annotated_gz(t))
    check_settings(t, binaries["dynamic"])
    check_inside(t, annotated)
    check_module(t, annotated)
    return annotated


def check_settings(t, binary):
    """RECORDER_LAYERS knows the plugin's layer; a name that is nobody's is said."""
    for value, want in (("zlib", {"zlib"}), ("posix", {"posix"}), ("posix,zlib", {"posix", "zlib"}), ("none", set())):
        traced = t.traced([binary], "dynamic", env={"RECORDER_LAYERS": value})
        records = trace_model.decoded(traced.traces[0]) if traced.traces else []
        t.equal(layers_in(records), want, f"RECORDER_LAYERS={value}")
        t.equal(traced.err, b"", f"RECORDER_LAYERS={value}: messages")
    traced = t.traced([binary], "dynamic", env={"RECORDER_LAYERS": "posix,zlob"})
    t.check(b"recorder: RECORDER_LAYERS" in traced.err and b"zlob" in traced.err, f"an unknown layer: {traced.err!r}")


def check_inside(t, plugin):
    """A dynamic executable that contains the library."""
    libraries = ["-Wl,-Bstatic", "-lz", "-Wl,-Bdynamic"]
    binary = build(t, "inside", "dynamic", [os.path.join(HERE, "gz_use.c")], [plugin], libraries)
    traced = t.traced([binary], "dynamic")
    t.equal(traced.rc, 6, "libz.a in a dynamic executable: exit status")
    t.lossless("libz.a in a dynamic executable", traced)
    records = trace_model.decoded(recorder_test.trace_of(traced))
    t.equal(len(records_of(records, "gzclose")), 5, "libz.a in a dynamic executable: calls of gzclose")


def check_module(t, plugin):
    """A library that came with a module which the program opened for itself."""
    source = os.path.join(HERE, "module.c")
    module = os.path.join(t.dir, "module.so")
    command(t, [*CC, "-DMODULE", "-shared", "-fPIC", source, "-o", module, "-lz"])
    program = build(t, "module", "plain", [source], [], ["-ldl"])
    traced = t.traced([program, module], "preload", env={"RECORDER_PLUGINS": plugin})
    t.equal((traced.rc, traced.out), (0, b"50\n"), "a module's library: exit status and output")
    records = trace_model.decoded(recorder_test.trace_of(traced))
    names = [r["func"] for r in records if r["layer"] == "zlib" and r["depth"] == 0]
    t.equal(names, ["gzopen", "gzwrite", "gzclose"], "a module's library: calls")


# ---- a library with an awkward header, and two plugins at once

def shelf_library(t):
    """libshelf.a and libshelf.so; the folder."""
    folder = t.fresh("shelf")
    source = os.path.join(HERE, "shelf.c")
    command(t, [*CC, "-c", "-fPIC", "-O1", source, "-o", "shelf.o"], cwd=folder)
    command(t, ["ar", "qcs", "libshelf.a", "shelf.o"], cwd=folder)
    command(t, [*CC, "-shared", "-o", "libshelf.so", "shelf.o", "-lz"], cwd=folder)
    return folder


def check_shelf(t, annotated):
    def check(what, _trace, records):
        t.check({"posix", "zlib", "shelf"} <= layers_in(records), f"{what}: layers {layers_in(records)}")
        inner = [r for r in records if r["func"] == "gzwrite"]
        t.check(inner and all(r["depth"] == 1 for r in inner), f"{what}: zlib's calls are inside shelf's")
        puts = records_of(records, "shelf_put")
        t.equal(len(puts), 9, f"{what}: calls of shelf_put")
        if not annotated:
            t.equal(len(records_of(records, "shelf_old_name")), 1, f"{what}: a function by the name that the linker knows")
            return
        t.equal([r["args"]["values"] for r in puts[:2]], [[3.25, -1.0, 1e300], [3.25, -1.0]], f"{what}: arrays of doubles")
        t.equal([r["ret"] and r["ret"]["slot"] for r in puts[:3]], [0, 1, None], f"{what}: rows")
        shape = records_of(records, "shelf_shape")[0]
        t.equal((shape["args"]["shape"], shape["args"]["strides"]), ([2, 3, 4], [12, 4, 1]), f"{what}: arrays of numbers")
        hint = records_of(records, "shelf_hint")[0]["args"]["hint"]
        t.equal(hint, {"level": 4, "comment": "fine"}, f"{what}: a structure")
        got = records_of(records, "shelf_get")
        t.equal([r["args"]["values"] for r in got], [[3.25, -1.0], None], f"{what}: an array that a call fills")
    return check


def test_shelf(t, zlib):
    library = shelf_library(t)
    header = os.path.join(HERE, "shelf.h")
    plain, said = make_plugin(t, "shelf-plain", header, "-l", os.path.join(library, "libshelf.so"))
    for name in ("shelf_set", "shelf_limits", "shelf_within", "shelf_handler", "shelf_is_open"):
        t.check(f"passed over: {name}: " in said, f"{name} is passed over with a line: {said}")
    annotated, _ = make_plugin(t, "shelf-annotated", os.path.join(HERE, "shelf.sig"), "-I", HERE)
    source = [os.path.join(HERE, "shelf_use.c")]
    for plugin, name in ((plain, "shelf.h"), (annotated, "shelf.sig")):
        binaries = {}
        for way in ("plain", "dynamic", "static"):
            libraries = [f"-L{library}", "-lshelf", "-lz"] + ([] if way == "static" else [f"-Wl,-rpath,{library}"])
            binaries[way] = build(t, name, way, source, [plugin, zlib], libraries)
        run_ways(t, name, binaries, [plugin, zlib], 9, check_shelf(t, plugin == annotated))


# ---- mistakes, and a header that only C compilers take

def test_c_only(t):
    place = t.fresh("conly")
    header = os.path.join(place, "conly.h")
    with open(header, "w", encoding="utf-8") as file:
        file.write("typedef struct thing thing;\ntypedef unsigned short class_t;\nenum colour { RED = 1 };\n"
                   "int conly_new(thing *new, class_t class, enum colour colour, int (*template)(thing *this));\n")
    program = os.path.join(place, "main.c")
    with open(program, "w", encoding="utf-8") as file:
        file.write('#include "conly.h"\nint main(void) { return conly_new(0, 40, RED, 0); }\n')
    library = os.path.join(place, "library.c")
    with open(library, "w", encoding="utf-8") as file:
        file.write('#include "conly.h"\n'
                   "int conly_new(thing *new, class_t class, enum colour colour, int (*template)(thing *this)) {\n"
                   "  return new == 0 && template == 0 ? class + (int)colour : 0; }\n")
    command(t, [*CC, "-shared", "-fPIC", "-o", "libconly.so", "library.c"], cwd=place)
    plugin, _ = make_plugin(t, "conly-plugin", header)
    binary = build(t, "conly", "dynamic", [program], [plugin], [f"-L{place}", "-lconly", f"-Wl,-rpath,{place}"], ["-I", place])
    traced = t.traced([binary], "dynamic")
    t.equal(traced.rc, 41, "a header that is no C++: exit status")
    records = trace_model.decoded(recorder_test.trace_of(traced))
    t.equal([(r["func"], r["ret"], r["args"]["class"], r["args"]["colour"]) for r in records], [("conly_new", 41, 40, 1)],
            "a header that is no C++: the call")


def test_mistakes(t):
    generate = [installed("recorder-gen"), "-o", os.path.join(t.dir, "wrong")]
    empty = os.path.join(t.fresh("empty"), "empty.h")
    with open(empty, "w", encoding="utf-8") as file:
        file.write("typedef int nothing;\n")
    for words, text in (([*generate, "/nonexistent.h"], "nonexistent.h"), ([*generate, empty], "no function"),
                        ([*generate, "/usr/include/zlib.h", "-l", "nonexistent"], "no such library")):
        said = command(t, words, status=1)
        t.check(said.startswith("recorder-gen: ") and text in said and "Traceback" not in said, f"{words}: {said}")
    unbuilt = os.path.join(t.dir, "unbuilt")
    command(t, [installed("recorder-gen"), os.path.join(HERE, "gz.sig"), "-o", unbuilt])
    for folder, text in ((unbuilt, "make -C"), (t.dir, "no folder that recorder-gen made")):
        link = [installed("recorder-cc"), f"--recorder-plugin={folder}", os.path.join(HERE, "gz_use.c"), "-lz"]
        said = command(t, link, status=1)
        t.check(text in said, f"recorder-cc with {folder}: {said}")
        said = command(t, [installed("recorder-run"), "--plugin", folder, "true"], status=1)
        t.check(text in said, f"recorder-run with {folder}: {said}")


with Test() as t:
    recorder_test.need("make", "ar", "nm")
    if not os.path.exists("/usr/include/zlib.h"):
        raise Skip("no zlib.h")
    ZLIB = test_zlib(t)
    test_shelf(t, ZLIB)
    test_c_only(t)
    test_mistakes(t)
    shutil.rmtree(os.path.join(t.dir, "wrong"), ignore_errors=True)
