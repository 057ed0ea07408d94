"""Inputs for measurements: a C program whose functions need each other, and lines of which some are needed.

python benchmarks/scaling_inputs.py program.c     # exits 0 when what is needed is still there
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

SCATTERED = {b"%d" % number for number in Random(7).sample(range(1000), 30)}


def program() -> bytes:
    """Forty functions in C, each of which calls an earlier one."""
    random = Random(5)
    parts = []
    for number in range(40):
        called = f"x = f{random.randrange(number)}(x);" if number else "x = 1;"
        parts.append(
            f"int f{number}(int a) {{\n  int x = a + {number};\n  int y = a * {number};\n  if (x > {number}) {{\n"
            f"    {called}\n    y = y + x;\n  }}\n  return x + y;\n}}\n"
        )
    calls = "".join(f"  sum = sum + f{number}({number});\n" for number in range(0, 40, 3))
    return ("".join(parts) + f"int main() {{\n  int sum = 0;\n{calls}  return sum;\n}}\n").encode()


def miscompiled(data: bytes) -> bool:
    """What is called and what is used was declared before, main calls f27, and f13 multiplies in its y."""
    text = data.decode(errors="replace")
    functions = re.findall(r"int (f\d+|main)\(([^)]*)\) ?\{(.*?)\n?\}\n?(?=int |$)", text, re.DOTALL)
    known: set[str] = set()
    for name, parameters, body in functions:
        names = set(re.findall(r"[a-z]\w*", re.sub(r"\b(?:if|return|int)\b", "", body)))
        declared = known | {name} | set(re.findall(r"int (\w+)", f"{parameters};{body}"))
        if not names <= declared:
            return False
        known.add(name)
    bodies = {name: body for name, _, body in functions}
    return "f27(" in bodies.get("main", "") and "y = a * 13" in bodies.get("f13", "")


def numbers() -> bytes:
    """A thousand lines."""
    return b"".join(b"%d\n" % number for number in range(1000))


def counted(data: bytes) -> bool:
    """Thirty of the lines are there, scattered."""
    return set(data.split()) >= SCATTERED


if __name__ == "__main__":
    fails = miscompiled if sys.argv[1].endswith(".c") else counted
    sys.exit(not fails(Path(sys.argv[1]).read_bytes()))
