#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Unmodified programs of the distribution, preloaded: same output, status and files as untraced, and a
# trace that equals the raw log and what strace saw.
import hashlib
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import inputs                    # noqa: E402
import recorder_test             # noqa: E402
from recorder_test import Test   # noqa: E402

LAMMPS = inputs.lammps("""dump 1 all atom 10 dump.lammpstrj
restart 20 restart.*
thermo 10
run 40
write_data final.data
""")
SQL = ("create table t(a integer primary key, b text);"
       "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) "
       "insert into t select i, 'row ' || i from n; update t set b = b || '!' where a % 7 = 0;"
       "create index i on t(b); delete from t where a % 11 = 0; select count(*), sum(length(b)) from t;")
PYTHON = ("import os, shutil\nos.makedirs('p/q')\nopen('p/a', 'w').write('x' * 100000)\n"
          "shutil.copy('p/a', 'p/b')\nos.rename('p/b', 'p/q/c')\n"
          "print(sorted(os.listdir('p')), os.path.getsize('p/q/c'))\n"
          "with open('p/a', 'rb') as f:\n  f.seek(5); print(f.read(10))\nshutil.rmtree('p/q')\n")

# name, command, standard input; every command runs in a copy of the same prepared directory
CASES = [
    ("sort", ["sort", "-S", "64k", "-T", ".", "lines", "-o", "sorted"], b""),
    ("gzip", ["gzip", "-k", "lines"], b""),
    ("tar create", ["tar", "cf", "all.tar", "tree", "lines"], b""),
    ("tar extract", ["tar", "xf", "given.tar"], b""),
    ("cp", ["cp", "-a", "tree", "copy"], b""),
    ("mv rm", ["sh", "-c", "mv tree moved && rm -r moved/d1 && ls moved"], b""),
    ("find", ["find", "tree", "-type", "f", "-newer", "lines"], b""),
    ("dd", ["dd", "if=lines", "of=dd.out", "bs=1000", "count=100", "seek=3", "status=none"], b""),
    ("grep", ["grep", "-rc", "99", "tree", "lines"], b""),
    ("sqlite3", ["sqlite3", "base.db"], SQL.encode()),
    ("python3", [sys.executable, "-S", "-c", PYTHON], b""),
    ("perl", ["perl", "-e", "open F, '>perl.out'; print F $_ for 1..5000; close F; print -s 'perl.out'"], b""),
    ("ncgen", ["ncgen", "-o", "made.nc", "sample.cdl"], b""),
    ("ncgen4", ["ncgen", "-4", "-o", "made4.nc", "sample.cdl"], b""),
    ("ncdump", ["ncdump", "given.nc"], b""),
    ("h5copy", ["h5copy", "-i", "given4.nc", "-o", "copied.h5", "-s", "temperature", "-d", "t"], b""),
    ("h5repack", ["h5repack", "-f", "GZIP=4", "given4.nc", "packed.h5"], b""),
    ("lmp", ["lmp", "-in", "in.lj", "-log", "log.lammps"], b""),
]
# Times in the output, or files whose bytes differ between any two runs.
NO_OUTPUT = {"lmp"}
VARYING_FILES = {"log.lammps", "copied.h5", "packed.h5", "made4.nc", "all.tar"}


def prepare(t):
    """The directory that every case starts with."""
    place = t.fresh("given")
    with open(os.path.join(place, "lines"), "w", encoding="utf-8") as file:
        for i in range(20000):
            file.write(f"{(i * 7919) % 20011} line {i}\n")
    for folder in ("d1", "d2", "d2/d3"):
        os.makedirs(os.path.join(place, "tree", folder))
        for i in range(5):
            with open(os.path.join(place, "tree", folder, f"f{i}"), "w", encoding="utf-8") as file:
                file.write(f"{folder} {i}\n" * 300)
    os.symlink("d1/f1", os.path.join(place, "tree", "link"))
    inputs.write(place, {"sample.cdl": inputs.CDL, "in.lj": LAMMPS})
    prepare_with = (["tar", "cf", "given.tar", "tree"], ["ncgen", "-o", "given.nc", "sample.cdl"],
                    ["ncgen", "-4", "-o", "given4.nc", "sample.cdl"])
    for command in prepare_with:
        if shutil.which(command[0]):
            subprocess.run(command, cwd=place, check=True)
    return place


def digest(directory):
    """Path -> contents of all below a directory."""
    found = {}
    for folder, folders, names in os.walk(directory):
        for name in folders + names:
            path = os.path.join(folder, name)
            where = os.path.relpath(path, directory)
            if os.path.islink(path):
                found[where] = os.readlink(path)
            elif os.path.isdir(path):
                found[where] = "directory"
            elif name in VARYING_FILES:
                found[where] = "file"
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    found[where] = hashlib.sha256(file.read()).hexdigest()
    return found


def trial(t, place, name, command, stdin):
    what = " ".join(command)[:50] if name != "lmp" else "lmp"
    dirs = [os.path.join(t.fresh(), "w") for _ in range(2)]
    for path in dirs:
        shutil.copytree(place, path, symlinks=True)
    plain = t.run(command, cwd=dirs[0], stdin=stdin)
    traced = t.traced(command, "preload", cwd=dirs[1], stdin=stdin, strace=STRACE)
    t.equal(plain.rc, 0, f"{what}: untraced, {plain.err[:300]}")
    t.same_run(what, plain, traced, output=name not in NO_OUTPUT)
    t.equal(digest(dirs[1]), digest(dirs[0]), f"{what}: files")
    calls = t.lossless(what, traced)
    matched = t.complete(what, traced) if STRACE else 0
    print(f"{name}: {calls} calls, {matched} operations, {len(traced.traces)} traces", flush=True)
    t.check(calls > 0, f"{what}: no call recorded")


with Test() as t:
    STRACE = recorder_test.can_strace()
    PLACE = prepare(t)
    for NAME, COMMAND, STDIN in CASES:
        if shutil.which(COMMAND[0]):
            trial(t, PLACE, NAME, COMMAND, STDIN)
        else:
            print(f"{NAME}: not installed")
