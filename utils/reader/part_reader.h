// SPDX-License-Identifier: BSD-3-Clause
// The terminals of one part of one rank. What all ranks of the class share comes from the file, which keeps
// it for all; what is the rank's own is put together here and lives as long as the part is read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/trace_file.h"

namespace recorder::reader {

class PartReader {
 public:
  PartReader(TraceFile &file, const ClassPart &part, uint64_t index);
  PartReader(const PartReader &) = delete;

  const Grammar &grammar() const { return *grammar_; }
  // Valid until the next call of any part of the trace.
  const Template &decode(uint64_t terminal) {
    const Recent &recent = recent_[terminal % kRecent];
    if (recent.terminal == terminal && recent.decoded != nullptr &&
        recent.forgotten == file_.templates_forgotten())
      return *recent.decoded;
    return decode_anew(terminal);
  }
  // The same with the slots put in that are told from the ends. Then it is kept in `complete`, which
  // else stays as it is.
  const Template &decode(uint64_t terminal, const SlotEnds &ends, std::shared_ptr<const Template> &complete) {
    const Template &decoded = decode(terminal);
    if (decoded.near_classes.empty()) return decoded;
    complete = put_slots(decoded, ends);
    return *complete;
  }
  uint64_t shape_of(uint64_t terminal);
  // The number that the file has for the function; all ranks of the class call the same.
  uint64_t function_number(uint64_t terminal) const;

 private:
  static constexpr size_t kOwnMemory = 16 << 20;

  struct Own {
    std::string bytes;
    uint64_t shape;
    std::unique_ptr<Template> decoded;
  };
  struct Recent {
    uint64_t terminal = UINT64_MAX;
    uint64_t signature;
    bool own;
    const Template *decoded = nullptr;
    uint64_t forgotten = 0;  // how often the file had forgotten its templates then
  };
  static constexpr size_t kRecent = 64;
  Recent &look_up(uint64_t terminal);
  const Template &decode_anew(uint64_t terminal);
  Own &own(uint64_t terminal, uint64_t signature);
  std::shared_ptr<const Template> put_slots(const Template &decoded, const SlotEnds &ends);

  TraceFile &file_;
  const ClassPart &part_;
  uint64_t index_;
  std::shared_ptr<const Grammar> grammar_;
  Recent recent_[kRecent];
  std::unordered_map<uint64_t, Own> own_;
  size_t memory_ = 0;
  // By shape and the ends that it was told from.
  std::map<std::vector<uint64_t>, std::shared_ptr<const Template>> complete_;
  size_t complete_memory_ = 0;
};

}  // namespace recorder::reader
