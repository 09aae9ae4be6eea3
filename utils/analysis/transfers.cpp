// SPDX-License-Identifier: BSD-3-Clause
// Bytes by the rules of meaning.h. What is the same for all calls of a shape is found once.
#include "analysis/transfers.h"

#include <algorithm>

#include "analysis/values.h"

namespace recorder::analysis {

namespace {

using Bytes = Meaning::Bytes;
using reader::Use;

// The product of an array of numbers; the sum of those of an array of arrays; nothing of a null pointer.
std::optional<uint64_t> elements_of(const Values &values, size_t index) {
  const recorder_value &node = values.node(index);
  if (!values.is_array(index)) return std::nullopt;
  uint64_t product = 1, sum = 0;
  bool nested = false;
  for (size_t i = 0; i < node.size; ++i) {
    const size_t at = values.content(index) + i;
    if (values.node(at).type == RECORDER_ARRAY) {
      const auto part = elements_of(values, at);
      if (!part) return std::nullopt;
      nested = true;
      sum += *part;
    } else {
      product *= static_cast<uint64_t>(values.number(at));
    }
  }
  return nested ? sum : product;
}

uint64_t at_least_zero(int64_t number) { return number > 0 ? static_cast<uint64_t>(number) : 0; }

// Whether a value of the record comes from a side stream, so that calls of one shape differ in it.
bool has_asides(const reader::Template &record) {
  return std::any_of(record.uses.begin(), record.uses.end(),
                     [](const Use &use) { return use.what >= Use::aside_int || use.tells_text(); });
}

}  // namespace

std::optional<uint64_t> Transfers::bytes_of(const Event &event, const Meaning &meaning) const {
  // A C library's stream may fail in the middle: then the result says how far it came.
  if (event.record->failed && meaning.bytes != Bytes::result_times) return 0;
  const Values values(*event.record, event.filled);
  const auto count = static_cast<size_t>(meaning.count), size = static_cast<size_t>(meaning.size);
  const auto result = [&] { return values.number(values.result()); };
  switch (meaning.bytes) {
    case Bytes::result:
      return at_least_zero(result());
    case Bytes::result_times:
      return at_least_zero(result()) * at_least_zero(values.number(size));
    case Bytes::fixed:
      return result() < 0 ? 0 : meaning.size;
    case Bytes::argument:
      if (meaning.count < 0 || values.node(count).type == RECORDER_ABSENT) return std::nullopt;
      return at_least_zero(values.number(count));
    case Bytes::elements:
      if (const auto elements = elements_of(values, count)) return *elements * size;
      return std::nullopt;
    case Bytes::datatype: {
      if (meaning.status >= 0 && values.node(static_cast<size_t>(meaning.status)).type == RECORDER_RECORD)
        return at_least_zero(values.number(values.content(static_cast<size_t>(meaning.status))));
      const auto one = sizes_.datatype(values.node(size).slot, values.label(size));
      if (!one) return std::nullopt;
      return *one * at_least_zero(values.number(count));
    }
    case Bytes::variable:
      return sizes_.variables().bytes(*event.record, event.filled, sizes_);
    case Bytes::selection:
      return sizes_.dataspaces().bytes(*event.record, event.filled);
    default:
      return std::nullopt;
  }
}

const Plans::Plan &Transfers::plan_of(const Event &event) {
  Plans::Plan &plan = plans_.of(event.shape);
  if (plan.meaning != nullptr) return plan;
  plan.meaning = &plans_.meanings().of(event.record->function->described);
  const std::string &name = event.record->function->name;
  plan.teaches = Variables::concerns(*event.record->function) ||
                 (!event.record->failed &&
                  (!event.record->creations.empty() || Sizes::sets_view(name) || Dataspaces::concerns(name)));
  plan.ends = Sizes::ends_handle(name);
  plan.accumulates = plan.teaches && Dataspaces::accumulates(*event.record);
  const Bytes rule = plan.meaning->bytes;
  plan.is_constant = rule == Bytes::list || (event.record->failed && rule != Bytes::result_times) ||
                     rule == Bytes::none ||
                     (rule != Bytes::datatype && rule != Bytes::selection && rule != Bytes::variable &&
                      !has_asides(*event.record));
  if (plan.is_constant && moves_data(plan.meaning->operation)) {
    const auto bytes = bytes_of(event, *plan.meaning);
    plan.has_bytes = bytes.has_value();
    plan.bytes = bytes.value_or(0);
  }
  if (plan.meaning->offset >= 0) {
    const auto argument = static_cast<size_t>(plan.meaning->offset);
    const Values values(*event.record, event.filled);
    const int use = values.use_of(argument);
    if (use >= 0 && Values::completes(event.record->uses[static_cast<size_t>(use)])) plan.offset_use = use;
    plan.offset = values.node(argument).v.i;
  }
  return plan;
}

void Transfers::complete(Event &event) {
  const Plans::Plan &plan = plan_of(event);
  const Meaning &meaning = *plan.meaning;
  event.meaning = &meaning;
  event.has_bytes = plan.has_bytes;
  event.bytes = plan.bytes;
  event.has_offset = false;
  event.offset = 0;
  event.part_count = 0;
  event.one_by_one = plan.accumulates;
  if (!plan.is_constant) {
    const auto bytes = bytes_of(event, meaning);
    event.has_bytes = bytes.has_value();
    event.bytes = bytes.value_or(0);
  }
  if (meaning.position != Meaning::Position::untouched || !event.record->creations.empty()) {
    const auto offset = positions_.apply(*event.record, event.filled, meaning, event.has_bytes, event.bytes);
    event.has_offset = offset.has_value() && moves_data(meaning.operation);
    event.offset = offset.value_or(0);
  }
  if (meaning.offset >= 0 && moves_data(meaning.operation) && meaning.position != Meaning::Position::copies) {
    const int64_t given = plan.offset_use >= 0 ? event.filled[plan.offset_use].number : plan.offset;
    if (given >= 0 || meaning.position != Meaning::Position::moves_unplaced) {
      event.has_offset = true;
      event.offset = given;
    }
  }
  if (meaning.position == Meaning::Position::copies) divide_copy(event);
  if (meaning.bytes == Bytes::list) divide_list(event);
  if (plan.teaches) sizes_.learn(*event.record, event.filled);
  const auto ended = plan.ends ? Sizes::ended(*event.record, event.filled) : std::nullopt;
  if (ended) sizes_.end(*ended, classes_.name(ended->handle_class));
}

std::optional<int64_t> Transfers::place_in_view(const Event &event) const {
  if (event.record->function->layer != "mpiio" || event.meaning->handle < 0) return std::nullopt;
  const Values values(*event.record, event.filled);
  const int offset = values.find("offset");
  const recorder_value &file = values.node(static_cast<size_t>(event.meaning->handle));
  if (offset < 0 || file.type != RECORDER_HANDLE) return std::nullopt;
  return sizes_.place_of(file.slot, values.number(static_cast<size_t>(offset)));
}

namespace {

// The file of the handle in a node, or null.
const reader::Name *file_in(const Values &values, size_t node) {
  const reader::Name *label = values.label(node);
  return label != nullptr && label->is_path ? label : nullptr;
}

// The field of a record, or -1.
int field_of(const Values &values, size_t record, const char *name) {
  const recorder_value &node = values.node(record);
  for (size_t i = 0; i < node.size; ++i) {
    const size_t field = values.content(record) + i;
    if (values.node(field).name != nullptr && strcmp(values.node(field).name, name) == 0)
      return static_cast<int>(field);
  }
  return -1;
}

}  // namespace

void Transfers::divide_copy(Event &event) {
  const Meaning &meaning = *event.meaning;
  if (meaning.handle < 0 || meaning.other_handle < 0) return;
  const Values values(*event.record, event.filled);
  const std::optional<int64_t> &other = positions_.other_offset();
  const Part first = {file_in(values, static_cast<size_t>(meaning.handle)),
                      meaning.reads_handle ? Operation::read : Operation::write,
                      event.has_bytes,
                      event.has_offset,
                      event.bytes,
                      event.offset};
  const Part second = {file_in(values, static_cast<size_t>(meaning.other_handle)),
                       meaning.reads_handle ? Operation::write : Operation::read,
                       event.has_bytes,
                       other.has_value(),
                       event.bytes,
                       other.value_or(0)};
  parts_ = {first, second};
  event.parts = parts_.data();
  event.part_count = parts_.size();
}

// What a control block of POSIX or Linux asks for; of neither read nor write where it moves nothing.
Part Transfers::part_of(const Event &event, size_t block) const {
  constexpr int64_t kRead = 0, kWrite = 1, kReadVector = 7, kWriteVector = 8;
  Part part = {nullptr, Operation::none, true, false, 0, 0};
  const Values values(*event.record, event.filled);
  if (values.node(block).type != RECORDER_RECORD) return part;
  const int opcode = field_of(values, block, "opcode"), bytes = field_of(values, block, "nbytes"),
            offset = field_of(values, block, "offset"), file = field_of(values, block, "fd");
  if (opcode < 0 || bytes < 0) return part;
  const int64_t code = values.number(static_cast<size_t>(opcode));
  if (code == kRead || code == kReadVector) part.operation = Operation::read;
  if (code == kWrite || code == kWriteVector) part.operation = Operation::write;
  if (file >= 0) part.file = file_in(values, static_cast<size_t>(file));
  if (part.operation == Operation::none) return part;
  part.has_bytes = code == kRead || code == kWrite;  // a vector's are in its elements
  part.bytes = part.has_bytes ? at_least_zero(values.number(static_cast<size_t>(bytes))) : 0;
  part.has_offset = offset >= 0;
  part.offset = offset >= 0 ? values.number(static_cast<size_t>(offset)) : 0;
  return part;
}

void Transfers::divide_list(Event &event) {
  parts_.clear();
  event.has_bytes = true;
  event.bytes = 0;
  const Values values(*event.record, event.filled);
  const auto list = static_cast<size_t>(event.meaning->count);
  const recorder_value &node = values.node(list);
  if (event.record->failed) return;
  if (!values.is_array(list)) {
    event.has_bytes = false;
    return;
  }
  // Linux may take the first ones only, and says how many.
  const bool may_take_fewer = values.find("ios") >= 0;
  const uint64_t taken =
      may_take_fewer ? std::min(node.size, at_least_zero(values.number(values.result()))) : node.size;
  for (size_t i = 0; i < taken; ++i) {
    const Part part = part_of(event, values.content(list) + i);
    if (part.operation == Operation::none) continue;
    event.has_bytes = event.has_bytes && part.has_bytes;
    event.bytes += part.bytes;
    parts_.push_back(part);
  }
  event.parts = parts_.data();
  event.part_count = parts_.size();
}

void Transfers::bind(const reader::Template &record) {
  positions_.forget(record.bound.handle_class, record.bound.slot);
  sizes_.bind(record.bound.handle_class, classes_.name(record.bound.handle_class), record.bound.slot);
}

}  // namespace recorder::analysis
