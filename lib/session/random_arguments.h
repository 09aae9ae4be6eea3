// SPDX-License-Identifier: BSD-3-Clause
// Which arguments of a stream's calls are random: their values go beside the signatures (recorder-format(5),
// "Values that are aside"), so that random I/O does not make a new signature with each call. An argument is
// taken for random when it alone, or with others like it, has made a thousand signatures new, or 128 where
// real numbers differ, or the numbers in names. Other texts stay in signatures, which all ranks share that go
// through the same files, until there are very many of them. One of few values makes no new ones (what getc
// returns), but calls that are not predicted: it is taken for random when it, with one other at most, tells
// thousands of these from each other. Either is regular again when its values follow each other at one
// distance, or stay the same if it is no offset. The numbers of an array, of a status or of a variable
// argument list, as fprintf has, are one argument.
#pragma once

#include <cstdint>

#include "format/bytes.h"

namespace recorder {

class RandomArguments {
 public:
  // Arguments with a number below may be random; the result counts as the one behind the last.
  static constexpr uint32_t kMostArguments = 24;

  // Whether any argument is random now; of a function, one bit for each argument.
  bool any() const { return any_; }
  uint64_t of(uint32_t fn) const { return any_ ? find_mask(fn) : 0; }

  // A call has a signature that the stream had not yet, or one that was not predicted. Both are rare.
  void is_new(Bytes signature);
  void is_known(uint32_t fn);
  // One of every kSampled calls that were not predicted, in a stream that has many of them.
  static constexpr uint32_t kSampled = 256;
  void is_sample(Bytes signature);
  // Whether all texts of a random argument go aside, or only those that differ in numbers from another one.
  bool takes_all_texts(uint32_t fn, uint32_t argument);
  // A value of a random argument. True if it turns out to be random no more: signatures are the same for
  // offsets at one distance, and for equal numbers.
  bool is_regular(uint32_t fn, uint32_t argument, uint64_t value, bool is_offset);
  void destroy();

 private:
  static constexpr uint32_t kMostWatched = 128;  // functions; a power of two
  static constexpr uint32_t kMostBytes = 240;    // of signatures that are compared
  static constexpr uint32_t kEnough = 2048;      // points; a signature gives one or two
  static constexpr uint32_t kEnoughTexts = 16384;
  static constexpr uint32_t kEnoughSamples = 128;
  static constexpr uint32_t kRegular = 64;  // equal distances

  struct Track {
    uint64_t last;
    uint64_t distance;
    uint32_t run;
  };
  struct Watched {
    uint16_t fn;
    uint16_t size;  // of the signature; 0: none
    uint32_t known;
    uint64_t mask;
    uint32_t all_texts;  // not only those told by numbers, a bit each
    uint32_t points[kMostArguments];
    uint32_t texts[kMostArguments];
    Track tracks[kMostArguments];
    uint8_t signature[kMostBytes];
    uint32_t samples[kMostArguments];
    uint16_t sample_size;
    uint8_t sample[kMostBytes];
  };
  Watched *find(uint32_t fn, bool make);
  uint64_t find_mask(uint32_t fn) const;
  struct Differences {
    uint32_t arguments;  // a bit each
    uint32_t texts;      // arguments, too: texts that differ not only in their numbers
    uint32_t weight;     // of the weightiest
  };
  static Differences differences(Bytes before, Bytes now);
  void give_points(Watched *watched, Differences different);
  void count_texts(Watched *watched, uint32_t different);
  void set_aside(Watched *watched, uint32_t argument);

  Watched *watched_;  // a hash table by function, mapped when it is first needed
  uint32_t count_;
  bool any_;
};

}  // namespace recorder
