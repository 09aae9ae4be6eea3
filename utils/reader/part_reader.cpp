// SPDX-License-Identifier: BSD-3-Clause
// Looking up terminals; most of them are those of the calls before.
#include "reader/part_reader.h"

#include "reader/input.h"

namespace recorder::reader {

PartReader::PartReader(TraceFile &file, const ClassPart &part, uint64_t index)
    : file_(file), part_(part), index_(index), grammar_(file.grammar(part, index)) {}

PartReader::Recent &PartReader::look_up(uint64_t terminal) {
  Recent &recent = recent_[terminal % kRecent];
  if (recent.terminal != terminal) {
    const Place *place = part_.first_place(terminal);
    recent = {terminal, part_.signature(terminal), place != part_.end() && place->terminal == terminal,
              nullptr, 0};
  }
  return recent;
}

PartReader::Own &PartReader::own(uint64_t terminal, uint64_t signature) {
  const auto found = own_.find(terminal);
  if (found != own_.end()) return found->second;
  if (memory_ > kOwnMemory) {
    own_.clear();
    memory_ = 0;
    for (Recent &recent : recent_) recent.decoded = nullptr;
  }
  const Place *from = part_.first_place(terminal);
  const Place *to = from;
  while (to != part_.end() && to->terminal == terminal) ++to;
  Own own{substitute(file_.signature(signature), from, to, index_), file_.new_shape(), nullptr};
  memory_ += own.bytes.size() + sizeof own;
  return own_.emplace(terminal, std::move(own)).first->second;
}

const Template &PartReader::decode_anew(uint64_t terminal) {
  Recent &known = look_up(terminal);
  if (!known.own) {
    known.decoded = &file_.decode(known.signature);
  } else {
    Own &mine = own(terminal, known.signature);
    if (mine.decoded == nullptr) {
      mine.decoded = std::make_unique<Template>(file_.decode_bytes(mine.bytes));
      mine.decoded->shape = mine.shape;
      memory_ += mine.decoded->memory();
    }
    known.decoded = mine.decoded.get();
  }
  known.forgotten = file_.templates_forgotten();
  return *known.decoded;
}

std::shared_ptr<const Template> PartReader::put_slots(const Template &decoded, const SlotEnds &ends) {
  std::vector<uint64_t> key = {decoded.shape};
  for (const uint32_t handle_class : decoded.near_classes)
    key.push_back(handle_class < ends.size() ? ends[handle_class] : 0);
  const auto known = complete_.find(key);
  if (known != complete_.end()) return known->second;
  if (complete_memory_ > kOwnMemory) {
    complete_.clear();
    complete_memory_ = 0;
  }
  const auto made = std::make_shared<Template>(file_.decode_bytes(decoded.bytes, &ends));
  made->shape = file_.new_shape();
  complete_memory_ += made->memory();
  complete_.emplace(std::move(key), made);
  return made;
}

uint64_t PartReader::function_number(uint64_t terminal) const {
  Input in(file_.signature(part_.signature(terminal)), "a call's signature");
  return in.varint();
}

uint64_t PartReader::shape_of(uint64_t terminal) {
  const Recent &known = look_up(terminal);
  return known.own ? own(terminal, known.signature).shape : file_.shape_of(known.signature);
}

}  // namespace recorder::reader
