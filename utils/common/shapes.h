// SPDX-License-Identifier: BSD-3-Clause
// What tools keep by shape. Calls of one shape differ only in a few values, so a line is made once, with
// holes, and the holes are filled call by call.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/recorder-reader.h"

namespace recorder::tools {

struct Line {
  struct Hole {
    size_t at;                                   // in `text`
    const recorder_value *recorder_call::*list;  // arguments or result
    uint32_t index;
  };
  std::string head;  // what comes before the times
  std::string text;  // what comes after them
  std::vector<Hole> holes;

  size_t memory() const { return head.capacity() + text.capacity() + 64 * holes.size(); }

  // A value that varies leaves a hole; others go into the text.
  template <class Put>
  void add(const recorder_call &call, const recorder_value *recorder_call::*list, uint32_t index,
           const Put &put) {
    const recorder_value &value = (call.*list)[index];
    if ((value.flags & RECORDER_VARIES) != 0) {
      holes.push_back({text.size(), list, index});
    } else {
      put(text, value);
    }
  }

  template <class Put>
  void print(std::string &out, const recorder_call &call, const Put &put) const {
    size_t done = 0;
    for (const Hole &hole : holes) {
      out.append(text, done, hole.at - done);
      put(out, (call.*hole.list)[hole.index]);
      done = hole.at;
    }
    out.append(text, done, std::string::npos);
  }
};

// Kept has a memory(): bytes beyond its own size.
template <class Kept>
class ByShape {
 public:
  // What is kept of the call's shape; `make` makes it when it is new.
  template <class Make>
  Kept &of(const recorder_call &call, Make make) {
    std::unique_ptr<Kept> &known = place_of(call.shape);
    if (known != nullptr) return *known;
    if (memory_ > kMemory) clear();
    auto fresh = std::make_unique<Kept>();
    make(call, *fresh);
    memory_ += sizeof *fresh + fresh->memory() + 64;
    return *(place_of(call.shape) = std::move(fresh));
  }

  // For another trace, whose shapes are others.
  void clear() {
    first_.clear();
    later_.clear();
    memory_ = 0;
  }

 private:
  static constexpr size_t kMemory = 128 << 20;
  static constexpr uint64_t kDense = 1 << 20;

  // The first shapes are those that ranks share; what is a rank's own has numbers without end.
  std::unique_ptr<Kept> &place_of(uint64_t shape) {
    if (shape >= kDense) return later_[shape];
    if (shape >= first_.size()) first_.resize(shape + 1);
    return first_[shape];
  }

  std::vector<std::unique_ptr<Kept>> first_;
  std::unordered_map<uint64_t, std::unique_ptr<Kept>> later_;
  size_t memory_ = 0;
};

using Lines = ByShape<Line>;

}  // namespace recorder::tools
