// SPDX-License-Identifier: BSD-3-Clause
// The calls of the POSIX layer that say by their result how much they moved.
#include "dataset/transfer.h"

#include <cstring>

namespace recorder::tools::dataset {

Transfer transfer_of(const recorder_call &call) {
  Transfer transfer;
  const char *name = call.function->name;
  if (std::strcmp(call.function->layer, "posix") != 0) return transfer;
  if (std::strstr(name, "read") == nullptr && std::strstr(name, "write") == nullptr) return transfer;
  if (call.result->type != RECORDER_INT || call.result->v.i < 0) return transfer;
  transfer.bytes = call.result->v.i;
  for (uint32_t i = 0; i < call.function->arguments; ++i) {
    const recorder_value &value = call.arguments[i];
    if (std::strcmp(call.function->argument_names[i], "offset") == 0 && value.type == RECORDER_INT)
      transfer.offset = value.v.i;
  }
  return transfer;
}

}  // namespace recorder::tools::dataset
