"""Which language a file is in."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from thresher.errors import UsageError
from thresher.formats.source.languages import (
    GRAMMARS,
    PACK,
    grammar,
    guess_language,
    installed,
    language_named,
    missing_grammar,
)


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.c", b"", "c"),
        ("DIR.py/A.CC", b"", "cpp"),
        ("a.h", b"int x;", "c"),
        ("a.h", b"#pragma once\nnamespace a { class B; }", "cpp"),
        ("a.C", b"", "cpp"),
        ("a.tcc", b"", "cpp"),
        ("a.pyx", b"", "python"),
        ("a.tsx", b"", "tsx"),
        ("Makefile", b"", "make"),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"#!/bin/sh\n", "bash"),
        ("run.tmp", b"\xef\xbb\xbf<?php echo 1;", "php"),
        ("id:000012,sig:06", b'\n{"a": [1]}', "json"),
        ("x", b"[1, 2]", "json"),
        ("x", b"[section]\nkey=1\n", None),
        ("x", b"---\na: 1\n", "yaml"),
        ("id:000013", b"// found\n/* by\n * fuzzing */\n#include <stdio.h>\n", "c"),
        ("id:000014", b'# include "a.h"\nusing std::string;\n', "cpp"),
        ("id:000015", b"# include this\n", None),
        ("notes.txt", b"#!/bin/sh\n", None),
        ("x", b"Dear all,\n", None),
        ("a.c", bytes(range(256)), None),
        ("", b"", None),
    ],
)
def test_a_language_is_known_by_name_or_content(name: str, data: bytes, expected: str | None) -> None:
    assert guess_language(name, data) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("C++", "cpp"), ("js", "javascript"), ("C#", "c_sharp"), ("c-sharp", "c_sharp"), ("Python", "python")],
)
def test_names_that_people_use(name: str, expected: str) -> None:
    assert language_named(name) == expected


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"xyzzy.*bash, c, c_sharp"):
        language_named("xyzzy")
    with pytest.raises(UsageError, match="did you mean kotlin"):
        language_named("kotlim")


def test_a_missing_grammar_is_named_with_its_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thresher.formats.source.languages.installed", lambda language: False)
    with pytest.raises(UsageError, match="pip install tree-sitter-typescript"):
        language_named("tsx")


@pytest.mark.parametrize(("language", "name"), [("agda", "a.agda"), ("typst", "a.typ")])
def test_a_grammar_that_can_crash_is_not_used(language: str, name: str) -> None:
    """Whether the pack that has it is installed or not; nor is anybody sent to install it."""
    assert guess_language(name, b"") is None
    assert missing_grammar(name) == ""
    with pytest.raises(UsageError, match="can crash; leave --language out"):
        language_named(language)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("a.f90", "fortran"),
        ("a.ml", "ocaml"),
        ("a.pl", "perl"),
        ("a.sol", "solidity"),
        ("a.v", "verilog"),
        ("a.zig", "zig"),
    ],
)
def test_languages_of_the_ordinary_install(name: str, language: str) -> None:
    assert guess_language(name, b"") == language


@pytest.mark.parametrize("language", sorted(filter(installed, GRAMMARS)))
def test_every_installed_grammar_loads(language: str) -> None:
    assert grammar(language).abi_version >= 13


@pytest.mark.skipif(find_spec(PACK) is None, reason="the extra 'languages' is not installed")
def test_the_pack_has_the_rest() -> None:
    assert guess_language("a.erl", b"") == "erlang"
    assert grammar(language_named("erlang")).abi_version >= 13
