# SPDX-License-Identifier: BSD-3-Clause
# The last words of configure: what was found, what is left out, and what that costs.

# RECORDER_SUMMARY_LINE(LABEL, VALUE)
AC_DEFUN([RECORDER_SUMMARY_LINE], [printf '  %-22s %s\n' "$1" "$2"])

AC_DEFUN([RECORDER_SUMMARY], [
  recorder_lost=
  recorder_note() { recorder_lost="$recorder_lost  - $[]1
"; }
  test $have_mpi = yes || recorder_note "MPI ($mpi_why): no mpi and mpiio layers, no recorder-mpicc and sisters"
  test $have_hdf5 = yes || recorder_note "HDF5 (no hdf5.h, or --without-hdf5): no hdf5 layer"
  test $have_netcdf = yes || recorder_note "NetCDF (no netcdf.h, or --without-netcdf): no netcdf layer"
  test $have_pnetcdf = yes || recorder_note "PnetCDF (no pnetcdf.h, no MPI, or --without-pnetcdf): no pnetcdf layer"
  test $have_tools = yes || recorder_note "Boost.Program_options and nlohmann-json: no recorder-info, recorder2text, recorder2json, recorder-coverage"
  test $have_elf = yes || recorder_note "libelf (elfutils, libelf-dev): no recorder-coverage"
  test $have_arrow = yes || recorder_note "Arrow C++ (pkg-config arrow and parquet, or the Python package pyarrow): no recorder2parquet"
  test $have_echarts = yes || recorder_note "echarts (npm install --global echarts, or --with-echarts=FILE): recorder-report's pages have tables and no charts"
  test $have_libdw = yes || recorder_note "libdw (elfutils): readers show call sites as module and offset, without source lines"
  test $have_static_zlib = yes || recorder_note "static libz or libc: fully static programs cannot be linked with Recorder here"
  test $recorder_own_zlib = yes || recorder_note "libz.a compiled for shared libraries: librecorder.so brings libz.so.1 into programs that it is preloaded into"
  test -n "$FC" || recorder_note "Fortran compiler: no recorder-fc, no Fortran tests"
  test $have_mpi = no || test -n "$MPIFC" || recorder_note "MPI Fortran compiler: no recorder-mpif77, -mpif90, -mpifort"
  test $have_gtest = yes || recorder_note "GoogleTest: make check skips the unit tests"
  test $have_benchmark = yes || recorder_note "Google Benchmark: make bench leaves out the micro benchmarks"
  test "$TRAMPOLINE_CPU" != none || recorder_note "$host_cpu: dynamic programs that contain libmpich.a or libhdf5.a lose those layers"
  test -n "$CLANG_FORMAT$CLANG_TIDY" || recorder_note "clang-format, clang-tidy: make lint does not look at C++"
  test -n "$SHELLCHECK" || recorder_note "shellcheck: make lint does not look at the scripts"
  test -n "$MANDOC" || recorder_note "mandoc: make lint does not look at the man pages"
  echo
  echo "Recorder $PACKAGE_VERSION"
  RECORDER_SUMMARY_LINE([prefix], [$prefix])
  RECORDER_SUMMARY_LINE([compilers], [$CC, $CXX $CXX17FLAG${FC:+, $FC}])
  AS_IF([test $have_mpi = yes],
    [RECORDER_SUMMARY_LINE([MPI], [$MPI_NAME: $MPICC${MPICXX:+, $MPICXX}${MPIFC:+, $MPIFC}; started by ${MPIEXEC:-nothing found}])],
    [RECORDER_SUMMARY_LINE([MPI], [no])])
  RECORDER_SUMMARY_LINE([layers], [posix stdio`test $have_mpi = no || echo ' mpiio mpi'``test $have_hdf5 = no || echo ' hdf5'``test $have_netcdf = no || echo ' netcdf'``test $have_pnetcdf = no || echo ' pnetcdf'`])
  RECORDER_SUMMARY_LINE([static links], [$have_static_zlib])
  RECORDER_SUMMARY_LINE([command-line tools], [$have_tools; recorder-coverage `test $have_tools$have_elf = yesyes && echo yes || echo no`; recorder2parquet `test $have_tools$have_arrow = yesyes && echo "with Arrow of $arrow_where" || echo no`])
  RECORDER_SUMMARY_LINE([tests], [GoogleTest $have_gtest, Google Benchmark $have_benchmark])
  AS_IF([test -n "$recorder_lost"],
    [printf 'Left out, and what that costs:\n%s' "$recorder_lost"],
    [echo "Nothing is left out."])
])
