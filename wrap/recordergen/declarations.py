# SPDX-License-Identifier: BSD-3-Clause
"""Reads C declarations in preprocessed text: prototypes, typedefs, and what is neither.

As much of the language as headers contain. A type is what was declared (words, name of a typedef) with what is derived
from it, outermost first: `int *a[3]` is an array of pointers to int.
"""

import re
from dataclasses import dataclass, field
from typing import List, Optional

TOKEN = re.compile(r"""(?P<marker>^[ \t]*\#[ \t]*(?:line[ \t]+)?(?P<line>\d+)[ \t]+"(?P<file>(?:[^"\\]|\\.)*)"[^\n]*)
    |(?P<directive>^[ \t]*\#[^\n]*) |(?P<newline>\n) |(?P<space>[ \t\r\f\v]+)
    |(?P<word>[A-Za-z_$][\w$]*) |(?P<string>(?:u8|[LuU])?"(?:[^"\\\n]|\\.)*") |(?P<char>'(?:[^'\\\n]|\\.)*')
    |(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*) |(?P<punct>\.\.\.|\[\[|\]\]|.)""", re.X | re.M)

STORAGE = {"typedef", "extern", "static", "register", "auto", "_Thread_local", "__thread", "constexpr"}
QUALIFIERS = {"const": "const", "__const": "const", "__const__": "const", "volatile": "volatile",
              "__volatile": "volatile", "__volatile__": "volatile"}
# Words that change nothing about how a function is called, and those that are followed by arguments.
NOISE = {"inline", "__inline", "__inline__", "restrict", "__restrict", "__restrict__", "__extension__", "_Noreturn",
         "noreturn", "__cdecl", "_Nonnull", "_Nullable"}
NOISE_WITH_ARGUMENTS = {"__attribute__", "__attribute", "__declspec", "_Alignas", "__nonnull"}
ASM = {"__asm__", "__asm", "asm"}
WORDS = {"void", "char", "short", "int", "long", "signed", "__signed", "__signed__", "unsigned", "float", "double", "_Bool",
         "bool", "_Complex", "__complex__", "__int128", "_Float128", "__float128", "_Float16", "_Float32", "_Float64",
         "_Float32x", "_Float64x", "__builtin_va_list"}
TAGS = {"struct", "union", "enum"}
CLOSING = {"(": ")", "[": "]", "{": "}", "[[": "]]"}


@dataclass
class Token:
    text: str
    what: str
    file: str
    line: int


@dataclass
class Derived:
    """One step of a declarator: "pointer" (with its qualifiers), "array" or "function"."""
    what: str
    qualifiers: str = ""
    parameters: Optional[list] = None  # of a function; None when it has no prototype
    variadic: bool = False


@dataclass
class Type:
    words: List[str]  # of the base type, in one spelling
    base: str  # "int", "uint", "double", "void", "struct", "enum", "typedef", "list", "unknown"
    qualifiers: str = ""
    derived: List[Derived] = field(default_factory=list)

    def typedef_name(self):
        return self.words[0] if self.base == "typedef" and not self.derived else ""

    def is_plain_pointer(self):
        """One that C++ converts to const void *: no function or array in it, nothing volatile."""
        if any(d.what != "pointer" for d in self.derived):
            return False
        return "volatile" not in self.qualifiers and not any("volatile" in d.qualifiers for d in self.derived)

    def text(self):
        """For types without functions and arrays."""
        text = " ".join(filter(None, [self.qualifiers] + self.words))
        for step in reversed(self.derived):
            text += ("*" if text.endswith("*") else " *") + step.qualifiers
        return text

    def parts(self):
        """Of a function or a pointer to one: the types of the result and of the parameters."""
        at = next(i for i, d in enumerate(self.derived) if d.what == "function")
        result = Type(self.words, self.base, self.qualifiers, self.derived[at + 1:])
        return [result] + [p.type for p in self.derived[at].parameters or []]

    def function_text(self, name):
        """`int (*name)(char *)`; "" when it is no simple pointer to a function, or one with such parameters."""
        steps = [d.what for d in self.derived]
        if steps[:2] != ["pointer", "function"] and steps[:1] != ["function"]:
            return ""
        function = self.derived[steps.index("function")]
        result, *inner = self.parts()
        if not all(t.is_plain_pointer() for t in [result] + inner):
            return ""
        parameters = [t.text() for t in inner] + (["..."] if function.variadic else [])
        return f"{result.text()} (*{name})({', '.join(parameters) or 'void'})"

    def description(self):
        if not self.derived:
            return f"`{self.text()}`"
        return {"pointer": "a pointer to a function or an array", "array": "an array", "function": "a function"}[
            self.derived[0].what]


@dataclass
class Parameter:
    type: Type
    name: str


@dataclass
class FunctionType:
    result: Type
    parameters: Optional[List[Parameter]]
    variadic: bool


@dataclass
class Declaration:
    kind: str  # "prototype", "type", or "other"
    symbol: str  # as the linker knows it
    file: str
    line: int
    type: object = None
    why: str = ""  # for "other": what it is


class Unreadable(Exception):
    pass


def tokens(text):
    file, line = "", 1
    for match in TOKEN.finditer(text):
        what = match.lastgroup
        if what == "file" or match.group("marker"):
            file, line = match.group("file"), int(match.group("line")) - 1
        elif what == "newline":
            line += 1
        elif what not in ("space", "directive"):
            yield Token(match.group(), what, file, line)


def strip(tokens_in):
    """Without attributes and the like; the name that an asm label gives is one token, a "label"."""
    out, i = [], 0
    while i < len(tokens_in):
        text = tokens_in[i].text
        if text in NOISE_WITH_ARGUMENTS | ASM and i + 1 < len(tokens_in) and tokens_in[i + 1].text == "(":
            end = close(tokens_in, i + 1)
            if text in ASM:
                name = "".join(t.text.strip('"') for t in tokens_in[i + 2:end] if t.what == "string")
                out.append(Token(name, "label", tokens_in[i].file, tokens_in[i].line))
            i = end + 1
        elif text == "[[":
            i = close(tokens_in, i) + 1
        elif text in NOISE:
            i += 1
        else:
            out.append(tokens_in[i])
            i += 1
    return out


def close(tokens_in, start):
    """The index of the bracket that closes the one at `start`."""
    level = 0
    for i in range(start, len(tokens_in)):
        if tokens_in[i].text in CLOSING:
            level += 1
        elif tokens_in[i].text in CLOSING.values():
            level -= 1
            if level == 0:
                return i
    raise Unreadable("brackets do not match")


def statements(all_tokens):
    """(tokens, has a body) of each declaration; the braces of `extern "C"` are passed over."""
    current, i = [], 0
    while i < len(all_tokens):
        token = all_tokens[i]
        if not current and token.text in (";", "}"):
            i += 1
        elif not current and token.text == "extern" and [t.what for t in all_tokens[i + 1:i + 2]] == ["string"]:
            i += 3 if all_tokens[i + 2].text == "{" else 2
        elif token.text in CLOSING:
            end = close(all_tokens, i)
            body = token.text == "{" and is_function_head(current)
            current += all_tokens[i:end + 1]
            i = end + 1
            if body:
                yield current, True
                current = []
        elif token.text == ";":
            yield current, False
            current, i = [], i + 1
        else:
            current.append(token)
            i += 1
    if current:
        yield current, False


def is_function_head(current):
    plain = strip(current)
    return bool(plain) and plain[-1].text == ")" and "=" not in [t.text for t in plain]


def without_body(definition):
    level = 0
    for i in range(len(definition) - 1, -1, -1):
        level += (definition[i].text == "}") - (definition[i].text == "{")
        if level == 0:
            return definition[:i]
    return definition


class Reader:
    """Knows the typedefs that it has met."""

    def __init__(self):
        self.typedefs = {}

    def declarations(self, text):
        for statement, has_body in statements(list(tokens(text))):
            first = statement[0]
            try:
                yield from self.declaration(statement, has_body)
            except (Unreadable, IndexError) as error:
                words = " ".join(t.text for t in statement[:8])
                yield Declaration("other", "", first.file, first.line, why=f"not understood, {error}: {words} ...")

    def declaration(self, statement, has_body):
        plain = strip(statement)
        if not plain or plain[0].text in ("_Static_assert", "static_assert"):
            return
        if has_body:
            plain = without_body(plain)
        scan = Scan(plain, self.typedefs)
        storage, base = scan.specifiers()
        where = statement[0].file, statement[0].line
        while not scan.at_end():
            name, derived = scan.declarator()
            made = Type(base.words, base.base, base.qualifiers, derived)
            label = scan.skip_initializer()
            yield self.one(storage, name, made, label, has_body, where)

    def one(self, storage, name, made, label, has_body, where):
        if "typedef" in storage:
            self.typedefs[name] = made
            return Declaration("type", name, *where)
        if not made.derived or made.derived[0].what != "function":
            known = self.resolved(made)
            if not (known.derived and known.derived[0].what == "function"):
                return Declaration("other", name, *where, why=f"{name}: a variable")
            made = known  # declared by the typedef of a function
        symbol = label or name
        if has_body or "static" in storage:
            return Declaration("other", symbol, *where, why=f"{symbol}: it has its body in the header")
        function, rest = made.derived[0], made.derived[1:]
        result = Type(made.words, made.base, made.qualifiers, rest)
        return Declaration("prototype", symbol, *where, FunctionType(result, function.parameters, function.variadic))

    def resolved(self, ctype):
        """Without typedefs."""
        while ctype.base == "typedef" and ctype.words[0] in self.typedefs:
            known = self.typedefs[ctype.words[0]]
            ctype = Type(known.words, known.base, known.qualifiers, ctype.derived + known.derived)
        return ctype

    def kind(self, ctype):
        """"int", "uint", "double", "ptr", "callback", "list", "void", "struct" or "unknown"."""
        if any(name in ("va_list", "__gnuc_va_list", "__builtin_va_list") for name in ctype.words) and not ctype.derived:
            return "list"
        known = self.resolved(ctype)
        steps = [d.what for d in known.derived]
        if not steps:
            return "unknown" if known.base == "typedef" else "int" if known.base == "enum" else known.base
        if steps[0] == "function" or steps[:2] == ["pointer", "function"]:
            return "callback"
        return "ptr"


class Scan:
    """Goes through the tokens of one declaration."""

    def __init__(self, stripped, typedefs):
        self.tokens, self.at, self.typedefs = stripped, 0, typedefs

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead].text if self.at + ahead < len(self.tokens) else ""

    def is_word(self):
        return self.at < len(self.tokens) and self.tokens[self.at].what == "word"

    def at_end(self):
        return self.at >= len(self.tokens)

    def skip_group(self):
        self.at = close(self.tokens, self.at) + 1

    def skip_initializer(self):
        """Up to the next declarator; the label on the way."""
        label = ""
        while not self.at_end() and self.peek() != ",":
            if self.tokens[self.at].what == "label":
                label = self.peek()
            if self.peek() in CLOSING:
                self.skip_group()
            else:
                self.at += 1
        self.at += 1
        return label

    def specifiers(self):
        storage, qualifiers, words, base = set(), [], [], ""
        while self.is_word():
            word = self.peek()
            if word in STORAGE:
                storage.add(word)
            elif word in QUALIFIERS:
                qualifiers.append(QUALIFIERS[word])
            elif word in TAGS and not words:
                words, base = self.tag()
                continue
            elif word in WORDS and base in ("", "words"):
                words.append(word)
                base = "words"
            elif word in ("__typeof__", "typeof", "_Atomic", "_BitInt") and not words:
                words, base = [word], "unknown"
                if self.peek(1) == "(":
                    self.at += 1
                    self.skip_group()
                    continue
            elif not words:
                words, base = [word], "typedef"
            else:
                break
            self.at += 1
        if not words:
            raise Unreadable("it declares no type")
        if base == "words":
            words, base = arithmetic(words)
        return storage, Type(words, base, " ".join(dict.fromkeys(qualifiers)))

    def tag(self):
        kind = self.peek()
        self.at += 1
        name = ""
        if self.is_word():
            name = self.peek()
            self.at += 1
        if self.peek() == "{":
            self.skip_group()
        return ([kind, name] if name else [kind + " {}"]), ("enum" if kind == "enum" else "struct")

    def declarator(self):
        """(name, what is derived, outermost first)"""
        pointers = []
        while self.peek() == "*" or self.peek() in QUALIFIERS:
            if self.peek() == "*":
                pointers.insert(0, Derived("pointer"))
            elif pointers:
                pointers[0].qualifiers = (pointers[0].qualifiers + " " + QUALIFIERS[self.peek()]).strip()
            self.at += 1
        name, inner = "", []
        if self.peek() == "(" and not self.is_parameter_list():
            end = close(self.tokens, self.at)
            inside = Scan(self.tokens[self.at + 1:end], self.typedefs)
            name, inner = inside.declarator()
            self.at = end + 1
        elif self.is_word():
            name = self.peek()
            self.at += 1
        return name, inner + self.suffixes() + pointers

    def is_parameter_list(self):
        """After `(` without a name before it: that of an unnamed function parameter, or brackets around a name?"""
        following = self.peek(1)
        return following in ("", ")", "...") or following in WORDS | TAGS | set(QUALIFIERS) or following in self.typedefs

    def suffixes(self):
        steps = []
        while self.peek() in ("[", "("):
            end = close(self.tokens, self.at)
            if self.peek() == "[":
                steps.append(Derived("array"))
            else:
                steps.append(self.function(self.tokens[self.at + 1:end]))
            self.at = end + 1
        return steps

    def function(self, inside):
        parts, variadic = [[]], False
        i = 0
        while i < len(inside):
            end = close(inside, i) if inside[i].text in CLOSING else i
            if inside[i].text == ",":
                parts.append([])
            else:
                parts[-1] += inside[i:end + 1]
            i = end + 1
        if [t.text for t in parts[-1]] == ["..."]:
            variadic = True
            parts.pop()
        if parts == [[]]:
            return Derived("function", parameters=None)
        parameters = [self.parameter(part) for part in parts]
        if len(parameters) == 1 and parameters[0].type.base == "void" and not parameters[0].type.derived:
            parameters = []
        return Derived("function", parameters=parameters, variadic=variadic)

    def parameter(self, part):
        scan = Scan(part, self.typedefs)
        _, base = scan.specifiers()
        name, derived = scan.declarator()
        if not scan.at_end():
            raise Unreadable("a parameter is not understood")
        if derived and derived[0].what == "array":
            derived[0] = Derived("pointer")
        return Parameter(Type(base.words, base.base, base.qualifiers, derived), name)


def arithmetic(words):
    """One spelling, and how it is recorded."""
    count = {word: words.count(word) for word in words}
    has = count.get
    if has("__builtin_va_list"):
        return ["va_list"], "list"
    if has("void"):
        return ["void"], "void"
    if has("_Bool") or has("bool"):
        return ["bool"], "uint"
    if has("float") and len(words) == 1 or has("double") and len(words) == 1:
        return words, "double"
    if any(word.startswith(("_", "float", "double")) and not word.startswith("__signed") for word in words):
        return words, "unknown"  # long double, complex numbers, integers of 128 bits
    size = "char" if has("char") else "short" if has("short") else "long " * has("long", 0) + "int"
    size = {"long int": "long", "long long int": "long long"}.get(size, size)
    if has("unsigned"):
        return (["unsigned"] if size == "int" else ["unsigned", size]), "uint"
    if size == "char" and len(words) > 1:
        size = "signed char"
    return [size], "int"
