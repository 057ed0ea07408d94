"""`pytest --thresher` as a user runs it, on suites in a directory of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Pytest = Callable[..., str]


@pytest.fixture
def suite(tmp_path: Path) -> Pytest:
    """`suite(option, ..., name=text)` writes the test files and runs pytest there: what it prints."""

    def run(*options: str, **files: str) -> str:
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "thresher.pytest_plugin", *options],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=250,
        )
        return done.stdout + done.stderr

    return run


def runs(said: str) -> list[int]:
    return [int(count) for count in re.findall(r"found in (\d+) pytest runs", said)]


POLLUTING = """
import pytest
SEEN = set()

@pytest.mark.parametrize("number", range(150))
def test_plain(number):
    if number in (37, 120):
        SEEN.add(number)
"""
POLLUTED = """
import pytest
from test_a import SEEN

@pytest.mark.parametrize("number", range(150))
def test_other(number):
    assert number < 150

def test_one():
    assert 37 not in SEEN

def test_two():
    assert not {37, 120} <= SEEN
"""


def test_the_earlier_tests_that_make_one_fail(suite: Pytest) -> None:
    said = suite("--thresher", "-x", "--maxfail=9", test_a=POLLUTING, test_b=POLLUTED)
    assert "test_b.py::test_one passes alone; it fails after:\n    test_a.py::test_plain[37]\n  1 of 300" in said
    both = "    test_a.py::test_plain[37]\n    test_a.py::test_plain[120]\n  2 of 301 earlier tests"
    assert f"test_b.py::test_two passes alone; it fails after:\n{both}" in said
    one, two = runs(said)
    assert one <= 16
    assert two <= 30


def test_the_order_is_that_of_the_run(suite: Pytest, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("def pytest_collection_modifyitems(items):\n    items.reverse()\n")
    text = "seen = []\ndef test_a():\n    assert not seen\ndef test_b(): pass\ndef test_c():\n    seen.append(1)\n"
    said = suite("--thresher", test_order=text)
    assert "test_order.py::test_a passes alone; it fails after:\n    test_order.py::test_c\n  1 of 2 earlier" in said


SHRUNK = """
import json
from pathlib import Path
import pytest

@pytest.mark.parametrize("text", ["hay and the needle"])
@pytest.mark.parametrize("items", [[5, 6, 7]])
def test_both(text, items):
    assert "needle" not in text or 7 not in items

@pytest.mark.parametrize("data", [bytes(range(9, 14))])
def test_bytes(data):
    if 11 in data:
        raise ValueError(f"a byte at {data.index(11)}")

@pytest.mark.parametrize("path", [Path(__file__).with_name("data.json")], ids=["file"])
def test_path(path):
    assert "xx" not in json.loads(path.read_text())
"""
DATA = '{"a": 1, "b": [1, 2, 3], "xx": {"deep": 3}}'


def test_parameters_get_small(suite: Pytest, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(DATA)
    said = suite("--thresher", test_shrunk=SHRUNK)
    assert "test_shrunk.py::test_both[items0-hay and the needle] fails on its own" in said
    assert re.search(r"items: 3 -> 1 items in \d+ pytest runs\n    \[7\]\n", said)
    assert re.search(r"text: 18 -> 6 bytes in \d+ pytest runs\n    'needle'\n", said)
    assert re.search(r"data: 5 -> 1 bytes in \d+ pytest runs\n    b'\\x0b'\n", said)
    assert re.search(r"path: 43 -> \d bytes in \d+ pytest runs\n    '.*xx.*'\n", said)
    assert (tmp_path / "data.json").read_text() == DATA


def test_a_file_that_tests_open_or_take_as_a_fixture(suite: Pytest, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text(DATA)
    text = (
        "from pathlib import Path\n"
        "def test_opens():\n    assert 'xx' not in Path('data.json').read_text()\n"
        "def test_takes(thresher_input):\n    assert 'xx' not in thresher_input.read_text()\n"
        "def test_neither():\n    assert False\n"
    )
    said = suite("--thresher", "--thresher-input", "data.json", test_file=text)
    assert len(re.findall(r"data.json: 43 -> \d bytes in \d+ pytest runs", said)) == 2
    assert "test_file.py::test_neither: it does not open" in said
    assert (tmp_path / "data.json").read_text() == DATA


def test_tests_that_cannot_be_studied_are_reported(suite: Pytest) -> None:
    text = (
        "import os, pytest\n"
        "def test_nothing():\n    assert False\n"
        "@pytest.mark.parametrize('text', ['longer'])\n"
        "def test_here_only(text):\n    assert 'THRESHER_RUN' in os.environ\n"
    )
    said = suite("--thresher", "--thresher-max-tests", "2", test_said=text + "def test_third():\n    assert False\n")
    assert "test_said.py::test_nothing fails on its own; it has no parameter of text" in said
    assert "test_said.py::test_here_only[longer]: it did not fail again in a process of its own" in said
    assert "not studied: 1 more (see --thresher-max-tests)" in said


def test_mistakes_are_one_line(suite: Pytest) -> None:
    assert "ERROR: there is no file nowhere (--thresher-input)" in suite("--thresher", "--thresher-input", "nowhere")
    assert "ERROR: --thresher-jobs needs a positive number" in suite("--thresher", "--thresher-jobs", "0")


def test_without_the_option_nothing_is_disturbed_or_loaded(suite: Pytest) -> None:
    text = (
        "import sys\n"
        "def test_light():\n"
        "    ours = {name for name in sys.modules if name.startswith('thresher')}\n"
        "    assert ours == {'thresher', 'thresher.pytest_plugin'}\n"
        "def test_fails():\n    assert False\n"
    )
    said = suite(test_light=text)
    assert "1 failed, 1 passed" in said
    assert "studying" not in said


def test_workers_of_xdist_have_orders_of_their_own(suite: Pytest) -> None:
    text = "seen = []\n" + "".join(
        f"def test_{number}():\n    seen.append({number})\n    assert seen[-2:] != [2, 3]\n" for number in range(5)
    )
    said = suite("--thresher", "-p", "xdist", "-n1", test_workers=text)
    assert (
        "test_workers.py::test_3 passes alone; it fails after:\n    test_workers.py::test_2\n  1 of 3 earlier" in said
    )
