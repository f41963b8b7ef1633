"""One task of a Python peer: `worker.py TASK INPUT OUT THREADS REPEAT`.

Does the task on the clock and says `WALL_NS CPU_NS PEAK_KIB SUM`, as the worker in Rust does.
Imports what the task needs, and no more, off the clock.
"""

import os
import sys
import time
from pathlib import Path

TASK, INPUT, OUT, THREADS, REPEAT = sys.argv[1:]
THREADS, REPEAT = int(THREADS), int(REPEAT)
os.environ["POLARS_MAX_THREADS"] = str(THREADS)

import numpy as np


def peak():
    """The most memory that the process has held, in KiB; 0 where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(it.split()[1]) for it in lines if it.startswith("VmHWM:")), 0)


def measure(work):
    """What one time of the work cost, and its last result."""
    wall, cpu = time.perf_counter_ns(), time.process_time_ns()
    for _ in range(REPEAT):
        result = work()
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    return f"{wall // REPEAT} {cpu // REPEAT} {peak()}", result


def load(work, to_array=lambda it: it):
    cost, result = measure(work)
    print(cost, f"{checksum(to_array(result)):016x}")


def save(work):
    try:  # Forgets the memory that was held and is not any more.
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        pass
    cost, _ = measure(work)
    print(cost, "-")


def checksum(array):
    """The sum of `bits * (2 * position + 1)`, modulo 2**64: a complex value is two."""
    array = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
    if array.dtype.kind == "c":
        array = array.view(np.float64)
    bits = array.reshape(-1).view(f"u{array.itemsize}")
    total, block = 0, 1 << 20
    for start in range(0, bits.size, block):
        words = bits[start : start + block].astype(np.uint64)
        odd = 2 * np.arange(start, start + words.size, dtype=np.uint64) + np.uint64(1)
        total += int(np.sum(words * odd))
    return total % 2**64


def numpy_load(dtype, delimiter):
    load(lambda: np.loadtxt(INPUT, dtype, delimiter=delimiter, ndmin=2))


def numpy_save(fmt, delimiter):
    rows = np.load(INPUT)
    save(lambda: np.savetxt(OUT, rows, fmt=fmt, delimiter=delimiter))


def pandas_load(dtype=None, **options):
    import pandas as pd

    work = lambda: pd.read_csv(INPUT, header=None, dtype=dtype, **options)
    load(work, lambda it: it.to_numpy())


def pandas_arrow_load():
    arrow()
    pandas_load(engine="pyarrow")


def pandas_save(**options):
    import pandas as pd

    frame = pd.DataFrame(np.load(INPUT))
    save(lambda: frame.to_csv(OUT, header=False, index=False, **options))


def polars_load(dtype=None):
    import polars as pl

    schema = dtype and {f"column_{it}": getattr(pl, dtype) for it in range(1, 11)}
    work = lambda: pl.read_csv(INPUT, has_header=False, schema_overrides=schema)
    load(work, lambda it: it.to_numpy())


def polars_save():
    import polars as pl

    frame = pl.DataFrame(np.load(INPUT))
    save(lambda: frame.write_csv(OUT, include_header=False))


def arrow():
    import pyarrow as pa
    import pyarrow.csv

    pa.set_cpu_count(THREADS)
    pa.set_io_thread_count(THREADS)
    return pa


def arrow_load(dtype=None):
    pa = arrow()
    types = dtype and {f"f{it}": dtype for it in range(10)}
    read = pa.csv.ReadOptions(autogenerate_column_names=True, use_threads=THREADS > 1)
    convert = pa.csv.ConvertOptions(column_types=types)
    work = lambda: pa.csv.read_csv(INPUT, read_options=read, convert_options=convert)
    load(work, lambda it: np.column_stack([column.to_numpy() for column in it.columns]))


def arrow_save():
    pa = arrow()
    rows = np.load(INPUT)
    table = pa.table({str(it): np.ascontiguousarray(column) for it, column in enumerate(rows.T)})
    options = pa.csv.WriteOptions(include_header=False)
    save(lambda: pa.csv.write_csv(table, OUT, options))


def orjson_load():
    import orjson

    load(lambda: np.array(orjson.loads(Path(INPUT).read_bytes())["data"]))


def orjson_save():
    import orjson

    document = {"data": np.load(INPUT)}
    option = orjson.OPT_SERIALIZE_NUMPY
    save(lambda: Path(OUT).write_bytes(orjson.dumps(document, option=option)))


def npy_load():
    load(lambda: np.load(INPUT))


def npy_save(part):
    rows = np.load(INPUT)
    save(lambda: np.save(OUT, part(rows)))


def npy_map():
    load(lambda: np.load(INPUT, mmap_mode="r")[-1, -1], lambda it: np.array([it]))


def npy_small():
    paths = sorted(Path(INPUT).iterdir())
    load(lambda: [np.load(it) for it in paths], np.concatenate)


F64, I64, F32 = np.float64, np.int64, np.float32

TASKS = {
    "numpy.csv.load.f64": lambda: numpy_load(F64, ","),
    "numpy.csv.load.i64": lambda: numpy_load(I64, ","),
    "numpy.csv.load.f32": lambda: numpy_load(F32, ","),
    "pandas.csv.load.f64": pandas_load,
    "pandas.csv.load.i64": pandas_load,
    "pandas.csv.load.f32": lambda: pandas_load(F32),
    "pandas-pyarrow.csv.load.f64": pandas_arrow_load,
    "polars.csv.load.f64": polars_load,
    "polars.csv.load.i64": polars_load,
    "polars.csv.load.f32": lambda: polars_load("Float32"),
    "pyarrow.csv.load.f64": arrow_load,
    "pyarrow.csv.load.i64": arrow_load,
    "pyarrow.csv.load.f32": lambda: arrow_load("float32"),
    "numpy.csv.save.f64": lambda: numpy_save("%.18g", ","),
    "numpy.csv.save.i64": lambda: numpy_save("%d", ","),
    "pandas.csv.save.f64": lambda: pandas_save(float_format="%.18g"),
    "pandas.csv.save.shortest": pandas_save,
    "pandas.csv.save.i64": pandas_save,
    "polars.csv.save.shortest": polars_save,
    "polars.csv.save.i64": polars_save,
    "pyarrow.csv.save.shortest": arrow_save,
    "pyarrow.csv.save.i64": arrow_save,
    "numpy.text.load": lambda: numpy_load(F64, None),
    "pandas.text.load": lambda: pandas_load(sep=r"\s+"),
    "numpy.text.save": lambda: numpy_save("%.18g", " "),
    "orjson.json.load.f64": orjson_load,
    "orjson.json.load.i64": orjson_load,
    "orjson.json.save": orjson_save,
    "numpy.npy.load.f64": npy_load,
    "numpy.npy.load.i32": npy_load,
    "numpy.npy.load.bool": npy_load,
    "numpy.npy.load.c128": npy_load,
    "numpy.npy.save.all": lambda: npy_save(lambda rows: rows),
    "numpy.npy.save.even": lambda: npy_save(lambda rows: rows[:, ::2]),
    "numpy.npy.save.half": lambda: npy_save(lambda rows: rows[:, : rows.shape[1] // 2]),
    "numpy.npy.map": npy_map,
    "numpy.npy.small": npy_small,
}

TASKS[TASK]()
