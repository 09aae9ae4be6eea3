// SPDX-License-Identifier: BSD-3-Clause
// Sealing summaries, and carrying references to blocks.
#include "merge/blocks.h"

#include "format/deflate.h"

namespace recorder {
namespace {

constexpr char kNoRoom[] = "no memory to merge the trace";

int append(void *buffer, const void *data, uint64_t size, uint64_t) {
  return append_to_buffer(buffer, data, size);
}

}  // namespace

void Share::begin(uint64_t owner, FunctionLookup functions, uint64_t limit) {
  owner_ = owner;
  functions_ = functions;
  limit_ = limit;
  open_.clear();
  facts_.clear();
  references_.clear();
  blocks_.clear();
  dropped_bytes_ = 0;
}

void Share::swap(Share &other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(limit_, other.limit_);
  std::swap(functions_, other.functions_);
  open_.swap(other.open_);
  facts_.swap(other.facts_);
  references_.swap(other.references_);
  blocks_.swap(other.blocks_);
  std::swap(dropped_bytes_, other.dropped_bytes_);
}

Status Share::add(const ProcessImage &image, const TimesTotals &times) {
  Status status = open_.add(image);
  open_.set_times(times);
  return status.ok() ? seal_when_large() : status;
}

Status Share::seal_when_large() { return open_.bytes() > limit_ ? seal() : Status::good(); }

Status Share::seal() {
  if (open_.nranks() == 0) return Status::good();
  Buffer block;
  TraceWriter writer({append, &block});
  if (Status s = writer.begin(); !s.ok()) return s;
  if (Status s = emit_summary(open_, functions_, &writer); !s.ok()) return s;
  if (Status s = writer.finish(); !s.ok()) return s;
  facts_.add(open_);
  references_.push({owner_, dropped_bytes_ + blocks_.size(), block.size(), crc_of(block.bytes())});
  blocks_.put_bytes(block.bytes());
  open_.clear();
  return facts_.ok() && references_.ok() && blocks_.ok() ? Status::good() : Status::no_memory(kNoRoom);
}

void Share::drop_blocks() {
  dropped_bytes_ += blocks_.size();
  blocks_.clear();
}

Status Share::pack(Buffer *out) {
  out->put_varint(references_.size());
  for (const BlockReference &block : references_) {
    out->put_varint(block.owner);
    out->put_varint(block.offset);
    out->put_varint(block.bytes);
    out->put_u32le(block.crc);
  }
  facts_.pack(out);
  out->put_varint(open_.nranks() != 0);
  if (open_.nranks() != 0) open_.pack(out);
  open_.clear();
  facts_.clear();
  references_.clear();
  return out->ok() ? Status::good() : Status::no_memory(kNoRoom);
}

Status Share::unite(Bytes packed) {
  const Status damaged = Status::corrupt("the merged trace of another rank is damaged");
  Cursor in(packed);
  right_facts_.clear();
  uint64_t n = 0;
  uint64_t more = 0;
  if (!in.count(&n, 7)) return damaged;
  // What was sealed there comes before what is open there, and after all that is here.
  if (n != 0)
    if (Status s = seal(); !s.ok()) return s;
  for (uint64_t i = 0; i < n; ++i) {
    BlockReference block{};
    if (!in.varint(&block.owner) || !in.varint(&block.offset) || !in.varint(&block.bytes) ||
        !in.u32le(&block.crc))
      return damaged;
    references_.push(block);
  }
  if (!right_facts_.unpack(&in) || !in.varint(&more)) return damaged;
  facts_.add(right_facts_);
  if (!references_.ok() || !facts_.ok()) return Status::no_memory(kNoRoom);
  if (more == 0) return in.at_end() ? Status::good() : damaged;
  if (Status s = right_.unpack({in.here(), in.left()}); !s.ok()) return s;
  if (Status s = open_.add(right_); !s.ok()) return s;
  return seal_when_large();
}

Status Share::finish() {
  if (!references_.empty()) return seal();
  facts_.add(open_);
  return facts_.ok() ? Status::good() : Status::no_memory(kNoRoom);
}

}  // namespace recorder
