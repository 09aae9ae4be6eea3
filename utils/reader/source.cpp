// SPDX-License-Identifier: BSD-3-Clause
// Files and memory behind one read().
#include "reader/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "reader/failure.h"

namespace recorder::reader {

std::unique_ptr<Source> Source::open_file(const char *path) {
  std::unique_ptr<Source> source(new Source);
  // O_NONBLOCK: the open of a pipe that nobody writes must not hang.
  source->fd_ = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source->fd_ < 0) fail(RECORDER_E_SYSTEM, "cannot open: %s", strerror(errno));
  struct stat status;
  if (fstat(source->fd_, &status) != 0) fail(RECORDER_E_SYSTEM, "cannot stat: %s", strerror(errno));
  if (S_ISDIR(status.st_mode)) fail(RECORDER_E_SYSTEM, "is a directory; give the *.recorder file in it");
  if (!S_ISREG(status.st_mode)) fail(RECORDER_E_SYSTEM, "is not a regular file; copy the trace into one");
  source->size_ = static_cast<uint64_t>(status.st_size);
  return source;
}

std::unique_ptr<Source> Source::borrow(const uint8_t *data, uint64_t size) {
  std::unique_ptr<Source> source(new Source);
  source->data_ = data;
  source->size_ = size;
  return source;
}

std::unique_ptr<Source> Source::own(std::string bytes) {
  std::unique_ptr<Source> source(new Source);
  source->owned_ = std::move(bytes);
  source->data_ = reinterpret_cast<const uint8_t *>(source->owned_.data());
  source->size_ = source->owned_.size();
  return source;
}

Source::~Source() {
  if (fd_ >= 0) ::close(fd_);
}

void Source::read(uint64_t offset, void *out, uint64_t size) const {
  if (offset > size_ || size > size_ - offset) damaged("it points past its own end");
  if (data_ != nullptr) {
    if (size != 0) memcpy(out, data_ + offset, size);
    return;
  }
  char *to = static_cast<char *>(out);
  while (size != 0) {
    const ssize_t n = pread(fd_, to, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(RECORDER_E_SYSTEM, "cannot read: %s", strerror(errno));
    if (n == 0) damaged("it became shorter while it was read");
    to += n;
    offset += static_cast<uint64_t>(n);
    size -= static_cast<uint64_t>(n);
  }
}

}  // namespace recorder::reader
