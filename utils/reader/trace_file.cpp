// SPDX-License-Identifier: BSD-3-Clause
// Reading and cross-checking the sections of one trace file.
#include "reader/trace_file.h"

#include <algorithm>
#include <cstring>

#include "format/format.h"
#include "reader/input.h"

namespace recorder::reader {

namespace {

// Decoded signatures that are kept; random I/O may have millions of them.
constexpr size_t kTemplateMemory = 256 << 20;
constexpr size_t kGrammarMemory = 128 << 20;
constexpr uint64_t kMostRanks = uint64_t{1} << 32;
constexpr uint64_t kMostSteps = uint64_t{1} << 32;  // of counting rank by rank

std::string without_nul(std::string_view text, const char *what) {
  if (text.find('\0') != std::string_view::npos) damaged("%s holds an impossible character", what);
  return std::string(text);
}

Input open(const std::string &bytes, const char *what) { return Input(bytes, what); }

}  // namespace

TraceFile::TraceFile(std::unique_ptr<Source> source, Dictionary &dictionary)
    : dictionary_(dictionary), container_(std::move(source)) {
  read_metadata();
  read_clocks();
  read_times_index();
  if (has_blocks()) return;
  dictionary_.functions.read(container_.load(format::kFunctions), dictionary_.classes, function_ids_);
  read_cst();
  read_cfg();
  read_texts();
  read_processes();
  read_classes();
}

void TraceFile::read_metadata() {
  const std::string bytes = container_.load(format::kMetadata);
  Input in = open(bytes, "section metadata");
  for (uint64_t n = in.count(2); n != 0; --n) {
    std::string key = without_nul(in.str(), in.what());
    metadata_.emplace_back(std::move(key), without_nul(in.str(), in.what()));
  }
  in.expect_end();
}

void TraceFile::read_clocks() {
  if (container_.find(format::kClocks) == nullptr) return;
  const std::string bytes = container_.load(format::kClocks);
  Input in = open(bytes, "section clocks");
  for (uint64_t n = in.count(3); n != 0; --n) {
    recorder_clock clock{};
    clock.host = dictionary_.names.intern(without_nul(in.str(), in.what()))->text.c_str();
    for (recorder_clock_offset *offset : {&clock.start, &clock.end}) {
      offset->known = in.u8() != 0;
      if (offset->known == 0) continue;
      offset->at_ns = in.varint();
      offset->ahead_ns = in.zigzag();
      offset->uncertainty_ns = in.varint();
    }
    clocks_.push_back(clock);
  }
  in.expect_end();
}

const char *TraceFile::metadata(const char *key) const {
  for (const auto &pair : metadata_) {
    if (pair.first == key) return pair.second.c_str();
  }
  return nullptr;
}

bool TraceFile::has_pattern(std::string_view name) const {
  const char *known = metadata("patterns");
  if (known == nullptr) return true;
  for (std::string_view rest = known; !rest.empty();) {
    const size_t end = std::min(rest.find(','), rest.size());
    if (rest.substr(0, end) == name) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

uint64_t TraceFile::metadata_number(const char *key, uint64_t otherwise) const {
  const char *text = metadata(key);
  if (text == nullptr || *text == '\0') return otherwise;
  uint64_t value = 0;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9' || __builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(*text - '0'), &value)) {
      damaged("metadata %s is no number", key);
    }
  }
  return value;
}

void TraceFile::read_cst() {
  cst_ = container_.load(format::kCst);
  Input in = open(cst_, "section cst");
  const uint64_t n = in.count();
  if (n > UINT32_MAX) fail(RECORDER_E_MEMORY, "holds more than 2^32 different calls");
  first_signature_ = cst_.size() - in.left();
  signature_ends_.reserve(n);
  synthetic_.reserve(n);
  for (uint64_t t = 0; t < n; ++t) {
    Input signature(in.str(), "a call's signature");
    signature_ends_.push_back(cst_.size() - in.left());
    const uint64_t id = signature.varint();
    synthetic_.push_back(!format::is_call(id));
    if (format::is_call(id) && function_ids_.count(id) == 0) {
      damaged("a call has the unknown function %llu", static_cast<unsigned long long>(id));
    }
  }
  in.expect_end();
  templates_.resize(n);
  first_shape_ = dictionary_.next_shape;
  dictionary_.next_shape += n;
}

std::string_view TraceFile::signature(uint64_t number) const {
  if (number >= signature_ends_.size()) damaged("a part has an unknown signature");
  const uint64_t begin = number == 0 ? first_signature_ : signature_ends_[number - 1];
  Input in(std::string_view(cst_).substr(begin), "section cst");
  return in.str();
}

uint32_t TraceFile::function_of(uint64_t number) const {
  Input in(signature(number), "a call's signature");
  return function_ids_.at(in.varint());
}

const Template &TraceFile::decode(uint64_t number) {
  if (number >= templates_.size()) damaged("a part has an unknown signature");
  std::unique_ptr<Template> &known = templates_[number];
  if (known != nullptr) return *known;
  if (template_memory_ > kTemplateMemory) {
    for (auto &each : templates_) each.reset();
    template_memory_ = 0;
    ++templates_forgotten_;
  }
  known = std::make_unique<Template>(decode_bytes(signature(number)));
  known->shape = shape_of(number);
  template_memory_ += known->memory();
  return *known;
}

void TraceFile::read_cfg() {
  cfg_ = container_.load(format::kCfg);
  Input in = open(cfg_, "section cfg");
  const uint64_t n = in.count();
  if (n > UINT32_MAX) fail(RECORDER_E_MEMORY, "holds more than 2^32 different grammars");
  bodies_.reserve(n);
  for (uint64_t i = 0; i < n; ++i) {
    const std::string_view body = in.str();
    bodies_.emplace_back(cfg_.size() - in.left() - body.size(), body.size());
  }
  in.expect_end();
}

void TraceFile::read_texts() {
  text_bytes_ = container_.load(format::kTexts);
  Input in = open(text_bytes_, "section texts");
  for (uint64_t n = in.count(); n != 0; --n) texts_.push_back(in.str());
  in.expect_end();
}

void TraceFile::read_processes() {
  process_bytes_ = container_.load(format::kProcesses);
  Input in = open(process_bytes_, "section processes");
  ranks_ = in.varint();
  if (ranks_ == 0) damaged("it has no process");
  if (ranks_ > kMostRanks) damaged("it has impossibly many processes");
  for (Column &column : process_numbers_) column = Column(in, ranks_);
  for (TextColumn &column : process_texts_) column = TextColumn(in, ranks_, texts_);
  class_numbers_ = Column(in, ranks_);
  streams_ = process_numbers_[kStreams].sum_of(ranks_);
  if (streams_ != 0) threads_ = Column(in, streams_);
  in.expect_end();
  process(0);
}

Process TraceFile::process(uint64_t rank) const {
  const auto number = [&](Number n) { return process_numbers_[n].at(rank); };
  const auto text = [&](Text t) {
    return dictionary_.names.intern(without_nul(process_texts_[t].at(rank), "section processes"));
  };
  const Process p = {static_cast<int64_t>(number(kRank)),
                     number(kPid),
                     text(kHost),
                     text(kProgram),
                     text(kCwd),
                     number(kStart),
                     number(kTickNum),
                     number(kTickDen),
                     number(kDropped),
                     number(kLost)};
  if (p.tick_den == 0 || p.tick_num == 0) damaged("a process has a clock that stands still");
  return p;
}

uint64_t TraceFile::kernel_thread(uint64_t rank, uint64_t index) const {
  return process_numbers_[kPid].at(rank) + threads_.at(first_stream(rank) + index);
}

void TraceFile::read_classes() {
  class_bytes_ = container_.load(format::kClasses);
  Input in = open(class_bytes_, "section classes");
  const ClassLimits limits = {ranks_, signature_ends_.size(), bodies_.size()};
  uint64_t ranks = 0, streams = 0;
  for (uint64_t n = in.count(5); n != 0; --n) {
    classes_.push_back(read_class(in, limits, texts_));
    const RankClass &last = classes_.back();
    uint64_t more;
    if (__builtin_add_overflow(ranks, last.ranks.count(), &ranks) ||
        __builtin_mul_overflow(last.ranks.count(), last.streams.size(), &more) ||
        __builtin_add_overflow(streams, more, &streams)) {
      damaged("it has impossibly many streams");
    }
  }
  in.expect_end();
  if (ranks != ranks_ || streams != streams_) damaged("section classes has other ranks or streams than it");
}

uint64_t TraceFile::class_of(uint64_t rank) const {
  const uint64_t number = class_numbers_.at(rank);
  if (number >= classes_.size()) damaged("a rank has an unknown class");
  return number;
}

Member TraceFile::member(uint64_t rank) const {
  Member member = {&classes_[class_of(rank)], 0};
  if (!member.of->ranks.find(rank, &member.index) ||
      process_numbers_[kStreams].at(rank) != member.of->streams.size()) {
    damaged("a rank is not in its class");
  }
  return member;
}

uint64_t TraceFile::first_stream(uint64_t rank) const {
  const uint64_t first = process_numbers_[kStreams].sum_of(rank);
  if (first > streams_ || process_numbers_[kStreams].at(rank) > streams_ - first)
    damaged("a rank has streams that it has not");
  return first;
}

std::shared_ptr<const Grammar> TraceFile::build(const ClassPart &part, const Grammar::Exponents &exponents,
                                                bool as_written) const {
  const auto &[offset, size] = bodies_[part.grammar];
  Input in(std::string_view(cfg_).substr(offset, size), "a grammar");
  const auto synthetic = [&](uint64_t terminal) {
    const uint64_t number = part.signature(terminal);
    if (number >= synthetic_.size()) damaged("a part has an unknown signature");
    return static_cast<bool>(synthetic_[number]);
  };
  auto grammar = std::make_shared<const Grammar>(in, part.terminals, synthetic, exponents, as_written);
  in.expect_end();
  return grammar;
}

std::shared_ptr<const Grammar> TraceFile::grammar(const ClassPart &part, uint64_t index) {
  if (part.exponents_vary()) {
    Grammar::Exponents exponents;
    for (const Place *place = part.first_place(part.terminals); place != part.end(); ++place)
      exponents.emplace_back(place->offset, place->numbers.at(index));
    return build(part, exponents);
  }
  if (part.known != nullptr) return part.known;
  if (grammar_memory_ > kGrammarMemory) {
    for (const ClassPart *other : with_grammar_) other->known.reset();
    with_grammar_.clear();
    grammar_memory_ = 0;
  }
  part.known = build(part, {});
  grammar_memory_ += part.known->memory();
  with_grammar_.push_back(&part);
  return part.known;
}

void TraceFile::add_calls(const ClassPart &part, uint64_t terminal, uint64_t calls,
                          std::vector<uint64_t> &by_function) const {
  const uint64_t number = part.signature(terminal);
  if (synthetic_[number]) return;
  uint64_t &sum = by_function[function_of(number)];
  if (__builtin_add_overflow(sum, calls, &sum)) damaged("it has more calls than can be counted");
}

// An exponent that differs counts as its sum over the ranks. Only where several of them multiply each other
// must every rank be looked at.
void TraceFile::count_calls(const RankClass &of, const ClassPart &part, std::vector<uint64_t> &by_function) {
  const uint64_t ranks = of.ranks.count();
  std::vector<uint64_t> sums = by_function;
  const auto add = [&](uint64_t terminal, uint64_t n) { add_calls(part, terminal, n, sums); };
  if (!part.exponents_vary()) {
    grammar(part, 0)->count_terminals(ranks, add);
  } else {
    Grammar::Exponents exponents;
    for (const Place *place = part.first_place(part.terminals); place != part.end(); ++place)
      exponents.emplace_back(place->offset, place->numbers.sum_of(ranks));
    if (!build(part, {}, true)->count_over_ranks(ranks, exponents, add)) {
      if (ranks > kMostSteps / part.places.size())
        fail(RECORDER_E_MEMORY, "has too many ranks to count their calls");
      sums = by_function;
      for (uint64_t i = 0; i < ranks; ++i) grammar(part, i)->count_terminals(1, add);
    }
  }
  by_function.swap(sums);
}

void TraceFile::read_times_index() {
  times_ = container_.find(format::kTimes);
  const char *mode = metadata("time_mode");
  without_times_ = mode != nullptr && (strcmp(mode, "statistics") == 0 || strcmp(mode, "none") == 0);
  if (times_ == nullptr) return;
  if (times_->range.compressed) damaged("section times is compressed as a whole");
  times_index_ = container_.load(format::kTimesIndex);
}

void TraceFile::check_times(uint64_t streams) const {
  if (times_ != nullptr && (times_index_.size() / format::kTimesEntrySize != streams ||
                            times_index_.size() % format::kTimesEntrySize != 0)) {
    damaged("section times-index has not one entry a stream");
  }
}

StoredTimes TraceFile::times_of(uint64_t stream) const {
  Input in(std::string_view(times_index_).substr(stream * format::kTimesEntrySize), "section times-index");
  StoredTimes times;
  StoredRange &range = times.range;
  range.offset = in.u64le();
  range.stored_bytes = in.u64le();
  range.raw_bytes = in.u64le();
  times.calls = in.u64le();
  range.crc = in.u32le();
  const uint32_t word = in.u32le();
  const uint32_t codec = word & ~(format::kTimesAsides | format::kTimesPlainOffsets | format::kTimesCounts);
  times.has_asides = (word & format::kTimesAsides) != 0;
  times.plain_offsets = (word & format::kTimesPlainOffsets) != 0;
  times.has_counts = (word & format::kTimesCounts) != 0;
  times.codec = static_cast<format::TimesCodec>(codec & ((1u << format::kTimesPercentShift) - 1));
  times.percent = codec >> format::kTimesPercentShift;
  const bool bounded = times.codec == format::TimesCodec::bounded;
  if (times.codec > format::TimesCodec::packed ||
      (bounded ? !is_percentage(times.percent) : times.percent != 0))
    damaged("the times of a stream are stored in an unknown way");
  if (range.offset > times_->range.stored_bytes ||
      range.stored_bytes > times_->range.stored_bytes - range.offset) {
    damaged("the times of a stream lie outside their section");
  }
  range.offset += times_->range.offset;
  if (times.has_counts) times.counts = split_tail(&range, "the lengths of a stream's loops");
  if (times.asides_alone()) times.asides = split_tail(&range, "the values of a stream's random arguments");
  // What is coded is as long as it is; the records that it stands for take a byte at least.
  if (times.per_call() && times.calls > range.raw_bytes) damaged("a stream has other times than calls");
  range.compressed = times.codec == format::TimesCodec::records || !times.per_call();
  if (!range.compressed) range.raw_bytes = range.stored_bytes;
  return times;
}

StoredRange TraceFile::split_tail(StoredRange *all, const char *what) const {
  uint8_t trailer[format::kTailTrailer];
  if (all->stored_bytes < sizeof trailer) damaged("%s are missing", what);
  all->stored_bytes -= sizeof trailer;
  container_.source().read(all->offset + all->stored_bytes, trailer, sizeof trailer);
  Input in(trailer, sizeof trailer, what);
  const uint64_t size = in.u64le();
  if (size > all->stored_bytes) damaged("%s lie outside their section", what);
  all->stored_bytes -= size;
  return {all->offset + all->stored_bytes, size, size, in.u32le(), false};
}

}  // namespace recorder::reader
