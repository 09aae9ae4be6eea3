// SPDX-License-Identifier: BSD-3-Clause
// The summary of one rank. summary_unite.cpp unites summaries, summary_pack.cpp sends them, emit.cpp writes
// them.
#include "merge/summary.h"

#include <cstring>

namespace recorder {
namespace {

constexpr char kNoRoom[] = "no memory to merge the trace";

bool mask_rule(Cursor *in, uint64_t nrules, uint64_t terminals, Buffer *masked, Vector<uint64_t> *exponents) {
  uint64_t nsymbols = 0;
  if (!in->count(&nsymbols, 2)) return false;
  masked->put_varint(nsymbols);
  for (uint64_t i = 0; i < nsymbols; ++i) {
    uint64_t symbol = 0;
    uint64_t exponent = 0;
    if (!in->varint(&symbol) || !in->varint(&exponent)) return false;
    if ((symbol >> 1) >= (symbol & 1 ? nrules : terminals)) return false;
    masked->put_varint(symbol);
    exponents->push(exponent);
  }
  return true;
}

Bytes bytes_of(const char *text) {
  return {reinterpret_cast<const uint8_t *>(text), text ? strlen(text) : 0};
}

}  // namespace

bool mask_cfg(Bytes body, uint64_t terminals, Buffer *masked, Vector<uint64_t> *exponents) {
  Cursor in(body);
  uint64_t nrules = 0;
  if (!in.count(&nrules)) return false;
  masked->put_varint(nrules);
  for (uint64_t i = 0; i < nrules; ++i)
    if (!mask_rule(&in, nrules, terminals, masked, exponents)) return false;
  if (in.at_end()) return true;
  // The symbols whose runs vary, with their totals.
  const uint64_t before = exponents->size();
  return mask_rule(&in, nrules, terminals, masked, exponents) && exponents->size() != before && in.at_end();
}

bool Summary::ok() const {
  return signatures_.ok() && bodies_.ok() && shapes_.ok() && texts_.ok() && functions_.ok() && pool_.ok() &&
         metadata_.ok() && numbers_.ok() && text_ids_.ok() && body_.ok() && shape_.ok() && ids_.ok();
}

uint64_t Summary::bytes() const {
  return signatures_.bytes() + bodies_.bytes() + shapes_.bytes() + texts_.bytes() + functions_.bytes() +
         pool_.bytes();
}

Status Summary::add(const ProcessImage &image) {
  if (nranks() == 0) return add_first(image);
  Summary one;
  if (Status s = one.add_first(image); !s.ok()) return s;
  return add(one);
}

Status Summary::add_first(const ProcessImage &image) {
  for (uint32_t i = 0; i < image.metadata_count; ++i) {
    metadata_.put_str(image.metadata[i].key);
    metadata_.put_str(image.metadata[i].value);
  }
  if (!add_process(image)) return Status::no_memory(kNoRoom);
  numbers_.clear();
  text_ids_.clear();
  numbers_.push(0);  // the rank
  if (Status s = add_streams(image); !s.ok()) return s;
  classes_ = {1, 0, 0, 0, 0};
  if (shapes_.add(shape_.bytes()) == Interner::kNone ||
      !pool_.add_row(numbers_.data(), numbers_.size(), text_ids_.data(), text_ids_.size()) || !ok())
    return Status::no_memory(kNoRoom);
  add_numbers(image.start_realtime_ns, image.end_realtime_ns, image.dropped, image.lost);
  return Status::good();
}

bool Summary::add_process(const ProcessImage &image) {
  const uint64_t numbers[kProcessNumbers] = {static_cast<uint64_t>(image.rank),
                                             image.pid,
                                             image.start_realtime_ns,
                                             image.tick_num,
                                             image.tick_den,
                                             image.dropped,
                                             image.lost,
                                             image.stream_count};
  const uint32_t texts[kProcessTexts] = {
      texts_.add(bytes_of(image.host)), texts_.add(bytes_of(image.program)), texts_.add(bytes_of(image.cwd))};
  for (const uint32_t id : texts)
    if (id == Interner::kNone) return false;
  ids_.clear();
  joiner_.begin(&ids_);
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const uint64_t number = uint64_t{image.streams[i].tid} - image.pid;
    if (i == 0)
      threads_ = {0, number, number, 0, 0};
    else if (!joiner_.push_run(1, number - threads_.last))
      return false;
    threads_.last = number;
  }
  threads_.count = image.stream_count;
  return joiner_.end() && pool_.add_row(numbers, kProcessNumbers, texts, kProcessTexts) &&
         pool_.add_items(ids_.bytes(), &threads_);
}

// Leaves the rank's shape in shape_, its tokens in numbers_ and text_ids_.
Status Summary::add_streams(const ProcessImage &image) {
  shape_.clear();
  shape_.put_varint(image.stream_count);
  for (uint32_t i = 0; i < image.stream_count; ++i) {
    const StreamImage &stream = image.streams[i];
    shape_.put_varint(stream.thread);
    shape_.put_varint(stream.part_count);
    for (uint32_t k = 0; k < stream.part_count; ++k) {
      if (Status s = add_part(image, stream.parts[k]); !s.ok()) return s;
      release(stream.spool, stream.parts[k].cst);
      release(stream.spool, stream.parts[k].cfg);
    }
  }
  return Status::good();
}

Status Summary::add_part(const ProcessImage &image, const PartImage &part) {
  Cursor in(part.cst);
  uint64_t n = 0;
  if (!in.count(&n)) return Status::corrupt("a stream's signatures are damaged");
  ids_.clear();
  ids_.put_varint(n);
  for (uint64_t i = 0; i < n; ++i) {
    Bytes signature;
    if (!in.str(&signature)) return Status::corrupt("a stream's signatures are damaged");
    if (!add_signature(image, signature)) return Status::no_memory(kNoRoom);
  }
  body_.clear();
  if (!mask_cfg(part.cfg, n, &body_, &numbers_)) return Status::corrupt("a stream's grammar is damaged");
  const uint32_t body = body_.ok() ? bodies_.add(body_.bytes()) : Interner::kNone;
  if (body == Interner::kNone) return Status::no_memory(kNoRoom);
  shape_.put_varint(body);
  shape_.put_bytes(ids_.bytes());
  return Status::good();
}

// Puts the number of the masked signature into ids_.
bool Summary::add_signature(const ProcessImage &image, Bytes signature) {
  body_.clear();
  found_texts_.clear();
  // Calls of functions that nobody knows are not taken apart.
  const FunctionLookup functions = image.ranks_apart ? nullptr : image.functions;
  if (!tokeniser_.mask(signature, functions, &body_, &numbers_, &found_texts_)) return false;
  const uint32_t id = signatures_.add(body_.bytes());
  if (id == Interner::kNone) return false;
  ids_.put_varint(id);
  for (const Bytes &text : found_texts_) {
    const uint32_t text_id = texts_.add(text);
    if (text_id == Interner::kNone || !text_ids_.push(text_id)) return false;
  }
  return add_function(image, signature);
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

void Summary::add_numbers(uint64_t start, uint64_t end, uint64_t dropped, uint64_t lost) {
  if (start < start_) start_ = start;
  if (end > end_) end_ = end;
  dropped_ += dropped;
  lost_ += lost;
}

void Summary::clear() {
  signatures_.clear();
  bodies_.clear();
  shapes_.clear();
  texts_.clear();
  functions_.clear();
  pool_.clear();
  classes_ = threads_ = Column{};
  metadata_.clear();
  times_ = TimesTotals{};
  start_ = UINT64_MAX;
  end_ = dropped_ = lost_ = 0;
}

void Summary::swap(Summary &other) noexcept {
  signatures_.swap(other.signatures_);
  bodies_.swap(other.bodies_);
  shapes_.swap(other.shapes_);
  texts_.swap(other.texts_);
  functions_.swap(other.functions_);
  pool_.swap(other.pool_);
  std::swap(classes_, other.classes_);
  std::swap(threads_, other.threads_);
  metadata_.swap(other.metadata_);
  std::swap(times_, other.times_);
  std::swap(start_, other.start_);
  std::swap(end_, other.end_);
  std::swap(dropped_, other.dropped_);
  std::swap(lost_, other.lost_);
}

}  // namespace recorder
