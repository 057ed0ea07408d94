"""What is a secret, by whole words of the name and by the value; everything else stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import learn
from thresher.oracle.secrets import Secrets, hide_secrets, looks_secret, restored, saved
from thresher.session.folder.signing import Key

VALUE = b"7f3K-q9Zx1"
KEY = Key(bytes(32))
NAMES = (
    b"GITHUB_TOKEN DB_PASSWORD PGPASSWORD MYSQL_PWD API_KEY SSH_PRIVATE_KEY MY_SECRET AWS_SECRET_ACCESS_KEY "
    b"accessToken STRIPE_KEY pass"
).split()
OTHER_NAMES = (
    b"PATH LANG KEYBOARD SSH_AUTH_SOCK PASSENGER_ROOT COMPASS GPG_KEY AUTHOR TOKENIZER PASSIVE_MODE MONKEY PRIVATE "
    b"TOKEN_LIMIT PASSWORD_STORE_DIR SECRETARY AWS_REGION"
).split()
COMMON = (
    b"1 hunter2 identifier Required first-pass 20260101 12:30:59 ./tokens/a1 ~/.t0k3n /usr/lib/t0k3n "
    b"/usr/bin:/usr/local/b1n /etc"
).split()


@pytest.mark.parametrize("name", NAMES)
def test_names_of_secrets(name: bytes) -> None:
    assert looks_secret(name, VALUE)


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_names_of_other_things(name: bytes) -> None:
    assert not looks_secret(name, VALUE)


@pytest.mark.parametrize("value", COMMON)
def test_paths_and_short_or_common_values_are_not_secrets(value: bytes) -> None:
    assert not looks_secret(b"API_TOKEN", value)


def test_a_relative_path_that_is_there_is_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert looks_secret(b"API_TOKEN", b"t0k3n.txt")
    (tmp_path / "t0k3n.txt").touch()
    assert not looks_secret(b"API_TOKEN", b"t0k3n.txt")


@pytest.mark.parametrize(
    "value", [b"/9jFa82kdPQ1", b"AKIAIOSFODNN7EXAMPLE", b"postgres://me:pw@localhost/db", b"ghp_abcdefgh1234"]
)
def test_values_that_are_secrets_by_themselves(value: bytes) -> None:
    assert looks_secret(b"API_TOKEN", value)


@pytest.mark.parametrize("name", [b"PWD", b"OLDPWD", b"SSH_AUTH_SOCK", b"GPG_KEY", b"COMPASS"])
def test_a_learned_failure_has_nothing_substituted(name: bytes) -> None:
    """Neither a message nor the frames of a sanitizer are garbled by variables that are not secrets."""
    text = (
        b"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011\n"
        b"READ of size 1 at 0x602000000011 thread T0\n"
        b"    #0 0x4f in parse /usr/src/work/comp.c:12:3\n    #1 0x5f in main /usr/src/work/comp.c:20:1\n"
    )
    seen = Observation(1, None, b"", text)
    assert hide_secrets(seen, {name: b"/usr/src/work"}) == seen
    assert any("parse" in line for line in learn(seen).lines)


def test_a_reports_command_has_nothing_substituted() -> None:
    options = "--max-tokens=4096 --author=somebody1 --token-file=/usr/t0k3n"
    command = f"thresher reduce in.txt {options} -- python3 /usr/src/p.py {{}}"
    environment = {b"PWD": b"/usr/src", b"OLDPWD": b"/usr/src", b"TOKEN": b"reduce", b"AUTH": b"somebody"}
    assert Secrets.of(environment).hide(command) == command


def test_a_value_is_filled_in_only_if_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_PASSWORD", "hunter2-hunter2")
    given = "--password=hunter2-hunter2"
    (masked,) = saved([given])
    assert masked == "--password=<value of THE_PASSWORD>"
    expected = KEY.digest(given.encode())
    assert restored(masked, expected, KEY.digest) == given
    monkeypatch.setenv("THE_PASSWORD", "another-value-1")
    with pytest.raises(UsageError, match="THE_PASSWORD has another value"):
        restored(masked, expected, KEY.digest)
    monkeypatch.delenv("THE_PASSWORD")
    with pytest.raises(UsageError, match="set THE_PASSWORD"):
        restored(masked, expected, KEY.digest)
