// SPDX-License-Identifier: BSD-3-Clause
// The facts for people and for programs.
#pragma once

#include <string>

#include "info/facts.h"

namespace recorder::tools::info {

std::string to_text(const Facts &facts);
std::string to_json(const Facts &facts);

}  // namespace recorder::tools::info
