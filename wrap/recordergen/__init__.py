# SPDX-License-Identifier: BSD-3-Clause
"""recorder-gen: from signature files to wrappers, tables and option files.

model.py says what a signature is, parser.py reads it, wrapper.py and tables.py write C++ and lists.
"""
