// SPDX-License-Identifier: BSD-3-Clause
// write() until everything is written.
#include "common/output.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "common/program.h"

namespace recorder::tools {

void Output::open(const std::string &path) {
  signal(SIGPIPE, SIG_IGN);  // write() reports it, and flush() ends quietly
  if (path.empty() || path == "-") return;
  path_ = path;
  fd_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd_ < 0) throw ProgramError(path_ + ": cannot create: " + strerror(errno));
}

void Output::flush() {
  const char *from = buffer_.data();
  size_t left = buffer_.size();
  while (left != 0) {
    const ssize_t n = ::write(fd_, from, left);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) failed();
    from += n;
    left -= static_cast<size_t>(n);
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
  flush();
  if (fd_ != 1 && ::close(fd_) != 0) failed();
}

}  // namespace recorder::tools
