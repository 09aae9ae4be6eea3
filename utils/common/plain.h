// SPDX-License-Identifier: BSD-3-Clause
// A value for people: names for flags, quotes for strings, handles with what they refer to.
#pragma once

#include <string>

#include "reader/recorder-reader.h"

namespace recorder::tools {

void put_plain(std::string &out, const recorder_value &value);

}  // namespace recorder::tools
