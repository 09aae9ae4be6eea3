// SPDX-License-Identifier: BSD-3-Clause
// In a loop that is gone through once, everything but time is counted as one turn has it. A loop may begin in
// the middle of a tree: then the first parent of a turn takes what the turn before left. When the loop is
// looked at, three such turns have passed, so that what is pending before it is what each of its turns finds.
#include "analysis/call_tree.h"

#include <algorithm>

namespace recorder::analysis {

namespace {

// Times are of all turns of a loop from the beginning.
void add_to(std::vector<Below> &list, const Below &more, uint64_t times) {
  for (Below &one : list) {
    if (one.function != more.function) continue;
    one.calls += more.calls * times;
    one.bytes += more.bytes * times;
    one.unknown += more.unknown * times;
    one.time_ns += more.time_ns;
    one.outer_ns += more.outer_ns;
    return;
  }
  list.push_back({more.function, more.calls * times, more.bytes * times, more.unknown * times, more.time_ns,
                  more.outer_ns});
}

}  // namespace

void CallTree::Level::clear() {
  calls.clear();
  roots_ns = io_ns = last_end_ns = 0;
}

void CallTree::Level::add(const Level &other, uint64_t times) {
  for (const Below &one : other.calls) add_to(calls, one, times);
  roots_ns += other.roots_ns;
  io_ns += other.io_ns;
  last_end_ns = std::max(last_end_ns, other.last_end_ns);
}

void CallTree::put(std::vector<Level> &levels, const Level &level, uint64_t times) {
  auto at = levels.end();
  while (at != levels.begin() && (at - 1)->depth >= level.depth) --at;
  if (at == levels.end() || at->depth != level.depth) {
    at = levels.emplace(at);
    at->depth = level.depth;
  }
  at->add(level, times);
}

// Calls that ended before their parent began have another one, which never returned.
void CallTree::collect_level(const Level &level, int64_t start_ns, bool has_times) {
  (has_times && level.last_end_ns < start_ns ? outside_ : below_).add(level, 1);
}

// Everything pending that is deeper.
void CallTree::collect(uint64_t depth, int64_t start_ns, bool has_times) {
  while (!levels_.empty() && levels_.back().depth > depth) {
    collect_level(levels_.back(), start_ns, has_times);
    levels_.pop_back();
  }
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    for (const Level &level : frame->before)
      if (level.depth > depth && level.depth <= frame->consumed) collect_level(level, start_ns, has_times);
    frame->consumed = std::min(frame->consumed, depth);
  }
}

CallTree::Result CallTree::add_nested(const CallNode &node) {
  below_.clear();
  outside_.clear();
  collect(node.depth, node.moment.start_ns, node.moment.end_ns != 0);
  result_ = below_.calls;
  const int64_t children_ns = below_.roots_ns;
  below_.depth = node.depth;
  if (node.counted) {
    for (Below &one : below_.calls)
      if (layer_of_(one.function) == node.layer) one.outer_ns = 0;
    add_to(below_.calls, {node.function, 1, node.bytes, node.unknown, node.time_ns, node.time_ns}, 1);
    below_.roots_ns = node.time_ns;
    if (node.is_io) below_.io_ns = node.time_ns;
  }
  below_.last_end_ns = node.moment.end_ns;
  if (node.depth == 0) {
    outside_.add(below_, 1);
    pending_ = !frames_.empty();
  } else {
    put(levels_, below_, 1);
    pending_ = true;
  }
  return {result_.empty() ? nullptr : &result_, children_ns,
          outside_.calls.empty() ? nullptr : &outside_.calls, outside_.io_ns, false};
}

CallTree::Result CallTree::stream_ends() {
  outside_.clear();
  for (const Level &level : levels_) outside_.add(level, 1);
  levels_.clear();
  frames_.clear();
  pending_ = false;
  return {nullptr, 0, outside_.calls.empty() ? nullptr : &outside_.calls, outside_.io_ns, false};
}

void CallTree::loop_begins() {
  frames_.push_back({std::move(levels_), UINT64_MAX});
  levels_.clear();
  pending_ = true;
}

// What found its parent in the loop is as the last turn left it; the rest has grown by each of its turns.
void CallTree::loop_ends(uint64_t times) {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  std::vector<Level> after;
  for (const Level &level : frame.before)
    if (level.depth <= frame.consumed) put(after, level, 1);
  for (const Level &level : levels_) put(after, level, level.depth > frame.consumed ? 1 : times);
  levels_ = std::move(after);
  pending_ = !levels_.empty() || !frames_.empty();
}

}  // namespace recorder::analysis
