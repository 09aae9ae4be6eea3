// SPDX-License-Identifier: BSD-3-Clause
// Header, trailer and table of sections, each verified before anything is taken from it.
#include "reader/container.h"

#include <cstring>

#include "format/format.h"
#include "reader/failure.h"
#include "reader/input.h"

namespace recorder::reader {

namespace {

constexpr uint64_t kTableLimit = 64 << 20;  // of the table of sections: far beyond any real one

uint32_t checksum(const void *data, size_t size) {
  return static_cast<uint32_t>(crc32_z(0, static_cast<const Bytef *>(data), size));
}

}  // namespace

Container::Container(std::unique_ptr<Source> source) : source_(std::move(source)) {
  check_header();
  read_table();
  for (const Section &section : sections_) verify(section);
}

void Container::check_header() const {
  uint8_t header[format::kHeaderSize] = {};
  if (source_->size() == 0) fail(RECORDER_E_FORMAT, "is empty; the traced program did not finish writing it");
  const uint64_t there = source_->size() < sizeof header ? source_->size() : sizeof header;
  source_->read(0, header, there);
  const size_t compared = there < sizeof format::kMagic ? there : sizeof format::kMagic;
  if (memcmp(header, format::kMagic, compared) != 0) {
    fail(RECORDER_E_FORMAT, "not a Recorder trace; give a *.recorder file that a traced program finished");
  }
  if (source_->size() < format::kHeaderSize + format::kTrailerSize) {
    fail(RECORDER_E_FORMAT, "truncated after %llu bytes; take another copy of the file",
         static_cast<unsigned long long>(source_->size()));
  }
  const uint32_t major = read_u32le(header + 8);
  const uint32_t minor = read_u32le(header + 12);
  // New sections need no new version, so a higher minor means that something known reads differently.
  if (major != format::kMajor || minor > format::kMinor) {
    fail(RECORDER_E_VERSION,
         "has format version %u.%u and this tool reads %u.%u; use the tools of its Recorder", major, minor,
         format::kMajor, format::kMinor);
  }
}

void Container::read_table() {
  uint8_t trailer[format::kTrailerSize];
  const uint64_t body_end = source_->size() - format::kTrailerSize;
  source_->read(body_end, trailer, sizeof trailer);
  if (memcmp(trailer + 24, format::kTrailerMagic, sizeof format::kTrailerMagic) != 0) {
    fail(RECORDER_E_FORMAT, "truncated or unfinished (no trailer); take another copy of the file");
  }
  const uint64_t offset = read_u64le(trailer);
  const uint64_t size = read_u64le(trailer + 8);
  if (offset < format::kHeaderSize || offset > body_end || size > body_end - offset || size > kTableLimit ||
      read_u32le(trailer + 20) != 0) {
    damaged("the trailer is wrong");
  }
  std::string table(static_cast<size_t>(size), '\0');
  source_->read(offset, table.data(), size);
  if (checksum(table.data(), table.size()) != read_u32le(trailer + 16)) {
    damaged("the table of sections has a wrong checksum");
  }
  Input in(table, "the table of sections");
  uint64_t budget = source_->size();  // sections do not overlap, so verifying them is linear
  for (uint64_t n = in.count(9); n != 0; --n) {
    Section section;
    section.name = in.str();
    section.range.offset = in.varint();
    section.range.stored_bytes = in.varint();
    section.range.raw_bytes = in.varint();
    const uint64_t codec = in.varint();
    section.range.crc = in.u32le();
    section.range.compressed = codec == static_cast<uint64_t>(format::Codec::zlib);
    if (section.name.find('\0') != std::string::npos) damaged("a section has an impossible name");
    if (codec > static_cast<uint64_t>(format::Codec::zlib)) {
      fail(RECORDER_E_VERSION,
           "section %.40s is compressed in a way that this tool does not know; use a newer one",
           section.name.c_str());
    }
    if (section.range.offset > body_end || section.range.stored_bytes > body_end - section.range.offset ||
        section.range.stored_bytes > budget) {
      damaged("section %.40s lies outside the file", section.name.c_str());
    }
    budget -= section.range.stored_bytes;
    sections_.push_back(std::move(section));
  }
  in.expect_end();
}

void Container::verify(const Section &section) const {
  std::vector<uint8_t> block(256 * 1024);
  uint32_t crc = 0;
  for (uint64_t done = 0; done < section.range.stored_bytes;) {
    const uint64_t n = std::min<uint64_t>(block.size(), section.range.stored_bytes - done);
    source_->read(section.range.offset + done, block.data(), n);
    crc = static_cast<uint32_t>(crc32(crc, block.data(), static_cast<uInt>(n)));
    done += n;
  }
  if (crc != section.range.crc) damaged("section %.40s has a wrong checksum", section.name.c_str());
}

const Section *Container::find(const char *name) const {
  for (const Section &section : sections_) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

std::string Container::load(const char *name) const {
  const Section *section = find(name);
  if (section == nullptr) damaged("section %s is missing", name);
  return load(*section);
}

std::string Container::load(const Section &section) const {
  Inflater in(*source_, section.range, section.name.c_str());
  std::string bytes;
  // Grows with what really comes out, not with what the table claims.
  for (;;) {
    const size_t old = bytes.size();
    const size_t step =
        std::min<uint64_t>(std::max<size_t>(old, 64 * 1024), section.range.raw_bytes - old + 1);
    bytes.resize(old + step);
    const size_t n = in.read(reinterpret_cast<uint8_t *>(bytes.data()) + old, step);
    bytes.resize(old + n);
    if (n == 0) return bytes;
  }
}

}  // namespace recorder::reader
