// SPDX-License-Identifier: BSD-3-Clause
// The records of files as a table: a row is a file, a column is a counter of an interface.
#include <algorithm>
#include <deque>

#include "summary/tables.h"

namespace recorder::tools {

using analysis::CommonValues;
using analysis::Counter;
using analysis::Direction;
using analysis::FileSum;
using analysis::Interface;
using analysis::InterfaceKind;
using analysis::Survey;

namespace {

constexpr size_t kCommon = 4;  // of the most common sizes and strides

// Columns are named as they are met; their names live as long as the program.
class Columns {
 public:
  explicit Columns(std::vector<Column> &columns) : columns_(columns) {}
  void add(const std::string &key, Column::Kind kind) {
    std::string heading = key;
    std::replace(heading.begin(), heading.end(), '_', ' ');
    if (kind == Column::ns && heading.size() > 3) heading.resize(heading.size() - 3);
    columns_.push_back({keep(key), keep(heading), kind});
  }

 private:
  static const char *keep(const std::string &text) {
    static std::deque<std::string> kept;
    kept.push_back(text);
    return kept.back().c_str();
  }
  std::vector<Column> &columns_;
};

// What a column has of an interface. `put(name, kind, cell)` is called for each, in the same order for all
// files; an interface that was not used has empty cells.
template <class Put>
class Lister {
 public:
  Lister(InterfaceKind kind, const Interface *interface, bool times, Put &put)
      : kind_(kind), interface_(interface), times_(times), put_(put) {}

  void list() {
    for (unsigned i = 0; i < analysis::kCounters; ++i)
      count(name_of(static_cast<Counter>(i)), [i](const Interface &f) { return f.counters[i]; });
    if (kind_ == InterfaceKind::mpiio) list_opens();
    for (const bool reads : {true, false}) list_direction(reads);
    if (kind_ != InterfaceKind::mpiio) {
      cell("copied_bytes", Column::bytes, [](const Interface &f) { return Cell(f.copied); });
      count("switches", [](const Interface &f) { return f.switches; });
    }
    list_common("common_size", Column::bytes, &Interface::sizes);
    if (kind_ != InterfaceKind::mpiio) list_common("common_stride", Column::bytes, &Interface::strides);
    if (kind_ == InterfaceKind::mpiio) list_names();
    list_times();
    list_ranks();
  }

 private:
  template <class Get>
  void cell(const std::string &name, Column::Kind kind, Get get) {
    put_(std::string(name_of(kind_)) + "_" + name, kind, interface_ != nullptr ? get(*interface_) : Cell());
  }
  template <class Get>
  void count(const std::string &name, Get get) {
    cell(name, Column::count, [&](const Interface &f) { return Cell(static_cast<uint64_t>(get(f))); });
  }
  template <class Get>
  void time(const std::string &name, Get get) {
    if (!times_) return;
    cell(name + "_ns", Column::ns, [&](const Interface &f) {
      const int64_t ns = get(f);
      return ns != analysis::kNever ? Cell(ns) : Cell();
    });
  }

  void list_opens() {
    count("independent_opens", [](const Interface &f) { return f.opens_independent; });
    count("collective_opens", [](const Interface &f) {
      return f.counters[static_cast<unsigned>(Counter::opens)] - f.opens_independent;
    });
    count("views", [](const Interface &f) { return f.views; });
  }

  void list_direction(bool reads) {
    const std::string one = reads ? "read" : "write", many = reads ? "reads" : "writes";
    const auto of = [reads](const Interface &f) -> const Direction & { return reads ? f.read : f.write; };
    if (kind_ == InterfaceKind::mpiio) list_manners(many, of);
    count("failed_" + many, [&](const Interface &f) { return of(f).failed; });
    count("unknown_" + many, [&](const Interface &f) { return of(f).unknown; });
    cell("bytes_" + std::string(reads ? "read" : "written"), Column::bytes,
         [&](const Interface &f) { return Cell(of(f).bytes); });
    cell("largest_" + one, Column::bytes, [&](const Interface &f) { return Cell(of(f).largest); });
    for (unsigned i = 0; i < analysis::kSizeClasses; ++i)
      count("size_" + one + "_" + analysis::name_of_size_class(i),
            [&](const Interface &f) { return of(f).sizes[i]; });
    if (kind_ == InterfaceKind::mpiio) return list_extents(one, of);
    cell("max_byte_" + std::string(reads ? "read" : "written"), Column::count,
         [&](const Interface &f) { return of(f).last_byte >= 0 ? Cell(of(f).last_byte) : Cell(); });
    count("placed_" + many, [&](const Interface &f) { return of(f).placed; });
    count("consecutive_" + many, [&](const Interface &f) { return of(f).consecutive; });
    count("sequential_" + many, [&](const Interface &f) { return of(f).sequential; });
    count("unaligned_in_file_" + many, [&](const Interface &f) { return of(f).unaligned_in_file; });
    count("with_address_" + many, [&](const Interface &f) { return of(f).addressed; });
    count("unaligned_in_memory_" + many, [&](const Interface &f) { return of(f).unaligned_in_memory; });
  }

  template <class Of>
  void list_manners(const std::string &many, Of of) {
    static const char *const kNames[analysis::kManners] = {"independent_", "collective_", "split_",
                                                           "nonblocking_", "nonblocking_collective_"};
    for (unsigned i = 0; i < analysis::kManners; ++i)
      count(kNames[i] + many, [&](const Interface &f) { return of(f).manners[i]; });
  }
  template <class Of>
  void list_extents(const std::string &one, Of of) {
    for (unsigned i = 0; i < analysis::kSizeClasses; ++i)
      count("extent_" + one + "_" + analysis::name_of_size_class(i),
            [&](const Interface &f) { return of(f).extents[i]; });
  }

  void list_common(const std::string &name, Column::Kind kind, CommonValues Interface::*values) {
    std::vector<CommonValues::Count> top;
    if (interface_ != nullptr) top = (interface_->*values).top(kCommon);
    for (size_t i = 0; i < kCommon; ++i) {
      const std::string number = std::to_string(i + 1);
      cell(name + number, kind, [&](const Interface &) {
        return i < top.size() ? Cell(static_cast<int64_t>(top[i].first)) : Cell();
      });
      cell(name + number + "_count", Column::count,
           [&](const Interface &) { return i < top.size() ? Cell(top[i].second) : Cell(); });
    }
    count(name + "_uncounted", [&](const Interface &f) { return (f.*values).others(); });
  }

  // "MPI_BYTE 12, vector 3"
  void list_names() {
    const auto joined = [](const std::map<std::string, uint64_t> &names) {
      std::string text;
      for (const auto &[name, number] : names)
        text += (text.empty() ? "" : ", ") + name + " " + std::to_string(number);
      return Cell(text);
    };
    cell("datatypes", Column::text, [&](const Interface &f) { return joined(f.datatypes); });
    cell("filetypes", Column::text, [&](const Interface &f) { return joined(f.filetypes); });
    cell("hints", Column::text, [&](const Interface &f) { return joined(f.hints); });
  }

  void list_times() {
    time("first_open", [](const Interface &f) { return f.first_open_ns; });
    time("first_read", [](const Interface &f) { return f.read.first_ns; });
    time("first_write", [](const Interface &f) { return f.write.first_ns; });
    time("last_read", [](const Interface &f) { return f.read.last_ns; });
    time("last_write", [](const Interface &f) { return f.write.last_ns; });
    time("last_close", [](const Interface &f) { return f.last_close_ns; });
    time("read_time", [](const Interface &f) { return f.read.time_ns; });
    time("write_time", [](const Interface &f) { return f.write.time_ns; });
    time("metadata_time", [](const Interface &f) { return f.metadata_ns; });
    time("longest_read", [](const Interface &f) { return f.read.longest_ns; });
    time("longest_write", [](const Interface &f) { return f.write.longest_ns; });
    time("busy_reading", [](const Interface &f) { return f.read.busy.total(); });
    time("busy_writing", [](const Interface &f) { return f.write.busy.total(); });
  }

  void list_ranks() {
    count("ranks", [](const Interface &f) { return f.rank_bytes.ranks; });
    if (times_) {
      cell("slowest_rank", Column::number,
           [](const Interface &f) { return Cell(static_cast<int64_t>(f.rank_seconds.most_rank)); });
      cell("slowest_rank_time", Column::ratio, [](const Interface &f) { return Cell(f.rank_seconds.most); });
      cell("slowest_rank_bytes", Column::bytes,
           [](const Interface &f) { return Cell(static_cast<uint64_t>(f.rank_seconds.other_of_most)); });
      cell("fastest_rank", Column::number,
           [](const Interface &f) { return Cell(static_cast<int64_t>(f.rank_seconds.least_rank)); });
      cell("fastest_rank_time", Column::ratio, [](const Interface &f) { return Cell(f.rank_seconds.least); });
      cell("fastest_rank_bytes", Column::bytes,
           [](const Interface &f) { return Cell(static_cast<uint64_t>(f.rank_seconds.other_of_least)); });
      cell("variance_rank_time", Column::ratio,
           [](const Interface &f) { return Cell(f.rank_seconds.variance()); });
    }
    cell("variance_rank_bytes", Column::ratio,
         [](const Interface &f) { return Cell(f.rank_bytes.variance()); });
  }

  const InterfaceKind kind_;
  const Interface *interface_;
  const bool times_;
  Put &put_;
};

template <class Put>
void list_all(const FileSum *file, bool times, Put put) {
  for (unsigned i = 0; i < analysis::kInterfaces; ++i) {
    const Interface *interface = file != nullptr ? file->record->interfaces[i].get() : nullptr;
    Lister<Put>(static_cast<InterfaceKind>(i), interface, times, put).list();
  }
}

}  // namespace

Table record_table(const Survey &survey, const TableOptions &options) {
  Table table{"records", "files, one by one", {{"file", "file", Column::text}}};
  table.style = Table::blocks;
  Columns columns(table.columns);
  list_all(nullptr, options.times,
           [&columns](const std::string &name, Column::Kind kind, const Cell &) { columns.add(name, kind); });
  std::vector<size_t> order = order_of(survey.files().size(), options, [&](size_t i) {
    const analysis::Tally sum = storage_tally(survey, survey.files()[i]);
    return SortValues{sum.calls, sum.bytes(), sum.time_ns, survey.files()[i].path};
  });
  table.rows = order.size();
  table.all_rows = survey.files().size();
  table.row = [&survey, times = options.times, order = std::move(order)](size_t i) {
    const FileSum &file = survey.files()[order[i]];
    Row row = {file.path};
    list_all(&file, times,
             [&row](const std::string &, Column::Kind, Cell &&cell) { row.push_back(std::move(cell)); });
    return row;
  };
  return table;
}

}  // namespace recorder::tools
