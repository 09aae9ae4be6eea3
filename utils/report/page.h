// SPDX-License-Identifier: BSD-3-Clause
// The HTML file: the hand-written page with its style, its script, the chart library and the data in it.
#pragma once

#include <string>

namespace recorder::report {

// `json` is the data as text, `title` plain text. The chart library is left out with `charts` false.
void put_page(std::string &out, const std::string &title, const std::string &json, bool charts);
// Whether Recorder was built with the chart library.
bool has_charts();

}  // namespace recorder::report
