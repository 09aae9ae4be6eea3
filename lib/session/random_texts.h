// SPDX-License-Identifier: BSD-3-Clause
// Texts of random arguments (random_arguments.h): files of a data set that are read in another order each
// time, names made up by mkstemp, entries of directories. They go beside the signatures as numbers do
// (recorder-format(5), "Texts that are aside"): a name that differs from one before it in its numbers as
// these, one that was there before as which, others by their bytes.
#pragma once

#include <cstdint>

#include "core/name_patterns.h"
#include "format/text_history.h"

namespace recorder {

class Stream;

class RandomTexts {
 public:
  struct Told {
    enum Where : uint8_t {
      unknown,  // nothing of it is remembered: too long, or no memory is left
      inside,   // it must stand in the signature as it is
      aside
    };
    Where where;
    bool turns;  // as in NamePatterns::Said
  };
  // Puts the text of the call that is being encoded aside if it can be told from those before it, or if all
  // texts of the argument go there.
  Told put(Stream *stream, NamePatterns::Key key, Bytes text);

  // Gives the memory back. Nothing is put aside from here on: readers remember what they have seen, so that
  // nothing can begin anew.
  void retire();

 private:
  uint64_t way_of(Bytes text, const NamePatterns::Numbers &numbers) const;
  static void put_numbers(Stream *stream, uint32_t fn, uint32_t argument,
                          const NamePatterns::Numbers &numbers);
  void put_in_full(Stream *stream, uint32_t fn, uint32_t argument, uint64_t key, Bytes text);

  static bool is_regular(Stream *stream, uint32_t fn, uint32_t argument, const NamePatterns::Numbers &numbers,
                         Bytes text);

  TextHistory *history_;  // mapped when the first text comes
  bool retired_;
};

}  // namespace recorder
