// SPDX-License-Identifier: BSD-3-Clause
// The environment that exec passes on (see process.h).
#include "runtime/process.h"

namespace recorder {

namespace {

struct Environment {
  char **copy;
  uint64_t size;
};
__thread Environment environment_copy __attribute__((tls_model("initial-exec")));

}  // namespace

ExecEnvironment::ExecEnvironment(char *const *environment) : given_(environment) {
  static char mark[] = "RECORDER_CHILD=1";
  if (!session.active || session.settings.trace[0] == '\0' || environment == nullptr) return;
  uint64_t count = 0;
  for (; environment[count] != nullptr; ++count)
    if (strncmp(environment[count], mark, sizeof mark - 2) == 0) return;
  release();
  const uint64_t size = (count + 2) * sizeof(char *);
  auto **copy = static_cast<char **>(Memory::map(size));
  if (copy == nullptr) return;
  memcpy(copy, environment, count * sizeof(char *));
  copy[count] = mark;
  environment_copy = Environment{copy, size};
  copied_ = true;
}

ExecEnvironment::~ExecEnvironment() {
  if (copied_) release();
}

char **ExecEnvironment::copy() { return environment_copy.copy; }

void ExecEnvironment::release() {
  if (environment_copy.copy != nullptr) Memory::unmap(environment_copy.copy, environment_copy.size);
  environment_copy = Environment{};
}

}  // namespace recorder
