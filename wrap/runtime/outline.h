// SPDX-License-Identifier: BSD-3-Clause
// The call as wrappers of the large layers see it: the same life as session/call.h, but every step is a
// function of the runtime instead of inline code, so that thousands of wrappers stay small and compile
// quickly, and so that a plugin can be built without Recorder's sources. A step costs a nanosecond or two.
//
//   if (!on(Fn::f)) return real(...);
//   OutlineCall call(Fn::f);
//   if (!call.admits_handle(Class::C, h)) return real(...);
//   call.start();
//   const int ret = real(...);
//   const bool failed = ret != 0;
//   for (bool more = failed ? call.failed() : call.succeeded(); more; more = call.more_or_end()) {
//     call.handle("h", Class::C, h);
//     call.i("ret", ret);
//   }
//   return ret;
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/reals.h"
#include "runtime/declare.h"
#include "session/guard.h"

// The runtime's own calls of these functions bind to them without a detour by the dynamic linker's table.
#ifdef RECORDER_PLUGIN
#define RECORDER_API extern "C" RECORDER_EXPORT
#else
#define RECORDER_API extern "C" __attribute__((visibility("protected")))
#endif

// Room for a call and the sink that its arguments go to; outline.cpp checks that it is enough.
struct RecorderCall {
  uint64_t memory[48];
};

// Whether the call may be recorded.
RECORDER_API bool recorder_call_begin(RecorderCall *call, uint32_t function);
// recorder_call_begin() and, if it may be, recorder_call_start().
RECORDER_API bool recorder_call_begin_started(RecorderCall *call, uint32_t function);
RECORDER_API void recorder_call_end(RecorderCall *call);
RECORDER_API bool recorder_call_admit(RecorderCall *call, bool admitted);
RECORDER_API bool recorder_call_admit_own(RecorderCall *call);
RECORDER_API bool recorder_call_outermost(RecorderCall *call);
RECORDER_API bool recorder_call_test_fd(RecorderCall *call, int fd);
RECORDER_API bool recorder_call_test_handle(RecorderCall *call, uint8_t cls, uint64_t value);
RECORDER_API bool recorder_call_test_path(RecorderCall *call, int dirfd, const char *path);
RECORDER_API void recorder_call_closing(RecorderCall *call, uint8_t cls, uint64_t value);
RECORDER_API void recorder_call_closing_all(RecorderCall *call, uint8_t cls, uint64_t mask, uint64_t bits,
                                            uint64_t except);
RECORDER_API void recorder_call_freed(RecorderCall *call, uint8_t cls, uint64_t value);
RECORDER_API const void *recorder_call_keep(RecorderCall *call, const void *data, uint64_t size);
RECORDER_API void *recorder_call_room(RecorderCall *call, uint64_t size);
RECORDER_API void recorder_call_start(RecorderCall *call);
RECORDER_API void recorder_call_stop(RecorderCall *call, bool failed);
RECORDER_API void recorder_call_stop_with(RecorderCall *call, int error);
RECORDER_API bool recorder_call_more(RecorderCall *call, const void *caller);
// recorder_call_stop() of a call that has not failed, and the first recorder_call_more().
RECORDER_API bool recorder_call_succeeded(RecorderCall *call, const void *caller);
// recorder_call_more() and, if it is false, recorder_call_end().
RECORDER_API bool recorder_call_more_or_end(RecorderCall *call, const void *caller);
RECORDER_API void recorder_put_int(RecorderCall *call, const char *name, int64_t v);
RECORDER_API void recorder_put_uint(RecorderCall *call, const char *name, uint64_t v);
RECORDER_API void recorder_put_real(RecorderCall *call, const char *name, double v);
RECORDER_API void recorder_put_pointer(RecorderCall *call, const char *name, const void *p);
RECORDER_API void recorder_put_text(RecorderCall *call, const char *name, const char *s, uint64_t n);
RECORDER_API void recorder_put_string(RecorderCall *call, const char *name, const char *s);
RECORDER_API void recorder_put_path(RecorderCall *call, const char *name, const char *s);
RECORDER_API void recorder_put_whence(RecorderCall *call, int whence);
RECORDER_API void recorder_put_offset(RecorderCall *call, const char *name, int64_t v);
RECORDER_API void recorder_put_offset_result(RecorderCall *call, const char *name, int64_t v);
RECORDER_API void recorder_put_fd(RecorderCall *call, const char *name, int v);
RECORDER_API void recorder_put_new_fd(RecorderCall *call, const char *name, int v);
RECORDER_API void recorder_put_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value);
RECORDER_API void recorder_put_new_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value);
// A handle of one of several classes, the one with number `of` among them.
RECORDER_API void recorder_put_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls,
                                         uint64_t value);
RECORDER_API void recorder_put_new_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls,
                                             uint64_t value);
RECORDER_API uint64_t recorder_put_array(RecorderCall *call, const char *name, bool is_null, uint64_t n);
// An array of whole numbers; `what` is the size of one, with kSigned, kOffset and kDisplacement.
RECORDER_API void recorder_put_numbers(RecorderCall *call, const char *name, const void *data, uint64_t n,
                                       uint32_t what);
RECORDER_API void recorder_put_open(RecorderCall *call, const char *name);
RECORDER_API void recorder_put_end(RecorderCall *call);
RECORDER_API void recorder_put_presence(RecorderCall *call, const char *name, bool present);
// recorder_put_presence() of what is there, and recorder_put_int().
RECORDER_API void recorder_put_present_int(RecorderCall *call, const char *name, int64_t v);
RECORDER_API void recorder_put_any_int(RecorderCall *call, const char *name, int64_t v);
RECORDER_API void recorder_put_any_uint(RecorderCall *call, const char *name, uint64_t v);
RECORDER_API void recorder_put_any_real(RecorderCall *call, const char *name, double v);
RECORDER_API void recorder_put_any_text(RecorderCall *call, const char *name, const char *s, uint64_t n);
RECORDER_API void recorder_put_any_pointer(RecorderCall *call, const char *name, const void *p);
RECORDER_API void recorder_put_any_absent(RecorderCall *call, const char *name);

namespace recorder {

enum class Class : uint8_t;

// A plugin counts its functions and classes itself; the runtime has told it which numbers they have there
// (runtime/plugin.h).
#ifndef RECORDER_PLUGIN
// A handle that the filters exclude and that nothing but its creation could tell about.
RECORDER_EXPORT void note_excluded(Class cls, uint64_t value) __asm__("recorder_note_excluded");
template <class Fn>
constexpr uint32_t function_number(Fn fn) {
  return static_cast<uint32_t>(fn);
}
constexpr uint8_t class_number(Class cls) { return static_cast<uint8_t>(cls); }
#endif

// What an array held before the call; none, with a count of 0, when there was no memory to keep it.
template <class T>
struct Kept {
  const T *data;
  uint64_t count;
  const T &operator[](size_t i) const { return data[i]; }
  bool operator==(decltype(nullptr)) const { return data == nullptr; }
};

class OutlineCall {
 public:
  template <class Fn>
#ifdef RECORDER_REAL_OF_CALLER
  explicit OutlineCall(Fn fn, const void *caller = __builtin_return_address(0)) {
    note_caller(caller);
#else
  explicit OutlineCall(Fn fn) {
#endif
    begun_ = recorder_call_begin(&call_, function_number(fn));
  }
  // Of a call that is admitted in any case, with nothing to be done before it starts: no start() follows.
  struct Started {};
  template <class Fn>
#ifdef RECORDER_REAL_OF_CALLER
  OutlineCall(Fn fn, Started, const void *caller = __builtin_return_address(0)) {
    note_caller(caller);
#else
  OutlineCall(Fn fn, Started) {
#endif
    begun_ = recorder_call_begin_started(&call_, function_number(fn));
  }
  ~OutlineCall() {
    if (begun_) recorder_call_end(&call_);
  }
  OutlineCall(const OutlineCall &) = delete;
  OutlineCall &operator=(const OutlineCall &) = delete;

  bool admits() const { return begun_; }
  // False for what a function of the same layer calls, of which nothing is to be recorded.
  bool outermost() { return recorder_call_outermost(&call_); }
  bool admits_own() { return recorder_call_admit_own(&call_); }
  bool admits_any(bool tested) { return (tested && begun_) || recorder_call_admit(&call_, false); }
  bool admits_fd(int fd) { return admits_any(test_fd(fd)); }
  bool admits_handle(Class cls, uint64_t value) { return admits_any(test_handle(cls, value)); }
  bool admits_path(const char *path) { return admits_any(test_path(path)); }
  bool test_fd(int fd) { return recorder_call_test_fd(&call_, fd); }
  bool test_handle(Class cls, uint64_t value) {
    return recorder_call_test_handle(&call_, class_number(cls), value);
  }
  bool test_path(const char *path) { return recorder_call_test_path(&call_, kWorkingDirectory, path); }

  // Before start(): the handle is gone when the call is over, whatever its result.
  void closing(Class cls, uint64_t value) { recorder_call_closing(&call_, class_number(cls), value); }
  void closing_fd(int fd) { recorder_call_closing(&call_, kDescriptor, static_cast<uint64_t>(fd)); }
  // So are all handles of the class whose value under the mask is `bits`, but for one.
  void closing_all(Class cls, uint64_t mask, uint64_t bits, uint64_t except) {
    recorder_call_closing_all(&call_, class_number(cls), mask, bits, except);
  }
  // After the record: the call has ended the handle's life.
  void freed(Class cls, uint64_t value) { recorder_call_freed(&call_, class_number(cls), value); }
  // Before start(): a copy of an array that the call will change. It lives as long as this object.
  template <class T>
  Kept<T> keep(const T *data, uint64_t count) {
    const auto *copy = static_cast<const T *>(recorder_call_keep(&call_, data, count * sizeof(T)));
    return {copy, copy != nullptr ? count : 0};
  }

  // The same of what has elements but is no array of them in memory.
  template <class View>
  Kept<typename View::Element> keep(const View &view, uint64_t count) {
    auto *copy = static_cast<typename View::Element *>(room(count * sizeof(typename View::Element)));
    for (uint64_t k = 0; copy != nullptr && k < count; ++k) copy[k] = view[k];
    return {copy, copy != nullptr ? count : 0};
  }
  // Memory that lives as long as this object; nullptr when there is none.
  void *room(uint64_t size) { return recorder_call_room(&call_, size); }

  void start() { recorder_call_start(&call_); }
  void stop(bool failed) { recorder_call_stop(&call_, failed); }
  // The call has failed with this error number, whatever errno is.
  void stop_with(int error) { recorder_call_stop_with(&call_, error); }
  // True as often as the arguments are to be put: once, and once more for the raw log.
  __attribute__((always_inline)) bool more() { return more(__builtin_return_address(0)); }
  bool more(const void *caller) { return recorder_call_more(&call_, caller); }
  // stop() and the first more() in one.
  __attribute__((always_inline)) bool succeeded() { return succeeded(__builtin_return_address(0)); }
  bool succeeded(const void *caller) { return recorder_call_succeeded(&call_, caller); }
  __attribute__((always_inline)) bool failed() { return failed_from(__builtin_return_address(0)); }
  bool failed_from(const void *caller) {
    stop(true);
    return more(caller);
  }
  __attribute__((always_inline)) bool failed_with(int error) {
    stop_with(error);
    return more(__builtin_return_address(0));
  }
  // more(), after which nothing follows: no freed().
  __attribute__((always_inline)) bool more_or_end() { return more_or_end(__builtin_return_address(0)); }
  bool more_or_end(const void *caller) { return begun_ = recorder_call_more_or_end(&call_, caller); }

  void i(const char *name, int64_t v) { recorder_put_int(&call_, name, v); }
  void u(const char *name, uint64_t v) { recorder_put_uint(&call_, name, v); }
  void real(const char *name, double v) { recorder_put_real(&call_, name, v); }
  void real(const char *name, float v) { real(name, widened(v)); }
  void ptr(const char *name, const void *p) { recorder_put_pointer(&call_, name, p); }
  void str(const char *name, const char *s) { recorder_put_string(&call_, name, s); }
  void str(const char *name, const unsigned char *s) { str(name, reinterpret_cast<const char *>(s)); }
  void str(const char *name, const void *s, uint64_t n) {
    recorder_put_text(&call_, name, static_cast<const char *>(s), n);
  }
  void path(const char *name, const char *s) { recorder_put_path(&call_, name, s); }
  void whence(int w) { recorder_put_whence(&call_, w); }
  void offset(const char *name, int64_t v) { recorder_put_offset(&call_, name, v); }
  void ret_offset(const char *name, int64_t v) { recorder_put_offset_result(&call_, name, v); }
  void fd(const char *name, int v) { recorder_put_fd(&call_, name, v); }
  void new_fd(const char *name, int v) { recorder_put_new_fd(&call_, name, v); }
  void handle(const char *name, Class cls, uint64_t value) {
    recorder_put_handle(&call_, name, class_number(cls), value);
  }
  void new_handle(const char *name, Class cls, uint64_t value) {
    recorder_put_new_handle(&call_, name, class_number(cls), value);
  }
  // A handle of one of several classes, of which `first` is the first.
  void handle_of(const char *name, Class first, Class cls, uint64_t value) {
    recorder_put_handle_of(&call_, name, distance(first, cls), class_number(cls), value);
  }
  void new_handle_of(const char *name, Class first, Class cls, uint64_t value) {
    recorder_put_new_handle_of(&call_, name, distance(first, cls), class_number(cls), value);
  }
  uint64_t array(const char *name, bool is_null, uint64_t n) {
    return recorder_put_array(&call_, name, is_null, n);
  }
  template <class T>
  void numbers(const char *name, const T *data, uint64_t n) {
    recorder_put_numbers(&call_, name, data, n, kind_of<T>());
  }
  template <class T>
  void numbers(const char *name, const Kept<T> &kept, uint64_t n) {
    numbers(name, kept.data, n);
  }
  template <class T>
  void offsets(const char *name, const T *data, uint64_t n) {
    recorder_put_numbers(&call_, name, data, n, kind_of<T>() | kOffset);
  }
  template <class T>
  void displacements(const char *name, const T *data, uint64_t n) {
    recorder_put_numbers(&call_, name, data, n, kind_of<T>() | kOffset | kDisplacement);
  }
  void open(const char *name) { recorder_put_open(&call_, name); }
  void end() { recorder_put_end(&call_); }
  void present(const char *name) { recorder_put_presence(&call_, name, true); }
  void absent(const char *name) { recorder_put_presence(&call_, name, false); }
  void present_i(const char *name, int64_t v) { recorder_put_present_int(&call_, name, v); }
  void any_absent(const char *name) { recorder_put_any_absent(&call_, name); }
  void any_int(const char *name, int64_t v) { recorder_put_any_int(&call_, name, v); }
  void any_uint(const char *name, uint64_t v) { recorder_put_any_uint(&call_, name, v); }
  void any_real(const char *name, double v) { recorder_put_any_real(&call_, name, v); }
  void any_real(const char *name, float v) { any_real(name, widened(v)); }
  void any_str(const char *name, const char *s) { any_str(name, s, s != nullptr ? __builtin_strlen(s) : 0); }
  void any_str(const char *name, const char *s, uint64_t n) { recorder_put_any_text(&call_, name, s, n); }
  void any_ptr(const char *name, const void *p) { recorder_put_any_pointer(&call_, name, p); }

  static constexpr uint32_t kSigned = 0x10, kOffset = 0x20, kDisplacement = 0x40;

 private:
  template <class T>
  static constexpr uint32_t kind_of() {
    return static_cast<uint32_t>(sizeof(T)) | (static_cast<T>(-1) < static_cast<T>(0) ? kSigned : 0);
  }
  static constexpr uint8_t distance(Class first, Class cls) {
    return static_cast<uint8_t>(static_cast<uint8_t>(cls) - static_cast<uint8_t>(first));
  }
  static constexpr int kWorkingDirectory = -100;  // AT_FDCWD
  static constexpr uint8_t kDescriptor = 0;       // Class::FD
  RecorderCall call_;
  bool begun_;
};

}  // namespace recorder
