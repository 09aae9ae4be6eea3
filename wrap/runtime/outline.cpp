// SPDX-License-Identifier: BSD-3-Clause
// The steps of a call behind functions (see outline.h).
#include "runtime/outline.h"

#include <new>

#include "runtime/outline_numbers.h"
#include "session/call.h"

namespace recorder {

namespace {

// A Call and, while its arguments are put, the sink that takes them.
class Outline : public Call {
 public:
  explicit Outline(Fn fn) : Call(fn), pass_(Pass::none), keeps_(false) { family_.mask = 0; }

  void end() {
    if (stream_ == nullptr) return;
    if (__builtin_expect(keeps_, 0)) stream_->kept_used = kept_;
    if (pass_ == Pass::done) stream_->leave();
  }

  // True as often as the arguments are to be put. A call that may be the predicted one is compared first; if
  // it is, that was it.
  RECORDER_INLINE bool first(const void *caller) {
    if (stream_ != nullptr && !session.settings.raw_log && begin_match()) return true;
    return encode(caller);
  }
  RECORDER_INLINE bool more(const void *caller) {
    if (pass_ == Pass::match && __builtin_expect(sink_.match.matches(), 1)) {
      finish_matched();
      return false;
    }
    return pass_ == Pass::none ? first(caller) : encode(caller);
  }
  RECORDER_INLINE bool more_or_end(const void *caller) {
    if (pass_ == Pass::match && __builtin_expect(sink_.match.matches() && !keeps_, 1)) {
      finish_matched();
      stream_->leave();
      return false;
    }
    if (more(caller)) return true;
    end();
    return false;
  }

  void *room(uint64_t size) {
    if (stream_ == nullptr) return nullptr;
    if (!keeps_) kept_ = stream_->begin_keeping();
    keeps_ = true;
    return stream_->room_to_keep(size);
  }

  const void *keep(const void *data, uint64_t size) {
    void *copy = data != nullptr ? room(size) : nullptr;
    if (copy != nullptr) memcpy(copy, data, size);
    return copy;
  }

  void freed(Class cls, uint64_t value) {
    if (stream_ != nullptr && value != 0) free_handle(*stream_, cls, value);
  }

  void closing_all(const Family &family) {
    if (stream_ == nullptr) return;
    family_ = family;
    session.handles.closed_all(family);
  }

  // step(sink, arguments...) with the sink of this pass. Nothing is put to one that does not match.
  template <class Step, class... Arguments>
  RECORDER_INLINE void put(Step step, Arguments... arguments) {
    if (__builtin_expect(pass_ != Pass::match, 0)) return put_unmatched(step, arguments...);
    if (!sink_.match.is_candidate()) __builtin_unreachable();
    step(sink_.match, arguments...);
    if (!sink_.match.is_candidate()) pass_ = Pass::missed;
  }

  uint64_t array(const char *name, bool is_null, uint64_t n) {
    if (pass_ == Pass::match) {
      const uint64_t count = sink_.match.array(name, is_null, n);
      if (!sink_.match.is_candidate()) pass_ = Pass::missed;
      return count;
    }
    if (pass_ == Pass::raw) return sink_.raw.array(name, is_null, n);
    return pass_ == Pass::trace ? sink_.trace.array(name, is_null, n) : 0;
  }

  Stream *current() const { return stream_; }

 private:
  // What is not on the way of an expected call stays out of line, so that nothing of it is prepared there.
  template <class Step, class... Arguments>
  __attribute__((noinline)) void put_unmatched(Step step, Arguments... arguments) {
    if (pass_ == Pass::raw)
      step(sink_.raw, arguments...);
    else if (pass_ == Pass::trace)
      step(sink_.trace, arguments...);
  }

  __attribute__((noinline)) bool encode(const void *caller) {
    if (stream_ == nullptr) return false;
    if (pass_ == Pass::none && session.settings.raw_log) return begin_raw();
    if (pass_ == Pass::raw) {
      sink_.raw.write();
      if (begin_match()) return true;
    }
    if (pass_ < Pass::trace) return begin_trace(caller);
    finish();
    return false;
  }

  enum class Pass : uint8_t { none, raw, match, missed, trace, done };

  bool begin_raw() {
    pass_ = Pass::raw;
    new (&sink_.raw) RawRecord(*stream_, fn_, depth_, failed_ ? errno_ : 0, start_, end_);
    return true;
  }

  // False for what need not be compared.
  RECORDER_INLINE bool begin_match() {
    pass_ = Pass::missed;
    if (closing_.index != 0) stream_->closing = closing_;
    if (failed_ || family_.mask != 0) return false;
    if (!(new (&sink_.match) Matcher(*stream_, fn_, depth_))->is_candidate()) return false;
    pass_ = Pass::match;
    return true;
  }
  RECORDER_INLINE void finish_matched() {
    pass_ = Pass::done;
    sink_.match.commit();
    stream_->end_expected(start_, end_);
    if (closing_.index != 0) finish_closing(*stream_, false);
  }

  bool begin_trace(const void *caller) {
    pass_ = Pass::trace;
    if (session.settings.call_sites && depth_ == 0) append_call_site(*stream_, caller);
    new (&sink_.trace) Encoder(*stream_, fn_, depth_, failed_, errno_);
    return true;
  }
  void finish() {
    pass_ = Pass::done;
    stream_->finish(sink_.trace.signature(), start_, end_);
    if (closing_.index != 0) finish_closing(*stream_, failed_);
    if (family_.mask != 0) stream_->handles.remove_all(family_);
  }

  union Sink {
    Sink() {}
    RawRecord raw;
    Matcher match;
    Encoder trace;
  };
  Pass pass_;
  bool keeps_;     // something of the stream's memory
  uint64_t kept_;  // what of it was used before
  Family family_;
  Sink sink_;
};

static_assert(sizeof(Outline) <= sizeof(RecorderCall), "");
static_assert(alignof(Outline) <= alignof(RecorderCall), "");

Outline &outline(RecorderCall *call) { return *std::launder(reinterpret_cast<Outline *>(call)); }

}  // namespace

}  // namespace recorder

using namespace recorder;

bool recorder_call_begin(RecorderCall *call, uint32_t function) {
  return (new (call) Outline(static_cast<Fn>(function)))->current() != nullptr;
}
bool recorder_call_begin_started(RecorderCall *call, uint32_t function) {
  auto *made = new (call) Outline(static_cast<Fn>(function));
  if (made->current() == nullptr) return false;
  made->start();
  return true;
}
void recorder_call_end(RecorderCall *call) { outline(call).end(); }

bool recorder_call_admit(RecorderCall *call, bool admitted) {
  return outline(call).admits_any(admitted && outline(call).current() != nullptr);
}
bool recorder_call_outermost(RecorderCall *call) { return outline(call).is_outermost(); }
bool recorder_call_admit_own(RecorderCall *call) { return outline(call).admits_own(); }
bool recorder_call_test_fd(RecorderCall *call, int fd) { return outline(call).test_fd(fd); }
bool recorder_call_test_handle(RecorderCall *call, uint8_t cls, uint64_t value) {
  return outline(call).test_handle(static_cast<Class>(cls), value);
}
bool recorder_call_test_path(RecorderCall *call, int dirfd, const char *path) {
  return outline(call).test_path_at(dirfd, path);
}

void recorder_call_closing(RecorderCall *call, uint8_t cls, uint64_t value) {
  outline(call).closing(static_cast<Class>(cls), value);
}
void recorder_call_closing_all(RecorderCall *call, uint8_t cls, uint64_t mask, uint64_t bits,
                               uint64_t except) {
  outline(call).closing_all(Family{static_cast<Class>(cls), mask, bits, except});
}
void recorder_call_freed(RecorderCall *call, uint8_t cls, uint64_t value) {
  outline(call).freed(static_cast<Class>(cls), value);
}
const void *recorder_call_keep(RecorderCall *call, const void *data, uint64_t size) {
  return outline(call).keep(data, size);
}
void *recorder_call_room(RecorderCall *call, uint64_t size) { return outline(call).room(size); }

void recorder_call_start(RecorderCall *call) { outline(call).start(); }
void recorder_call_stop(RecorderCall *call, bool failed) { outline(call).stop(failed); }
void recorder_call_stop_with(RecorderCall *call, int error) { outline(call).stop_with(error); }
bool recorder_call_more(RecorderCall *call, const void *caller) { return outline(call).more(caller); }
bool recorder_call_succeeded(RecorderCall *call, const void *caller) {
  outline(call).stop(false);
  return outline(call).first(caller);
}
bool recorder_call_more_or_end(RecorderCall *call, const void *caller) {
  return outline(call).more_or_end(caller);
}

void recorder_put_int(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.i(put...); }, name, v);
}
void recorder_put_uint(RecorderCall *call, const char *name, uint64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.u(put...); }, name, v);
}
void recorder_put_real(RecorderCall *call, const char *name, double v) {
  outline(call).put([](auto &sink, auto... put) { sink.real(put...); }, name, v);
}
void recorder_put_pointer(RecorderCall *call, const char *name, const void *p) {
  outline(call).put([](auto &sink, auto... put) { sink.ptr(put...); }, name, p);
}
void recorder_put_text(RecorderCall *call, const char *name, const char *s, uint64_t n) {
  outline(call).put([](auto &sink, auto... put) { sink.str(put...); }, name, s, n);
}
void recorder_put_string(RecorderCall *call, const char *name, const char *s) {
  outline(call).put([](auto &sink, auto... put) { sink.str(put...); }, name, s);
}
void recorder_put_path(RecorderCall *call, const char *name, const char *s) {
  outline(call).put([](auto &sink, auto... put) { sink.path(put...); }, name, s);
}
void recorder_put_whence(RecorderCall *call, int whence) {
  outline(call).put([](auto &sink, int w) { sink.whence(w); }, whence);
}
void recorder_put_offset(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.offset(put...); }, name, v);
}
void recorder_put_offset_result(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.ret_offset(put...); }, name, v);
}
void recorder_put_fd(RecorderCall *call, const char *name, int v) {
  outline(call).put([](auto &sink, auto... put) { sink.fd(put...); }, name, v);
}
void recorder_put_new_fd(RecorderCall *call, const char *name, int v) {
  outline(call).put([](auto &sink, auto... put) { sink.new_fd(put...); }, name, v);
}
void recorder_put_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value) {
  outline(call).put([](auto &sink, auto... put) { sink.handle(put...); }, name, static_cast<Class>(cls),
                    value);
}
void recorder_put_new_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value) {
  outline(call).put([](auto &sink, auto... put) { sink.new_handle(put...); }, name, static_cast<Class>(cls),
                    value);
}
void recorder_put_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls, uint64_t value) {
  outline(call).put([](auto &sink, auto... put) { sink.handle_of(put...); }, name, of,
                    static_cast<Class>(cls), value);
}
void recorder_put_new_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls,
                                uint64_t value) {
  outline(call).put([](auto &sink, auto... put) { sink.new_handle_of(put...); }, name, of,
                    static_cast<Class>(cls), value);
}
uint64_t recorder_put_array(RecorderCall *call, const char *name, bool is_null, uint64_t n) {
  return outline(call).array(name, is_null, n);
}
void recorder_put_numbers(RecorderCall *call, const char *name, const void *data, uint64_t n, uint32_t what) {
  outline(call).put([](auto &sink, auto... put) { put_numbers(sink, put...); }, name, data, n, what);
}
void recorder_put_open(RecorderCall *call, const char *name) {
  outline(call).put([](auto &sink, auto... put) { sink.open(put...); }, name);
}
void recorder_put_end(RecorderCall *call) {
  outline(call).put([](auto &sink) { sink.end(); });
}
void recorder_put_presence(RecorderCall *call, const char *name, bool present) {
  outline(call).put(
      [](auto &sink, const char *name, bool present) { present ? sink.present(name) : sink.absent(name); },
      name, present);
}
void recorder_put_present_int(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put(
      [](auto &sink, const char *name, int64_t v) {
        sink.present(name);
        sink.i(name, v);
      },
      name, v);
}
void recorder_put_any_int(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.any_int(put...); }, name, v);
}
void recorder_put_any_uint(RecorderCall *call, const char *name, uint64_t v) {
  outline(call).put([](auto &sink, auto... put) { sink.any_uint(put...); }, name, v);
}
void recorder_put_any_real(RecorderCall *call, const char *name, double v) {
  outline(call).put([](auto &sink, auto... put) { sink.any_real(put...); }, name, v);
}
void recorder_put_any_text(RecorderCall *call, const char *name, const char *s, uint64_t n) {
  outline(call).put([](auto &sink, auto... put) { sink.any_str(put...); }, name, s, n);
}
void recorder_put_any_pointer(RecorderCall *call, const char *name, const void *p) {
  outline(call).put([](auto &sink, auto... put) { sink.any_ptr(put...); }, name, p);
}
void recorder_put_any_absent(RecorderCall *call, const char *name) {
  outline(call).put([](auto &sink, auto... put) { sink.any_absent(put...); }, name);
}
