// SPDX-License-Identifier: BSD-3-Clause
// A value as JSON; recorder2json(1) lists the forms.
#pragma once

#include <string>

#include "reader/recorder-reader.h"

namespace recorder::tools {

void put_json(std::string &out, const recorder_value &value);

}  // namespace recorder::tools
