#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Unmodified programs that use the upper layers, preloaded, alone and under the MPI launcher: the tools of NetCDF, PnetCDF and
# HDF5, Python with h5py, netCDF4 and mpi4py, LAMMPS with dumps and restarts through MPI-IO. Same output, status and files as
# untraced, a trace that equals the raw log, and calls of every layer that the program is known to use.
import collections
import hashlib
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import inputs                    # noqa: E402
import mpi_runs                  # noqa: E402
import recorder_test             # noqa: E402
import trace_model               # noqa: E402
from recorder_test import Test   # noqa: E402

LAMMPS = inputs.lammps("""dump 1 all atom/mpiio 10 dump.lammpstrj.mpiio
dump 2 all custom/mpiio 10 custom.mpiio id type x y z vx
restart 20 restart.*.mpiio
run 40
""")
H5PY = """import h5py, numpy
with h5py.File('made.h5', 'w') as f:
    group = f.create_group('a/b')
    data = group.create_dataset('x', (20, 30), maxshape=(None, 30), chunks=(5, 30), compression='gzip', dtype='f8')
    for i in range(20): data[i, :] = numpy.arange(30) * i
    data.resize((40, 30)); data[30:40:2, 5:7] = 3
    data.attrs['units'] = 'm'; group.attrs['list'] = numpy.arange(5)
    f['soft'] = h5py.SoftLink('/a/b/x'); f['outside'] = h5py.ExternalLink('other.h5', '/')
    f.create_dataset('words', data=['one', 'two'], dtype=h5py.string_dtype())
    f.create_dataset('table', data=numpy.zeros(4, dtype=[('n', 'i4'), ('v', 'f8', (2,))]))
with h5py.File('made.h5', 'r') as f:
    names = []; f.visit(names.append); print(names, f['a/b/x'][3:8:2, ::10].tolist(), dict(f['a/b/x'].attrs))
    print(f['soft'][()].sum(), 'absent' in f, f['words'].asstr()[:].tolist(), f['table'].dtype)
"""
H5PY_PARALLEL = """from mpi4py import MPI
import h5py, numpy
comm = MPI.COMM_WORLD
with h5py.File('parallel.h5', 'w', driver='mpio', comm=comm) as f:
    data = f.create_dataset('x', (comm.size * 100, 4), dtype='i4')
    data[comm.rank * 100:(comm.rank + 1) * 100, :] = comm.rank + 1
    with data.collective: data[comm.rank::comm.size, 1] = 7
with h5py.File('parallel.h5', 'r', driver='mpio', comm=comm) as f:
    print(comm.rank, f['x'][comm.rank * 100 + 3].tolist(), comm.allreduce(int(f['x'][()].sum())))
"""
MPI4PY = """from mpi4py import MPI
import numpy
comm = MPI.COMM_WORLD; right = (comm.rank + 1) % comm.size; left = (comm.rank - 1) % comm.size
f = MPI.File.Open(comm, 'mpi.out', MPI.MODE_CREATE | MPI.MODE_RDWR)
f.Write_at_all(comm.rank * 80, numpy.full(10, comm.rank, dtype='i8')); f.Sync(); comm.Barrier()
got = numpy.zeros(10 * comm.size, dtype='i8'); f.Read_at(0, got); f.Close()
requests = [comm.Isend(got, right, tag=3), comm.Irecv(numpy.zeros_like(got), left, tag=3)]
MPI.Request.Waitall(requests)
print(comm.rank, got.tolist(), comm.allgather({'rank': comm.rank}), comm.scatter(list(range(comm.size)), root=1))
"""
NETCDF4 = """import netCDF4, numpy
with netCDF4.Dataset('made.nc', 'w') as f:
    f.createDimension('t', None); f.createDimension('x', 12)
    v = f.createVariable('v', 'f4', ('t', 'x'), zlib=True, fill_value=-1.0)
    for i in range(15): v[i, :] = numpy.arange(12) + i
    g = f.createGroup('deep/er'); c = g.createVariable('c', str, ('x',)); c[3] = 'three'; v.units = 'm'; f.history = 'made'
with netCDF4.Dataset('made.nc') as f:
    print(f['v'][2:9:3, ::4].tolist(), f['deep/er/c'][:].tolist(), f.groups.keys(), f['v'].ncattrs())
with netCDF4.Dataset('old.nc', 'w', format='NETCDF3_CLASSIC') as f:
    f.createDimension('x', 5); f.createVariable('i', 'i2', ('x',))[:] = [5, 4, 3, 2, 1]
print(netCDF4.Dataset('old.nc')['i'][::2].tolist())
"""
PYTHON = "/usr/bin/python3"      # the distribution's, which has the modules

# name; command; modules that Python must have; ranks (0: no launcher); layers that must be in the trace
Case = collections.namedtuple("Case", "name command modules ranks layers")
CASES = (
    Case("ncdump", ["ncdump", "given4.nc"], (), 0, ("netcdf", "hdf5")),
    Case("nccopy", ["nccopy", "-k", "classic", "-u", "given4.nc", "copied.nc"], (), 0, ("netcdf", "hdf5")),
    Case("nccopy 4", ["nccopy", "-k", "nc4", "-d", "3", "-c", "x/10", "given.nc", "copied4.nc"], (), 0, ("netcdf", "hdf5")),
    Case("h5dump", ["h5dump", "given4.nc"], (), 0, ("hdf5",)),
    Case("h5ls", ["h5ls", "-r", "-v", "given4.nc"], (), 0, ("hdf5",)),
    Case("h5diff", ["h5diff", "given4.nc", "other4.nc"], (), 0, ("hdf5",)),
    Case("h5repack", ["h5repack", "-l", "CHUNK=5x10x10", "-f", "temperature:GZIP=4", "given4.nc", "packed.h5"], (), 0, ("hdf5",)),
    Case("ncmpidump", ["ncmpidump", "given.nc"], (), 1, ("pnetcdf", "mpiio", "mpi")),
    Case("ncmpigen", ["ncmpigen", "-o", "generated.nc", "sample.cdl"], (), 1, ("pnetcdf", "mpiio", "mpi")),
    Case("ncmpidiff", ["ncmpidiff", "given.nc", "same.nc"], (), 2, ("pnetcdf", "mpiio", "mpi")),
    Case("ncoffsets", ["ncoffsets", "given.nc"], (), 0, ()),
    Case("h5py", [PYTHON, "-c", H5PY], ("h5py",), 0, ("hdf5",)),
    Case("netCDF4", [PYTHON, "-c", NETCDF4], ("netCDF4",), 0, ("netcdf", "hdf5")),
    Case("mpi4py", [PYTHON, "-c", MPI4PY], ("mpi4py",), 2, ("mpi", "mpiio")),
    Case("parallel h5py", [PYTHON, "-c", H5PY_PARALLEL], ("mpi4py", "h5py"), 2, ("hdf5", "mpi", "mpiio")),
    Case("lmp", ["lmp", "-in", "in.mpiio", "-log", "none"], (), 2, ("mpi", "mpiio")),
)
# What a program prints of times, and files that hold them.
NO_OUTPUT = {"lmp"}
VARYING_FILES = {"packed.h5", "copied4.nc"}
NO_FILES = {"lmp"}            # MPI-IO of a run on several ranks may lay out the tail of a file as it comes


def prepare(t):
    """The directory that every case starts with."""
    place = t.fresh("given")
    inputs.write(place, {"sample.cdl": inputs.CDL, "in.mpiio": LAMMPS})
    if shutil.which("ncgen"):
        for options in (["-o", "given.nc"], ["-o", "same.nc"], ["-4", "-o", "given4.nc"], ["-4", "-o", "other4.nc"]):
            subprocess.run(["ncgen", *options, "sample.cdl"], cwd=place, check=True)
    return place


def digest(directory):
    """Path -> contents of the files below a directory."""
    found = {}
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                contents = hashlib.sha256(file.read()).hexdigest()
            found[os.path.relpath(path, directory)] = "varies" if name in VARYING_FILES else contents
    return found


def can_run(case):
    if not shutil.which(case.command[0]):
        return False
    if case.ranks and not shutil.which((os.environ.get("MPIEXEC") or "mpiexec").split()[0]):
        return False
    if not case.modules:
        return True
    check = "import " + ", ".join(case.modules)
    env = dict(os.environ)
    if case.name == "parallel h5py":
        # The distribution has one of each kind, and takes the parallel one under a launcher, or when it is asked to.
        check += "; assert h5py.get_config().mpi"
        env["H5PY_ALWAYS_USE_MPI"] = "1"
    return subprocess.run([case.command[0], "-c", check], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=env,
                          check=False).returncode == 0


def reachable(case):
    """Without PnetCDF if the tool contains it: a preloaded library is not asked for what an executable has itself."""
    libraries = subprocess.run(["ldd", shutil.which(case.command[0])], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               check=False).stdout
    return [layer for layer in case.layers if layer != "pnetcdf" or b"libpnetcdf" in libraries]


def trial(t, place, case):
    dirs = [os.path.join(t.fresh(), "w") for _ in range(2)]
    for path in dirs:
        shutil.copytree(place, path)
    if case.ranks:
        plain = t.run(mpi_runs.launcher(case.ranks) + case.command, cwd=dirs[0])
        traced = t.traced(mpi_runs.command(case.ranks, case.command, "preload"), "dynamic", cwd=dirs[1])
    else:
        plain = t.run(case.command, cwd=dirs[0])
        traced = t.traced(case.command, "preload", cwd=dirs[1])
    # Python's ranks write into one another's lines.
    plain = plain._replace(out=bytes(sorted(plain.out)))
    traced = traced._replace(out=bytes(sorted(traced.out)))
    t.equal(plain.rc, 0, f"{case.name}: untraced, {plain.err[:300]}")
    t.same_run(case.name, plain, traced, output=case.name not in NO_OUTPUT)
    files = [digest(path) for path in dirs]
    if case.name in NO_FILES:
        files = [sorted(names) for names in files]
    t.equal(files[1], files[0], f"{case.name}: files")
    calls = t.lossless(case.name, traced)
    counts = collections.Counter(r["layer"] for trace in traced.traces for r in trace_model.decoded(trace))
    for layer in reachable(case):
        t.check(counts[layer] > 0, f"{case.name}: no call of layer {layer}: {dict(counts)}")
    print(f"{case.name}: {calls} calls, {dict(counts)}", flush=True)
    t.check(calls > 0, f"{case.name}: no call recorded")


with Test() as t:
    PLACE = prepare(t)
    for CASE in CASES:
        if can_run(CASE):
            trial(t, PLACE, CASE)
        else:
            print(f"{CASE.name}: not installed")
    t.check(t.checks > 0, "none of the programs is installed")
