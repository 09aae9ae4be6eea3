// SPDX-License-Identifier: BSD-3-Clause
// write() until everything is written; gzip by zlib.
#include "common/output.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "common/program.h"

namespace recorder::tools {

struct Output::Gzip {
  z_stream stream = {};
  char out[64 * 1024];
  ~Gzip() { deflateEnd(&stream); }
};

Output::Output() { buffer_.reserve(kFull + 64 * 1024); }
Output::~Output() = default;

void Output::open(const std::string &path) {
  signal(SIGPIPE, SIG_IGN);  // write() reports it, and flush() ends quietly
  if (path.empty() || path == "-") return;
  path_ = path;
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd_ < 0) throw ProgramError(path_ + ": cannot create: " + strerror(errno));
  constexpr std::string_view kSuffix = ".gz";
  if (path.size() < kSuffix.size() ||
      path.compare(path.size() - kSuffix.size(), kSuffix.size(), kSuffix) != 0)
    return;
  gzip_ = std::make_unique<Gzip>();
  constexpr int kLevel = 4;  // half as small again takes three times as long
  constexpr int kGzip = 15 + 16;
  if (deflateInit2(&gzip_->stream, kLevel, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

void Output::write(const char *from, size_t size) {
  while (size != 0) {
    const ssize_t n = ::write(fd_, from, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) failed();
    from += n;
    size -= static_cast<size_t>(n);
  }
}

void Output::deflate(bool finish) {
  z_stream &stream = gzip_->stream;
  stream.next_in = reinterpret_cast<Bytef *>(buffer_.data());
  stream.avail_in = static_cast<uInt>(buffer_.size());
  int result;
  do {
    stream.next_out = reinterpret_cast<Bytef *>(gzip_->out);
    stream.avail_out = sizeof gzip_->out;
    result = ::deflate(&stream, finish ? Z_FINISH : Z_NO_FLUSH);
    write(gzip_->out, sizeof gzip_->out - stream.avail_out);
  } while (stream.avail_out == 0 || (finish && result == Z_OK));
}

void Output::flush() {
  if (gzip_ != nullptr) {
    deflate(false);
  } else {
    write(buffer_.data(), buffer_.size());
  }
  buffer_.clear();
}

void Output::failed() {
  // Nobody reads any more: nothing is wrong, and nobody wants to hear of it.
  if (errno == EPIPE) _exit(0);
  buffer_.clear();
  throw ProgramError(path_ + ": cannot write: " + strerror(errno));
}

void Output::close() {
  if (gzip_ != nullptr) {
    deflate(true);
  } else {
    flush();
  }
  if (fd_ != 1 && ::close(fd_) != 0) failed();
}

}  // namespace recorder::tools
