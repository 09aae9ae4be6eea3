// SPDX-License-Identifier: BSD-3-Clause
// Signatures to terminals, terminals to the runtime's own grammar, times to its buffer.
#include "filter/records.h"

#include <new>
#include <utility>

#include "filter/encode.h"

namespace recorder::filter {

StreamImage StreamRecords::image(const Spool &spool, uint32_t thread, uint32_t tid) {
  part_images_.clear();
  time_images_.clear();
  for (const Part &part : parts)
    part_images_.push_back({spool.bytes_of(part.cst), spool.bytes_of(part.cfg), spool.bytes_of(part.counts)});
  for (const Extent &chunk : times) time_images_.push_back(spool.bytes_of(chunk));
  StreamImage image{};
  image.thread = thread;
  image.tid = tid;
  image.part_count = static_cast<uint32_t>(part_images_.size());
  image.parts = part_images_.data();
  image.calls = calls;
  image.time_chunk_count = static_cast<uint32_t>(time_images_.size());
  image.time_chunks = time_images_.data();
  return image;
}

RecordWriter::RecordWriter(Spool &spool)
    : spool_(spool),
      nodes_(new Grammar::Node[kNodes]),
      rules_(new Grammar::Rule[Grammar::rules_for(kNodes)]),
      counts_(kCounts),
      window_(kTimeChunk) {
  if (!grammar_.init(nodes_.get(), kNodes, rules_.get())) throw std::bad_alloc();
  grammar_.set_counts(counts_.data(), counts_.size());
  begin_times();
}

void RecordWriter::begin_times() {
  times_.set_window(window_.data(), window_.data() + window_.size());
  times_.resume(0);
}

void RecordWriter::add(const std::string &signature) {
  const RunCounts &counts = grammar_.counts();
  if (!grammar_.has_room() || (counts.used() != 0 && counts.is_short())) end_part();
  const auto [known, is_new] = terminals_.try_emplace(signature, static_cast<uint32_t>(terminals_.size()));
  if (is_new) {
    put_varint(cst_, signature.size());
    cst_ += signature;
  }
  const uint32_t terminal = known->second;
  if (grammar_.expected() == terminal)
    grammar_.accept();
  else
    grammar_.append(terminal);
}

void RecordWriter::add_times(uint64_t start, uint64_t end) {
  if (times_.full()) end_chunk();
  times_.append(start, end);
  ++records_.calls;
}

void RecordWriter::end_chunk() {
  const auto size = static_cast<size_t>(times_.position() - window_.data());
  if (size != 0) records_.times.push_back(spool_.put(window_.data(), size));
  times_.set_window(window_.data(), window_.data() + window_.size());
}

void RecordWriter::end_part() {
  grammar_.flush();
  if (!terminals_.empty()) {
    std::string cst, cfg(grammar_.serialised_bound(), '\0');
    put_varint(cst, terminals_.size());
    cst += cst_;
    std::vector<uint32_t> scratch(grammar_.scratch_count());
    auto *begin = reinterpret_cast<uint8_t *>(cfg.data());
    cfg.resize(static_cast<size_t>(grammar_.serialise(begin, scratch.data()) - begin));
    records_.parts.push_back(
        {keep(cst), keep(cfg), spool_.put(grammar_.counts().data(), grammar_.counts().used())});
  }
  grammar_.reset();
  terminals_.clear();
  cst_.clear();
}

StreamRecords RecordWriter::finish() {
  end_part();
  end_chunk();
  begin_times();
  return std::exchange(records_, {});
}

}  // namespace recorder::filter
