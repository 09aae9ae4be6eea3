// SPDX-License-Identifier: BSD-3-Clause
// The start and end hooks of the process: the only code of Recorder that runs without being called.
#include <pthread.h>
#include <stdlib.h>

#include "session/call_sites.h"
#include "session/finish.h"
#include "session/maps.h"
#include "session/plugins.h"
#include "session/raw_log.h"
#include "session/session.h"
#include "session/text.h"

// What layers put there with RECORDER_AT_START (wrap/runtime/declare.h); absent when no such layer is linked
// in.
extern void (*const __start_recorder_at_start[])() __attribute__((weak, visibility("hidden")));
extern void (*const __stop_recorder_at_start[])() __attribute__((weak, visibility("hidden")));

#if defined(RECORDER_SHARED) && defined(__GLIBC__)
extern "C" int __register_atfork(void (*before)(), void (*in_parent)(), void (*in_child)(), void *object);
extern "C" int __cxa_atexit(void (*function)(void *), void *argument, void *object);
#endif

namespace recorder {

namespace {

// Programs that only start others: tracing them would take the trace's name from the program that is meant.
bool is_launcher(const char *program) {
  for (const char *name : {"mpiexec", "mpirun", "mpiexec.hydra", "mpirun.mpich", "mpiexec.mpich",
                           "mpirun.openmpi", "mpiexec.openmpi", "hydra_pmi_proxy", "orterun", "orted", "prte",
                           "prted", "prterun", "srun", "aprun", "jsrun", "flux", "recorder-run"})
    if (strcmp(program, name) == 0) return true;
  return false;
}

void read_program_name() {
  char command[4096];
  const int fd = sys::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? sys::read(fd, command, sizeof command - 1) : 0;
  if (fd >= 0) sys::close(fd);
  command[n > 0 ? n : 0] = '\0';
  const char *base = command;
  for (const char *p = command; *p != '\0'; ++p)
    if (*p == '/' && p[1] != '\0') base = p + 1;
  while (*base == '-') ++base;  // a login shell
  Text(session.program, sizeof session.program).put(*base != '\0' ? base : "unknown");
}

// Everything that a fork changes, too.
void identify_process() {
  session.pid = static_cast<uint32_t>(sys::getpid());
  session.boot = process_start(session.pid, nullptr);
}

// Which functions are on: their layer, and MPI's only once its wrappers say that they fit the MPI in use.
void enable_layers(uint32_t layers) {
  for (uint32_t fn = kFirstFunction; fn < kFunctionCount; ++fn)
    turn(fn, (layers >> static_cast<uint8_t>(recorder_functions[fn].layer) & 1) != 0);
}

}  // namespace

// The child is a new process with its own spool and trace. Other threads may have been anywhere in Recorder:
// a lock held over the fork would keep them out, but libraries end their threads in handlers of their own,
// which may come while it is held, and wait for them. So what is looked at here is sound at every moment: the
// list of streams and what each has mapped.
void forked() {
  session.cwd_lock.remake();
  session.streams_lock.remake();
  session.one_writer.remake();
  maps.remake();
  session.handles.remake_lock();
  remake_plugins_lock();
  remake_call_sites_lock();
  for (Stream *s = session.streams; s != nullptr; s = s->next()) {
    s->abandon();
    s->unmap_arena();
  }
  session.streams = session.looked_at = nullptr;
  session.ended = nullptr;
  session.next_thread = 0;
  session.memory_given = 0;
  session.lost.store(0, std::memory_order_relaxed);
  session.spool.forget();
  raw_log::forget();
  session.is_fork = session.is_child = true;
  session.merged = session.merging = false;
  session.trace_path[0] = '\0';
  session.rank = -1;
  thread_state = ThreadState{};
  // A stream's paths begin at the working directory of its process's start. Another thread may have been
  // about to note a new one.
  if (sys::getcwd(session.cwd, sizeof session.cwd) < 0) session.cwd[0] = '\0';
  Text(session.start_cwd, sizeof session.start_cwd).put(session.cwd);
  session.cwd_generation.store(0, std::memory_order_relaxed);
  identify_process();
}

void forked_unnoticed() {
  if (!is_our_process()) forked();
}

namespace {

// In the shared library pthread_atfork's handlers go before the end hook runs, while other threads may still
// fork.
void watch_forks() {
#if defined(RECORDER_SHARED) && defined(__GLIBC__)
  __register_atfork(nullptr, nullptr, forked, nullptr);
#else
  pthread_atfork(nullptr, nullptr, forked);
#endif
}

void start() {
  enable_layers(0);
  read_program_name();
  if (is_launcher(session.program)) return;
  const int kept = errno;
  session.rank = -1;
  if (sys::getcwd(session.start_cwd, sizeof session.start_cwd) < 0) session.start_cwd[0] = '\0';
  memcpy(session.cwd, session.start_cwd, sizeof session.cwd);
  identify_process();
  session.settings.read(session.start_cwd);
  const bool wanted =
      session.settings.enable && (session.settings.layers != 0 || session.settings.other_layers);
  if (wanted && session.handles.init() && threads_init()) {
    session.is_child = session.settings.trace[0] != '\0' && has_traced_parent();
    timespec now{};
    session.clock.start(session.settings.resolution_ns);
    clock_gettime(CLOCK_REALTIME, &now);  // by the same way as the clock's
    session.start_realtime_ns =
        static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
    watch_forks();
    at_quick_exit(finish_process);
    for (auto hook = __start_recorder_at_start; hook != __stop_recorder_at_start; ++hook) (*hook)();
    session.active = true;
    enable_layers(session.settings.layers);
    turn_plugins(true);
  }
  errno = kept;
}

std::atomic<bool> is_started;

void start_once() {
  if (!is_started.exchange(true)) start();
}

}  // namespace

// Constructors of shared libraries come in an order of the loader's, and ours behind those of most: OpenMP,
// libnuma and others read files there. Before the C library's own there is no environment.
bool start_early([[maybe_unused]] Fn fn) {
#ifdef RECORDER_SHARED
  if (environ == nullptr || is_started.load(std::memory_order_relaxed)) return false;
  start_once();
  return session.active && on(fn);
#else
  return false;
#endif
}

const char *program_name() { return session.program; }

__attribute__((constructor(101), used)) static void recorder_start_hook() { start_once(); }

namespace {

void end(void *) {
  const int kept = errno;
  finish_process();
  errno = kept;
}

}  // namespace

// Other libraries' destructors may still do I/O: that of the Fortran library writes and closes what the
// program left open. Which of them the loader calls before this one is its own choice; what is registered now
// comes after all of them.
__attribute__((destructor(101), used)) static void recorder_end_hook() {
#if defined(RECORDER_SHARED) && defined(__GLIBC__)
  if (session.active && __cxa_atexit(end, nullptr, nullptr) == 0) return;
#endif
  end(nullptr);
}

// threads.cpp names it, so that a static executable that has a wrapper has these hooks.
uint8_t hooks_linked;

}  // namespace recorder
