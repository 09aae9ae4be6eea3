#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds Recorder a second time with the MPI that this build does not use, and runs the comparison of the lists, the MPI part
# of the link matrix and the MPI-IO program there. With MPICH that includes libmpich.a, which Open MPI has nothing like.
set -u
# What the caller set for Recorder is not for the tests.
unset RECORDER_INCLUDE RECORDER_EXCLUDE RECORDER_TRACE RECORDER_TRACE_DIR RECORDER_LAYERS RECORDER_ENABLE RECORDER_MERGE
case ${MPI_NAME:-} in
  openmpi) other=mpich ;;
  mpich) other=openmpi ;;
  *) echo "no MPI in this build" && exit 77 ;;
esac
mpicc=mpicc.$other
command -v "$mpicc" >/dev/null || { echo "no $mpicc" && exit 77; }
source=${srcdir:?}
build=${builddir:?}/other-mpi
mkdir -p "$build" && cd "$build" || exit 1
# What this build found belongs to its MPI.
unset HDF5_FLAGS HDF5_HL_FLAGS NETCDF_FLAGS PNETCDF_FLAGS
if [ ! -f Makefile ]; then
  "$source/configure" --prefix="$build/stage" MPICC="$mpicc" MPICXX="mpicxx.$other" MPIFC="mpifort.$other" \
    MPIEXEC="mpiexec.$other" >configure.log 2>&1 || {
    tail -n 30 configure.log
    exit 1
  }
fi
unset MAKEFLAGS MAKELEVEL MFLAGS
# The tools are the same whatever the MPI, and take minutes; make finds them up to date if each comes after what it is made of.
if [ ! -d tools ] && [ -d ../tools ]; then
  mkdir -p obj && cp -R ../obj/utils obj/ && cp -R ../analysis.a ../librecorder-reader.* . && cp -R ../tools .
fi
make -j2 staged >make.log 2>&1 || { tail -n 40 make.log && exit 1; }
export PREFIX_STAGE="$build/stage" builddir="$build" MPI_NAME="$other" MPICC="$mpicc" MPIFC="mpifort.$other"
export MPIEXEC="mpiexec.$other" LINK_MATRIX_ONLY=mpi
status=0
"${PYTHON:-python3}" -B "$source/test/integration/test_coverage.py" || status=1
sh "$source/test/integration/test_link_matrix.sh" || status=1

# What MPI does of itself, it does with Recorder, too.
mkdir -p handed_on
for compiler in "$mpicc" "$PREFIX_STAGE/bin/recorder-mpicc"; do
  program=handed_on/$(basename "$compiler")
  "$compiler" -w "$source/test/integration/programs/mpi/handed_on.c" -o "$program" || status=1
  RECORDER_TRACE_DIR=handed_on timeout 60 "$MPIEXEC" -n 1 "./$program" </dev/null >"$program.out" 2>"$program.err"
  echo "exit $?" >>"$program.out"
done
cmp "handed_on/$(basename "$mpicc").out" handed_on/recorder-mpicc.out || status=1
exit $status
