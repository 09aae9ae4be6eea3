// SPDX-License-Identifier: BSD-3-Clause
// The environment that exec passes on (see process.h).
#include "runtime/process.h"

namespace recorder {

ExecEnvironment::ExecEnvironment(char *const *environment) : given_(environment) {
  static char mark[] = "RECORDER_CHILD=1";
  if (!session.active || session.settings.trace[0] == '\0' || environment == nullptr) return;
  uint64_t count = 0;
  for (; environment[count] != nullptr; ++count)
    if (strncmp(environment[count], mark, sizeof mark - 2) == 0) return;
  size_ = (count + 2) * sizeof(char *);
  copy_ = static_cast<char **>(Memory::map(size_));
  if (copy_ == nullptr) return;
  memcpy(copy_, environment, count * sizeof(char *));
  copy_[count] = mark;
}

ExecEnvironment::~ExecEnvironment() { Memory::unmap(copy_, size_); }

}  // namespace recorder
