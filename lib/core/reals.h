// SPDX-License-Identifier: BSD-3-Clause
// From one floating-point type to another by its bits. An instruction that converts raises exceptions (a
// subnormal number, a signalling NaN, a result that is not exact): flags that the program would find set, and
// signals where it traps them.
#pragma once

#include <cstdint>
#include <cstring>

namespace recorder {

// Exact, with the sign and the content of a NaN.
inline double widened(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  const uint64_t sign = uint64_t{bits >> 31} << 63;
  uint64_t exponent = bits >> 23 & 0xFF;
  uint64_t fraction = uint64_t{bits & 0x7FFFFF} << 29;
  if (exponent == 0xFF) {
    exponent = 0x7FF;
  } else if (exponent != 0) {
    exponent += 1023 - 127;
  } else if (fraction != 0) {
    const int shift = __builtin_clzll(fraction) - 11;  // until the first bit is where it is not written
    exponent = static_cast<uint64_t>(1023 - 127 + 1 - shift);
    fraction = fraction << shift & ~(uint64_t{1} << 52);
  }
  const uint64_t wide = sign | exponent << 52 | fraction;
  double result;
  memcpy(&result, &wide, sizeof result);
  return result;
}
inline double widened(double value) { return value; }

// The nearest number, of two the even one; what is too large is infinite.
#if __LDBL_MANT_DIG__ == 64
inline double narrowed(const long double &value) {
  uint64_t mantissa;
  uint16_t head;
  memcpy(&mantissa, &value, sizeof mantissa);
  memcpy(&head, reinterpret_cast<const char *>(&value) + sizeof mantissa, sizeof head);
  const uint64_t sign = uint64_t{head} >> 15 << 63;
  const int biased = head & 0x7FFF;
  uint64_t wide;
  if (biased == 0x7FFF) {
    const uint64_t fraction = mantissa << 1 >> 12;
    // A NaN stays one.
    wide = uint64_t{0x7FF} << 52 | fraction | (mantissa << 1 != 0 && fraction == 0 ? 1 : 0);
  } else {
    const int exponent = biased - 16383 + 1023;
    // Bits of the mantissa that go; its first one is not written, but where the result is subnormal.
    const int gone = exponent > 0 ? 11 : 12 - exponent;
    const uint64_t kept = gone < 64 ? mantissa >> gone : 0;
    const uint64_t rest = gone < 64 ? mantissa << (64 - gone) : gone == 64 ? mantissa : mantissa != 0;
    constexpr uint64_t kHalf = uint64_t{1} << 63;
    // A carry goes into the exponent, where it belongs.
    wide = kept + (rest > kHalf || (rest == kHalf && (kept & 1) != 0) ? 1 : 0);
    if (exponent > 0) wide += static_cast<uint64_t>(exponent - 1) << 52;
    if (exponent >= 0x7FF || wide >> 52 >= 0x7FF) wide = uint64_t{0x7FF} << 52;
    if (mantissa == 0) wide = 0;
  }
  wide |= sign;
  double result;
  memcpy(&result, &wide, sizeof result);
  return result;
}
#else
inline double narrowed(const long double &value) { return static_cast<double>(value); }
#endif

}  // namespace recorder
