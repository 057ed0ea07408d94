"""Plain English: none of the retired phrases is left in help, messages, reports, pages, docstrings and test names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.cli.commands.setting_up.man import page as manual_page
from thresher.cli.main import parser
from thresher.cli.manual import Command, manual

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "thresher"
RETIRED = {
    r"looked for": "target failure",
    r"looked at as": "format",
    r"to look at\b": "to read, to inspect; or the noun: 34 nodes",
    r"remembered|from memory": "cached",
    r"kept apart|slipped|\bslips?\b": "other failure",
    r"\b(?:goes|going|go) on\b": "resume, continue",
    r"\bmend(?:ed|s)?\b": "fix",
    r"\bbrothers?\b": "sibling",
    r"behind `?--|stands? behind|behind walls": "after --; in a sandbox",
    r"\bspeaks? of\b|\bspoken of\b": "refers to",
    r"no talk|is talk\b": "errors only; results go to stdout, progress to stderr",
    r"(?<!there )(?<!There )\bis no (?!longer|more|larger|smaller)\w": "is not a",
    r"a package more": "needs an extra package",
    r"\b(?:take|taken|takes|took) (?:\w+ )?away\b": "remove",
    r"take down what": "record",
    r"\bforesee\b|\bscout(?:s|ed)?\b": "speculative",
    r"of them now\b": "in this run",
    r"stopped to pay": "stopped paying off",
    r"worth to know": "what format knowledge gains",
    r"by \d+ signs": "80x24 characters",
    r"\biff\b": "exits 0 when the failure occurs",
    r"\bTells of the result\b": "Explain why each part of the result is needed",
    r"\bsittings?\b": "run of a session",
    r"\btold\b": "given, reported, distinguished",
    r"\btaken (?:down|back)\b": "recorded; undone",
}
"""Patterns of retired phrases, each with what to write instead."""


def retired(text: str) -> list[str]:
    """Each retired phrase in a text, with its context and what to write instead."""
    words = " ".join(text.split())
    return [
        f"{words[max(0, match.start() - 40) : match.end() + 40]!r}: write {instead!r}"
        for pattern, instead in RETIRED.items()
        for match in re.finditer(pattern, words)
    ]


def literals(source: str) -> Iterator[str]:
    """The string literals of a module that are not docstrings; of an f-string, its constant parts with gaps."""
    tree = ast.parse(source)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(map(id, node.values))
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


def names_and_docstrings(source: str) -> Iterator[str]:
    """The names of classes and functions, as words, and all docstrings of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name.replace("_", " ")
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


@pytest.fixture(scope="module")
def top() -> Command:
    return manual(parser())


def test_help_has_no_retired_phrase(top: Command) -> None:
    texts = [
        text
        for command in top.everything()
        for group in command.groups
        for text in (command.summary, command.description, command.epilog, group.title, group.description)
    ]
    texts += [option.help for command in top.everything() for group in command.groups for option in group.options]
    assert [line for text in texts for line in retired(text)] == []


def test_the_manual_page_has_no_retired_phrase(top: Command) -> None:
    assert retired(manual_page(top).replace("\\-", "-")) == []


@pytest.mark.parametrize("package", sorted(path.name for path in SOURCES.iterdir() if path.name != "__pycache__"))
def test_messages_have_no_retired_phrase(package: str) -> None:
    """Every literal counts, so no message is missed; docstrings do not."""
    path = SOURCES / package
    modules = path.rglob("*.py") if path.is_dir() else [path]
    texts = {module.relative_to(ROOT): literals(module.read_text()) for module in modules if module.suffix == ".py"}
    assert [f"{name}: {line}" for name, found in texts.items() for text in found for line in retired(text)] == []


def test_web_pages_and_scripts_have_no_retired_phrase() -> None:
    assets = [path for path in SOURCES.rglob("*") if path.suffix in (".html", ".js", ".css")]
    assert len(assets) >= 4
    assert [f"{path.name}: {line}" for path in assets for line in retired(path.read_text())] == []


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_documentation_has_no_retired_phrase(name: str) -> None:
    assert retired((ROOT / "docs" / name).read_text()) == []


@pytest.mark.parametrize("name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_project_pages_have_no_retired_phrase(name: str) -> None:
    """The table of what to write instead and old names in backticks are left out."""
    text = re.sub(r"`\w+`", "", (ROOT / name).read_text())
    assert retired(re.sub(r"\| instead of \|.*?\n(?!\|)", "", text, flags=re.DOTALL)) == []


@pytest.mark.parametrize("folder", ["src", "tests", "benchmarks", "tools"])
def test_names_and_docstrings_have_no_retired_phrase(folder: str) -> None:
    """The inputs of `benchmarks.small` are no part of the project's text."""
    paths = [path for path in sorted((ROOT / folder).rglob("*.py")) if path.name != "input.py"]
    texts = {path: names_and_docstrings(path.read_text()) for path in paths}
    found = {path.relative_to(ROOT): [line for text in each for line in retired(text)] for path, each in texts.items()}
    assert {str(path): lines for path, lines in found.items() if lines} == {}


def test_a_retired_phrase_is_found() -> None:
    assert retired("the failure looked for: exit 1") != []
    assert retired("put it behind --") != []
    assert list(names_and_docstrings('def goes_on():\n    """Doc."""\n')) == ["goes on", "Doc."]
    assert set(literals('"""doc"""\nx = f"a {1} b"\ny = "c"\n')) == {"a {} b", "c"}
