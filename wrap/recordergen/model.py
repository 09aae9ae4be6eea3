# SPDX-License-Identifier: BSD-3-Clause
"""What a signature file says: functions, their parameters, and how each value is recorded (a form).

A form knows its wire kind (the text in the function table, which readers decode by) and how to write the
statements that hand a value to the sink.
"""

from dataclasses import dataclass, field
from typing import List, Optional, Tuple

INDENT = "  "

# Layers have fixed places in `enum class Layer`; unknown ones follow in the order they are met.
KNOWN_LAYERS = ["posix", "stdio", "mpiio", "mpi", "hdf5", "netcdf", "pnetcdf", "cuda"]
BUILTIN_CLASSES = ["FD", "MAP"]


class SignatureError(Exception):
    """A mistake in a signature file, with its place."""

    def __init__(self, where, message):
        super().__init__(f"{where}: {message}")


def call(method, name, *values):
    return [f"sink.{method}({', '.join([quoted(name)] + list(values))});"]


def quoted(text):
    return '"' + text + '"'


def indented(lines):
    return [INDENT + line for line in lines]


def optional(condition, name, body):
    """A value that is recorded only under a condition: wire kind ?K."""
    return ([f"if ({condition}) {{"] + indented([f"sink.present({quoted(name)});"] + body) +
            ["} else {"] + indented([f"sink.absent({quoted(name)});"]) + ["}"])


class Form:
    """How one value is recorded."""

    def wire(self):
        raise NotImplementedError

    def emit(self, name, value, depth=0):
        """The statements that record the C++ expression `value` under `name`."""
        raise NotImplementedError


@dataclass
class Scalar(Form):
    kind: str
    method: str

    def wire(self):
        return "offset" if self.kind == "displacement" else self.kind

    def emit(self, name, value, depth=0):
        if self.method == "u":
            value = f"bits({value})"
        return call(self.method, name, value)


@dataclass
class Callback(Form):
    """A function pointer."""

    def wire(self):
        return "ptr"

    def emit(self, name, value, depth=0):
        return call("ptr", name, f"reinterpret_cast<const void *>({value})")


@dataclass
class Text(Form):
    """A string of a given length that need not end in a NUL."""
    length: str

    def wire(self):
        return "str"

    def emit(self, name, value, depth=0):
        return call("str", name, value, f"count_of({self.length})")


@dataclass
class HandleClass:
    """A kind of handle, or one of several kinds that share a C type (`of`)."""
    name: str
    of: List[str] = field(default_factory=list)
    by: str = ""  # with `of`: the class of `$`; else the number under which it is kept

    def wire(self):
        return "|".join(self.of) or self.name

    def value(self, value):
        """0 for the null handle."""
        return f"handle_value({self.by.replace('$', value) if self.by and not self.of else value})"

    def cls(self, value):
        return self.by.replace("$", value) if self.of else f"Class::{self.name}"

    def arguments(self, value):
        first = [f"Class::{self.of[0]}"] if self.of else []
        return first + [self.cls(value), self.value(value)]


@dataclass
class Handle(Form):
    cls: HandleClass

    def wire(self):
        return f"handle:{self.cls.wire()}"

    def emit(self, name, value, depth=0):
        return call("handle_of" if self.cls.of else "handle", name, *self.cls.arguments(value))


@dataclass
class NewHandle(Form):
    cls: HandleClass

    def wire(self):
        return f"handle+:{self.cls.wire()}"

    def emit(self, name, value, depth=0, none=""):
        """`none` is the condition under which there is no handle."""
        arguments = self.cls.arguments(value)
        if none:
            arguments[-1] = f"{none} ? 0 : {arguments[-1]}"
        return call("new_handle_of" if self.cls.of else "new_handle", name, *arguments)


@dataclass
class NewMap(Form):
    length: str
    fd: str

    def wire(self):
        return "map+"

    def emit(self, name, value, depth=0):
        return call("new_map", name, value, self.length, self.fd)


@dataclass
class Pointee(Form):
    """What a pointer points to; absent when it is null."""
    form: Form

    def wire(self):
        return "?" + self.form.wire()

    def emit(self, name, value, depth=0):
        return optional(f"{value} != nullptr", name, self.form.emit(name, f"(*{value})", depth))


# Arrays of numbers that one call of the runtime records.
NUMBERS = {"int": "numbers", "uint": "numbers", "offset": "offsets", "displacement": "displacements"}


@dataclass
class Array(Form):
    form: Form
    count: str
    element: Optional[str] = None  # an expression of the index `$`, when it is not the plain element
    outlined: bool = False

    def wire(self):
        return f"[{self.form.wire()}]"

    def emit(self, name, value, depth=0, missing=""):
        if self.outlined and not self.element and isinstance(self.form, Scalar) and self.form.kind in NUMBERS:
            where = f"{missing[:-4]} ? nullptr : {value}" if missing else value
            return call(NUMBERS[self.form.kind], name, where, f"count_of({self.count})")
        index, end = f"k{depth}", f"n{depth}"
        element = self.element.replace("$", index) if self.element else f"{value}[{index}]"
        null = f"{missing}{value} == nullptr"
        loop = ([f"for (size_t {index} = 0; {index} < {end}; ++{index}) {{"] +
                indented(self.form.emit("", element, depth + 1)) + ["}", "sink.end();"])
        count = f"const size_t {end} = sink.array({quoted(name)}, {null}, count_of({self.count}));"
        return ["{"] + indented([count] + loop) + ["}"]  # a function may record several arrays


@dataclass
class Field:
    name: str
    form: Form
    value: str  # the member, or an expression in which `$` is the address of the structure


@dataclass
class Record(Form):
    fields: List[Field]

    def wire(self):
        return "{" + ",".join(f"{f.name}={f.form.wire()}" for f in self.fields) + "}"

    def emit(self, name, value, depth=0):
        lines = [f"sink.open({quoted(name)});"]
        for each in self.fields:
            inside = (each.value.replace("$", f"(&{value})") if "$" in each.value
                      else f"{value}.{each.value}")
            lines += each.form.emit(each.name, inside, depth)
        return lines + ["sink.end();"]


@dataclass
class Via(Form):
    """A value that a hand-written function of wrap/runtime hands to the sink."""
    kind: str
    helper: str
    arguments: str

    def wire(self):
        return self.kind

    def emit(self, name, value, depth=0):
        separator = ", " if self.arguments else ""
        return [f"{self.helper}(sink, {quoted(name)}{separator}{self.arguments});"]


@dataclass
class Nothing(Form):
    """An argument that is passed on but not recorded."""

    def wire(self):
        return ""

    def emit(self, name, value, depth=0):
        return []


@dataclass
class Parameter:
    name: str  # as recorded
    ctype: str  # as C knows it, "" for values that are recorded but no parameter of the function
    declaration: str
    variable: str  # the C++ name
    form: Form
    direction: str = ""  # "in": read before the call; "out": read after it if it did not fail
    value: Optional[str] = None  # an expression to record in place of the variable
    condition: Optional[str] = None
    closes: Optional[str] = None  # None: does not close; else the length expression, or ""
    frees: Optional[str] = None  # None: does not; else the condition of `$`, the place after the call, or ""

    @property
    def recorded(self):
        return not isinstance(self.form, Nothing)

    @property
    def is_extra(self):
        return self.ctype == ""

    def wire(self):
        kind = self.form.wire()
        says_absence = isinstance(self.form, (Array, Pointee)) or kind == "str"
        if self.condition or (self.direction == "out" and not says_absence):
            return "?" + kind
        return kind


@dataclass
class Function:
    name: str
    layer: str
    real: str  # how the real function is reached: "wrap", "pmpi" or "fortran"
    headers: List[str]
    library: str  # that has it, when it is not the C library
    ret_type: str
    ret: Optional[Form]  # None for void
    ret_value: Optional[str]
    parameters: List[Parameter]
    where: str
    variadic: str = ""  # "" none; "value": one optional argument; "list": called through the va_list form
    through: str = ""
    fails: str = "false"
    error: Optional[str] = None  # where the error number is, when it is not errno
    admit: Optional[str] = None
    before: List[str] = field(default_factory=list)
    after: List[str] = field(default_factory=list)  # whether the call is recorded or not
    manual: bool = False
    fresh_errno: bool = False
    declared: List[str] = field(default_factory=list)  # it exists if these headers declare it
    compact: bool = False  # of a large layer: wrappers are made of calls into the runtime instead of inline code,
    inlined: bool = False  # but for this one, which programs call often
    hides_nested: bool = False  # calls that the layer makes of itself are not recorded
    alone: bool = False  # in a static link the C library makes this call with another one that has a wrapper
    # An entry point of another language (real is "fortran"): statements that make the C values of its arguments.
    arriving: List[str] = field(default_factory=list)  # once the call exists
    leaving: List[str] = field(default_factory=list)  # after the real call, which set `ret`

    @property
    def outlined(self):
        return self.compact and not self.inlined

    def kinds(self) -> List[Tuple[str, str]]:
        return [(p.name, p.wire()) for p in self.parameters if p.recorded]

    def return_kind(self):
        return "void" if self.ret is None else self.ret.wire() or "void"


@dataclass
class Signatures:
    """All that the signature files say, in their order."""
    functions: List[Function] = field(default_factory=list)
    classes: List[str] = field(default_factory=lambda: list(BUILTIN_CLASSES))
    handles: dict = field(default_factory=dict)  # annotation -> HandleClass

    def layers(self):
        used = list(dict.fromkeys(f.layer for f in self.functions))
        return KNOWN_LAYERS + [layer for layer in used if layer not in KNOWN_LAYERS]
