"""Checks that a wheel alone runs the README's Python example: `python tools/light_install.py dist/thresher-*.whl`.

Installs it with `--no-deps`, without network, into an empty environment, runs the example there and compares each
result with the comment after it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent


def example(readme: str) -> str:
    """The example as a program that fails if a result differs from its comment."""
    block = re.search(r"```python\n(from thresher .*?)```", readme, re.DOTALL)
    if block is None:
        raise SystemExit("README.md has no Python example")
    return re.sub(r"^(\S.*?) +# (.*)$", r"assert \1 == \2", block[1], flags=re.MULTILINE)


def main(wheel: str) -> None:
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts/python.exe" if os.name == "nt" else "bin/python")
        install = [
            python,
            "-m",
            "pip",
            "install",
            "-qq",
            "--no-deps",
            "--no-index",
            "--disable-pip-version-check",
            wheel,
        ]
        subprocess.run(install, check=True)
        program = example((ROOT / "README.md").read_text(encoding="utf-8"))
        subprocess.run([python, "-I", "-c", program], cwd=folder, check=True)
    print(f"{Path(wheel).name} alone runs the README's Python example:\n\n{program}")


if __name__ == "__main__":
    main(sys.argv[1])
