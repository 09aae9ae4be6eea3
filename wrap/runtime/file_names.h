// SPDX-License-Identifier: BSD-3-Clause
// Names for streams and directories that no recorded call made, such as stdout.
#pragma once

namespace recorder {

// Tells the session how to name them: by the descriptor beneath.
void describe_file_handles();

}  // namespace recorder
