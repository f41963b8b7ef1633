#!/usr/bin/env python3
"""Reads what latio has written: `check.py DIR`, after make.py and latio's own part.

DIR/latio/NAME.npy, .json    every array of the manifest
DIR/latio/NAME.csv, .txt     those of rank 1 and 2 that hold numbers
"""
import io
import json
import pathlib
import sys

import numpy as np
import pandas as pd
import polars as pl
from cases import all_cases, bits, is_table

np.seterr(all="ignore")
out = pathlib.Path(sys.argv[1])
counts = {True: 0, False: 0}


def check(what, passed):
    counts[bool(passed)] += 1
    if not passed:
        print(f"FAILED: {what}")


def check_npy(name, array):
    path = out / "latio" / f"{name}.npy"
    found = np.load(path)
    check(f"{name}.npy: dtype {found.dtype}", found.dtype == array.dtype.newbyteorder("="))
    check(f"{name}.npy: shape {found.shape}", found.shape == array.shape)
    check(f"{name}.npy: order", found.flags.fnc == array.flags.fnc)
    little = array.astype(array.dtype.newbyteorder("<"), order="K")
    check(f"{name}.npy: elements", found.tobytes("C") == little.tobytes("C"))
    buffer = io.BytesIO()
    np.save(buffer, little)
    check(f"{name}.npy: the bytes that np.save writes", path.read_bytes() == buffer.getvalue())


def nested(array):
    """The array as latio's JSON has it."""
    if array.ndim:
        return [nested(it) for it in array]
    if array.dtype.kind == "c":
        return [nested(array.real), nested(array.imag)]
    if array.dtype.kind != "f" or np.isfinite(array):
        return array.item()
    return None if np.isnan(array) else "Infinity" if array > 0 else "-Infinity"


def same_json(found, wanted, kind):
    if isinstance(wanted, list):
        return len(found) == len(wanted) and all(same_json(*it, kind) for it in zip(found, wanted))
    if isinstance(wanted, float):
        return isinstance(found, (int, float)) and bits(np.array(found, kind)) == bits(np.array(wanted, kind))
    return type(found) is type(wanted) and found == wanted


def check_json(name, array):
    found = json.loads((out / "latio" / f"{name}.json").read_text())
    part = {"complex64": "float32", "complex128": "float64"}.get(array.dtype.name, array.dtype.name)
    check(f"{name}.json: shape", found["shape"] == list(array.shape))
    check(f"{name}.json: data", same_json(found["data"], nested(array), part))


def read_pandas(path, dtype):
    return pd.read_csv(path, header=None, comment="#", dtype=dtype).to_numpy()


def read_polars(path, dtype):
    kind = {"float64": pl.Float64, "int64": pl.Int64, "uint64": pl.UInt64}[dtype]
    columns = len(path.read_text().splitlines()[-1].split(","))
    schema = {f"column_{it + 1}": kind for it in range(columns)}
    return pl.read_csv(path, has_header=False, comment_prefix="#", schema=schema).to_numpy()


def check_table(name, array):
    wide = {"i": "int64", "u": "uint64", "f": "float64"}[array.dtype.kind]
    csv, text = (out / "latio" / f"{name}.{it}" for it in ("csv", "txt"))
    readers = {
        "np.loadtxt of csv": lambda: np.loadtxt(csv, delimiter=",", dtype=wide, ndmin=array.ndim),
        "np.loadtxt of text": lambda: np.loadtxt(text, dtype=wide, ndmin=array.ndim),
        "pandas": lambda: read_pandas(csv, wide),
        "polars": lambda: read_polars(csv, wide),
    }
    for reader, read in readers.items():
        try:
            found = read().astype(array.dtype)
            check(f"{name}: {reader}", bits(found.reshape(array.shape)) == bits(array))
        except Exception as err:  # Whatever a reader raises is a failed check.
            check(f"{name}: {reader}: {err}", False)


for name, array in all_cases():
    check_npy(name, array)
    check_json(name, array)
    if is_table(array) and name.endswith("-le"):
        check_table(name, array)
print(f"interop: {counts[True]} passed, {counts[False]} failed (NumPy, pandas, polars read what latio wrote)")
sys.exit(counts[False] > 0)
