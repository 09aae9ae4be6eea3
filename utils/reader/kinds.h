// SPDX-License-Identifier: BSD-3-Clause
// The kinds of the function table, parsed once from their text into trees that the decoder walks.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace recorder::reader {

enum class Shape : uint8_t {
  nothing,  // void
  signed_number,
  unsigned_number,
  real,
  text,
  path,
  pointer,
  fd,
  new_fd,
  handle,
  new_handle,
  map,
  new_map,
  offset,
  array,     // of parts[0]
  optional,  // parts[0] or absent
  any,
  record,  // parts, each with a name
};

struct Kind {
  Shape shape = Shape::nothing;
  uint8_t flags = 0;              // RECORDER_ENUM, RECORDER_FLAGS, RECORDER_MODE
  uint32_t handle_class = 0;      // of handles: index in Classes, the first of
  std::vector<uint32_t> classes;  // those that it can be of
  std::string set;   // of enums and flags; of handles the class's name; of paths the directory argument
  std::string name;  // of a record's field
  std::vector<Kind> parts;
};

// Classes of handles by name. Descriptors are class 0 and mappings class 1, however they are spelled.
class Classes {
 public:
  static constexpr uint32_t kFd = 0;
  static constexpr uint32_t kMap = 1;

  Classes();
  uint32_t index(std::string_view name);
  size_t size() const { return names_.size(); }
  const std::string &name(uint32_t index) const { return names_[index]; }

 private:
  std::deque<std::string> names_;  // whose strings stay where they are
};

// A Failure when `text` is no kind.
Kind parse_kind(std::string_view text, Classes &classes);

}  // namespace recorder::reader
