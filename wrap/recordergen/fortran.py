# SPDX-License-Identifier: BSD-3-Clause
"""Writes MPI's Fortran entry points: mpi_send_ and its like, for mpif.h, `use mpi` and `use mpi_f08`.

A Fortran call carries addresses where C has values, integers where C has handles, and a hidden length for each
string. The entry point hands all of it on as it came; beside that the C values are made, under the names that the
signature gives them, so that the record is written by the same statements as that of the C function.
"""

import re
from dataclasses import dataclass, replace

from .model import Array, Pointee, Via
from .wrapper import body, indented, spaced

LAYER = "fortran"  # where the entry points of all MPI layers are kept apart from the C functions

HANDLES = {"MPI_Comm", "MPI_Group", "MPI_Datatype", "MPI_Info", "MPI_Request", "MPI_Errhandler", "MPI_File", "MPI_Op",
           "MPI_Win", "MPI_Message", "MPI_Session"}

# What the C types do not tell, by the names that MPI gives these parameters in all functions.
LOGICALS = {"flag", "periods", "remain_dims", "reorder", "weighted", "high", "commute", "is_supported"}
INDICES = {"indx", "array_of_indices"}  # counted from 1
# Arrays that an address may stand for.
MARKED = {"weights": "weights", "sourceweights": "weights", "destweights": "weights", "array_of_errcodes": "errcodes"}
POINTERS = {"baseptr", "buffer_addr"}  # a place where the call stores an address
NUMBER_VALUES = {"attribute_val", "extra_state"}  # an address in C, an integer in Fortran
# Functions that MPI-3 removed have default integers for addresses.
NARROW = {"MPI_Address", "MPI_Type_extent", "MPI_Type_lb", "MPI_Type_ub", "MPI_Type_hvector", "MPI_Type_hindexed",
          "MPI_Type_struct", "MPI_Attr_put", "MPI_Attr_get", "MPI_Keyval_create"}
# Those whose Fortran names are not theirs.
OTHER_NAMES = {f"MPIX_Delete_error_{what}": f"mpi_delete_error_{what}" for what in ("class", "code", "string")}
NOT_IN_FORTRAN = {"argc", "argv"}  # of MPI_Init and MPI_Info_create_env


@dataclass
class Entry:
    """One symbol that Fortran compilers call."""
    symbol: str
    function: object
    descriptors: bool = False  # buffers come as array descriptors
    old: bool = False  # mpif.h: MPI_Buffer_detach yields nothing

    @property
    def name(self):
        return self.symbol

    @property
    def layer(self):
        return LAYER

    @property
    def real(self):
        return "wrap"


def candidates(function):
    """All entry points that an MPI library might have for a C function."""
    if function.real != "pmpi":
        return []
    name = OTHER_NAMES.get(function.name, function.name.lower())
    if name.endswith("_c"):
        return [Entry(f"{name[:-2]}_f08_large_", function), Entry(f"{name[:-2]}_f08ts_large_", function, True)]
    found = [Entry(f"{name}_", function, old=True), Entry(f"{name}_f08_", function), Entry(f"{name}_f08ts_", function, True)]
    if any(p.variable == "baseptr" for p in function.parameters):
        found.append(Entry(f"{name}_cptr_", function))
    return found


def entries(functions, known):
    """Those among `known` names, in the order of the functions."""
    return [each for function in functions for each in candidates(function) if each.symbol in known]


# ---- the arguments as Fortran passes them

def passed(function):
    """The parameters that Fortran has too."""
    some = NOT_IN_FORTRAN if function.name in ("MPI_Init", "MPI_Init_thread", "MPI_Info_create_env") else ()
    return [p for p in function.parameters if not p.is_extra and p.variable not in some]


def has_code(function):
    """Whether ierror follows; functions with another result than a code have none."""
    return function.ret_type == "int"


def is_text(parameter):
    return parameter.ctype.replace("const ", "").startswith("char *")


def place(parameter):
    return "f_" + parameter.variable


def names(function):
    lengths = [f"{p.variable}_length" for p in passed(function) if is_text(p)]
    return [place(p) for p in passed(function)] + (["f_ierror"] if has_code(function) else []) + lengths


def declared(function):
    return ", ".join(("size_t " if name.endswith("_length") else "void *") + name for name in names(function))


def result_type(function):
    return "void" if has_code(function) else function.ret_type


# ---- the C values

class Values:
    """Statements that give the parameters of the C function their values, and how these are recorded."""

    def __init__(self, entry):
        self.entry, self.function = entry, entry.function
        self.before, self.after, self.parameters = [], [], []
        known = passed(self.function)
        for parameter in self.function.parameters:
            if parameter.is_extra:
                self.parameters.append(parameter)
            elif parameter in known:
                self.parameters.append(self.convert(parameter) or parameter)
            else:
                self.before.append(f"const {parameter.ctype} {parameter.variable}{{}};")
                self.parameters.append(parameter)

    def convert(self, p):
        """Returns the parameter if it is to be recorded in another way."""
        plain = p.ctype.replace("const ", "")
        base = plain.rstrip("* ")
        if re.match(r"MPIX?_\w+_function(_c)? \*$", plain):
            return self.define(p, "void *", place(p))
        if base == "char":
            return self.text(p, plain)
        if base == "MPI_Status":
            return self.define(p, "MPI_Status *", f"fortran_status{'es' if '_of_' in p.variable else ''}({place(p)})")
        if base == "void":
            return self.anything(p)
        if plain == base:
            return self.define(p, base, self.value_of(p, base))
        if base in HANDLES:
            return self.handles(p, base)
        return self.numbers(p, base)

    def define(self, p, ctype, value):
        self.before.append(f"{ctype}const {p.variable} = {value};" if ctype.endswith("*") else
                           f"const {ctype} {p.variable} = {value};")

    def value_of(self, p, base):
        if base == "int" and p.variable in LOGICALS:
            return f"fortran_logical({place(p)})"
        if base == "int" and p.variable in INDICES:
            return f"fortran_index({place(p)})"
        return f"fortran_value<{self.width(base)}>({place(p)})"

    def width(self, base):
        return "MPI_Fint" if base == "MPI_Aint" and self.function.name in NARROW else base

    def succeeded(self):
        return {"ret != MPI_SUCCESS": "ret == MPI_SUCCESS"}.get(self.function.fails, f"!({self.function.fails})")

    def text(self, p, plain):
        length = f"{p.variable}_length"
        if plain == "char **":
            mark = "fortran_argv" if p.variable == "argv" else "FortranTexts"
            return self.define(p, "auto", f"{mark}(call, {place(p)}, {length})")
        if plain == "char ***":
            return self.define(p, "auto", f"fortran_argvs(call, {place(p)}, {length}, count)")
        if p.direction != "out":
            return self.define(p, "const char *", f"fortran_text(call, {place(p)}, {length})")
        self.after.append(f"const char *const {p.variable} = "
                          f"{self.succeeded()} ? fortran_result(call, {place(p)}, {length}) : nullptr;")
        return None

    def anything(self, p):
        if p.variable in NUMBER_VALUES:
            return self.number_value(p)
        if p.variable in POINTERS:
            nothing = self.entry.old and p.variable == "buffer_addr"
            return self.define(p, "void *", "nullptr" if nothing else place(p))
        at = f"fortran_base({place(p)})" if self.entry.descriptors else place(p)
        return self.define(p, "void *", f"fortran_buffer({at})")

    def number_value(self, p):
        """The value of an attribute: what C programs get a pointer to, and Fortran programs as it is."""
        number = "MPI_Fint" if self.function.name in NARROW else "MPI_Aint"
        if isinstance(p.form, Via):
            return self.define(p, "auto", f"static_cast<const {number} *>({place(p)})")
        return self.define(p, "const void *", f"mpi_pointer(fortran_value<{number}>({place(p)}))")

    def handles(self, p, base):
        if isinstance(p.form, Array):
            return self.define(p, "auto", f"FortranHandles<{base}>({place(p)})")
        return self.pointee(p, base)

    def numbers(self, p, base):
        logical = base == "int" and p.variable in LOGICALS
        index = base == "int" and p.variable in INDICES
        if isinstance(p.form, Array):
            convert = f"fortran_{MARKED[p.variable]}" if p.variable in MARKED else f"static_cast<{self.width(base)} *>"
            self.define(p, f"{self.width(base)} *", f"{convert}({place(p)})")
            if not logical and not index:
                return None
            element = f"fortran_{'truth' if logical else 'ordinal'}({p.variable}[$])"
            return replace(p, form=replace(p.form, element=element))
        if "[3]" in p.declaration:
            return self.define(p, "auto", f"static_cast<{base} (*)[3]>({place(p)})")
        if logical or index or self.width(base) != base:
            return self.pointee(p, base)
        return self.define(p, f"{base} *", f"static_cast<{base} *>({place(p)})")

    def pointee(self, p, base):
        """A C value of its own, for what has another form in Fortran: a handle, a truth value."""
        own, value = f"{p.variable}_in_c", self.value_of(p, base)
        read_before = p.direction == "in" or (isinstance(p.form, Pointee) and not p.direction)
        self.before += [f"{base} {own} = {value if read_before else base + '()'};", f"{base} *const {p.variable} = &{own};"]
        if not read_before:
            self.after.append(f"if ({self.succeeded()}) {own} = {value};")
        elif p.closes is None and p.direction == "in":
            self.after.append(f"{own} = {value};")


# ---- the text

def call_of(function, name):
    return f"{name}({', '.join(names(function))})"


def real_type(function):
    parameters = re.sub(r"(size_t|void \*) ?\w+", r"\1", declared(function))
    return f"{result_type(function)} (*real)({parameters})"


def traced(entry, name):
    """The function that does the work, for all entry points that take the same arguments."""
    function, values = entry.function, Values(entry)
    made = replace(function, real="fortran", inlined=False, parameters=values.parameters, arriving=values.before, leaving=values.after)
    parameters = ", ".join(filter(None, [declared(function), real_type(function), "const void *caller"]))
    head = f"static {spaced(function.ret_type)}{name}({parameters}) {{"
    if has_code(function):
        lines = ["MPI_Fint code = MPI_SUCCESS;", "if (f_ierror == nullptr) f_ierror = &code;",
                 "const auto call_real = [&] {"]
        lines += indented([call_of(function, "real") + ";", "return fortran_value<MPI_Fint>(f_ierror);"]) + ["};"]
    else:
        lines = [f"const auto call_real = [&] {{ return {call_of(function, 'real')}; }};"]
    return "\n".join([head] + indented(lines + body(made)) + ["}"]) + "\n"


def definition(entry, name):
    """The entry point itself; `name` is the function that does the work."""
    function = entry.function
    arguments = ", ".join(names(function) + [f"RECORDER_REAL({entry.symbol})", "__builtin_return_address(0)"])
    result = "" if has_code(function) else "return "
    return (f'extern "C" {spaced(result_type(function))}RECORDER_WRAPPER_MPI({entry.symbol})({declared(function)}) {{\n'
            f"  {result}{name}({arguments});\n}}\n")


def declaration(entry):
    return (f"RECORDER_DECLARE_OVER_MPI({result_type(entry.function)}, {entry.symbol}, "
            f"({declared(entry.function) or 'void'}))")


def text(some):
    """Declarations and definitions of entry points; those that take the same arguments share what does the work."""
    parts, known = [declaration(entry) for entry in some] + [""], {}
    for entry in some:
        name = f"fortran_{entry.function.name}"
        if not entry.function.manual:
            work = traced(entry, name)
            if work not in known:
                known[work] = f"{name}_{len(known)}"
                parts.append(work.replace(name, known[work], 1))
            name = known[work]
        parts.append(definition(entry, name))
    return "\n".join(parts)
