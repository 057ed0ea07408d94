"""All comments in one step."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, all_at_once, check_edits
from thresher import Stop, reduce

PROGRAM = b"".join(
    b"# %d: what the method is for\n# and more of it\ndef m%d(a)\n  a + %d\nend\n" % (n, n, n) for n in range(99)
)


@pytest.mark.parametrize(
    ("language", "data", "made"),
    [
        ("ruby", b"# one\nputs 1 # two\n=begin\nthree\n=end\nputs 2\n", b"puts 1\nputs 2\n"),
        ("c", b"int a; // one\n/* two\n two */ int b;\n", b"int a;\nint b;\n"),
        ("python", b"a = 1  # one\n# two\n\nb = 2\n", b"a = 1\n\n\nb = 2\n"),
        (
            "c",
            b"int first_name; int second_name; int third_name; // 1\n",
            b"int first_name; int second_name; int third_name; // 1\n",
        ),
        ("xml", b"<a><!-- one --><b/><!-- two --></a>", b"<a><b/></a>"),
    ],
)
def test_a_text_without_its_comments(language: str, data: bytes, made: bytes) -> None:
    assert all_at_once("comments", language, data).split() == made.split()


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_parses(language: str, data: bytes) -> None:
    check_edits("comments", language, data)


def test_they_go_in_one_test() -> None:
    def fails(data: bytes) -> bool:
        return data.count(b"def m") == 99

    assert b"what" not in reduce(PROGRAM, fails, name="a.rb", stop=Stop(tests=30)).data
