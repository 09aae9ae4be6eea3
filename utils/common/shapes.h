// SPDX-License-Identifier: BSD-3-Clause
// Lines by shape. Calls of one shape differ only in a few values, so a line is made once, with holes, and the
// holes are filled call by call.
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

class Lines {
 public:
  // The line of the call's shape; `make` makes it when it is new.
  template <class Make>
  const Line &of(const recorder_call &call, Make make) {
    std::unique_ptr<Line> &known = place_of(call.shape);
    if (known != nullptr) return *known;
    if (memory_ > kMemory) {
      lines_.clear();
      later_.clear();
      memory_ = 0;
    }
    auto line = std::make_unique<Line>();
    make(call, *line);
    memory_ += sizeof *line + line->head.capacity() + line->text.capacity() + 64 * line->holes.size() + 64;
    return *(place_of(call.shape) = std::move(line));
  }

 private:
  static constexpr size_t kMemory = 128 << 20;
  static constexpr uint64_t kDense = 1 << 20;

  // The first shapes are those that ranks share; what is a rank's own has numbers without end.
  std::unique_ptr<Line> &place_of(uint64_t shape) {
    if (shape >= kDense) return later_[shape];
    if (shape >= lines_.size()) lines_.resize(shape + 1);
    return lines_[shape];
  }

  std::vector<std::unique_ptr<Line>> lines_;
  std::unordered_map<uint64_t, std::unique_ptr<Line>> later_;
  size_t memory_ = 0;
};

}  // namespace recorder::tools
