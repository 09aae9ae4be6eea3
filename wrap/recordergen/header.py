# SPDX-License-Identifier: BSD-3-Clause
"""From a C header, as the preprocessor gives it, to a signature file: what recorder-gen makes of a library's own header.

declarations.py reads the declarations. Only what they say is used: numbers are recorded, pointers are pointers. The signature
file that comes out can be annotated by hand and given to recorder-gen in place of the header.
"""

import functools
import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field

from .declarations import Reader
from .model import SignatureError, quoted
from .parser import RESERVED, SIGNED, UNSIGNED, REALS

# Parameters of a C header may have these names; the wrapper is C++.
KEYWORDS = set("""alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t class compl const_cast constexpr
decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator or or_eq
private protected public reinterpret_cast static_assert static_cast template this thread_local throw true try typeid typename
using virtual wchar_t xor xor_eq int long short char double float void""".split())
# What a wrapper calls.
HELPERS = {"bits", "count_of", "on", "peek", "handle_value", "note_excluded", "errno", "ap"}
LISTS = {"va_list", "__gnuc_va_list", "__builtin_va_list"}
KNOWN_TYPES = SIGNED | UNSIGNED | REALS | LISTS | {"void", "bool"}


@dataclass
class Settings:
    compiler: str = "cc"
    cxx: str = "c++"
    include: list = field(default_factory=list)  # -I and -D options
    layer: str = ""
    headers: list = field(default_factory=list)  # as in #include, in place of the file itself
    library: str = ""
    strings: bool = False  # every const char * ends in NUL


def preprocessed(path, settings):
    # _GNU_SOURCE, as C++ compilers define it and the wrappers are C++.
    command = shlex.split(settings.compiler) + ["-E", "-x", "c", "-D_GNU_SOURCE"] + settings.include + [path]
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        raise SignatureError(path, f"cannot run {command[0]}: {error.strerror}") from error
    if run.returncode != 0:
        said = run.stderr.decode(errors="replace").strip().split("\n")
        error = next((line for line in said if "error" in line), said[0])
        raise SignatureError(path, f"the preprocessor refuses it: {error}")
    return run.stdout.decode(errors="replace")


def is_cxx(path, settings):
    """Whether a C++ compiler takes the header: the wrappers are C++, and include it if they can."""
    command = shlex.split(settings.cxx) + ["-fsyntax-only", "-std=c++17", "-w"] + settings.include + ["-x", "c++", "-"]
    run = subprocess.run(command, input=f'#include "{os.path.realpath(path)}"\n'.encode(), stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, check=False)
    return run.returncode == 0


def own_files(path, shared_folders):
    """Whether a file belongs to the library: the header, and those beside it; in a folder that is everybody's, those in a
    folder of the header's name."""
    header = os.path.realpath(path)
    folder = os.path.dirname(header)
    if folder in shared_folders:
        folder = os.path.splitext(header)[0]

    def owns(file):
        real = os.path.realpath(file)
        return real == header or real.startswith(folder + os.sep)
    return owns


def system_folders(compiler):
    """Where the compiler looks for headers by itself."""
    run = subprocess.run(shlex.split(compiler) + ["-E", "-v", "-x", "c", os.devnull], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, check=False)
    lines = run.stderr.decode(errors="replace").split("\n")
    return {os.path.realpath(line.strip()) for line in lines if line.startswith(" /") and os.path.isdir(line.strip())}


class Draft:
    """The signature file that a header becomes, and what of the header has no place in it."""

    def __init__(self, path, settings):
        self.path, self.settings = path, settings
        self.reader = Reader()
        self.passed_over = []  # (place, why)
        self.types, self.lines, self.names = {}, [], set()
        self.mentioned = {}  # types that the prototypes use -> the type, None where only pointers to it occur
        owns = own_files(path, system_folders(settings.compiler))
        self.read(preprocessed(path, settings), owns)

    def read(self, text, owns):
        declarations = [d for d in self.reader.declarations(text) if d.kind != "type" and owns(d.file)]
        self.prototypes = {d.symbol: d for d in declarations if d.kind == "prototype"}
        for declaration in declarations:
            where = f"{declaration.file}:{declaration.line}"
            if declaration.kind != "prototype":
                if declaration.symbol not in self.prototypes:
                    self.passed_over.append((where, declaration.why))
                continue
            if declaration.symbol in self.names:
                continue
            self.names.add(declaration.symbol)
            try:
                self.lines.append(self.signature(declaration))
            except Refused as refused:
                self.passed_over.append((where, f"{declaration.symbol}: {refused}"))

    def text(self):
        included = self.types_name() if self.types_text else os.path.realpath(self.path)
        headers = self.settings.headers or [quoted(included)]
        lines = [f"# Made by recorder-gen from {os.path.basename(self.path)}. With annotations (see recorder-gen(1)), it can",
                 "# be given to recorder-gen in place of the header.", f"%layer {self.settings.layer}",
                 f"%header {' '.join(headers)}"]
        if self.settings.library:
            lines.append(f"%library {self.settings.library}")
        lines += [f"%type {name}: {annotation}" for name, annotation in sorted(self.types.items())]
        return "\n".join(lines + [""] + self.lines) + "\n"

    # ---- what the wrappers include when the header is C only

    def types_name(self):
        return f"types-{layer_of(self.path)}.h"

    @functools.cached_property
    def types_text(self):
        """Types of the same size and kind under the names that the prototypes use; "" if the header itself will do."""
        if self.settings.headers or is_cxx(self.path, self.settings):
            return ""
        lines = [f"// Made by recorder-gen: stands for {os.path.basename(self.path)}, which is no C++.", "#pragma once"]
        for name, ctype in sorted(self.mentioned.items()):
            if name.startswith("enum "):
                lines.append(f"{name} : int;")
            elif ctype is None:
                lines.append(f"typedef void {name};")
            else:
                known = self.reader.resolved(ctype)
                plain = "void *" if known.derived else "int" if known.base == "enum" else known.text()
                lines.append(f"typedef {spaced(plain)}{name};")
        return "\n".join(lines) + "\n"

    def mention(self, ctype):
        name = " ".join(ctype.words)
        if ctype.base == "typedef" or ctype.base == "enum":
            value = None if ctype.derived else ctype
            self.mentioned[name] = self.mentioned.get(name) or value

    # ---- one prototype

    def signature(self, prototype):
        function = prototype.type
        if function.parameters is None:
            raise Refused("it has no prototype, its parameters are not declared")
        result, annotation, clause = self.result(function.result)
        parameters = [self.parameter(p, i + 1) for i, p in enumerate(function.parameters)]
        through = ""
        if function.variadic:
            parameters.append("...")
            through = " through " + self.list_form(prototype)
        return f"{result}{prototype.symbol}({', '.join(parameters) or 'void'}){annotation}{clause}{through};"

    def result(self, ctype):
        kind = self.kind(ctype)
        if kind == "void":
            return "void ", "", ""
        if kind in ("callback", "list") or (kind == "ptr" and not ctype.is_plain_pointer()):
            raise Refused(f"it returns {ctype.description()}")
        if kind == "string":
            kind = "ptr"
        self.note_types(ctype, kind)
        text = ctype.text()
        fails = " fails(ret == nullptr)" if kind == "ptr" and not text.endswith("*") else ""
        return spaced(text), "", fails

    def parameter(self, parameter, number):
        ctype, original = parameter.type, parameter.name or f"arg{number}"
        name = original + "_" if original in RESERVED | KEYWORDS | HELPERS else original
        kind = self.kind(ctype)
        if kind == "list":
            return "va_list ap"
        if kind == "callback" and ctype.typedef_name():
            self.note_types(ctype, kind)
        elif kind == "callback":
            simple = ctype.function_text(name)
            for part in ctype.parts() if simple else []:
                self.mention(part)
            return simple if simple else f"void *{name}"
        if kind in ("ptr", "string") and not ctype.is_plain_pointer():
            return f"void *{name}"  # an address is passed on as well as what it is the address of
        self.note_types(ctype, kind)
        return f"{spaced(ctype.text())}{name}{': str' if kind == 'string' else ''}"

    def kind(self, ctype):
        """How a value of the type is recorded."""
        kind = self.reader.kind(ctype)
        if kind == "struct":
            raise Refused(f"{ctype.description()} is passed by value; in a signature file, `: none` passes it on unrecorded")
        if kind == "unknown":
            raise Refused(f"{ctype.description()} is no type that can be recorded")
        if kind == "ptr" and self.settings.strings and ctype.text() in ("const char *", "char const *"):
            return "string"
        return kind

    def note_types(self, ctype, kind):
        self.mention(ctype)
        name = ctype.typedef_name()
        if name and name not in KNOWN_TYPES:
            self.types[name] = {"int": "int", "uint": "uint", "double": "double", "ptr": "ptr", "callback": "callback"}[kind]

    def list_form(self, prototype):
        """The function that does the same with a va_list: its name has a v more, its parameters are the same."""
        mine = prototype.type
        wanted = [p.type.text() for p in mine.parameters]
        for other in self.prototypes.values():
            theirs = other.type.parameters
            if not theirs or other.type.variadic or self.reader.kind(theirs[-1].type) != "list":
                continue
            if [p.type.text() for p in theirs[:-1]] == wanted and without_v(other.symbol, prototype.symbol):
                return other.symbol
        raise Refused("its further arguments cannot be passed on, as there is no function like it with a va_list")


class Refused(Exception):
    """Why a function gets no wrapper."""


def without_v(longer, shorter):
    return any(longer[:i] + longer[i + 1:] == shorter for i, c in enumerate(longer) if c in "vV")


def spaced(text):
    return text if text.endswith("*") else text + " "


def layer_of(path):
    """A layer's name from a file's: letters, digits and underscores."""
    name = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0], flags=re.A)
    return name if re.match(r"[A-Za-z]", name) else "lib_" + name
