// SPDX-License-Identifier: BSD-3-Clause
// How the inside of the reader fails: an exception with a status and one line, which the C API turns into a
// recorder_error. It never leaves the library.
#pragma once

#include <stdexcept>
#include <string>

#include "reader/recorder-reader.h"

namespace recorder::reader {

class Failure : public std::runtime_error {
 public:
  Failure(recorder_status status, const std::string &message)
      : std::runtime_error(message), status_(status) {}
  recorder_status status() const { return status_; }

 private:
  recorder_status status_;
};

[[noreturn]] void fail(recorder_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The commonest: bytes that no Recorder wrote. `format` says what is wrong; the advice is added.
[[noreturn]] void damaged(const char *format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace recorder::reader
