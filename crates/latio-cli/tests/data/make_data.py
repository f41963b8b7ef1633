"""Makes the files beside this one, by NumPy 2.4: python3 make_data.py"""

import numpy as np

np.save("cube.npy", np.arange(24, dtype="i2").reshape(2, 3, 4))
np.save("fortran.npy", np.asfortranarray(np.array([[1, 2, 3], [4, 5, 6]], "i4")))
np.save("big.npy", np.array([0.0, 2.0, 0.3, 9.6], ">f8"))
np.save("complex.npy", np.array([1 + 2j, 3 - 4j, 0j]))
np.save("half.npy", np.array([0.1, 65504, np.inf], "f2"))
np.save("long.npy", np.arange(5000, dtype="f4").reshape(1000, 5))
np.save("times.npy", np.array(["2024-01-01", "2024-01-02"], "M8[D]"))
records = np.zeros(3, [("t", "<f8"), ("pos", "<f4", (3,)), ("tag", "S4")])
records["t"] = [0.5, 1.5, 2.5]
np.save("records.npy", records)
np.save("objects.npy", np.array([{}], object), allow_pickle=True)
np.savez("run.npz", vel=np.arange(60.0).reshape(3, 4, 5), t=np.array([0, 1, 2], "u1"))
