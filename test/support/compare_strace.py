#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The completeness oracle: every file operation that strace saw below a directory is in the trace, in
# order, with the same arguments and results. usage: compare_strace.py DIRECTORY STRACE TRACE...
"""POSIX records that are one system call each (DIRECT) must match one event each. Others (fopen,
readdir, realpath ...) may cause any events, which are allowed only between the direct calls around
them. What remains on either side is an error. STDIO may also flush at the end of a process."""
import errno as errno_names
import fcntl
import os
import re
import sys

import strace_log
import trace_model
from strace_log import Fd
from trace_model import Failure, show

TAKES_DIRECTORY = re.compile(r"at2?$|^statx$")      # the descriptor is a directory for the path after it
AT_FDCWD = -100
TCGETS = 0x5401
ON_MAPS = ("munmap", "msync", "madvise", "mlock", "mremap")
O_DIRECTORY, O_PATH = 0x10000, 0x200000
AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH, AT_REMOVEDIR = 0x100, 0x1000, 0x200

# Names of flags in case the reader prints them as text.
SYMBOLS = {n: getattr(m, n) for m in (os, fcntl) for n in dir(m)
           if n.isupper() and isinstance(getattr(m, n), int)}


def number(value):
    """An int from an int, "O_RDWR|O_CREAT", "0644" or AT_FDCWD."""
    if isinstance(value, int) or value is None:
        return value
    if isinstance(value, str):
        total = 0
        for part in value.split("|"):
            try:
                total |= int(part, 8) if part.startswith("0") and part[1:].isdigit() else int(part, 0)
            except ValueError:
                total |= SYMBOLS.get(part, 0)
        return AT_FDCWD if value == "AT_FDCWD" else total
    return value


def positional(record):
    """The argument values of a record, in order."""
    return list(record["args"].values())


def iovec(value):
    return sum(number(v.get("len", 0)) if isinstance(v, dict) else 0 for v in value or [])


# What one libc call becomes: name -> function of its arguments giving (syscall, comparable values).
# In the values, None means "do not compare", ("path", x) a path as passed.
def path_at(syscall, *rest):
    """f(path, ...) that becomes syscall(AT_FDCWD, path, ...)."""
    return lambda a: (syscall, [AT_FDCWD, path_value(a[0])] + [r(a) if callable(r) else r for r in rest])


def path_value(text):
    return ("path", text)


def at(n):
    return lambda a: number(a[n]) if n < len(a) else None


def same(syscall, kinds):
    """f with the arguments of its system call: p path, n number, s string bytes, _ not compared."""
    def expected(a):
        values = []
        for i, kind in enumerate(kinds):
            if i >= len(a):
                break
            values.append(path_value(a[i]) if kind == "p" else number(a[i]) if kind == "n" else None)
        return syscall, values
    return expected


def vector(syscall, after):
    return lambda a: (syscall, [number(a[0]), ("iov", iovec(a[1])), number(a[2])] +
                      [number(a[i]) for i in range(3, 3 + after)])


DIRECT = {
    "open": path_at("openat", at(1), at(2)), "openat": same("openat", "npnn"),
    "creat": same("creat", "pn"), "close": same("close", "n"),
    "read": same("read", "n_n"), "write": same("write", "n_n"),
    "pread": same("pread64", "n_nn"), "pwrite": same("pwrite64", "n_nn"),
    "readv": vector("readv", 0), "writev": vector("writev", 0),
    "preadv": vector("preadv", 1), "pwritev": vector("pwritev", 1),
    "preadv2": vector("preadv2", 2), "pwritev2": vector("pwritev2", 2),
    "lseek": same("lseek", "nnn"), "dup": same("dup", "n"), "dup2": same("dup2", "nn"),
    "dup3": same("dup3", "nnn"), "fcntl": same("fcntl", "nn_"), "ioctl": same("ioctl", "nn_"),
    "fsync": same("fsync", "n"), "fdatasync": same("fdatasync", "n"), "syncfs": same("syncfs", "n"),
    "ftruncate": same("ftruncate", "nn"), "truncate": same("truncate", "pn"),
    "fallocate": same("fallocate", "nnnn"), "flock": same("flock", "nn"),
    "posix_fadvise": same("fadvise64", "nnnn"), "readahead": same("readahead", "nnn"),
    "sync_file_range": same("sync_file_range", "nnnn"),
    "copy_file_range": same("copy_file_range", "n_n_nn"), "sendfile": same("sendfile", "nn_n"),
    "mmap": same("mmap", "_nnnnn"), "munmap": same("munmap", "_n"), "msync": same("msync", "_nn"),
    "madvise": same("madvise", "_nn"), "mlock": same("mlock", "_n"), "mremap": same("mremap", "_nnn"),
    "stat": path_at("newfstatat", None, 0), "lstat": path_at("newfstatat", None, AT_SYMLINK_NOFOLLOW),
    "fstat": lambda a: ("newfstatat", [number(a[0]), path_value(""), None, AT_EMPTY_PATH]),
    "fstatat": same("newfstatat", "np_n"), "statx": same("statx", "npnn_"),
    "__xstat": lambda a: ("stat", [path_value(a[1])]), "__lxstat": lambda a: ("lstat", [path_value(a[1])]),
    "__fxstat": lambda a: ("fstat", [number(a[1])]), "__fxstatat": lambda a: DIRECT["fstatat"](a[1:]),
    "statfs": same("statfs", "p_"), "fstatfs": same("fstatfs", "n_"),
    "access": same("access", "pn"), "chmod": same("chmod", "pn"), "fchmod": same("fchmod", "nn"),
    "chown": same("chown", "p"), "lchown": same("lchown", "p"), "fchown": same("fchown", "n"),
    "fchownat": same("fchownat", "np"), "fchmodat": same("fchmodat", "npn"),
    "link": same("link", "pp"), "linkat": same("linkat", "npnpn"), "unlink": same("unlink", "p"),
    "unlinkat": same("unlinkat", "npn"), "symlink": same("symlink", "pp"),
    "symlinkat": same("symlinkat", "pnp"), "readlink": same("readlink", "p_n"),
    "readlinkat": same("readlinkat", "np_n"), "rename": same("rename", "pp"),
    "renameat": same("renameat", "npnp"), "renameat2": same("renameat2", "npnpn"),
    "mkdir": same("mkdir", "pn"), "mkdirat": same("mkdirat", "npn"), "rmdir": same("rmdir", "p"),
    "chdir": same("chdir", "p"), "fchdir": same("fchdir", "n"),
    "setxattr": same("setxattr", "pp_nn"), "lsetxattr": same("lsetxattr", "pp_nn"),
    "fsetxattr": same("fsetxattr", "np_nn"), "getxattr": same("getxattr", "pp_n"),
    "lgetxattr": same("lgetxattr", "pp_n"), "fgetxattr": same("fgetxattr", "np_n"),
    "listxattr": same("listxattr", "p_n"), "llistxattr": same("llistxattr", "p_n"),
    "flistxattr": same("flistxattr", "n_n"), "removexattr": same("removexattr", "pp"),
    "lremovexattr": same("lremovexattr", "pp"), "fremovexattr": same("fremovexattr", "np"),
}
RETURNS_ADDRESS = {"mmap", "mremap"}
# Two libc functions for one system call, or one that libc may answer alone.
SUFFIXES = ("_chk", "64", "_2")


def base_name(func):
    """__pread64_chk -> pread, open64 -> open, __open64_2 -> open."""
    name = func
    for _ in range(3):
        for suffix in SUFFIXES:
            if name.endswith(suffix) and not name.startswith(("renameat2",)):
                name = name[:-len(suffix)]
    name = name.replace("64v2", "2") if name.endswith("64v2") else name
    stripped = name.lstrip("_")
    return stripped if name not in DIRECT and stripped in DIRECT else name


class Below:
    """Decides which events and records concern files below the directory."""

    def __init__(self, directory, cwd):
        self.directory = os.path.realpath(directory)
        self.cwd = {}
        self.initial = cwd or self.directory
        self.maps = {}            # address -> length of live mappings of such files
        self.on_maps = set()      # beginnings of events that concern them

    def follow_maps(self, events):
        """An address is free as soon as munmap begins, and taken when mmap ends."""
        for e in sorted(events, key=lambda e: e.first if e.name in ON_MAPS else e.last):
            if e.name in ON_MAPS:
                if self.mapping(e):
                    self.on_maps.add(e.first)
            elif e.name == "mmap" and e.errno is None and self.mentions(e, "/"):
                self.maps[e.ret] = e.args[1]

    def path(self, text, base):
        whole = os.path.normpath(os.path.join(base, text))
        return whole == self.directory or whole.startswith(self.directory + "/")

    def event(self, e):
        cwd = self.cwd.get(e.tid, self.initial)
        if e.name in ("clone", "clone3", "fork", "vfork") and e.ret and e.ret > 0:
            self.cwd[e.ret] = cwd
        if e.name in ("chdir", "fchdir") and e.ret == 0:
            target = e.args[0].path if isinstance(e.args[0], Fd) else os.fsdecode(e.args[0])
            self.cwd[e.tid] = os.path.normpath(os.path.join(cwd, target))
        if e.name in ON_MAPS:
            return e.first in self.on_maps
        if e.name in ("execve", "execveat", "getcwd", "mprotect", "brk"):
            return False
        if e.name == "ioctl" and e.args[1] == TCGETS:
            return False
        if e.name == "faccessat" and isinstance(e.args[1], bytes) and e.args[1].endswith(b" (deleted)"):
            return False                       # Recorder's own question about a descriptor's name
        return self.mentions(e, cwd)

    def mentions(self, e, cwd):
        base = cwd
        for i, a in enumerate(e.args):
            if isinstance(a, Fd):
                following = e.args[i + 1] if i + 1 < len(e.args) else None
                if TAKES_DIRECTORY.search(e.name) and isinstance(following, bytes) and following:
                    base = a.path          # a directory for the path that follows
                    continue
                if a.number != AT_FDCWD and self.path(a.path, "/"):
                    return True
            elif isinstance(a, bytes) and a and takes_path(e.name, i):
                if e.name in ("symlink", "symlinkat") and i == 0:
                    continue
                if self.path(os.fsdecode(a), base):
                    return True
        return False

    def mapping(self, e):
        address = e.args[0]
        if not isinstance(address, int):
            return False
        start = next((s for s, n in self.maps.items() if s <= address < s + n), None)
        if start is None:
            return False
        if e.errno is None and e.name == "munmap":
            self.maps.pop(start)
        if e.errno is None and e.name == "mremap":
            self.maps.pop(start)
            self.maps[e.ret] = e.args[2]
        return True

    def record(self, r):
        return bool(r["file"]) and self.path(r["file"], "/")


def takes_path(name, position):
    """Whether a string at this position names a file (it may be data, or an attribute's name)."""
    if name in ("read", "write", "pread64", "pwrite64", "fcntl", "ioctl", "readv", "writev"):
        return False
    if "xattr" in name or name in ("readlink", "chdir", "truncate", "creat", "access"):
        return position == 0
    return name != "readlinkat" or position == 1


def value_differs(want, have):
    if want is None:
        return False
    if isinstance(want, tuple) and want[0] == "path":
        text = want[1]
        if text is None:
            return have != 0
        return not isinstance(have, bytes) or have != os.fsencode(text)
    if isinstance(want, tuple):       # iov: the sum of lengths
        have_text = have if isinstance(have, str) else "[]"
        lengths = [int(t.split("}")[0].split(",")[0]) for t in have_text.split("iov_len=")[1:]]
        return "..." not in have_text.replace('"...', "") and sum(lengths) != want[1]
    if isinstance(have, Fd):
        have = have.number
    if isinstance(have, int) and isinstance(want, int):
        mask = (1 << 64) - 1
        return (want & mask) != (have & mask) and (want & 0xffffffff) != have
    return isinstance(have, int)


def mismatch(record, event):
    """Why the event is not this record's, or None."""
    name, want = DIRECT[base_name(record["func"])](positional(record))
    if name != event.name:
        return "another call"
    for position, value in enumerate(want):
        if position >= len(event.args):
            break                                     # open's mode that nobody passed
        if value_differs(value, event.args[position]):
            return f"argument {position + 1}"
    if event.errno:
        if record["errno"] != getattr(errno_names, event.errno, -1):
            return f"errno {record['errno']}"
        return None
    if record["errno"]:
        return f"errno {record['errno']}"
    if name not in RETURNS_ADDRESS and isinstance(record["ret"], int) and record["ret"] != event.ret:
        return f"result {record['ret']}"
    return None


def is_direct(record):
    name = base_name(record["func"])
    if record["layer"] != "posix" or name not in DIRECT:
        return False
    arguments = positional(record)
    # libc makes several calls of it, or asks about a terminal as isatty() does unseen.
    return not (name == "fchmodat" and arguments[3]) and not (name == "ioctl" and arguments[1] == TCGETS)


def blocks_of(records, below):
    """Direct records in runs; between two runs lie calls that may cause any events."""
    blocks = [[]]
    for record in records:
        if is_direct(record):
            if below.record(record):
                blocks[-1].append(record)
        elif record["layer"] in ("posix", "stdio") and blocks[-1]:
            blocks.append([])
    return blocks


class Alignment:
    """Finds the runs of direct records of one stream among the events of one thread."""

    def __init__(self, below, records, events):
        self.blocks, self.events = blocks_of(records, below), events
        self.flushes = any(r["layer"] == "stdio" for r in records)
        self.matched = 0

    def run(self):
        """None, or what is wrong. The earliest place for each run leaves most room for the rest."""
        position = 0
        last = len(self.blocks) - 1
        for number, block in enumerate(self.blocks):
            if number == last and block:           # nothing may follow what no loose call follows
                return self.end(block, position)
            start, best, best_at = position, -1, position
            while start + len(block) <= len(self.events):
                length = self.equal_at(block, start)
                if length == len(block):
                    break
                if length > best:
                    best, best_at = length, start
                start += 1
            else:
                self.matched += max(best, 0)
                return self.describe(block, best_at, max(best, 0))
            position = start + len(block)
            self.matched += len(block)
        return None

    def end(self, block, position):
        """The last run: after it only streams that exit() flushes may write."""
        start = len(self.events) - len(block)
        while start >= position and self.equal_at(block, start) < len(block):
            start -= 1
            after = self.events[start + len(block)]
            if not self.flushes or after.name not in ("write", "lseek"):
                return self.explain(block, position)
        if start < position:
            return self.explain(block, position)
        self.matched += len(block)
        return None

    def equal_at(self, block, start):
        """How many records of a run match from this event on."""
        for i, record in enumerate(block):
            if mismatch(record, self.events[start + i]):
                return i
        return len(block)

    def explain(self, block, position):
        best, best_at = -1, position
        for start in range(position, len(self.events)):
            length = self.equal_at(block[:len(self.events) - start], start)
            if length > best:
                best, best_at = length, start
        self.matched += max(best, 0)
        if best == len(block):
            event = self.events[best_at + best]
            return f"strace goes on after the last record ({show(block[-1])}):\n  {event.line[:300]}"
        return self.describe(block, best_at, max(best, 0))

    def describe(self, block, start, length):
        record = block[length]
        event = self.events[start + length] if start + length < len(self.events) else None
        why = mismatch(record, event) if event else "no more events"
        return (f"trace:  {show(record)}\n  strace: {event.line[:300] if event else '(end)'}\n"
                f"  differs in: {why}")


def compare(directory, strace_path, traces, cwd=None):
    """Raises Failure on any difference; returns the number of operations matched."""
    below = Below(directory, cwd)
    by_tid = {}
    events = strace_log.load(strace_path)
    below.follow_maps(events)
    for event in events:
        if below.event(event):
            by_tid.setdefault(event.tid, []).append(event)
    sequences = []
    for trace in traces:
        for key, records in trace_model.streams(trace_model.decoded(trace)).items():
            if any(is_direct(r) and below.record(r) for r in records):
                sequences.append((f"{os.path.basename(trace)} rank {key[0]} thread {key[1]}", records))
    return match_threads(below, sequences, by_tid)


def unknown_file(below, records, events):
    """A file that the thread opened and that no record names, or None. Directories are read by libc itself."""
    known = {r["file"] for r in records}
    for event in events:
        if event.name == "openat" and event.errno is None and not event.args[2] & (O_DIRECTORY | O_PATH):
            # A symbolic link is named by a record, what it leads to by strace.
            passed = os.path.normpath(os.path.join(event.args[0].path, os.fsdecode(event.args[1])))
            if below.path(passed, "/") and passed not in known and event.path not in known:
                return f"no record names a file that was opened:\n  {event.line[:300]}"
    return None


def match_threads(below, sequences, by_tid):
    """Each stream must be one of strace's threads; which one is found by trying."""
    total, problems = 0, []
    for name, records in sequences:
        best = (-1, "no thread left in strace", None)
        for tid, events in by_tid.items():
            alignment = Alignment(below, records, events)
            wrong = alignment.run()
            if wrong is None:
                best = (alignment.matched, unknown_file(below, records, events), tid)
                break
            if alignment.matched > best[0]:
                best = (alignment.matched, wrong, tid)
        total += max(best[0], 0)
        if best[1]:
            problems.append(f"{name}, after {best[0]} equal operations:\n  {best[1]}")
        if best[2] is not None:
            by_tid.pop(best[2])
    if problems:
        raise Failure("\n".join(problems[:5]))
    return total, by_tid


def oracle(arguments):
    if len(arguments) < 3:
        raise Failure("usage: compare_strace.py DIRECTORY STRACE TRACE...")
    total, rest = compare(arguments[0], arguments[1], arguments[2:])
    lines = [e.line for events in rest.values() for e in events]
    note = f"; {len(lines)} in threads without a record, first {lines[0][:120]}" if lines else ""
    return f"{total} operations equal{note}"


if __name__ == "__main__":
    trace_model.main(oracle)
