// SPDX-License-Identifier: BSD-3-Clause
// Lays out a trace file: header, sections one after another, table, trailer. Where the bytes go is the sink's
// business, so the same code serves a process that writes its own file, a late section inside another trace,
// and rank 0 of a collective write, which only reserves the place of what all ranks write.
#pragma once

#include <cstdint>

#include "format/buffer.h"
#include "format/cursor.h"
#include "format/deflate.h"
#include "format/format.h"
#include "session/status.h"

namespace recorder {

// Writes at an offset from the beginning of the trace; 0 or -errno. Offsets only grow; between two calls
// there is a gap only where reserve() left one.
struct TraceSink {
  int (*write)(void *self, const void *data, uint64_t size, uint64_t offset);
  void *self;
};

// A line of the table of sections.
struct Section {
  Bytes name;
  uint64_t offset;
  uint64_t stored;
  uint64_t raw;
  format::Codec codec;
  uint32_t crc;  // of the stored bytes
};

void put_section(const Section &section, Buffer *out);
bool get_section(Cursor *in, Section *section);
void put_header(uint8_t *out);                                       // format::kHeaderSize bytes
void put_trailer(uint64_t table_offset, Bytes table, uint8_t *out);  // format::kTrailerSize bytes

class TraceWriter {
 public:
  // `level` is zlib's, for sections that are compressed whole.
  explicit TraceWriter(TraceSink sink, int level = 6)
      : sink_(sink), deflater_(level), short_deflater_(level, Deflater::For::short_streams) {}
  TraceWriter(const TraceWriter &) = delete;
  TraceWriter &operator=(const TraceWriter &) = delete;

  Status begin();

  // A section in pieces. With Codec::zlib it is compressed unless it is short and gets no shorter by it.
  // `name` must live as long as the writer. The first failure sticks and comes back from close() and
  // finish(), so that put() needs no check in the middle of a loop.
  void open(const char *name, format::Codec codec);
  void put(Bytes bytes);
  void put(const Buffer &buffer) { put(buffer.bytes()); }
  Status close();
  Status add(const char *name, Bytes raw, format::Codec codec);

  // A section that somebody else writes, at the offset that is returned.
  uint64_t reserve(const char *name, uint64_t stored, uint64_t raw, format::Codec codec, uint32_t crc);

  // The same in two steps, for sections in another order than that of their bytes: skip() leaves room, and
  // place() says what a piece of it is.
  uint64_t skip(uint64_t bytes) { return (at_ += bytes) - bytes; }
  void place(const char *name, uint64_t offset, uint64_t stored, uint64_t raw, format::Codec codec,
             uint32_t crc);

  // Table and trailer. Until this has succeeded there is no trace.
  Status finish();

  uint64_t size() const { return at_; }
  uint64_t section_size() const { return raw_; }  // raw bytes put into the open section

 private:
  static constexpr uint64_t kShort = 64 * 1024;

  static int on_compressed(void *self, const void *data, uint64_t size);
  void write(Bytes bytes);
  void keep(Status status) {
    if (status_.ok()) status_ = status;
  }
  void start_compressing();
  void enter_section(Bytes name, uint64_t offset, uint64_t stored, uint64_t raw, format::Codec codec,
                     uint32_t crc);
  void close_short();

  TraceSink sink_;
  Deflater deflater_;
  Deflater short_deflater_;
  Buffer table_;
  Buffer held_;  // the beginning of a section of which it is not yet known whether it is short
  uint64_t count_ = 0;
  uint64_t at_ = 0;
  const char *name_ = nullptr;
  format::Codec codec_ = format::Codec::none;
  bool compressing_ = false;
  uint64_t start_ = 0;
  uint64_t raw_ = 0;
  uint32_t crc_ = 0;
  Status status_;
};

}  // namespace recorder
