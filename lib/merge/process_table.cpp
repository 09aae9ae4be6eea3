// SPDX-License-Identifier: BSD-3-Clause
// Columns of the process table: differences to the rank before for what grows, run lengths for what stays.
#include "merge/process_table.h"

#include "format/trace_writer.h"

namespace recorder {
namespace {

constexpr uint64_t kEmitAtOnce = 32 * 1024;

uint64_t between(uint64_t from, uint64_t to) { return to - from; }  // modulo 2^64, undone by adding

// A column as runs of equal values.
template <class Value>
void pack_runs(uint64_t n, Value value, Buffer *out) {
  for (uint64_t i = 0; i < n;) {
    uint64_t end = i + 1;
    while (end < n && value(end) == value(i)) ++end;
    out->put_varint(end - i);
    out->put_varint(value(i));
    i = end;
  }
}

template <class Set>
bool unpack_runs(Cursor *in, uint64_t n, Set set) {
  for (uint64_t i = 0; i < n;) {
    uint64_t length = 0;
    uint64_t value = 0;
    if (!in->varint(&length) || !in->varint(&value) || length == 0 || length > n - i) return false;
    for (const uint64_t end = i + length; i < end; ++i) set(i, value);
  }
  return true;
}

// A column as differences to the value before.
template <class Value>
void pack_steps(uint64_t n, Value value, Buffer *out) {
  uint64_t before = 0;
  for (uint64_t i = 0; i < n; ++i) {
    out->put_zigzag(static_cast<int64_t>(between(before, value(i))));
    before = value(i);
  }
}

template <class Set>
bool unpack_steps(Cursor *in, uint64_t n, Set set) {
  uint64_t value = 0;
  for (uint64_t i = 0; i < n; ++i) {
    int64_t step = 0;
    if (!in->zigzag(&step)) return false;
    value += static_cast<uint64_t>(step);
    set(i, value);
  }
  return true;
}

}  // namespace

bool ProcessTable::add(const ProcessImage &image) {
  place_.clear();
  place_.put_str(image.host);
  place_.put_str(image.program);
  place_.put_str(image.cwd);
  place_.put_varint(image.tick_num);
  place_.put_varint(image.tick_den);
  if (!place_.ok()) return false;
  const uint32_t id = places_.add(place_.bytes());
  if (id == Interner::kNone) return false;
  for (uint32_t i = 0; i < image.stream_count; ++i) tids_.push(image.streams[i].tid);
  rows_.push(
      {image.rank, image.start_realtime_ns, image.dropped, image.lost, image.pid, id, image.stream_count});
  return ok();
}

bool ProcessTable::add(const ProcessTable &right) {
  ids_.clear();
  for (uint32_t i = 0; i < right.places_.count(); ++i) ids_.push(places_.add(right.places_.at(i)));
  if (!ids_.ok() || !ok()) return false;
  const uint64_t first = rows_.size();
  rows_.append(right.rows_.data(), right.rows_.size());
  tids_.append(right.tids_.data(), right.tids_.size());
  if (!ok()) return false;
  for (uint64_t i = first; i < rows_.size(); ++i) rows_[i].place = ids_[rows_[i].place];
  return true;
}

void ProcessTable::clear() {
  places_.clear();
  rows_.clear();
  tids_.clear();
}

void ProcessTable::swap(ProcessTable &other) noexcept {
  places_.swap(other.places_);
  rows_.swap(other.rows_);
  tids_.swap(other.tids_);
}

void ProcessTable::pack(Buffer *out) const {
  const uint64_t n = count();
  places_.pack(out);
  out->put_varint(n);
  pack_runs(
      n, [&](uint64_t i) { return uint64_t{rows_[i].place}; }, out);
  pack_runs(
      n, [&](uint64_t i) { return uint64_t{rows_[i].threads}; }, out);
  pack_runs(
      n, [&](uint64_t i) { return rows_[i].dropped; }, out);
  pack_runs(
      n, [&](uint64_t i) { return rows_[i].lost; }, out);
  // Ranks follow each other; the runs are those of the step from row to row.
  pack_runs(
      n, [&](uint64_t i) { return static_cast<uint64_t>(rows_[i].rank) - i; }, out);
  pack_steps(
      n, [&](uint64_t i) { return rows_[i].start_realtime_ns; }, out);
  pack_steps(
      n, [&](uint64_t i) { return uint64_t{rows_[i].pid}; }, out);
  // A thread's number is close to its process's, and the first one's is the same.
  uint64_t next = 0;
  for (uint64_t i = 0; i < n; ++i)
    for (uint32_t k = 0; k < rows_[i].threads; ++k)
      out->put_zigzag(int64_t{tids_[next++]} - int64_t{rows_[i].pid});
}

bool ProcessTable::unpack(Cursor *in) {
  uint64_t n = 0;
  if (!places_.unpack(in) || !in->count(&n) || !rows_.resize(n)) return false;
  return unpack_numbers(in, n) && unpack_threads(in);
}

bool ProcessTable::unpack_numbers(Cursor *in, uint64_t n) {
  bool sound = true;
  const auto set_place = [&](uint64_t i, uint64_t v) {
    sound &= v < places_.count();
    rows_[i].place = static_cast<uint32_t>(v);
  };
  const auto set_threads = [&](uint64_t i, uint64_t v) { rows_[i].threads = static_cast<uint32_t>(v); };
  const auto set_dropped = [&](uint64_t i, uint64_t v) { rows_[i].dropped = v; };
  const auto set_lost = [&](uint64_t i, uint64_t v) { rows_[i].lost = v; };
  const auto set_rank = [&](uint64_t i, uint64_t v) { rows_[i].rank = static_cast<int64_t>(v + i); };
  const auto set_start = [&](uint64_t i, uint64_t v) { rows_[i].start_realtime_ns = v; };
  const auto set_pid = [&](uint64_t i, uint64_t v) { rows_[i].pid = static_cast<uint32_t>(v); };
  return unpack_runs(in, n, set_place) && sound && unpack_runs(in, n, set_threads) &&
         unpack_runs(in, n, set_dropped) && unpack_runs(in, n, set_lost) && unpack_runs(in, n, set_rank) &&
         unpack_steps(in, n, set_start) && unpack_steps(in, n, set_pid);
}

bool ProcessTable::unpack_threads(Cursor *in) {
  for (const Row &row : rows_)
    for (uint32_t k = 0; k < row.threads; ++k) {
      int64_t step = 0;
      if (!in->zigzag(&step) || !tids_.push(static_cast<uint32_t>(int64_t{row.pid} + step))) return false;
    }
  return true;
}

void ProcessTable::emit(TraceWriter *writer) const {
  Buffer out;
  out.put_varint(count());
  uint64_t next = 0;
  for (const Row &row : rows_) {
    Cursor place(places_.at(row.place));
    Bytes host{}, program{}, cwd{};
    place.str(&host);
    place.str(&program);
    place.str(&cwd);
    const Bytes tick{place.here(), place.left()};
    out.put_varint(row.pid);
    out.put_zigzag(row.rank);
    out.put_str(host);
    out.put_str(program);
    out.put_str(cwd);
    out.put_varint(row.start_realtime_ns);
    out.put_bytes(tick);
    out.put_varint(row.dropped);
    out.put_varint(row.lost);
    out.put_varint(row.threads);
    for (uint32_t k = 0; k < row.threads; ++k) out.put_varint(tids_[next++]);
    if (out.size() < kEmitAtOnce) continue;
    writer->put(out);
    out.clear();
  }
  writer->put(out);
}

}  // namespace recorder
