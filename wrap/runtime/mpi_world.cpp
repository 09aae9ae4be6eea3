// SPDX-License-Identifier: BSD-3-Clause
// Recorder's communicator and the merge. Until MPI_Finalize nothing here communicates or takes anything from
// the MPI library but an attribute: even a communicator of our own, made in MPI_Init, changes which context
// ids the application's communicators get, and with them what a library does (a tool's dup is enough to make
// a legal program hang in Open MPI 4.1's MPI_Dist_graph_create).
#include "runtime/mpi_world.h"

#include <errno.h>
#include <stdlib.h>

#include <new>

#include "merge/mpi_finalize.h"
#include "runtime/mpi_clock.h"
#include "runtime/mpi_describe.h"
#include "runtime/mpi_values.h"
#include "session/session.h"
#include "session/snapshot.h"
#include "session/text.h"

#ifdef RECORDER_SHARED
// The linker's names for the bounds of the section.
extern "C" {
extern recorder::MpiEntry __start_recorder_mpi_entries[] __attribute__((visibility("hidden")));
extern recorder::MpiEntry __stop_recorder_mpi_entries[] __attribute__((visibility("hidden")));
}
#endif

namespace recorder {
namespace {

struct World {
  bool checked;
  bool foreign;  // another MPI library than ours
  bool begun;
  bool ended;
  MPI_Comm comm;
  ClockOffset clock_at_start;
  Bytes clocks;  // section of the trace, rank 0
  void (*finished)(void *call);
  void *call;
  alignas(Guard) unsigned char guard[sizeof(Guard)];
  bool guarded;
};
World world;

// What a program does not see is its errno changing in MPI_Init.
class ErrnoKeeper {
 public:
  ErrnoKeeper() : kept_(errno) {}
  ~ErrnoKeeper() { errno = kept_; }

 private:
  int kept_;
};

// The application's error handler of MPI_COMM_WORLD must not see our calls fail.
class QuietWorld {
 public:
  QuietWorld() {
    kept_ = RECORDER_PMPI(Comm_get_errhandler)(MPI_COMM_WORLD, &theirs_) == MPI_SUCCESS;
    if (kept_) RECORDER_PMPI(Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  ~QuietWorld() {
    if (!kept_) return;
    RECORDER_PMPI(Comm_set_errhandler)(MPI_COMM_WORLD, theirs_);
    RECORDER_PMPI(Errhandler_free)(&theirs_);
  }

 private:
  MPI_Errhandler theirs_ = MPI_ERRHANDLER_NULL;
  bool kept_;
};

// A communicator of our own, when any process of MPI_COMM_WORLD records: then all take part in the merge, or
// it would wait for ever. Not MPI_Comm_dup, which would call the copy functions of the application's
// attributes.
bool open_world() {
  QuietWorld quiet;
  int mine = session.active ? 1 : 0;
  int any = 0;
  if (RECORDER_PMPI(Allreduce)(&mine, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD) != MPI_SUCCESS) return false;
  if (!any) return false;
  MPI_Group all;
  if (RECORDER_PMPI(Comm_group)(MPI_COMM_WORLD, &all) != MPI_SUCCESS) return false;
  const bool made = RECORDER_PMPI(Comm_create)(MPI_COMM_WORLD, all, &world.comm) == MPI_SUCCESS;
  RECORDER_PMPI(Group_free)(&all);
  if (made) RECORDER_PMPI(Comm_set_errhandler)(world.comm, MPI_ERRORS_RETURN);
  return made;
}

Status write_trace(const ProcessImage *image, const TraceOptions &options, char *path) {
  TraceOptions with_clocks = options;
  with_clocks.clocks = world.clocks;
  return write_mpi_trace(world.comm, image, with_clocks, choose_trace_path, path);
}

// A process that does not trace, in a world where others do: it takes part, with nothing.
void merge_nothing() {
  char path[kMpiPathSize];
  Snapshot snapshot;
  const bool taken = snapshot.take(false, nullptr);
  ProcessImage nothing = snapshot.image();
  timespec now;
  sys::clock_gettime(CLOCK_REALTIME, &now);
  nothing.end_realtime_ns =
      static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
  nothing.start_realtime_ns = nothing.end_realtime_ns;
  nothing.tick_num = nothing.tick_den = 1;
  session.merging = true;
  const Status status = write_trace(taken ? &nothing : nullptr, trace_options(), path);
  session.merging = false;
  if (!status.ok()) say("no trace was written", status.what);
}

// For the trace's metadata: "MPICH Version: 4.0.2", say.
void note_version() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 1];
  int size = 0;
  if (RECORDER_PMPI(Get_library_version)(version, &size) != MPI_SUCCESS) return;
  Text text(session.mpi_version, sizeof session.mpi_version);
  bool space = false;
  for (const char *p = version; *p && *p != '\n' && *p != '\r'; ++p) {
    const bool blank = *p == ' ' || *p == '\t';
    if (!blank && space) text.put(' ');
    if (!blank) text.put(*p);
    space = blank;
  }
}

// A world that another one spawned must not write over its trace.
void note_parent() {
  MPI_Comm parent = MPI_COMM_NULL;
  if (RECORDER_PMPI(Comm_get_parent)(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL)
    session.is_child = true;
}

// Everything that is left to MPI_Finalize is its own business: from here on the thread stays inside Recorder.
void end_now() {
  if (world.ended) return;
  world.ended = true;
  if (world.finished) world.finished(world.call);
  new (world.guard) Guard;
  world.guarded = true;
  if (!open_world()) return;
  Buffer clocks;
  mpi_clock_end(world.comm, world.clock_at_start, &clocks);
  world.clocks = clocks.bytes();
  if (session.active)
    merge_at_finalize(write_trace);
  else
    merge_nothing();
  world.clocks = Bytes{nullptr, 0};
  RECORDER_PMPI(Comm_free)(&world.comm);
}

// The call's end is where the merge begins; that it will succeed is the only guess in a trace.
void finalize_finished(void *made) {
  Call *call = static_cast<Call *>(made);
  if (!call) return;
  call->stop(false);
  call->record([](auto &sink) { sink.i("ret", MPI_SUCCESS); });
}

void record_abort(MPI_Comm comm, int errorcode) {
  Call call(Fn::MPI_Abort);
  if (!call.admits()) return;
  call.start();
  call.stop(false);
  call.record([&](auto &sink) {
    sink.handle("comm", Class::MPI_Comm, handle_value(comm));
    sink.i("errorcode", errorcode);
    sink.i("ret", MPI_SUCCESS);
  });
}

int self_copied(MPI_Comm, int, void *, void *, void *, int *flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

// MPI frees MPI_COMM_SELF first of all in MPI_Finalize, the attributes that were set last first: ours, set in
// MPI_Init, is the last one, and MPI still works.
int self_freed(MPI_Comm, int, void *, void *) {
  ErrnoKeeper keeper;
  if (world.finished && session.settings.merge) end_now();
  return MPI_SUCCESS;
}

// Lets the program's calls go past our wrappers, whose arguments have the types of another mpi.h.
void step_aside() {
#ifdef RECORDER_SHARED
  for (MpiEntry *entry = __start_recorder_mpi_entries; entry != __stop_recorder_mpi_entries; ++entry)
    if (void *real = resolve_real(entry->real)) entry->target = real;
#endif
  for (unsigned fn = 0; fn < kFunctionCount; ++fn)
    if (recorder_functions[fn].layer == Layer::mpi || recorder_functions[fn].layer == Layer::mpiio)
      turn(fn, false);
}

}  // namespace

void mpi_world_check() {
  if (world.checked) return;
  world.checked = true;
  world.foreign = !mpi_is_ours();
  if (!world.foreign) {
    mpi_describe_handles();
    return;
  }
  step_aside();
  char line[200];
  Text text(line, sizeof line);
  text.put("this program's MPI is not ").put(mpi_built_with());
  text.put(", which Recorder was built with: no MPI calls, and one trace for each process");
  say(text.c_str());
}

void mpi_world_begin(int code) {
  if (code != MPI_SUCCESS || world.foreign || world.begun) return;
  world.begun = true;
  ErrnoKeeper keeper;
  Guard guard;
  int rank = 0, size = 1;
  RECORDER_PMPI(Comm_rank)(MPI_COMM_WORLD, &rank);
  RECORDER_PMPI(Comm_size)(MPI_COMM_WORLD, &size);
  mpi_started(rank, size);
  note_version();
  note_parent();
  // With the error handler that MPI_COMM_WORLD begins with: MPICH hands on to communicators made from it one
  // that was set, even to the same, and not that one.
  if (session.settings.merge) world.clock_at_start = mpi_clock_begin(MPI_COMM_WORLD);
  int key = MPI_KEYVAL_INVALID;
  if (RECORDER_PMPI(Comm_create_keyval)(self_copied, self_freed, &key, nullptr) != MPI_SUCCESS) return;
  RECORDER_PMPI(Comm_set_attr)(MPI_COMM_SELF, key, &world);
  RECORDER_PMPI(Comm_free_keyval)(&key);  // lives on with the attribute
}

int mpi_world_end(int (*finalize)(), void (*finished)(void *call), void *call) {
  world.finished = finished;
  world.call = call;
  const int ret = finalize();
  ErrnoKeeper keeper;
  // Without a merge the call is recorded all the same, and the process writes a trace of its own at exit.
  if (!world.ended) finished(call);
  world.ended = true;
  if (!world.guarded) return ret;
  reinterpret_cast<Guard *>(world.guard)->~Guard();
  world.guarded = false;
  return ret;
}

int mpi_finalize(int (*finalize)()) {
  if (!on(Fn::MPI_Finalize)) return mpi_world_end(finalize, finalize_finished, nullptr);
  Call call(Fn::MPI_Finalize);
  const bool admitted = call.admits();
  if (admitted) call.start();
  return mpi_world_end(finalize, finalize_finished, admitted ? &call : nullptr);
}

void mpi_abort_begins(MPI_Comm comm, int errorcode) {
  if (on(Fn::MPI_Abort)) record_abort(comm, errorcode);
  write_process_trace();
}

}  // namespace recorder
