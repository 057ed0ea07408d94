"""The Python API works without the compiled packages, and without the modules that only Unix has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import thresher

UNIX_ONLY = ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty")
UNIX_FUNCTIONS = ("sched_getaffinity", "pidfd_open", "fork", "killpg", "setsid", "getuid", "geteuid", "prlimit")
UNIX_SIGNALS = ("SIGKILL", "SIGHUP", "SIGXFSZ", "SIGTRAP", "SIGCHLD", "SIGALRM", "SIGUSR1")
NOTHING_ELSE = """
from importlib.util import find_spec
for name in "tree_sitter tree_sitter_c lark shtab textual playwright starlette distributed av".split():
    assert find_spec(name) is None, name
"""

BLOCKED = """
import os, signal, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import concurrent.futures.thread, ctypes, logging, subprocess  # the standard library knows what is missing where
for name in {names!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Blocked())
for name in {functions!r}:
    if hasattr(os, name):
        delattr(os, name)
for name in {signals!r}:
    delattr(signal, name)
"""

LISTS = """
from thresher import Outcome, Stop, Stopped, Verdict, algorithms, dd, ddmin, minimize
from thresher.algorithms.registry import list_algorithms

assert ddmin([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: {1, 7, 8} <= set(kept)) == [1, 7, 8]
assert minimize("the needle in the hay", lambda text: "need" in text, jobs=2) == "need"
assert len(dd("", "<SELECT NAME>", lambda text: text[:1] == "<" and text[-1:] == ">").difference) == 1
for name in list_algorithms():
    assert getattr(algorithms, name)("abcdefgh", lambda text: "c" in text and "g" in text) == "cg", name
try:
    minimize("abcdefgh", lambda text: "c" in text, stop=Stop(tests=1), jobs=2)
except Stopped:
    pass
"""

REDUCE = """
from thresher import reduce

assert reduce(b"int main(){int a=1;return a/0;}", lambda data: b"/0" in data, name="crash.c").data == b"/0"
text = "one two\\nthree four\\n\\nfive six\\n"
assert reduce(text, lambda data: b"four" in data, name="some.txt", jobs=2).data == b"four"
assert reduce('{"a": [1, 2, {"b": null}]}', lambda data: b"null" in data, name="a.json").data == b"null"
assert reduce("<a><b>x</b><c>y</c></a>", lambda data: b"y" in data, name="a.xml").data == b"y"
"""


def run_alone(code: str, *, before: str = "") -> None:
    """Runs code with thresher and the standard library, but no other package."""
    source = f"import sys; sys.path.insert(0, {str(Path(thresher.__file__).parent.parent)!r})\n"
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", source + before + code]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize("code", [LISTS, REDUCE], ids=["lists", "reduce"])
def test_the_api_needs_no_other_package(code: str) -> None:
    run_alone(NOTHING_ELSE + code)


@pytest.mark.parametrize("code", [LISTS, REDUCE], ids=["lists", "reduce"])
def test_the_api_needs_nothing_that_only_unix_has(code: str) -> None:
    run_alone(code, before=BLOCKED.format(names=UNIX_ONLY, functions=UNIX_FUNCTIONS, signals=UNIX_SIGNALS))
