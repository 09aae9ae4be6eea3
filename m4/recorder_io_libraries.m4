# SPDX-License-Identifier: BSD-3-Clause
# The I/O libraries whose calls are traced: HDF5, NetCDF, PnetCDF. Only their headers and the names that they export
# are looked at; librecorder is never linked with them. A missing one only means that its layer has no wrappers.

# RECORDER_IO_LIBRARY(NAME, VARIABLE, HEADER, FUNCTION, PKG-CONFIG NAMES, -lLIBRARY): sets VARIABLE_FLAGS (compiler and linker
# options, from --with-NAME=DIR, VARIABLE_FLAGS itself, pkg-config or the default paths) and have_NAME.
AC_DEFUN([RECORDER_IO_LIBRARY], [
  AC_ARG_VAR([$2_FLAGS], [compiler and linker options of $1, such as -I/opt/$1/include -L/opt/$1/lib $6])
  AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1=DIR], [where $1 is installed; --without-$1 leaves its layer out])],
    [], [with_$1=auto])
  have_$1=no
  AC_MSG_CHECKING([for $1])
  recorder_tried=
  AS_CASE([$with_$1],
    [no], [$2_FLAGS=],
    [auto|yes], [
      AS_IF([test -n "$$2_FLAGS"], [RECORDER_IO_TRY([$1], [$3], [$4], [$$2_FLAGS])], [
        for recorder_package in $5; do
          test $have_$1 = no && recorder_flags=`pkg-config --cflags --libs $recorder_package 2>/dev/null` || continue
          RECORDER_IO_TRY([$1], [$3], [$4], [$recorder_flags $6])
        done
        AS_IF([test $have_$1 = no], [RECORDER_IO_TRY([$1], [$3], [$4], [$6])])
      ])
    ],
    [RECORDER_IO_TRY([$1], [$3], [$4], [-I$with_$1/include -L$with_$1/lib $6])])
  AS_IF([test $have_$1 = yes], [$2_FLAGS=$recorder_tried], [$2_FLAGS=])
  AC_MSG_RESULT([$have_$1])
  AS_IF([test $have_$1 = no],
    [AS_CASE([$with_$1], [no|auto], [],
       [AC_MSG_ERROR([$1 asked for, but a program with <$3> does not link; give its folder with --with-$1=DIR or $2_FLAGS])])])
])

# RECORDER_IO_TRY(NAME, HEADER, FUNCTION, FLAGS): with the MPI compiler if there is one, since a parallel build's header needs mpi.h.
AC_DEFUN([RECORDER_IO_TRY], [
  recorder_save_CC=$CC recorder_save_LIBS=$LIBS recorder_save_CPPFLAGS=$CPPFLAGS
  CC=${MPICC:-$CC}
  LIBS="$4 $LIBS"
  CPPFLAGS="$4 $CPPFLAGS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <$2>]], [[return (void *)$3 == (void *)0;]])],
    [have_$1=yes; recorder_tried="$4"])
  CC=$recorder_save_CC LIBS=$recorder_save_LIBS CPPFLAGS=$recorder_save_CPPFLAGS
])

# RECORDER_IO_LIBRARIES: HDF5 in the flavour of the MPI, as its header then has the parallel functions; PnetCDF needs MPI.
AC_DEFUN([RECORDER_IO_LIBRARIES], [
  AS_CASE([$MPI_NAME],
    [mpich], [recorder_hdf5="hdf5-mpich hdf5-mpi hdf5 hdf5-serial"],
    [openmpi], [recorder_hdf5="hdf5-openmpi hdf5-mpi hdf5 hdf5-serial"],
    [recorder_hdf5="hdf5-serial hdf5"])
  RECORDER_IO_LIBRARY([hdf5], [HDF5], [hdf5.h], [H5open], [$recorder_hdf5], [-lhdf5])
  RECORDER_IO_LIBRARY([netcdf], [NETCDF], [netcdf.h], [nc_open], [netcdf-mpi netcdf], [-lnetcdf])
  AS_IF([test "x$have_mpi" = xyes],
    [RECORDER_IO_LIBRARY([pnetcdf], [PNETCDF], [pnetcdf.h], [ncmpi_open], [pnetcdf], [-lpnetcdf])],
    [have_pnetcdf=no; PNETCDF_FLAGS=])
  # The high-level library lies beside the main one.
  HDF5_HL_FLAGS=`AS_ECHO(["$HDF5_FLAGS"]) | sed 's/-lhdf5\b/-lhdf5_hl -lhdf5/'`
  AS_IF([test $have_hdf5 = no], [HDF5_HL_FLAGS=])
  AC_SUBST([HDF5_HL_FLAGS])
])
