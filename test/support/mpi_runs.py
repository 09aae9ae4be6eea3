# SPDX-License-Identifier: BSD-3-Clause
# Building and starting MPI programs in tests, with whichever MPI the tree was configured for.
"""launcher(n) is the command that starts n ranks; build() compiles with the plain or the wrapping compiler."""
import os
import shutil
import subprocess

import recorder_test
from recorder_test import Skip


def launcher(ranks):
    command = (os.environ.get("MPIEXEC") or "mpiexec").split()
    if not shutil.which(command[0]):
        raise Skip("no MPI launcher")
    about = subprocess.run(command + ["--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           check=False).stdout
    if b"Open" in about:
        command += ["--oversubscribe", "--allow-run-as-root"]
    return command + ["-n", str(ranks)]


def build(t, source, way, flags=(), folder="mpi", name=None):
    """A program of test/integration/programs/FOLDER, linked with the wrapping compiler unless it is preloaded."""
    fortran = source.lower().endswith(".f90")
    plain = os.environ.get("MPIFC" if fortran else "MPICC") or ("mpifort" if fortran else "mpicc")
    command = plain.split()
    if way != "preload":
        command = [recorder_test.installed("recorder-mpifort" if fortran else "recorder-mpicc")]
    if not shutil.which(command[0]):
        raise Skip("no MPI compiler")
    out = os.path.join(t.dir, (name or source.split(".")[0]) + "." + way)
    if os.path.exists(out):
        return out
    libraries = [f for f in flags if not f.startswith("-I")]
    command += ["-O1", *[f for f in flags if f.startswith("-I")],
                os.path.join(recorder_test.PROGRAMS, folder, source), "-o", out, *libraries]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=recorder_test.clean_environment(), check=False)
    t.check(run.returncode == 0, f"{' '.join(command)}: {run.stdout.decode(errors='replace')}")
    return out


def command(ranks, program, way):
    """recorder-run stands after the launcher, so that the launcher itself is not traced."""
    before = [recorder_test.installed("recorder-run")] if way == "preload" else []
    return launcher(ranks) + before + program
