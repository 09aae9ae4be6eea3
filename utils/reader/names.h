// SPDX-License-Identifier: BSD-3-Clause
// Paths and names of handles, each kept once for the whole trace: equal names are equal pointers.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace recorder::reader {

struct Name {
  std::string text;
  bool is_path;  // absolute: can be the `file` of a call
};

class Names {
 public:
  const Name *intern(std::string_view text);
  // `path` seen from directory `base` (null: unknown), absolute and without "//", "." and ".."; null when
  // that cannot be said. Links are not followed: the trace knows no file system.
  const Name *resolve(const Name *base, std::string_view path);

 private:
  std::deque<Name> names_;
  std::unordered_map<std::string_view, const Name *> index_;
};

}  // namespace recorder::reader
