"""Variables are stored by name; values are never written."""

from __future__ import annotations

import pytest

from thresher.conditions.environment import read_environment, variables
from thresher.errors import UsageError
from thresher.oracle.failures.observation import Observation
from thresher.oracle.secrets import hide_secrets


def test_lines_or_entries_with_nul_bytes() -> None:
    assert read_environment(b"A=1\n\nB=x=y\n", "f") == {b"A": b"1", b"B": b"x=y"}
    assert read_environment(b"A=1\n2\0B=\0", "f") == {b"A": b"1\n2", b"B": b""}


@pytest.mark.parametrize(("data", "message"), [(b"A=1\nfoo\n", "entry 2 of f"), (b"# nothing\n", "no variables")])
def test_errors_say_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_environment(data, "f")


def test_what_each_run_has_of_its_own_is_not_a_condition() -> None:
    assert [each.words for each in variables({b"PWD": b"/", b"TMPDIR": b"/t", b"A": b""})] == [("A",)]


def test_secrets_are_removed_from_what_is_saved() -> None:
    environment = {b"TOKEN": b"hunter22", b"LANG": b"C.UTF-8", b"URL": b"db://me:pw@host/"}
    seen = Observation(1, None, b"hunter22 C.UTF-8", b"to db://me:pw@host/x")
    hidden = hide_secrets(seen, environment)
    assert hidden.stdout == b"<hidden> C.UTF-8"
    assert hidden.stderr == b"to <hidden>x"
