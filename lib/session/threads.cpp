// SPDX-License-Identifier: BSD-3-Clause
// Threads and their streams: the first call of a thread, its end, what passes from one to the next (see
// session.h).
#include <pthread.h>

#include <new>

#include "session/ended_streams.h"
#include "session/plugin_table.h"
#include "session/quiet.h"
#include "session/session.h"

namespace recorder {

namespace {

pthread_key_t thread_key;
bool have_key;

// A share of what is left, so that the first threads get much and there is something for hundreds of others.
uint64_t next_share() {
  // What a stream works on should stay in the second-level cache; regular programs need far less.
  constexpr uint64_t kLargest = 2u << 20;
  constexpr uint64_t kSmallest = 64 * 1024;
  const uint64_t limit = session.settings.memory_limit;
  const uint64_t left = limit > session.memory_given ? limit - session.memory_given : 0;
  if (left < kSmallest) return 0;
  const uint64_t share = left / (session.memory_given == 0 ? 4 : 64 * (limit / left));
  return share > kLargest ? kLargest : share < kSmallest ? kSmallest : Memory::round_up(share);
}

// Under the lock of the list, as all that follows here.
void release(Stream *stream) {
  stream->retire();
  session.memory_given -= stream->share();
}

void take_back(Stream *stream) {
  if (!stream->rest()) release(stream);
  session.room.fetch_add(1, std::memory_order_relaxed);
}

// Nobody is inside the thread's lost streams any more.
void take_back_lost() {
  if (thread_state.lost == nullptr) return;
  const auto tid = static_cast<uint32_t>(sys::gettid());
  for (Stream *s = session.streams; s != nullptr; s = s->next())
    if (s->tid == tid && s->lost() && s->has_memory()) take_back(s);
  thread_state.lost = nullptr;
}

void thread_ends(void *) {
  if (!is_our_process()) return;
  const NoWriteSignals quiet(true);
  Stream *stream = thread_state.stream;
  const bool entered = stream != nullptr && stream->enter();
  if (stream != nullptr && !entered) {
    if (!stream->lost()) return;
    thread_state.lost = stream;
    thread_state.stream = nullptr;
  }
  // Who holds the lock may be writing the trace, and would wait for this thread to come out of its stream.
  const uintptr_t was = entered ? stream->mute() : 0;
  {
    Locked hold(session.streams_lock);
    take_back_lost();
    if (entered) take_back(stream);
  }
  if (!entered) return;
  thread_state.stream = nullptr;
  thread_state.retired = stream;
  stream->restore(was);
  stream->leave();
}

void say_loss_once(const char *what, const char *detail) {
  if (!session.said_loss.exchange(true)) say(what, detail);
}

// With the first stream, so that programs that do no I/O leave no file behind, even for a moment.
bool open_spool() {
  Settings &s = session.settings;
  if (session.spool.is_open()) return true;
  const uint32_t uid = sys::getuid();
  if (session.spool.open(s.spool_directories, uid, session.pid, session.boot)) return true;
  if (strcmp(s.spool_directories, s.spool_defaults) != 0) {
    say_loss_once("RECORDER_SPOOL_DIR is not a directory that can be written, /tmp and its like are used",
                  s.spool_directories);
    memcpy(s.spool_directories, s.spool_defaults, sizeof s.spool_directories);
    if (session.spool.open(s.spool_directories, uid, session.pid, session.boot)) return true;
  }
  say_loss_once(
      "nothing is recorded, as no spool file can be made: set RECORDER_SPOOL_DIR to a local directory",
      s.spool_directories);
  return false;
}

// Number 0 is the main thread's first, whoever comes first.
uint32_t next_number(uint32_t tid) {
  if (tid != session.pid) return session.next_thread + 1;
  for (const Stream *s = session.streams; s != nullptr; s = s->next())
    if (s->thread == 0) return session.next_thread + 1;
  return 0;
}

// Another stream can only be had when there is room, so what the last one holds can be kept now; what it
// still cannot part with it keeps until the end. One whose call was left in the middle may be in use yet.
void settle_lost() {
  Stream *lost = thread_state.lost;
  if (lost == nullptr || !lost->has_memory() || !lost->close()) return;
  take_back(lost);
  thread_state.lost = nullptr;
}

// Its number may already be that of another thread: then it is not gone yet.
bool is_gone(uint32_t tid) {
  return sys::call(SYS_tgkill, static_cast<int>(session.pid), static_cast<int>(tid), 0) == -ESRCH;
}

// Whether the stream's thread makes no more calls, not even from the destructors behind ours, and what it
// recorded is among that of such threads.
bool bury(const Stream *stream) {
  if (!is_gone(stream->tid)) return false;
  if (session.ended == nullptr) {
    void *memory = Memory::map(sizeof(EndedStreams));
    if (memory == nullptr) return false;
    session.ended = new (memory) EndedStreams;
  }
  return session.ended->add(*stream);
}

// Of a stream without memory, whose parts are told elsewhere. `before` is the one before it in the list.
void remove(Stream *before, Stream *stream) {
  if (session.looked_at == stream) session.looked_at = before;
  if (before != nullptr)
    before->set_next(stream->next());
  else
    session.streams = stream->next();
  Vector<Stream::Part>().swap(stream->parts);
  Vector<Stream::TimeChunk>().swap(stream->chunks);
  if (stream->handles.ready()) stream->handles.destroy();
  Memory::unmap(stream, sizeof(Stream));
}

// With each new stream a few of the others are looked at, so that threads that come and go leave no more
// behind than the trace needs.
void bury_some() {
  constexpr int kMost = 8;
  for (int i = 0; i < kMost; ++i) {
    Stream *before = session.looked_at;
    Stream *stream = before != nullptr ? before->next() : session.streams;
    if (stream == nullptr || stream->has_memory() || stream->lost() || stream->is_broken() ||
        !stream->close() || !bury(stream)) {
      session.looked_at = stream;
      if (stream == nullptr) return;
      continue;
    }
    remove(before, stream);
  }
}

// The stream of a thread that is gone, for the next one: most of what a stream costs is to set it up.
Stream *inherited(uint32_t tid) {
  constexpr int kMost = 8;  // that may not be gone yet
  int seen = 0;
  for (Stream *before = nullptr, *s = session.streams; s != nullptr && seen < kMost;
       before = s, s = s->next()) {
    if (!s->is_resting()) continue;
    ++seen;
    if (!bury(s)) continue;
    if (s->pass_on(next_number(tid), tid)) return s;
    session.memory_given -= s->share();
    remove(before, s);
    return nullptr;
  }
  return nullptr;
}

// What is left, or else what one of those that rest has.
uint64_t find_share() {
  uint64_t share = next_share();
  for (Stream *s = session.streams; s != nullptr && share == 0; s = s->next()) {
    if (!s->is_resting()) continue;
    release(s);
    share = next_share();
  }
  return share;
}

Stream *set_up(uint32_t tid) {
  const uint64_t share = find_share();
  void *memory = share != 0 ? Memory::map(sizeof(Stream)) : nullptr;
  if (memory == nullptr) return nullptr;
  auto *stream = new (memory) Stream;  // members without a constructor keep the mapping's zeros
  if (!stream->init(&session.spool, share, next_number(tid), tid)) {
    Memory::unmap(stream, sizeof(Stream));
    return nullptr;
  }
  constexpr int kWipeOnFork = 18;
  sys::madvise(stream, stream->wiped_size(), kWipeOnFork);
  session.memory_given += share;
  stream->set_next(session.streams);
  // A child that is forked now goes through the list (forked()).
  std::atomic_thread_fence(std::memory_order_release);
  session.streams = stream;
  return stream;
}

Stream *new_stream() {
  const auto tid = static_cast<uint32_t>(sys::gettid());
  Locked hold(session.streams_lock);
  if (!hold.held() || !open_spool()) return nullptr;
  settle_lost();
  bury_some();
  Stream *stream = inherited(tid);
  if (stream == nullptr) stream = set_up(tid);
  if (stream != nullptr && stream->thread != 0) ++session.next_thread;
  return stream;
}

Stream *revived(Stream *stream) {
  Locked hold(session.streams_lock);
  if (!hold.held()) return nullptr;
  const uint64_t share = stream->is_resting() ? 0 : find_share();
  if ((share == 0 && !stream->is_resting()) || !stream->enter()) return nullptr;
  const bool ok = stream->revive(share);
  if (ok) session.memory_given += share;
  stream->leave();
  return ok ? stream : nullptr;
}

// Asking costs microseconds, so that who was refused does not ask with every call.
bool is_patient(ThreadState &state) {
  if (state.patience == 0 || state.room_seen != session.room.load(std::memory_order_relaxed)) return false;
  --state.patience;
  return true;
}

void be_patient(ThreadState &state) {
  constexpr uint32_t kLeast = 64, kMost = 1 << 16;
  const uint32_t twice = state.last_patience * 2;
  state.patience = state.last_patience = twice < kLeast ? kLeast : twice > kMost ? kMost : twice;
  state.room_seen = session.room.load(std::memory_order_relaxed);
}

}  // namespace

// A static program has these functions if it can have threads, as pthread_create needs them. If we brought
// them into others, libgfortran would take them as a sign that all of pthreads is there, and call what is
// not.
#ifndef RECORDER_SHARED
#pragma weak pthread_key_create
#pragma weak pthread_setspecific
#endif

bool threads_init() {
#ifndef RECORDER_SHARED
  if (&pthread_key_create == nullptr) return true;
#endif
  have_key = pthread_key_create(&thread_key, thread_ends) == 0;
  return have_key;
}

bool is_our_process() { return static_cast<uint32_t>(sys::getpid()) == session.pid; }

namespace {

Stream *attach_thread() {
  ThreadState &state = thread_state;
  if (state.busy || state.in_vfork || !session.active) return nullptr;
  if (is_patient(state)) {
    session.lost.fetch_add(1, std::memory_order_relaxed);
    return nullptr;
  }
  if (!is_our_process()) return nullptr;
  // A handler that left this by longjmp would leave the lock of the list behind.
  const NoWriteSignals quiet(true);
  state.busy = true;
  __atomic_store_n(&hooks_linked, 1, __ATOMIC_RELAXED);  // by any thread
  Stream *stream = state.retired != nullptr ? revived(state.retired) : new_stream();
  state.stream = stream;
  if (stream != nullptr) {
    state.retired = nullptr;
    state.patience = state.last_patience = 0;
    if (have_key) pthread_setspecific(thread_key, stream);
  } else {
    be_patient(state);
    session.lost.fetch_add(1, std::memory_order_relaxed);
    say_loss_once(
        "a thread's calls are not recorded: no memory within RECORDER_MEMORY_LIMIT, or no room for the spool",
        session.settings.spool_directories);
  }
  state.busy = false;
  return stream;
}

}  // namespace

Stream *enter_slowly(Stream *refused, Fn fn) {
  if (!session.active && !start_early(fn)) return nullptr;
  // Only in a child that was forked behind our back, whose first call this is, is there more to do.
  if (refused != nullptr && !refused->abandoned()) return nullptr;
  Stream *stream = attach_thread();
  return stream != nullptr && stream->enter() ? stream : nullptr;
}

}  // namespace recorder

void recorder_guard_begin(recorder::GuardState *state) {
  recorder::ThreadState &thread = recorder::thread_state;
  *state = {thread.stream, 0, thread.busy};
  thread.busy = true;
  if (state->stream != nullptr) state->was = state->stream->mute();
}

void recorder_guard_end(recorder::GuardState *state) {
  if (state->stream != nullptr) state->stream->restore(state->was);
  recorder::thread_state.busy = state->was_busy;
}
