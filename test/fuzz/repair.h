// SPDX-License-Identifier: BSD-3-Clause
// Makes the checksums of a changed trace right again, as far as its table can be read, so that fuzzing
// reaches what lies behind them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace recorder::fuzz {

class Repair {
 public:
  explicit Repair(std::string &file) : file_(file) {}

  void run() {
    if (file_.size() < 48) return;
    const uint64_t trailer = file_.size() - 32;
    const uint64_t table = fixed(trailer, 8), size = fixed(trailer + 8, 8);
    if (table > trailer || size > trailer - table) return;
    // Twice: the checksums in times-index are part of a section that has one itself.
    for (int pass = 0; pass < 2; ++pass) {
      at_ = table;
      end_ = table + size;
      const uint64_t count = varint();
      for (uint64_t i = 0; i < count && at_ < end_; ++i) section(pass);
    }
    put_crc(trailer + 16, table, size);
  }

 private:
  void section(int pass) {
    const uint64_t length = varint();
    if (length > end_ - at_) return stop();
    const std::string name = file_.substr(at_, length);
    at_ += length;
    const uint64_t offset = varint(), stored = varint();
    varint();
    varint();
    if (end_ - at_ < 4 || offset > file_.size() || stored > file_.size() - offset) return stop();
    if (name == "times") times_ = offset;
    if (pass == 0 && name == "times-index") streams(offset, stored);
    if (pass == 1) put_crc(at_, offset, stored);
    at_ += 4;
  }

  void streams(uint64_t offset, uint64_t size) {
    for (uint64_t at = offset; at + 40 <= offset + size; at += 40) {
      const uint64_t from = fixed(at, 8), stored = fixed(at + 8, 8);
      if (from >= file_.size() - times_ || stored >= file_.size() - times_ - from) continue;
      const uint64_t left = tails(times_ + from, stored, fixed(at + 36, 4));
      put_crc(at + 32, times_ + from, left);
    }
  }
  // What stands behind the times of a stream, from the end; returns how many bytes are before it.
  uint64_t tails(uint64_t from, uint64_t stored, uint64_t word) {
    const uint64_t way = word & 0xff;
    const bool lengths = (word >> 29 & 1) != 0, values = (word >> 31 & 1) != 0 && (way == 3 || way == 4);
    for (int i = 0; i < lengths + values; ++i) {
      if (stored < 12 || fixed(from + stored - 12, 8) > stored - 12) break;
      const uint64_t size = fixed(from + stored - 12, 8);
      put_crc(from + stored - 4, from + stored - 12 - size, size);
      stored -= 12 + size;
    }
    return stored;
  }

  void stop() { at_ = end_; }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; at_ < end_ && shift < 64; shift += 7) {
      const unsigned char byte = static_cast<unsigned char>(file_[at_++]);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  }
  uint64_t fixed(uint64_t at, int size) const {
    uint64_t value = 0;
    for (int i = 0; i < size; ++i)
      value |= static_cast<uint64_t>(static_cast<unsigned char>(file_[at + i])) << (8 * i);
    return value;
  }
  void put_crc(uint64_t at, uint64_t from, uint64_t size) {
    const uint32_t crc =
        static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef *>(file_.data()) + from, size));
    for (int i = 0; i < 4; ++i) file_[at + i] = static_cast<char>(crc >> (8 * i));
  }

  std::string &file_;
  uint64_t at_ = 0;
  uint64_t end_ = 0;
  uint64_t times_ = 0;
};

}  // namespace recorder::fuzz
