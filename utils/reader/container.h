// SPDX-License-Identifier: BSD-3-Clause
// The file as a set of named, checksummed sections; what they hold is trace_file.h's business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reader/inflater.h"
#include "reader/source.h"

namespace recorder::reader {

struct Section {
  std::string name;
  StoredRange range;
};

class Container {
 public:
  // Reads the table and verifies the checksum of every section.
  explicit Container(std::unique_ptr<Source> source);

  const Source &source() const { return *source_; }
  const std::vector<Section> &sections() const { return sections_; }
  // The first of this name, or null.
  const Section *find(const char *name) const;
  // The raw bytes of a section; a missing one is a Failure.
  std::string load(const char *name) const;
  std::string load(const Section &section) const;

 private:
  void check_header() const;
  void read_table();
  void verify(const Section &section) const;

  std::unique_ptr<Source> source_;
  std::vector<Section> sections_;
};

}  // namespace recorder::reader
