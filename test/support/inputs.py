# SPDX-License-Identifier: BSD-3-Clause
# Input files for programs of the distribution, shared by the tests that run them.
"""CDL for ncgen and its relatives; lammps(OUTPUT), a simulation that writes as these commands of LAMMPS say."""
import os

CDL = """netcdf sample {
dimensions: t = UNLIMITED ; x = 50 ; y = 40 ;
variables: float temperature(t, y, x) ; temperature:units = "K" ; int step(t) ; double deep(t, x) ;
data: step = 1, 2, 3, 4, 5 ; deep = 1.5, 2.5 ;
}
"""
MELT = """units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 4 0 4 0 4
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
fix 1 all nve
"""


def lammps(output):
    return MELT + output


def write(directory, texts):
    """{name: text} as files of the directory."""
    for name, text in texts.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)
