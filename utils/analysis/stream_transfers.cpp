// SPDX-License-Identifier: BSD-3-Clause
// The analysis of transfers, call by call.
#include "analysis/stream_transfers.h"

namespace recorder::analysis {

void StreamTransfers::call(const reader::Template &record, const reader::Filled *filled, uint64_t shape) {
  Event event{};
  event.record = &record;
  event.filled = filled;
  event.shape = shape;
  transfers_.complete(event);
  Transfer transfer;
  if (event.has_bytes && event.bytes <= INT64_MAX) transfer.bytes = static_cast<int64_t>(event.bytes);
  if (event.has_offset) transfer.offset = event.offset;
  if (!event.has_offset && moves_data(event.meaning->operation) && !record.failed)
    transfer.offset = transfers_.place_in_view(event);
  tree_.push_back(transfer);
}

}  // namespace recorder::analysis
