// SPDX-License-Identifier: BSD-3-Clause
// What recorder-coverage prints: for people, and as JSON.
#pragma once

#include <string>

#include "coverage/analysis.h"

namespace recorder::tools {

std::string coverage_text(const Process &process, const Functions &functions, const Coverage &coverage);
std::string coverage_json(const Process &process, const Functions &functions, const Coverage &coverage);

}  // namespace recorder::tools
