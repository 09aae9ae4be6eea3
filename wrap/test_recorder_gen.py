#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of recorder-gen: the notation, and the agreement of signatures, names, wrappers and options.

CXX and RUNTIME_CPPFLAGS (with the include folders) make it also compile what it generates.
"""

import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)

from recordergen import fortran, main, tables, wrapper  # noqa: E402
from recordergen.model import SignatureError  # noqa: E402
from recordergen.parser import Parser, declared, split_top  # noqa: E402


def parse(text):
    reader = Parser()
    reader.read_text("%layer test\n%class FILE for FILE *\n" + text, "test.sig")
    return reader.result


def function(text):
    return parse(text).functions[-1]


def signature_files():
    return sorted(glob.glob(os.path.join(HERE, "*.sig")))


def all_signatures():
    reader = Parser()
    for path in signature_files():
        reader.read(path)
    return reader.result


def listed_names():
    """(names that must have a signature, names that wait for their library)"""
    names, waiting = set(), set()
    for path in set(glob.glob(os.path.join(HERE, "names", "*.txt"))) - {os.path.join(HERE, "names", "exceptions.txt")}:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                word = line.split("#")[0].strip()
                (waiting if word.startswith("!") else names).add(word.lstrip("!"))
    return names - {""}, waiting


class Notation(unittest.TestCase):
    def kinds(self, text):
        return function(text).kinds()

    def test_types_give_kinds(self):
        self.assertEqual(self.kinds("int f(int a, size_t b, const char *c, double d, FILE *e);"),
                         [("a", "int"), ("b", "uint"), ("c", "ptr"), ("d", "double"), ("e", "handle:FILE")])

    def test_annotations(self):
        self.assertEqual(self.kinds("int f(int a: fd, int b: flags open, const char *c: path at a, mode_t d: mode);"),
                         [("a", "fd"), ("b", "flags:open"), ("c", "path:a"), ("d", "mode")])

    def test_results(self):
        self.assertEqual(function("int f(void): new fd;").return_kind(), "fd+")
        self.assertEqual(function("void f(int a);").return_kind(), "void")
        self.assertEqual(function("FILE *f(void): new FILE fails(ret == nullptr);").return_kind(), "handle+:FILE")

    def test_nested_forms(self):
        made = function("%struct iovec { void *base = iov_base; size_t len = iov_len; }\n"
                        "int f(const struct iovec *v: [iovec; n], int n, int *p: out *int, int q[2]: out [new fd; 2],\n"
                        "      char *r: out str[n], const long *s: in *offset);")
        self.assertEqual(made.kinds(), [("v", "[{base=ptr,len=uint}]"), ("n", "int"), ("p", "?int"), ("q", "[fd+]"),
                                        ("r", "str"), ("s", "?offset")])

    def test_optional_argument(self):
        made = function("int f(int flags, ... mode_t mode: mode if flags & 4): new fd;")
        self.assertEqual(made.kinds()[1], ("mode", "?mode"))
        self.assertIn("va_arg(ap, mode_t)", wrapper.definition(made))

    def test_argument_list(self):
        made = function("int f(const char *t: str, ... args: [any] via printf_arguments(t, ap)) through vf;")
        self.assertEqual(made.kinds(), [("t", "str"), ("args", "[any]")])
        self.assertIn("RECORDER_REAL(vf)(t, passed)", wrapper.definition(made))

    def test_extra_argument(self):
        made = function("int f(int a, + s: FILE = stdout);")
        self.assertEqual(made.kinds(), [("a", "int"), ("s", "handle:FILE")])
        self.assertEqual(wrapper.declared_parameters(made), "int a")

    def test_whence(self):
        """Readers look for a signed number of this name: what is none is no whence."""
        for text, expected in (("int f(FILE *s, long offset: offset, int whence: enum whence);", True),
                               ("int f(FILE *s, long offset: offset, int whence);", True),
                               ("int f(FILE *s, long offset: offset, unsigned whence);", False),
                               ("int f(FILE *s, long offset: offset, int whence as from);", False),
                               ("int f(FILE *s, long offset: offset, int *whence: out *int);", False),
                               ("int f(FILE *s, long offset: offset, int whence: int if offset != 0);", False)):
            self.assertEqual("sink.whence(whence);" in wrapper.definition(function(text)), expected, text)

    def test_failure(self):
        self.assertEqual(function("int f(void);").fails, "ret == -1")
        self.assertEqual(function("size_t f(void);").fails, "false")
        self.assertEqual(function("char *f(void);").fails, "ret == nullptr")
        self.assertEqual(function("%fails ret < 0\nint f(void);").fails, "ret < 0")
        self.assertEqual(function("%fails ret < 0\nint f(void) fails(ret != 0);").fails, "ret != 0")

    def test_admission(self):
        self.assertEqual(wrapper.admission(function("int f(int a: fd, const char *p: path at a);")),
                         "call.admits_path_at(a, p)")
        self.assertEqual(wrapper.admission(function("int f(const char *a: path, const char *b: path);")),
                         "call.admits_any(call.test_path(a) | call.test_path(b))")
        self.assertEqual(wrapper.admission(function("int f(int a);")), "call.admits()")

    def test_closing(self):
        self.assertIn("call.closing_fd(a);", wrapper.definition(function("int f(int a: fd closes);")))
        self.assertIn("call.closing_map(p, n);",
                      wrapper.definition(function("int f(void *p: map closes(n), size_t n);")))

    def test_plain_header(self):
        made = function('#define X 1\nextern int f(int (*call_back)(const char *, int), char *const argv[]);')
        self.assertEqual(made.kinds(), [("call_back", "ptr"), ("argv", "ptr")])

    def test_mistakes_name_their_line(self):
        for text in ("int f(struct s x);", "int f(int a: nonsense);", "%nonsense x", "int f(int call);",
                     "int f(int a)", "int f(int a) nonsense(1);", "int f(int a);\nint f(int a);"):
            with self.assertRaisesRegex(SignatureError, r"^test\.sig:\d+: "):
                parse(text)

    def test_inline_functions_of_compact_layers(self):
        head = "%compact\n%inline (f)\n%class H for h_t\n"
        text = "int f(h_t *h: in *H frees, int n, const int *a: [int; n]); int g(h_t *h: in *H frees);"
        signatures = parse(head + text)
        inlined, outlined = (wrapper.definition(f) for f in signatures.functions)
        self.assertIn("InlinedCall call(Fn::f);", inlined)
        self.assertIn("sink.array(", inlined)
        self.assertLess(inlined.index("call.record("), inlined.index("call.freed("))
        self.assertIn("OutlineCall call(Fn::g);", outlined)
        with self.assertRaisesRegex(SignatureError, r"^test\.sig:\d+: .*%inline: nobody"):
            parse(head.replace("(f)", "(f, nobody)") + text)

    def test_helpers(self):
        self.assertEqual(split_top("a(b, c), d", ","), ["a(b, c)", " d"])
        self.assertEqual(declared("const struct iovec *iov"), ("const struct iovec *", "iov"))
        self.assertEqual(declared("unsigned int"), ("unsigned int", ""))
        self.assertEqual(declared("int fds[2]"), ("int *", "fds"))


class Fortran(unittest.TestCase):
    MPI = "%real pmpi\n%compact\n%fails ret != 0\n%class MPI_Comm for MPI_Comm\n%class MPI_Request for MPI_Request\n"

    def symbols(self, text):
        return [entry.symbol for entry in fortran.candidates(function(self.MPI + text))]

    def written(self, text, symbol):
        made = function(self.MPI + text)
        return fortran.text(fortran.entries([made], {symbol}))

    def test_entry_points_of_a_function(self):
        self.assertEqual(self.symbols("int MPI_Barrier(MPI_Comm comm);"),
                         ["mpi_barrier_", "mpi_barrier_f08_", "mpi_barrier_f08ts_"])
        self.assertEqual(self.symbols("int MPI_Send_c(const void *buf, long count);"),
                         ["mpi_send_f08_large_", "mpi_send_f08ts_large_"])
        self.assertIn("mpi_alloc_mem_cptr_", self.symbols("int MPI_Alloc_mem(long size, void *baseptr);"))
        self.assertEqual([e.symbol for e in fortran.candidates(function("int open(int a);"))], [])

    def test_lengths_of_strings_follow_the_code(self):
        text = self.written("int MPI_Info_set(int info, const char *key: str, const char *value: str);", "mpi_info_set_")
        self.assertIn("(void *f_info, void *f_key, void *f_value, void *f_ierror, size_t key_length, size_t value_length)", text)

    def test_functions_without_a_code(self):
        text = self.written("double MPI_Wtick(void) fails(false);", "mpi_wtick_")
        self.assertIn('extern "C" double RECORDER_WRAPPER_MPI(mpi_wtick_)()', text)

    def test_handles_are_converted_before_and_after(self):
        text = self.written("int MPI_Wait(MPI_Request *request: in *MPI_Request frees);", "mpi_wait_f08_")
        self.assertEqual(text.count("fortran_value<MPI_Request>(f_request)"), 2)

    def test_what_types_do_not_tell(self):
        text = self.written("int MPI_Testany(int *indx as index: out *int, int *flag: out *int);", "mpi_testany_")
        self.assertIn("indx_in_c = fortran_index(f_indx);", text)
        self.assertIn("flag_in_c = fortran_logical(f_flag);", text)

    def test_interfaces_share_what_they_can(self):
        made = function(self.MPI + "int MPI_Buffer_detach(void *buffer_addr, int *size);")
        entries = fortran.entries([made], {"mpi_buffer_detach_", "mpi_buffer_detach_f08_", "mpi_buffer_detach_f08ts_"})
        text = fortran.text(entries)
        self.assertEqual(len(entries), 3)
        self.assertEqual(text.count("static int"), 2)  # mpif.h yields no address


class Agreement(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.signatures = all_signatures()
        cls.names = [f.name for f in cls.signatures.functions]

    def test_every_listed_name_has_a_signature(self):
        names, waiting = listed_names()
        self.assertEqual(names - set(self.names), set())
        self.assertEqual(waiting & set(self.names), set())

    def test_no_name_twice(self):
        self.assertEqual(len(self.names), len(set(self.names)))

    def test_options_and_wrappers_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(main.main(signature_files() + ["--output", folder]), 0)
            with open(os.path.join(folder, "wrap.options"), encoding="utf-8") as lines:
                options = {line.strip()[len("--wrap="):] for line in lines}
            wrappers = set()
            for path in glob.glob(os.path.join(folder, "*", "*.cpp")):
                with open(path, encoding="utf-8") as text:
                    wrappers |= set(re.findall(r"RECORDER_WRAPPER(?:_MPI)?\((\w+)\)", text.read()))
        wrappers -= {f.name for f in self.signatures.functions if f.real == "pmpi"}
        by_hand = {f.name for f in self.signatures.functions if f.manual and f.real == "wrap"}
        self.assertEqual(wrappers | by_hand, options)
        self.assertEqual(wrappers & by_hand, set())

    def test_manual_functions_are_written_by_hand(self):
        text = ""
        for path in glob.glob(os.path.join(HERE, "manual", "*.cpp")) + \
                glob.glob(os.path.join(HERE, "..", "lib", "session", "*.cpp")):
            with open(path, encoding="utf-8") as source:
                text += source.read()
        written = set(re.findall(r"RECORDER_WRAPPER(?:_MPI)?\((\w+)\)", text))
        self.assertEqual({f.name for f in self.signatures.functions if f.manual} - written, set())

    def test_va_list_forms_exist(self):
        for each in self.signatures.functions:
            if each.through:
                self.assertIn(each.through, self.names)

    def test_unavailable_functions_keep_their_id_only(self):
        with tempfile.TemporaryDirectory() as folder:
            available = os.path.join(folder, "available")
            with open(available, "w", encoding="utf-8") as out:
                out.write("open close\n")
            main.main(signature_files() + ["--output", folder, "--available", available])
            with open(os.path.join(folder, "names.txt"), encoding="utf-8") as lines:
                self.assertEqual(sorted(lines.read().splitlines()), ["posix close", "posix open"])
            with open(os.path.join(folder, "functions.h"), encoding="utf-8") as text:
                self.assertIn(" pwrite64 = ", text.read())
            with open(os.path.join(folder, "unwrapped.txt"), encoding="utf-8") as lines:
                unwrapped = {line.split("\t")[1] for line in lines}
            self.assertEqual(unwrapped, set(self.names) - {"open", "close"})

    def test_second_run_changes_nothing_and_removes_what_is_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            run = signature_files() + ["--output", folder]
            main.main(run)
            path = os.path.join(folder, "posix", "open.cpp")
            os.utime(path, (1, 1))
            stale = os.path.join(folder, "posix", "no_such_function.cpp")
            with open(stale, "w", encoding="utf-8"):
                pass
            main.main(run)
            self.assertEqual(os.stat(path).st_mtime, 1)
            self.assertFalse(os.path.exists(stale))

    def test_table_is_complete(self):
        text = tables.functions_cpp(self.signatures)
        for name in self.names:
            self.assertIn(f'{{"{name}", ', text)


@unittest.skipUnless(os.environ.get("CXX") and os.environ.get("RUNTIME_CPPFLAGS"), "no compiler given")
class Compiles(unittest.TestCase):
    def test_every_layer(self):
        flags = shlex.split(os.environ["RUNTIME_CPPFLAGS"])
        files = [path for path in signature_files() if not os.path.basename(path).startswith("mpi")]
        with tempfile.TemporaryDirectory() as folder:
            available = os.path.join(folder, "available")
            with open(available, "wb") as out:
                subprocess.run([os.path.join(HERE, "probe-functions")] + files, stdout=out, check=True)
            main.main(files + ["--output", folder, "--available", available])
            for path in sorted(glob.glob(os.path.join(folder, "so", "*.cpp"))):
                command = shlex.split(os.environ["CXX"]) + ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-Wall",
                                                            "-Werror", "-fsyntax-only", "-D_GNU_SOURCE"]
                for mode in ([], ["-DRECORDER_SHARED"]):
                    subprocess.run(command + mode + flags + ["-I" + folder, path], check=True)


if __name__ == "__main__":
    unittest.main()
