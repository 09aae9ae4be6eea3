// SPDX-License-Identifier: BSD-3-Clause
// A value for people: names for flags, quotes for strings, handles with what they refer to.
#pragma once

#include <string>

#include "common/symbols.h"
#include "reader/recorder-reader.h"

namespace recorder::tools {

// Appends values of this trace.
class Plain {
 public:
  explicit Plain(const recorder_trace *trace) : symbols_(trace) {}

  void operator()(std::string &out, const recorder_value &value) const;
  const Symbols &symbols() const { return symbols_; }

 private:
  struct Label {
    const char *name = nullptr;
    std::string text;
  };

  void put_label(std::string &out, const recorder_value &value) const;
  void put_descriptor(std::string &out, const recorder_value &value) const;
  void put_handle(std::string &out, const recorder_value &value) const;
  void put_signed(std::string &out, const recorder_value &value) const;
  void put_unsigned(std::string &out, const recorder_value &value) const;
  void put_items(std::string &out, const recorder_value &value) const;

  Symbols symbols_;
  // Equal names are equal pointers: what the last ones became is kept.
  mutable Label labels_[64];
};

}  // namespace recorder::tools
