// SPDX-License-Identifier: BSD-3-Clause
// Names for the identifiers that no recorded call made: HDF5's own types, property lists and errors, and what
// other threads opened.
#pragma once

namespace recorder {

// Tells the session how to name HDF5's identifiers. May be called again.
void hdf5_describe_handles();

}  // namespace recorder
