#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder2parquet: every column of every row against recorder2json, what pyarrow, DuckDB, Dask and pandas make of the
# dataset, parts that are converted side by side, and what happens to directories that are not empty.
import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                        # noqa: E402
import recorder_test                   # noqa: E402
import trace_model                     # noqa: E402
from recorder_test import Skip, Test   # noqa: E402

try:
    import duckdb
    import pandas
    import pyarrow.dataset
    import pyarrow.parquet
    import dask.dataframe
except ImportError as missing:
    print(f"skipped: {missing}; packaging/python-packages.txt lists what reads the datasets")
    sys.exit(77)

ROWS_PER_GROUP = 64 * 1024
INT64 = range(-2**63, 2**63)
KEY = ["trace", "rank", "thread", "call_id"]
OPERATIONS = {"open": "open", "close": "close", "read": "read", "pread": "read", "write": "write", "pwrite": "write",
              "lseek": "seek", "access": "query", "fopen": "open", "fwrite": "write", "fclose": "close"}


def convert(*words, env=None):
    environment = recorder_test.clean_environment()
    environment.update(env or {})
    return subprocess.run([recorder_test.installed("recorder2parquet"), *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment, universal_newlines=True, check=False)


def converted(t, *words, env=None):
    """Converts into a new directory, which it returns."""
    out = os.path.join(t.fresh("out"), "dataset")
    done = convert(*words, "-o", out, env=env)
    t.equal((done.returncode, done.stdout, done.stderr), (0, "", ""), f"recorder2parquet {words}")
    return out


def files_in(out):
    return sorted(glob.glob(os.path.join(glob.escape(out), "rank_group=*", "*.parquet")))


def table(out):
    """All rows by their keys, with what is no column of the files left out."""
    found = pyarrow.dataset.dataset(out, format="parquet", partitioning="hive").to_table()
    return sorted(found.drop_columns(["rank_group"]).to_pylist(), key=lambda row: [row[name] for name in KEY])


def mended(value):
    """As a table shows it: bytes that are no UTF-8 as \\xff."""
    if isinstance(value, str):
        return re.sub("[\udc80-\udcff]", lambda c: f"\\x{ord(c.group()) - 0xdc00:02x}", value)
    if isinstance(value, list):
        return [mended(item) for item in value]
    if isinstance(value, dict):
        return {name: mended(item) for name, item in value.items()}
    return value


def json_lines(*words):
    """The lines of recorder2json: the header of several traces or None, and the calls."""
    run = subprocess.run([trace_model.tool("recorder2json"), *words], stdout=subprocess.PIPE, check=True)
    lines = list(trace_model.parse_lines(run.stdout.decode("utf-8", "surrogateescape").splitlines(), words))
    return next((line for line in lines if "traces" in line), None), [line for line in lines if "func" in line]


def nested(records):
    """Adds to each record its number in its stream and that of the call around it, by depth and times."""
    streams = {}
    for record in records:
        stream = streams.setdefault((record.get("trace"), record["rank"], record["thread"]), [])
        record["id"] = len(stream)
        around = [r for r in (stream[-400:] if record["depth"] else ()) if r["depth"] == record["depth"] - 1 and r["tend"] >= record["tend"]]
        record["parent"] = around[-1]["id"] if record["depth"] and around else None
        stream.append(record)


def wanted_row(record):
    """The columns that recorder2json tells."""
    value = record["ret"]
    is_number = isinstance(value, int) and value in INT64
    start, end = (None if record[name] is None else round(record[name] * 1e9) for name in ("tstart", "tend"))
    return {"rank": record["rank"], "thread": record["thread"], "call_id": record["id"], "parent_id": record["parent"],
            "depth": record["depth"], "layer": record["layer"], "function": record["func"], "start_ns": start,
            "end_ns": end, "duration_ns": None if start is None else end - start, "file": mended(record["file"]),
            "result": value if is_number else None, "error": record["errno"] or None}


def compare(t, what, rows, records):
    """Every row against its record."""
    nested(records)
    records = sorted(records, key=lambda r: (r.get("trace", 0), r["rank"], r["thread"], r["id"]))
    t.equal(len(rows), len(records), f"{what}: rows")
    wrong = []
    for row, record in zip(rows, records):
        want = wanted_row(record)
        have = {name: row[name] for name in want}
        if have != want:
            wrong.append({name: (have[name], want[name]) for name in want if have[name] != want[name]})
        if json.loads(row["arguments"]) != mended(record["args"]):
            wrong.append((row["arguments"], record["args"]))
        other = json.loads(row["result_json"]) if row["result_json"] is not None else None
        if other != (mended(record["ret"]) if want["result"] is None else None):
            wrong.append((row["result_json"], record["ret"]))
        if record["func"] in OPERATIONS and row["operation"] != OPERATIONS[record["func"]]:
            wrong.append((record["func"], row["operation"]))
    t.check(not wrong, f"{what}: {len(wrong)} rows differ, such as {wrong[:3]} (have, want)")


def transfers(records):
    """(bytes, offset) of the POSIX and STDIO calls of programs whose descriptors come from open alone, in the order of
    the records; None where a call moves nothing."""
    position = {}
    for record in records:
        func, args, ret = record["func"], record["args"], record["ret"]
        stream = (record["rank"], record["thread"])
        if func == "open" and ret >= 0:
            position[stream, ret] = 0
        if func == "lseek" and ret >= 0:
            position[stream, args["fd"]] = ret
        if func == "close":
            position.pop((stream, args["fd"]), None)
        if func in ("read", "write"):
            at = position.get((stream, args["fd"])) if ret >= 0 else None
            yield max(ret, 0), at
            if at is not None:
                position[stream, args["fd"]] += ret
        elif func in ("pread", "pwrite"):
            yield max(ret, 0), args["offset"]
        elif func == "fwrite":
            yield ret * args["size"], "any"
        elif func == "fputs":
            yield args["length"], "any"
        elif func in ("fprintf", "fread"):
            yield "any", "any"
        else:
            yield None, None


def check_transfers(t, what, rows, records):
    wrong = []
    for row, record, (size, offset) in zip(rows, records, transfers(records)):
        if size not in ("any", row["bytes"]) or offset not in ("any", row["file_offset"]):
            wrong.append((record["func"], record["args"], (row["bytes"], row["file_offset"]), (size, offset)))
    t.check(not wrong, f"{what}: {len(wrong)} transfers differ, such as {wrong[:3]} (have, want)")


def check_files(t, what, out, codec="SNAPPY"):
    """What holds of every file."""
    files = files_in(out)
    t.check(files, f"{what}: no files")
    schemas = [pyarrow.parquet.read_schema(path) for path in files]
    t.check(all(schema.equals(schemas[0], check_metadata=True) for schema in schemas), f"{what}: schemas differ")
    for path in files:
        about = pyarrow.parquet.ParquetFile(path).metadata
        groups = [about.row_group(i).num_rows for i in range(about.num_row_groups)]
        t.check(all(rows == ROWS_PER_GROUP for rows in groups[:-1]) and max(groups, default=0) <= ROWS_PER_GROUP,
                f"{what}: row groups of {groups}")
        if groups:
            t.equal(about.row_group(0).column(0).compression, codec, f"{what}: compression")
    hidden = [f for f in glob.glob(os.path.join(glob.escape(out), "**", ".*"), recursive=True) if os.path.isfile(f)]
    t.equal(hidden, [], f"{what}: hidden files")


def check_readers(t, what, out, rows):
    """DuckDB, Dask and pandas see the same table."""
    source = f"read_parquet('{out}/*/*.parquet', hive_partitioning = true)"
    names = ", ".join(name for name in rows[0])
    count, size = duckdb.sql(f"SELECT count(*), sum(bytes) FROM (SELECT {names} FROM {source})").fetchall()[0]
    want_size = sum(row["bytes"] or 0 for row in rows)
    t.equal((count, size or 0), (len(rows), want_size), f"{what}: DuckDB")
    with_count = [json.loads(row["arguments"]).get("count") for row in rows if row["function"] == "pwrite"]
    have = duckdb.sql(f"SELECT sum((arguments->>'count')::BIGINT) FROM {source} WHERE function = 'pwrite'").fetchall()[0][0]
    t.equal(have or 0, sum(with_count), f"{what}: DuckDB, JSON of the arguments")
    t.equal(duckdb.sql(f"SELECT count(*) FROM {source} WHERE json_valid(arguments)").fetchall()[0][0], len(rows),
            f"{what}: DuckDB, valid JSON")
    by_function = {}
    for row in rows:
        by_function[row["function"]] = by_function.get(row["function"], 0) + row["duration_ns"]
    frame = dask.dataframe.read_parquet(out)
    t.equal(len(frame), len(rows), f"{what}: Dask, rows")
    for reader, data in (("Dask", frame), ("pandas", pandas.read_parquet(out))):
        sums = data.groupby("function", observed=True)["duration_ns"].sum()
        sums = sums.compute() if reader == "Dask" else sums
        t.equal({name: int(value) for name, value in sums.items()}, by_function, f"{what}: {reader}, by function")
        files = data.groupby("file", observed=True)["bytes"].sum()
        files = files.compute() if reader == "Dask" else files
        t.equal(int(files.sum()), sum(row["bytes"] or 0 for row in rows if row["file"] is not None),
                f"{what}: {reader}, bytes by file")


def judge(t, what, trace):
    out = converted(t, trace)
    rows = table(out)
    records = trace_model.decoded(trace)
    compare(t, what, rows, records)
    check_files(t, what, out)
    check_readers(t, what, out, rows)
    return out, rows


def posix(t):
    program = t.build("parquet_calls.c")
    trace = recorder_test.trace_of(t.traced([program, "60000"], "preload", raw=False))
    out, rows = judge(t, "posix", trace)
    records = sorted(trace_model.decoded(trace), key=lambda r: (r["thread"], r["tstart"]))
    check_transfers(t, "posix", rows, records)
    for codec, name in (("zstd", "ZSTD"), ("gzip", "GZIP"), ("none", "UNCOMPRESSED")):
        other = converted(t, trace, "--compression", codec)
        check_files(t, codec, other, name)
        t.equal(table(other) == rows, True, f"{codec}: the same rows")
    return trace, out, rows


def hdf5(t):
    folders = [f"-{letter}/{place}/hdf5/serial" for letter, place in (("I", "usr/include"), ("L", "usr/lib/x86_64-linux-gnu"))
               if os.path.isdir(f"/{place}/hdf5/serial")]
    program = t.build(os.path.join("layers", "random_hdf5.c"), flags=(*folders, "-lhdf5"))
    trace = recorder_test.trace_of(t.traced([program, "3", "200"], "preload", raw=False))
    judge(t, "hdf5", trace)


def side_by_side(t):
    """A trace of an MPI program; parts and jobs give what one process gives."""
    program = mpi_runs.build(t, "mpiio_basic.c", "preload")
    traced = t.traced(mpi_runs.command(4, [program, "data"], "preload"), "mpi", raw=False)
    trace = recorder_test.trace_of(traced)
    _, rows = judge(t, "mpiio", trace)
    moved = [row for row in rows if row["layer"] == "mpiio" and row["operation"] in ("read", "write")]
    t.check(moved and all(row["bytes"] is not None for row in moved), "mpiio: bytes")
    for words in (("-j", "3", "--ranks-per-group", "1"), ("--ranks-per-group", "3")):
        out = converted(t, trace, *words)
        t.equal(table(out) == rows, True, f"{words}: the same rows")
    t.equal(sorted(os.listdir(out)), ["_recorder2parquet.json", "rank_group=0000", "rank_group=0001"], "directories")
    own = converted(t, trace, "--merge")
    t.equal(table(own) == rows, True, "--merge: the same rows")
    out = os.path.join(t.fresh("parts"), "dataset")
    for part in range(3):
        done = convert(trace, "-o", out, "--ranks-per-group", "1", "--part", f"{part}/3")
        t.equal((done.returncode, done.stderr), (0, ""), f"part {part}")
        t.check(len(table(out)) < len(rows) or part == 2, f"part {part}: everything is there")
    t.equal(table(out) == rows, True, "parts: the same rows")
    check_files(t, "parts", out)
    out = os.path.join(t.fresh("mpiexec"), "dataset")
    run = t.run(mpi_runs.launcher(3) + [recorder_test.installed("recorder2parquet"), trace, "-o", out,
                                        "--ranks-per-group", "1"])
    t.equal(run.rc, 0, f"mpiexec: {run.err}")
    t.equal(table(out) == rows, True, "mpiexec: the same rows")
    some = converted(t, trace, "--ranks", "1,3", "--layers", "mpiio,posix", "--ranks-per-group", "2")
    compare(t, "selection", table(some), json_lines(trace, "--ranks", "1,3", "--layers", "mpiio,posix")[1])
    full = {(row["rank"], row["start_ns"], row["end_ns"], row["function"], row["arguments"]): row["file_offset"]
            for row in rows}
    for row in table(some):
        key = (row["rank"], row["start_ns"], row["end_ns"], row["function"], row["arguments"])
        t.check(full[key] == row["file_offset"], f"selection: offset of {key}")
    return trace


def workflow(t, first, second):
    """Two traces on one axis of time."""
    out = converted(t, first, second)
    header, records = json_lines(first, second)
    rows = table(out)
    names = sorted({row["trace"] for row in rows})
    t.equal(len(names), 2, "workflow: names")
    t.equal({row["epoch_ns"] for row in rows}, {header["start_realtime_ns"]}, "workflow: epoch")
    for index, path in enumerate((first, second)):
        own = [row for row in rows if row["trace"] == path]
        compare(t, f"workflow, trace {index}", own, [dict(r) for r in records if r["trace"] == index])


def directories(t, trace):
    """Refusals, and what a conversion that ends early leaves."""
    out = converted(t, trace)
    done = convert(trace, "-o", out)
    t.check(done.returncode == 1 and "--overwrite" in done.stderr, f"a second time: {done}")
    t.equal(convert(trace, "-o", out, "--overwrite").returncode, 0, "--overwrite")
    done = convert(trace, "-o", out, "--overwrite", "--compression", "none", "--functions", "open*")
    t.equal(done.returncode, 0, f"--overwrite by another dataset: {done.stderr}")
    t.equal({row["function"] for row in table(out)}, {"open"}, "--overwrite: only the new rows")
    foreign = t.fresh("foreign")
    with open(os.path.join(foreign, "thesis.tex"), "w", encoding="ascii") as file:
        file.write("years")
    for words in ((), ("--overwrite",)):
        done = convert(trace, "-o", foreign, *words)
        t.check(done.returncode == 1 and done.stderr.count("\n") == 1, f"a foreign directory: {done}")
    t.equal(os.listdir(foreign), ["thesis.tex"], "a foreign directory is left alone")
    done = convert(trace, "-o", os.path.join(foreign, "thesis.tex"))
    t.equal((done.returncode, done.stderr.count("\n")), (1, 1), "a file instead of a directory")
    damaged = os.path.join(t.fresh(), "damaged.recorder")
    with open(trace, "rb") as source, open(damaged, "wb") as file:
        file.write(source.read()[:-50])
    for words in ((damaged,), (trace, damaged), (trace, "--ranks", "0-7"), (trace, "--part", "4/4"), (trace, "--jobs", "0"),
                  (trace, "--compression", "tar"), (trace, "--ranks-per-group", "0"), ("missing.recorder",)):
        left = os.path.join(t.fresh("left"), "dataset")
        done = convert(*words, "-o", left)
        want = 2 if words[0] == trace and len(words) > 2 else 1
        t.equal((done.returncode, done.stderr.count("\n")), (want, 1), f"{words}: {done.stderr}")
        t.check(not files_in(left), f"{words}: left files")
    t.equal(convert(trace).returncode, 2, "no --output")


def killed(t, trace):
    """What is killed leaves nothing that looks complete."""
    out = os.path.join(t.fresh("killed"), "dataset")
    command = [recorder_test.installed("recorder2parquet"), trace, "-o", out, "--compression", "gzip"]
    with subprocess.Popen(command, env=recorder_test.clean_environment()) as run:
        hidden = os.path.join(glob.escape(out), "rank_group=0000", ".*.tmp")
        while run.poll() is None and not glob.glob(hidden):
            time.sleep(0.001)
        run.send_signal(signal.SIGKILL)
    if run.returncode == -signal.SIGKILL:
        t.equal(files_in(out), [], "killed: files")
    t.equal(convert(trace, "-o", out, "--overwrite", "--compression", "gzip").returncode, 0, "after a kill")
    check_files(t, "after a kill", out, "GZIP")


def main():
    with Test() as t:
        recorder_test.installed("recorder2parquet")
        trace, _, _ = posix(t)
        directories(t, trace)
        killed(t, trace)
        layers = subprocess.run([recorder_test.installed("recorder-functions")], stdout=subprocess.PIPE, check=True).stdout
        if b"hdf5\t" in layers:
            hdf5(t)
        try:
            workflow(t, side_by_side(t), trace)
        except Skip as skip:
            print(f"without MPI: {skip}")


if __name__ == "__main__":
    main()
