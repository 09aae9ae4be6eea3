// SPDX-License-Identifier: BSD-3-Clause
// Offsets are left to the reader's own StreamState, so that their rule stands in one place: it is told the
// value, and what it remembered before gives the difference.
#include "filter/new_state.h"

#include "filter/encode.h"
#include "format/format.h"

namespace recorder::filter {

using reader::Filled;
using reader::Name;
using reader::Template;
using reader::Use;

void NewState::prepare(const Template &record, const Filled *filled, const Name *cwd,
                       std::vector<std::string> &before) {
  if (record.base == Template::Base::cwd && cwd != cwd_) {
    std::string bytes;
    put_varint(bytes, format::kFnCwd);
    put_text(bytes, cwd != nullptr ? cwd->text : "");
    before.push_back(std::move(bytes));
    cwd_ = cwd;
  }
  for (size_t i = 0; i < record.uses.size(); ++i) {
    const Use &use = record.uses[i];
    if ((use.what != Use::descriptor && use.what != Use::handle) || !filled[i].known) continue;
    const Place place = {use.handle_class, use.slot};
    const Handle handle = {filled[i].number, filled[i].label};
    const auto found = handles_.find(place);
    if (found == handles_.end() || !(found->second == handle)) bind(place, handle, before);
  }
}

void NewState::bind(const Place &place, const Handle &handle, std::vector<std::string> &before) {
  std::string bytes;
  put_varint(bytes, format::kFnBind);
  put_text(bytes, dictionary_.classes.name(place.handle_class));
  put_varint(bytes, place.slot);
  put_zigzag(bytes, handle.number);
  put_text(bytes, handle.name != nullptr ? handle.name->text : "");
  before.push_back(std::move(bytes));
  handles_[place] = handle;
  Template binding;
  binding.what = Template::What::bind;
  binding.bound = {place.handle_class, place.slot, handle.number};
  binding.name = handle.name;
  state_.apply(binding, nullptr, outcome_);
}

void NewState::apply(const Template &record, const Filled *filled, const Name *file,
                     std::vector<int64_t> &differences) {
  call_.function = record.function;
  call_.base = Template::Base::fixed;
  call_.fixed = file;
  call_.creations = record.creations;
  call_.uses.clear();
  offsets_.values.clear();
  offsets_.next = 0;
  for (size_t i = 0; i < record.uses.size(); ++i) {
    if (!record.uses[i].is_offset()) continue;
    call_.uses.push_back(record.uses[i]);
    call_.uses.back().what = Use::aside_offset;
    offsets_.values.push_back(filled[i].number);
  }
  changes_.clear();
  outcome_.clear();
  state_.apply(call_, &offsets_, outcome_);
  differences.clear();
  auto change = changes_.begin();
  reader::Neighbours neighbours;
  for (size_t i = 0; i < call_.uses.size(); ++i) {
    const auto value = static_cast<uint64_t>(offsets_.values[i]);
    uint64_t previous = neighbours.before(call_.uses[i]);
    if (call_.uses[i].element != Use::kNeighbour) {
      const bool is_first = change->before.generation != change->offset->generation;
      previous = is_first ? change->before.first : change->before.value;
      ++change;
    }
    differences.push_back(static_cast<int64_t>(value - previous));
    neighbours.note(call_.uses[i], value);
  }
  for (const reader::Creation &made : record.creations)
    handles_[{made.handle_class, made.slot}] = {made.number, file};
}

}  // namespace recorder::filter
