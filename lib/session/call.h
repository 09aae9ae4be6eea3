// SPDX-License-Identifier: BSD-3-Clause
// One intercepted call, as a wrapper sees it: admission (filters), clock, and the record. Everything on the
// way of an ordinary call is inline here; what is rare is in call.cpp. doc/adding-a-function.md shows a
// wrapper.
#pragma once

#include <errno.h>

#include "session/call_sites.h"
#include "session/matcher.h"
#include "session/raw_log.h"
#include "session/session.h"

namespace recorder {

// The slot of the handle that the recorded call closed becomes free.
RECORDER_HIDDEN void finish_closing(Stream &stream, bool failed);

// A call that is no closer has ended the handle's life.
RECORDER_HIDDEN void free_handle(Stream &stream, Class cls, uint64_t value);

// Whether the call in progress, of which there is one, is of the layer, or of that of the function.
RECORDER_HIDDEN bool is_inside_layer(const Stream &stream, uint8_t layer);
RECORDER_HIDDEN bool is_inside_layer(const Stream &stream, Fn fn);

// Gives back the slots of this thread's handles of the class that have died without a call that closes them:
// gone(value). Outside a call.
RECORDER_HIDDEN void forget_handles(Class cls, bool (*gone)(uint64_t value));

// A descriptor that the filters leave out is being closed: what is opened next may get its number without a
// wrapper that sees it. False, so that it fits behind a test of admission.
inline bool forget_excluded(int fd) {
  if (fd >= 0 && session.active && session.handles.descriptor(fd).keep() == Keep::excluded)
    session.handles.closed(Class::FD, static_cast<uint64_t>(fd));
  return false;
}

// Nothing inlined on the ordinary way passes `this` or a member's address on, so that the compiler can keep
// the members in registers; what is rare gets copies.
class Call {
 public:
  explicit Call(Fn fn) : fn_(fn), failed_(false), errno_(0) {
    closing_.index = 0;
    Stream *stream = thread_state.stream;
    if (__builtin_expect(stream == nullptr || !stream->enter(), 0)) stream = enter_slowly(stream, fn);
    stream_ = stream;
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  // ---- admission: exactly one of these; after false the wrapper calls the real function and returns ----
  bool admits() { return stream_ != nullptr; }
  bool admits_fd(int fd) { return decide(test_fd(fd)); }
  bool admits_handle(Class cls, uint64_t value) { return decide(test_handle(cls, value)); }
  bool admits_path(const char *path) { return decide(test_path(path)); }
  bool admits_path_at(int dirfd, const char *path) { return decide(test_path_at(dirfd, path)); }
  bool admits_map(const void *address) { return decide(test_map(address)); }
  // False for what a function of the same layer calls, of which nothing is to be recorded.
  bool is_outermost() {
    const bool is_first = stream_ == nullptr || stream_->depth == 0;
    return __builtin_expect(is_first, 1) || !is_inside_layer(*stream_, fn_) || decide(false);
  }
  bool admits_any(bool tested) { return decide(tested && stream_ != nullptr); }
  // Descriptors that connect processes belong to the launcher when a library makes them (MPI_Init), else to
  // the application.
  bool admits_own() { return decide(stream_ != nullptr && stream_->depth == 0); }

  bool test_fd(int fd) {
    if (stream_ == nullptr) return false;
    const HandleInfo info = session.handles.descriptor(fd);
    if (__builtin_expect(info.keep() != Keep::unknown, 1)) return info.keep() == Keep::traced;
    return classify(Class::FD, static_cast<uint64_t>(fd)) == Keep::traced;
  }
  bool test_handle(Class cls, uint64_t value) {
    if (stream_ == nullptr) return false;
    const LocalHandles::Entry *entry = stream_->handles.find(cls, value);
    if (__builtin_expect(entry != nullptr && is_fresh(*stream_, *entry), 1))
      return (entry->word & 3) == static_cast<uint32_t>(Keep::traced);
    return classify(cls, value) == Keep::traced;
  }
  bool test_path(const char *path) { return test_path_at(AT_FDCWD, path); }
  bool test_path_at(int dirfd, const char *path);
  bool test_map(const void *address);

  // ---- closers: after admission, before start(). The slot is free once the call is recorded ----
  void closing_fd(int fd) { closing(Class::FD, static_cast<uint64_t>(fd)); }
  void closing(Class cls, uint64_t value);
  void closing_range(unsigned first, unsigned last);
  void closing_map(void *address, uint64_t size);

  // ---- the real call lies between these ----
  void start() {
    Stream &s = *stream_;
    // Any address in the wrapper's frame does; this object's own would force it into memory.
    char here;
    while (__builtin_expect(s.depth != 0, 0) && is_abandoned(s, &here)) --s.depth;
    depth_ = s.depth;
    if (depth_ < Stream::kMaxFrames) {
      s.frames[depth_] = &here;
      s.frame_functions[depth_] = static_cast<uint16_t>(fn_);
    }
    s.depth = depth_ + 1;
    // Before others may record: what a signal handler does from here on lies inside this call.
    start_ = session.clock.now();
    s.leave();
  }
  void stop(bool failed) {
    end_ = session.clock.now();
    failed_ = failed;
    if (__builtin_expect(failed, 0)) errno_ = errno;
    come_back();
  }
  // The call has failed with this error number, whatever errno is.
  void stop_with(int error) {
    end_ = session.clock.now();
    failed_ = true;
    errno_ = error;
    come_back();
  }
  // Inlined into the wrapper, whose return address the call site is.
  template <class Arguments>
  RECORDER_INLINE void record(Arguments arguments) {
    record_from(__builtin_return_address(0), arguments);
  }
  template <class Arguments>
  RECORDER_INLINE void record_from(const void *caller, Arguments arguments) {
    record_then(caller, arguments, [] {});
  }
  // after() while the thread is still inside Recorder.
  template <class Arguments, class After>
  RECORDER_INLINE void record_then(const void *caller, Arguments arguments, After after) {
    if (__builtin_expect(stream_ == nullptr, 0)) return;
    if (closing_.index != 0) stream_->closing = closing_;
    Matcher matcher(*stream_, fn_, depth_);
    arguments(matcher);
    if (__builtin_expect(matcher.matches() && !failed_, 1)) {
      matcher.commit();
      if (__builtin_expect(session.settings.raw_log, 0)) {
        const Arguments copy(arguments);
        log_raw(*stream_, finished(), copy);
      }
      stream_->finish_expected(start_, end_);
      if (closing_.index != 0) finish_closing(*stream_, false);
    } else {
      const Arguments copy(arguments);
      encode(*stream_, finished(), caller, copy);
    }
    after();
    stream_->leave();
  }

  // For a call that began before its Call object was made (vfork).
  void start_at(uint64_t ticks) {
    start();
    start_ = ticks;
  }
  // For a call that is not expected to return: after start(), writes the trace with this call as its last
  // record. If it does return, stop() and returned() follow.
  template <class Arguments>
  void leaving(Arguments arguments, bool recorded) {
    end_ = session.clock.now();
    if (!stream_->enter()) return;
    if (recorded) {
      // What it would return if it did.
      const auto all = [=](auto &s) {
        arguments(s);
        s.i("ret", 0);
      };
      raw_log::checkpoint();
      if (session.settings.raw_log) log_raw(*stream_, finished(), all);
      Encoder encoder(*stream_, fn_, depth_, false, 0);
      encoder.keep_inside();
      all(encoder);
      const Provisional last{stream_->scratch(), encoder.size(), start_, end_};
      process_leaves_now(&last);
    } else {
      process_leaves_now(nullptr);
    }
    stream_->leave();
  }
  template <class Arguments>
  void returned(bool recorded, Arguments arguments) {
    if (stream_ == nullptr) return;
    raw_log::rollback();
    if (recorded)
      record(arguments);
    else
      decide(false);
  }
  bool recording() const { return stream_ != nullptr; }

  int error() const { return errno_; }
  uint32_t depth() const { return depth_; }
  // For wrappers of functions that may not return or return elsewhere (process.cpp).
  Stream *stream() { return stream_; }
  uint64_t start_ticks() const { return start_; }
  uint64_t end_ticks() const { return end_; }

 protected:
  bool decide(bool admitted) {
    if (__builtin_expect(admitted, 1)) return true;
    if (stream_ != nullptr) stream_->leave();
    stream_ = nullptr;
    return false;
  }
  RECORDER_INLINE void come_back() {
    if (__builtin_expect(end_ < start_, 0)) end_ = start_;
    if (__builtin_expect(!stream_->enter(), 0)) {
      stream_ = nullptr;
      return;
    }
    stream_->depth = depth_;
    // A signal handler's calls between the two lines above are inside this call, too.
    if (__builtin_expect(stream_->last_end() > end_, 0)) end_ = stream_->last_end();
  }
  // The stack grows down: an enclosing call's frame lies above this one, unless longjmp left it.
  static bool is_abandoned(const Stream &s, const void *here) {
    return s.depth <= Stream::kMaxFrames && s.frames[s.depth - 1] <= here;
  }
  void process_leaves_now(const Provisional *last);
  // What is told of a call that has ended, besides its arguments.
  struct Finished {
    uint64_t start, end;
    Fn fn;
    bool failed;
    int error;
    uint32_t depth;
  };
  Finished finished() const { return Finished{start_, end_, fn_, failed_, errno_, depth_}; }

  // Any call but the one that was expected.
  template <class Arguments>
  __attribute__((noinline)) static void encode(Stream &s, const Finished &call, const void *caller,
                                               const Arguments &arguments) {
    if (__builtin_expect(session.settings.call_sites, 0) && call.depth == 0) append_call_site(s, caller);
    Encoder encoder(s, call.fn, call.depth, call.failed, call.error);
    arguments(encoder);
    if (__builtin_expect(session.settings.raw_log, 0)) log_raw(s, call, arguments);
    s.finish(encoder.signature(), call.start, call.end);
    if (s.closing.index != 0) finish_closing(s, call.failed);
  }
  template <class Arguments>
  __attribute__((noinline, cold)) static void log_raw(Stream &s, const Finished &call,
                                                      const Arguments &arguments) {
    RawRecord record(s, call.fn, call.depth, call.failed ? call.error : 0, call.start, call.end);
    arguments(record);
    record.write();
  }

  Stream *stream_;
  Fn fn_;
  bool failed_;
  int errno_;
  uint32_t depth_;
  uint64_t start_, end_;
  Closing closing_;
};

}  // namespace recorder
