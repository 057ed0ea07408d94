"""`thresher reduce` on files with a syntax, with real programs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")

FIGURE_2_1 = """\
void f()
{
    int x; int y;
    if (x!=0) { y= x; } else { return 0; }
    while (y!=0) { y--; }
    return y;
}
"""
COMPILES = "sh -c 'grep -q -e y-- figure.c && gcc -fsyntax-only -w figure.c'"


@needs_gcc
@pytest.mark.parametrize("algorithm", ["hdd", "hdd+", "hdd*", "hddr"])
def test_the_motivating_example_of_the_thesis(thresher: Thresher, tmp_path: Path, algorithm: str) -> None:
    (tmp_path / "figure.c").write_text(FIGURE_2_1)
    options = ["--algorithm", algorithm, "--min-granularity", "source", "--test", COMPILES]
    done = thresher("reduce", "figure.c", *options)
    assert done.code == 0, done.talk
    assert "".join(done.out.decode().split()) in ("intf(){inty;while(0){y--;}}", "voidf(){inty;while(0){y--;}}")


@needs_gcc
def test_with_promotion_and_tokens_the_loop_goes_too(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "figure.c").write_text(FIGURE_2_1)
    done = thresher("reduce", "figure.c", "--test", COMPILES)
    assert "".join(done.out.decode().split()) in ("intf(){inty;y--;}", "f(){inty;y--;}")
    proof = thresher("verify", "figure.min.c", "--test", COMPILES.replace("figure.c", "figure.min.c"))
    assert proof.code == 0, proof.out.decode()
    assert b"not tested (does not parse)" in proof.out


def test_no_test_is_spent_on_what_does_not_parse(thresher: Thresher, tmp_path: Path) -> None:
    """The oracle parses on its own, with Python's parser, and counts what it could not parse."""
    method = "    def f(self, x):\n        if x:\n            return [x, 17, os]\n        return 1\n"
    source = f"import os\n\n\nclass A:\n{method}\n" * 5
    (tmp_path / "input.py").write_text(source)
    oracle = tmp_path / "oracle.py"
    oracle.write_text(
        "import ast, sys\nfrom pathlib import Path\n"
        f"note = Path({str(tmp_path / 'broken')!r})\n"
        "text = Path('input.py').read_text()\n"
        "try:\n    ast.parse(text)\n"
        "except SyntaxError:\n    note.write_text(text)\n"
        "sys.exit('17' not in text)\n"
    )
    done = thresher("reduce", "input.py", "--test", f"{sys.executable} {oracle}")
    assert done.code == 0, done.talk
    assert done.out.strip() == b"17"
    assert not (tmp_path / "broken").exists()


def test_json_keeps_its_syntax(thresher: Thresher, tmp_path: Path) -> None:
    data = {"users": [{"name": f"user {number}", "tags": ["a", "b"]} for number in range(30)]}
    data["users"][17]["tags"] = ["a", "needle", "b"]
    (tmp_path / "data.json").write_text(json.dumps(data, indent=2))
    program = "import json, sys; text = open('data.json').read(); json.loads(text); sys.exit('needle' not in text)"
    (tmp_path / "oracle.py").write_text(program)
    done = thresher("reduce", "data.json", "--json", "--test", f"{sys.executable} {tmp_path / 'oracle.py'}")
    record = json.loads(done.out)
    assert record["complete"]
    assert json.loads((tmp_path / "data.min.json").read_text())
    assert record["after"]["tokens"] <= 6
    assert record["tests"] < 60


def test_a_broken_file_still_has_good_parts(thresher: Thresher, tmp_path: Path) -> None:
    good = "".join(f"int f{number}(int a) {{ return a + {number}; }}\n" for number in range(30))
    (tmp_path / "input.c").write_text(good + "int broken( { ) ; @@\n" + good.replace("f", "g"))
    done = thresher("reduce", "input.c", "--test", "grep -q 'a + 17' input.c")
    assert done.code == 0, done.talk
    assert b"a + 17" in done.out
    assert len(done.out) < 60


def test_a_list_algorithm_means_lists(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "input.c").write_text("int a;\nint b;\nint c;\n")
    done = thresher("reduce", "input.c", "--algorithm", "ddmin", "--test", "grep -q b input.c")
    assert done.out.strip() == b"b"
    assert "lines, then tokens" in done.talk


def test_the_language_can_be_named(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "input.unknown").write_text("int a;\nint b;\nint c;\n")
    test = ["--test", "grep -q b input.unknown"]
    done = thresher("reduce", "input.unknown", "--language", "c", "--algorithm", "hdd", *test)
    assert done.code == 0, done.talk
    expect_line(thresher("reduce", "input.unknown", "--language", "klingon", *test), 2, "klingon")
    expect_line(thresher("reduce", "input.unknown", "--algorithm", "hdd", *test), 2, "--language")


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000 + b"]" * 100_000, b"\x00\x01\x02" * 1000, b"\xff\xfe" + "int a;".encode("utf-16-le"), b"\n" * 50],
    ids=["nested", "binary", "utf-16", "blank"],
)
def test_odd_contents_with_a_suffix_that_promises_c(thresher: Thresher, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "input.c").write_bytes(content)
    done = thresher("reduce", "input.c", "--max-seconds", "5", "--test", "test -s input.c")
    assert done.code in (0, 1), done.talk
    assert "Traceback" not in done.talk
    assert done.out


@needs_gcc
def test_stopped_and_resumed_the_result_is_the_same(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "figure.c").write_text(FIGURE_2_1)
    thresher("reduce", "figure.c", "-o", "whole.c", "--test", COMPILES)
    shutil.rmtree(tmp_path / ".thresher")
    parts = [thresher("reduce", "figure.c", "--max-tests", "12", "--test", COMPILES) for _ in range(8)]
    assert parts[0].code == 1
    assert (parts[-1].code, parts[-1].out) == (0, (tmp_path / "whole.c").read_bytes())
    assert subprocess.run(["gcc", "-fsyntax-only", "-w", tmp_path / "figure.min.c"], check=False).returncode == 0


SUM = "(7 + 2) * 3 - 0 / (4 - 4) + 6 + 5 + 8 + 9\n"
DIVIDES = "grep -q / sum.txt"


def test_hdd_alone_on_lists_that_stay_nested(thresher: Thresher, tmp_path: Path) -> None:
    """In the papers' trees a sum of n numbers has n levels; flat, it has one."""
    (tmp_path / "sum.txt").write_text(SUM)
    grammar = Path(__file__).parents[4] / "examples" / "grammars" / "arithmetic.y"
    tests = {}
    for option in ("--nested-lists", "--quiet"):
        alone = ["--grammar", grammar, "--algorithm", "hdd", "--only", option, "--json", "--test", DIVIDES]
        done = thresher("reduce", "sum.txt", *alone, "-o", f"left{option}.txt")
        assert done.code == 0, done.talk
        assert b"/" in (tmp_path / f"left{option}.txt").read_bytes()
        tests[option] = json.loads(done.out)["tests"]
    assert tests["--nested-lists"] != tests["--quiet"]


def test_options_that_need_another(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "sum.txt").write_text(SUM)
    expect_line(
        thresher("reduce", "sum.txt", "--only", "--test", DIVIDES), 2, "--only runs one algorithm; name it with"
    )
    expect_line(
        thresher("reduce", "sum.txt", "--nested-lists", "--test", DIVIDES), 2, "give the grammar with --grammar"
    )


def test_the_html_tag_of_figure_5_5(thresher: Thresher, tmp_path: Path) -> None:
    """Why Programs Fail, 5.8.3: a tag and its attributes are nodes; two tests leave the tag alone."""
    (tmp_path / "select.html").write_text('<SELECT NAME="priority" MULTIPLE SIZE=7>')
    options = ["--algorithm", "hdd", "--only", "--checks", "1", "-j1", "--json"]
    done = thresher("reduce", "select.html", *options, "--", "sh", "-c", "! grep -q '<SELECT[^>]*>' select.html")
    assert done.code == 0, done.talk
    assert (tmp_path / "select.min.html").read_text() == "<SELECT>"
    assert json.loads(done.out)["tests"] == 3 + 3  # and the input, nothing, the result
