// SPDX-License-Identifier: BSD-3-Clause
// Names for the identifiers that no recorded call made: HDF5's own types, property lists and errors, and what
// other threads opened.
#pragma once

namespace recorder {

// Tells the session how to name HDF5's identifiers. May be called again.
void hdf5_describe_handles();

// Where another HDF5 is in use than the one whose variables and drivers are known: a module's that was
// closed, and opened again elsewhere.
void h5_forget_closed();

}  // namespace recorder
