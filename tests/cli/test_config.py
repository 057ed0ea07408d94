"""Settings in files: what holds, where it comes from, and what no file can set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line
from thresher.cli.config import ANYWHERE, COMMAND_LINE, IN_OWN
from thresher.cli.main import parser
from thresher.cli.manual import parsers

TEST = ("--test", "grep -q 17 input.txt")


def test_a_file_beside_the_input_sets_options(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    (tmp_path / "thresher.toml").write_text('quiet = true\nmin-granularity = "lines"\n[isolate]\njobs = 1\n')
    done = thresher("reduce", lines, *TEST)
    assert (done.out, done.talk) == (b"line 17 has words\n", "")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert thresher(lines, "--fresh", *TEST, directory=elsewhere).out == b"line 17 has words\n"


def test_the_command_line_then_the_nearest_file_takes_precedence(
    thresher: Thresher, lines: Path, tmp_path: Path
) -> None:
    own = tmp_path / "home"
    (own / "thresher").mkdir(parents=True)
    (own / "thresher" / "thresher.toml").write_text('format = "characters"\nquiet = true\nmemory = "2G"\n')
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.thresher]\nformat = "words"\n')
    shown = thresher("config", lines, XDG_CONFIG_HOME=str(own)).out.decode()
    assert f'format = "words"                         {tmp_path / "pyproject.toml"}' in shown
    assert f"quiet = true                             {own / 'thresher' / 'thresher.toml'}" in shown
    done = thresher("reduce", lines, "--format", "lines", *TEST, XDG_CONFIG_HOME=str(own))
    assert (done.out, done.talk) == (b"line 17 has words\n", "")


def test_files_above_are_read_in_the_same_repository_only(thresher: Thresher, tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "thresher.toml").write_text("jobs = 3\n")
    assert b"no settings" in thresher("config", inner).out
    (tmp_path / ".git").mkdir()
    assert b"jobs = 3" in thresher("config", inner).out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("time-out = 5", ["is not a setting", "did you mean timeout?"]),
        ("jobs = 0", ["jobs: a positive number is needed"]),
        ("quiet = 1", ["quiet takes true or false"]),
        ("timeout = [1]", ["timeout takes one value"]),
        ("[redcue]\njobs = 1", ["no command 'redcue'", "did you mean reduce?"]),
        ("jobs = ", ["cannot be read", "fix or remove it"]),
        ("test = './evil.sh'", ["cannot be set in a file", "--test"]),
        ("python = 'evil:run'", ["cannot be set in a file"]),
        ("[changes]\nbuild = 'touch evil'", ["cannot be set in a file"]),
        ("output = '/etc/passwd'", ["cannot be set in a file"]),
        ("with = ['/etc/passwd']", ["only be set in your own configuration"]),
        ("scheduler = 'tcp://evil'", ["only be set in your own configuration"]),
        ("sandbox-read = ['/']", ["only be set in your own configuration"]),
        ("memory = '0'", ["only be set in your own configuration"]),
    ],
)
def test_what_a_file_may_not_have(thresher: Thresher, lines: Path, tmp_path: Path, text: str, said: list[str]) -> None:
    (tmp_path / "thresher.toml").write_text(text + "\n")
    done = thresher("changes" if "changes" in text else "reduce", lines, *TEST)
    expect_line(done, 2, "thresher.toml", *said)


def test_a_setting_for_all_commands_holds_where_it_fits(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    """`report --format` is another option than `reduce --format`."""
    (tmp_path / "thresher.toml").write_text('format = "words"\n')
    assert thresher("reduce", lines, "-q", *TEST).code == 0
    done = thresher("report", lines)
    assert done.code == 0, done.talk


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("jobs = 'two'", ["jobs", "a positive number is needed, not 'two'"]),
        ("quiet = 1", ["quiet takes true or false, not 1"]),
        ("[bisect]\ntimeout = 'soon'", ["timeout", "'soon'"]),
        ("[sessions]\ntimeout = 3", ["thresher sessions has no option --timeout"]),
    ],
)
def test_config_checks_values(thresher: Thresher, tmp_path: Path, text: str, said: list[str]) -> None:
    (tmp_path / "thresher.toml").write_text(text + "\n")
    expect_line(thresher("config"), 2, "thresher.toml", *said)


def test_a_file_cannot_turn_a_sandbox_off(thresher: Thresher, lines: Path, tmp_path: Path) -> None:
    (tmp_path / "thresher.toml").write_text("sandbox = false\n")
    inside = "sh -c 'grep -q 17 input.txt && ! test -e /root/.profile'"
    done = thresher("reduce", lines, "--sandbox", "--test", inside, "--max-tests", "5")
    assert done.code in (0, 1, 2), done.talk
    assert done.code != 2 or "bwrap" in done.talk


def test_every_option_of_reduce_is_classified() -> None:
    """A new option has to be: may a file that came with somebody's archive set it?"""
    names = {
        flag.removeprefix("--")
        for inner in parsers(parser(["reduce", "check", "changes", "isolate"]))
        for flag in inner._option_string_actions
        if flag.startswith("--") and not flag.startswith("--no-tui")
    }
    classified = ANYWHERE | IN_OWN | COMMAND_LINE | {"help", "version", "good", "bad"}
    assert names - classified == set()
    assert not ANYWHERE & IN_OWN
    assert not ANYWHERE & COMMAND_LINE
