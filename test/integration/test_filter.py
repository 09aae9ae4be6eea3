#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# recorder-filter against recorder2json: the filtered trace shows what the original shows with the same selection,
# but for depths, which leave out the calls that were left out.
import collections
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mpi_runs                                                         # noqa: E402
import tool_runs                                                        # noqa: E402
from recorder_test import Test, trace_of                                # noqa: E402
from tool_runs import calls_of, fails, output_of, tool                  # noqa: E402

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bench")


def expected(everything, selected):
    """The selected calls, of all in the same order, with the depths that they have without the others."""
    left = collections.deque(selected)
    around = collections.defaultdict(list)  # calls by stream
    wanted = []
    for call in everything:
        chosen = bool(left) and left[0] == call
        stack = around[call["rank"], call["thread"]]
        while stack and (stack[-1][0]["depth"] >= call["depth"] or
                         (call["tend"] is not None and stack[-1][0]["tend"] < call["tstart"])):
            stack.pop()
        if chosen:
            wanted.append({**left.popleft(), "depth": call["depth"] - sum(not taken for _, taken in stack)})
        stack.append((call, chosen))
    assert not left
    return wanted


def filtered(t, trace, *selection):
    output = os.path.join(t.fresh(), "filtered.recorder")
    output_of(t, "recorder-filter", trace, "-o", output, *selection)
    return output


def same_calls(t, what, have, want):
    t.equal(len(have), len(want), f"{what}: calls")
    for one, other in zip(have, want):
        if one != other:
            return t.equal(one, other, what)
    return t.check(True, what)


def selections(calls):
    """Several of each kind, taken from the calls themselves."""
    def common(key, nth=0):
        known = collections.Counter(call[key] for call in calls if call[key]).most_common()
        return known[min(nth, len(known) - 1)][0]
    ranks = max(call["rank"] for call in calls)
    yield ("--ranks", str(ranks))
    yield ("--ranks", f"0-{ranks // 2}")
    yield ("--threads", str(max(call["thread"] for call in calls)))
    for layer in sorted({call["layer"] for call in calls}):
        yield ("--layers", layer)
    for nth in range(6):
        yield ("--functions", common("func", nth))
    yield ("--functions", "*read*,*write*")
    yield ("--functions", "close*,lseek*,fcntl*")
    for nth in range(4):
        yield ("--files", common("file", nth).replace("[", "?"))
    if calls[0]["tstart"] is None:
        return
    times = sorted(call["tstart"] for call in calls)
    third = len(times) // 3
    window = f"{times[third]:.9f}:{times[2 * third]:.9f}"
    yield ("--time-window", window)
    yield ("--time-window", f"{times[third]:.9f}:")
    yield ("--time-window", window, "--ranks", "0", "--layers", "posix", "--functions", "write*,p*,open*")


def metadata(t, trace):
    """What describes the run and its ranks is copied."""
    def info(path):
        return json.loads(output_of(t, "recorder-info", "--json", path))
    part = filtered(t, trace, "--ranks", "0", "--functions", "*write*,open*")
    old, new = info(trace), info(part)
    want = {**old["metadata"], "filtered_from": os.path.abspath(trace), "filter": "--ranks 0 --functions *write*,open*"}
    t.equal(new["metadata"], want, "metadata")
    for key in ("ranks", "hosts", "pids", "programs", "start_realtime_ns", "end_realtime_ns", "tick_ns", "clocks", "dropped"):
        t.equal(new[key], old[key], f"recorder-info: {key}")


def every_tool(t, what, trace):
    times = calls_of(t, trace)[0]["tstart"] is not None
    for name in ("recorder-info", "recorder-summary", "recorder2text", "recorder2csv", "recorder2timeline"):
        if name == "recorder2timeline" and not times:
            continue
        t.check(output_of(t, name, trace), f"{what}: {name} says nothing")


def compare(t, what, trace, every=1):
    calls = calls_of(t, trace)
    t.check(len(calls) > 50, f"{what}: {len(calls)} calls")
    whole = filtered(t, trace)
    t.equal(output_of(t, "recorder2json", whole), output_of(t, "recorder2json", trace), f"{what}: all calls")
    t.equal(output_of(t, "recorder2text", whole), output_of(t, "recorder2text", trace), f"{what}: all calls as text")
    t.check(os.path.getsize(whole) < 3 * os.path.getsize(trace) + 2000,
            f"{what}: {os.path.getsize(whole)} bytes of {os.path.getsize(trace)}")
    tools = True
    for number, selection in enumerate(selections(calls)):
        if number % every:
            continue
        name = f"{what} {' '.join(selection)}"
        part = filtered(t, trace, *selection)
        want = expected(calls, calls_of(t, trace, *selection))
        have = calls_of(t, part)
        same_calls(t, name, have, want)
        if have and tools:
            same_calls(t, name + " again", calls_of(t, filtered(t, part, *selection)), have)
            every_tool(t, name, part)
            tools = False


def mpi_programs(t):
    runs = [("mpiio_full.c", "", ["data"]), ("mpiio_basic.c", "", ["data", "20"]), ("after_finalize.c", "", ["60"]),
            (os.path.join(BENCH, "flash.c"), "HDF5_FLAGS", ["-n", "60", "-e", "20", "-c", "."]),
            (os.path.join(BENCH, "pnetcdf.c"), "PNETCDF_FLAGS", ["-n", "40", "-e", "10", "-i"])]
    for source, flags, arguments in runs:
        if flags and not os.environ.get(flags):
            continue
        name = os.path.basename(source).split(".")[0]
        program = mpi_runs.build(t, source, "preload", os.environ.get(flags, "").split(), name=name)
        run = t.traced(mpi_runs.command(4, [program, *arguments], "preload"), "static", raw=False)
        t.equal(run.rc, 0, f"{name}: exit status")
        for trace in run.traces:
            compare(t, name, trace, every=2)
            metadata(t, trace)


def threads(t):
    built = t.build("threads8.c", "plain")
    compare(t, "threads", trace_of(t.traced([built, "10"], "preload", raw=False)))


def settings(t):
    """Sites, offsets that are no differences, other times, and none."""
    built = t.build("random_io.c", "plain")
    for given in ({"RECORDER_CALLSITE": "1"}, {"RECORDER_PATTERNS": "loops"}, {"RECORDER_TIMES": "bounded:10"},
                  {"RECORDER_TIMES": "none"}):
        run = t.traced([built, "7", "200", "2"], "preload", raw=False, env=given)
        compare(t, str(given), trace_of(run), every=3)


def random_values(t):
    """Values that stand beside the signatures, with times and without."""
    built = t.build("pattern_loops.c", "plain")
    for mode in ("exact", "statistics", "none"):
        run = t.traced([built, "random", "4000"], "preload", raw=False, env={"RECORDER_TIMES": mode})
        part = filtered(t, trace_of(run), "--functions", "pread")
        have, want = (calls_of(t, trace, "--functions", "pread") for trace in (part, trace_of(run)))
        t.equal(len(have), 4000, f"random, times {mode}: calls")
        same_calls(t, f"random, times {mode}", have, want)
    # Displacements between addresses, which nothing was counted from.
    built = mpi_runs.build(t, "steady_growth.c", "preload")
    run = t.traced(mpi_runs.command(2, [built, "buffers", "60", "."], "preload"), "static", raw=False)
    for chosen in ("MPI_Type_*", "MPI_Type_create_hindexed"):
        part = filtered(t, trace_of(run), "--functions", chosen)
        have, want = (calls_of(t, trace, "--functions", chosen) for trace in (part, trace_of(run)))
        t.check(len(have) >= 240, f"displacements: {len(have)} calls")
        same_calls(t, f"displacements, {chosen}", have, want)


def statistics(t):
    """Statistics of all calls say nothing of some: the new trace has none."""
    built = t.build("random_io.c", "plain")
    trace = trace_of(t.traced([built, "8", "200", "1"], "preload", raw=False, env={"RECORDER_TIMES": "statistics"}))
    part = filtered(t, trace, "--functions", "*write*")
    same_calls(t, "statistics", calls_of(t, part), expected(calls_of(t, trace), calls_of(t, trace, "--functions", "*write*")))
    first = json.loads(output_of(t, "recorder2json", part).decode().splitlines()[0])
    t.equal(first, {"time_mode": "none"}, "statistics: time mode")


def several(t, traces):
    """Each under the name it has, the window on the axis of all of them."""
    place, old = os.path.join(t.fresh(), "new", "ones"), t.fresh()
    traces = [shutil.copy(trace, os.path.join(old, f"{i}.recorder")) for i, trace in enumerate(traces)]

    def shown(*arguments):
        calls = (json.loads(line) for line in output_of(t, "recorder2json", *arguments).splitlines())
        return [{key: call[key] for key in call if key not in ("depth", "trace")} for call in calls if "func" in call]
    starts = sorted(call["tstart"] for call in shown(*traces))
    window = f"{starts[len(starts) // 4]:.9f}:{starts[len(starts) * 3 // 4]:.9f}"
    selection = ("--time-window", window, "--functions", "*write*,*read*,open*")
    output_of(t, "recorder-filter", *traces, "-o", place, *selection)
    t.equal(sorted(os.listdir(place)), sorted(map(os.path.basename, traces)), "several: names")
    have = [os.path.join(place, os.path.basename(trace)) for trace in traces]
    t.check(len(shown(*have)) > 10, "several: some calls are selected")
    t.equal(shown(*have), shown(*traces, *selection), "several: calls")
    output_of(t, "recorder-filter", traces[0], "-o", place)
    t.equal(shown(have[0]), shown(traces[0]), "one trace into a directory")
    fails(t, "recorder-filter", [traces[0], traces[0], "-o", place], 2, "two traces would be written")
    fails(t, "recorder-filter", [*traces, "-o", "-"], 2, "standard output")
    fails(t, "recorder-filter", [traces[0], "-o", os.path.dirname(traces[0])], 2, "is the trace that is read")


def mistakes(t, trace):
    place = t.fresh()
    output = os.path.join(place, "x.recorder")
    fails(t, "recorder-filter", [trace], 2, "--output")
    fails(t, "recorder-filter", [trace, "-o", "-"], 2, "standard output")
    fails(t, "recorder-filter", [trace, "-o", trace], 2, "is the trace that is read")
    fails(t, "recorder-filter", [trace, "-o", output + ".gz"], 2, ".gz")
    fails(t, "recorder-filter", [trace, "-o", output, "--ranks", "x"], 2, "--ranks")
    fails(t, "recorder-filter", [trace, "-o", output, "--ranks", "99"], 2, "rank 99")
    fails(t, "recorder-filter", [trace, "-o", output, "--merge"], 2, "--merge")
    fails(t, "recorder-filter", [trace, "-o", output, "--no-such-option"], 2, "no-such-option")
    fails(t, "recorder-filter", [trace, "-o", os.path.join(place, "nowhere", "x")], 1, "nowhere")
    pipe = os.path.join(t.fresh(), "pipe")
    os.mkfifo(pipe)
    fails(t, "recorder-filter", [trace, "-o", pipe], 1, "not a regular file")
    fails(t, "recorder-filter", [__file__, "-o", output], 1, "test_filter.py")
    fails(t, "recorder-filter", [os.path.join(place, "none"), "-o", output], 1, "none")
    t.equal(os.listdir(place), [], "files that failures left")
    t.check(b"Usage" in tool("recorder-filter", "--help")[1], "--help")
    nothing = filtered(t, trace, "--files", "/no/such/file")
    t.equal(calls_of(t, nothing), [], "calls of no function")
    output_of(t, "recorder-info", nothing)
    fails(t, "recorder-filter", [trace, "--functions", "no_such_function", "-o", output], 2, "no_such_function")


def main():
    with Test() as t:
        traces = tool_runs.random_traces(t, 2)
        for number, trace in enumerate(traces):
            compare(t, f"random {number}", trace)
        mistakes(t, traces[0])
        several(t, traces)
        metadata(t, traces[0])
        threads(t)
        settings(t)
        statistics(t)
        random_values(t)
        mpi_programs(t)


if __name__ == "__main__":
    main()
