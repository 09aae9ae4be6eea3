// SPDX-License-Identifier: BSD-3-Clause
// The columns of the dataset, equal in every file; recorder2parquet(1) explains them.
#pragma once

#include <arrow/api.h>
#include <parquet/properties.h>

#include <memory>
#include <string>

namespace recorder::tools::dataset {

enum Column {
  kTrace,
  kEpoch,
  kHost,
  kProgram,
  kPid,
  kRank,
  kThread,
  kCallId,
  kParentId,
  kDepth,
  kLayer,
  kFunction,
  kOperation,
  kStart,
  kEnd,
  kDuration,
  kFile,
  kBytes,
  kFileOffset,
  kResult,
  kResultJson,
  kFailed,
  kError,
  kArguments,
  kSite,
  kColumns
};

std::shared_ptr<arrow::Schema> make_schema();

// The codec of --compression: snappy, zstd, gzip or none. Throws UsageError for another one, and for one that
// this Arrow does not have.
arrow::Compression::type parse_compression(const std::string &name);

// How each column is encoded.
std::shared_ptr<parquet::WriterProperties> writer_properties(arrow::Compression::type compression);

}  // namespace recorder::tools::dataset
