// SPDX-License-Identifier: BSD-3-Clause
// Slots of files, and the choice of accesses.
#include "report/file_table.h"

#include <algorithm>

namespace recorder::report {

unsigned FileTotals::base() const {
  for (unsigned level = 0; level < traffic.size(); ++level)
    if (traffic[level].bytes() != 0) return level;
  for (unsigned level = 0; level < traffic.size(); ++level)
    if (traffic[level].calls() != 0) return level;
  return 0;
}

uint32_t FileTable::find(const std::string &name, bool several) {
  const auto [place, is_new] = slots_.try_emplace(name, static_cast<uint32_t>(files_.size()));
  if (is_new) {
    files_.emplace_back();
    files_.back().name = name;
    files_.back().several = several;
  }
  return place->second;
}

FileTotals &FileTable::of(const reader::Name *name) {
  if (name == last_) return files_[last_slot_];
  const auto [place, is_new] = known_.try_emplace(name, 0);
  if (is_new) {
    const std::string &text = name->text;
    if (files_.size() - directories_ < kMostFiles || slots_.count(text) != 0) {
      place->second = find(text, false);
    } else {
      const size_t before = files_.size();
      const std::string directory = text.substr(0, std::min(text.rfind('/'), text.size())) + "/*";
      const bool room = directories_ < kMostDirectories || slots_.count(directory) != 0;
      place->second = find(room ? directory : "*", true);
      directories_ += files_.size() - before;
    }
  }
  last_ = name;
  last_slot_ = place->second;
  return files_[last_slot_];
}

// Only the busiest files get a chart: the half with fewer bytes gives up what it kept.
void FileTable::make_room() {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < files_.size(); ++i)
    if (!files_[i].samples[0].kept().empty() || !files_[i].samples[1].kept().empty()) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
    return files_[a].traffic[files_[a].base()].bytes() > files_[b].traffic[files_[b].base()].bytes();
  });
  for (size_t i = order.size() / 2; i < order.size(); ++i) {
    for (Samples &samples : files_[order[i]].samples) {
      samples_ -= samples.kept().size();
      samples.clear();
    }
  }
}

}  // namespace recorder::report
