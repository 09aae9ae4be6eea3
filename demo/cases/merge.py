#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# A case study of doc/guide.md: the step of a workflow that merges archives. It unpacks each into a temporary
# directory, joins the files, and removes the directory again.
# usage: merge.py OUTPUT ARCHIVE... | merge.py --pack ARCHIVE FILES
import os
import sys
import tarfile
import tempfile


def merge(output, archives):
    with open(output, "wb") as out:
        for archive in archives:
            with tempfile.TemporaryDirectory(dir=os.path.dirname(archive)) as place:
                with tarfile.open(archive) as tar:
                    tar.extractall(place)
                for folder, _, files in sorted(os.walk(place)):
                    for name in sorted(files):
                        with open(os.path.join(folder, name), "rb") as part:
                            out.write(part.read())
    os.chmod(output, 0o644)


def pack(archive, count):
    """A stand-in for the step before: an archive of `count` small files."""
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(archive, "w:gz") as tar:
            for i in range(count):
                path = os.path.join(place, "chr%02d" % i)
                with open(path, "w") as file:
                    file.write("record %d\n" % i * 50)
                tar.add(path, arcname="part/chr%02d" % i)


if __name__ == "__main__":
    if sys.argv[1] == "--pack":
        pack(sys.argv[2], int(sys.argv[3]))
    else:
        merge(sys.argv[1], sys.argv[2:])
