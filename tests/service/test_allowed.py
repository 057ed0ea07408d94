"""The commands that an operator allows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.service.allowed import by_name, parse_allowed, read_allowed


def test_a_command_of_the_command_line() -> None:
    command = parse_allowed(f"py={sys.executable} -c 'import json' {{}}")
    assert command.words == (sys.executable, "-c", "import json", "{}")
    assert command.line == f"{sys.executable} -c 'import json' {{}}"
    assert command.arguments("input.py")[:2] == ("reduce", "input.py")


def test_commands_of_a_file_with_options(tmp_path: Path) -> None:
    script = tmp_path / "test.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    path = tmp_path / "commands.toml"
    path.write_text(
        "[ice]\ncommand = 'sh ./test.sh {}'\ndescription = 'crashes'\ntimeout = 5\nstderr = 'internal error'\n"
        "any-failure = false\nkeep = ['a', 'b']\n[script]\ntest = ['./test.sh', '{}']\n"
    )
    ice, by_script = read_allowed(path)
    assert ice.options == ("--timeout=5", "--stderr=internal error", "--keep=a", "--keep=b")
    assert ice.words[1:] == (str(script), "{}")
    assert ice.description == "crashes"
    assert by_script.arguments("input") == ("reduce", "input", "--test", f"{script} '{{}}'")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("command = 'true {}'", "is not a table"),
        ("[a]\n", "either a command or a test"),
        ("[a]\ncommand = 'true {}'\ntest = 'true'\n", "either a command or a test"),
        ("[a]\ncommand = 3\n", "text or a list of words"),
        ("[a]\ncommand = []\n", "text or a list of words"),
        ("[a]\ncommand = 'true \"'\n", "No closing quotation"),
        ("[a]\ncommand = 'no-such-program {}'\n", "was not found"),
        ("[a]\ncommand = 'true {}'\nsandbox = false\n", "the service sets it"),
        ("[a]\ncommand = 'true {}'\njobs = 99\n", "the service sets it"),
        ("[a]\ncommand = 'true {}'\ntimeout = {}\n", "takes text, a number"),
        ("[a]\ncommand = 'true {}'\ndescription = 1\n", "must be text"),
        ('["a/b"]\ncommand = "true {}"\n', "a name has"),
        ("[a\n", "cannot be read"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "commands.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=words) as caught:
        read_allowed(path)
    assert len(str(caught.value).splitlines()) == 1


def test_names_are_unique() -> None:
    with pytest.raises(UsageError, match="allowed twice"):
        by_name([parse_allowed("a=true {}"), parse_allowed("a=false {}")])
    with pytest.raises(UsageError, match="NAME=COMMAND"):
        parse_allowed("true {}")
