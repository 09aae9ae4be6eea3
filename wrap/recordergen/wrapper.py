# SPDX-License-Identifier: BSD-3-Clause
"""Writes the wrapper of one function: C++ that serves the static archive and the shared library alike."""

import os
import re

from .model import Array, Handle, NewHandle, NewMap, Pointee, Scalar, Text, indented, optional, quoted

# Classes whose handles lead to a descriptor, by which the runtime knows whether the filters keep them.
SELF_EVIDENT = ("FILE", "DIR")

# Handles that every call must be able to give back; asking would cost in every call.
ALWAYS_WANTED = ("MPI_Request",)


def declared_parameters(function):
    """The C parameter list."""
    declarations = [p.declaration for p in function.parameters if not p.is_extra]
    if function.variadic == "value":
        declarations[-1] = "..."
    elif function.variadic == "list":
        declarations.append("...")
    return ", ".join(declarations) or "void"


def inner_parameters(function):
    """Those of the function that does the work when the arguments have become a va_list."""
    varargs = ["va_list ap"] if function.variadic == "list" else []
    return ", ".join([p.declaration for p in function.parameters if not p.is_extra] + varargs) or "void"


# The call site is where the wrapper returns to, so what lies between is inline, or is told: functions with a va_list
# cannot be inlined.
TRACED = {"": "static inline __attribute__((always_inline))", "value": "static inline __attribute__((always_inline))",
          "list": "static"}


def traced_parameters(function):
    return inner_parameters(function) + (", const void *caller" if function.variadic == "list" else "")


def last_named(function):
    return [p for p in function.parameters if not p.is_extra][-1 if function.variadic == "list" else -2]


# ---- admission

def seen_value(parameter):
    """The value of a parameter before the call, as admission and closing see it."""
    if parameter.value:
        return parameter.value
    if isinstance(parameter.form, Pointee) and parameter.direction == "in":
        return before_name(parameter)
    return parameter.variable


def before_name(parameter):
    return parameter.variable + "_before"


def tested_form(parameter):
    form = parameter.form
    if isinstance(form, Pointee) and parameter.direction == "in":
        form = form.form
    return form


def test_of(parameter):
    """(what admission looks at, arguments) of one parameter, or None."""
    form = tested_form(parameter)
    value = seen_value(parameter)
    if isinstance(form, Handle):
        return "handle", f"{form.cls.cls(value)}, {form.cls.value(value)}"
    if not isinstance(form, Scalar) or parameter.direction == "out":
        return None
    if form.kind.startswith("path:"):
        return "path_at", f"{form.kind[5:]}, {value}"
    return (form.kind, value) if form.kind in ("path", "fd", "map") else None


def admission(function):
    if function.admit:
        return function.admit
    if function.compact:
        return leading_test(function)
    bases = {t[1].split(",")[0] for t in map(test_of, function.parameters) if t and t[0] == "path_at"}
    tests = [t for t in map(test_of, function.parameters)
             if t and not (t[0] == "fd" and t[1] in bases)]
    if not tests:
        return "call.admits()"
    if len(tests) == 1:
        return f"call.admits_{tests[0][0]}({tests[0][1]})"
    return "call.admits_any(" + " | ".join(f"call.test_{what}({value})" for what, value in tests) + ")"


def leading_test(function):
    """In the upper layers the first path, else the first handle decides: a call's other handles (spaces, types,
    property lists) belong to no file."""
    tests = [t for t in map(test_of, function.parameters) if t and t[0] in ("path", "handle", "fd")]
    tests.sort(key=lambda t: t[0] != "path")
    return f"call.admits_{tests[0][0]}({tests[0][1]})" if tests else "call.admits()"


def is_kept(parameter):
    """An array whose elements are wanted as they were before the call."""
    return isinstance(parameter.form, Array) and parameter.direction == "in"


def keeping(parameter):
    """The copy of it; the call may use what `before` statements declared as its length."""
    return (f"const auto {before_name(parameter)} = call.keep({parameter.variable}, "
            f"count_of({parameter.form.count}));")


def as_kept(parameter, lines):
    """The statements with the parameter's name for what the array held before the call."""
    return ["{"] + indented([f"const auto &{parameter.variable} = {before_name(parameter)};"] + lines) + ["}"]


def freeing(parameter):
    """After the record: handles that the call has replaced by null handles are gone."""
    form, before, after = parameter.form, before_name(parameter), parameter.variable
    if isinstance(form, Handle):
        return f"if ({parameter.frees.replace('$', after)}) call.freed({form.cls.cls(after)}, {form.cls.value(after)});"
    handle = form.form.cls

    def free(now, was):
        gone = parameter.frees.replace("$", now) if parameter.frees else f"{handle.value(now)} == 0"
        return f"if ({gone}) call.freed({handle.cls(was)}, {handle.value(was)});"

    if not is_kept(parameter):
        return f"if ({after} != nullptr) {{ {free(f'(*{after})', before)} }}"
    element = (form.element or f"{after}[$]").replace("$", "k")
    was = re.sub(rf"\b{re.escape(after)}\b", before, element)
    return f"for (size_t k = 0; k < {before}.count; ++k) {free(f'{after}[k]', was)}"


def closing(parameter):
    value, form = seen_value(parameter), tested_form(parameter)
    if isinstance(form, Handle):
        return f"call.closing({form.cls.cls(value)}, {form.cls.value(value)});"
    if form.wire() == "map":
        return f"call.closing_map({value}, {parameter.closes});"
    return f"call.closing_fd({value});"


# ---- the record

def unmade(parameter, failed):
    """When there is no new handle. Some libraries let the caller pass a null pointer for one that it does not want."""
    pointer = parameter.variable
    points = re.search(rf"\*\s*{pointer}\b", parameter.value or "")
    wanted = not points or parameter.form.cls.name in ALWAYS_WANTED
    return failed if wanted else f"{failed} || {pointer} == nullptr"



def record_parameter(parameter):
    form, name, value = parameter.form, parameter.name, parameter.value or parameter.variable
    if isinstance(form, Pointee) and parameter.direction:
        return record_pointee(parameter, value)
    if parameter.direction == "out":
        return record_result(form, name, value)
    if isinstance(form, NewHandle):
        lines = form.emit(name, value, none=unmade(parameter, "failed"))
    elif is_kept(parameter):
        lines = as_kept(parameter, Array(form.form, before_name(parameter) + ".count", form.element).emit(name, value))
    else:
        lines = form.emit(name, value)
    return optional(parameter.condition, name, lines) if parameter.condition else lines


def record_pointee(parameter, value):
    if parameter.direction == "in":
        return optional(f"{value} != nullptr", parameter.name,
                        parameter.form.form.emit(parameter.name, before_name(parameter)))
    return optional(f"!failed && {value} != nullptr", parameter.name,
                    parameter.form.form.emit(parameter.name, f"(*{value})"))


def record_result(form, name, value):
    """What the callee wrote, which means something only when the call succeeded."""
    if isinstance(form, Array):
        return form.emit(name, value, missing="failed || ")
    if isinstance(form, Text) or form.wire() == "str":
        return form.emit(name, f"failed ? nullptr : {value}")
    return optional("!failed", name, form.emit(name, value))


def record_return(function):
    form, value = function.ret, function.ret_value or "ret"
    if isinstance(form, NewMap):
        return form.emit("ret", f"failed ? nullptr : {value}")
    if isinstance(form, Scalar) and form.kind == "offset":
        return [f'sink.ret_offset("ret", {value});']
    return form.emit("ret", value)


# ---- the body

def real_call(function, varargs="ap"):
    """The call of the real function with the wrapper's arguments."""
    if function.real == "fortran":
        return "call_real()"
    arguments = [varargs if is_list(p) else p.variable for p in function.parameters if not p.is_extra]
    if function.variadic == "list":
        arguments.append(varargs)
    macro = "RECORDER_REAL_MPI" if function.real == "pmpi" else "RECORDER_REAL"
    return f"{macro}({function.through or function.name})({', '.join(arguments)})"


def is_list(parameter):
    return parameter.ctype == "va_list"


def body(function):
    away = f"return {real_call(function)};"
    admitted = f"({function.admit})" if function.admit else admission(function)
    lines = [f"if (!{'fortran_on' if function.real == 'fortran' else 'on'}(Fn::{function.name})) {away}"]
    if function.fresh_errno:
        lines.append("const int errno_before = errno;")
    started = ", OutlineCall::Started()" if starts_at_once(function) else ""
    lines.append(f"{kind_of_call(function)} call(Fn::{function.name}{started});")
    if function.hides_nested:
        lines.append(f"if (!call.outermost()) {away}")
    lines += function.arriving
    lines += [f"const auto {before_name(p)} = peek({p.variable});" for p in function.parameters
              if p.direction == "in" and isinstance(p.form, Pointee)]
    lines += refused(function, admitted, away)
    lines += [f"{statement};" for statement in function.before]
    lines += [keeping(p) for p in function.parameters if is_kept(p)]
    lines += [closing(p) for p in function.parameters if p.closes is not None]
    lines += timed_call(function)
    lines += record(function)
    return lines + ([] if function.ret is None else ["return ret;"])


def kind_of_call(function):
    if function.outlined:
        return "OutlineCall"
    return "InlinedCall" if function.inlined else "Call"


def starts_at_once(function):
    """Whether nothing lies between the beginning of the call's record and that of the call."""
    waits = any(is_kept(p) or p.closes is not None or (p.direction == "in" and isinstance(p.form, Pointee))
                for p in function.parameters)
    return (function.outlined and admission(function) == "call.admits()" and not waits and not takes_list(function)
            and not (function.hides_nested or function.arriving or function.before))


def refused(function, admitted, away):
    """A handle of an excluded path is remembered, where nothing else will tell that calls on it are excluded."""
    made = [(p.form.cls, p.value or p.variable, unmade(p, function.fails))
            for p in function.parameters if isinstance(p.form, NewHandle)]
    if isinstance(function.ret, NewHandle):
        made.append((function.ret.cls, function.ret_value or "ret", function.fails))
    made = [each for each in made if each[0].name not in SELF_EVIDENT]
    by_file = "_path" in admitted or (function.compact and "_handle" in admitted)
    if not made or not by_file:
        return [f"if (!{admitted}) {away}"]
    notes = [f"note_excluded({cls.cls(value)}, {none} ? 0 : {cls.value(value)});" for cls, value, none in made]
    call = [f"const auto ret = {real_call(function)};"] + function.leaving
    return [f"if (!{admitted}) {{"] + indented(call + notes + ["return ret;"]) + ["}"]


def timed_call(function):
    lines = ["va_list passed;", "va_copy(passed, ap);"] if takes_list(function) else []
    if not starts_at_once(function):
        lines.append("call.start();")
    if function.fresh_errno:
        lines.append("errno = 0;")
    result = "" if function.ret is None else f"const {function.ret_type} ret = "
    if function.ret_type.endswith("*"):
        result = f"{spaced(function.ret_type)}const ret = "
    real = real_call(function, "passed")
    lines.append(f"{result}alone([&] {{ return {real}; }});" if function.alone else f"{result}{real};")
    lines.append(f"const bool failed = {function.fails};")
    if function.fresh_errno:
        lines.append("if (errno == 0) errno = errno_before;")
    if not stops_with_record(function):
        lines += stop(function) + function.leaving
    return lines + (["va_end(passed);"] if takes_list(function) else [])


def takes_list(function):
    return function.variadic == "list" or any(map(is_list, function.parameters))


def stops_with_record(function):
    """Whether nothing lies between the end of the call and its record."""
    return (function.outlined and not function.leaving and not takes_list(function)
            and function.real != "fortran")


def stop(function):
    """Not all functions put their error number into errno, where stop() takes it from."""
    if not function.error:
        return ["call.stop(failed);"]
    return ["if (failed)", f"  call.stop_with({function.error});", "else", "  call.stop(false);"]


def spaced(ctype):
    return ctype if ctype.endswith("*") else ctype + " "


def is_whence(parameter):
    """What readers take for it: a signed number of this name that is always there (recorder-format(5), "Offsets")."""
    return (parameter.recorded and parameter.name == parameter.variable == "whence" and not parameter.condition
            and isinstance(parameter.form, Scalar) and parameter.form.method == "i")


def record(function):
    lines = []
    if any(is_whence(p) for p in function.parameters):
        lines.append("sink.whence(whence);")  # before what it is about
    lines += [line for p in function.parameters if p.recorded for line in record_parameter(p)]
    if function.ret is not None:
        lines += record_return(function)
    freed = [freeing(p) for p in function.parameters if p.frees is not None]
    if function.outlined:
        return ([f"{outlined_loop(function)} {{"] + indented(["auto &sink = call;"] + joined(lines) if lines else []) +
                ["}"] + freed)
    if not lines:
        return ["call.record([](auto &) {});"]
    record_by = "record_from(caller, " if function.variadic == "list" else "record("
    after = ["}, [&] {"] + indented(freed) if freed else []
    return [f"call.{record_by}[=](auto &sink) {{"] + indented(lines) + after + ["});"]


def outlined_loop(function):
    if not stops_with_record(function):
        caller = "caller" if function.variadic == "list" or function.real == "fortran" else ""
        return f"while (call.more({caller}))"
    failed = f"call.failed_with({function.error})" if function.error else "call.failed()"
    frees = any(p.frees is not None for p in function.parameters)
    return f"for (bool more = failed ? {failed} : call.succeeded(); more; more = call.{'more' if frees else 'more_or_end'}())"


def joined(lines):
    """The statements, with one step for a whole number and that it is there."""
    result = []
    for line in lines:
        number = re.fullmatch(r'(\s*)sink\.i\((".*?"), (.*)\);', line)
        if number and result and result[-1] == f"{number[1]}sink.present({number[2]});":
            result[-1] = f"{number[1]}sink.present_i({number[2]}, {number[3]});"
        else:
            result.append(line)
    return result


# ---- the whole text

# What differs from one MPI to the other, by value; their numbers are the same everywhere.
def takes_mpi_handles(function):
    return any(re.match(r"MPI_(?!Offset|Aint|Count)\w+$", p.ctype) for p in function.parameters)


def variant(function):
    """How the wrapper is declared: MPI's own functions, those of libraries over it, others."""
    if function.real == "pmpi":
        return "_MPI"
    return "_OVER_MPI" if takes_mpi_handles(function) else ""


def declarations(function):
    return (f"RECORDER_DECLARE{variant(function)}({function.ret_type}, {function.name}, "
            f"({declared_parameters(function)}))")


def real_declarations(functions):
    """Of the va_list forms that are called without being among the functions themselves."""
    names = {f.name for f in functions}
    needed = {f.through: f for f in functions if f.through and f.through not in names}
    return [f"RECORDER_DECLARE_REAL({f.ret_type}, {name}, ({inner_parameters(f)}))"
            for name, f in needed.items()]


def definition(function):
    mpi = "_MPI" if variant(function) else ""
    whole = "RECORDER_FLATTEN " if function.inlined else ""
    head = (f'extern "C" {whole}{spaced(function.ret_type)}RECORDER_WRAPPER{mpi}({function.name})'
            f"({declared_parameters(function)}) {{")
    if function.variadic != "list" and not function.after:
        inside = optional_argument(function) + body(function)
        return "\n".join([head] + indented(inside) + ["}"]) + "\n"
    traced = f"{TRACED[function.variadic]} {spaced(function.ret_type)}traced_{function.name}({traced_parameters(function)}) {{"
    lines = [traced] + indented(body(function)) + ["}", "", head] + indented(around(function)) + ["}"]
    return "\n".join(lines) + "\n"


def around(function):
    """The wrapper when something surrounds the call, recorded or not: a va_list, or the clause `after`."""
    arguments = [p.variable for p in function.parameters if not p.is_extra]
    begin, end = optional_argument(function), [f"{statement};" for statement in function.after]
    if function.variadic == "list":
        begin = ["va_list ap;", f"va_start(ap, {last_named(function).variable});"]
        end = ["va_end(ap);"] + end
        arguments += ["ap", "__builtin_return_address(0)"]
    traced = f"traced_{function.name}({', '.join(arguments)});"
    if function.ret is None:
        return begin + [traced] + end
    return begin + [f"const auto ret = {traced}"] + end + ["return ret;"]


def optional_argument(function):
    """Takes the one argument that may follow the named ones, when it is there."""
    if function.variadic != "value":
        return []
    parameter = [p for p in function.parameters if not p.is_extra][-1]
    lines = ["va_list ap;", f"va_start(ap, {last_named(function).variable});",
             f"{parameter.variable} = va_arg(ap, {parameter.ctype});", "va_end(ap);"]
    if parameter.condition:
        lines = [f"if ({parameter.condition}) {{"] + indented(lines) + ["}"]
    return [f"{parameter.declaration}{{}};"] + lines


OUTLINE, FAST = '"runtime/outline.h"', '"runtime/wrapper.h"'


def runtimes(functions):
    """The headers that these wrappers are made with."""
    kinds = {"Call": FAST, "InlinedCall": '"runtime/inlined.h"', "OutlineCall": OUTLINE}
    return sorted({kinds[kind_of_call(f)] for f in functions})


def preamble(headers, sources, made_with):
    lines = [f"// Generated by recorder-gen from {', '.join(sources)}; edits are lost.", "#include <errno.h>",
             "#include <stdarg.h>"]
    is_large = any(header != FAST for header in made_with)
    if is_large and not any(os.path.basename(source).startswith(("mpi", "fortran")) for source in sources):
        lines.append("#define RECORDER_REAL_OF_CALLER 1")
    lines += [f"#include {header}" for header in headers]
    lines += [f"#include {header}" for header in ['"functions.h"', '"classes.h"'] + made_with]
    return "\n".join(lines + ["", "using namespace recorder;", "", ""])
