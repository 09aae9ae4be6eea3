// SPDX-License-Identifier: BSD-3-Clause
// What a range of consecutive ranks did, without the times. Ranks that do the same with other numbers are a
// class: they have the same streams and parts, and in each part the same signatures and the same grammar once
// the numbers and texts in them are masked (tokens.h). What was masked is a table of the class (table.h). Two
// neighbouring summaries unite into one; a tree of such steps over all ranks is the merge. Knows nothing of
// MPI: mpi_transport.h carries packed summaries between processes.
//
// Invariants:
//  * Uniting ranks that behave alike costs as much as one of them is big, whatever number of ranks each side
//    stands for. Numbers that follow a pattern over the ranks are a few bytes, wherever the tree was cut.
//  * Classes are numbered in the order of their first rank, and a class's first rank is there whole, so that
//    what is written does not depend on the tree but for the way in which patterns are spelled.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "merge/image.h"
#include "merge/interner.h"
#include "merge/table.h"
#include "merge/times.h"
#include "merge/tokens.h"
#include "session/status.h"

namespace recorder {

class Summary {
 public:
  // The columns of the table of processes, whose rows are all ranks.
  enum ProcessNumber : unsigned {
    kRank,
    kPid,
    kStart,
    kTickNum,
    kTickDen,
    kDropped,
    kLost,
    kStreams,
    kProcessNumbers
  };
  enum ProcessText : unsigned { kHost, kProgram, kCwd, kProcessTexts };

  // Appends a rank, or all ranks of another summary, after those that are here. After a failure the summary
  // is of no use any more.
  Status add(const ProcessImage &image);
  Status add(const Summary &right);

  // Of this range's part of the sections `times` and `times-index`.
  void set_times(const TimesTotals &totals) { times_ = totals; }

  // For sending: unpack() takes what pack() wrote into an empty summary.
  void pack(Buffer *out) const;
  Status unpack(Bytes packed);

  void clear();  // keeps the memory
  void swap(Summary &other) noexcept;

  // Masked signatures, and masked grammars: bodies as in the section cfg, without exponents, over terminals
  // that are the numbers of the part's signatures in their order.
  const Interner &signatures() const { return signatures_; }
  const Interner &bodies() const { return bodies_; }
  // Of each class: varint nstreams, nstreams x (varint thread, varint nparts, nparts x (varint body, varint
  // nsignatures, nsignatures x varint signature)).
  const Interner &shapes() const { return shapes_; }
  const Interner &texts() const { return texts_; }
  // Rows of the section `functions` for those that not every process may know.
  const Interner &functions() const { return functions_; }

  const TablePool &tables() const { return pool_; }
  const Table &processes() const { return pool_.at(0); }
  // Its numbers are the rank, counted in this range, then the tokens in the order of the shape: of each part
  // those of the signatures, then the exponents of the grammar.
  const Table &class_table(uint64_t shape) const { return pool_.at(1 + shape); }
  const Column &classes() const { return classes_; }  // by rank
  // By stream: the kernel's number of the thread less that of the process.
  const Column &threads() const { return threads_; }

  const TimesTotals &times() const { return times_; }
  // n x (str key, str value) of the first rank, as the session gave them.
  Bytes metadata() const { return metadata_.bytes(); }
  uint64_t nranks() const { return classes_.count; }
  uint64_t start_realtime_ns() const { return start_; }
  uint64_t end_realtime_ns() const { return end_; }
  uint64_t dropped() const { return dropped_; }
  uint64_t lost() const { return lost_; }
  uint64_t bytes() const;  // about what pack() writes

 private:
  bool ok() const;
  Status add_first(const ProcessImage &image);
  Status add_streams(const ProcessImage &image);
  Status add_part(const ProcessImage &image, const PartImage &part);
  bool add_signature(const ProcessImage &image, Bytes signature);
  bool add_function(const ProcessImage &image, Bytes signature);
  bool add_process(const ProcessImage &image);
  void add_numbers(uint64_t start, uint64_t end, uint64_t dropped, uint64_t lost);
  bool unite_shapes(const Summary &right, bool same);
  bool unite_tables(const Summary &right);
  bool unite_columns(const Summary &right);

  Interner signatures_;
  Interner bodies_;
  Interner shapes_;
  Interner texts_;
  Interner functions_;
  TablePool pool_;
  Column classes_ = {};
  Column threads_ = {};
  Buffer metadata_;
  TimesTotals times_;
  uint64_t start_ = UINT64_MAX;
  uint64_t end_ = 0;
  uint64_t dropped_ = 0;
  uint64_t lost_ = 0;

  // Scratch of add(), kept so that a million small ranks do not mean a million mappings.
  Tokeniser tokeniser_;
  TableUniter uniter_;
  TextMap text_map_;
  TablePool spare_;
  TablePool renumbered_;
  StepJoiner joiner_;
  Vector<uint32_t> signature_ids_;  // of the other side's signatures, here
  Vector<uint32_t> body_ids_;
  Vector<uint32_t> class_ids_;
  Vector<uint64_t> partners_;  // by class of this side: 1 + that of the other side, 0 for none
  Vector<uint64_t> numbers_;
  Vector<uint32_t> text_ids_;
  Vector<Bytes> found_texts_;
  Buffer body_;
  Buffer shape_;
  Buffer ids_;
};

// `left` becomes both; `right` holds the ranks that follow those of `left`.
inline Status unite(Summary &left, const Summary &right) { return left.add(right); }

// Takes the exponents out of a CFG body: the body without them goes to `masked`. False when it is not a CFG
// body over `terminals` terminals.
bool mask_cfg(Bytes body, uint64_t terminals, Buffer *masked, Vector<uint64_t> *exponents);

}  // namespace recorder
