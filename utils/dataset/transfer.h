// SPDX-License-Identifier: BSD-3-Clause
// What a call moved between memory and file: how many bytes, and where in the file.
#pragma once

#include <cstdint>
#include <optional>

#include "reader/recorder-reader.h"

namespace recorder::tools::dataset {

struct Transfer {
  std::optional<int64_t> bytes;   // none: the call moves no data, or the trace does not say how much
  std::optional<int64_t> offset;  // none: the call was not given one
};

Transfer transfer_of(const recorder_call &call);

}  // namespace recorder::tools::dataset
