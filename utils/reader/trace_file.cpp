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

std::string without_nul(std::string_view text, const char *what) {
  if (text.find('\0') != std::string_view::npos) damaged("%s holds an impossible character", what);
  return std::string(text);
}

Input open(const std::string &bytes, const char *what) { return Input(bytes, what); }

}  // namespace

TraceFile::TraceFile(std::unique_ptr<Source> source, Dictionary &dictionary)
    : dictionary_(dictionary), container_(std::move(source)) {
  read_metadata();
  dictionary_.functions.read(container_.load(format::kFunctions), dictionary_.classes, function_ids_);
  read_cst();
  read_cfg();
  read_processes();
  read_cfg_index();
  read_times_index();
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

std::string_view TraceFile::signature(uint32_t terminal) const {
  const uint64_t begin = terminal == 0 ? first_signature_ : signature_ends_[terminal - 1];
  Input in(std::string_view(cst_).substr(begin), "section cst");
  return in.str();
}

uint64_t TraceFile::function_number(uint32_t terminal) const {
  Input in(signature(terminal), "a call's signature");
  return in.varint();
}

uint32_t TraceFile::function_of(uint32_t terminal) const {
  return function_ids_.at(function_number(terminal));
}

const Template &TraceFile::decode(uint32_t terminal) {
  std::unique_ptr<Template> &known = templates_[terminal];
  if (known != nullptr) return *known;
  if (template_memory_ > kTemplateMemory) {
    for (auto &each : templates_) each.reset();
    template_memory_ = 0;
  }
  known = std::make_unique<Template>(decode_signature(signature(terminal), dictionary_, function_ids_));
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
  grammars_.resize(n);
}

const Grammar &TraceFile::grammar(uint32_t index) {
  std::unique_ptr<Grammar> &known = grammars_[index];
  if (known == nullptr) {
    Input in(std::string_view(cfg_).substr(bodies_[index].first, bodies_[index].second), "a grammar");
    known = std::make_unique<Grammar>(in, synthetic_);
    in.expect_end();
  }
  return *known;
}

void TraceFile::read_processes() {
  process_bytes_ = container_.load(format::kProcesses);
  Input in = open(process_bytes_, "section processes");
  const auto text = [&] { return dictionary_.names.intern(without_nul(in.str(), in.what())); };
  for (uint64_t n = in.count(11); n != 0; --n) {
    Process p;
    p.pid = in.varint();
    p.mpi_rank = in.zigzag();
    p.host = text();
    p.program = text();
    p.cwd = text();
    p.start_realtime = in.varint();
    p.tick_num = in.varint();
    p.tick_den = in.varint();
    p.dropped = in.varint();
    p.lost = in.varint();
    p.thread_count = in.count();
    p.threads_at = process_bytes_.size() - in.left();
    for (uint64_t k = 0; k < p.thread_count; ++k) in.varint();
    if (p.tick_den == 0 || p.tick_num == 0) damaged("a process has a clock that stands still");
    processes_.push_back(p);
  }
  in.expect_end();
  if (processes_.empty()) damaged("it has no process");
}

uint64_t TraceFile::kernel_thread(uint64_t rank, uint64_t index) const {
  const Process &p = processes_[rank];
  if (index >= p.thread_count) return 0;
  Input in(std::string_view(process_bytes_).substr(p.threads_at), "section processes");
  for (uint64_t k = 0; k < index; ++k) in.varint();
  return in.varint();
}

void TraceFile::read_cfg_index() {
  const std::string bytes = container_.load(format::kCfgIndex);
  Input in = open(bytes, "section cfg-index");
  uint64_t rank = 0;
  for (uint64_t n = in.count(2); n != 0; --n) {
    Run run{rank, in.varint(), streams_, {}};
    if (run.ranks == 0 || run.ranks > processes_.size() - rank)
      damaged("section cfg-index has other ranks than it");
    for (uint64_t k = in.count(2); k != 0; --k) {
      StreamPlan plan{in.varint(), {}};
      for (uint64_t parts = in.count(); parts != 0; --parts) {
        const uint64_t grammar = in.varint();
        if (grammar >= bodies_.size()) damaged("a stream has an unknown grammar");
        plan.grammars.push_back(static_cast<uint32_t>(grammar));
      }
      run.streams.push_back(std::move(plan));
    }
    uint64_t streams;
    if (__builtin_mul_overflow(run.ranks, run.streams.size(), &streams) ||
        __builtin_add_overflow(streams_, streams, &streams_)) {
      damaged("it has impossibly many streams");
    }
    rank += run.ranks;
    runs_.push_back(std::move(run));
  }
  in.expect_end();
  if (rank != processes_.size()) damaged("section cfg-index has other ranks than it");
}

const Run &TraceFile::run_of(uint64_t rank) const {
  const auto after = std::upper_bound(runs_.begin(), runs_.end(), rank,
                                      [](uint64_t r, const Run &run) { return r < run.first_rank; });
  return *(after - 1);
}

void TraceFile::read_times_index() {
  times_ = container_.find(format::kTimes);
  const char *mode = metadata("time_mode");
  without_times_ = mode != nullptr && (strcmp(mode, "statistics") == 0 || strcmp(mode, "none") == 0);
  if (times_ == nullptr) return;
  if (times_->range.compressed) damaged("section times is compressed as a whole");
  times_index_ = container_.load(format::kTimesIndex);
  if (times_index_.size() / format::kTimesEntrySize != streams_ ||
      times_index_.size() % format::kTimesEntrySize != 0) {
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
  const uint32_t codec = word & ~format::kTimesAsides;
  times.has_asides = word != codec;
  times.codec = static_cast<format::TimesCodec>(codec & ((1u << format::kTimesPercentShift) - 1));
  times.percent = codec >> format::kTimesPercentShift;
  const bool bounded = times.codec == format::TimesCodec::bounded;
  if (times.codec > format::TimesCodec::none ||
      (bounded ? !is_percentage(times.percent) : times.percent != 0))
    damaged("the times of a stream are stored in an unknown way");
  if (range.offset > times_->range.stored_bytes ||
      range.stored_bytes > times_->range.stored_bytes - range.offset) {
    damaged("the times of a stream lie outside their section");
  }
  range.offset += times_->range.offset;
  // What is coded is as long as it is; the records that it stands for take a byte at least.
  if (times.per_call() && times.calls > range.raw_bytes) damaged("a stream has other times than calls");
  range.compressed = times.codec == format::TimesCodec::records || !times.per_call();
  if (!range.compressed) range.raw_bytes = range.stored_bytes;
  return times;
}

}  // namespace recorder::reader
