// SPDX-License-Identifier: BSD-3-Clause
// The steps of a call behind functions (see outline.h).
#include "runtime/outline.h"

#include <new>

#include "session/call.h"
#include "session/plugins.h"

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

  bool outermost() {
    const uint32_t depth = stream_ != nullptr ? stream_->depth : 0;
    return depth == 0 || depth > Stream::kMaxFrames ||
           layer_of(stream_->frame_functions[depth - 1]) != layer_of(static_cast<uint16_t>(fn_)) ||
           decide(false);
  }

  void start_in_layer() {
    start();
    if (depth_ < Stream::kMaxFrames) stream_->frame_functions[depth_] = static_cast<uint16_t>(fn_);
  }

  // A call that may be the predicted one is compared first; if it is, that was it.
  bool more(const void *caller) {
    if (pass_ == Pass::match && __builtin_expect(sink_.match.matches(), 1)) {
      finish_matched();
      return false;
    }
    if (pass_ == Pass::none && stream_ != nullptr && !session.settings.raw_log && begin_match()) return true;
    return encode(caller);
  }

  void *room(uint64_t size) {
    if (stream_ == nullptr) return nullptr;
    if (!keeps_) {
      // What longjmp left behind is gone when the application makes its next call.
      if (stream_->depth == 0) stream_->kept_used = 0;
      kept_ = stream_->kept_used;
      keeps_ = true;
    }
    const uint64_t rounded = (size + 15) & ~uint64_t{15};
    if (stream_->kept == nullptr) stream_->kept = static_cast<uint8_t *>(Memory::map(Stream::kKeptSize));
    if (stream_->kept == nullptr || rounded > Stream::kKeptSize - stream_->kept_used) return nullptr;
    uint8_t *made = stream_->kept + stream_->kept_used;
    stream_->kept_used += rounded;
    return made;
  }

  const void *keep(const void *data, uint64_t size) {
    void *copy = data != nullptr ? room(size) : nullptr;
    if (copy != nullptr) memcpy(copy, data, size);
    return copy;
  }

  void freed(Class cls, uint64_t value) {
    if (stream_ == nullptr || value == 0) return;
    LocalHandles::Entry *entry = stream_->handles.find(cls, value);
    close_shared(cls, value, entry);
    if (entry != nullptr) stream_->handles.remove(entry);
  }

  void closing_all(const Family &family) {
    if (stream_ == nullptr) return;
    family_ = family;
    session.handles.closed_all(family);
  }

  template <class Put>
  void put(Put what) {
    if (__builtin_expect(pass_ == Pass::match, 1))
      what(sink_.match);
    else
      put_unmatched(what);
  }

  Stream *current() const { return stream_; }

 private:
  // What is not on the way of an expected call stays out of line, so that nothing of it is prepared there.
  template <class Put>
  __attribute__((noinline)) void put_unmatched(Put what) {
    if (pass_ == Pass::raw)
      what(sink_.raw);
    else
      what(sink_.trace);
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

  enum class Pass : uint8_t { none, raw, match, trace, done };

  static uint8_t layer_of(uint16_t fn) {
    return fn < kFunctionCount ? static_cast<uint8_t>(recorder_functions[fn].layer) : plugin_layer(fn);
  }

  bool begin_raw() {
    pass_ = Pass::raw;
    new (&sink_.raw) RawRecord(*stream_, fn_, depth_, failed_ ? errno_ : 0, start_, end_);
    return true;
  }

  // False for what need not be compared.
  bool begin_match() {
    pass_ = Pass::match;
    if (failed_ || closing_.index != 0 || family_.mask != 0) return false;
    return (new (&sink_.match) Matcher(*stream_, fn_, depth_))->is_candidate();
  }
  void finish_matched() {
    pass_ = Pass::done;
    sink_.match.commit();
    stream_->finish_expected(start_, end_);
  }

  bool begin_trace(const void *caller) {
    pass_ = Pass::trace;
    if (session.settings.call_sites && depth_ == 0) append_call_site(*stream_, caller);
    if (closing_.index != 0) stream_->closing = closing_;
    new (&sink_.trace) Encoder(*stream_, fn_, depth_, failed_, errno_);
    return true;
  }
  void finish() {
    pass_ = Pass::done;
    stream_->finish(sink_.trace.size(), sink_.trace.has_form(), start_, end_);
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

template <class T>
int64_t number_at(const void *data, uint64_t i) {
  T value;
  memcpy(&value, static_cast<const uint8_t *>(data) + i * sizeof(T), sizeof(T));
  return static_cast<int64_t>(value);
}

int64_t number_at(const void *data, uint64_t i, uint32_t what) {
  switch (what & ~OutlineCall::kOffset) {
    case 1:
      return number_at<uint8_t>(data, i);
    case 2:
      return number_at<uint16_t>(data, i);
    case 4:
      return number_at<uint32_t>(data, i);
    case 1 | OutlineCall::kSigned:
      return number_at<int8_t>(data, i);
    case 2 | OutlineCall::kSigned:
      return number_at<int16_t>(data, i);
    case 4 | OutlineCall::kSigned:
      return number_at<int32_t>(data, i);
    default:
      return number_at<int64_t>(data, i);
  }
}

template <class Sink>
void put_numbers(Sink &sink, const char *name, const void *data, uint64_t n, uint32_t what) {
  const uint64_t count = sink.array(name, data == nullptr, n);
  for (uint64_t i = 0; i < count; ++i) {
    const int64_t v = number_at(data, i, what);
    if ((what & OutlineCall::kOffset) != 0)
      sink.offset("", v);
    else if ((what & OutlineCall::kSigned) != 0)
      sink.i("", v);
    else
      sink.u("", static_cast<uint64_t>(v));
  }
  sink.end();
}

Outline &outline(RecorderCall *call) { return *std::launder(reinterpret_cast<Outline *>(call)); }

}  // namespace

}  // namespace recorder

using namespace recorder;

bool recorder_call_begin(RecorderCall *call, uint32_t function) {
  return (new (call) Outline(static_cast<Fn>(function)))->current() != nullptr;
}
void recorder_call_end(RecorderCall *call) { outline(call).end(); }

bool recorder_call_admit(RecorderCall *call, bool admitted) {
  return outline(call).admits_any(admitted && outline(call).current() != nullptr);
}
bool recorder_call_outermost(RecorderCall *call) { return outline(call).outermost(); }
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

void recorder_call_start(RecorderCall *call) { outline(call).start_in_layer(); }
void recorder_call_stop(RecorderCall *call, bool failed) { outline(call).stop(failed); }
void recorder_call_stop_with(RecorderCall *call, int error) { outline(call).stop_with(error); }
bool recorder_call_more(RecorderCall *call, const void *caller) { return outline(call).more(caller); }

void recorder_put_int(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([=](auto &sink) { sink.i(name, v); });
}
void recorder_put_uint(RecorderCall *call, const char *name, uint64_t v) {
  outline(call).put([=](auto &sink) { sink.u(name, v); });
}
void recorder_put_real(RecorderCall *call, const char *name, double v) {
  outline(call).put([=](auto &sink) { sink.real(name, v); });
}
void recorder_put_pointer(RecorderCall *call, const char *name, const void *p) {
  outline(call).put([=](auto &sink) { sink.ptr(name, p); });
}
void recorder_put_text(RecorderCall *call, const char *name, const char *s, uint64_t n) {
  outline(call).put([=](auto &sink) { sink.str(name, s, n); });
}
void recorder_put_string(RecorderCall *call, const char *name, const char *s) {
  outline(call).put([=](auto &sink) { sink.str(name, s); });
}
void recorder_put_path(RecorderCall *call, const char *name, const char *s) {
  outline(call).put([=](auto &sink) { sink.path(name, s); });
}
void recorder_put_offset(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([=](auto &sink) { sink.offset(name, v); });
}
void recorder_put_offset_result(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([=](auto &sink) { sink.ret_offset(name, v); });
}
void recorder_put_fd(RecorderCall *call, const char *name, int v) {
  outline(call).put([=](auto &sink) { sink.fd(name, v); });
}
void recorder_put_new_fd(RecorderCall *call, const char *name, int v) {
  outline(call).put([=](auto &sink) { sink.new_fd(name, v); });
}
void recorder_put_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value) {
  outline(call).put([=](auto &sink) { sink.handle(name, static_cast<Class>(cls), value); });
}
void recorder_put_new_handle(RecorderCall *call, const char *name, uint8_t cls, uint64_t value) {
  outline(call).put([=](auto &sink) { sink.new_handle(name, static_cast<Class>(cls), value); });
}
void recorder_put_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls, uint64_t value) {
  outline(call).put([=](auto &sink) { sink.handle_of(name, of, static_cast<Class>(cls), value); });
}
void recorder_put_new_handle_of(RecorderCall *call, const char *name, uint8_t of, uint8_t cls,
                                uint64_t value) {
  outline(call).put([=](auto &sink) { sink.new_handle_of(name, of, static_cast<Class>(cls), value); });
}
uint64_t recorder_put_array(RecorderCall *call, const char *name, bool is_null, uint64_t n) {
  uint64_t count = 0;
  outline(call).put([&](auto &sink) { count = sink.array(name, is_null, n); });
  return count;
}
void recorder_put_numbers(RecorderCall *call, const char *name, const void *data, uint64_t n, uint32_t what) {
  outline(call).put([=](auto &sink) { put_numbers(sink, name, data, n, what); });
}
void recorder_put_open(RecorderCall *call, const char *name) {
  outline(call).put([=](auto &sink) { sink.open(name); });
}
void recorder_put_end(RecorderCall *call) {
  outline(call).put([](auto &sink) { sink.end(); });
}
void recorder_put_presence(RecorderCall *call, const char *name, bool present) {
  outline(call).put([=](auto &sink) { present ? sink.present(name) : sink.absent(name); });
}
void recorder_put_any_int(RecorderCall *call, const char *name, int64_t v) {
  outline(call).put([=](auto &sink) { sink.any_int(name, v); });
}
void recorder_put_any_uint(RecorderCall *call, const char *name, uint64_t v) {
  outline(call).put([=](auto &sink) { sink.any_uint(name, v); });
}
void recorder_put_any_real(RecorderCall *call, const char *name, double v) {
  outline(call).put([=](auto &sink) { sink.any_real(name, v); });
}
void recorder_put_any_text(RecorderCall *call, const char *name, const char *s, uint64_t n) {
  outline(call).put([=](auto &sink) { sink.any_str(name, s, n); });
}
void recorder_put_any_pointer(RecorderCall *call, const char *name, const void *p) {
  outline(call).put([=](auto &sink) { sink.any_ptr(name, p); });
}
void recorder_put_any_absent(RecorderCall *call, const char *name) {
  outline(call).put([=](auto &sink) { sink.any_absent(name); });
}
