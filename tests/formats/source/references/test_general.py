"""References in languages without a table, by what their grammars call nodes and fields."""

from __future__ import annotations

import pytest

from tests.formats.source.references.test_names import closed
from thresher.formats.source.document import SourceDocument
from thresher.formats.source.languages import installed
from thresher.plan.dependencies import BY_GRAMMAR

BRACES = """
class C {{
  {0} used(a: Int) {{ return a + 1 }}
  {0} other(used: Int) {{ return used }}
  {0} wanted(b: Int) {{ return used(b) }}
}}
"""
PROGRAMS = {
    "bash": """
used() { echo 1; }
other() { echo 2; }
wanted() { used; }
""",
    "groovy": """
class C {
  int used(int a) { return a }
  int other(int used) { return used }
  int wanted() { return used(1) }
}
""",
    "kotlin": BRACES.format("fun"),
    "lua": """
function M.used(a) return a end
function M.other(used) return used end
function M.wanted() return M.used(1) end
""",
    "perl": """
sub used { my ($a) = @_; return $a; }
sub other { my ($used) = @_; return $used; }
sub wanted { return used(1); }
""",
    "php": """<?php
class C {
  function used($a) { return $a; }
  function other($used) { return $used; }
  function wanted() { return $this->used(1); }
}
""",
    "ruby": """
class C
  def used(a)
    a
  end
  def other(used)
    used
  end
  def wanted
    self.used(1)
  end
end
""",
    "scala": """
class C {
  def used(a: Int) = { a }
  def other(used: Int) = { used }
  def wanted() = { used(1) }
}
""",
    "solidity": """
contract C {
  function used(int a) { a; }
  function other(int used) { used; }
  function wanted() { used(1); }
}
""",
    "swift": BRACES.format("func"),
    "zig": """
fn used(a: u8) u8 { return a; }
fn other(used: u8) u8 { return used; }
fn wanted() u8 { return used(1); }
""",
}


@pytest.mark.parametrize("language", sorted(filter(installed, BY_GRAMMAR)))
def test_a_function_is_kept_with_what_it_calls_and_nothing_else(language: str) -> None:
    left = closed(PROGRAMS[language], language, "wanted")
    assert "wanted" in left
    assert left.count("used") == 2
    assert "other" not in left


@pytest.mark.parametrize("language", sorted(filter(installed, BY_GRAMMAR)))
def test_a_parameter_hides_what_is_outside(language: str) -> None:
    assert "wanted" not in (left := closed(PROGRAMS[language], language, "other"))
    assert left.count("used") <= 2


def test_what_creates_an_object_stays_with_its_class() -> None:
    program = "class C\n  def initialize\n    @a = 1\n  end\n  def other\n  end\nend\ndef wanted\n  C.new\nend\n"
    left = closed(program, "ruby", "wanted")
    assert "initialize" in left
    assert "other" not in left


@pytest.mark.parametrize(("language", "data"), [("json", b'{"a": [1, 2]}'), ("yaml", b"a: 1\n"), ("css", b"a{b:c}")])
def test_data_has_no_units(language: str, data: bytes) -> None:
    assert SourceDocument(data, language).named_units() is None
