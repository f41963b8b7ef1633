"""Makes printed.txt: what Python prints of tricky numbers, for the tests of printing.

A line `fmt TAB type` begins a block; its lines are `bits TAB text`, the bits in hexadecimal, or for
integers `value TAB text`. Floats are printed by Python's `%`. Integers under a float format, and
the shortest digits of f32 and f16, Python does not have: they come from exact integers and fractions.
"""

import pathlib
import random
import struct
from fractions import Fraction

SEED = 20240229
FLOAT_FMTS = """%.18g %.18e %.17g %.17e %.16g %.6g %.3g %.1g %g %e %.0e %.3f %.0f %f %.10f %.19g %.18f
    %.25g %.30e %.40f %#.4g %#.0f %12.5e %+.2f %08.3f %-14.7g| %_.4G %s %10.4s"""  # `_` for a blank
WHOLE_FMTS = "%d %+06d %.5d"
INT_FMTS = "%d %x %#o %08X %-12i| %s"
INT_FLOAT_FMTS = "%.18g %.17g %.6g %.1g %.25g %.18e %.6e %.0e %.20e %.3f %.0f"
PER_FMT, PER_INT_FMT = 190, 45


def bits_of(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def float_of(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def tricky_float(rng):
    kind = rng.randrange(8)
    if kind == 0:  # any bits
        value = float_of(rng.getrandbits(63))
    elif kind == 1:  # exact ties at some digit
        value = (rng.getrandbits(rng.randrange(1, 53)) | 1) / 2 ** rng.randrange(60)
    elif kind == 2:  # a border of powers of ten, and its neighbours
        near = float("%de%d" % (rng.choice([1, 1, 1, 5, 9, 95, 995]), rng.randrange(-322, 306)))
        value = float_of(max(0, bits_of(near) + rng.randrange(-2, 3)))
    elif kind == 3:  # a power of two, and its neighbours
        value = float_of(max(0, bits_of(2.0 ** rng.randrange(-1074, 1024)) + rng.randrange(-1, 2)))
    elif kind == 4:  # subnormal
        value = float_of(rng.getrandbits(rng.randrange(1, 53)))
    elif kind == 5:  # few digits
        value = float("%de%d" % (rng.getrandbits(rng.randrange(1, 40)), -rng.randrange(14)))
    elif kind == 6:  # ties of whole numbers
        value = float((10 * rng.getrandbits(rng.randrange(1, 20)) + 5) * 10 ** rng.randrange(16))
    else:  # everyday numbers
        value = rng.gauss(0, 10 ** rng.randrange(-5, 6))
    value = value if abs(value) < float("inf") and value == value else 0.0
    return value if rng.random() < 0.7 else -value


def rounded(size, count):
    """The significant digits of an integer, ties to even, and what the first counts."""
    text = str(size)
    exponent, cut = len(text) - 1, len(text) - count
    if cut > 0:
        whole, rest = divmod(size, 10**cut)
        whole += 2 * rest > 10**cut or (2 * rest == 10**cut and whole % 2 == 1)
        exponent += len(str(whole)) - count
        text = str(whole)[:count]
    return text.ljust(count, "0"), exponent


def exponential(digits, exponent):
    return digits[0] + "." * (len(digits) > 1) + digits[1:] + "e+%02d" % exponent


def exact_int(fmt, value):
    """An integer under `%.3f`, `%.3e` or `%.3g`."""
    sign, size, letter, precision = "-" * (value < 0), abs(value), fmt[-1], int(fmt[2:-1])
    if letter == "f":
        return sign + str(size) + "." * (precision > 0) + "0" * precision
    if letter == "e":
        return sign + exponential(*rounded(size, precision + 1))
    digits, exponent = rounded(size, precision)
    if exponent < precision:
        return sign + str(size)
    return sign + exponential(digits.rstrip("0"), exponent)


def tricky_int(rng, low, high):
    kind = rng.randrange(4)
    if kind == 0:
        value = rng.randrange(low, high + 1)
    elif kind == 1:
        value = rng.choice([low, high, 2**53, 2**63 - 1]) + rng.randrange(-3, 4)
    elif kind == 2:
        value = 10 ** rng.randrange(20) * rng.choice([1, 5, 15, 25]) + rng.randrange(-1, 2)
    else:
        value = rng.getrandbits(rng.randrange(1, 64)) * rng.choice([1, -1])
    return min(max(value, low), high)


def interval(bits, code, bytes_code):
    """The ends of what rounds to a positive float, and whether they do."""

    def exact(raw):
        return Fraction(struct.unpack(code, struct.pack(bytes_code, raw))[0])

    value = exact(bits)
    below = exact(bits - 1)
    try:
        above = exact(bits + 1)
    except OverflowError:  # the neighbour is infinite: the gap is as below
        above = value + (value - below)
    return (below + value) / 2, (value + above) / 2, bits % 2 == 0


def shortest(bits, code, bytes_code):
    low, high, closed = interval(bits, code, bytes_code)
    value = struct.unpack(code, struct.pack(bytes_code, bits))[0]
    for count in range(1, 12):
        text = "%.*e" % (count - 1, value)
        unit = Fraction(10) ** (int(text.split("e")[1]) - count + 1)
        near = [Fraction(text) + unit * step for step in (0, -1, 1)]
        inside = [it for it in near if low < it < high or (closed and it in (low, high))]
        if inside:
            return repr(float(min(inside, key=lambda it: abs(it - Fraction(value)))))
    raise AssertionError("too few digits")


def blocks(rng):
    for fmt in FLOAT_FMTS.split():
        fmt = fmt.replace("_", " ")
        values = [tricky_float(rng) for _ in range(PER_FMT)]
        yield fmt, "f64", [("%016x" % bits_of(value), fmt % value) for value in values]
    for fmt in WHOLE_FMTS.split():
        values = [float(round(tricky_float(rng))) for _ in range(PER_INT_FMT)]
        values = [value for value in values if abs(value) < 1e40]
        yield fmt, "f64", [("%016x" % bits_of(value), fmt % value) for value in values]
    for name, low, high in (("i64", -(2**63), 2**63 - 1), ("u64", 0, 2**64 - 1)):
        for fmt in INT_FMTS.split():
            values = [tricky_int(rng, low, high) for _ in range(PER_INT_FMT)]
            yield fmt, name, [(value, fmt % value) for value in values]
        for fmt in INT_FLOAT_FMTS.split():
            values = [tricky_int(rng, low, high) for _ in range(PER_INT_FMT)]
            lines = [(value, exact_int(fmt, value)) for value in values]
            assert all(text == fmt % value for value, text in lines if abs(value) <= 2**53)
            yield fmt, name, lines
    for name, code, bytes_code, top in (("f32", "<f", "<I", 0x7F800000), ("f16", "<e", "<H", 0x7C00)):
        values = [rng.randrange(1, top) for _ in range(500)] + [1, 2, 3, top - 1, top - 2]
        values += [top - top // 31 * step for step in range(1, 31)] if top == 0x7C00 else []
        values += [exponent << 23 for exponent in range(1, 255)] if top != 0x7C00 else []
        yield "%r", name, [("%x" % bits, shortest(bits, code, bytes_code)) for bits in values]


def main():
    rng = random.Random(SEED)
    with open(pathlib.Path(__file__).with_name("printed.txt"), "w", newline="\n") as out:
        for fmt, name, lines in blocks(rng):
            out.write(f"{fmt}\t{name}\n")
            out.writelines(f"{value}\t{text}\n" for value, text in lines)


main()
