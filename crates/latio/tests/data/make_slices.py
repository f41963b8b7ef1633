"""Makes slices.txt: parts of np.arange(24).reshape(2, 3, 4), as NumPy takes them.

Each line: the slice, the shape of the part, its values; or IndexError."""

import itertools
import random

import numpy as np

random.seed(7)
array = np.arange(24).reshape(2, 3, 4)
ends = ["", "0", "1", "2", "3", "5", "-1", "-2", "-4", "-9"]
steps = ["", ":", ":1", ":2", ":3", ":-1", ":-2", ":-7"]
ranges = [f"{a}:{b}{c}" for a, b, c in itertools.product(ends, ends, steps)]
items = ["0", "1", "-1", "-3", "4", "...", "None"] + random.sample(ranges, 60)
slices = ["..., " + it for it in ranges]
slices += [", ".join(random.choices(items, k=random.randint(1, 4))) for _ in range(400)]
with open("slices.txt", "w") as out:
    for text in slices:
        if text.count("...") > 1:
            continue
        try:
            part = np.asarray(eval(f"array[{text}]"))
            print(text, part.shape, " ".join(map(str, part.ravel())), sep="|", file=out)
        except IndexError:
            print(text, "IndexError", "", sep="|", file=out)
