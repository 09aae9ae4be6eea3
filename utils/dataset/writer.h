// SPDX-License-Identifier: BSD-3-Clause
// The files of one group of ranks, one after another: each ends when it has about 100 MB.
#pragma once

#include <arrow/api.h>
#include <arrow/io/api.h>
#include <parquet/arrow/writer.h>

#include <memory>
#include <string>
#include <utility>

#include "dataset/dataset.h"

namespace recorder::tools::dataset {

// What all files have in common.
struct FileFormat {
  std::shared_ptr<arrow::Schema> schema;
  std::shared_ptr<parquet::WriterProperties> properties;
};

class GroupWriter {
 public:
  GroupWriter(Dataset &dataset, const RankGroup &group, FileFormat format)
      : dataset_(dataset), group_(group), format_(std::move(format)) {}

  // The table becomes a row group.
  void write(const arrow::Table &table);
  // A group without any call has a file without rows, so that the dataset has a schema.
  void close();

 private:
  static constexpr int64_t kFileSize = 100'000'000;

  void open();
  void close_file();

  Dataset &dataset_;
  const RankGroup &group_;
  FileFormat format_;
  uint64_t files_ = 0;
  std::string path_;
  std::shared_ptr<arrow::io::FileOutputStream> file_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

}  // namespace recorder::tools::dataset
