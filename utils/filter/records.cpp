// SPDX-License-Identifier: BSD-3-Clause
// Signatures to terminals, terminals to the runtime's own grammar, times to its buffer.
#include "filter/records.h"

#include <new>
#include <utility>

#include "filter/encode.h"

namespace recorder::filter {

namespace {

Bytes bytes_of(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

}  // namespace

StreamImage StreamRecords::image(uint32_t thread, uint32_t tid) {
  part_images_.clear();
  time_images_.clear();
  for (const Part &part : parts)
    part_images_.push_back({bytes_of(part.cst), bytes_of(part.cfg), bytes_of(part.counts)});
  for (const std::string &chunk : times) time_images_.push_back(bytes_of(chunk));
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

RecordWriter::RecordWriter()
    : nodes_(new Grammar::Node[kNodes]),
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
  const auto *begin = reinterpret_cast<const char *>(window_.data());
  const auto size = static_cast<size_t>(times_.position() - window_.data());
  if (size != 0) records_.times.emplace_back(begin, size);
  times_.set_window(window_.data(), window_.data() + window_.size());
}

void RecordWriter::end_part() {
  grammar_.flush();
  if (!terminals_.empty()) {
    StreamRecords::Part part;
    put_varint(part.cst, terminals_.size());
    part.cst += cst_;
    part.cfg.resize(grammar_.serialised_bound());
    std::vector<uint32_t> renumber(grammar_.rule_count());
    auto *begin = reinterpret_cast<uint8_t *>(part.cfg.data());
    part.cfg.resize(static_cast<size_t>(grammar_.serialise(begin, renumber.data()) - begin));
    part.counts.assign(reinterpret_cast<const char *>(grammar_.counts().data()), grammar_.counts().used());
    records_.parts.push_back(std::move(part));
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
