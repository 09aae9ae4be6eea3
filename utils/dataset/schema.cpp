// SPDX-License-Identifier: BSD-3-Clause
// Types that pandas, Dask, DuckDB and Spark all know, and names that none of them reserves. Times are
// integers because Spark does not read timestamps of nanoseconds, and DuckDB and pandas not the same ones.
#include "dataset/schema.h"

#include <arrow/util/compression.h>

#include "common/program.h"

namespace recorder::tools::dataset {

namespace {

constexpr bool kNullable = true, kNeverNull = false;

std::shared_ptr<arrow::Field> names(const char *column, bool nullable) {
  return arrow::field(column, arrow::dictionary(arrow::int32(), arrow::utf8()), nullable);
}

}  // namespace

// In the order of Column.
std::shared_ptr<arrow::Schema> make_schema() {
  using arrow::field;
  return arrow::schema({names("trace", kNeverNull),
                        field("epoch_ns", arrow::int64(), kNeverNull),
                        names("host", kNullable),
                        names("program", kNullable),
                        field("pid", arrow::int64(), kNeverNull),
                        field("rank", arrow::int64(), kNeverNull),
                        field("thread", arrow::int32(), kNeverNull),
                        field("call_id", arrow::int64(), kNeverNull),
                        field("parent_id", arrow::int64(), kNullable),
                        field("depth", arrow::int32(), kNeverNull),
                        names("layer", kNeverNull),
                        names("function", kNeverNull),
                        names("operation", kNullable),
                        field("start_ns", arrow::int64(), kNullable),
                        field("end_ns", arrow::int64(), kNullable),
                        field("duration_ns", arrow::int64(), kNullable),
                        names("file", kNullable),
                        field("bytes", arrow::int64(), kNullable),
                        field("file_offset", arrow::int64(), kNullable),
                        field("result", arrow::int64(), kNullable),
                        field("result_json", arrow::utf8(), kNullable),
                        field("failed", arrow::boolean(), kNeverNull),
                        field("error", arrow::int64(), kNullable),
                        field("arguments", arrow::utf8(), kNeverNull),
                        names("site", kNullable)});
}

arrow::Compression::type parse_compression(const std::string &name) {
  static constexpr struct {
    const char *name;
    arrow::Compression::type type;
  } kCodecs[] = {{"snappy", arrow::Compression::SNAPPY},
                 {"zstd", arrow::Compression::ZSTD},
                 {"gzip", arrow::Compression::GZIP},
                 {"none", arrow::Compression::UNCOMPRESSED}};
  for (const auto &codec : kCodecs) {
    if (name != codec.name) continue;
    if (arrow::util::Codec::IsAvailable(codec.type)) return codec.type;
    throw UsageError("--compression: this Arrow library was built without " + name);
  }
  throw UsageError("--compression: \"" + name + "\" is none of snappy, zstd, gzip and none");
}

std::shared_ptr<parquet::WriterProperties> writer_properties(arrow::Compression::type compression) {
  parquet::WriterProperties::Builder properties;
  properties.compression(compression)->created_by("recorder2parquet " RECORDER_VERSION);
  // Numbers that grow or stay: their differences are small.
  for (const char *column : {"epoch_ns", "pid", "rank", "thread", "call_id", "parent_id", "depth", "start_ns",
                             "end_ns", "duration_ns"}) {
    properties.disable_dictionary(column)->encoding(column, parquet::Encoding::DELTA_BINARY_PACKED);
  }
  // The least and the largest text of a row group, by which readers pass over it, help only where a query is
  // likely to ask for what few row groups have.
  for (const char *column :
       {"host", "program", "layer", "function", "operation", "site", "arguments", "result_json"}) {
    properties.disable_statistics(column);
  }
  return properties.build();
}

}  // namespace recorder::tools::dataset
