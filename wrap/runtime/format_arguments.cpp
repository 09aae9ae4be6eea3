// SPDX-License-Identifier: BSD-3-Clause
// Reading formats (see format_arguments.h). What a conversion takes from the argument list follows ISO C and
// the extensions of glibc.
#include "runtime/format_arguments.h"

#include "core/reals.h"

namespace recorder {

// ---- conversions

namespace {

template <class Char>
bool is_digit(Char c) {
  return c >= '0' && c <= '9';
}

template <class Char>
bool is_one_of(Char c, const char *set) {
  for (; *set != '\0'; ++set)
    if (c == static_cast<Char>(*set)) return true;
  return false;
}

}  // namespace

template <class Char>
long FormatReader<Char>::number() {
  constexpr long kHuge = 1L << 30;
  long value = 0;
  for (; is_digit(*at_); ++at_)
    if (value < kHuge) value = value * 10 + (*at_ - '0');
  return value;
}

// "12$" or nothing.
template <class Char>
unsigned FormatReader<Char>::position() {
  const Char *begin = at_;
  const long value = number();
  if (at_ != begin && *at_ == '$') {
    ++at_;
    return static_cast<unsigned>(value);
  }
  at_ = begin;
  return 0;
}

template <class Char>
void FormatReader<Char>::flags() {
  while (is_one_of(*at_, "-+ #0'I")) ++at_;
}

template <class Char>
bool FormatReader<Char>::star(unsigned &where) {
  if (*at_ != '*') return false;
  ++at_;
  where = position();
  return true;
}

// Width and precision of printf.
template <class Char>
void FormatReader<Char>::stars(Directive &d) {
  d.width_star = star(d.width_position);
  if (!d.width_star && is_digit(*at_)) d.width = number();
  if (*at_ != '.') return;
  ++at_;
  d.precision_star = star(d.precision_position);
  if (d.precision_star) return;
  const bool negative = *at_ == '-';
  if (negative) ++at_;
  d.precision = number();
  if (negative) d.precision = -1;
}

template <class Char>
void FormatReader<Char>::scan_modifiers(Directive &d) {
  for (; is_one_of(*at_, "*'I"); ++at_) d.suppressed |= *at_ == '*';
  if (is_digit(*at_)) d.width = number();
  const bool gnu_a = family_ == Family::gnu_scanf && *at_ == 'a' && is_one_of(at_[1], "sS[");
  if (*at_ != 'm' && !gnu_a) return;
  d.allocates = true;
  ++at_;
}

// C23's %w32d and %wf32d.
template <class Char>
FormatLength FormatReader<Char>::sized_length() {
  const bool fast = *at_ == 'f';
  if (fast) ++at_;
  const long size = number();
  if (size == 8) return FormatLength::hh;
  if (size == 64 || fast) return FormatLength::ll;
  return size == 16 ? FormatLength::h : FormatLength::none;
}

template <class Char>
FormatLength FormatReader<Char>::length() {
  const Char c = *at_;
  if (!is_one_of(c, "hlqLjzZtw")) return FormatLength::none;
  ++at_;
  const bool twice = *at_ == c;
  switch (static_cast<char>(c)) {
    case 'h':
      at_ += twice;
      return twice ? FormatLength::hh : FormatLength::h;
    case 'l':
      at_ += twice;
      return twice ? FormatLength::ll : FormatLength::l;
    case 'q':
      return FormatLength::ll;
    case 'L':
      return FormatLength::L;
    case 'j':
      return FormatLength::j;
    case 't':
      return FormatLength::t;
    case 'w':
      return sized_length();
    default:
      return FormatLength::z;
  }
}

// The rest of "%[...]": a bracket that comes first, or after ^, belongs to the set.
template <class Char>
void FormatReader<Char>::skip_set() {
  if (*at_ == '^') ++at_;
  if (*at_ == ']') ++at_;
  while (*at_ != 0 && *at_ != ']') ++at_;
  if (*at_ == ']') ++at_;
}

template <class Char>
bool FormatReader<Char>::next(Directive &d) {
  for (;;) {
    while (*at_ != 0 && *at_ != '%') ++at_;
    if (*at_ == 0) return false;
    ++at_;
    d = Directive{};
    d.width = d.precision = -1;
    d.position = position();
    if (family_ == Family::printf) {
      flags();
      stars(d);
    } else {
      scan_modifiers(d);
    }
    d.length = length();
    const bool known = is_one_of(*at_, "diouxXbBeEfFgGaAcCsSpnm%[");
    if (*at_ == 0 || !known) return false;
    d.conversion = static_cast<char>(*at_++);
    if (d.conversion == '[') {
      if (family_ == Family::printf) return false;
      skip_set();
    }
    if (d.conversion != '%') return true;
  }
}

// ---- printf

template <class Char>
PrintfArguments<Char>::PrintfArguments(const Char *format, va_list ap)
    : reader_(format, FormatReader<Char>::Family::printf) {
  va_copy(ap_, ap);
  if (format != nullptr) count_arguments(format);
}

// Also lays out the arguments when they are taken by position.
template <class Char>
void PrintfArguments<Char>::count_arguments(const Char *format) {
  FormatReader<Char> reader(format, FormatReader<Char>::Family::printf);
  for (Directive d; reader.next(d);) {
    if (d.position == 0) {
      count_ += d.width_star + d.precision_star + (d.conversion != 'm');
      continue;
    }
    if (!positional_) {
      for (Fetch &each : fetches_) each = Fetch{};
      count_ = 0;
    }
    positional_ = true;
    const Fetch star = {FormatLength::none, 'd', false, 0, 0};
    if (d.width_star) place(d.width_position, star);
    if (d.precision_star) place(d.precision_position, star);
    const bool limited = d.precision_star || d.precision >= 0;
    place(d.position, {d.length, d.conversion, limited, d.precision_position, d.precision});
  }
}

template <class Char>
void PrintfArguments<Char>::place(unsigned position, const Fetch &fetch) {
  if (position == 0 || position > kMaxPositions) return;
  fetches_[position - 1] = fetch;
  if (position > count_) count_ = position;
}

// What the next conversion takes: width, precision, value.
template <class Char>
void PrintfArguments<Char>::refill() {
  next_ = ready_ = 0;
  Directive d;
  const Fetch star = {FormatLength::none, 'd', false, 0, 0};
  while (ready_ == 0 && reader_.next(d)) {
    if (d.width_star) fetches_[ready_++] = star;
    if (d.precision_star) fetches_[ready_++] = star;
    if (d.conversion == 'm') continue;
    const bool limited = d.precision_star || d.precision >= 0;
    fetches_[ready_++] = {d.length, d.conversion, limited, 0, d.precision};
  }
}

template <class Char>
FormatValue PrintfArguments<Char>::next() {
  if (!positional_ && next_ == ready_) refill();
  const FormatValue value = fetch(fetches_[next_]);
  ints_[next_++] = last_int_ = value.i;
  return value;
}

// How long a text is at most, when the precision says it.
template <class Char>
size_t PrintfArguments<Char>::limit_of(const Fetch &what) const {
  if (!what.limited) return FormatValue::kNoLimit;
  int64_t limit = what.precision;
  if (limit < 0) limit = last_int_;
  // A precision that stands behind its text in the list is not known yet; without it, nothing of the text is
  // safe.
  if (positional_ && what.precision < 0)
    limit = what.limit_position <= next_ && what.limit_position > 0 ? ints_[what.limit_position - 1] : 0;
  return limit < 0 ? FormatValue::kNoLimit : static_cast<size_t>(limit);
}

template <class Char>
FormatValue PrintfArguments<Char>::fetch(const Fetch &what) {
  FormatValue v = {FormatValue::integer, 0, 0, nullptr, FormatValue::kNoLimit};
  using L = FormatLength;
  switch (what.conversion) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      v.tag = FormatValue::real;
      v.d = what.length == L::L || what.length == L::ll ? narrowed(va_arg(ap_, long double))
                                                        : va_arg(ap_, double);
      return v;
    case 's':
    case 'S':
      v.tag = what.conversion == 'S' || what.length == L::l ? FormatValue::wide : FormatValue::text;
      v.limit = limit_of(what);
      v.p = va_arg(ap_, const void *);
      return v;
    case 'p':
    case 'n':
      v.tag = FormatValue::pointer;
      v.p = va_arg(ap_, const void *);
      return v;
    case 'C':
    case 'c':
      v.i = what.conversion == 'C' || what.length == L::l ? static_cast<int64_t>(va_arg(ap_, wint_t))
                                                          : va_arg(ap_, int);
      return v;
    case 'd':
    case 'i':
    case 0:
      break;
    default:
      v.tag = FormatValue::natural;
  }
  const bool natural = v.tag == FormatValue::natural;
  switch (what.length) {
    case L::l:
    case L::z:
    case L::t:
      v.i = va_arg(ap_, long);
      if (natural) v.i = static_cast<int64_t>(static_cast<unsigned long>(v.i));
      break;
    case L::ll:
    case L::L:
    case L::j:
      v.i = va_arg(ap_, long long);
      break;
    case L::hh:
      v.i = va_arg(ap_, int);
      v.i = natural ? static_cast<unsigned char>(v.i) : static_cast<signed char>(v.i);
      break;
    case L::h:
      v.i = va_arg(ap_, int);
      v.i = natural ? static_cast<unsigned short>(v.i) : static_cast<short>(v.i);
      break;
    default:
      v.i = va_arg(ap_, int);
      if (natural) v.i = static_cast<unsigned>(v.i);
  }
  return v;
}

// ---- scanf

namespace {

template <class Signed, class Unsigned>
void load(FormatValue &v, const void *p) {
  v.i = v.tag == FormatValue::natural ? static_cast<int64_t>(*static_cast<const Unsigned *>(p))
                                      : static_cast<int64_t>(*static_cast<const Signed *>(p));
}

void load_integer(FormatValue &v, FormatLength length, const void *p) {
  switch (length) {
    case FormatLength::hh:
      return load<signed char, unsigned char>(v, p);
    case FormatLength::h:
      return load<short, unsigned short>(v, p);
    case FormatLength::l:
    case FormatLength::z:
    case FormatLength::t:
      return load<long, unsigned long>(v, p);
    case FormatLength::ll:
    case FormatLength::L:
    case FormatLength::j:
      return load<long long, unsigned long long>(v, p);
    default:
      return load<int, unsigned>(v, p);
  }
}

void load_real(FormatValue &v, FormatLength length, const void *p) {
  v.tag = FormatValue::real;
  if (length == FormatLength::L || length == FormatLength::ll) {
    v.d = narrowed(*static_cast<const long double *>(p));
  } else if (length == FormatLength::l) {
    v.d = *static_cast<const double *>(p);
  } else {
    v.d = widened(*static_cast<const float *>(p));
  }
}

void load_text(FormatValue &v, const Directive &d, const void *p) {
  const bool wide = d.length == FormatLength::l || d.conversion == 'S' || d.conversion == 'C';
  v.tag = wide ? FormatValue::wide : FormatValue::text;
  v.p = d.allocates ? *static_cast<const void *const *>(p) : p;
  // Characters, as opposed to strings, are not terminated.
  if (d.conversion == 'c' || d.conversion == 'C') v.limit = d.width > 0 ? static_cast<size_t>(d.width) : 1;
}

}  // namespace

template <class Char>
ScanfArguments<Char>::ScanfArguments(typename FormatReader<Char>::Family family, const Char *format,
                                     int assigned, va_list ap)
    : reader_(format, family), left_(assigned > 0 ? assigned : 0) {
  va_copy(ap_, ap);
  va_copy(first_, ap);
  if (format == nullptr) return;
  FormatReader<Char> reader(format, family);
  int left = left_;
  for (Directive d; next_used(reader, d, left);) ++count_;
}

// The next conversion that assigned something. %n does not count as assigned: it is used when it comes before
// the last one that is.
template <class Char>
bool ScanfArguments<Char>::next_used(FormatReader<Char> &reader, Directive &d, int &left) {
  while (left > 0 && reader.next(d)) {
    if (d.suppressed) continue;
    if (d.conversion != 'n') --left;
    return true;
  }
  return false;
}

template <class Char>
void *ScanfArguments<Char>::pointer(const Directive &d) {
  if (d.position == 0) return va_arg(ap_, void *);
  va_list ap;
  va_copy(ap, first_);
  void *found = nullptr;
  for (unsigned i = 0; i < d.position; ++i) found = va_arg(ap, void *);
  va_end(ap);
  return found;
}

template <class Char>
FormatValue ScanfArguments<Char>::next() {
  FormatValue v = {FormatValue::integer, 0, 0, nullptr, FormatValue::kNoLimit};
  Directive d;
  if (!next_used(reader_, d, left_)) return v;
  const void *p = pointer(d);
  switch (d.conversion) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      load_real(v, d.length, p);
      break;
    case 's':
    case 'S':
    case 'c':
    case 'C':
    case '[':
      load_text(v, d, p);
      break;
    case 'p':
      v.tag = FormatValue::pointer;
      v.p = *static_cast<void *const *>(p);
      break;
    case 'd':
    case 'i':
    case 'n':
      load_integer(v, d.length, p);
      break;
    default:
      v.tag = FormatValue::natural;
      load_integer(v, d.length, p);
  }
  return v;
}

template class FormatReader<char>;
template class FormatReader<wchar_t>;
template class PrintfArguments<char>;
template class PrintfArguments<wchar_t>;
template class ScanfArguments<char>;
template class ScanfArguments<wchar_t>;

}  // namespace recorder
