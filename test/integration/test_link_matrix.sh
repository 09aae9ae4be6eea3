#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every way of linking that the compiler wrappers know: static, dynamic and mixed, with bfd, gold and lld, C, C++ and
# Fortran, with and without MPI, LTO; and what they must leave alone. Each traced call must be in the trace exactly once.
# LINK_MATRIX_ONLY=mpi leaves the programs without MPI out (used for a second build, with another MPI).
set -u
# What the caller set for Recorder is not for the tests.
unset RECORDER_INCLUDE RECORDER_EXCLUDE RECORDER_TRACE RECORDER_TRACE_DIR RECORDER_LAYERS RECORDER_ENABLE RECORDER_MERGE
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
programs=$here/programs/link
count_calls=$here/../support/count_calls.py
prefix=${PREFIX_STAGE:?}
PATH=$prefix/bin:$PATH
export PATH
command -v recorder2json >/dev/null || { echo "recorder2json is not installed" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset RECORDER_TRACE RECORDER_TRACE_DIR LD_PRELOAD
checks=0
failures=0

check() { # NAME COMMAND…: one check
  name=$1
  shift
  checks=$((checks + 1))
  if ! "$@" >check.log 2>&1; then
    echo "FAILED: $name"
    head -n 8 check.log | sed 's/^/    /'
    failures=$((failures + 1))
  fi
}

# works COMMAND…: does the plain compiler manage this link? What it cannot do says nothing about ours.
works() {
  "$@" -o plain >/dev/null 2>&1
}

# traced EXPECTED… -- COMMAND…: links with COMMAND, runs, and counts the calls on the program's file.
traced() {
  expected=
  while [ "$1" != -- ]; do
    expected="$expected $1"
    shift
  done
  shift
  rm -f program t.recorder "$work/data"
  "$@" -o program >link.log 2>&1 || { cat link.log && return 1; }
  [ ! -s link.log ] || ! grep -i recorder link.log || return 1
  # shellcheck disable=SC2086  # a launcher with options
  RECORDER_TRACE=$work/t.recorder ${launch:-} ./program "$work/data" >run.log 2>&1 || { cat run.log && return 1; }
  [ "$(cat run.log)" = 'done' ] || { cat run.log && return 1; }
  [ -f t.recorder ] || { echo "no trace" && return 1; }
  # shellcheck disable=SC2086
  python3 "$count_calls" t.recorder "$work/data" $expected
}

c_calls='open|open64=1 write=1 lseek|lseek64=1 close=1 fopen|fopen64=1 fwrite=1 fclose=1'
cpp_calls='fopen|fopen64=1 write|writev=1 fclose=1'
fortran_calls='open|open64=1 write=1 close=1'
mpi_calls='MPI_File_open=1 MPI_File_write_at=1 MPI_File_close=1'

linkers=
for linker in bfd gold lld; do
  if works "${CC:-cc}" -fuse-ld=$linker "$programs/io.c"; then linkers="$linkers $linker"; fi
done

serial() { # LINKER OPTIONS…
  fuse=-fuse-ld=$1
  shift
  # shellcheck disable=SC2086  # counts are words
  if works "${CC:-cc}" "$fuse" "$@" "$programs/io.c"; then
    check "C $fuse $*" traced $c_calls -- recorder-cc "$fuse" "$@" "$programs/io.c"
  fi
  # shellcheck disable=SC2086
  if works "${CXX:-c++}" "$fuse" "$@" "$programs/io.cpp"; then
    check "C++ $fuse $*" traced $cpp_calls -- recorder-c++ "$fuse" "$@" "$programs/io.cpp"
  fi
  # shellcheck disable=SC2086
  if command -v recorder-fc >/dev/null && works "${FC:-gfortran}" "$fuse" "$@" "$programs/io.f90"; then
    check "Fortran $fuse $*" traced $fortran_calls -- recorder-fc "$fuse" "$@" "$programs/io.f90"
  fi
}

serial_matrix() {
  for linker in $linkers; do
    for mode in '' -static -static-pie -no-pie '-flto -O2' '-flto -static'; do
      # shellcheck disable=SC2086
      serial "$linker" $mode
    done
  done
  serial bfd -static-libgcc -static-libstdc++ -Wl,--as-needed
  if command -v clang >/dev/null; then
    for mode in '' -static '-flto -fuse-ld=lld' '-flto -fuse-ld=lld -static'; do
      # shellcheck disable=SC2086
      if works clang $mode "$programs/io.c"; then
        RECORDER_CC=clang check "clang $mode" traced $c_calls -- recorder-cc $mode "$programs/io.c"
      fi
    done
  fi
  # An archive of the program's own, in a dynamic link and in a static one.
  "${CC:-cc}" -c -Dmain=program_main "$programs/io.c" -o io.o && ar qcs libio.a io.o
  echo 'int program_main(int, char **); int main(int c, char **v) { return program_main(c, v); }' >main.c
  # shellcheck disable=SC2086
  check "own archive, dynamic" traced $c_calls -- recorder-cc main.c -L. -Wl,-Bstatic -lio -Wl,-Bdynamic
  # shellcheck disable=SC2086
  check "own archive, static" traced $c_calls -- recorder-cc -static main.c libio.a
  # An archive that has its own function with a traced name: still the program's, once, and still called.
  echo 'int close(int); int fclose_calls; int puts(const char *s) { (void)s; return 0; }' >own.c
  "${CC:-cc}" -fno-builtin -c own.c -o own.o && ar qcs libown.a own.o
  check "own puts in an archive" links -- recorder-cc "$programs/io.c" libown.a
  for linker in $linkers; do
    check "recorder-run knows its own: $linker" known_to_be_traced "$linker"
  done
}

# It has nothing to say about a static program with Recorder, whatever the linker left out of it.
known_to_be_traced() { # LINKER
  links -- recorder-cc -fuse-ld="$1" -static -s -Wl,--gc-sections "$programs/io.c" || return 1
  RECORDER_TRACE=$work/t.recorder recorder-run ./program "$work/data" >/dev/null 2>said
  cat said
  [ ! -s said ]
}

links() { # -- COMMAND…: only the link, and that the program runs
  shift
  "$@" -o program && RECORDER_TRACE=$work/t.recorder ./program "$work/data" >/dev/null
}

# ---- What must stay as it is --------------------------------------------------------------------------------------

same_as_plain() { # ARGUMENTS…: same exit status and messages as the compiler itself
  "${CC:-cc}" "$@" >plain.out 2>plain.err
  plain=$?
  recorder-cc "$@" >ours.out 2>ours.err
  ours=$?
  [ $plain -eq $ours ] || { echo "status $ours instead of $plain" && cat ours.err && return 1; }
  sed 's,/tmp/cc[A-Za-z0-9]*,TMP,g' plain.err >plain.err2
  sed 's,/tmp/cc[A-Za-z0-9]*,TMP,g' ours.err >ours.err2
  cmp plain.out ours.out && diff plain.err2 ours.err2
}

no_recorder_in() {
  ! readelf -d "$1" 2>/dev/null | grep -q librecorder && ! nm "$1" 2>/dev/null | grep -q ' [TUW] .*__wrap_'
}

has_needed_first() {
  readelf -d "$1" | awk '/NEEDED/ { exit !/librecorder\.so\.0/ }'
}

untouched() {
  cp "$programs/io.c" 'two words.c'
  for arguments in '-c io.c' '-E io.c' '-S io.c' '-M io.c' '-MM io.c' '--version' '-dumpversion' '-dumpmachine' '-print-search-dirs' \
      '-print-file-name=libc.a' 'missing.c' '-c missing.c' 'missing.o' '' '-fsyntax-only io.c' '-static missing.c' '-lmissing io.c'; do
    cp "$programs/io.c" io.c
    # shellcheck disable=SC2086
    check "unchanged: $arguments" same_as_plain $arguments
  done
  check "compile only" sh -c 'recorder-cc -c io.c -o io.o && test -f io.o'
  check "shared library" recorder-cc -shared -fPIC io.c -o libx.so
  check "shared library has no Recorder" no_recorder_in libx.so
  check "relocatable" recorder-cc -r -nostdlib io.o -o r.o
  check "relocatable has no Recorder" no_recorder_in r.o
  check "spaces" recorder-cc 'two words.c' '-DTEXT="a b"' -o 'two words'
  check "spaces: linked" has_needed_first './two words'
  check "static with spaces" recorder-cc -static 'two words.c' -o 'static words'
  printf '%s\n' "'two words.c' -o \"from file\"" '-O1' >words.rsp
  check "response file" recorder-cc @words.rsp
  check "response file: linked" has_needed_first './from file'
  echo '-static io.c -o from_static' >static.rsp
  check "response file, static" recorder-cc @static.rsp
  check "response file: wrapped" sh -c 'nm from_static | grep -q __wrap_write'
  echo '-c io.c -o from_c.o' >compile.rsp
  check "response file, compile only" recorder-cc @compile.rsp
  check "response file: only compiled" no_recorder_in from_c.o
  check "-show runs nothing" sh -c 'recorder-cc io.c -o shown -show | grep -q librecorder && ! test -e shown'
  check "-show can be run" runs_as_shown
  check "-show-compile" shows_compile_once
  # A configure-style test must not find a function that only Recorder's wrappers name.
  echo 'char io_uring_queue_exit(); int main(void) { return io_uring_queue_exit(); }' >conftest.c
  check "no functions from nowhere" sh -c '! recorder-cc conftest.c -o conftest'
  check "as needed" recorder-cc -Wl,--as-needed io.c -o as_needed
  check "as needed: linked" has_needed_first as_needed
}

shows_compile_once() {
  [ "$(recorder-cc -show-compile io.c | grep -o -e ' -c' | wc -l)" -eq 1 ] &&
    [ "$(recorder-cc -show-compile -c io.c | grep -o -e ' -c' | wc -l)" -eq 1 ]
}

runs_as_shown() {
  eval "$(recorder-cc -show 'two words.c' -o shown)" && test -x shown
}

# ---- MPI ----------------------------------------------------------------------------------------------------------

mpi_matrix() {
  launch="${MPIEXEC:-mpiexec} -n 1"
  [ "$(id -u)" != 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_rmaps_base_oversubscribe=1
  for linker in $linkers; do
    # shellcheck disable=SC2086
    check "MPI C $linker" traced $mpi_calls -- recorder-mpicc -fuse-ld="$linker" "$programs/mpi.c"
    if command -v recorder-mpifort >/dev/null; then
      # shellcheck disable=SC2086
      check "MPI Fortran $linker" traced $mpi_calls -- recorder-mpifort -fuse-ld="$linker" "$programs/mpi.f90"
      # shellcheck disable=SC2086
      check "mpi_f08 $linker" traced $mpi_calls -- recorder-mpifort -fuse-ld="$linker" "$programs/mpi_f08.f90"
    fi
    [ "${MPI_NAME:-}" != mpich ] || mpich_archives "$linker"
  done
  # shellcheck disable=SC2086
  RECORDER_LINK=archive check "MPI C, archive in a dynamic executable" traced $mpi_calls -- recorder-mpicc "$programs/mpi.c"
  if command -v recorder-mpifort >/dev/null; then
    for interface in mpi mpi_f08; do
      # shellcheck disable=SC2086
      RECORDER_LINK=archive check "$interface Fortran, archive in a dynamic executable" traced $mpi_calls -- \
        recorder-mpifort "$programs/$interface.f90"
    done
  fi
  # shellcheck disable=SC2086
  check "MPI C LTO" traced $mpi_calls -- recorder-mpicc -flto -O2 "$programs/mpi.c"
  check "mpi -show" sh -c 'recorder-mpicc -show | grep -q librecorder'
  check "mpi -c" recorder-mpicc -c "$programs/mpi.c" -o m.o
  check "mpi -c: only compiled" no_recorder_in m.o
  check "mpi missing file" sh -c '! recorder-mpicc missing.c -o missing'
  launch=
}

# libmpich.a: all in one static executable, and inside a dynamic one. Its own needs are the distribution's.
mpich_archives() {
  "${CC:-cc}" -c "$programs/no_udev.c" -o no_udev.o
  static="no_udev.o -Wl,--undefined=ucs_init -Wl,--undefined=uct_init -Wl,--undefined=ucp_global_init -Wl,--start-group
    -lmpich -lhwloc -lucp -luct -lucs -lucm -lnuma -lsz -laec -lz -lm -ldl -lrt -lpthread -Wl,--end-group"
  partly="-Wl,-Bstatic -lmpich -Wl,-Bdynamic -lhwloc -lucp -lucs -luct -lucm"
  fuse=-fuse-ld=$1
  # shellcheck disable=SC2086
  if works "${MPICC:-mpicc}" "$fuse" -static "$programs/mpi.c" $static; then
    check "MPICH static $1" traced $mpi_calls -- recorder-mpicc "$fuse" -static "$programs/mpi.c" $static
    check "MPICH static LTO $1" lto_static "$fuse"
    if [ -n "${MPIFC:-}" ]; then
      for interface in mpi mpi_f08; do
        check "MPICH static Fortran $interface $1" traced $mpi_calls -- recorder-mpifort "$fuse" -static "$programs/$interface.f90" -lmpichfort $static
      done
    fi
  fi
  # shellcheck disable=SC2086
  if works "${MPICC:-mpicc}" "$fuse" "$programs/mpi.c" $partly; then
    check "MPICH mixed $1" traced $mpi_calls pwrite\|pwrite64=1 -- recorder-mpicc "$fuse" "$programs/mpi.c" $partly
    if [ -n "${MPIFC:-}" ]; then
      check "MPICH mixed mpi_f08 $1" traced $mpi_calls -- recorder-mpifort "$fuse" "$programs/mpi_f08.f90" \
        -Wl,-Bstatic -lmpichfort $partly
    fi
  fi
}

lto_static() {
  # shellcheck disable=SC2086
  works "${MPICC:-mpicc}" "$1" -flto -static "$programs/mpi.c" $static || return 0
  # shellcheck disable=SC2086
  traced $mpi_calls -- recorder-mpicc "$1" -flto -static "$programs/mpi.c" $static
}

if [ "${LINK_MATRIX_ONLY:-}" != mpi ]; then
  serial_matrix
  untouched
fi
if command -v recorder-mpicc >/dev/null; then mpi_matrix; fi
echo "$checks checks, $failures failed"
[ "$failures" -eq 0 ] && [ "$checks" -gt 0 ]
