// SPDX-License-Identifier: BSD-3-Clause
// What a reader of the new stream will remember when it comes to the next selected call: which handles are in
// its slots, the previous offsets, the working directory. Calls that are left out change none of it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "reader/stream_state.h"

namespace recorder::filter {

class NewState {
 public:
  NewState(reader::Dictionary &dictionary, const reader::Name *cwd)
      : dictionary_(dictionary), state_(dictionary.names, cwd), cwd_(cwd) {
    state_.keep_changes(&changes_);
  }
  NewState(const NewState &) = delete;

  // Appends to `before` the records (@cwd, @bind) after which the call finds what it found in the original
  // stream. `filled` are the outcomes of its uses there, `cwd` the directory at that time.
  void prepare(const reader::Template &record, const reader::Filled *filled, const reader::Name *cwd,
               std::vector<std::string> &before);
  // The call itself, whose file is `file`: the differences of its offsets, and what it makes.
  void apply(const reader::Template &record, const reader::Filled *filled, const reader::Name *file,
             std::vector<int64_t> &differences);

 private:
  struct Handle {
    int64_t number;
    const reader::Name *name;
    bool operator==(const Handle &o) const { return number == o.number && name == o.name; }
  };
  struct Place {
    uint32_t handle_class;
    uint64_t slot;
    bool operator==(const Place &o) const { return handle_class == o.handle_class && slot == o.slot; }
  };
  struct PlaceHash {
    size_t operator()(const Place &place) const {
      return static_cast<size_t>((place.slot ^ uint64_t{place.handle_class} << 40) * 0x9e3779b97f4a7c15u);
    }
  };
  // Gives the state the offsets themselves, one after another.
  struct Offsets : reader::AsideSource {
    std::vector<int64_t> values;
    size_t next = 0;
    uint64_t next_aside(const reader::Function *, uint8_t, uint32_t) override {
      return static_cast<uint64_t>(values[next++]);
    }
  };

  void bind(const Place &place, const Handle &handle, std::vector<std::string> &before);

  reader::Dictionary &dictionary_;
  reader::StreamState state_;
  const reader::Name *cwd_;
  std::unordered_map<Place, Handle, PlaceHash> handles_;
  std::vector<reader::StreamState::Change> changes_;
  Offsets offsets_;
  reader::Template call_;  // what the state needs to know of a call
  reader::Outcome outcome_;
};

}  // namespace recorder::filter
