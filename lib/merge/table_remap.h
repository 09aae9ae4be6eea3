// SPDX-License-Identifier: BSD-3-Clause
// A column of numbers that stand for something, with other numbers for the same.
#pragma once

#include "merge/table.h"

namespace recorder {

template <class Map>
bool TableUniter::remap(Bytes items, uint64_t *value, Map map, StepJoiner *to) {
  StepItem item{};
  for (Cursor in(items); !in.at_end();) {
    if (!next_item(&in, &item)) return false;
    if (item.repeat) {
      if (!remap_repeat(item, value, map, to)) return false;
    } else if (item.step == 0) {
      if (!to->push_run(item.count, 0)) return false;
    } else {
      for (uint64_t i = 0; i < item.count; ++i, *value += item.step)
        if (!to->push_run(1, uint64_t{map(*value + item.step)} - map(*value))) return false;
    }
  }
  return true;
}

// A repeat that comes back to where it began stays one.
template <class Map>
bool TableUniter::remap_repeat(const StepItem &item, uint64_t *value, Map map, StepJoiner *to) {
  uint64_t count = 0;
  uint64_t sum = 0;
  if (!count_steps(item.body, &count, &sum)) return false;
  for (uint64_t i = 0; i < item.count; ++i) {
    if (sum != 0 || i == 0) {
      if (!remap(item.body, value, map, to)) return false;
      continue;
    }
    StepJoiner body;
    Buffer items;
    body.begin(&items);
    if (!remap(item.body, value, map, &body) || !body.end()) return false;
    return to->push_repeat(item.count - 1, items.bytes());
  }
  return true;
}

}  // namespace recorder
