"""clang_delta as a search: the real program where it is installed, and programs that behave badly in its place."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.combinators import shrinking
from thresher.engine.clang import clang_delta
from thresher.engine.clang.clang_delta import MISS_LIMIT, PER_TOKEN, PROGRAM, VARIABLE, ClangDelta, find, suffix
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.executors import executor_for
from thresher.kernel import ordering
from thresher.oracle.answer import CallOracle
from thresher.oracle.running.limits import Limits
from thresher.session.folder.storage import FolderStorage
from thresher.session.folder.store import Store

INSTALLED = find()
real = pytest.mark.skipif(INSTALLED is None, reason="clang_delta is not installed (packages cvise, creduce)")

Program = Callable[[str], Path]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Makes a program of the lines of a shell script, with what was asked in $1, the last argument in $file."""

    def make(lines: str) -> Path:
        path = tmp_path / PROGRAM
        path.write_text(f'#!/bin/sh\nfor file; do :; done\necho "$@" >> {tmp_path}/log\n{lines}\n')
        path.chmod(0o755)
        return path

    return make


def needs(*parts: bytes) -> Callable[[bytes], bool]:
    return lambda data: all(part in data for part in parts)


def candidates(delta: ClangDelta, text: bytes) -> list[bytes]:
    return answered(delta.rewrites(text), lambda candidate: False).asked


def rewritten(ending: str, text: bytes, test: Callable[[bytes], bool], ahead: int = 0) -> bytes:
    assert INSTALLED is not None
    return answered(ClangDelta(INSTALLED, ending).rewrites(text), test, ahead=ahead).result


@real
@pytest.mark.parametrize(
    ("ending", "text", "among"),
    [
        (".cc", b"namespace a{int x;}", b"int x;"),
        (".cc", b"namespace a { int x; }", b" int x; "),
        (".cc", b"template<class T>struct A{int x;};A<int>a;", b"struct A{int x;};A a;"),
        (".cc", b"struct A{};A f(){}", b"int f(){}"),
        (".c", b"int f(){int a;int b;for(;;)a=b;}", b"int f(){int a,b;for(;;)a=b;}"),
        (".c", b"int f(int a){return a;}", b"b;int f(){return b;}"),
        (".c", b"int f(int a){return a;}", b"int f(){int a=0;return a;}"),
        (".c", b"int f(){char*a;g(a);}", b"b;int f(){g(b);}"),
        (".c", b"typedef int t;t f(){t x;x;}", b"int f(){int x;x;}"),
    ],
)
def test_what_is_tried(ending: str, text: bytes, among: bytes) -> None:
    assert INSTALLED is not None
    asked = candidates(ClangDelta(INSTALLED, ending), text)
    assert (among in asked) == (len(among) < len(text)), asked


@real
def test_the_result_does_not_depend_on_the_number_of_tests_ahead() -> None:
    text = b"int f(int n,int k){for(;;)n=k;}"
    test = needs(b"for(;;)", b"int k")
    result = rewritten(".c", text, test)
    assert test(result)
    assert b"int n" not in result
    assert len(result) < len(text)
    assert rewritten(".c", text, test, ahead=3) == result


@real
@pytest.mark.parametrize("jobs", [1, 2])
def test_with_the_real_driver(jobs: int, tmp_path: Path) -> None:
    assert INSTALLED is not None
    text = b"namespace a{namespace b{int x;}}namespace c{int y;}"
    output = tmp_path / "a.min.cc"
    storage = FolderStorage(Store(tmp_path / "session"), output=output)
    record = Record(SmallestContent(text, output=output), name="a.cc", storage=storage)
    try:
        with executor_for(jobs) as executor:
            driver = Driver(CallOracle(needs(b"int x", b"namespace c")), executor, record, jobs=jobs)
            search = shrinking(ClangDelta(INSTALLED, ".cc").rewrites(text), text, ordering.size)
            assert driver.drive(search, lambda data: data) == b"int x;namespace c{int y;}"
        assert record.best == b"int x;namespace c{int y;}"
    finally:
        storage.close()


@real
def test_one_hit_after_the_other_under_the_same_number() -> None:
    assert rewritten(".cc", b"namespace a{namespace b{namespace c{int x;}}}", needs(b"int x")) == b"int x;"


@real
def test_every_candidate_is_smaller_and_no_mere_cut() -> None:
    assert INSTALLED is not None
    text = b"struct s{int a,b;};int g(int n){return n;}int f(struct s*p){int k;if(p->a)k=g(p->b);return k;}"
    asked = candidates(ClangDelta(INSTALLED, ".c"), text)
    assert len(asked) > 5
    assert all(0 < len(candidate) < len(text) for candidate in asked)
    cuts = {text[:start] + text[stop:] for start in range(len(text)) for stop in range(start, len(text) + 1)}
    assert not cuts & set(asked)


@real
def test_a_text_that_crashes_clang_under_new_standards_is_read_under_an_old_one(program: Program) -> None:
    delta = ClangDelta(
        program(f'case "$1" in --std=c++98) shift;; *) kill -SEGV $$;; esac; exec {INSTALLED} "$@"'), ".cc"
    )
    assert candidates(delta, b"namespace a{int x;}") == [b"int x;"]


@real
def test_directives_keep_their_lines() -> None:
    text = b"#define X 1\nnamespace a{int x=X;}\n#if 1\nint y;\n#endif\n"
    assert INSTALLED is not None
    assert candidates(ClangDelta(INSTALLED, ".cc"), text)[0] == b"#define X 1\nint x=X;\n#if 1\nint y;\n#endif\n"


def test_nothing_runs_before_a_probe_is_pulled(program: Program, tmp_path: Path) -> None:
    body = 'case "$1" in --query*) echo "Available transformation instances: 3";; *) echo "int ${2#*=};";; esac'
    search = ClangDelta(program(body), ".c").rewrites(b"int f(int a,int b){return a+b;}")
    stream = iter(next(search))
    log = tmp_path / "log"
    assert not log.exists()
    assert next(stream).candidate == b"int 1;"
    asked = Counter(line.split()[0].partition("=")[0] for line in log.read_text().splitlines())
    assert asked["--transformation"] == 1
    assert 1 <= asked["--query-instances"] <= len(os.sched_getaffinity(0)) + 1
    search.close()


@pytest.mark.parametrize(
    "made",
    ["kill -SEGV $$", "exit 1", "exit 0", 'cat "$file"', "echo; exit 255"],
    ids=["crash", "refusal", "nothing", "no change", "usage"],
)
def test_an_instance_that_cannot_be_made_is_skipped(program: Program, made: str) -> None:
    body = f"""
        case "$*" in
        *query-instances=param-to-local*) echo "Available transformation instances: 2";;
        *query*) exit 1;;
        *counter=1*) {made};;
        *) echo "int f();";;
        esac
    """
    assert candidates(ClangDelta(program(body), ".c"), b"int f(int a){return a;}") == [b"int f();"]


def test_what_hangs_is_given_up(program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(clang_delta, "LIMITS", Limits(seconds=0.2))
    assert candidates(ClangDelta(program("exec sleep 60"), ".c"), b"int f(int a){return a;}") == []
    runs, at_once = len((tmp_path / "log").read_text().splitlines()), len(os.sched_getaffinity(0))
    assert clang_delta.MOST_HANGS <= runs < clang_delta.MOST_HANGS + at_once


def test_a_program_that_cannot_run_does_nothing(tmp_path: Path) -> None:
    path = tmp_path / PROGRAM
    path.write_bytes(b"\x7fELF, but not really")
    path.chmod(0o755)
    assert candidates(ClangDelta(path, ".cc"), b"namespace a{int x;}") == []


def test_misses_in_a_row_and_questions_per_token_are_bounded(program: Program) -> None:
    body = 'case "$1" in --query*) echo "Available transformation instances: 200";; *) echo "${2#*=};";; esac'
    delta = ClangDelta(program(body), ".c")
    assert len(candidates(delta, b"f(a,b,c,d);")) == PER_TOKEN * 11
    assert len(candidates(delta, b"f(" + b"a," * 100 + b"a);")) == MISS_LIMIT


def test_a_program_named_by_the_environment(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program("exit 1")
    monkeypatch.setenv(VARIABLE, str(path))
    assert find() == path


@pytest.mark.parametrize("named", ["", "/nowhere/clang_delta", "/tmp"])
def test_an_environment_that_points_nowhere(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, named)
    assert find() is None


def test_a_program_in_the_path_goes_before_those_of_packages(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program("exit 1")
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(path.parent))
    assert find() == path


@pytest.mark.parametrize("place", ["libexec/cvise", "lib/x86_64-linux-gnu/creduce", "libexec"])
def test_a_program_of_a_package(place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(clang_delta, "PREFIXES", (str(tmp_path),))
    assert find() is None
    folder = tmp_path / place
    folder.mkdir(parents=True)
    (folder / PROGRAM).touch(0o755)
    assert find() == folder / PROGRAM


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("a.c", None, ".c"),
        ("a.i", None, ".c"),
        ("dir.d/A.CPP", None, ".cc"),
        ("a.ii", None, ".cc"),
        ("a.txt", "c", ".c"),
        ("a.c", "C++", ".cc"),
        ("a.c", "java", None),
        ("a.java", None, None),
        ("c", None, None),
    ],
)
def test_languages(name: str, language: str | None, expected: str | None) -> None:
    assert suffix(name, language) == expected


@given(st.text("ab1+-<>=:./*#;{}() \n\"'", max_size=40).map(str.encode))
def test_white_space_is_all_that_tightening_takes(text: bytes) -> None:
    tight = clang_delta.tightened(text)
    assert b"".join(tight.split()) == b"".join(text.split())
    assert len(tight) <= len(text)
    assert clang_delta.tightened(tight) == tight
