// SPDX-License-Identifier: BSD-3-Clause
// Putting the late parts behind the streams that they continue; counts without expansion.
#include "reader/trace.h"

#include <algorithm>

#include "format/format.h"
#include "reader/failure.h"

namespace recorder::reader {

Trace::Trace(std::unique_ptr<Source> source) {
  file_ = std::make_unique<TraceFile>(std::move(source), dictionary_);
  read_blocks();
  number_ranks();
  start_realtime_ = file_->metadata_number("start_realtime_ns", process(first_rank()).start_realtime);
  read_late();
}

void Trace::read_blocks() {
  const auto add = [this](TraceFile *file) {
    blocks_.push_back({file, ranks_, streams_, classes_});
    if (__builtin_add_overflow(streams_, file->streams(), &streams_))
      damaged("it has impossibly many streams");
    ranks_ += file->ranks();
    classes_ += file->classes().size();
  };
  if (!file_->has_blocks()) add(file_.get());
  for (const Section &section : file_->container().sections()) {
    if (section.name != format::kBlock) continue;
    block_files_.push_back(
        std::make_unique<TraceFile>(Source::own(file_->container().load(section)), dictionary_));
    if (block_files_.back()->has_blocks() || block_files_.back()->has_times())
      damaged("a block has blocks or times of its own");
    add(block_files_.back().get());
  }
  file_->check_times(streams_);
}

// The ranks of a whole job are stored in order. A rank that wrote a trace of its own is the only one there.
void Trace::number_ranks() {
  if (ranks_ != 1) return;
  Block &only = blocks_.front();
  const int64_t rank = only.file->process(0).mpi_rank;
  if (rank > 0) only.first_rank = static_cast<uint64_t>(rank);
}

const Block &Trace::block_of(uint64_t rank) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), rank,
                                      [](uint64_t r, const Block &block) { return r < block.first_rank; });
  return *(after - 1);
}

const Block &Trace::block_of_class(uint64_t index) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), index,
                                      [](uint64_t i, const Block &block) { return i < block.first_class; });
  return *(after - 1);
}

Process Trace::process(uint64_t rank) const {
  const Block &block = block_of(rank);
  return block.file->process(rank - block.first_rank);
}

void Trace::read_late() {
  for (const Section &section : file_->container().sections()) {
    if (section.name != format::kLate) continue;
    auto late = std::make_unique<TraceFile>(Source::own(file_->container().load(section)), dictionary_);
    if (late->has_blocks() || late->ranks() != 1 || late->container().find(format::kLate) != nullptr) {
      damaged("a late section holds more than one process");
    }
    late->check_times(late->streams());
    if (late->has_section_times() != file_->has_section_times()) damaged("times are missing in a part of it");
    const uint64_t rank = rank_of(late->process(0));
    const Block &block = block_of(rank);
    const std::vector<ClassStream> &known = block.file->member(rank - block.first_rank).of->streams;
    for (const ClassStream &plan : late->member(0).of->streams) {
      late_streams_ += std::none_of(known.begin(), known.end(),
                                    [&](const ClassStream &p) { return p.thread == plan.thread; });
    }
    late_[rank].push_back(std::move(late));
  }
}

uint64_t Trace::rank_of(const Process &late) const {
  if (late.mpi_rank < 0) return first_rank();
  const uint64_t rank = static_cast<uint64_t>(late.mpi_rank);
  if (rank < first_rank() || rank >= end_rank())
    damaged("a late section belongs to a rank that it does not have");
  return rank;
}

uint64_t Trace::calls_of(const Piece &piece) {
  uint64_t calls = 0;
  for (size_t part = piece.plan->first; part != piece.plan->last; ++part) {
    const auto grammar = piece.file->grammar(piece.member.of->parts[part], piece.member.index);
    if (__builtin_add_overflow(calls, grammar->calls(), &calls)) {
      damaged("a stream has more calls than can be counted");
    }
  }
  if (!piece.times->has_section_times()) return calls;
  if (piece.times->times_of(piece.stream).calls != calls) damaged("a stream has other times than calls");
  return calls;
}

void Trace::add_piece(std::vector<Stream> &streams, uint64_t rank, const Piece &piece, uint64_t index) {
  const uint64_t calls = calls_of(piece);
  for (Stream &stream : streams) {
    if (stream.thread != piece.plan->thread) continue;
    if (stream.pieces.back().file == piece.file) damaged("a rank has two streams of one thread");
    if (__builtin_add_overflow(stream.calls, calls, &stream.calls))
      damaged("a stream has impossibly many calls");
    stream.pieces.push_back(piece);
    return;
  }
  streams.push_back({rank, piece.plan->thread, piece.file->kernel_thread(piece.rank, index), calls, {piece}});
}

std::vector<Stream> Trace::streams_of(uint64_t rank) {
  std::vector<Stream> streams;
  const auto add = [&](TraceFile &file, uint64_t rank_in_file, const TraceFile &times, uint64_t before) {
    const Member member = file.member(rank_in_file);
    const uint64_t first = before + file.first_stream(rank_in_file);
    for (uint64_t i = 0; i < member.of->streams.size(); ++i) {
      add_piece(streams, rank, {&file, rank_in_file, member, &member.of->streams[i], &times, first + i}, i);
    }
  };
  const Block &block = block_of(rank);
  add(*block.file, rank - block.first_rank, *file_, block.first_stream);
  const auto late = late_.find(rank);
  if (late != late_.end()) {
    for (const auto &file : late->second) add(*file, 0, *file, 0);
  }
  return streams;
}

uint64_t Trace::sum(uint64_t rank, uint64_t (TraceFile::*count)(uint64_t) const) const {
  const Block &block = block_of(rank);
  uint64_t sum = ((*block.file).*count)(rank - block.first_rank);
  const auto late = late_.find(rank);
  if (late != late_.end()) {
    for (const auto &file : late->second) sum += (*file.*count)(0);
  }
  return sum;
}

int64_t Trace::start_of(const Process &process) const {
  return static_cast<int64_t>(process.start_realtime - start_realtime_);
}

void Trace::count_file(TraceFile &file, std::vector<uint64_t> &by_function) {
  for (const RankClass &of : file.classes()) {
    for (const ClassPart &part : of.parts) file.count_calls(of, part, by_function);
  }
}

void Trace::count_class(uint64_t index, std::vector<uint64_t> &by_function) {
  by_function.assign(dictionary_.functions.size(), 0);
  const Block &block = block_of_class(index);
  const RankClass &of = block.file->classes()[index - block.first_class];
  for (const ClassPart &part : of.parts) block.file->count_calls(of, part, by_function);
}

void Trace::count_calls(std::vector<uint64_t> &by_function) {
  by_function.assign(dictionary_.functions.size(), 0);
  for (const Block &block : blocks_) count_file(*block.file, by_function);
  for (const auto &rank : late_) {
    for (const auto &file : rank.second) count_file(*file, by_function);
  }
}

}  // namespace recorder::reader
