"""The Java study in examples/thesis, run as its reader runs it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from thresher.thesis import HDDParserBuilder

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_driver_of_figure_7_2_as_printed(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    folder = tmp_path / "examples" / "thesis"
    subprocess.run([sys.executable, "driver.py"], cwd=folder, check=True)
    left = (folder / "min.java").read_text()
    assert "/ 0" in left
    assert len("".join(left.split())) <= 70
    texts = sorted((folder / "test").glob("[0-9]*.java"))
    assert len(texts) <= 88  # the thesis' own count, for a larger input
    parser = HDDParserBuilder(EXAMPLES / "grammars" / "java.y")
    for each in filter(None, (path.read_bytes() for path in texts)):
        parser.parse_text(each)  # "none of the HDD test cases had syntax errors"
