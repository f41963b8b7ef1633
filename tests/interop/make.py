#!/usr/bin/env python3
"""Writes what latio is to read: `make.py DIR`.

DIR/numpy/NAME.npy      as np.save writes it
DIR/numpy/NAME.raw      the same elements, little-endian and in C order
DIR/numpy/NAME.csv      np.savetxt with commas, of tables of numbers; .txt with blanks
DIR/manifest.txt        a line for each: NAME dtype order shape, the shape as 2,3 or -
"""
import pathlib
import sys

import numpy as np
from cases import all_cases, is_table

np.seterr(all="ignore")
out = pathlib.Path(sys.argv[1])
(out / "numpy").mkdir(parents=True, exist_ok=True)
lines = []


def put(name, array, version=None):
    base = out / "numpy" / name
    with open(f"{base}.npy", "wb") as file:
        np.lib.format.write_array(file, array, version)
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    little = array.astype(array.dtype.newbyteorder("<"))
    pathlib.Path(f"{base}.raw").write_bytes(little.tobytes("C"))
    shape = ",".join(map(str, array.shape)) or "-"
    lines.append(f"{name} {array.dtype.name} {order} {shape}\n")
    if is_table(array) and name.endswith("-le"):
        fmt = "%d" if array.dtype.kind in "iu" else "%.18e"
        np.savetxt(f"{base}.csv", array, fmt, ",")
        np.savetxt(f"{base}.txt", array, fmt)


for name, array in all_cases():
    put(name, array)
for version in [(1, 0), (2, 0), (3, 0)]:
    put(f"version-{version[0]}", np.arange(6.0).reshape(2, 3), version)
(out / "manifest.txt").write_text("".join(lines))
print(f"NumPy {np.__version__} wrote {len(lines)} arrays")
