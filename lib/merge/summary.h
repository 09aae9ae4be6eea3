// SPDX-License-Identifier: BSD-3-Clause
// What a range of consecutive ranks did, without the times: the merged signatures (CST), the unique grammars
// (CFGs) over them, and which rank uses which. Two neighbouring summaries unite into one; a tree of such
// steps over all ranks is the merge. Knows nothing of MPI: mpi_transport.h carries packed summaries between
// processes.
//
// Invariants:
//  * Everything is numbered in the order of its first use by (rank, thread, part, position), so the result
//  does not
//    depend on how the tree was cut: unite(unite(a, b), c) == unite(a, unite(b, c)) == adding rank by rank.
//  * Uniting ranks that behave alike costs as much as one of them is big, whatever number of ranks each side
//  stands
//    for; only the process table grows.
//
// Ranks that differ only in numbers will be folded by masking these numbers before add(): grouping by hash
// and patterns over rank change what is interned here, not how summaries travel or unite.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "merge/image.h"
#include "merge/interner.h"
#include "merge/process_table.h"
#include "merge/times.h"
#include "session/status.h"

namespace recorder {

class Summary {
 public:
  // `nranks` consecutive ranks that have the same streams. `shape` is, as in the section cfg-index: varint
  // nstreams, nstreams x (varint thread, varint nparts, nparts x varint cfg).
  struct Run {
    uint64_t nranks;
    uint32_t shape;
  };

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

  const Interner &signatures() const { return signatures_; }
  const Interner &cfgs() const { return cfgs_; }
  const Interner &shapes() const { return shapes_; }
  // Rows of the section `functions` for those that not every process may know.
  const Interner &functions() const { return functions_; }
  const Vector<Run> &runs() const { return runs_; }
  const ProcessTable &processes() const { return processes_; }
  const TimesTotals &times() const { return times_; }
  // n x (str key, str value) of the first rank, as the session gave them.
  Bytes metadata() const { return metadata_.bytes(); }
  uint64_t nranks() const { return processes_.count(); }
  uint64_t start_realtime_ns() const { return start_; }
  uint64_t end_realtime_ns() const { return end_; }
  uint64_t dropped() const { return dropped_; }
  uint64_t lost() const { return lost_; }

 private:
  bool ok() const;
  Status add_part(const ProcessImage &image, const PartImage &part);
  bool add_function(const ProcessImage &image, Bytes signature);
  Status add_streams(const ProcessImage &image);
  void add_numbers(uint64_t start, uint64_t end, uint64_t dropped, uint64_t lost);
  bool add_run(uint64_t nranks, uint32_t shape);
  Status unite_cfgs(const Summary &right, bool same_signatures);
  bool unite_shapes(const Summary &right);
  bool unpack_runs(Cursor *in);

  Interner signatures_;
  Interner cfgs_;  // bodies as in the section cfg, terminals = numbers in signatures_
  Interner shapes_;
  Interner functions_;
  Vector<Run> runs_;
  ProcessTable processes_;
  Buffer metadata_;
  TimesTotals times_;
  uint64_t start_ = UINT64_MAX;
  uint64_t end_ = 0;
  uint64_t dropped_ = 0;
  uint64_t lost_ = 0;

  // Scratch of add(), kept so that a million small ranks do not mean a million mappings.
  Vector<uint32_t> ids_;  // of the other side's signatures, here
  Vector<uint32_t> cfg_ids_;
  Vector<uint32_t> shape_ids_;
  Buffer body_;
  Buffer shape_;
};

// `left` becomes both; `right` holds the ranks that follow those of `left`.
inline Status unite(Summary &left, const Summary &right) { return left.add(right); }

// A CFG body with other terminals: ids[t] for t. False when it is not a CFG body over `count` terminals.
bool renumber_cfg(Bytes body, const uint32_t *ids, uint64_t count, Buffer *out);

}  // namespace recorder
