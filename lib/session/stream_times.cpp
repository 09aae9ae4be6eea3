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

void Stream::finish_without_times(uint32_t size, bool has_form, uint64_t start, uint64_t end) {
  if (!append_call(size, has_form)) return;
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
  Spool::unmap(mapped_.window, extent.size);
  mapped_.window = nullptr;
  times_.set_window(scratch_, scratch_);
  const uint64_t stays = Memory::round_up(used);
  spool_->give_back(Extent{extent.offset + stays, extent.size - stays});
}

// Values alone are so rare that they get one with the first of them.
bool Stream::begin_window() {
  if (keeps_times()) return map_window();
  times_.set_window(scratch_, scratch_);
  return true;
}

bool Stream::map_window() {
  Extent extent;
  if (!spool_->allocate_about(kSmallestWindow, kTimeWindow, &extent)) return false;
  uint8_t *window = spool_->map(extent);
  if (window == nullptr) {
    spool_->give_back(extent);
    return false;
  }
  mapped_.window_extent = extent;
  mapped_.window = window;
  if (keeps_times())
    times_.set_window(window, window + extent.size);
  else
    times_.set_window_of_values(window);
  values_ = window;
  return true;
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
