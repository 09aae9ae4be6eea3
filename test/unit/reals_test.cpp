// SPDX-License-Identifier: BSD-3-Clause
// Conversions of floating-point numbers give what the processor's would, and raise nothing.
// links: core
#include "core/reals.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cfloat>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace recorder {
namespace {

uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

template <class To, class From>
To from_bits(const From &bits) {
  To value{};
  memcpy(&value, &bits, sizeof bits < sizeof value ? sizeof bits : sizeof value);
  return value;
}

// What the processor makes of it, whatever that raises.
double widened_by_processor(float value) {
  const volatile float from = value;
  const volatile double to = from;
  return to;
}
double narrowed_by_processor(long double value) {
  const volatile long double from = value;
  const volatile double to = static_cast<double>(from);
  return to;
}

TEST(RealsTest, EveryKindOfFloatIsWidened) {
  std::mt19937 rng(1);
  std::vector<uint32_t> all = {0, 1, 2, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x7F800000, 0x3F800000};
  for (int i = 0; i < 200000; ++i) all.push_back(static_cast<uint32_t>(rng()));
  for (int i = 0; i < 20000; ++i) all.push_back(static_cast<uint32_t>(rng()) & 0x7FFFFF);  // subnormal
  for (const uint32_t one : all) {
    for (const uint32_t bits : {one, one | 0x80000000u}) {
      const auto value = from_bits<float>(bits);
      if (!std::isnan(value)) {
        ASSERT_EQ(bits_of(widened(value)), bits_of(widened_by_processor(value))) << std::hex << bits;
      }
    }
  }
}

TEST(RealsTest, LongDoublesAreRounded) {
  std::mt19937_64 rng(2);
  std::vector<long double> all = {0.0L,
                                  1.0L,
                                  1.1L,
                                  LDBL_MAX,
                                  LDBL_MIN,
                                  DBL_MAX,
                                  DBL_MIN,
                                  DBL_TRUE_MIN,
                                  DBL_TRUE_MIN / 2.0L,
                                  DBL_TRUE_MIN / 1.9L,
                                  0x1.fffffffffffff8p+1023L,
                                  0x1.fffffffffffff7p+1023L,
                                  std::numeric_limits<long double>::infinity(),
                                  LDBL_TRUE_MIN};
  for (int i = 0; i < 200000; ++i) {
    const auto mantissa = static_cast<long double>(rng() | uint64_t{1} << 63);
    all.push_back(std::ldexp(mantissa, static_cast<int>(rng() % 2300) - 1200 - 63));
    // Halves between two doubles.
    const auto few = static_cast<long double>((rng() >> 10 | uint64_t{1} << 53) | 1);
    all.push_back(std::ldexp(few, static_cast<int>(rng() % 2300) - 1200 - 53));
  }
  for (const long double one : all)
    for (const long double value : {one, -one})
      ASSERT_EQ(bits_of(narrowed(value)), bits_of(narrowed_by_processor(value)))
          << static_cast<double>(value);
  EXPECT_TRUE(std::isnan(narrowed(std::numeric_limits<long double>::quiet_NaN())));
}

TEST(RealsTest, NothingIsRaised) {
  const auto signalling = from_bits<float>(uint32_t{0x7F800001});
  const auto subnormal = from_bits<float>(uint32_t{1});
  std::feclearexcept(FE_ALL_EXCEPT);
  const uint64_t content = bits_of(widened(signalling));
  uint64_t sum = bits_of(widened(subnormal));
  for (const long double value : {LDBL_MAX, LDBL_MIN, 1.1L}) sum += bits_of(narrowed(value));
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
  EXPECT_EQ(content, 0x7FF0000020000000u);
  EXPECT_NE(sum, 0u);
}

}  // namespace
}  // namespace recorder
