"""Normalized text: what is hidden, what stays, and that doing it twice changes nothing more."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.oracle.failures.normalize import LONGEST_LINE, WINDOW, blank, decode, is_input, normalize

PIECES = (
    *("0x12f", "/tmp/a/b", "==12==", "[33]", "pid 4", "line 12", "a.c:12:3", "a.c(3)", "'x'", '"y z"', "`q'", "12"),
    *("<input>", "<line>", "(", ")", "{", "}", "3.5s", "10:20:30", "2024-01-02", "Jan 3", " ", ":", "/", "\\", "..."),
    *(
        "x@1a2b3",
        "deadbeef1234",
        "<",
        ">",
        "'",
        '"',
        "\n",
        "-",
        "e",
        "foo.bar",
        "thresher-ab/",
        "Thread-3",
        "…",
        "[",
        "]",
    ),
)
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
hidden = st.lists(
    st.one_of(st.sampled_from(["input", "/w/a.c", "foo.bar", "line", "12:3"]), st.text(max_size=6)), max_size=3
)


@settings(max_examples=500)
@given(texts, hidden)
def test_twice_is_once(text: str, hide: list[str]) -> None:
    assert normalize(normalize(text, hide), hide) == normalize(text, hide)
    assert blank(blank(text, hide), hide) == blank(text, hide)
    assert blank(normalize(text, hide), hide) == blank(text, hide)


SAME = {
    "addresses": ("read at 0x7f3a12bc", "read at 0x0"),
    "bare addresses": ("frame 00007f3a12bcdeff moved", "frame 000055c0e3d4a1b8 moved"),
    "positions": ("lib/a.c:12:3: bad", "lib/a.c:9:14: bad"),
    "positions in words": ("bad at line 12, column 4", "bad at line 7, column 80"),
    "positions in brackets": ("a.ts(12,5): bad", "a.ts(3,1): bad"),
    "process numbers": ("==123== bad", "==7== bad"),
    "process numbers in words": ("killed pid 123 (tid=9)", "killed pid 7 (tid=13)"),
    "numbers in brackets": ("tool[123]: bad", "tool[4]: bad"),
    "times": ("2024-05-01T10:00:01.5Z bad", "2025-12-31T23:59:59.999Z bad"),
    "days": ("Wed May 1 2024 10:00:01 bad", "Mon Jun 30 2025 01:02:03 bad"),
    "clocks": ("10:00:01,123 bad", "23:59:59,001 bad"),
    "durations": ("gave up after 12.5 seconds", "gave up after 300 ms"),
    "unique names": ("job 123e4567-e89b-12d3-a456-426614174000", "job 00000000-aaaa-12d3-a456-426614174999"),
    "hash codes": ("java.lang.Object@1a2b3c is odd", "java.lang.Object@77ffe1 is odd"),
    "threads": ("in Thread-12 and goroutine 3", "in Thread-1 and goroutine 99"),
    "temporary files": ("wrote /tmp/tmpab12/x.log", "wrote /tmp/tmpzz99/y.log"),
    "directories of runs": ("in /scratch/thresher-a1/0/work/x.o", "in /scratch/thresher-a1/17/tmp/zz.o"),
    "the candidate": ("in /runs/1/big.c:3", "in /runs/2/deeper/big.c:80"),
}


@pytest.mark.parametrize("pair", SAME.values(), ids=SAME)
def test_two_runs_read_the_same(pair: tuple[str, str]) -> None:
    left, right = (normalize(text, ["/work/big.c"]) for text in pair)
    assert left == right
    assert "<" in left


KEPT = [
    "error E0382 in x86_64 utf8",
    "expected ';' here",
    "std::vector<int>::at",
    "ratio 3:2",
    "a/b of C:D",
    "user@host",
]


@pytest.mark.parametrize("text", KEPT)
def test_what_identifies_stays(text: str) -> None:
    assert normalize(text) == text


BLANKED = {
    "cannot find 'deflate' in \"zlib.h\"": "cannot find <name> in <name>",
    "can't open it": "can't open it",
    "expected ';' before ‘return’": "expected ';' before <name>",
    "the len is 300 but -5 of 1.5e3": "the len is <number> but <number> of <number>",
    "see /usr/share/doc/x and src\\a\\b": "see <path> and <path>",
    "bad Obligation(predicate=Binder(T), depth=0) here": "bad Obligation(…) here",
    "bad ParseIntError { kind: Empty }": "bad ParseIntError {…}",
    "  much   space\there ": "much space here",
    "error TS2322: x32": "error TS2322: x32",
}


@pytest.mark.parametrize(("text", "told"), BLANKED.items(), ids=BLANKED)
def test_what_the_input_may_have_given_is_blanked(text: str, told: str) -> None:
    assert blank(text) == told


def test_short_strings_to_hide_are_not_taken_apart_words() -> None:
    assert normalize("a cat ate it", ["a", "at"]) == "a cat ate it"
    assert normalize("a cat ate it", ["cat"]) == "a <input> ate it"
    assert normalize("data.c and a.c", ["/w/a.c"]) == "data.c and <input>"


def test_which_paths_mean_the_candidate() -> None:
    hide = ["/runs/7/work/main.c", "/runs"]
    assert is_input("/runs/7/work/main.c", hide)
    assert is_input("/runs/99/work/main.c", hide)
    assert is_input("/tmp/x/main.c", hide)
    assert is_input("main.c", hide)
    assert is_input("./main.c", hide)
    assert not is_input("/usr/src/main.c", hide)
    assert not is_input("other.c", hide)
    assert not is_input("/runs/7/work/other.c", hide)


def test_colours_line_ends_and_broken_bytes() -> None:
    assert decode(b"\x1b[01;31m\x1b[Kerror:\x1b[m\x1b[K bad\r\nnext\rthird") == "error: bad\nnext\nthird"
    assert decode(b"\x1b]8;;http://x\x07link\x1b]8;;\x07") == "link"
    assert decode(b"a\xff\xfeb") == "a\ufffd\ufffdb"


def test_only_the_ends_of_long_output_are_looked_at() -> None:
    text = decode(b"begin\n" + b"x\n" * 10**6 + b"end")
    assert text.startswith("begin\n")
    assert text.endswith("\nend")
    assert len(text) < 3 * WINDOW
    assert len(decode(b"y" * 10**5)) == LONGEST_LINE
