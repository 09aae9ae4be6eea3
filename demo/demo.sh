#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make demo: an MPI program of ours, linked with Recorder in two ways, and a program that nobody here wrote, not relinked
# at all. For each: the trace, its size, and what it holds. Runs from the build folder; leaves demo-output/ behind.
set -u
source=${srcdir:?}
stage=${PREFIX_STAGE:?}
output=${builddir:?}/demo-output
ranks=4
steps=25
rm -rf "$output"
mkdir -p "$output"
cd "$output" || exit 1
unset LD_PRELOAD RECORDER_TRACE RECORDER_TRACE_DIR
# Containers: Open MPI does not like root and fewer cores than ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
failures=0

say() {
  printf '\n\033[1m== %s\033[0m\n' "$*"
}

# Shows a command as typed, then runs it.
try() {
  printf '$ %s\n' "$*"
  "$@" || {
    echo "demo: that failed with status $?"
    failures=$((failures + 1))
  }
}

# What a newcomer wants to know of a trace.
look_at() {
  trace=$1
  shift
  if [ ! -f "$trace" ]; then
    echo "demo: no trace $trace"
    failures=$((failures + 1))
    return
  fi
  recorder2text "$trace" >"$trace.txt" || failures=$((failures + 1))
  calls=$(grep -c . "$trace.txt")
  echo "trace: $output/$trace, $(wc -c <"$trace") bytes (its $calls calls as text: $(wc -c <"$trace.txt") bytes)"
  try recorder-info "$trace"
  echo "\$ recorder2text $* $trace | head -n 14"
  recorder2text "$@" "$trace" | head -n 14
  rm -f "$trace.txt"
}

# MPICH polls without yielding; with more ranks than cores that takes minutes.
launch() { # PROGRAM ARGUMENTS…
  if [ "${MPI_NAME:-}" = mpich ] && [ -f yield.so ]; then
    try env LD_PRELOAD="$output/yield.so" "${MPIEXEC:-mpiexec}" -n $ranks "$@"
  else
    try "${MPIEXEC:-mpiexec}" -n $ranks "$@"
  fi
}

checkpoint() { # NAME: runs ./checkpoint-NAME
  mkdir -p "data-$1"
  RECORDER_TRACE=$output/checkpoint-$1.recorder
  export RECORDER_TRACE
  launch "./checkpoint-$1" "data-$1" $steps
  unset RECORDER_TRACE
  look_at "checkpoint-$1.recorder" --ranks 1 --files '*checkpoint-0003*'
}

# libmpich.a allows a fully static program; other MPIs have no archives, so there librecorder.a goes into a dynamic one.
link_static() {
  static="-Wl,--undefined=ucs_init -Wl,--undefined=uct_init -Wl,--undefined=ucp_global_init -Wl,--start-group -lmpich
    -lhwloc -lucp -luct -lucs -lucm -lnuma -lsz -laec -lz -lm -ldl -lrt -lpthread -Wl,--end-group"
  if [ "${MPI_NAME:-}" = mpich ]; then
    "${CC:-cc}" -O2 -c -DYIELD_WRAP "$source/test/support/yield.c" -o yield.o
    "${CC:-cc}" -O2 -c "$source/test/integration/programs/link/no_udev.c" -o no_udev.o
    # shellcheck disable=SC2086
    if "$MPICC" -static "$source/demo/checkpoint.c" no_udev.o $static -o plain 2>/dev/null; then
      try recorder-mpicc -O2 -static -Wl,--wrap=ucp_worker_progress "$source/demo/checkpoint.c" yield.o no_udev.o $static \
        -o checkpoint-static
      return
    fi
  fi
  try env RECORDER_LINK=archive recorder-mpicc -O2 "$source/demo/checkpoint.c" -o checkpoint-static
}

demo_mpi() {
  say "A checkpointing MPI program, $ranks ranks, $steps steps: librecorder.a in the executable"
  link_static
  checkpoint static
  say "The same program, linked with the shared library"
  if [ "${MPI_NAME:-}" = mpich ]; then "${CC:-cc}" -O2 -shared -fPIC "$source/test/support/yield.c" -o yield.so -ldl; fi
  try recorder-mpicc -O2 "$source/demo/checkpoint.c" -o checkpoint-dynamic
  checkpoint dynamic
}

# LAMMPS melts a small crystal and writes its atoms; it comes with the distribution and knows nothing of Recorder.
demo_lammps() {
  cat >melt.in <<'END'
units lj
lattice fcc 0.8442
region box block 0 6 0 6 0 6
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 1.44 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
fix 1 all nve
dump 1 all custom 20 atoms.dump id x y z
restart 50 melt.restart
run 100
END
  say "LAMMPS from the distribution, not relinked"
  try recorder-run -o "$output/lammps.recorder" lmp -in melt.in -log melt.log -screen none
  look_at lammps.recorder --files '*atoms.dump'
}

demo_hdf5() {
  i=0
  while [ $i -lt 4000 ]; do
    echo "$i"
    i=$((i + 1))
  done >numbers.txt
  h5import numbers.txt -dims 40,100 -path /field -type TEXTIN -size 32 -outfile field.h5 >/dev/null 2>&1 || return
  say "h5repack from the distribution, not relinked"
  try recorder-run -o "$output/h5repack.recorder" h5repack -f GZIP=6 -l CHUNK=10x10 field.h5 packed.h5
  look_at h5repack.recorder --files '*packed.h5'
}

PATH=$stage/bin:$PATH
if command -v recorder-mpicc >/dev/null; then demo_mpi; else say "built without MPI: no MPI program"; fi
if command -v lmp >/dev/null; then
  demo_lammps
elif command -v h5repack >/dev/null; then
  demo_hdf5
else
  say "neither LAMMPS nor the HDF5 tools are installed"
fi
say "Everything is in $output; the tools are in $stage/bin, their manual pages in $stage/share/man"
[ $failures -eq 0 ]
