// SPDX-License-Identifier: BSD-3-Clause
// A trace with some calls of another one, written by the merge as a run's own trace is.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "reader/selection.h"
#include "reader/trace.h"

namespace recorder::filter {

using Metadata = std::vector<std::pair<std::string, std::string>>;

// Why `output` could not be written; one line, without its name.
class WriteFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `more` is added to the metadata, in place of keys of the same name. All ranks stay, so that their numbers
// and the start of the trace do; those that are not selected have no streams. What
// a rank comes to waits in a temporary file beside the output. A WriteFailure, or a reader::Failure when
// `trace` is damaged; `output` is then as it was.
void write_filtered(reader::Trace &trace, const reader::Selection &selection, const Metadata &more,
                    const std::string &output);

}  // namespace recorder::filter
