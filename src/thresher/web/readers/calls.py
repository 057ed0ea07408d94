"""Chains of calls in Python or JavaScript, `page.locator('a').click()`: parsed, never run.

JavaScript is respelled as Python first: what scripts of tests consist of differs in the spelling only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_CAMEL = re.compile(r"(?<=[a-z])([A-Z])")
_OBJECT = re.compile(r"\{\s*((?:\w+\s*:\s*[^{}]*?)?)\s*\}")
_LITERAL = re.compile(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`(?:[^`\\]|\\.)*`|(?<=[(:,])\s*/(?![/*])(?:[^/\\\n]|\\.)+/[a-z]*"
)


@dataclass(frozen=True, slots=True)
class TextPattern:
    """A regular expression as an argument; `flags` as JavaScript has them."""

    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class ChainedCall:
    """One call of a chain, its method as Python spells it; an attribute is a call without arguments."""

    method: str
    args: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


def statements(text: str, root: str) -> Iterator[tuple[int, str]]:
    """The statements that begin with a name, `root` (a pattern), with their line numbers; comments are skipped."""
    begins = re.compile(rf"^\s*(?:await\s+)?(?P<call>{root}\.[A-Za-z_].*)$")
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        found = begins.match(line)
        if found is None or line.lstrip().startswith(("#", "//")):
            continue
        following = []
        for other in lines[number:]:
            if not other.lstrip().startswith("."):
                break
            following.append(other.strip())
        whole = re.sub(r";\s*//.*$", "", "".join([found["call"].strip(), *following]))
        yield number, whole.rstrip().removesuffix(";").rstrip()


def chain_of(source: str) -> list[ChainedCall]:
    """The calls of a chain, from the first to the last; a ValueError or SyntaxError if it is something else.

    >>> [call.method for call in chain_of("page.getByRole('button', { name: /^Save/ }).click()")]
    ['get_by_role', 'click']
    """
    tree: ast.expr = ast.parse(_as_python(source), mode="eval").body
    calls: list[ChainedCall] = []
    while not isinstance(tree, ast.Name):
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Attribute):
            args = tuple(map(_value, tree.args))
            named = {str(each.arg): _value(each.value) for each in tree.keywords}
            objects = [each for each in args if isinstance(each, dict)]
            options = {_snake(key): value for each in [*objects, named] for key, value in each.items()}
            kept = tuple(each for each in args if not isinstance(each, dict))
            calls.insert(0, ChainedCall(_snake(tree.func.attr), kept, options))
            tree = tree.func.value
        elif isinstance(tree, ast.Attribute):
            calls.insert(0, ChainedCall(_snake(tree.attr)))
            tree = tree.value
        else:
            raise ValueError("not a chain of calls")
    return calls


def _value(node: ast.expr) -> Any:
    """A constant, or a pattern: `re.compile("...", re.IGNORECASE)`."""
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return {ast.literal_eval(key): _value(value) for key, value in pairs if key is not None}
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.left, ast.Name):
        return _value(node.right)  # an address after that of the server, which has a name
    if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"):
        try:
            return ast.literal_eval(node)
        except ValueError:
            raise ValueError(f"{ast.unparse(node)} is not a constant") from None
    flags = ast.unparse(node.args[1]) if len(node.args) > 1 else ""
    return TextPattern(str(ast.literal_eval(node.args[0])), "i" if re.search(r"re\.I\b|IGNORECASE", flags) else "")


def _as_python(source: str) -> str:
    """Objects with quoted keys, patterns and constants as in Python; strings stay as they are."""
    literals: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        text = found[0].strip()
        if text[0] == "`":
            text = repr(text[1:-1])
        elif text[0] == "/":
            pattern, _, flags = text[1:].rpartition("/")
            text = f"re.compile({pattern!r}{', re.I' if 'i' in flags else ''})"
        literals.append(text)
        return f"\0{len(literals) - 1}\0"

    bare = _LITERAL.sub(put_aside, source)
    bare = _OBJECT.sub(lambda found: "{" + re.sub(r"(\w+)\s*:", r"'\1':", found[1]) + "}", bare)
    bare = re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", bare))
    return re.sub("\0(\\d+)\0", lambda found: literals[int(found[1])], bare)


def _snake(name: str) -> str:
    return _CAMEL.sub(lambda found: f"_{found[1].lower()}", name)
