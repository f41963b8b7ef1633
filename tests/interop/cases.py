"""The arrays that both sides exchange. Seeded: every run makes the same."""
import numpy as np

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]
SHAPES = [(), (1,), (5,), (0,), (2, 3), (3, 0), (7, 2), (2, 3, 4), (1, 1, 1), (2, 1, 3, 1, 2)]


def values(dtype, shape, rng):
    """Any bits at all, but that a bool is 0 or 1; the limits of the type come first."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape))
    if dtype.kind == "b":
        return rng.integers(2, size=shape).astype(bool)
    bits = rng.integers(0, 256, count * dtype.itemsize, dtype=np.uint8).tobytes()
    flat = np.frombuffer(bits, dtype).copy()
    info = np.iinfo(dtype) if dtype.kind in "iu" else np.finfo(dtype)
    limits = [info.min, info.max, 0, 1]
    if dtype.kind in "fc":
        limits = [np.nan, -0.0, np.inf, info.smallest_subnormal, -np.inf, info.max]
    flat[: min(count, len(limits))] = np.array(limits, dtype)[: min(count, len(limits))]
    return flat.reshape(shape)


def all_cases():
    """Yields a name and an array; the name tells what is special."""
    rng = np.random.default_rng(7)
    for dtype in DTYPES:
        for shape in SHAPES:
            array = values(dtype, shape, rng)
            label = "x".join(map(str, shape)) or "scalar"
            for order in "CF":
                for endian in "<>":
                    swapped = np.asarray(array, dtype=array.dtype.newbyteorder(endian), order=order)
                    yield f"{dtype}-{label}-{order}-{'le' if endian == '<' else 'be'}", swapped


def is_table(array):
    return array.ndim in (1, 2) and array.size > 0 and array.dtype.kind in "iuf" and array.flags.c_contiguous


def bits(array):
    """The elements' bytes in C order, little-endian, every NaN being the same one."""
    array = np.array(array, dtype=array.dtype.newbyteorder("<"), order="C", ndmin=array.ndim)
    if array.dtype.kind == "f":
        array[np.isnan(array)] = np.nan
    return array.tobytes()
