// SPDX-License-Identifier: BSD-3-Clause
// A temporary file that is gone when the tool ends, however it ends.
#include "filter/spool.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "filter/trace.h"

namespace recorder::filter {

namespace {

[[noreturn]] void failed(const char *what) { throw WriteFailure(std::string(what) + ": " + strerror(errno)); }

}  // namespace

Spool::Spool(const std::string &beside) {
  std::string name = (std::filesystem::path(beside).parent_path() / ".recorder-filter-XXXXXX").string();
  fd_ = mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) failed("cannot make a temporary file");
  unlink(name.c_str());
}

Spool::~Spool() {
  unmap();
  if (fd_ >= 0) ::close(fd_);
}

Extent Spool::put(const void *data, size_t size) {
  const Extent extent = {size_, size};
  const auto *at = static_cast<const char *>(data);
  while (size != 0) {
    const ssize_t written = pwrite(fd_, at, size, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) failed("cannot write a temporary file");
    at += written;
    size -= static_cast<size_t>(written);
    size_ += static_cast<uint64_t>(written);
  }
  return extent;
}

void Spool::map() {
  unmap();
  if (size_ == 0) return;
  void *memory = mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd_, 0);
  if (memory == MAP_FAILED) failed("cannot read a temporary file");
  memory_ = static_cast<const uint8_t *>(memory);
  mapped_ = size_;
}

void Spool::release() {
  if (memory_ != nullptr) madvise(const_cast<uint8_t *>(memory_), mapped_, MADV_DONTNEED);
}

void Spool::unmap() {
  if (memory_ != nullptr) munmap(const_cast<uint8_t *>(memory_), mapped_);
  memory_ = nullptr;
}

void Spool::clear() {
  unmap();
  size_ = 0;
  if (ftruncate(fd_, 0) != 0) failed("cannot empty a temporary file");
}

}  // namespace recorder::filter
