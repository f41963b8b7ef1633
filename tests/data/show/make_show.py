#!/usr/bin/env python3
"""Makes cases.jsonl beside this script: arrays, and what NumPy's str() says of them.

A case: {"dtype", "shape", "data", "options", "text"}. `data` is the elements' bytes in hexadecimal,
little-endian and in C order, repeated until the shape is filled. `options` holds arguments of
np.printoptions, `dtype` is spelled as NumPy does. Made with NumPy 2.4.
"""
import json
import pathlib

import numpy as np

FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
DTYPES = ["bool", *INTS, *FLOATS, *COMPLEX]

rng = np.random.default_rng(20240607)
cases = []
np.seterr(all="ignore")


def case(values, shape=None, **options):
    """`values` repeated until `shape` is filled."""
    values = np.asarray(values)
    shape = values.shape if shape is None else shape
    count = int(np.prod(shape))
    tiled = np.resize(values.ravel(), count).reshape(shape) if count else np.zeros(shape, values.dtype)
    with np.printoptions(**options):
        text = str(np.asarray(tiled))
    data = values.astype(values.dtype.newbyteorder("<")).tobytes().hex()
    cases.append({"dtype": values.dtype.name, "shape": list(shape), "data": data, "options": options, "text": text})


def random_floats(dtype, count, low, high):
    """Of sizes from 10^low to 10^high, with a few digits or many."""
    info = np.finfo(dtype)
    values = 10.0 ** rng.uniform(low, high, count) * rng.choice([-1, 1], count)
    kind = rng.integers(4)
    if kind == 0:
        values = np.array([float(f"{it:.3g}") for it in values])
    elif kind == 1:
        values = np.round(values)
    return np.clip(values, info.min, info.max).astype(dtype)


def random_values(dtype, count):
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.integers(2, size=count).astype(bool)
    if kind in "iu":
        info = np.iinfo(dtype)
        scale = int(rng.integers(1, 64))
        values = [int(it) * int(rng.choice([-1, 1])) >> scale for it in rng.integers(0, 2**63, count)]
        return np.array([min(max(it, info.min), info.max) for it in values], dtype)
    low = rng.uniform(-12, 9)
    high = low + rng.choice([0.5, 2, 3.1, 20])
    if kind == "f":
        return random_floats(dtype, count, low, high)
    part = "float32" if dtype == "complex64" else "float64"
    values = np.zeros(count, dtype)
    values.real, values.imag = (random_floats(part, count, low, high) for _ in "ri")
    return values


def sprinkle(values):
    """Puts a value that is special in some places."""
    specials = {"f": [np.nan, np.inf, -np.inf, 0.0, -0.0], "c": [np.nan, complex(0, np.inf), -0.0, complex(-np.inf, np.nan)]}
    special = specials.get(values.dtype.kind)
    if special and values.size and rng.random() < 0.4:
        for _ in range(rng.integers(1, 4)):
            values.flat[rng.integers(values.size)] = special[rng.integers(len(special))]
    return values


def fixed_cases():
    for dtype in FLOATS:
        f = np.dtype(dtype).type
        for values in [
            [1, 2.5, 1000], [0.1, 0.2, 0.3], [1e-5, 1], [1e-4, 1e-1], [9.999e-5, 0.01], [1, 1000], [1, 1001],
            [0.1, 100], [0.1, 100.1], [0, 0, 0], [-0.0, 0.0], [np.nan], [np.inf], [-np.inf], [np.nan, 1], [np.inf, 1],
            [-np.inf, 1], [np.nan, np.inf, -np.inf, 0.5], [np.nan, -1000.5], [-np.inf, 1e-9], [1 / 3, 2 / 3], [999, 1],
            [1000, 999], [1e6, 999999], [99999999, 1e6], [1e8, 1e7], [1e30, 1e29], [-1, -10, -100], [-1, 10, 100],
            [0.5, 1 / 512, 3 / 512], [0.999999999, 1], [0.000099999999, 1], [65504, 6e-8], [2**-24, 2**-14],
            [1e-45, 1e-38], [5e-324, 1e-308], [1.7976931348623157e308, 1], [123456.789, 0.5], [1e100, 1e-100],
            [1.5, np.nan, 1e9], [-1.5, -np.inf, 1e9], [16777216, 16777217], [2**53, 2**53 + 2], [3.14159265358979],
        ]:
            case(np.array(values, dtype))
        for value in [0, -0.0, 1, 0.1, 1 / 3, 1e15, 1e16, 123456789012345680, 1e-4, 9.99e-5, 1e-7, 65504, 60000, 2049,
                      16777216, 3.4e10, np.nan, np.inf, -np.inf, 1e22, 1e300, 5e-324, -2.5, 1e5,
                      2**-6, 3383654.25, 999, 1000, 999999, 1e6]:
            case(f(value))
        for precision in [0, 1, 2, 3, 6, 12, 20]:
            for values in [[1 / 3, 2 / 3, 100], [0.5, 1.5, 2.5], [0.006, 0.004, 0.5], [1e-9, 1e9], [0.05, 0.15, 0.25], [9.99, 99.99]]:
                case(np.array(values, dtype), precision=precision)
    for dtype in COMPLEX:
        c = np.dtype(dtype).type
        for values in [
            [1 + 2j, 3 - 4j], [1.5 + 2j, -3 - 4.25j], [1j], [0], [-0.0], [complex(np.nan, 1), 1], [complex(np.inf, -np.inf), 1j],
            [complex(1, np.nan)], [1e-9 + 1j, 1], [1 + 1e10j, 2], [complex(-np.inf, np.inf), complex(np.nan, np.nan)], [1e20 + 1e-20j],
        ]:
            case(np.array(values, dtype))
            case(c(values[0]))
        for value in [2j, -2j, complex(-0.0, 1), complex(0, np.nan), complex(0, np.inf), complex(0, -np.inf), complex(1, np.nan),
                      complex(np.nan, -0.0), 1.5 - 0.25j, 1e16 + 1e-5j, 0.1 + 0.2j, complex(0, -0.0), complex(-np.inf, 1)]:
            case(c(value))
    for dtype in INTS:
        info = np.iinfo(dtype)
        case(np.array([info.min, info.max, 0, 1], dtype))
        case(np.array([-1 if info.min else 1, 10], dtype))
        case(np.array(info.max, dtype))
    case(np.array([True, False]))
    case(np.array(True))
    case(np.array(False))


def shape_cases():
    for dtype in DTYPES:
        for shape in [(0,), (0, 3), (3, 0), (2, 0, 2), (1,), (1, 1), (1, 1, 1), (3, 1), (1, 3), (2, 3), (2, 2, 2), (2, 1, 2, 3)]:
            case(sprinkle(random_values(dtype, max(1, int(np.prod(shape))))), shape)
        for shape in [(1001,), (2000,), (40, 40), (7, 143), (143, 7), (11, 12, 13), (1, 1001), (1001, 1), (6, 6, 6, 7), (5, 5, 5, 5, 5), (2, 2, 7, 100)]:
            case(sprinkle(random_values(dtype, 29)), shape)
        for shape in [(100,), (3, 30), (2, 2, 25)]:
            case(sprinkle(random_values(dtype, 50)), shape)
    case(np.arange(37), (1000,))


def option_cases():
    for _ in range(250):
        dtype = DTYPES[rng.integers(len(DTYPES))]
        shape = tuple(int(it) for it in rng.integers(1, 12, rng.integers(1, 5)))
        options = {
            "precision": int(rng.integers(0, 18)),
            "threshold": int(rng.integers(0, 60)),
            "edgeitems": int(rng.integers(1, 6)),
            "linewidth": int(rng.integers(1, 120)),
        }
        options = {key: value for key, value in options.items() if rng.random() < 0.6}
        case(sprinkle(random_values(dtype, min(29, int(np.prod(shape))))), shape, **options)


def random_cases():
    for dtype in FLOATS + COMPLEX:
        for _ in range(120):
            shape = tuple(int(it) for it in rng.integers(1, 5, rng.integers(1, 4)))
            case(sprinkle(random_values(dtype, int(np.prod(shape)))), shape)
        for _ in range(40):
            case(random_values(dtype, 1)[0])
    for _ in range(20):
        bits = rng.integers(0, 2**16, 24).astype("uint16").view("float16")
        case(bits[np.isfinite(bits)])


fixed_cases()
shape_cases()
option_cases()
random_cases()
with open(pathlib.Path(__file__).with_name("cases.jsonl"), "w") as out:
    for it in cases:
        out.write(json.dumps(it, separators=(",", ":")) + "\n")
print(f"{len(cases)} cases, NumPy {np.__version__}")
