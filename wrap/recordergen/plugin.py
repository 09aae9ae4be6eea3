# SPDX-License-Identifier: BSD-3-Clause
"""recorder-gen as a user meets it: from a header or a signature file of a library to a folder that traces the library.

The folder holds the wrappers (one file a function for the static archive, all.cpp for the shared library), the plugin's table,
the linker's options and a Makefile. What they are compiled with is recorder-plugin.h, which is installed.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys

from . import tables
from .header import Draft, Settings, layer_of
from .main import Folder
from .model import Array, Field, NewMap, Pointee, Record, Scalar, SignatureError, quoted
from .parser import Parser
from .wrapper import declarations, definition, real_declarations

DESCRIPTION = "Makes a plugin that traces a library, from its header or from a signature file."
# A plugin may take this many function numbers (lib/session/plugins.cpp has room for several such).
MOST_FUNCTIONS = 8192


def arguments(argv):
    parser = argparse.ArgumentParser(prog="recorder-gen", description=DESCRIPTION, epilog="See recorder-gen(1).")
    parser.add_argument("files", nargs="+", metavar="FILE", help="headers, or signature files (*.sig)")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where the plugin's sources go")
    parser.add_argument("--layer", metavar="NAME", help="what the trace and RECORDER_LAYERS call it (default: from the file)")
    parser.add_argument("-I", "--include", action="append", default=[], metavar="FOLDER", help="where headers are")
    parser.add_argument("-D", "--define", action="append", default=[], metavar="NAME[=VALUE]", help="for the preprocessor")
    parser.add_argument("--header", action="append", default=[], metavar="HEADER",
                        help="what the wrappers include, as <mylib/all.h>, in place of the header that was given")
    parser.add_argument("-l", "--library", action="append", default=[], metavar="NAME",
                        help="leave out functions that this library, as -lNAME or a file, has not")
    parser.add_argument("--strings", action="store_true",
                        help="record every const char * of a header as a string that ends in NUL")
    options = parser.parse_args(argv)
    if options.layer and not re.fullmatch(r"[A-Za-z]\w*", options.layer, flags=re.A):
        parser.error("--layer takes letters, digits and underscores")
    return options


def settings_of(options):
    include = [f"-I{os.path.abspath(folder)}" for folder in options.include] + [f"-D{name}" for name in options.define]
    headers = [h if h[:1] in '<"' else f"<{h}>" for h in options.header]
    return Settings(compiler=os.environ.get("CC", "cc"), cxx=os.environ.get("CXX", "c++"), include=include,
                    layer=options.layer or layer_of(options.files[0]), headers=headers,
                    library=" ".join(map(library_word, options.library)), strings=options.strings)


def library_word(name):
    return name if name.startswith("-l") or "/" in name or name.endswith((".a", ".so")) else "-l" + name


class PluginParser(Parser):
    """Plugins call into the runtime for everything, and have one layer."""

    def __init__(self, layer, fixed):
        super().__init__(layer, compact=True)
        self.fixed = fixed  # whatever the files say

    def directive_layer(self, rest):
        if not re.fullmatch(r"[A-Za-z]\w*", rest, flags=re.A):
            self.fail("a layer's name has letters, digits and underscores")
        if not self.fixed:
            self.layer = rest

    def check(self, function):
        super().check(function)
        for what, given in (("manual", function.manual), ("alone", function.alone), ("%real pmpi", function.real != "wrap"),
                            ("%inline", function.inlined)):
            if given:
                self.fail(f"{what} is only for Recorder's own layers")
        forms = [p.form for p in function.parameters] + ([function.ret] if function.ret is not None else [])
        if any(map(uses_maps, forms)):
            self.fail("file mappings are only for Recorder's own layers")


def uses_maps(form):
    if isinstance(form, (Array, Pointee, Field)):
        return uses_maps(form.form)
    if isinstance(form, Record):
        return any(map(uses_maps, form.fields))
    return isinstance(form, NewMap) or (isinstance(form, Scalar) and form.kind == "map")


# ---- reading

def read(options, settings, folder):
    """(signatures, what was passed over)"""
    reader, passed_over = PluginParser(settings.layer, bool(options.layer)), []
    for path in options.files:
        if path.endswith(".sig"):
            reader.read(path)
            continue
        draft = Draft(path, settings)
        passed_over += draft.passed_over
        name = layer_of(path) + ".sig"
        folder.write(name, draft.text())
        if draft.types_text:
            folder.write(draft.types_name(), draft.types_text)
        reader.read_text(draft.text(), os.path.join(folder.root, name))
    signatures = reader.result
    layers = list(dict.fromkeys(f.layer for f in signatures.functions))
    if len(layers) != 1:
        raise SignatureError(options.files[0], f"a plugin has one layer, not {', '.join(layers)}" if layers else
                             "there is no function that could be traced" + in_short(passed_over))
    passed_over += leave_out(signatures, settings)
    if not signatures.functions:
        raise SignatureError(settings.library, f"the library has none of the functions of {options.files[0]}")
    if len(signatures.functions) > MOST_FUNCTIONS:
        raise SignatureError(options.files[0], f"more than {MOST_FUNCTIONS} functions; make several plugins of it")
    return signatures, passed_over


def in_short(passed_over):
    return "".join(f"\n  {where}: {why}" for where, why in passed_over[:5])


def leave_out(signatures, settings):
    """Takes out the functions that the library lacks: a program that looks whether there is one must not find it here."""
    libraries = {f.library or settings.library for f in signatures.functions} - {""}
    have = set().union(*(exported(name, settings) for name in libraries))
    lacking = [f for f in signatures.functions if have and (f.library or settings.library) and f.name not in have]
    signatures.functions = [f for f in signatures.functions if f not in lacking]
    return [(f.where, f"{f.name}: {f.library or settings.library} has no such function") for f in lacking]


def exported(libraries, settings):
    """The functions in shared libraries or archives, "-lx" or files, where the compiler finds them."""
    names = set()
    for word in shlex.split(libraries):
        if not word.startswith("-l") and not os.path.exists(word):
            continue
        files = [word]
        if word.startswith("-l"):
            files = [located(f"lib{word[2:]}.{suffix}", settings) for suffix in ("so", "a")]
        found = set().union(*(defined_in(file) for file in files))
        if not found:
            raise SignatureError(word, "no such library is found, or nm cannot read it")
        names |= found
    return names


def located(name, settings):
    return subprocess.run(shlex.split(settings.compiler) + [f"-print-file-name={name}"], stdout=subprocess.PIPE,
                          check=False).stdout.decode().strip()


def defined_in(file):
    if not os.path.exists(file):
        return set()
    flags = [] if file.endswith(".a") else ["-D"]
    run = subprocess.run([os.environ.get("NM", "nm"), *flags, "--defined-only", file], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    rows = (line.split() for line in run.stdout.decode(errors="replace").split("\n"))
    return {row[2].split("@")[0] for row in rows if len(row) == 3 and row[1] in "TWi"}


# ---- writing

def plugin_h(signatures, layer):
    classes = "\n".join(f"  {name}," for name in signatures.classes)
    functions = "\n".join(f"  {f.name}," for f in signatures.functions)
    return f"""{tables.MARK}#pragma once

#define RECORDER_PLUGIN recorder_plugin_{layer}
#define RECORDER_PLUGIN_NAMESPACE recorder_{layer}
#include <recorder-plugin.h>

namespace recorder_{layer} {{

enum class Class : uint8_t {{
{classes}
}};

enum class Fn : uint16_t {{
{functions}
}};

}}  // namespace recorder_{layer}
"""


def plugin_cpp(signatures, layer):
    rows = []
    for f in signatures.functions:
        pairs = " ".join(quoted(f"{name}={kind}\\0") for name, kind in f.kinds()) or quoted("")
        rows.append(f"    {{{quoted(f.name)}, {quoted(f.return_kind())}, {pairs}, {len(f.kinds())}}},")
    classes = ", ".join(quoted(tables.class_text(name)) for name in signatures.classes)
    functions = "\n".join(rows)
    count = len(signatures.functions)
    return f"""{tables.MARK}#include "plugin.h"

namespace recorder_{layer} {{
uint8_t enabled_functions[{count}];
}}

static const RecorderFunction functions[{count}] = {{
{functions}
}};
static const char *const classes[] = {{{classes}}};
static uint8_t class_numbers[{len(signatures.classes)}];

RecorderPlugin RECORDER_PLUGIN = {{
    RecorderPlugin::kVersion, {count}, {quoted(layer)}, functions, classes, {len(signatures.classes)}, 0,
    recorder_{layer}::enabled_functions, class_numbers, nullptr, 0}};

RECORDER_REGISTER_PLUGIN()
"""


def wrapper_text(functions, layer):
    """One or more wrappers. Names that the library's header makes macros are the functions' again."""
    headers = list(dict.fromkeys(header for f in functions for header in f.headers))
    sources = list(dict.fromkeys(os.path.basename(f.where.rsplit(":", 1)[0]) for f in functions))
    lines = [f"// Generated by recorder-gen from {', '.join(sources)}; edits are lost.", "#include <errno.h>",
             "#include <stdarg.h>", ""]
    lines += [f"#include {header}" for header in headers]
    lines += [f"#undef {name}" for f in functions for name in (f.name, f.through) if name]
    lines += ['#include "plugin.h"', "", f"using namespace recorder_{layer};", ""]
    lines += [declarations(f) for f in functions] + real_declarations(functions) + [""]
    return "\n".join(lines) + "\n".join(map(definition, functions))


MAKEFILE = """# Made by recorder-gen. Needed: GNU make, a C++17 compiler, recorder-config of the Recorder that the plugin is for.
layer = {layer}
includes = {includes}
RECORDER_CONFIG ?= recorder-config
RECORDER_CXXFLAGS = -std=c++17 -O1 -fPIC -fno-exceptions -fno-rtti -funwind-tables -fvisibility=hidden -w

shared = librecorder-$(layer).so
archive = librecorder-$(layer).a
wrappers = $(patsubst %.cpp,%.o,$(wildcard wrappers/*.cpp))
compile = $(CXX) $(RECORDER_CXXFLAGS) -I. -I$(shell $(RECORDER_CONFIG) --includedir) $(includes) $(CPPFLAGS) $(CXXFLAGS) -c

all: $(shared) $(archive) stub/$(shared)

$(archive): plugin.o $(wrappers)
\trm -f $@ && $(AR) qcs $@ plugin.o $(wrappers)
$(shared): plugin.cpp all.cpp plugin.h
\t$(compile) -DRECORDER_SHARED -o all.o all.cpp
\t$(compile) -DRECORDER_SHARED -o table.o plugin.cpp
\t$(CC) -shared -o $@ -Wl,-soname,$@ -Wl,-z,nodelete all.o table.o $(shell $(RECORDER_CONFIG) --libs) $(LDFLAGS) -ldl
# What programs are linked with: the same name, but none of the library's functions, so that a link test for one of them
# succeeds only where the library itself has it.
stub/$(shared): | $(shared)
\tmkdir -p stub && $(CC) -shared -nostdlib -o $@ -Wl,-soname,$(shared) -x c /dev/null
plugin.o $(wrappers): %.o: %.cpp plugin.h
\t$(compile) -o $@ $<
clean:
\trm -rf *.o wrappers/*.o stub $(shared) $(archive)
.PHONY: all clean
"""


def write(folder, signatures, settings, passed_over):
    layer, functions = signatures.functions[0].layer, signatures.functions
    for f in functions:
        folder.write(f"wrappers/{f.name}.cpp", wrapper_text([f], layer))
    folder.write("all.cpp", wrapper_text(functions, layer))
    folder.write("plugin.h", plugin_h(signatures, layer))
    folder.write("plugin.cpp", plugin_cpp(signatures, layer))
    folder.write("Makefile", MAKEFILE.format(layer=layer, includes=" ".join(map(make_quoted, settings.include))))
    folder.write("layer", layer + "\n")
    folder.write("wrap.options", tables.wrap_options(functions))
    folder.write("wrapped.txt", "".join(f"{f.name}\n" for f in functions))
    folder.write("passed-over.txt", "".join(f"{where}: {why}\n" for where, why in passed_over))
    folder.remove_stale()
    return layer


def make_quoted(word):
    return shlex.quote(word).replace("$", "$$")


def report(options, settings, signatures, layer, passed_over):
    functions = [each for each in passed_over if not each[1].endswith(": a variable")]
    for where, why in functions:
        print(f"recorder-gen: {where}: passed over: {why}", file=sys.stderr)
    place = shlex.quote(options.output)
    full = shlex.quote(os.path.abspath(options.output))
    library = settings.library or signatures.functions[0].library or "..."
    print(f"{place}: layer {layer}, {len(signatures.functions)} functions" +
          (f", {len(passed_over)} declarations passed over ({options.output}/passed-over.txt)" if passed_over else ""))
    print(f"  build    make -C {place}")
    print(f"  link     recorder-cc --recorder-plugin={full} program.c {library}")
    print(f"  or run   recorder-run --plugin {full} ./program")


def main(argv=None):
    options = arguments(argv)
    settings = settings_of(options)
    try:
        os.makedirs(options.output, exist_ok=True)
        folder = Folder(options.output)
        signatures, passed_over = read(options, settings, folder)
        layer = write(folder, signatures, settings, passed_over)
    except (SignatureError, OSError) as error:
        print(f"recorder-gen: {error}", file=sys.stderr)
        return 1
    report(options, settings, signatures, layer, passed_over)
    return 0
