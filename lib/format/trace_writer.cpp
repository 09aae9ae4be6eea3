// SPDX-License-Identifier: BSD-3-Clause
// Sections in, bytes of a trace file out, strictly from front to back.
#include "format/trace_writer.h"

#include <cstring>

namespace recorder {

using format::Codec;

void put_section(const Section &section, Buffer *out) {
  out->put_str(section.name);
  out->put_varint(section.offset);
  out->put_varint(section.stored);
  out->put_varint(section.raw);
  out->put_varint(static_cast<uint64_t>(section.codec));
  out->put_u32le(section.crc);
}

bool get_section(Cursor *in, Section *section) {
  uint64_t codec = 0;
  if (!in->str(&section->name) || !in->varint(&section->offset) || !in->varint(&section->stored) ||
      !in->varint(&section->raw) || !in->varint(&codec) || !in->u32le(&section->crc) || codec > UINT8_MAX)
    return false;
  section->codec = static_cast<Codec>(codec);
  return true;
}

void put_header(uint8_t *out) {
  memcpy(out, format::kMagic, 8);
  write_u32le(out + 8, format::kMajor);
  write_u32le(out + 12, format::kMinor);
}

void put_trailer(uint64_t table_offset, Bytes table, uint8_t *out) {
  write_u64le(out, table_offset);
  write_u64le(out + 8, table.size);
  write_u32le(out + 16, crc_of(table));
  write_u32le(out + 20, 0);
  memcpy(out + 24, format::kTrailerMagic, 8);
}

Status TraceWriter::begin() {
  uint8_t header[format::kHeaderSize];
  put_header(header);
  write({header, sizeof header});
  return status_;
}

void TraceWriter::write(Bytes bytes) {
  if (!status_.ok()) return;
  keep(Status::from(sink_.write(sink_.self, bytes.data, bytes.size, at_), "cannot write the trace"));
  at_ += bytes.size;
}

int TraceWriter::on_compressed(void *self, const void *data, uint64_t size) {
  TraceWriter *writer = static_cast<TraceWriter *>(self);
  writer->write({static_cast<const uint8_t *>(data), size});
  return writer->status_.ok() ? 0 : -writer->status_.error_number;
}

void TraceWriter::open(const char *name, Codec codec) {
  name_ = name;
  codec_ = codec;
  compressing_ = false;
  held_.clear();
  start_ = at_;
  raw_ = 0;
  crc_ = 0;
}

void TraceWriter::put(Bytes bytes) {
  raw_ += bytes.size;
  if (!status_.ok() || bytes.size == 0) return;
  if (codec_ == Codec::none) {
    crc_ = crc_of(bytes, crc_);
    return write(bytes);
  }
  if (!compressing_ && held_.size() + bytes.size <= kShort) return held_.put_bytes(bytes);
  if (!compressing_) start_compressing();
  keep(deflater_.put(bytes));
}

void TraceWriter::start_compressing() {
  compressing_ = true;
  keep(deflater_.begin(on_compressed, this));
  if (!held_.ok()) keep(Status::no_memory("cannot write the trace"));
  if (status_.ok()) keep(deflater_.put(held_.bytes()));
}

Status TraceWriter::close() {
  if (!status_.ok()) return status_;
  if (codec_ == Codec::zlib && !compressing_) {
    close_short();
    return status_;
  }
  if (compressing_) {
    keep(deflater_.end());
    crc_ = deflater_.crc();
  }
  enter_section({reinterpret_cast<const uint8_t *>(name_), strlen(name_)}, start_, at_ - start_, raw_, codec_,
                crc_);
  return status_;
}

// Compressed in memory first: a few dozen bytes often grow.
void TraceWriter::close_short() {
  if (!held_.ok()) return keep(Status::no_memory("cannot write the trace"));
  Buffer packed;
  Deflater &deflater = held_.size() <= Deflater::kShort ? short_deflater_ : deflater_;
  keep(deflater.begin(append_to_buffer, &packed));
  if (status_.ok()) keep(deflater.put(held_.bytes()));
  if (status_.ok()) keep(deflater.end());
  const bool shorter = packed.size() < held_.size();
  const Bytes stored = shorter ? packed.bytes() : held_.bytes();
  if (stored.size > 0) write(stored);
  enter_section({reinterpret_cast<const uint8_t *>(name_), strlen(name_)}, start_, stored.size, raw_,
                shorter ? Codec::zlib : Codec::none, crc_of(stored));
}

Status TraceWriter::add(const char *name, Bytes raw, Codec codec) {
  open(name, codec);
  put(raw);
  return close();
}

uint64_t TraceWriter::reserve(const char *name, uint64_t stored, uint64_t raw, Codec codec, uint32_t crc) {
  const uint64_t offset = skip(stored);
  place(name, offset, stored, raw, codec, crc);
  return offset;
}

void TraceWriter::place(const char *name, uint64_t offset, uint64_t stored, uint64_t raw, Codec codec,
                        uint32_t crc) {
  enter_section({reinterpret_cast<const uint8_t *>(name), strlen(name)}, offset, stored, raw, codec, crc);
}

void TraceWriter::enter_section(Bytes name, uint64_t offset, uint64_t stored, uint64_t raw, Codec codec,
                                uint32_t crc) {
  ++count_;
  put_section({name, offset, stored, raw, codec, crc}, &table_);
}

Status TraceWriter::finish() {
  Buffer tail;
  tail.put_varint(count_);
  tail.put_bytes(table_.bytes());
  const uint64_t table_size = tail.size();
  uint8_t *trailer = tail.extend(format::kTrailerSize);
  if (!table_.ok() || !trailer) keep(Status::no_memory("cannot write the trace"));
  if (!status_.ok()) return status_;
  put_trailer(at_, {tail.data(), table_size}, trailer);
  write(tail.bytes());
  return status_;
}

}  // namespace recorder
