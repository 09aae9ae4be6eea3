// SPDX-License-Identifier: BSD-3-Clause
// What a stream keeps of its times: windows of records in the spool, or statistics; and its windows of values
// where no times are kept (see stream.h).
#include "session/quiet.h"
#include "session/session.h"
#include "session/stream.h"

namespace recorder {

namespace {

constexpr uint64_t kSmallestWindow = 64 * 1024;

}  // namespace

bool Stream::keeps_times() { return session.settings.keeps_times(); }

void Stream::finish_without_times(Signature signature, uint64_t start, uint64_t end) {
  if (!append_call(signature)) return;
  // A call that contains the one before it began earlier.
  const uint64_t last = times_.last_end();
  if (session.settings.time_mode == TimeMode::statistics)
    statistics_.add(appended_, start > last ? start - last : 0, end - start);
  times_.resume(end);
  if (__builtin_expect(mapped_.window != nullptr, 0) && times_.position() != values_) {
    times_.end_values();
    values_ = times_.position();
  }
  ++calls_;
  if (has_guests && depth == 0) dismiss_guests();
}

// Without a memory of chunks the window stays open, and is full sooner or later. What was not used of it is
// given back.
void Stream::close_window() {
  if (mapped_.window == nullptr) return;
  const auto used = static_cast<uint64_t>(times_.position() - mapped_.window);
  Extent extent = mapped_.window_extent;
  if (used != 0 && !chunks.push(TimeChunk{extent, used})) return;
  // In this order for a child that is forked meanwhile, as in unmap_arena().
  uint8_t *const window = mapped_.window;
  mapped_.window = nullptr;
  std::atomic_thread_fence(std::memory_order_release);
  Spool::unmap(window, extent.size);
  use_window();
  const uint64_t stays = Memory::round_up(used);
  spool_->give_back(Extent{extent.offset + stays, extent.size - stays});
}

// What was not used of it stays open, for who comes next; unless it would soon be full.
void Stream::shorten_window() {
  const auto used = mapped_.window != nullptr ? static_cast<uint64_t>(times_.position() - mapped_.window) : 0;
  const uint64_t stays = Memory::round_up(used);
  Extent &extent = mapped_.window_extent;
  if (!keeps_times() || mapped_.window == nullptr || extent.size - stays < kSmallestWindow)
    return close_window();
  if (used == 0 || !chunks.push(TimeChunk{Extent{extent.offset, stays}, used})) return;
  uint8_t *const window = mapped_.window;
  extent = Extent{extent.offset + stays, extent.size - stays};
  std::atomic_thread_fence(std::memory_order_release);
  mapped_.window = window + stays;
  std::atomic_thread_fence(std::memory_order_release);
  Spool::unmap(window, stays);
  use_window();
}

// The end of a window that has enough left, so that small segments need no mapping of their own.
uint8_t *Stream::take_from_window(uint64_t size, Extent *extent) {
  Extent &window = mapped_.window_extent;
  if (!keeps_times() || mapped_.window == nullptr) return nullptr;
  const auto used = static_cast<uint64_t>(times_.position() - mapped_.window);
  if (size > kSmallestWindow || used + kSmallestWindow + size > window.size) return nullptr;
  window.size -= size;
  times_.set_end(mapped_.window + window.size);
  *extent = Extent{window.offset + window.size, size};
  return mapped_.window + window.size;
}

// Values alone are so rare that they get one with the first of them.
bool Stream::begin_window() {
  if (keeps_times()) return map_window();
  use_window();
  return true;
}

bool Stream::map_window() {
  Extent extent;
  const uint64_t half = Memory::round_up(share_ / 2);
  const uint64_t size = half < kSmallestWindow ? kSmallestWindow : half < kTimeWindow ? half : kTimeWindow;
  if (!spool_->allocate_about(kSmallestWindow, size, &extent)) return false;
  uint8_t *window = spool_->map(extent);
  if (window == nullptr) {
    spool_->give_back(extent);
    return false;
  }
  mapped_.window_extent = extent;
  mapped_.window = window;
  use_window();
  return true;
}

void Stream::use_window() {
  uint8_t *const window = mapped_.window;
  if (window == nullptr)
    times_.set_window(scratch_, scratch_);
  else if (keeps_times())
    times_.set_window(window, window + mapped_.window_extent.size);
  else
    times_.set_window_of_values(window);
  values_ = window;
}

// In a window that is full to times.
bool Stream::has_room_for_value() const {
  return !keeps_times() && mapped_.window != nullptr &&
         times_.position() + TimeBuffer::kRecordSlack <= mapped_.window + mapped_.window_extent.size;
}

bool Stream::next_window() {
  if (has_room_for_value()) return true;
  const NoWriteSignals quiet(true);
  close_window();
  if (mapped_.window == nullptr && map_window()) return true;
  lose();
  return false;
}

// How many calls' times there are.
uint64_t Stream::times_since(const Closed &closed) {
  uint64_t count = 0;
  if (statistics_.memory() != nullptr) return statistics_.calls(table_.count());
  if (!keeps_times()) return calls_ - closed.calls;
  const auto add = [&](const uint8_t *memory, uint64_t offset, uint64_t used) {
    uint64_t at = offset == closed.window.offset ? closed.used : 0;
    while (at < used) {
      const bool is_aside = (memory[at] & 15u) == TimeBuffer::kAside;
      at += (is_aside ? TimeBuffer::kAsideHead : 1u + (memory[at] & 15u)) + (memory[at] >> 4);
      count += !is_aside;
    }
  };
  for (uint64_t i = closed.chunks; i < chunks.size(); ++i) {
    const Extent extent{chunks[i].extent.offset, Memory::round_up(chunks[i].used)};
    uint8_t *memory = spool_->map(extent);
    if (memory == nullptr) return 0;
    add(memory, extent.offset, chunks[i].used);
    Spool::unmap(memory, extent.size);
  }
  if (mapped_.window != nullptr)
    add(mapped_.window, mapped_.window_extent.offset,
        static_cast<uint64_t>(times_.position() - mapped_.window));
  return count;
}

}  // namespace recorder
