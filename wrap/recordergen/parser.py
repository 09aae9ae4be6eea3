# SPDX-License-Identifier: BSD-3-Clause
"""Reads signature files: C prototypes with annotations (doc/adding-a-function.md describes the notation).

A plain C header is a signature file without annotations, as far as its declarations are prototypes.
"""

import itertools
import re

from .model import (Array, Callback, Field, Form, Function, Handle, HandleClass, NewHandle, NewMap, Nothing, Parameter, Pointee,
                    Record, Scalar, Signatures, SignatureError, Text, Via)

SCALARS = {"int": "i", "uint": "u", "double": "real", "str": "str", "path": "path", "ptr": "ptr", "fd": "fd",
           "map": "map", "offset": "offset", "displacement": "offset", "mode": "u"}

SIGNED = {"char", "signed char", "short", "int", "long", "long long", "ssize_t", "ptrdiff_t", "intptr_t",
          "int8_t", "int16_t", "int32_t", "int64_t", "intmax_t", "long int", "short int", "long long int"}
UNSIGNED = {"unsigned", "unsigned int", "unsigned char", "unsigned short", "unsigned long",
            "unsigned long long", "unsigned long int", "size_t", "uintptr_t", "uint8_t", "uint16_t",
            "uint32_t", "uint64_t", "uintmax_t", "bool", "_Bool"}
REALS = {"double", "float"}
TYPE_WORDS = SIGNED | UNSIGNED | REALS | {"void", "const", "struct", "enum", "union", "signed", "volatile"}
RESERVED = {"call", "ret", "sink", "failed", "errno_before", "errno_after", "passed", "more"}
CLAUSES = {"fails", "errno", "admit", "before", "after", "through", "manual", "fresh_errno", "alone"}

OPENING, CLOSING = "([{", ")]}"


def split_top(text, separator):
    """Splits at separators that are outside brackets and quotes."""
    parts, start, level, quote, i = [], 0, 0, "", 0
    while i < len(text):
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = ""
        elif c in "\"'":
            quote = c
        elif c in OPENING:
            level += 1
        elif c in CLOSING:
            level -= 1
        elif level == 0 and is_separator(text, i, separator):
            parts.append(text[start:i])
            start = i + len(separator)
        i += 1
    return parts + [text[start:]]


def is_separator(text, i, separator):
    """`:` is not part of `::`, `=` is no comparison, and words are whole words."""
    if not text.startswith(separator, i):
        return False
    before, after = text[i - 1:i], text[i + len(separator):i + len(separator) + 1]
    if separator == ":":
        return before != ":" and after != ":"
    if separator == "=":
        return before not in ("=", "!", "<", ">", "=") and after != "="
    return True


def cut(text, separator):
    """(before, after) the first top-level separator; after is None when there is none."""
    parts = split_top(text, separator)
    return parts[0].strip(), (separator.join(parts[1:]).strip() if len(parts) > 1 else None)


def matching(text, start):
    """The index of the bracket that closes the one at `start`."""
    level = 0
    for i in range(start, len(text)):
        if text[i] in OPENING:
            level += 1
        elif text[i] in CLOSING:
            level -= 1
            if level == 0:
                return i
    return -1


def ending(text, word):
    """(text before the word, what follows it in parentheses); None when it does not end in the word."""
    match = re.search(rf"\b{word}\b(?:\((.*)\))?\s*$", text)
    return (text[:match.start()].strip(), match.group(1) or "") if match else (text, None)


def normal_type(ctype):
    """One spelling for a C type: single spaces, stars apart from names and together."""
    text = re.sub(r"\s*\*\s*", " * ", ctype)
    return re.sub(r"\* (?=\*)", "*", " ".join(text.split()))


def declared(declaration):
    """(type, name) of a C parameter declaration; name is "" when it has none."""
    function = re.search(r"\(\s*\*\s*(\w*)\s*\)\s*\(", declaration)
    if function:
        return "callback *", function.group(1)
    text, arrays = re.subn(r"\[[^\]]*\]", "", declaration)
    match = re.match(r"^(.*?)(\w+)\s*$", text.strip(), re.S)
    name = match.group(2) if match else ""
    rest = match.group(1) if match else text
    if name in TYPE_WORDS or not rest.strip() or rest.split()[-1] in ("struct", "enum", "union"):
        name, rest = "", text
    return normal_type(rest + "*" * arrays), name


class Parser:
    """Reads files into one Signatures; directives hold from where they are to the end of their file."""

    def __init__(self, layer="", compact=False):
        self.default_layer, self.default_compact = layer, compact  # until a directive says otherwise
        self.result = Signatures()
        self.seen = {}

    def read(self, path):
        with open(path, encoding="utf-8") as source:
            self.read_text(source.read(), path)

    def read_text(self, text, file):
        self.file, self.layer, self.real, self.types, self.structs = file, self.default_layer, "wrap", {}, {}
        self.library, self.headers, self.declared, self.compact, self.each = "", [], [], self.default_compact, {}
        self.hides_nested, self.inlined, self.inlining = False, {}, False
        self.default_fails, self.default_error, self.default_admit = None, None, None
        for line, statement in self.statements(text):
            self.where = f"{file}:{line}"
            if statement.startswith("%"):
                self.directive(statement)
            else:
                for text in self.expansions(statement):
                    self.prototype(text)
        for name, self.where in self.inlined.items():
            if not any(f.name == name for f in self.result.functions):
                self.fail(f"%inline: {name} is not in this file")

    def expansions(self, statement):
        """The statement with each combination of the words that %each lists for the names in its braces."""
        names = list(dict.fromkeys(n for n in re.findall(r"\{(\w+)(?:\.c)?\}", statement) if n in self.each))
        for words in itertools.product(*(self.each[n] for n in names)):
            text = statement
            for name, (word, ctype) in zip(names, words):
                text = text.replace("{" + name + "}", word).replace("{" + name + ".c}", ctype)
            yield text

    def statements(self, text):
        """Directives (a line, or up to the closing brace) and prototypes (up to the semicolon)."""
        text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
        text = re.sub(r"(^|\s)(#|//).*", r"\1", text)
        line, i = 1, 0
        while i < len(text):
            if text[i].isspace():
                line += text[i] == "\n"
                i += 1
                continue
            end = self.statement_end(text, i, line)
            yield line, text[i:end].strip().rstrip(";").strip()
            line += text.count("\n", i, end)
            i = end

    def statement_end(self, text, start, line):
        level = 0
        for i in range(start, len(text)):
            level += (text[i] in OPENING) - (text[i] in CLOSING)
            if level == 0 and text[i] == ("\n" if text[start] == "%" else ";"):
                return i + 1
        if text[start] == "%":
            return len(text)
        raise SignatureError(f"{self.file}:{line}", "a prototype ends with a semicolon")

    def fail(self, message):
        raise SignatureError(self.where, message)

    # ---- directives

    def directive(self, statement):
        word, _, rest = statement[1:].partition(" ")
        rest = rest.strip()
        handler = getattr(self, "directive_" + word, None)
        if handler is None:
            self.fail(f"unknown directive %{word}")
        handler(rest)

    def directive_layer(self, rest):
        self.layer = rest

    def directive_real(self, rest):
        if rest not in ("wrap", "pmpi"):
            self.fail("%real is wrap or pmpi")
        self.real = rest

    def directive_header(self, rest):
        self.headers = rest.split()

    def directive_library(self, rest):
        self.library = rest

    def directive_declared(self, rest):
        self.declared = [] if rest == "default" else rest.split()

    def directive_each(self, rest):
        """NAME (word[=C type], ...): `-` is the empty word."""
        match = re.match(r"(\w+)\s*\((.*)\)$", rest, re.S)
        if not match:
            self.fail("%each NAME (word[=C type], ...)")
        items = [item.partition("=") for item in match.group(2).split(",")]
        self.each[match.group(1)] = [("" if word.strip() == "-" else word.strip(), " ".join((ctype or word).split()))
                                     for word, _, ctype in items]

    def directive_compact(self, rest):
        self.compact = rest != "off"

    def directive_inline(self, rest):
        """(name, ...)"""
        match = re.match(r"\((.*)\)$", rest, re.S)
        if not match:
            self.fail("%inline (NAME, ...)")
        self.inlined.update((name, self.where) for name in re.findall(r"\w+", match.group(1)))

    def directive_nested(self, rest):
        if rest not in ("hidden", "recorded"):
            self.fail("%nested is hidden or recorded")
        self.hides_nested = rest == "hidden"

    def directive_fails(self, rest):
        self.default_fails = None if rest == "default" else rest

    def directive_errno(self, rest):
        self.default_error = None if rest == "default" else rest

    def directive_admit(self, rest):
        self.default_admit = None if rest == "default" else rest

    def directive_class(self, rest):
        """NAME [as value of $] [for TYPE, ...], or NAME = A|B|... by class of $ [for TYPE, ...]"""
        rest, _, ctypes = rest.partition(" for ")
        rest, _, by = rest.partition(" by ")
        rest, _, members = rest.partition("=")
        name, _, expression = (part.strip() for part in rest.partition(" as "))
        members = [m.strip() for m in members.split("|") if m.strip()]
        known = self.result.handles.get(name)
        if known is None or expression or by:
            self.result.handles[name] = HandleClass(name, members, by.strip() or expression)
        self.add_classes(members or [name])
        for ctype in filter(None, (t.strip() for t in ctypes.split(","))):
            self.types[normal_type(ctype)] = name

    def add_classes(self, names):
        """Those of one union follow each other, so that one is told by its distance from the first."""
        fresh = [name for name in names if name not in self.result.classes]
        if fresh and len(fresh) != len(names):
            self.fail("classes of a union must not have been declared before it")
        self.result.classes += fresh

    def directive_type(self, rest):
        names, annotation = cut(rest, ":")
        if annotation is None:
            self.fail("%type TYPE, ...: annotation")
        for name in names.split(","):
            self.types[normal_type(name)] = annotation

    def directive_struct(self, rest):
        match = re.match(r"(\w+)\s*\{(.*)\}\s*$", rest, re.S)
        if not match:
            self.fail("%struct NAME { type member; ... }")
        fields = [self.field(text.strip()) for text in match.group(2).split(";") if text.strip()]
        self.structs[match.group(1)] = Record(fields)

    def field(self, text):
        left, member = cut(text, "=")
        left, annotation = cut(left, ":")
        ctype, name = declared(left)
        return Field(name, self.form(annotation or self.default_annotation(ctype)), member or name)

    # ---- prototypes

    def prototype(self, statement):
        match = re.match(r"(?:extern\s+)?([\w\s*]*?[\s*])(\w+)\s*\(", statement)
        if not match:
            self.fail(f"not a prototype: {statement[:60]}")
        end = matching(statement, match.end() - 1)
        self.inlining = self.compact and match.group(2) in self.inlined
        function = Function(name=match.group(2), layer=self.layer, real=self.real, headers=self.headers,
                            library=self.library, declared=self.declared, compact=self.compact,
                            inlined=self.inlining, hides_nested=self.hides_nested,
                            ret_type=normal_type(match.group(1)), ret=None, ret_value=None, parameters=[],
                            where=self.where)
        if not self.layer:
            self.fail("no %layer yet")
        if function.name in self.seen:
            self.fail(f"{function.name} is already at {self.seen[function.name]}")
        self.seen[function.name] = self.where
        inside = statement[match.end():end]
        if inside.strip() not in ("", "void"):
            for text in split_top(inside, ","):
                self.parameter(function, text.strip())
        self.tail(function, statement[end + 1:].strip())
        self.check(function)
        self.result.functions.append(function)

    def parameter(self, function, text):
        left, annotation = cut(text, ":")
        if left == "...":
            function.variadic = "list"
            return
        if left.startswith("..."):
            left = left[3:].strip()
            function.variadic = "value" if " " in left else "list"
            if function.variadic == "list":
                return self.add(function, "", "", left, left, annotation)
        if left.startswith("+"):
            name = left[1:].strip()
            return self.add(function, "", "", name, name, annotation)
        left, _, recorded = left.partition(" as ")
        ctype, name = declared(left)
        if not name:
            name = f"arg{len(function.parameters) + 1}"
            left = re.sub(r"\(\s*\*\s*\)", f"(*{name})", left) if "(" in left else f"{left} {name}"
        self.add(function, ctype, left, name, recorded.strip() or name.rstrip("_"), annotation)

    def add(self, function, ctype, declaration, variable, name, annotation):
        if variable in RESERVED and ctype:
            self.fail(f"a parameter must not be called {variable}")
        parts = self.annotation(annotation or self.default_annotation(ctype))
        function.parameters.append(Parameter(name=name, ctype=ctype, declaration=" ".join(declaration.split()),
                                             variable=variable, **parts))

    def annotation(self, text):
        """direction form [closes[(length)] | frees[(condition)]] [= value] [if condition]"""
        text, condition = cut(text, " if ")
        text, value = cut(text, "=")
        text, closes = ending(text, "closes")
        text, frees = ending(text, "frees")
        direction = ""
        if text.split(" ")[0] in ("in", "out"):
            direction, _, text = text.partition(" ")
        return {"direction": direction, "form": self.form(text.strip()), "closes": closes, "frees": frees,
                "value": value, "condition": condition}

    def default_annotation(self, ctype):
        if ctype in self.types:
            return self.types[ctype]
        plain = " ".join(word for word in ctype.split() if word not in ("const", "volatile"))
        if plain in self.types:
            return self.types[plain]
        if ctype == "callback *":
            return "callback"
        if ctype.endswith("*"):
            return "ptr"
        if plain in SIGNED or plain.startswith("enum "):
            return "int"
        if plain in UNSIGNED:
            return "uint"
        if plain in REALS:
            return "double"
        if plain in ("va_list", "__gnuc_va_list"):
            return "none"
        self.fail(f"no annotation for the type `{ctype}`; give one, or a %type line")

    def form(self, text) -> Form:
        text = text.strip()
        text, via = cut(text, " via ")
        if via is not None:
            match = re.match(r"(\w+)\((.*)\)$", via, re.S)
            if not match:
                self.fail(f"via helper(arguments): {via}")
            return Via(self.form(text).wire() if text not in ("any", "[any]") else text, *match.groups())
        if text.startswith("*"):
            return Pointee(self.form(text[1:]))
        if text.startswith("["):
            return self.array(text)
        return self.simple_form(text)

    def array(self, text):
        inside, count = cut(text[1:matching(text, 0)], ";")
        inside, element = cut(inside, "=")
        return Array(self.form(inside), count or "0", element, self.compact and not self.inlining)

    def simple_form(self, text):
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if text == "none":
            return Nothing()
        if text == "callback":
            return Callback()
        if text in SCALARS:
            return Scalar(text, SCALARS[text])
        if word in ("flags", "enum") and rest:
            return Scalar(f"{word}:{rest}", "u" if word == "flags" else "i")
        if text.startswith("path at "):
            return Scalar(f"path:{text[8:].strip()}", "path")
        if text.startswith("str["):
            return Text(text[4:-1])
        if word == "new":
            return self.new(rest)
        if text in self.structs:
            return self.structs[text]
        if text in self.result.handles:
            return Handle(self.result.handles[text])
        self.fail(f"unknown annotation `{text}`")

    def new(self, what):
        if what == "fd":
            return Scalar("fd+", "new_fd")
        match = re.match(r"map\((.*)\)$", what)
        if match:
            return NewMap(*(part.strip() for part in split_top(match.group(1), ",")))
        if what in self.result.handles:
            return NewHandle(self.result.handles[what])
        self.fail(f"new what? `{what}`")

    # ---- what follows the parameters

    def tail(self, function, text):
        annotation = ""
        if text.startswith(":"):
            end = re.search(r"(?<![\w.])(" + "|".join(CLAUSES) + r")\b(?!\s*[,)])", text)
            annotation = text[1:end.start() if end else len(text)].strip()
            text = text[end.start():] if end else ""
        self.clauses(function, text.strip())
        if function.ret_type == "void":
            return
        parts = self.annotation(annotation or self.default_annotation(function.ret_type))
        function.ret, function.ret_value = parts["form"], parts["value"]

    def clauses(self, function, text):
        function.fails = self.default_fails or self.failure_by_type(function.ret_type)
        function.error, function.admit = self.default_error, self.default_admit
        while text:
            match = re.match(r"(\w+)\s*(\(|\w*)", text)
            word = match.group(1) if match else text
            if word not in CLAUSES:
                self.fail(f"unknown clause `{word}` of {function.name}")
            if word in ("manual", "fresh_errno", "alone"):
                setattr(function, word, True)
                text = text[len(word):].strip()
            elif word == "through":
                function.through = match.group(2)
                text = text[match.end():].strip()
            else:
                end = matching(text, match.end() - 1)
                self.clause(function, word, " ".join(text[match.end():end].split()))
                text = text[end + 1:].strip()

    def clause(self, function, word, value):
        if word in ("before", "after"):
            getattr(function, word).append(value)
        else:
            setattr(function, {"errno": "error"}.get(word, word), value)

    def failure_by_type(self, ctype):
        plain = " ".join(word for word in ctype.split() if word != "const")
        if plain.endswith("*"):
            return "ret == nullptr"
        return "ret == -1" if self.is_signed(plain) else "false"

    def is_signed(self, ctype):
        known = self.types.get(ctype, "")
        return ctype in SIGNED or known in ("int", "offset")

    def check(self, function):
        if function.ret_type == "void" and not function.manual:
            function.fails, function.error = "false", None
        if function.variadic == "list" and not function.through and not function.manual:
            self.fail(f"{function.name} has a variable argument list: say through which va_list form")
        names = [p.name for p in function.parameters if p.recorded]
        if len(set(names)) != len(names):
            self.fail(f"{function.name} records two values of one name")
