// SPDX-License-Identifier: BSD-3-Clause
// Writing Parquet files through Arrow.
#include "dataset/writer.h"

#include "dataset/failure.h"
#include "dataset/rows.h"

namespace recorder::tools::dataset {

void GroupWriter::open() {
  path_ = dataset_.new_file(group_, files_++);
  file_ = check(arrow::io::FileOutputStream::Open(path_), path_);
  // With Arrow's own schema, pyarrow knows the columns of names for what they are.
  static const auto properties = parquet::ArrowWriterProperties::Builder().store_schema()->build();
  writer_ = check(parquet::arrow::FileWriter::Open(*format_.schema, arrow::default_memory_pool(), file_,
                                                   format_.properties, properties),
                  path_);
}

void GroupWriter::write(const arrow::Table &table) {
  if (writer_ == nullptr) open();
  check(writer_->WriteTable(table, Rows::kRowsPerGroup), path_);
  if (check(file_->Tell(), path_) >= kFileSize) close_file();
}

void GroupWriter::close() {
  if (files_ == 0) open();
  if (writer_ != nullptr) close_file();
}

void GroupWriter::close_file() {
  check(writer_->Close(), path_);
  check(file_->Close(), path_);
  writer_.reset();
  file_.reset();
}

}  // namespace recorder::tools::dataset
