// SPDX-License-Identifier: BSD-3-Clause
// The constants of the trace format, for the side that writes and for the side that reads. recorder-format(5)
// describes the bytes; lib/format/trace_writer.h lays them out.
#pragma once

#include <cstdint>

namespace recorder::format {

// A file begins with a header and ends with a trailer, which is written last: without one the file is
// incomplete.
//   header   8 bytes kMagic, u32 major, u32 minor
//   trailer  u64 offset of the table, u64 its bytes, u32 its CRC-32, u32 zero, 8 bytes kTrailerMagic
// The first byte is not ASCII and the last one is a line feed, so that a transfer in text mode is noticed.
constexpr uint8_t kMagic[8] = {0x89, 'R', 'E', 'C', 'O', 'R', 'D', '\n'};
constexpr uint8_t kTrailerMagic[8] = {'R', 'E', 'C', 'T', 'R', 'L', 'R', '\n'};
// A reader refuses other majors and higher minors; what it may ignore comes as a new section, without a new
// minor.
constexpr uint32_t kMajor = 1;
constexpr uint32_t kMinor = 0;
constexpr uint64_t kHeaderSize = 16;
constexpr uint64_t kTrailerSize = 32;

enum class Codec : uint8_t { none = 0, zlib = 1 };

// Sections
constexpr char kMetadata[] = "metadata";
constexpr char kFunctions[] = "functions";
constexpr char kCst[] = "cst";
constexpr char kCfg[] = "cfg";
constexpr char kClasses[] = "classes";
constexpr char kClocks[] = "clocks";
constexpr char kTexts[] = "texts";
constexpr char kProcesses[] = "processes";
constexpr char kTimes[] = "times";
constexpr char kTimesIndex[] = "times-index";
constexpr char kBlock[] = "block";
constexpr char kLate[] = "late";

// A text of n bytes in a signature has the head 2*n + kTextHead, and one more when it was cut.
constexpr uint64_t kTextHead = 1;

// Forms of a text over ranks
constexpr uint64_t kTextConstant = 0;
constexpr uint64_t kTextDigits = 1;
constexpr uint64_t kTextDictionary = 2;

constexpr uint64_t kTimesEntrySize = 40;  // one stream in times-index
// The last word of such an entry: how the stream's times are stored, and with bounded errors the percentage
// in the bits from kTimesPercentShift on.
enum class TimesCodec : uint8_t { records = 0, exact = 1, bounded = 2, statistics = 3, none = 4, packed = 5 };
// Whether each call has its own times.
constexpr bool has_times(TimesCodec codec) {
  return codec != TimesCodec::statistics && codec != TimesCodec::none;
}
constexpr uint32_t kTimesPercentShift = 8;
// Added to that word when the values of random arguments stand among the times, or, where there are no times
// of calls, behind what is kept of them as a tail: coded bytes, then u64 how many these are, u32 their
// CRC-32. The entry's CRC-32 is of what is before tails.
constexpr uint32_t kTimesAsides = uint32_t{1} << 31;
// Added to it when the offsets of the stream are there themselves, and not as differences.
constexpr uint32_t kTimesPlainOffsets = uint32_t{1} << 30;
// Added when the lengths of runs that vary stand behind all that, as another tail.
constexpr uint32_t kTimesCounts = uint32_t{1} << 29;
constexpr uint64_t kTailTrailer = 12;
// Histograms of times: bin 0 has lengths below 16 ticks, each further one those twice as long, the last all
// others.
constexpr uint32_t kTimeBins = 32;
constexpr uint32_t kFirstBinBits = 4;
inline uint32_t time_bin(uint64_t ticks) {
  const uint32_t bits = 64 - static_cast<uint32_t>(__builtin_clzll(ticks | 1));
  const uint32_t bin = bits <= kFirstBinBits ? 0 : bits - kFirstBinBits;
  return bin < kTimeBins ? bin : kTimeBins - 1;
}

// Functions that are not calls: they carry no times and no reader shows them.
constexpr uint64_t kFnBind = 0;
constexpr uint64_t kFnCwd = 1;
constexpr uint64_t kFnFirst = 2;
constexpr uint64_t kFnSite = 65535;
// First offsets of a slot's handles that a stream remembers.
constexpr uint64_t kMostFirsts = 1 << 16;

// In place of a number or of a text's length: what stands there is said in another way. Zero in two bytes, as
// no writer puts it otherwise.
constexpr uint8_t kEscape[2] = {0x80, 0x00};
// In place of an offset: it is aside as a number is that is no offset, and nothing is counted from it.
constexpr uint8_t kApart[2] = {0x88, 0x00};
// Before the difference of an offset, or of a number that counts: kTrack + number of its track, 1 to
// kMostTracks, and 0.
constexpr uint8_t kTrack = 0x80;
constexpr uint8_t kMostTracks = 7;
// In place of a text's length: the text is aside. It reads as a track.
constexpr uint8_t kTextAside[2] = {kTrack + 1, 0x00};
// In place of a slot plus 1: kSlotNear + distance from the end, and 0. The end of a class is behind the
// highest slot that a call of the stream has filled.
constexpr uint8_t kSlotNear = 0x81;
constexpr uint64_t kMostFromEnd = 15;
// In place of a real number's 8 bytes: it is aside. A signalling NaN, which arithmetic does not make.
constexpr uint64_t kRealAside = 0xFFF45245434F5244;
// Offsets in arrays of arrays, or in records in them, are in rows; of so many columns it is remembered what
// the row before had in them.
constexpr uint32_t kMostColumns = 8;
constexpr bool is_call(uint64_t fn) { return fn >= kFnFirst && fn != kFnSite; }

}  // namespace recorder::format
