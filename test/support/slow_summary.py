# SPDX-License-Identifier: BSD-3-Clause
# What recorder-summary must say, counted again, call by call, from what recorder2json prints. Nothing here is
# shared with the tool: the rules are those of recorder-summary(1).
"""Summary(calls) has the tables; calls come from read(trace)."""
import collections
import json
import re
import subprocess

STORAGE = ("posix", "stdio")
MESSAGES = ("mpi", "cuda")
BINS = ((100, "0-100"), (1 << 10, "100-1K"), (10 << 10, "1K-10K"), (100 << 10, "10K-100K"), (1 << 20, "100K-1M"),
        (4 << 20, "1M-4M"), (10 << 20, "4M-10M"), (100 << 20, "10M-100M"), (1 << 30, "100M-1G"), (None, "1G+"))
TYPES = {"text": 1, "schar": 1, "uchar": 1, "ubyte": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "long": 8,
         "float": 4, "double": 8, "longlong": 8, "ulonglong": 8}


def nanoseconds(text):
    whole, _, decimals = text.partition(".")
    ns = int(whole.lstrip("-") + (decimals + "0" * 9)[:9])
    return -ns if whole.startswith("-") else ns


def read(command, trace):
    """The calls that recorder2json prints, times in ns."""
    run = subprocess.run([*command, trace], stdout=subprocess.PIPE, check=True)
    calls = []
    for line in run.stdout.decode(errors="surrogateescape").splitlines():
        # Only times are printed with nine decimals; doubles among the arguments do not matter here.
        call = json.loads(re.sub(r'("t(?:start|end)":)(-?[0-9]+\.[0-9]{9})',
                                 lambda m: m.group(1) + str(nanoseconds(m.group(2))), line))
        if "func" in call:
            call["tstart"] = call["tstart"] or 0
            call["tend"] = call["tend"] or 0
            calls.append(call)
    return calls


def plain(name):
    """pread of __pread64_chk."""
    name = re.sub(r"^(_IO_|__isoc99_|__isoc23_|_+)", "", name)
    name = re.sub(r"(_chk|_unlocked)$", "", name)
    name = re.sub(r"^(p(read|write)v)64v2$", r"\1v2", name)
    name = re.sub(r"_2$", "", name)
    return name if name == "getdents64" else re.sub(r"64$", "", name)


READS = set("read readv pread preadv preadv2 fread fgetc getc getchar getw getline getdelim fgets gets scanf fscanf vscanf "
            "vfscanf fgetwc getwc getwchar fgetws wscanf vwscanf fwscanf vfwscanf aio_read".split())
WRITES = set("write writev vmsplice pwrite pwritev pwritev2 fwrite fputc putc putchar putw fputs puts printf fprintf dprintf "
             "vprintf vfprintf vdprintf fputwc putwc putwchar fputws wprintf fwprintf vwprintf vfwprintf aio_write".split())
COPIES = set("copy_file_range sendfile splice tee".split())
OPENS = set("open openat creat openat2 open_by_handle_at mkstemp mkostemp mkstemps mkostemps memfd_create shm_open fopen "
            "freopen tmpfile fopencookie fmemopen open_memstream open_wmemstream popen pipe pipe2 socketpair".split())
CLOSES = set("close close_range closefrom fclose fcloseall pclose".split())
STATS = set("stat lstat fstat fstatat newfstatat xstat lxstat fxstat fxstatat statx".split())
SYNCS = set("fsync fdatasync syncfs sync sync_file_range fflush aio_fsync".split())
SEEKS = set("lseek fseek fseeko rewind fsetpos ungetc ungetwc rewinddir seekdir".split())
WORDS = set("getw putw".split())
CHARACTERS = set("fgetc getc getchar fputc putc putchar".split())


def kind(call):
    """read, write, copy, or None; for a split MPI-IO transfer only its beginning."""
    layer, name = call["layer"], call["func"]
    if layer in STORAGE:
        name = plain(name)
        return "read" if name in READS else "write" if name in WRITES else "copy" if name in COPIES else None
    if layer == "mpiio":
        match = re.match(r"MPI_File_i?(read|write)", name)
        return match and match.group(1)
    if layer == "hdf5":
        match = re.match(r"H5D(read|write)", name)
        return match and match.group(1)
    if layer in ("netcdf", "pnetcdf"):
        match = re.search(r"(get|put)_var", name) or re.search(r"^nc(?:var|rec)(get|put)", name)
        return match and "chunk_cache" not in name and {"get": "read", "put": "write"}[match.group(1)]
    return None


def elements(count):
    """Of an array of counts, or of several."""
    if not isinstance(count, list):
        return None
    if any(isinstance(c, list) for c in count):
        return sum(elements(c) for c in count)
    product = 1
    for number in count:
        product *= number
    return product


def moved(call):
    """Bytes of a transfer; None when the trace does not tell."""
    layer, name, args, result = call["layer"], call["func"], call["args"], call["ret"]
    if layer in STORAGE:
        name = plain(name)
        if name in ("fread", "fwrite"):
            return result * args["size"]
        if call["errno"]:
            return 0
        if name in CHARACTERS:
            return 1 if result >= 0 else 0
        if name in WORDS:
            return 4 if result >= 0 else 0
        if name in ("aio_read", "aio_write"):
            return args["nbytes"]
        if name in ("fgets", "fputs", "puts"):
            return args["length"]
        if name in READS | WRITES | COPIES and isinstance(result, int) and not re.search("scanf|wprintf|w[cs]", name):
            return max(result, 0)
        return None
    if call["errno"]:
        return 0
    if layer == "mpiio":
        if isinstance(args.get("status"), dict):
            return args["status"]["count"]
        return None
    if layer in ("netcdf", "pnetcdf"):
        match = re.search("_([a-z]+)$", re.sub("_all$", "", name))
        counts = elements(args.get("count", args.get("countp", args.get("counts"))))
        if match and match.group(1) in TYPES:
            if counts is not None:
                return counts * TYPES[match.group(1)]
            if "var1" in name:
                return TYPES[match.group(1)]
    return None


class Positions:
    """Where the descriptors and streams of one thread stand, as far as it has seen everything of them."""

    def __init__(self):
        self.fds, self.streams = {}, {}
        self.sides = ()     # of the last copy: file, direction and offset of the side that is read, and of the other

    def of(self, call):
        args = call["args"]
        if isinstance(args.get("stream"), dict):
            return self.streams.get(args["stream"]["slot"])
        return self.fds.get(args.get("fd", args.get("oldfd")))

    def offset(self, call, bytes_moved, direction):
        """The offset of a transfer, and what any call does to positions."""
        name, args = plain(call["func"]), call["args"]
        position, at = self.of(call), None
        if direction == "copy":
            at = self.copy(call, bytes_moved)
        elif direction in ("read", "write") and args.get("offset", -1) >= 0:
            at = args["offset"]
        elif direction in ("read", "write") and position is not None and not name.startswith("aio_"):
            at = self.move(position, name, call, bytes_moved, direction)
        elif position is not None:
            self.seek(position, name, call)
        self.create(name, call, position)
        return at

    def copy(self, call, bytes_moved):
        """Where a copy begins in the file that it is about; both files stand behind it, unless an offset was given."""
        args = call["args"]
        if "fd_in" in args:
            ends = [(args["fd_in"], args["off_in"], "read"), (args["fd_out"], args["off_out"], "write")] if "off_in" in args else []
        else:
            ends = [(args["out_fd"], None, "write"), (args["in_fd"], args["offset"], "read")]
        begins, self.sides = [], []
        for fd, offset, direction in ends:
            position = self.fds.get(fd)
            if offset is None and position is not None and position["at"] is not None and not call["errno"]:
                begins.append(position["at"])
                position["at"] += bytes_moved
            else:
                begins.append(None if call["errno"] else offset)
            self.sides.append((position["file"] if position else None, direction, begins[-1]))
        return begins[0] if begins else None

    @staticmethod
    def move(position, name, call, bytes_moved, direction):
        if call["errno"]:
            if name in ("fread", "fwrite"):
                position["at"] = None
            return None
        if position["appends"] and direction == "write":
            position["at"] = None
        at = position["at"]
        position["at"] = at + bytes_moved if at is not None and bytes_moved is not None else None
        return at

    @staticmethod
    def seek(position, name, call):
        args = call["args"]
        if call["errno"]:
            return
        if name == "lseek":
            position["at"] = call["ret"]
        elif name in ("fseek", "fseeko"):
            if args["whence"] == 0:
                position["at"] = args["offset"]
            elif args["whence"] == 1 and position["at"] is not None:
                position["at"] += args["offset"]
            else:
                position["at"] = None
        elif name == "rewind":
            position["at"] = 0
        elif name in ("ftell", "ftello"):
            position["at"] = call["ret"]
        elif name in ("fsetpos", "ungetc", "ungetwc"):
            position["at"] = None

    def create(self, name, call, position):
        args, result = call["args"], call["ret"]
        if name in ("close", "fclose"):
            return
        if isinstance(result, dict) and call["layer"] == "stdio" and "slot" in result:
            appends = isinstance(args.get("mode"), str) and args["mode"].startswith("a")
            self.streams[result["slot"]] = (position if name == "fdopen" else
                                            {"at": 0, "appends": appends, "file": call["file"]} if name in OPENS else None)
        elif name in ("dup", "dup2", "dup3") or (name == "fcntl" and args["cmd"] in (0, 1030)):
            if result >= 0:
                self.fds[result] = position
        elif name in OPENS and isinstance(result, int) and result >= 0 and not name.startswith(("pipe", "socketpair")):
            self.fds[result] = {"at": 0, "appends": bool(args.get("flags", 0) and args["flags"] & 0o2000), "file": call["file"]}


def size_class(size):
    return next(name for end, name in BINS if end is None or size <= end)


def union(intervals):
    """The time that is in at least one of them."""
    total, until = 0, None
    for start, end in sorted(intervals):
        if until is None or start > until:
            total, until = total + end - start, end
        elif end > until:
            total, until = total + end - until, end
    return total


Known = collections.namedtuple("Known", "direction bytes offset failed")


class Summary:
    """Counts the calls that `counted` says; the others still move positions and have children."""

    def __init__(self, calls, counted=lambda call: True, alignment=4096):
        self.alignment, self.counted = alignment, counted
        self.functions = collections.defaultdict(collections.Counter)
        self.layers = collections.defaultdict(collections.Counter)
        self.causes = collections.defaultdict(collections.Counter)
        self.files = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        self.ranks = collections.defaultdict(collections.Counter)
        self.busy = collections.defaultdict(list)
        self.records = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        self.by_rank = collections.defaultdict(collections.Counter)   # (file, layer, rank)
        self.ends, self.last = {}, {}
        self.doubtful = set()      # functions and files of which the trace does not tell whether all of their calls failed
        self.storage = self.storage_of([call for call in calls if counted(call)])
        by_stream = collections.defaultdict(list)
        for call in calls:
            by_stream[call["rank"], call["thread"]].append(call)
        for stream in by_stream.values():
            self.add_stream(stream)

    @staticmethod
    def storage_of(calls):
        layers = {call["layer"] for call in calls if kind(call)}
        if layers & set(STORAGE) or not layers:
            return STORAGE
        return (next(name for name in ("mpiio", "pnetcdf", "hdf5", "netcdf") if name in layers),)

    def add_stream(self, calls):
        positions, path, broken = Positions(), [], set()
        for call in calls:
            failed = self.fails(call, broken)
            direction = kind(call)
            split_end = call["layer"] == "mpiio" and re.search("_end(_c)?$", call["func"])
            size = None if not direction else 0 if split_end else moved(call)
            offset = positions.offset(call, size, direction) if call["layer"] in STORAGE else None
            known = Known(direction, size, offset, failed)
            while path and path[-1]["depth"] >= call["depth"]:
                path.pop()
            above = [one for one in path if self.counted(one)]
            path.append(call)
            if not self.counted(call):
                continue
            self.add_call(call, known, above)
            self.add_causes(call, known, above)
            if direction == "copy" and positions.sides:
                for file, side, at in positions.sides:
                    if file is not None:
                        self.add_file({**call, "file": file}, Known(side, size, at, failed), False, True)
            elif call["file"] is not None:
                self.add_file(call, known, split_end)

    def fails(self, call, broken):
        """A C library's stream that failed once may go on failing, of which errno says nothing: then it is in doubt."""
        stream = call["args"].get("stream")
        if isinstance(stream, dict):
            if call["errno"] != 0:
                broken.add(stream.get("slot"))
            elif stream.get("slot") in broken and kind(call) and call["ret"] in (None, -1, 0):
                self.doubtful |= {call["func"], call["file"]}
        return call["errno"] != 0

    @staticmethod
    def tally(counter, call, known):
        counter["calls"] += 1
        counter["failed"] += known.failed
        counter["time_ns"] += call["tend"] - call["tstart"]
        if known.direction:
            column = {"read": "read_bytes", "write": "written_bytes", "copy": "copied_bytes"}[known.direction]
            counter[column] += known.bytes or 0
            counter["unknown_transfers"] += known.bytes is None

    def add_call(self, call, known, above):
        layer, time = call["layer"], call["tend"] - call["tstart"]
        function = self.functions[layer, call["func"]]
        self.tally(function, call, known)
        function["own_ns"] += time
        rank = self.ranks[call["rank"]]
        rank["calls"] += 1
        if not any(one["layer"] == layer for one in above):
            self.layers[layer]["data_ns" if known.direction else "other_ns"] += time
        self.layers[layer]["data_calls"] += bool(known.direction)
        if layer not in MESSAGES and all(one["layer"] in MESSAGES for one in above):
            rank["io_ns"] += time
        if known.direction:
            for direction in ("read", "write") if known.direction == "copy" else (known.direction,):
                self.busy[layer, direction].append((call["tstart"], call["tend"]))
        if layer in self.storage and known.direction:
            rank[{"read": "read_bytes", "write": "written_bytes", "copy": "copied_bytes"}[known.direction]] += known.bytes or 0
            if known.direction != "copy":
                rank[known.direction + "_ns"] += time

    def add_causes(self, call, known, above):
        if not above:
            return
        self.functions[above[-1]["layer"], above[-1]["func"]]["own_ns"] -= call["tend"] - call["tstart"]
        for one in above:
            counter = self.causes[one["layer"], one["func"], call["layer"], call["func"]]
            counter["calls"] += 1
            counter["time_ns"] += call["tend"] - call["tstart"]
            if known.direction:
                counter["bytes"] += known.bytes or 0
                counter["unknown_transfers"] += known.bytes is None

    def add_file(self, call, known, split_end, of_copy=False):
        self.tally(self.files[call["file"]][call["layer"]], call, known)
        if call["layer"] in (*STORAGE, "mpiio"):
            record = self.records[call["file"]][call["layer"]]
            self.add_times(call, known, record)
            of_rank = self.by_rank[call["file"], call["layer"], call["rank"]]
            of_rank["ns"] += call["tend"] - call["tstart"]
            of_rank["bytes"] += known.bytes or 0 if known.direction else 0
            if call["layer"] == "mpiio":
                self.add_mpiio(call, known, record, split_end)
            else:
                self.add_counters(call, known, record)
                record["copied_bytes"] += known.bytes or 0 if of_copy else 0
            if known.direction in ("read", "write") and not split_end:
                self.add_access(call, known, record)

    @staticmethod
    def add_counters(call, known, record):
        name = plain(call["func"])
        record["opens"] += name in OPENS
        record["closes"] += name in CLOSES
        record["stats"] += name in STATS
        record["syncs"] += name in SYNCS
        record["seeks"] += name in SEEKS
        record["maps"] += name == "mmap"
        record["reads"] += known.direction == "read"
        record["writes"] += known.direction == "write"

    @staticmethod
    def add_mpiio(call, known, record, split_end):
        name = call["func"]
        record["opens"] += name == "MPI_File_open"
        record["views"] += name == "MPI_File_set_view"
        record["syncs"] += name == "MPI_File_sync"
        if not known.direction or split_end:
            return
        together = "_all" in name or "_ordered" in name
        manner = ("split" if "_begin" in name else
                  ("nonblocking_collective" if together else "nonblocking") if "_iread" in name or "_iwrite" in name else
                  "collective" if together else "independent")
        record[f"{manner}_{known.direction}s"] += 1

    def add_times(self, call, known, record):
        start, end = call["tstart"], call["tend"]
        name = plain(call["func"])
        if name in OPENS or name == "MPI_File_open":
            record["first_open_ns"] = min(record.get("first_open_ns", start), start)
        if name in CLOSES or name == "MPI_File_close":
            record["last_close_ns"] = max(record.get("last_close_ns", end), end)
        if known.direction in ("read", "write"):
            one = known.direction
            record[f"first_{one}_ns"] = min(record.get(f"first_{one}_ns", start), start)
            record[f"last_{one}_ns"] = max(record.get(f"last_{one}_ns", end), end)
            record[f"{one}_time_ns"] += end - start
            record[f"longest_{one}_ns"] = max(record[f"longest_{one}_ns"], end - start)
            self.busy[call["file"], call["layer"], one].append((start, end))
        elif known.direction is None:
            record["metadata_time_ns"] += end - start

    def add_access(self, call, known, record):
        one = known.direction
        record["failed_" + one + "s"] += known.failed
        record["unknown_" + one + "s"] += known.bytes is None
        record["bytes_" + ("read" if one == "read" else "written")] += known.bytes or 0
        if known.failed or known.bytes is None:
            return
        record["largest_" + one] = max(record["largest_" + one], known.bytes)
        record[f"size_{one}_{size_class(known.bytes)}"] += 1
        self.records[call["file"]][call["layer"], "sizes"][known.bytes] += 1
        stream = (call["file"], call["layer"], call["rank"], call["thread"])
        record["switches"] += self.last.get(stream, one) != one
        self.last[stream] = one
        if known.offset is not None:
            self.add_pattern(call, known, record, stream + (one,))

    def add_pattern(self, call, known, record, stream):
        many = known.direction + "s"
        record["placed_" + many] += 1
        if known.bytes:
            column = "max_byte_" + ("read" if known.direction == "read" else "written")
            record[column] = max(record[column], known.offset + known.bytes - 1)
        if stream in self.ends:
            gap = known.offset - self.ends[stream]
            record["consecutive_" + many] += gap == 0
            record["sequential_" + many] += gap >= 0
            if gap > 0:
                self.records[call["file"]][call["layer"], "strides"][gap] += 1
        record["unaligned_in_file_" + many] += known.offset % self.alignment != 0
        self.ends[stream] = known.offset + known.bytes
