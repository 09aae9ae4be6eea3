// SPDX-License-Identifier: BSD-3-Clause
// The rules of the counters. Where an event stands for many calls, each rule holds for all of them alike:
// walk.h says what loops may do.
#include "analysis/file_records.h"

#include <algorithm>
#include <cstring>

#include "analysis/alignment.h"
#include "analysis/sizes.h"
#include "analysis/values.h"

namespace recorder::analysis {

void Spread::add(uint64_t rank, double value, double other) {
  if (ranks == 0 || value < least) least = value, least_rank = rank, other_of_least = other;
  if (ranks == 0 || value > most) most = value, most_rank = rank, other_of_most = other;
  ++ranks;
  const double distance = value - mean;
  mean += distance / static_cast<double>(ranks);
  squares += distance * (value - mean);
}

const char *name_of(Counter counter) {
  static const char *const kNames[kCounters] = {"opens", "closes", "reads",   "writes",  "copies",
                                                "seeks", "stats",  "queries", "changes", "syncs",
                                                "maps",  "locks",  "others"};
  return kNames[static_cast<unsigned>(counter)];
}

const char *name_of(InterfaceKind kind) {
  static const char *const kNames[kInterfaces] = {"posix", "stdio", "mpiio"};
  return kNames[static_cast<unsigned>(kind)];
}

Counter counter_of(const recorder_function &function, const Meaning &meaning) {
  const std::string name = plain_name(function.name);
  switch (meaning.operation) {
    case Operation::open:
      return Counter::opens;
    case Operation::close:
      return Counter::closes;
    case Operation::read:
      return Counter::reads;
    case Operation::write:
      return Counter::writes;
    case Operation::copy:
      return Counter::copies;
    case Operation::seek:
      return Counter::seeks;
    case Operation::query:
      return name.find("stat") != name.npos && name.find("statfs") == name.npos &&
                     name.find("statvfs") == name.npos
                 ? Counter::stats
                 : Counter::queries;
    case Operation::change:
      return Counter::changes;
    case Operation::sync:
      return Counter::syncs;
    case Operation::map:
      return name == "mmap" ? Counter::maps : Counter::others;
    case Operation::lock:
      return Counter::locks;
    default:
      return Counter::others;
  }
}

const FileRecords::Known &FileRecords::look_up(const Event &event) {
  const recorder_function &function = event.function();
  while (known_.size() <= function.index) known_.emplace_back();
  Known &known = known_[function.index];
  if (known.known) return known;
  known.known = true;
  for (unsigned i = 0; i < kInterfaces; ++i) {
    if (strcmp(function.layer, name_of(static_cast<InterfaceKind>(i))) != 0) continue;
    known.relevant = true;
    known.kind = static_cast<InterfaceKind>(i);
  }
  known.counter = counter_of(function, *event.meaning);
  known.ends_split = moves_data(event.meaning->operation) && ends_split(*event.meaning);
  for (uint32_t i = 0; i < function.arguments; ++i)
    if (known.address < 0 && strcmp(function.argument_kinds[i], "ptr") == 0 &&
        (strcmp(function.argument_names[i], "buf") == 0 || strcmp(function.argument_names[i], "ptr") == 0))
      known.address = static_cast<int>(i);
  return known;
}

Interface &FileRecords::interface_of(FileRecord &record, InterfaceKind kind) {
  auto &place = record.interfaces[static_cast<unsigned>(kind)];
  if (place == nullptr) place = std::make_unique<Interface>();
  Interface &interface = *place;
  if (interface.stream != stream_) {
    interface.stream = stream_;
    interface.read_end = interface.write_end = {};
    interface.last = Interface::Last::none;
  }
  if (interface.rank_serial != rank_serial_) {
    interface.rank_serial = rank_serial_;
    interface.this_rank_ns = 0;
    interface.this_rank_bytes = 0;
    of_rank_.push_back(&interface);
  }
  return interface;
}

void FileRecords::add(FileRecord &record, const Event &event) {
  const Known &known = look_up(event);
  if (!known.relevant) return;
  Interface &interface = interface_of(record, known.kind);
  if (!known.ends_split) interface.counters[static_cast<unsigned>(known.counter)] += event.times;
  if (event.meaning->operation == Operation::read) count_transfer(interface, interface.read, event, known);
  if (event.meaning->operation == Operation::write) count_transfer(interface, interface.write, event, known);
  if (event.meaning->operation == Operation::copy) interface.copied += event.bytes * event.times;
  if (known.kind == InterfaceKind::mpiio) count_mpiio(interface, event, known);
  if (event.moments != nullptr) count_time(interface, event, known);
}

// As if the file had been read or written by a call of its own.
void FileRecords::add_part(FileRecord &record, const Event &event, const Part &part) {
  Known known = look_up(event);
  if (!known.relevant) return;
  Interface &interface = interface_of(record, known.kind);
  if (event.meaning->operation == Operation::copy) {
    ++interface.counters[static_cast<unsigned>(Counter::copies)];
    interface.copied += part.bytes;
  }
  known.counter = part.operation == Operation::read ? Counter::reads : Counter::writes;
  ++interface.counters[static_cast<unsigned>(known.counter)];
  Event one = event;
  one.has_bytes = part.has_bytes;
  one.bytes = part.bytes;
  one.has_offset = part.has_offset;
  one.offset = part.offset;
  one.part_count = 0;
  count_transfer(interface, part.operation == Operation::read ? interface.read : interface.write, one, known);
  if (one.moments != nullptr) count_time(interface, one, known);
}

void FileRecords::count_transfer(Interface &interface, Direction &direction, const Event &event,
                                 const Known &known) {
  if (known.ends_split) return;
  direction.calls += event.times;
  if (event.record->failed) direction.failed += event.times;
  direction.bytes += event.bytes * event.times;
  interface.this_rank_bytes += event.bytes * event.times;
  if (!event.has_bytes) direction.unknown += event.times;
  if (event.record->failed || !event.has_bytes) return;
  direction.accesses += event.times;
  direction.largest = std::max(direction.largest, event.bytes);
  direction.sizes[size_class(event.bytes)] += event.times;
  interface.sizes.add(static_cast<int64_t>(event.bytes), event.times, values_);
  if (known.address >= 0) count_address(direction, event, known.address);
  const auto now = &direction == &interface.read ? Interface::Last::read : Interface::Last::write;
  if (interface.last != now && interface.last != Interface::Last::none) interface.switches += event.times;
  interface.last = now;
  if (event.has_offset) count_pattern(interface, direction, event);
}

void FileRecords::count_pattern(Interface &interface, Direction &direction, const Event &event) {
  Remembered &end = &direction == &interface.read ? interface.read_end : interface.write_end;
  direction.placed += event.times;
  if (event.bytes != 0)
    direction.last_byte =
        std::max(direction.last_byte, event.last_offset() + static_cast<int64_t>(event.bytes) - 1);
  if (end.known) {
    if (event.offset == end.value) direction.consecutive += event.times;
    if (event.offset >= end.value) direction.sequential += event.times;
    if (event.offset > end.value) interface.strides.add(event.offset - end.value, event.times, values_);
  }
  direction.unaligned_in_file += event.times - aligned_offsets(event, options_.alignment);
  memory_.set(end, event.offset + static_cast<int64_t>(event.bytes));
}

void FileRecords::count_address(Direction &direction, const Event &event, int argument) const {
  const recorder_value &node = event.record->nodes[static_cast<size_t>(argument)];
  if (node.type != RECORDER_POINTER) return;
  direction.addressed += event.times;
  if (node.v.u % options_.memory_alignment != 0) direction.unaligned_in_memory += event.times;
}

void FileRecords::count_hints(Interface &interface, const Event &event) {
  const Values values(*event.record, event.filled);
  const int argument = values.find("hints");
  if (argument < 0 || values.node(static_cast<size_t>(argument)).type != RECORDER_ARRAY) return;
  const recorder_value &hints = values.node(static_cast<size_t>(argument));
  for (size_t i = 0; i < hints.size; ++i) {
    const recorder_value &hint = hints.v.items[i];
    if (hint.type != RECORDER_RECORD || hint.size < 2) continue;
    std::string text;
    for (size_t part = 0; part < 2; ++part) {
      const recorder_value &value = hint.v.items[part];
      if (part != 0) text += '=';
      if (value.type == RECORDER_STRING) text.append(value.v.text, value.size);
    }
    interface.hints[text] += event.times;
  }
}

void FileRecords::count_mpiio(Interface &interface, const Event &event, const Known &known) {
  const Values values(*event.record, event.filled);
  const auto type_of = [&](int argument) {
    return argument >= 0 ? event.sizes->describe(values.node(static_cast<size_t>(argument)).slot,
                                                 values.label(static_cast<size_t>(argument)))
                         : Datatype();
  };
  const Meaning &meaning = *event.meaning;
  if (meaning.operation == Operation::open) {
    const int comm = values.find("comm");
    const reader::Name *label = comm >= 0 ? values.label(static_cast<size_t>(comm)) : nullptr;
    if (label != nullptr && label->text == "MPI_COMM_SELF") interface.opens_independent += event.times;
  }
  if (meaning.operation == Operation::open || meaning.operation == Operation::control)
    count_hints(interface, event);
  if (strcmp(event.function().name, "MPI_File_set_view") == 0) {
    interface.views += event.times;
    interface.filetypes[type_of(values.find("filetype")).name] += event.times;
  }
  if (!moves_data(meaning.operation) || known.ends_split) return;
  Direction &direction = meaning.operation == Operation::read ? interface.read : interface.write;
  direction.manners[static_cast<unsigned>(meaning.manner)] += event.times;
  if (meaning.size < 0) return;
  const Datatype type = type_of(meaning.size);
  interface.datatypes[type.name] += event.times;
  if (!type.extent) return;
  const int64_t count = values.number(static_cast<size_t>(meaning.count));
  direction.extents_known += event.times;
  direction.extents[size_class(*type.extent * static_cast<uint64_t>(std::max<int64_t>(count, 0)))] +=
      event.times;
}

namespace {

void first(int64_t &at, int64_t ns) {
  if (at == kNever || ns < at) at = ns;
}
void last(int64_t &at, int64_t ns) {
  if (at == kNever || ns > at) at = ns;
}

}  // namespace

void FileRecords::count_time(Interface &interface, const Event &event, const Known &known) {
  interface.this_rank_ns += event.time_ns;
  if (known.counter == Counter::opens) first(interface.first_open_ns, event.start_ns);
  if (known.counter == Counter::closes) last(interface.last_close_ns, event.end_ns);
  if (known.counter != Counter::reads && known.counter != Counter::writes) {
    if (known.counter != Counter::copies) interface.metadata_ns += event.time_ns;
    return;
  }
  Direction &direction = known.counter == Counter::reads ? interface.read : interface.write;
  first(direction.first_ns, event.start_ns);
  last(direction.last_ns, event.end_ns);
  direction.time_ns += event.time_ns;
  if (event.longest_ns > direction.longest_ns) {
    direction.longest_ns = event.longest_ns;
    direction.longest_bytes = event.bytes;
  }
  direction.busy.add(event, intervals_);
}

void FileRecords::rank_ends(uint64_t rank) {
  for (Interface *interface : of_rank_) {
    const double seconds = static_cast<double>(interface->this_rank_ns) / 1e9;
    const auto bytes = static_cast<double>(interface->this_rank_bytes);
    interface->rank_seconds.add(rank, seconds, bytes);
    interface->rank_bytes.add(rank, bytes, seconds);
  }
  of_rank_.clear();
  ++rank_serial_;
}

void FileRecords::finish(FileRecord &record) {
  for (const auto &interface : record.interfaces) {
    if (interface == nullptr) continue;
    interface->read.busy.finish(intervals_);
    interface->write.busy.finish(intervals_);
  }
}

}  // namespace recorder::analysis
