# SPDX-License-Identifier: BSD-3-Clause
# MPI: the compilers given by MPICC, MPICXX, MPIFC or found; no MPI is not an error.

# RECORDER_MPI: sets MPICC, MPICXX, MPIFC, MPIEXEC, MPI_CPPFLAGS, MPI_CC (the compiler behind MPICC) and
# its sisters, MPI_NAME, and MPI_REDIRECT (can the MPI compilers be told to call another compiler?).
AC_DEFUN([RECORDER_MPI], [
  AC_ARG_VAR([MPICC], [MPI C compiler command])
  AC_ARG_VAR([MPICXX], [MPI C++ compiler command])
  AC_ARG_VAR([MPIFC], [MPI Fortran compiler command])
  AC_ARG_VAR([MPIEXEC], [command that starts MPI programs (tests and demo)])
  AC_ARG_WITH([mpi], [AS_HELP_STRING([--without-mpi], [leave out MPI even if it is there])],
    [], [with_mpi=auto])
  have_mpi=no
  mpi_why="--without-mpi"
  AS_IF([test "x$with_mpi" != xno], [
    AC_CHECK_PROGS([MPICC], [mpicc mpiicc cc mpcc])
    AS_IF([test -n "$MPICC"], [RECORDER_MPI_TRY], [mpi_why="no mpicc found"])
    AS_IF([test "$have_mpi:$with_mpi" = no:yes], [AC_MSG_ERROR([MPI asked for, but: $mpi_why])])
  ])
  AS_IF([test $have_mpi = yes], [RECORDER_MPI_SISTERS], [MPICC= MPICXX= MPIFC= MPIEXEC= MPI_CPPFLAGS=])
  AC_SUBST([MPI_CPPFLAGS])
  AC_SUBST([MPI_CC])
  AC_SUBST([MPI_CXX])
  AC_SUBST([MPI_FC])
  AC_SUBST([MPI_NAME])
  AC_SUBST([MPI_REDIRECT])
  AM_CONDITIONAL([HAVE_MPI], [test $have_mpi = yes])
])

# RECORDER_MPI_SHOW(COMMAND): recorder_show becomes the command line that COMMAND would run, or nothing.
AC_DEFUN([RECORDER_MPI_SHOW], [
  recorder_show=`$1 -show 2>/dev/null` || recorder_show=
])

# RECORDER_MPI_BASE(VARIABLE, COMMAND): VARIABLE becomes the compiler that COMMAND calls (words before the first option).
AC_DEFUN([RECORDER_MPI_BASE], [
  RECORDER_MPI_SHOW([$2])
  $1=
  for recorder_word in $recorder_show; do
    AS_CASE([$recorder_word], [-*], [break])
    $1="$$1${$1:+ }$recorder_word"
  done
])

# RECORDER_MPI_TRY: does $MPICC work, and do its -I options let $CXX compile mpi.h?
AC_DEFUN([RECORDER_MPI_TRY], [
  AC_MSG_CHECKING([whether $MPICC links MPI programs])
  recorder_save_CC=$CC
  CC=$MPICC
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Init(0, 0);]])],
    [have_mpi=yes], [have_mpi=no; mpi_why="$MPICC does not link an MPI program"])
  CC=$recorder_save_CC
  AC_MSG_RESULT([$have_mpi])
  AS_IF([test $have_mpi = yes], [
    RECORDER_MPI_SHOW([$MPICC])
    MPI_CPPFLAGS=
    for recorder_word in $recorder_show; do
      AS_CASE([$recorder_word], [-I*|-D*|-isystem*], [MPI_CPPFLAGS="$MPI_CPPFLAGS $recorder_word"])
    done
    AC_LANG_PUSH([C++])
    AC_MSG_CHECKING([whether $CXX compiles mpi.h])
    recorder_save_CPPFLAGS=$CPPFLAGS
    CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX"
    AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Init(0, 0);]])], [],
      [have_mpi=no; mpi_why="$CXX does not compile mpi.h with $MPI_CPPFLAGS"])
    CPPFLAGS=$recorder_save_CPPFLAGS
    AC_MSG_RESULT([$have_mpi])
    AC_LANG_POP([C++])
  ])
])

# RECORDER_MPI_SISTERS: the other commands of the same MPI as MPICC (mpicc.mpich -> mpicxx.mpich), and its name.
AC_DEFUN([RECORDER_MPI_SISTERS], [
  recorder_mpi_dir=`AS_DIRNAME(["$MPICC"])`
  recorder_mpi_base=`AS_BASENAME(["$MPICC"])`
  AS_IF([test "x$recorder_mpi_dir" = x.], [recorder_mpi_dir=], [recorder_mpi_dir=$recorder_mpi_dir/])
  AS_CASE([$recorder_mpi_base],
    [mpicc.*], [recorder_mpi_tail=`AS_ECHO(["$recorder_mpi_base"]) | sed 's/^mpicc//'`],
    [recorder_mpi_tail=])
  AC_CHECK_PROGS([MPICXX], [${recorder_mpi_dir}mpicxx$recorder_mpi_tail ${recorder_mpi_dir}mpic++$recorder_mpi_tail mpicxx mpic++ CC])
  AC_CHECK_PROGS([MPIFC], [${recorder_mpi_dir}mpifort$recorder_mpi_tail ${recorder_mpi_dir}mpif90$recorder_mpi_tail mpifort mpif90 ftn])
  AC_CHECK_PROGS([MPIEXEC], [${recorder_mpi_dir}mpiexec$recorder_mpi_tail ${recorder_mpi_dir}mpirun$recorder_mpi_tail mpiexec mpirun srun])
  RECORDER_MPI_BASE([MPI_CC], [$MPICC])
  RECORDER_MPI_BASE([MPI_CXX], [$MPICXX])
  RECORDER_MPI_BASE([MPI_FC], [$MPIFC])
  RECORDER_MPI_IDENTITY
  RECORDER_MPI_REDIRECT
])

# RECORDER_MPI_IDENTITY: MPI_NAME = mpich, openmpi, or other.
AC_DEFUN([RECORDER_MPI_IDENTITY], [
  AC_MSG_CHECKING([which MPI it is])
  recorder_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"
  MPI_NAME=other
  AC_PREPROC_IFELSE([AC_LANG_SOURCE([[#include <mpi.h>
    #ifndef OPEN_MPI
    #error no
    #endif]])], [MPI_NAME=openmpi])
  AC_PREPROC_IFELSE([AC_LANG_SOURCE([[#include <mpi.h>
    #ifndef MPICH_VERSION
    #error no
    #endif]])], [MPI_NAME=mpich])
  CPPFLAGS=$recorder_save_CPPFLAGS
  AC_MSG_RESULT([$MPI_NAME])
])

# RECORDER_MPI_REDIRECT: our link script sees the whole line when the MPI compiler calls it as its compiler.
AC_DEFUN([RECORDER_MPI_REDIRECT], [
  AC_MSG_CHECKING([whether $MPICC can be told which compiler to call])
  recorder_show=`MPICH_CC=echo OMPI_CC=echo I_MPI_CC=echo $MPICC -DRECORDER_REDIRECTED -c x.c 2>/dev/null`
  AS_CASE([$recorder_show], [*-DRECORDER_REDIRECTED*], [MPI_REDIRECT=yes], [MPI_REDIRECT=no])
  AC_MSG_RESULT([$MPI_REDIRECT])
])
