#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of recorder-gen's plugins: what it makes of a header's declarations, and what it refuses."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, HERE)

from recordergen import plugin  # noqa: E402
from recordergen.declarations import Reader  # noqa: E402
from recordergen.header import Draft, Settings, layer_of, without_v  # noqa: E402
from recordergen.model import SignatureError  # noqa: E402

CXX = shlex.split(os.environ.get("CXX", "c++"))


class Folder(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.mkdtemp(prefix="recorder-gen-")
        self.addCleanup(shutil.rmtree, self.place)

    def file(self, name, text):
        path = os.path.join(self.place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def draft(self, text, **settings):
        return Draft(self.file("lib.h", text), Settings(layer="lib", **settings))

    def lines(self, text, **settings):
        return self.draft(text, **settings).lines

    def reason(self, text):
        """Why the one function of a header is passed over."""
        made = self.draft(text)
        self.assertEqual(made.lines, [])
        self.assertEqual(len(made.passed_over), 1)
        return made.passed_over[0][1]


class Declarations(unittest.TestCase):
    def kinds(self, text):
        reader = Reader()
        return [(d.kind, d.symbol) for d in reader.declarations(text)]

    def test_what_is_a_prototype(self):
        self.assertEqual(self.kinds("int a(void); int b; typedef int c; struct d { int e; }; int f(int), *g(int);"),
                         [("prototype", "a"), ("other", "b"), ("type", "c"), ("prototype", "f"), ("prototype", "g")])

    def test_bodies(self):
        self.assertEqual(self.kinds("static inline int a(int b) { if (b) { return 1; } return 0; } int c(void);"),
                         [("other", "a"), ("prototype", "c")])
        self.assertEqual(self.kinds("struct s { int x; } v = { 1 }; int c(void);"), [("other", "v"), ("prototype", "c")])

    def test_language_linkage(self):
        self.assertEqual(self.kinds('extern "C" { int a(void); extern "C" int b(void); } ; extern "C" int c(void);'),
                         [("prototype", "a"), ("prototype", "b"), ("prototype", "c")])

    def test_places(self):
        made = list(Reader().declarations('# 7 "x.h" 1\nint\n a(void);\n# 2 "y.h" 2\n\nint b(void);\n'))
        self.assertEqual([(d.file, d.line) for d in made], [("x.h", 7), ("y.h", 3)])

    def test_nonsense_is_no_prototype(self):
        made = list(Reader().declarations("@ what is this; int a(void);"))
        self.assertEqual([d.kind for d in made], ["other", "prototype"])
        self.assertIn("not understood", made[0].why)


class Prototypes(Folder):
    def test_numbers_and_pointers(self):
        self.assertEqual(self.lines("int a(char b, long unsigned c, double d, const void *e, int f[static 3], char *const g[]);"),
                         ["int a(char b, unsigned long c, double d, const void *e, int *f, char *const *g);"])

    def test_attributes(self):
        self.assertEqual(self.lines('__attribute__((nonnull)) extern int (a)(int *__restrict p) __attribute__((pure)), '
                                    'b(void) __asm__("b_2");'), ["int a(int *p);", "int b_2(void);"])

    def test_macros(self):
        self.assertEqual(self.lines("#define API(t, n) extern t n\n#define ARGS(x) x\n#define b(x) c(x)\nAPI(int, a) ARGS((int x));\n"
                                    "int (b)(int);"), ["int a(int x);", "int b(int arg1);"])

    def test_typedefs(self):
        made = self.draft("typedef struct s *handle; typedef unsigned short number; typedef enum { A } choice; typedef number other;"
                          "typedef int (*visit)(void *); typedef int plain(int); typedef plain *again;\n"
                          "handle a(number b, choice c, other d, visit e, again f, plain g, const handle *h);")
        self.assertEqual(made.lines, ["handle a(number b, choice c, other d, visit e, again f, plain g, const handle *h)"
                                      " fails(ret == nullptr);"])
        self.assertEqual(made.types, {"handle": "ptr", "number": "uint", "choice": "int", "other": "uint", "visit": "callback",
                                      "again": "callback", "plain": "callback"})

    def test_pointers_to_functions_and_arrays(self):
        self.assertEqual(self.lines("int a(int (*cb)(const char *, int), void (*(*odd)(int))(void), long (*row)[3], "
                                    "volatile int *v, double m[][4]);"),
                         ["int a(int (*cb)(const char *, int), void *odd, void *row, void *v, void *m);"])

    def test_names_that_are_taken(self):
        self.assertEqual(self.lines("int a(int call, int class, int, unsigned bits);"),
                         ["int a(int call_, int class_, int arg3, unsigned bits_);"])

    def test_variable_arguments(self):
        self.assertEqual(self.lines("#include <stdarg.h>\nint gzprintf(int f, const char *m, ...);\n"
                                    "int gzvprintf(int f, const char *m, va_list va);"),
                         ["int gzprintf(int f, const char *m, ...) through gzvprintf;",
                          "int gzvprintf(int f, const char *m, va_list ap);"])
        self.assertTrue(without_v("gzvprintf", "gzprintf"))
        self.assertFalse(without_v("gzxprintf", "gzprintf"))
        self.assertIn("further arguments", self.reason("int a(int b, ...);"))

    def test_what_cannot_be_traced(self):
        self.assertIn("passed by value", self.reason("struct s { int x; };\nint a(struct s b);"))
        self.assertIn("passed by value", self.reason("typedef struct { int x; } s;\ns a(void);"))
        self.assertIn("no prototype", self.reason("int a();"))
        self.assertIn("returns a pointer to a function", self.reason("void (*a(int b))(int);"))
        self.assertIn("no type that can be recorded", self.reason("int a(long double b);"))
        self.assertIn("body", self.reason("static inline int a(void) { return 1; }"))

    def test_strings(self):
        self.assertEqual(self.lines("int a(const char *b, char *c, const unsigned char *d);", strings=True),
                         ["int a(const char *b: str, char *c, const unsigned char *d);"])

    def test_only_the_library(self):
        self.file("other/far.h", "int far(void);")
        self.file("inc/sub/part.h", "int part(void);")
        header = self.file("inc/lib.h", '#include <stdio.h>\n#include "sub/part.h"\nint own(void);\nint own(void);\n'
                                        '#include "../other/far.h"\n')
        made = Draft(header, Settings(layer="lib"))
        self.assertEqual(made.lines, ["int part(void);", "int own(void);"])

    def test_a_header_that_is_no_cxx(self):
        made = self.draft("typedef struct t t; typedef long number; enum e { A };\nint a(t *new, number n, enum e this);")
        self.assertIn("typedef void t;", made.types_text)
        self.assertIn("typedef long number;", made.types_text)
        self.assertIn("enum e : int;", made.types_text)
        self.assertEqual(self.draft("int a(int b);").types_text, "")

    def test_mistakes(self):
        with self.assertRaisesRegex(SignatureError, "preprocessor"):
            self.draft("#error no\n")

    def test_layer_names(self):
        self.assertEqual([layer_of(p) for p in ("/a/zlib.h", "my-lib.2.h", "3d.h")], ["zlib", "my_lib_2", "lib_3d"])


class Plugins(Folder):
    def generate(self, text, *words, name="lib.h"):
        folder = os.path.join(self.place, "plugin")
        status = plugin.main([self.file(name, text), "-o", folder, *words])
        return status, folder

    def test_it_compiles(self):
        header = os.path.join(self.place, "recorder-plugin.h")
        top = os.path.join(HERE, "..")
        with open(os.path.join(top, "lib", "runtime.mk"), encoding="utf-8") as rules:
            listed = re.search(r"^plugin_headers := (.*)$", rules.read(), re.M).group(1).split()
        parts = [os.path.join(top, part) for part in listed]
        with open(header, "wb") as out:
            subprocess.run([os.path.join(HERE, "make-plugin-header"), *parts], stdout=out, check=True)
        status, folder = self.generate(
            '%header "types.h"\n%class H for struct h *\n%struct pair { int a; double b; }\n'
            "struct h *open_h(const char *p: path, int fd: fd closes): new H;\nint close_h(struct h *h: H closes);\n"
            "int put_h(struct h *h, const struct pair *v: [pair; n], int n, unsigned char *s: out str[ret], void *b: out str[n]);"
            "int say_h(struct h *h, const char *m: str, ...) through vsay_h;\n"
            "struct pair get_h(int *n: out *int, const short *l: in [int; 3]): none;\n",
            name="lib.sig")
        self.assertEqual(status, 0)
        self.file("plugin/types.h", "#include <stdarg.h>\nstruct h;\nstruct pair { int a; double b; };\n")
        for flags in ([], ["-DRECORDER_SHARED"]):
            for source in ("all.cpp", "plugin.cpp"):
                run = subprocess.run(CXX + ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-fno-exceptions",
                                            "-fno-rtti", f"-I{self.place}", f"-I{folder}", *flags,
                                            os.path.join(folder, source)],
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
                self.assertEqual(run.returncode, 0, run.stdout.decode())

    def test_options_and_names(self):
        status, folder = self.generate("int a(int b); int c(void);", "--layer", "other")
        self.assertEqual(status, 0)
        for name, text in (("layer", "other\n"), ("wrap.options", "--wrap=a\n--wrap=c\n"), ("wrapped.txt", "a\nc\n")):
            with open(os.path.join(folder, name), encoding="utf-8") as content:
                self.assertEqual(content.read(), text)
        self.assertEqual(sorted(os.listdir(os.path.join(folder, "wrappers"))), ["a.cpp", "c.cpp"])

    def test_refused(self):
        for text in ("int f(void *p: map);", "int f(int a) alone;", "int f(int a) manual;", "%real pmpi\nint f(int a);",
                     "%layer a,b\nint f(int a);", "%layer x\nint f(int a);\n%layer y\nint g(int a);"):
            self.assertEqual(self.generate(text, name="lib.sig")[0], 1, text)


if __name__ == "__main__":
    unittest.main()
