// SPDX-License-Identifier: BSD-3-Clause
// Where a tool's lines go: a file or standard output, through one large buffer; compressed when the file's
// name ends in .gz. A reader that goes away (head) ends the tool quietly; a full disk ends it with a message.
#pragma once

#include <memory>
#include <string>

namespace recorder::tools {

class Output {
 public:
  Output();
  ~Output();
  // Empty or "-": standard output.
  void open(const std::string &path);

  // Lines are appended here; flush_if_full() between them.
  std::string &buffer() { return buffer_; }
  void flush_if_full() {
    if (buffer_.size() >= kFull) flush();
  }
  void flush();
  // The last flush, with the errors that only a close reports.
  void close();

 private:
  static constexpr size_t kFull = 256 * 1024;

  struct Gzip;

  [[noreturn]] void failed();
  void write(const char *from, size_t size);
  void deflate(bool finish);

  int fd_ = 1;
  std::string path_ = "standard output";
  std::string buffer_;
  std::unique_ptr<Gzip> gzip_;
};

}  // namespace recorder::tools
