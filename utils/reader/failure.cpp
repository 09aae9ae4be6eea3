// SPDX-License-Identifier: BSD-3-Clause
// One line for every failure, with what the user can do about it.
#include "reader/failure.h"

#include <cstdarg>
#include <cstdio>

namespace recorder::reader {

void fail(recorder_status status, const char *format, ...) {
  char text[224];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  throw Failure(status, text);
}

void damaged(const char *format, ...) {
  char text[192];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  throw Failure(RECORDER_E_FORMAT, std::string("damaged trace: ") + text + "; take another copy of the file");
}

}  // namespace recorder::reader
