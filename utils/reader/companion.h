// SPDX-License-Identifier: BSD-3-Clause
// For analyses that go along with an iterator: what a call did may follow from calls that were not selected,
// such as where a file is read next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "reader/stream_state.h"

namespace recorder::reader {

// Goes along with one stream and sees every call of it in the order of their returns. The iterator shows
// calls in the order of their starts, tree by tree: a call of the application and all that it made.
class Companion {
 public:
  virtual ~Companion() = default;
  // The calls that follow are numbered from 0 again.
  virtual void tree_begins() = 0;
  virtual void call(const Template &record, const Filled *filled, uint64_t shape) = 0;
  virtual void bind(const Template &record) = 0;
  // The iterator shows this call of the tree now.
  virtual void shown(size_t number) = 0;
};

using MakeCompanion = std::function<std::unique_ptr<Companion>()>;

}  // namespace recorder::reader
