# SPDX-License-Identifier: BSD-3-Clause
"""The command recorder-gen: reads signature files and writes a folder of C++ and lists."""

import argparse
import os
import sys

from . import fortran, tables
from .model import SignatureError
from .parser import Parser
from .wrapper import OUTLINE, declarations, definition, preamble, real_declarations, runtimes


def arguments(argv):
    parser = argparse.ArgumentParser(prog="recorder-gen", description="Generates Recorder's wrappers.")
    parser.add_argument("signatures", nargs="+", metavar="FILE.sig")
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--available", metavar="FILE",
                        help="names that exist on this system; other functions get no wrapper")
    return parser.parse_args(argv)


class Folder:
    """Writes files only when their content changes, and removes what an earlier run left behind."""

    def __init__(self, root):
        self.root, self.written = root, set()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        self.written.add(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as old:
                if old.read() == text:
                    return
        with open(path, "w", encoding="utf-8") as new:
            new.write(text)

    def remove_stale(self):
        for folder, _, names in os.walk(self.root):
            for path in (os.path.join(folder, name) for name in names if name.endswith(".cpp")):
                if path not in self.written:
                    os.unlink(path)


def present(functions, available):
    """The functions that this system has, and their Fortran entry points."""
    if available is None:
        return functions, []
    with open(available, encoding="utf-8") as names:
        known = set(names.read().split())
    functions = [f for f in functions if f.name in known]
    return functions, fortran.entries(functions, known)


def write_wrappers(folder, functions):
    """One file a function for the archive; one a layer for the shared library."""
    for layer in dict.fromkeys(f.layer for f in functions):
        mine = [f for f in functions if f.layer == layer and not f.manual]
        for f in mine:
            folder.write(f"{layer}/{f.name}.cpp", preamble(f.headers, [source(f)], runtimes([f])) + text([f]))
        headers = list(dict.fromkeys(header for f in mine for header in f.headers))
        sources = list(dict.fromkeys(source(f) for f in mine))
        if mine:
            folder.write(f"so/{layer}.cpp", preamble(headers, sources, runtimes(mine)) + text(mine))


def write_fortran(folder, entries):
    """The same for the Fortran entry points, which are a layer of files of their own."""
    def file(some):
        functions = [each.function for each in some]
        headers = list(dict.fromkeys(header for f in functions for header in f.headers)) + ['"runtime/mpi_fortran.h"']
        return preamble(headers, list(dict.fromkeys(map(source, functions))), [OUTLINE]) + fortran.text(some)

    for entry in entries:
        folder.write(f"{fortran.LAYER}/{entry.symbol}.cpp", file([entry]))
    if entries:
        folder.write(f"so/{fortran.LAYER}.cpp", file(entries))


def text(functions):
    """All declarations, then the wrappers: a wrapper may reach another function's real one."""
    declared = [declarations(f) for f in functions] + real_declarations(functions)
    return "\n".join(declared) + "\n\n" + "\n".join(map(definition, functions))


def source(function):
    return os.path.basename(function.where.rsplit(":", 1)[0])


def write_tables(folder, signatures, functions, entries):
    folder.write("classes.h", tables.classes_h(signatures))
    folder.write("functions.h", tables.functions_h(signatures))
    folder.write("functions.cpp", tables.functions_cpp(signatures))
    folder.write("names.txt", tables.names_txt(functions + entries))
    folder.write("functions.txt", tables.functions_txt(functions))
    folder.write("unwrapped.txt", tables.unwrapped_txt(signatures, functions))
    folder.write("recorder-functions.7", tables.man_page(functions))
    folder.write("wrap.options", tables.wrap_options(functions + entries))
    for layer in dict.fromkeys(f.layer for f in functions):
        mine = [f for f in functions if f.layer == layer]
        folder.write(f"wrap-{layer}.options", tables.wrap_options(mine))


def main(argv=None):
    options = arguments(argv)
    reader = Parser()
    try:
        for path in options.signatures:
            reader.read(path)
        functions, entries = present(reader.result.functions, options.available)
        folder = Folder(options.output)
        write_wrappers(folder, functions)
        write_fortran(folder, entries)
        write_tables(folder, reader.result, functions, entries)
        folder.remove_stale()
    except (SignatureError, OSError) as error:
        print(f"recorder-gen: {error}", file=sys.stderr)
        return 1
    return 0
