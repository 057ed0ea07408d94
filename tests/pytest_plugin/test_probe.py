"""Parameters: described, shrunk and restored."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.pytest_plugin.probe import describe, substitute
from thresher.pytest_plugin.spec import LIST, Described, ParameterValue, Spec

texts = st.text(st.characters(), min_size=2)
values = texts | st.binary(min_size=2) | st.lists(st.integers(), min_size=2) | st.tuples(st.integers(), st.text())


@given(values)
@settings(max_examples=50)
def test_a_described_value_is_restored(value: object) -> None:
    told = describe("parameter", value)
    assert told is not None
    with TemporaryDirectory() as folder:
        path = Path(folder, "candidate")
        path.write_bytes(told.data)
        assert substitute(value, ParameterValue(told.name, told.kind), path) == value


def test_items_are_chosen_by_number(tmp_path: Path) -> None:
    (tmp_path / "candidate").write_text("0\n2\n")
    assert substitute(("a", "b", "c"), ParameterValue("items", LIST), tmp_path / "candidate") == ("a", "c")


def test_a_file_is_described_by_its_path_and_keeps_its_type(tmp_path: Path) -> None:
    path, smaller = tmp_path / "data.json", tmp_path / "smaller"
    path.write_text("{}")
    assert describe("path", path) == describe("path", str(path)) == Described("path", "file", str(path))
    assert substitute(path, ParameterValue("path", "file"), smaller) == smaller
    assert substitute(str(path), ParameterValue("path", "file"), smaller) == str(smaller)


def test_values_that_cannot_be_shrunk_are_not_described() -> None:
    assert [describe("x", value) for value in (None, 1, "", "a", b"a", [1], {1: 2}, "a\0b" * 0)] == [None] * 8


def test_a_spec_survives_the_command_line() -> None:
    spec = Spec(
        "t.py::t",
        "/root",
        "/here",
        ("-x",),
        value=ParameterValue("a", "text"),
        values=(ParameterValue("b", "list", "/p"),),
    )
    assert Spec.parse(spec.text) == spec
