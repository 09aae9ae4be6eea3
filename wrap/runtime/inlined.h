// SPDX-License-Identifier: BSD-3-Clause
// The call as the wrappers of those functions of the large layers see it that programs call most often: what
// runtime/outline.h offers, inline like a Call.
#pragma once

#include "runtime/outline.h"
#include "runtime/wrapper.h"

// Everything that such a wrapper is made of becomes part of it, so that nothing has to be passed on.
#define RECORDER_FLATTEN __attribute__((flatten))

namespace recorder {

class InlinedCall : public Call {
 public:
#ifdef RECORDER_REAL_OF_CALLER
  RECORDER_INLINE explicit InlinedCall(Fn fn) : Call(fn), keeps_(false), kept_(0) {
    note_caller(__builtin_return_address(0));
  }
#else
  explicit InlinedCall(Fn fn) : Call(fn), keeps_(false), kept_(0) {}
#endif

  bool outermost() { return is_outermost(); }
  // Before start(): a copy of an array that the call will change. It lives until the call is recorded.
  template <class T>
  Kept<T> keep(const T *data, uint64_t count) {
    if (data == nullptr || stream_ == nullptr) return {nullptr, 0};
    if (!keeps_) kept_ = stream_->begin_keeping();
    keeps_ = true;
    auto *copy = static_cast<T *>(stream_->room_to_keep(count * sizeof(T)));
    for (uint64_t i = 0; copy != nullptr && i < count; ++i) copy[i] = data[i];
    return {copy, copy != nullptr ? count : 0};
  }
  // After the record: the call has ended the handle's life.
  void freed(Class cls, uint64_t value) {
    if (value != 0) free_handle(*stream_, cls, value);
  }

  template <class Arguments>
  RECORDER_INLINE void record(Arguments arguments) {
    record(arguments, [] {});
  }
  // after() while the thread is still inside Recorder.
  template <class Arguments, class After>
  RECORDER_INLINE void record(Arguments arguments, After after) {
    record_then(__builtin_return_address(0), arguments, [this, after] {
      after();
      if (keeps_) stream_->kept_used = kept_;
    });
  }

 private:
  bool keeps_;     // something of the stream's memory
  uint64_t kept_;  // what of it was used before
};

}  // namespace recorder
