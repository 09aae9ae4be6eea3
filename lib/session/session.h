// SPDX-License-Identifier: BSD-3-Clause
// What exists once a process: settings, clock, spool, handles, the list of streams; and the thread's own
// state. The start hook (start.cpp) fills it; until then, and when Recorder is off, every function is off.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/clock.h"
#include "functions.h"
#include "merge/node_clock.h"
#include "session/guard.h"
#include "session/handles.h"
#include "session/lock.h"
#include "session/resolve.h"
#include "session/settings.h"
#include "session/spool.h"
#include "session/stream.h"

namespace recorder {

struct ProcessImage;
struct TraceOptions;
class EndedStreams;
struct Status;

#define RECORDER_HIDDEN __attribute__((visibility("hidden")))

struct ThreadState {
  Stream *stream;
  Stream *retired;   // of a thread whose stream was given back, should it call again
  Stream *lost;      // the one before, which can hold no more
  bool busy;         // attaching, or without a stream inside Recorder
  bool in_vfork;     // a vfork child borrows our memory: nothing is recorded until the parent goes on
  bool interrupted;  // ends the process from a signal handler that interrupted Recorder
  // A thread that could get no stream tries again after so many calls, or when others have given room back.
  uint32_t patience, last_patience;
  uint32_t room_seen;
};
extern RECORDER_HIDDEN __thread ThreadState thread_state __attribute__((tls_model("initial-exec")));

// The name under which a reader shows a handle that no recorded call made. False: nothing can be said of it.
using DescribeHandle = bool (*)(uint64_t value, char *name, uint64_t size);
// Which handles of a class have names: those that exist from the beginning only, or also those that a call
// has made of nothing that tells their file.
enum class Described : uint8_t { predefined, all };
struct Describer {
  DescribeHandle describe;
  bool of_made;
};

// Zero until the start hook; no member has a constructor of its own.
struct Session {
  Settings settings;
  Clock clock;
  NodeClock node_clock;  // as MPI_Finalize has compared it
  Spool spool;
  SharedHandles handles;
  uint32_t pid;
  uint64_t boot;  // start time of the process in kernel ticks since boot: with the pid, unique on a host
  uint64_t start_realtime_ns;
  int64_t rank;  // -1 without MPI
  int64_t ranks;
  bool is_fork;   // the process began with a fork of a traced one
  bool is_child;  // of a traced process: RECORDER_TRACE is the parent's
  bool merged;    // MPI_Finalize has written the trace
  bool active;    // tracing: streams are made, and a trace will be written
  bool merging;   // the trace being named is that of all ranks
  Lock streams_lock;
  Stream *streams;      // newest first
  Stream *looked_at;    // the last of them whose thread was asked for; null: begin with the newest
  EndedStreams *ended;  // of threads that are gone; null: none so far
  uint32_t next_thread;
  uint64_t memory_given;       // shares of the streams that have memory
  std::atomic<uint32_t> room;  // advances when some of it is given back
  Lock one_writer;             // of the process's trace
  std::atomic<uint64_t> lost;  // calls of threads that could not get a stream
  std::atomic<bool> said_loss;
  // The working directory as the kernel sees it; the generation advances with every change.
  Lock cwd_lock;
  std::atomic<uint32_t> cwd_generation;
  char cwd[4096];
  char start_cwd[4096];
  char trace_path[4096];  // of the trace that was written, "" before
  char program[256];
  char mpi_version[128];  // first line of MPI_Get_library_version, "" without MPI
  Describer describers[kMostClasses];
};
extern RECORDER_HIDDEN Session session;

// Before a thread's first call.
RECORDER_HIDDEN bool threads_init();
// The calling thread's stream, entered, when it had none or it `refused`: made at the thread's first call, or
// nullptr when there can be none.
RECORDER_HIDDEN Stream *enter_slowly(Stream *refused, Fn fn);
// A call of this function comes before the start hook, or after the end. Whether it is to be recorded, with
// Recorder started.
RECORDER_HIDDEN bool start_early(Fn fn);
// Whether this is the process that the session is of, and not a child that nobody told us of (clone).
RECORDER_HIDDEN bool is_our_process();
// In fork's child. What the parent recorded so far is the parent's.
RECORDER_HIDDEN void forked();
// The child of a fork that no handler told us of: what of a stream's memory it must not use is gone.
RECORDER_HIDDEN void forked_unnoticed();

// One line on stderr, from one rank, prefixed "recorder: ".
RECORDER_HIDDEN void say(const char *message);
RECORDER_HIDDEN void say(const char *what, const char *detail);

// The absolute, lexically normalised form of `path` (relative to `dirfd`, or to the working directory for
// AT_FDCWD). False when it does not fit or the descriptor has no path.
RECORDER_HIDDEN bool absolute_path(int dirfd, const char *path, char *out, uint64_t size);
// Whether absolute_path() would give the path as it is. False if in doubt.
RECORDER_HIDDEN bool is_normal(const char *path);
// What /proc says the descriptor is: a path, "pipe:[n]", ...; false when it is not open.
RECORDER_HIDDEN bool descriptor_name(int fd, char *out, uint64_t size);
// The descriptor under a FILE or DIR, -1 for other classes and for streams without one.
RECORDER_HIDDEN int descriptor_under(Class cls, uint64_t value);
// Whether the filters keep a file of this absolute name.
RECORDER_HIDDEN Keep keep_path(const char *path);
RECORDER_HIDDEN Keep classify(Class cls, uint64_t value);
// After chdir and its like.
RECORDER_HIDDEN void cwd_changed();
// A handle that the filters exclude and that nothing but its creation could tell about.
__attribute__((visibility("default"))) void note_excluded(Class cls,
                                                          uint64_t value) __asm__("recorder_note_excluded");
RECORDER_HIDDEN void set_describer(Class cls, DescribeHandle describe, Described what = Described::all);
// Whether a handle of the class that a call has made may have a name of its own.
inline bool may_have_name(Class cls) {
  return cls == Class::FD || cls == Class::FILE || cls == Class::DIR ||
         session.describers[static_cast<uint8_t>(cls)].of_made;
}

extern RECORDER_HIDDEN uint8_t hooks_linked;
// Base name of the program as it was called.
RECORDER_HIDDEN const char *program_name();

// ---- ends (finish.cpp, process.cpp) ----
// A last record of the calling thread that is in the written trace but not in its stream: a call that does
// not return if all goes well (exec).
struct Provisional {
  const uint8_t *signature;
  uint32_t size;
  uint64_t start, end;  // ticks
};

// Calls recorded so far by all threads.
RECORDER_HIDDEN uint64_t total_calls();
// MPI_Init is through. The path of the trace is then chosen by rank 0 at MPI_Finalize.
RECORDER_HIDDEN void mpi_started(int rank, int size);
// Writes what this process recorded as a trace of its own (exit without MPI_Finalize, _exit, exec, abort).
// Everything stays, so a later call writes a complete trace again.
RECORDER_HIDDEN void write_process_trace(const Provisional *last = nullptr);
// The collective merge of MPI_Finalize, called by its wrapper with the thread inside Recorder; `write` is the
// MPI transport, which this side knows nothing of. After it, later calls are appended at the process's end.
using MergeWriter = Status (*)(const ProcessImage *image, const TraceOptions &options, char *path);
RECORDER_HIDDEN void merge_at_finalize(MergeWriter write);
RECORDER_HIDDEN TraceOptions trace_options();
// Where the trace goes: candidate `attempt` (0, 1, ...) of the directories; false when there are no more.
RECORDER_HIDDEN bool choose_trace_path(uint32_t attempt, char *out, uint64_t size);

}  // namespace recorder
