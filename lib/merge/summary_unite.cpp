// SPDX-License-Identifier: BSD-3-Clause
// Two summaries of neighbouring ranges become one.
#include "merge/summary.h"

namespace recorder {
namespace {

constexpr char kNoRoom[] = "no memory to merge the trace";

bool identity(uint32_t count, Vector<uint32_t> *ids) {
  if (!ids->reserve(count)) return false;
  for (uint32_t i = 0; i < count; ++i) ids->push(i);
  return true;
}

// ids[i] = number in `to` of from's i-th string. *same = the numbers have not changed.
bool unite_sets(const Interner &from, Interner *to, Vector<uint32_t> *ids, bool *same) {
  ids->clear();
  if (to->begins_with(from)) return identity(from.count(), ids);
  for (uint32_t i = 0; i < from.count(); ++i) {
    const uint32_t id = to->add(from.at(i));
    if (id == Interner::kNone || !ids->push(id)) return false;
    *same &= id == i;
  }
  return true;
}

bool renumber_part(Cursor *in, const Vector<uint32_t> &signatures, const Vector<uint32_t> &bodies,
                   Buffer *out) {
  uint64_t body = 0;
  uint64_t n = 0;
  if (!in->varint(&body) || body >= bodies.size() || !in->count(&n)) return false;
  out->put_varint(bodies[body]);
  out->put_varint(n);
  for (uint64_t id = 0; n > 0; --n) {
    if (!in->varint(&id) || id >= signatures.size()) return false;
    out->put_varint(signatures[id]);
  }
  return true;
}

bool renumber_shape(Bytes shape, const Vector<uint32_t> &signatures, const Vector<uint32_t> &bodies,
                    Buffer *out) {
  Cursor in(shape);
  uint64_t nstreams = 0;
  if (!in.varint(&nstreams)) return false;
  out->put_varint(nstreams);
  for (uint64_t thread = 0, nparts = 0; nstreams > 0; --nstreams) {
    if (!in.varint(&thread) || !in.varint(&nparts)) return false;
    out->put_varint(thread);
    out->put_varint(nparts);
    for (; nparts > 0; --nparts)
      if (!renumber_part(&in, signatures, bodies, out)) return false;
  }
  return in.at_end();
}

}  // namespace

Status Summary::add(const Summary &right) {
  if (right.nranks() == 0) return Status::good();
  if (nranks() == 0) metadata_.put_bytes(right.metadata_.bytes());
  bool same = true;
  if (!unite_sets(right.signatures_, &signatures_, &signature_ids_, &same) ||
      !unite_sets(right.bodies_, &bodies_, &body_ids_, &same) || !unite_shapes(right, same))
    return Status::no_memory(kNoRoom);
  for (uint32_t i = 0; i < right.functions_.count(); ++i) functions_.add(right.functions_.at(i));
  text_map_.begin(&right.texts_, &texts_);
  spare_.clear();
  if (!unite_tables(right) || !unite_columns(right) || !ok() || !spare_.ok())
    return Status::no_memory(kNoRoom);
  pool_.swap(spare_);
  times_.add(right.times_);
  add_numbers(right.start_, right.end_, right.dropped_, right.lost_);
  return Status::good();
}

// Fills class_ids_ and partners_. Shapes are equal when the numbers in them are.
bool Summary::unite_shapes(const Summary &right, bool same) {
  class_ids_.clear();
  partners_.clear();
  if (!partners_.resize(shapes_.count())) return false;
  for (uint32_t i = 0; i < right.shapes_.count(); ++i) {
    Bytes shape = right.shapes_.at(i);
    if (!same) {
      shape_.clear();
      if (!renumber_shape(shape, signature_ids_, body_ids_, &shape_)) return false;
      shape = shape_.bytes();
    }
    const uint32_t id = shape_.ok() ? shapes_.add(shape) : Interner::kNone;
    if (id == Interner::kNone || !class_ids_.push(id)) return false;
    if (id >= partners_.size() && !partners_.resize(id + 1)) return false;
    partners_[id] = i + 1;
  }
  return true;
}

bool Summary::unite_tables(const Summary &right) {
  const uint64_t classes = nranks() == 0 ? 0 : pool_.count() - 1;
  const TableUniter::Other all = {&right.pool_, &text_map_, 0};
  const TableUniter::Other later = {&right.pool_, &text_map_, nranks()};
  if (!uniter_.unite(pool_, nranks() ? &processes() : nullptr, all, &right.processes(), &texts_, &spare_))
    return false;
  for (uint64_t i = 0; i < partners_.size(); ++i) {
    const Table *one = i < classes ? &class_table(i) : nullptr;
    const Table *two = partners_[i] ? &right.class_table(partners_[i] - 1) : nullptr;
    // Tables of one shape have the same tokens, unless what came from another process is damaged.
    if (one && two && (one->numbers != two->numbers || one->texts != two->texts)) return false;
    if (!uniter_.unite(pool_, one, later, two, &texts_, &spare_)) return false;
  }
  return true;
}

bool Summary::unite_columns(const Summary &right) {
  Column theirs{};
  Column both{};
  renumbered_.clear();
  if (!uniter_.renumber(right.pool_, right.classes_, class_ids_, &renumbered_, &theirs) ||
      !uniter_.join(pool_, classes_, renumbered_, theirs, &spare_, &both))
    return false;
  classes_ = both;
  if (!uniter_.join(pool_, threads_, right.pool_, right.threads_, &spare_, &both)) return false;
  threads_ = both;
  return true;
}

}  // namespace recorder
