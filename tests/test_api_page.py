"""The page of the Python API: complete, and its examples run as they are printed."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import thresher
from thresher import algorithms

TOOLS = Path(__file__).parent.parent / "tools"


def page() -> str:
    spec = importlib.util.spec_from_file_location("api_page", TOOLS / "api.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.markdown())


def test_every_public_name_has_a_section() -> None:
    headings = set(re.findall(r"^#+ (\w+)$", page(), re.MULTILINE))
    assert {*thresher.__all__, *algorithms.functions()} <= headings


def test_the_page_names_no_address_in_memory() -> None:
    assert not re.search(r" at 0x", page())


def test_the_examples_run() -> None:
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```", page(), re.MULTILINE | re.DOTALL))
    names = {name: getattr(thresher, name) for name in thresher.__all__}
    test = doctest.DocTestParser().get_doctest(examples, names, "api.md", None, 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0
