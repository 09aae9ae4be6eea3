# SPDX-License-Identifier: BSD-3-Clause
# Files that configure fills in: compiler wrappers, recorder-run, recorder-config, recorder-functions, pkg-config and
# module files.

# RECORDER_SCRIPTS: paths are expanded once here, so that the scripts hold plain paths.
AC_DEFUN([RECORDER_SCRIPTS], [
  AM_CONDITIONAL([HAVE_FORTRAN], [test -n "$FC"])
  AM_CONDITIONAL([HAVE_MPIFC], [test -n "$MPIFC"])
  recorder_save_prefix=$prefix
  recorder_save_exec_prefix=$exec_prefix
  test "x$prefix" != xNONE || prefix=$ac_default_prefix
  test "x$exec_prefix" != xNONE || exec_prefix=$prefix
  FULL_PREFIX=$prefix
  eval "FULL_BINDIR=\"$bindir\""
  eval "FULL_LIBDIR=\"$libdir\""
  eval "FULL_INCLUDEDIR=\"$includedir\""
  eval "FULL_DATAROOTDIR=\"$datarootdir\""
  eval "FULL_MANDIR=\"`datarootdir=$FULL_DATAROOTDIR; eval echo \"$mandir\"`\""
  prefix=$recorder_save_prefix
  exec_prefix=$recorder_save_exec_prefix
  AC_SUBST([FULL_PREFIX])
  AC_SUBST([FULL_BINDIR])
  AC_SUBST([FULL_LIBDIR])
  AC_SUBST([FULL_INCLUDEDIR])
  AC_SUBST([FULL_MANDIR])
  RECORDER_LAYERS="posix stdio"
  test $have_mpi = no || RECORDER_LAYERS="$RECORDER_LAYERS mpiio mpi"
  for recorder_library in hdf5 netcdf pnetcdf; do
    eval "test \$have_$recorder_library = no" || RECORDER_LAYERS="$RECORDER_LAYERS $recorder_library"
  done
  AC_SUBST([RECORDER_LAYERS])
  AC_CONFIG_FILES([compiler-wrappers/recorder-cc:compiler-wrappers/recorder-cc.in], [chmod +x compiler-wrappers/recorder-cc])
  AC_CONFIG_FILES([compiler-wrappers/recorder-link:compiler-wrappers/recorder-link.in], [chmod +x compiler-wrappers/recorder-link])
  AC_CONFIG_FILES([compiler-wrappers/recorder-run:compiler-wrappers/recorder-run.in], [chmod +x compiler-wrappers/recorder-run])
  AC_CONFIG_FILES([compiler-wrappers/recorder-config:compiler-wrappers/recorder-config.in], [chmod +x compiler-wrappers/recorder-config])
  AC_CONFIG_FILES([utils/recorder-functions:utils/recorder-functions.in], [chmod +x utils/recorder-functions])
  AC_CONFIG_FILES([compiler-wrappers/recorder.pc utils/reader/recorder-reader.pc compiler-wrappers/recorder.module])
])
