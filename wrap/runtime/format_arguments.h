// SPDX-License-Identifier: BSD-3-Clause
// The arguments that a printf or scanf format announces, one after the other, as values that a sink takes.
// Formats of wide functions too. Nothing here allocates; at most kMaxPositions arguments of the form %n$.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "runtime/wide_text.h"

namespace recorder {

struct FormatValue {
  enum Tag : uint8_t { integer, natural, real, text, wide, pointer };
  static constexpr size_t kNoLimit = SIZE_MAX;

  Tag tag;
  int64_t i;
  double d;
  const void *p;
  size_t limit;  // of a text, in its own characters: it need not be terminated if it is that long
};

enum class FormatLength : uint8_t { none, hh, h, l, ll, j, z, t, L };

// One conversion of a format.
struct Directive {
  unsigned position;  // of %n$, else 0
  bool width_star, precision_star, suppressed, allocates;
  unsigned width_position, precision_position;
  long width, precision;  // -1: not given
  FormatLength length;
  char conversion;
};

// Walks over the conversions of a format; `%%` is none of them.
template <class Char>
class FormatReader {
 public:
  enum class Family : uint8_t { printf, scanf, gnu_scanf };

  FormatReader(const Char *format, Family family) : at_(format), family_(family) {}
  // False at the end, and at something that is no conversion.
  bool next(Directive &d);

 private:
  void flags();
  void stars(Directive &d);
  bool star(unsigned &position);
  void scan_modifiers(Directive &d);
  FormatLength length();
  FormatLength sized_length();
  void skip_set();
  long number();
  unsigned position();

  const Char *at_;
  Family family_;
};

// printf: values in the order in which they were passed.
template <class Char>
class PrintfArguments {
 public:
  PrintfArguments(const Char *format, va_list ap);
  ~PrintfArguments() { va_end(ap_); }
  PrintfArguments(const PrintfArguments &) = delete;
  PrintfArguments &operator=(const PrintfArguments &) = delete;

  size_t count() const { return count_; }
  // To be called at most count() times.
  FormatValue next();

 private:
  static constexpr unsigned kMaxPositions = 64;
  struct Fetch {
    FormatLength length;
    char conversion;  // 0: nobody uses this position
    bool limited;     // by the precision below, or by the argument before or at limit_position
    unsigned limit_position;
    long precision;
  };

  void count_arguments(const Char *format);
  void place(unsigned position, const Fetch &fetch);
  void refill();
  FormatValue fetch(const Fetch &what);
  size_t limit_of(const Fetch &what) const;

  FormatReader<Char> reader_;
  va_list ap_;
  size_t count_ = 0;
  bool positional_ = false;
  unsigned next_ = 0, ready_ = 0;  // in fetches_
  int64_t last_int_ = -1;          // the precision that came as an argument
  Fetch fetches_[kMaxPositions];
  int64_t ints_[kMaxPositions];  // what positions held, for precisions taken from them
};

// scanf: the values that the call assigned, the first `assigned` of them, and what %n stored on the way.
template <class Char>
class ScanfArguments {
 public:
  ScanfArguments(typename FormatReader<Char>::Family family, const Char *format, int assigned, va_list ap);
  ~ScanfArguments() {
    va_end(ap_);
    va_end(first_);
  }
  ScanfArguments(const ScanfArguments &) = delete;
  ScanfArguments &operator=(const ScanfArguments &) = delete;

  size_t count() const { return count_; }
  FormatValue next();

 private:
  static bool next_used(FormatReader<Char> &reader, Directive &d, int &left);
  void *pointer(const Directive &d);

  FormatReader<Char> reader_;
  va_list ap_, first_;
  int left_;
  size_t count_ = 0;
};

template <class Sink>
inline void format_value(Sink &sink, const FormatValue &value) {
  switch (value.tag) {
    case FormatValue::integer:
      return sink.any_int("", value.i);
    case FormatValue::natural:
      return sink.any_uint("", static_cast<uint64_t>(value.i));
    case FormatValue::real:
      return sink.any_real("", value.d);
    case FormatValue::pointer:
      return sink.any_ptr("", value.p);
    case FormatValue::text:
      if (value.p == nullptr || value.limit == FormatValue::kNoLimit)
        return sink.any_str("", static_cast<const char *>(value.p));
      return sink.any_str("", static_cast<const char *>(value.p),
                          strnlen(static_cast<const char *>(value.p), value.limit));
    case FormatValue::wide:
      if (value.p == nullptr) return sink.any_str("", nullptr);
      return sink.any_str("", WideText(static_cast<const wchar_t *>(value.p), value.limit).data());
  }
}

template <class Sink, class Arguments>
inline void format_values(Sink &sink, const char *name, Arguments &&arguments) {
  const size_t n = sink.array(name, false, arguments.count());
  for (size_t k = 0; k < n; ++k) format_value(sink, arguments.next());
  sink.end();
}

template <class Sink, class Char>
inline void printf_arguments(Sink &sink, const char *name, const Char *format, va_list ap) {
  format_values(sink, name, PrintfArguments<Char>(format, ap));
}

// GNU's own scanf has %as, which allocates; ISO C's reads a hexadecimal number there.
enum ScanfFamily { kGnu, kIso };

template <class Sink, class Char>
inline void scanf_arguments(Sink &sink, const char *name, ScanfFamily family, const Char *format,
                            int assigned, va_list ap) {
  using Family = typename FormatReader<Char>::Family;
  const Family which = family == kGnu ? Family::gnu_scanf : Family::scanf;
  format_values(sink, name, ScanfArguments<Char>(which, format, assigned, ap));
}

}  // namespace recorder
