// SPDX-License-Identifier: BSD-3-Clause
// What wrappers of HDF5's functions that take handles of MPI use.
#pragma once

#include "runtime/hdf5_arguments.h"
#include "runtime/mpi_arguments.h"
