// SPDX-License-Identifier: BSD-3-Clause
// What printf and scanf formats announce: each case passes arguments and compares what a sink gets.
// links: core
#include "runtime/format_arguments.cpp"

#include <gtest/gtest.h>

#include <cstdarg>
#include <string>

namespace recorder {
namespace {

// Writes the values one after the other, separated by spaces.
struct TextSink {
  std::string text;
  void put(const std::string &value) { text += (text.empty() ? "" : " ") + value; }
  uint64_t array(const char *, bool, uint64_t n) {
    put("[" + std::to_string(n) + "]");
    return n;
  }
  void end() {}
  void any_int(const char *, int64_t v) { put(std::to_string(v)); }
  void any_uint(const char *, uint64_t v) { put(std::to_string(v) + "u"); }
  void any_real(const char *, double v) { put(std::to_string(v)); }
  void any_str(const char *, const char *s) { put(s != nullptr ? "'" + std::string(s) + "'" : "null"); }
  void any_str(const char *, const char *s, uint64_t n) { put("'" + std::string(s, n) + "'"); }
  void any_ptr(const char *, const void *p) { put(p != nullptr ? "pointer" : "null"); }
};

template <class Char>
std::string printed(const Char *format, ...) {
  va_list ap;
  va_start(ap, format);
  TextSink sink;
  printf_arguments(sink, "args", format, ap);
  va_end(ap);
  return sink.text;
}

template <class Char>
std::string scanned(ScanfFamily family, int assigned, const Char *format, ...) {
  va_list ap;
  va_start(ap, format);
  TextSink sink;
  scanf_arguments(sink, "args", family, format, assigned, ap);
  va_end(ap);
  return sink.text;
}

TEST(PrintfArguments, Integers) {
  EXPECT_EQ(printed("nothing 100%% sure"), "[0]");
  EXPECT_EQ(printed("%d %i %u %x %o %X", -1, 2, 3u, 4u, 5u, 6u), "[6] -1 2 3u 4u 5u 6u");
  EXPECT_EQ(printed("%ld %lld %zu %jd %td %hhd %hu", -1L, -2LL, sizeof(int), intmax_t{-3}, ptrdiff_t{-4}, 300,
                    65537),
            "[7] -1 -2 4u -3 -4 44 1u");
  EXPECT_EQ(printed("%lu %u", ~0UL, ~0U), "[2] 18446744073709551615u 4294967295u");
  EXPECT_EQ(printed("%c%lc", 'a', wint_t{0x20AC}), "[2] 97 8364");
  EXPECT_EQ(printed("%w64d %wf16u", INT64_C(-5), 6UL), "[2] -5 6u");
}

TEST(PrintfArguments, RealsAndPointers) {
  EXPECT_EQ(printed("%f %-+10.3e %La", 1.5, 2.5, 3.5L), "[3] 1.500000 2.500000 3.500000");
  int written = 0;
  EXPECT_EQ(printed("%p %n %p", &written, &written, nullptr), "[3] pointer pointer null");
}

TEST(PrintfArguments, Texts) {
  EXPECT_EQ(printed("%s %m %s", "one", nullptr), "[2] 'one' null");
  const char unterminated[] = {'a', 'b', 'c'};
  EXPECT_EQ(printed("%.3s", unterminated), "[1] 'abc'");
  EXPECT_EQ(printed("%.2s", unterminated), "[1] 'ab'");
  EXPECT_EQ(printed("%*.*s", 9, 3, unterminated), "[3] 9 3 'abc'");
  EXPECT_EQ(printed("%.*s", -1, "all"), "[2] -1 'all'");
  EXPECT_EQ(printed("%ls %S", L"h\u00e9", L"\u20ac"), "[2] 'h\u00e9' '\u20ac'");
  EXPECT_EQ(printed(L"%s %ls", "narrow", L"wide"), "[2] 'narrow' 'wide'");
  EXPECT_EQ(printed("%.5000s", std::string(6000, 'x').c_str()), "[1] '" + std::string(5000, 'x') + "'");
}

TEST(PrintfArguments, Positions) {
  EXPECT_EQ(printed("%2$s %1$d", 7, "seven"), "[2] 7 'seven'");
  EXPECT_EQ(printed("%1$d %1$x", 7), "[1] 7u");
  const char unterminated[] = {'a', 'b', 'c'};
  EXPECT_EQ(printed("%2$.*1$s", 3, unterminated), "[2] 3 'abc'");
  EXPECT_EQ(printed("%1$.*2$s", unterminated, 3), "[2] '' 3");
}

TEST(PrintfArguments, BrokenFormats) {
  EXPECT_EQ(printed("%"), "[0]");
  EXPECT_EQ(printed("%d %y %d", 1, 2), "[1] 1");
  EXPECT_EQ(printed("%99999999999999999999d", 1), "[1] 1");
  EXPECT_EQ(printed(static_cast<const char *>(nullptr)), "[0]");
}

TEST(PrintfArguments, Many) {
  std::string format, expected = "[100]";
  for (int i = 0; i < 20; ++i) format += "%d%d%d%d%d";
  for (int i = 0; i < 20; ++i) expected += " 1 2 3 4 5";
#define FIVE 1, 2, 3, 4, 5
#define TWENTY_FIVE FIVE, FIVE, FIVE, FIVE, FIVE
  EXPECT_EQ(printed(format.c_str(), TWENTY_FIVE, TWENTY_FIVE, TWENTY_FIVE, TWENTY_FIVE), expected);
}

TEST(ScanfArguments, OnlyWhatWasAssigned) {
  int i = 1;
  unsigned u = 2;
  long l = -3;
  float f = 1.5f;
  double d = 2.5;
  EXPECT_EQ(scanned(kIso, 5, "%d %u %ld %f %lf", &i, &u, &l, &f, &d), "[5] 1 2u -3 1.500000 2.500000");
  EXPECT_EQ(scanned(kIso, 2, "%d %u %ld %f %lf", &i, &u, &l, &f, &d), "[2] 1 2u");
  EXPECT_EQ(scanned(kIso, -1, "%d", &i), "[0]");
  EXPECT_EQ(scanned(kIso, 2, "%*d %d%n %d", &i, &i, &i), "[3] 1 1 1");
}

TEST(ScanfArguments, Texts) {
  char word[] = "word", two[] = {'x', 'y'};
  EXPECT_EQ(scanned(kIso, 3, "%s %2c %[]a-z]", word, two, word), "[3] 'word' 'xy' 'word'");
  char *made = word;
  EXPECT_EQ(scanned(kIso, 2, "%ms%m[^]x]", &made, &made), "[2] 'word' 'word'");
  float f = 0.5f;
  EXPECT_EQ(scanned(kIso, 1, "%as", &f), "[1] 0.500000");
  EXPECT_EQ(scanned(kGnu, 1, "%as", &made), "[1] 'word'");
  wchar_t wide[] = L"wide";
  EXPECT_EQ(scanned(kIso, 1, "%ls", wide), "[1] 'wide'");
  EXPECT_EQ(scanned(kIso, 2, L"%ls%s", wide, word), "[2] 'wide' 'word'");
}

TEST(ScanfArguments, PositionsAndSizes) {
  int i = 1;
  signed char c = -2;
  long long q = 3;
  EXPECT_EQ(scanned(kIso, 2, "%2$d %1$hhd", &c, &i), "[2] 1 -2");
  EXPECT_EQ(scanned(kIso, 2, "%Ld %hhu", &q, &c), "[2] 3 254u");
}

TEST(WideText, LongAndBeyondTheBasicPlane) {
  const WideText four(L"\U0001F600");
  EXPECT_EQ(std::string(four.data(), four.size()), "\U0001F600");
  const WideText cut(std::wstring(10000, L'x').c_str());
  EXPECT_LT(cut.size(), 4096u);
  EXPECT_GT(cut.size(), 4000u);
}

}  // namespace
}  // namespace recorder
