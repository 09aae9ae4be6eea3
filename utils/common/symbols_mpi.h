// SPDX-License-Identifier: BSD-3-Clause
// Names of MPI's constants, whose values depend on the implementation.
#pragma once

#include <cstdint>

namespace recorder::tools {

// What decides the values. The order is that of the table's columns.
enum class MpiKind : int8_t { openmpi4, mpich4, openmpi5, mpich5, unknown };
constexpr int kMpiKinds = 4;

// Of the first line of MPI_Get_library_version, which the metadata keeps; null: unknown.
MpiKind mpi_kind(const char *version);

// Sets are named mpi_*, that of the error classes mpi_error. Null when there is no name.
const char *mpi_symbol(MpiKind kind, const char *set, int64_t value);

// The flags' names one after another: that of the first flag in *value, which is taken out of it; null at the
// end.
const char *mpi_flag(MpiKind kind, const char *set, uint64_t *value);

}  // namespace recorder::tools
