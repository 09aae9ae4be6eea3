// SPDX-License-Identifier: BSD-3-Clause
// The calls of one stream in start order. Records come in the order in which calls returned; those of one
// tree (a call of the application and all that it made) are kept until its root is there, then shown root
// first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reader/companion.h"
#include "reader/part_reader.h"
#include "reader/piece_times.h"
#include "reader/selection.h"
#include "reader/stream_state.h"
#include "reader/trace.h"

namespace recorder::reader {

class StreamReader {
 public:
  // `filter` may be null and is shared by the streams of an iterator; `companion` may be null, too.
  StreamReader(Trace &trace, Stream stream, Filter *filter, std::unique_ptr<Companion> companion = nullptr);

  // Moves to the next selected call; false at the end.
  bool advance();
  // The present one, valid until the next advance().
  const recorder_call &call() const { return call_; }
  Companion *companion() const { return companion_.get(); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kMostPending = 1u << 25;  // records of one tree that are kept

  // Where the next call of depth 0 was made (@site).
  struct Site {
    const Name *module = nullptr;
    uint64_t offset = 0;
  };
  struct Record {
    PartReader *part;
    const Name *path;
    int64_t start;
    int64_t end;
    uint64_t filled;  // first of its values in outcome_
    uint32_t terminal;
    uint32_t first_child;
    uint32_t next_sibling;
    uint32_t complete;  // in complete_, if its slots had to be put in
    Site site;
  };

  bool next_terminal(uint32_t *terminal);
  void open_piece();
  void open_part(const Piece &piece);
  bool collect();
  void add(const Template &record, uint32_t terminal);
  void keep(std::shared_ptr<const Template> complete);
  const Template &decode(const Record &record);
  void adopt(uint32_t parent, uint64_t depth);
  void queue_roots();
  bool admits(const Record &record, const Function &function);
  void show(const Record &record, const Template &decoded);
  struct Copy {
    uint64_t shape = 0;
    std::vector<recorder_value> nodes;
  };
  static void copy_nodes(const Template &decoded, Copy &copy);
  static void fill(const Template &decoded, const Filled *filled, std::vector<recorder_value> &nodes);

  Trace &trace_;
  Stream stream_;
  Filter *filter_;
  std::unique_ptr<Companion> companion_;
  StreamState state_;
  Site site_;

  size_t piece_ = 0;  // the next one to open
  size_t part_ = 0;   // of the present piece, the next one to open
  TraceFile *file_ = nullptr;
  std::vector<std::unique_ptr<PartReader>> parts_;  // those of pending_, the present one last
  Expansion expansion_;
  PieceTimes beside_;
  bool ended_ = false;

  std::vector<Record> pending_;
  std::vector<uint64_t> depths_;  // of pending_
  Outcome outcome_;
  std::vector<std::shared_ptr<const Template>> complete_;
  std::vector<uint32_t> roots_;  // whose parent has not come yet
  std::vector<uint32_t> ready_;  // a stack: the next to show on top

  const Template *last_decoded_ = nullptr;  // of the record that collect() took last
  Copy copies_[8];                          // of the shapes that were shown last
  recorder_call call_ = {};
};

}  // namespace recorder::reader
