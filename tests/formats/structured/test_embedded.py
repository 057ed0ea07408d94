"""Other languages inside a text are reduced by their own plans."""

from __future__ import annotations

import ast
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher
from tests.formats.test_malformed import in_a_child
from thresher import formats
from thresher.formats.source.source import parse_source
from thresher.structures.container import Container


def parts(name: str, data: bytes) -> Container:
    found = formats.format_named("embedded").container(name, data)
    assert found is not None
    assert found.data == data
    return found


def reduced(
    name: str, data: bytes, fails: Callable[[bytes], bool], *, without: tuple[str, ...] = ()
) -> tuple[bytes, int]:
    """What is left, and after how many questions."""
    asked = 0

    def counted(candidate: bytes) -> bool:
        nonlocal asked
        asked += 1
        return fails(candidate)

    return thresher.reduce(data, counted, name=name, without=without).data, asked


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("a.html", b"<p><script>let a = b + c;</script>", {"script.js": b"let a = b + c;"}),
        ("a.html", b"<STYLE media=x>a { color: red }</STYLE >", {"style.css": b"a { color: red }"}),
        ("a.html", b'<script type="application/ld+json">{"a": [1, 2]}</script>', {"data.json": b'{"a": [1, 2]}'}),
        ("a.py", b'x("SELECT a FROM t")', {"query.sql": b"SELECT a FROM t"}),
        ("a.py", b'x("""\n  insert into t values (1)""")', {"query.sql": b"\n  insert into t values (1)"}),
        ("a.c", rb'x("{\"key\": [1, 2]}");', {"data.json": b'{"key": [1, 2]}'}),
        (
            "a.js",
            b"x('{\"key\": [1, 2]}', `WITH a AS (b) c`)",
            {"data.json": b'{"key": [1, 2]}', "query.sql": b"WITH a AS (b) c"},
        ),
    ],
)
def test_texts_in_other_languages_are_found(name: str, data: bytes, found: dict[str, bytes]) -> None:
    parsed = parts(name, data)
    assert {part.name: part.content for part in parsed.nodes if part.name} == found


@pytest.mark.parametrize(
    "data", [b"", b"no strings", b'"a plain string"', b"<p>SELECT a FROM b</p>", rb'"SELECT a \n FROM b"']
)
def test_nothing_is_found_where_there_is_nothing(data: bytes) -> None:
    assert formats.format_named("embedded").container("input", data) is None


def test_quotes_are_escaped_as_they_were() -> None:
    parsed = parts("a.c", rb'x("{\"key\": [1, 2]}");')
    leaf = next(leaf for leaf in parsed.leaves())
    assert parsed.holding(leaf, b'{"k":1}').data == rb'x("{\"k\":1}");'


@given(st.text(alphabet="\"'`\\{[<script>SELECT \n", max_size=60))
def test_anything_is_read_and_written_back(text: str) -> None:
    parsed = formats.format_named("embedded").container("input", text.encode())
    assert parsed is None or parsed.data == text.encode()


@pytest.mark.parametrize("unit", [b"<script>", b"<style>x</script>", b"`", b"'", b"\"'", b"'''", b"\\"])
def test_many_openings_are_read_in_time(unit: bytes) -> None:
    read = formats.format_named("embedded").container
    assert in_a_child(lambda: (read("a.html", b"<p>" + unit * 20_000), read("a.py", unit * 20_000))) == 0


def test_a_script_in_a_page() -> None:
    functions = "".join(
        f"function f{at}(a, b) {{ if (a > {at}) {{ return b.map(x => x + {at}); }} else {{ log('{at}', a); }} }}\n"
        for at in range(20)
    ).replace("log('13', a)", "undefined.crash(a)")
    rules = "".join(f".c{at} {{ margin: {at}px; }}\n" for at in range(20))
    page = f"<!doctype html><style>\n{rules}</style><p>text</p><script>\n{functions}</script>".encode()

    def fails(data: bytes) -> bool:
        script = re.search(rb"<script>(.*?)</script>", data, re.DOTALL)
        is_there = script is not None and re.search(rb"else\s*\{[^}]*undefined\.crash\(", script[1]) is not None
        return script is not None and is_there and not parse_source(script[1], "javascript").errors

    left, asked = reduced("page.html", page, fails)
    assert len(left) < 60, left
    assert asked < 300, asked


def test_a_query_in_a_program() -> None:
    query = "SELECT a, b, c FROM t JOIN u ON t.id = u.id WHERE a > 1 AND c IN (SELECT c FROM u) ORDER BY c"
    program = "".join(f'def q{at}():\n    return run("{query}")\n' for at in range(8))
    program = program.replace("a > 1", "a > (SELECT c, d FROM u)", 1)
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript("CREATE TABLE t(a, b, id); CREATE TABLE u(c, d, id, name)")

        def fails(data: bytes) -> bool:
            try:
                calls = [node for node in ast.walk(ast.parse(data)) if isinstance(node, ast.Call) and node.args]
                texts = [call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)]
                for text in texts:
                    database.execute(f"EXPLAIN {text!s}")
            except sqlite3.Error as error:
                return "row value misused" in str(error)
            except (SyntaxError, ValueError):
                return False
            return False

        left, asked = reduced("queries.py", program.encode(), fails)
        more, longer = reduced("queries.py", program.encode(), fails, without=("embedded",))
    assert len(left) <= len(more), left
    assert len(left) < 30, left
    assert asked < longer, (asked, longer)


def test_a_document_in_a_string() -> None:
    rows = [{"id": at, "v": [at, at + 1], "tags": {"a": None}} for at in range(20)]
    rows[7]["v"] = [7, "8"]
    program = f"const a = 1;\nfunction load() {{ return JSON.parse('{json.dumps({'rows': rows, 'x': 1})}'); }}\n"

    def fails(data: bytes) -> bool:
        text = re.search(rb"JSON\.parse\('([^']*)'\)", data)
        try:
            values = [row["v"] for row in json.loads(text[1])["rows"]] if text else []
        except (ValueError, KeyError, TypeError):
            return False
        return any(isinstance(each, str) for value in values if isinstance(value, list) for each in value)

    left, asked = reduced("load.js", program.encode(), fails)
    assert len(left) < 45, left
    assert asked < 250, asked
