#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Recorder is no burden: true and ls print nothing more and load no library but libz, librecorder.a asks
# for no C++ runtime, gcc and gfortran link it alone, and an executable gets only the wrappers it needs.
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402

FOREIGN = re.compile(r"lib(mpi|mpich|pmpi|hdf5|netcdf|pnetcdf|stdc\+\+|gcc_s|ucp|ucs|gfortran)\b")
CXX_SYMBOL = re.compile(r"^(_ZS|_ZNS|_ZNKS|_ZTI|_ZTVN10__cxxabi|_Zn[wa]|_Zd[la]|__cxa_|__gxx_|_Unwind_)")
ALLOWED_CXX = {"__cxa_atexit", "__cxa_finalize"}      # libc's own


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


def quiet_programs(t):
    for command in (["true"], ["ls", "/"], ["sh", "-c", "exit 3"]):
        for env in ({}, {"RECORDER_TRACE": None}):
            # Also with the default name of the trace, in the working directory.
            plain, traced = t.run(command), t.traced(command, "preload", raw=False, env=env if env.get(
                "RECORDER_TRACE") else {})
            t.same_run(" ".join(command), plain, traced)
    loaded = t.traced(["ls", "/"], "preload", raw=False, env={"LD_DEBUG": "libs"})
    names = set(re.findall(r"calling init: (\S+)", loaded.err.decode()))
    t.check(names, "LD_DEBUG shows no library")
    wrong = sorted(n for n in names if FOREIGN.search(n))
    t.check(not wrong, f"ls under recorder-run loads {wrong}")


def needed_libraries(t):
    needed = re.findall(r"NEEDED.*\[(.+)\]", output("readelf", "-d", recorder_test.installed("librecorder.so")))
    extra = [n for n in needed if not re.match(r"(libc|libz|ld-linux.*|libdl|libpthread|librt)\.so", n)]
    t.check(not extra, f"librecorder.so needs {extra}")


def archive_symbols(t):
    archive = recorder_test.installed("librecorder.a")
    undefined, defined = set(), set()
    for line in output("nm", archive).splitlines():
        words = line.split()
        if len(words) >= 2 and words[-2] in "UwW" and len(words[-2]) == 1:
            (undefined if words[-2] in "Uw" else defined).add(words[-1])
        elif len(words) == 3:
            defined.add(words[-1])
    wrong = sorted(s for s in undefined - defined if CXX_SYMBOL.match(s) and s not in ALLOWED_CXX)
    t.check(not wrong, f"librecorder.a needs the C++ runtime: {wrong[:10]}")
    table = output("nm", "-g", "--defined-only", archive)
    exported = {line.split()[-1] for line in table.splitlines() if len(line.split()) == 3}
    ours = re.compile(r"__wrap_|recorder_|_Z\w*8recorder|P?MPI_|p?mpi_|__real_")
    visible = sorted(s for s in exported if not ours.match(s))
    t.check(not visible, f"librecorder.a defines other names: {visible[:10]}")


def exported_symbols(t):
    table = output("nm", "-D", "--defined-only", recorder_test.installed("librecorder.so"))
    names = {line.split()[-1].split("@")[0] for line in table.splitlines()}
    wrong = sorted(n for n in names if n.startswith("_Z"))
    t.check(not wrong, f"librecorder.so exports C++ names: {wrong[:10]}")


def compilers_alone(t):
    """recorder-cc and recorder-fc link statically without libstdc++; the binary has few wrappers."""
    program = t.build("pause.c", "static")
    names = {line.split()[-1] for line in output("nm", program).splitlines()}
    wrappers = {n for n in names if n.startswith("__wrap_")}
    t.check({"__wrap_open", "__wrap_write", "__wrap_close"} <= wrappers, f"wrappers: {sorted(wrappers)}")
    t.check(len(wrappers) < 40, f"{len(wrappers)} wrappers in a program of three calls: {sorted(wrappers)[:60]}")
    unwanted = wrappers & {"__wrap_fopen", "__wrap_pread", "__wrap_ftw", "__wrap_io_setup", "__wrap_glob"}
    t.check(not unwanted, f"wrappers that nothing calls: {sorted(unwanted)}")
    stdcxx = [n for n in names if n.startswith(("_ZSt", "__gxx_personality", "_Znwm"))]
    t.check(not stdcxx, f"a C program got the C++ runtime: {stdcxx[:5]}")


with Test() as t:
    recorder_test.need("nm", "readelf")
    quiet_programs(t)
    needed_libraries(t)
    archive_symbols(t)
    exported_symbols(t)
    compilers_alone(t)
