// SPDX-License-Identifier: BSD-3-Clause
// Building and uniting summaries. summary_pack.cpp sends them, emit.cpp writes them.
#include "merge/summary.h"

namespace recorder {
namespace {

constexpr char kNoRoom[] = "no memory to merge the trace";

// ids[i] = number in `to` of from's i-th string. *same = the numbers have not changed.
bool unite_sets(const Interner &from, Interner *to, Vector<uint32_t> *ids, bool *same) {
  ids->clear();
  *same = true;
  for (uint32_t i = 0; i < from.count(); ++i) {
    const uint32_t id = to->add(from.at(i));
    if (id == Interner::kNone || !ids->push(id)) return false;
    *same &= id == i;
  }
  return true;
}

bool renumber_shape(Bytes shape, const Vector<uint32_t> &ids, Buffer *out) {
  Cursor in(shape);
  uint64_t nstreams = 0;
  if (!in.varint(&nstreams)) return false;
  out->put_varint(nstreams);
  for (uint64_t i = 0; i < nstreams; ++i) {
    uint64_t thread = 0;
    uint64_t nparts = 0;
    if (!in.varint(&thread) || !in.varint(&nparts)) return false;
    out->put_varint(thread);
    out->put_varint(nparts);
    for (uint64_t k = 0; k < nparts; ++k) {
      uint64_t id = 0;
      if (!in.varint(&id) || id >= ids.size()) return false;
      out->put_varint(ids[id]);
    }
  }
  return in.at_end();
}

bool renumber_rule(Cursor *in, uint64_t nrules, const uint32_t *ids, uint64_t count, Buffer *out) {
  uint64_t nsymbols = 0;
  if (!in->count(&nsymbols, 2)) return false;
  out->put_varint(nsymbols);
  for (uint64_t i = 0; i < nsymbols; ++i) {
    uint64_t symbol = 0;
    uint64_t exponent = 0;
    if (!in->varint(&symbol) || !in->varint(&exponent)) return false;
    const uint64_t id = symbol >> 1;
    const bool is_rule = symbol & 1;
    if (id >= (is_rule ? nrules : count)) return false;
    out->put_varint(is_rule ? symbol : uint64_t{ids[id]} << 1);
    out->put_varint(exponent);
  }
  return true;
}

}  // namespace

bool renumber_cfg(Bytes body, const uint32_t *ids, uint64_t count, Buffer *out) {
  Cursor in(body);
  uint64_t nrules = 0;
  if (!in.count(&nrules)) return false;
  out->put_varint(nrules);
  for (uint64_t i = 0; i < nrules; ++i)
    if (!renumber_rule(&in, nrules, ids, count, out)) return false;
  return in.at_end();
}

bool Summary::ok() const {
  return signatures_.ok() && cfgs_.ok() && shapes_.ok() && functions_.ok() && runs_.ok() && processes_.ok() &&
         metadata_.ok() && ids_.ok() && cfg_ids_.ok() && shape_ids_.ok() && body_.ok() && shape_.ok();
}

Status Summary::add(const ProcessImage &image) {
  if (nranks() == 0) {
    for (uint32_t i = 0; i < image.metadata_count; ++i) {
      metadata_.put_str(image.metadata[i].key);
      metadata_.put_str(image.metadata[i].value);
    }
  }
  if (Status s = add_streams(image); !s.ok()) return s;
  const uint32_t shape = shapes_.add(shape_.bytes());
  if (shape == Interner::kNone || !add_run(1, shape) || !processes_.add(image) || !ok())
    return Status::no_memory(kNoRoom);
  add_numbers(image.start_realtime_ns, image.end_realtime_ns, image.dropped, image.lost);
  return Status::good();
}

// Leaves the rank's shape in shape_.
Status Summary::add_streams(const ProcessImage &image) {
  shape_.clear();
  shape_.put_varint(image.stream_count);
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const StreamImage &stream = image.streams[i];
    shape_.put_varint(stream.thread);
    shape_.put_varint(stream.part_count);
    for (uint32_t k = 0; k < stream.part_count; ++k)
      if (Status s = add_part(image, stream.parts[k]); !s.ok()) return s;
  }
  return Status::good();
}

// Puts the number of the part's grammar into shape_.
Status Summary::add_part(const ProcessImage &image, const PartImage &part) {
  Cursor in(part.cst);
  uint64_t n = 0;
  if (!in.count(&n)) return Status::corrupt("a stream's signatures are damaged");
  ids_.clear();
  for (uint64_t i = 0; i < n; ++i) {
    Bytes signature;
    if (!in.str(&signature)) return Status::corrupt("a stream's signatures are damaged");
    const uint32_t id = signatures_.add(signature);
    if (id == Interner::kNone || !ids_.push(id) || !add_function(image, signature))
      return Status::no_memory(kNoRoom);
  }
  body_.clear();
  if (!renumber_cfg(part.cfg, ids_.data(), ids_.size(), &body_))
    return Status::corrupt("a stream's grammar is damaged");
  const uint32_t cfg = body_.ok() ? cfgs_.add(body_.bytes()) : Interner::kNone;
  if (cfg == Interner::kNone) return Status::no_memory(kNoRoom);
  shape_.put_varint(cfg);
  return Status::good();
}

bool Summary::add_function(const ProcessImage &image, Bytes signature) {
  uint64_t fn = 0;
  FunctionText text{};
  Cursor in(signature);
  if (image.own_functions == 0 || !in.varint(&fn) || fn < image.own_functions) return true;
  if (!image.functions(fn, &text)) return true;
  body_.clear();
  put_function(fn, text, &body_);
  return body_.ok() && functions_.add(body_.bytes()) != Interner::kNone;
}

Status Summary::add(const Summary &right) {
  if (right.nranks() == 0) return Status::good();
  if (nranks() == 0) metadata_.put_bytes(right.metadata_.bytes());
  bool same = true;
  if (!unite_sets(right.signatures_, &signatures_, &ids_, &same)) return Status::no_memory(kNoRoom);
  if (Status s = unite_cfgs(right, same); !s.ok()) return s;
  if (!unite_shapes(right)) return Status::no_memory(kNoRoom);
  for (uint32_t i = 0; i < right.functions_.count(); ++i) functions_.add(right.functions_.at(i));
  for (const Run &run : right.runs_) add_run(run.nranks, shape_ids_[run.shape]);
  if (!processes_.add(right.processes_) || !ok()) return Status::no_memory(kNoRoom);
  times_.add(right.times_);
  add_numbers(right.start_, right.end_, right.dropped_, right.lost_);
  return Status::good();
}

// Fills cfg_ids_; ids_ are the numbers of the signatures.
Status Summary::unite_cfgs(const Summary &right, bool same_signatures) {
  cfg_ids_.clear();
  for (uint32_t i = 0; i < right.cfgs_.count(); ++i) {
    Bytes body = right.cfgs_.at(i);
    if (!same_signatures) {
      body_.clear();
      if (!renumber_cfg(body, ids_.data(), ids_.size(), &body_))
        return Status::corrupt("a merged grammar is damaged");
      body = body_.bytes();
    }
    const uint32_t id = body_.ok() ? cfgs_.add(body) : Interner::kNone;
    if (id == Interner::kNone || !cfg_ids_.push(id)) return Status::no_memory(kNoRoom);
  }
  return Status::good();
}

// Fills shape_ids_ by way of cfg_ids_.
bool Summary::unite_shapes(const Summary &right) {
  shape_ids_.clear();
  for (uint32_t i = 0; i < right.shapes_.count(); ++i) {
    shape_.clear();
    if (!renumber_shape(right.shapes_.at(i), cfg_ids_, &shape_) || !shape_.ok()) return false;
    const uint32_t id = shapes_.add(shape_.bytes());
    if (id == Interner::kNone || !shape_ids_.push(id)) return false;
  }
  return true;
}

bool Summary::add_run(uint64_t nranks, uint32_t shape) {
  if (!runs_.empty() && runs_.back().shape == shape) {
    runs_.back().nranks += nranks;
    return true;
  }
  return runs_.push({nranks, shape});
}

void Summary::add_numbers(uint64_t start, uint64_t end, uint64_t dropped, uint64_t lost) {
  if (start < start_) start_ = start;
  if (end > end_) end_ = end;
  dropped_ += dropped;
  lost_ += lost;
}

void Summary::clear() {
  signatures_.clear();
  cfgs_.clear();
  shapes_.clear();
  functions_.clear();
  runs_.clear();
  processes_.clear();
  metadata_.clear();
  times_ = TimesTotals{};
  start_ = UINT64_MAX;
  end_ = dropped_ = lost_ = 0;
}

void Summary::swap(Summary &other) noexcept {
  signatures_.swap(other.signatures_);
  cfgs_.swap(other.cfgs_);
  shapes_.swap(other.shapes_);
  functions_.swap(other.functions_);
  runs_.swap(other.runs_);
  processes_.swap(other.processes_);
  metadata_.swap(other.metadata_);
  std::swap(times_, other.times_);
  std::swap(start_, other.start_);
  std::swap(end_, other.end_);
  std::swap(dropped_, other.dropped_);
  std::swap(lost_, other.lost_);
}

}  // namespace recorder
