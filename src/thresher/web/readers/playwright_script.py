"""Reads the actions of a Playwright script, in Python or TypeScript, as `playwright codegen` writes them.

The script is parsed, never run. A line of TypeScript is respelled as Python first: both have the same methods.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from thresher.errors import UsageError

_CAMEL = re.compile(r"(?<=[a-z])([A-Z])")
_ACTION = re.compile(r"^\s*(?:await\s+)?(?P<call>page\d*\.[A-Za-z_].*\))\s*;?\s*$")
_OBJECT = re.compile(r"\{\s*((?:\w+\s*:\s*[^{}]*?)?)\s*\}")
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`(?:[^`\\]|\\.)*`")
KEYS = {"ControlOrMeta": "Control"}


@dataclass(frozen=True, slots=True)
class _Call:
    method: str
    args: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


def read_script(text: str, name: str) -> list[dict[str, Any]]:
    """The steps; a UsageError names the first line with an action that a recording cannot express."""
    steps: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        found = _ACTION.match(line)
        if found is None or line.lstrip().startswith(("#", "//")):
            continue
        try:
            steps += _steps(_calls(found["call"]))
        except (SyntaxError, ValueError, LookupError, TypeError) as error:
            raise UsageError(
                f"{name}, line {number}: cannot be read as a step ({error}): {line.strip()[:80]}"
            ) from None
    if not steps:
        raise UsageError(
            f"{name} has no actions of Playwright, such as page.goto(...) and page.get_by_role(...).click()"
        )
    return steps


def _calls(source: str) -> list[_Call]:
    """The calls of a chain, from the first to the last.

    >>> [call.method for call in _calls("page.getByRole('button', { name: 'Save' }).click()")]
    ['get_by_role', 'click']
    """
    tree = ast.parse(_as_python(source), mode="eval").body
    calls: list[_Call] = []
    while not isinstance(tree, ast.Name):
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
            args = tuple(ast.literal_eval(each) for each in tree.args)
            named = {str(each.arg): ast.literal_eval(each.value) for each in tree.keywords}
            objects = [each for each in args if isinstance(each, dict)]
            options = {key: value for each in [*objects, named] for key, value in each.items()}
            kept = tuple(each for each in args if not isinstance(each, dict))
            calls.insert(0, _Call(_snake(tree.func.attr), kept, options))
            tree = tree.func.value
        elif isinstance(tree, ast.Attribute):
            calls.insert(0, _Call(_snake(tree.attr)))
            tree = tree.value
        else:
            raise ValueError("not a chain of calls")
    return calls


def _as_python(source: str) -> str:
    """Objects with quoted keys, and the constants of Python; strings stay as they are."""
    strings: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        strings.append(found[0] if found[0][0] != "`" else repr(found[0][1:-1]))
        return f"\0{len(strings) - 1}\0"

    bare = _STRING.sub(put_aside, source)
    bare = _OBJECT.sub(lambda found: "{" + re.sub(r"(\w+)\s*:", r"'\1':", found[1]) + "}", bare)
    bare = re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", bare))
    return re.sub("\0(\\d+)\0", lambda found: strings[int(found[1])], bare)


def _snake(name: str) -> str:
    return _CAMEL.sub(lambda found: f"_{found[1].lower()}", name)


def _steps(calls: list[_Call]) -> Iterator[dict[str, Any]]:
    *where, action = calls
    if action.method in ("wait_for_timeout", "wait_for_load_state", "wait_for_url", "expect_popup", "once", "on"):
        return
    if action.method == "goto":
        yield {"type": "navigate", "url": str(action.args[0])}
    elif action.method == "set_viewport_size":
        yield {"type": "setViewport", **action.options}
    elif action.method == "close" and not where:
        yield {"type": "close", "target": "main"}
    else:
        place = {"selectors": [[_selector(where)]]}
        yield from _MAKERS[action.method](place, action)


def _press(place: dict[str, Any], action: _Call) -> Iterator[dict[str, Any]]:
    """The keys of `press("Control+a")`, in the focused element."""
    yield {"type": "click", **place}
    names = [KEYS.get(name, name) for name in str(action.args[0]).split("+")]
    for key in names:
        yield {"type": "keyDown", "key": key}
    for key in reversed(names):
        yield {"type": "keyUp", "key": key}


def _one(kind: str, **more: Any) -> Any:
    def make(place: dict[str, Any], action: _Call) -> Iterator[dict[str, Any]]:
        button = {"right": "secondary", "middle": "auxiliary"}.get(str(action.options.get("button")))
        yield {"type": kind, **place, **more, **({"button": button} if button else {})}

    return make


def _value(place: dict[str, Any], action: _Call) -> Iterator[dict[str, Any]]:
    given = action.args[0]
    yield {"type": "change", **place, "value": str(given[0] if isinstance(given, list | tuple) else given)}


def _files(place: dict[str, Any], action: _Call) -> Iterator[dict[str, Any]]:
    given = action.args[0]
    names = [str(each).rpartition("/")[2] for each in (given if isinstance(given, list | tuple) else [given])]
    yield {"type": "change", **place, "value": names[0] if names else "", "files": names}


_MAKERS = {
    "click": _one("click"),
    "dblclick": _one("doubleClick"),
    "hover": _one("hover"),
    "check": _one("change", value="on"),
    "uncheck": _one("change", value="off"),
    "fill": _value,
    "type": _value,
    "press_sequentially": _value,
    "select_option": _value,
    "set_input_files": _files,
    "press": _press,
}


def _selector(where: list[_Call]) -> str:
    """The selector of a recording for a locator; a ValueError for one that it cannot express."""
    if len(where) == 2 and where[1].method == "first":
        where = where[:1]
    if len(where) != 1:
        raise ValueError("only one locator, or its first match, can be expressed")
    [call] = where
    match call.method:
        case "get_by_role":
            return f'aria/{call.options.get("name", "")}[role="{call.args[0]}"]'
        case "get_by_label" | "get_by_title" | "get_by_alt_text":
            return f"aria/{call.args[0]}"
        case "get_by_placeholder":
            return f'[placeholder="{call.args[0]}"]'
        case "get_by_text":
            return f"text/{call.args[0]}"
        case "get_by_test_id":
            return f'[data-testid="{call.args[0]}"]'
        case "locator":
            text = str(call.args[0])
            return (
                f"xpath/{text.removeprefix('xpath=')}"
                if text.startswith(("//", "xpath="))
                else text.removeprefix("css=")
            )
    raise ValueError(f"{call.method} cannot be expressed")
