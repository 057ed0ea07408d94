"""Binary files that were not seen when their formats were written, by the default plan and by lines and characters.

usage: python -m benchmarks.binary_kinds [KIND...]

Readers are those of Python, `nm` for static libraries, and small ones for tables of triangles and of customers.
"""

from __future__ import annotations

import pickle
import random
import struct
import subprocess
import tempfile
from pathlib import Path

from benchmarks.kinds import Fails, accepts, measure, printed


def pickled() -> tuple[str, bytes, Fails]:
    items = [{"id": at, "name": f"item {at}", "tags": [f"t{at % 5}", "x" * at], "price": at * 1.5} for at in range(60)]

    def fails(data: bytes) -> bool:
        return any(each["id"] == 37 and each["price"] == 55.5 for each in pickle.loads(data))

    return "a.pickle", pickle.dumps(items), accepts(fails)


def static_library() -> tuple[str, bytes, Fails]:
    with tempfile.TemporaryDirectory() as folder:
        for at in range(12):
            text = f'static char t[] = "text {at}"; int g(int x); int f{at}(int x) {{ return x * {at} + g(t[x]); }}'
            Path(folder, f"m{at}.c").write_text(text)
        subprocess.run("gcc -c *.c && ar rcs a.a *.o", shell=True, cwd=folder, check=True)
        return "a.a", Path(folder, "a.a").read_bytes(), printed(["nm", "{}"], ".a", b"T f7")


def triangles() -> tuple[str, bytes, Fails]:
    """STL: a header, a number, and as many rows as it says."""
    rng = random.Random(3)
    rows = [struct.pack("<12fH", *(rng.random() for _ in range(12)), 0) for _ in range(80)]

    def fails(data: bytes) -> bool:
        (number,) = struct.unpack_from("<I", data, 80)
        return len(data) == 84 + 50 * number and rows[44][12:24] in data

    return "a.stl", b"solid".ljust(80) + struct.pack("<I", len(rows)) + b"".join(rows), accepts(fails)


def customers() -> tuple[str, bytes, Fails]:
    """dBASE: a header that describes three fields, and rows of them."""
    fields = b"".join(struct.pack("<11sc4xBB14x", name, b"C", size, 0) for name, size in ((b"N", 50), (b"NAME", 30)))
    rows = [b" " + f"{at:50}".encode() + f"name {at}".ljust(30).encode() for at in range(60)]
    head = struct.pack("<4BIHH20x", 3, 126, 1, 1, len(rows), 32 + len(fields) + 1, len(rows[0])) + fields + b"\r"

    def fails(data: bytes) -> bool:
        number, start, size = struct.unpack_from("<IHH", data, 4)
        rows = (data[start + at * size : start + (at + 1) * size] for at in range(number))
        return len(data) == start + number * size and any(b"name 33 " in row for row in rows)

    return "a.dbf", head + b"".join(rows), accepts(fails)


KINDS = (pickled, static_library, triangles, customers)


if __name__ == "__main__":
    measure("binary_kinds", "Binary files of other kinds", KINDS)
