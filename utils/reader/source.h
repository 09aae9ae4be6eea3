// SPDX-License-Identifier: BSD-3-Clause
// Where the bytes of a trace come from: a file, read with pread so that a file that shrinks meanwhile is an
// error and not a signal, or memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace recorder::reader {

class Source {
 public:
  static std::unique_ptr<Source> open_file(const char *path);
  static std::unique_ptr<Source> borrow(const uint8_t *data, uint64_t size);
  static std::unique_ptr<Source> own(std::string bytes);
  ~Source();
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  uint64_t size() const { return size_; }
  // All of [offset, offset + size), or a Failure.
  void read(uint64_t offset, void *out, uint64_t size) const;

 private:
  Source() = default;

  int fd_ = -1;
  const uint8_t *data_ = nullptr;
  uint64_t size_ = 0;
  std::string owned_;
};

}  // namespace recorder::reader
