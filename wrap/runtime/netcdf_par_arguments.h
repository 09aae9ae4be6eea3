// SPDX-License-Identifier: BSD-3-Clause
// MPI's handles as netcdf-fortran passes them to NetCDF: numbers, which become C's handles if the call, where
// the library did the same, has succeeded.
#pragma once

#include "runtime/mpi_arguments.h"
#include "runtime/netcdf_arguments.h"

namespace recorder {

// MPICH's conversions are macros without a function behind them.
#ifdef MPI_Comm_f2c
inline MPI_Comm netcdf_comm(MPI_Fint comm, bool failed) {
  return failed ? MPI_COMM_NULL : MPI_Comm_f2c(comm);
}
inline MPI_Info netcdf_info(MPI_Fint info, bool failed) {
  return failed ? MPI_INFO_NULL : MPI_Info_f2c(info);
}
#else
inline MPI_Comm netcdf_comm(MPI_Fint comm, bool failed) {
  return failed ? MPI_COMM_NULL : RECORDER_PMPI(Comm_f2c)(comm);
}
inline MPI_Info netcdf_info(MPI_Fint info, bool failed) {
  return failed ? MPI_INFO_NULL : RECORDER_PMPI(Info_f2c)(info);
}
#endif

}  // namespace recorder
