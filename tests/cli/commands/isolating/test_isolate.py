"""`thresher isolate` with real programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line
from tests.oracle.programs import needs

SELECT = b'<SELECT NAME="priority" MULTIPLE SIZE=7>'


def test_example_5_9(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good.html").write_bytes(SELECT[1:])
    (tmp_path / "bad.html").write_bytes(SELECT)
    done = thresher("isolate", "good.html", "bad.html", "--exit-code", "0", "--", "grep", "-q", "<SELECT[^>]*>", "{}")
    assert done.code == 0, done.talk
    assert (tmp_path / "bad.fail.html").read_bytes() == SELECT
    assert (tmp_path / "bad.pass.html").read_bytes() == SELECT[1:]
    assert b"+" + SELECT in done.out


def test_example_5_9_from_the_empty_input(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good.html").write_bytes(b"")
    (tmp_path / "bad.html").write_bytes(SELECT)
    command = ["--format", "characters", "--exit-code", "0", "--", "grep", "-q", "<SELECT[^>]*>", "{}"]
    done = thresher("isolate", "good.html", "bad.html", "--last-first", *command)
    assert done.code == 0, done.talk
    assert (tmp_path / "bad.fail.html").read_bytes() == SELECT
    assert (tmp_path / "bad.pass.html").read_bytes() == SELECT[1:]


def test_bytes_that_are_no_text_are_shown_in_rows(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good.bin").write_bytes(bytes(40))
    (tmp_path / "bad.bin").write_bytes(bytes(20) + b"X" + bytes(19))
    done = thresher("isolate", "good.bin", "bad.bin", "--exit-code", "0", "--", "grep", "-q", "X", "{}")
    assert done.code == 0, done.talk
    assert b"+00000014  58 " in done.out


def test_one_line_of_many_then_one_word(thresher: Thresher, tmp_path: Path) -> None:
    good = [f"option {number} = off" for number in range(100)]
    bad = [line.replace("off", "on now") if index % 3 == 0 else line for index, line in enumerate(good)]
    (tmp_path / "good.ini").write_text("\n".join(good) + "\n")
    (tmp_path / "bad.ini").write_text("\n".join(bad) + "\n")
    done = thresher("isolate", "good.ini", "bad.ini", "--json", "--test", "grep -q 'option 42 = on' bad.ini")
    record = json.loads(done.out)
    assert record["complete"]
    assert record["tests"] < 25
    passing, failing = (tmp_path / "bad.pass.ini").read_text(), (tmp_path / "bad.fail.ini").read_text()
    assert "option 42 = on" in failing
    assert "option 42 = on" not in passing
    different = [pair for pair in zip(passing.split("\n"), failing.split("\n"), strict=True) if pair[0] != pair[1]]
    assert len(different) == 1


def test_the_good_one_must_pass(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"17\n")
    (tmp_path / "bad").write_bytes(b"17\n42\n")
    expect_line(thresher("isolate", "good", "bad", "--test", "grep -q 17 bad"), 3, "good does not pass")


def test_an_empty_good_one_will_do(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"")
    (tmp_path / "bad").write_bytes(b"one\ntwo\nthree\n")
    done = thresher("isolate", "good", "bad", "--test", "grep -q t bad")
    assert done.code == 0, done.talk
    failing, passing = (tmp_path / "bad.fail").read_bytes(), (tmp_path / "bad.pass").read_bytes()
    assert b"t" in failing
    assert b"t" not in passing


def test_equal_files_have_no_difference(thresher: Thresher, tmp_path: Path) -> None:
    for name in ("good", "bad"):
        (tmp_path / name).write_bytes(b"same\n")
    expect_line(thresher("isolate", "good", "bad", "--test", "true"), 2, "are equal")


def test_trees_are_compared_and_only_what_parses_is_tried(thresher: Thresher, tmp_path: Path) -> None:
    good = {f"key{number}": {"list": [1, 2], "text": "same"} for number in range(40)}
    bad = {key: {"list": [1, 3, 2], "more": {"deep": [number]}} for number, key in enumerate(good)}
    for name, value in (("good.json", good), ("bad.json", bad)):
        (tmp_path / name).write_text(json.dumps(value, indent=1))
    (tmp_path / "check.py").write_text(
        "import json\n"
        "def fails(data: bytes) -> bool:\n"
        "    value = json.loads(data)\n"  # raises on what does not parse, and that would be no answer
        "    return value['key17'].get('more') == {'deep': [17]}\n"
    )
    done = thresher("isolate", "good.json", "bad.json", "--json", "-j1", "--python", "check.py:fails")
    record = json.loads(done.out)
    assert record["outcomes"].get("unresolved", 0) == 0
    assert record["tests"] <= 15
    passing, failing = (json.loads((tmp_path / f"bad.{end}.json").read_text()) for end in ("pass", "fail"))
    assert [key for key in good if passing[key] != failing[key]] == ["key17"]
    by_lines = thresher("isolate", "good.json", "bad.json", "--json", "-j1", "--format", "lines", "--max-tests", "40",
                        "--python", "check.py:fails")  # fmt: skip
    assert json.loads(by_lines.out)["tests"] == 40


@needs("gcc")
def test_c_functions_are_compared_one_by_one(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good.c").write_text("".join(f"int f{n}(int a)\n{{\n  return a + {n};\n}}\n" for n in range(1, 9)))
    bad = [f"int f{n}(int a, int b)\n{{\n  b += {n};\n  return a /\n    {n % 5};\n}}\n" for n in range(1, 9)]
    (tmp_path / "bad.c").write_text("".join(bad))
    words = ["--stderr", "division by zero", "--exit-code", "0", "--", "gcc", "-fsyntax-only", "{}"]
    done = thresher("isolate", "good.c", "bad.c", *words)
    assert done.code == 0, done.talk
    lines = [line for line in done.out.decode().splitlines() if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert len(lines) <= 4, lines


def test_files_of_different_kinds_are_compared_by_lines(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"just text\n")
    (tmp_path / "bad").write_bytes(b'{"a": 1}\n')
    done = thresher("isolate", "good", "bad", "--test", "grep -q a...1 bad")
    assert done.code == 0, done.talk
    assert "format: difference (lines" in done.talk


def test_the_size_of_the_difference_is_printed_and_not_that_of_the_file(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text("".join(f"line {number} is off\n" for number in range(20)))
    (tmp_path / "bad.txt").write_text("".join(f"line {number} is on!\n" for number in range(20)))
    command = ["isolate", "good.txt", "bad.txt", "--test", "grep -q '7 is on' bad.txt"]
    done = thresher(*command)
    assert done.code == 0, done.talk
    assert "difference: 80 -> 2 bytes" in done.talk  # "ff" became "n!" in each line, "f" became "n" in one
    assert "the passing input: " in done.talk
    assert "-> 303 bytes" not in done.talk
    assert json.loads(thresher(*command, "--json").out)["difference"] == {"before": 80, "after": 2}


def test_good_and_bad_swapped(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "with.txt").write_text("a\nboom\n")
    (tmp_path / "without.txt").write_text("a\n")
    words = ["--", "sh", "-c", "! grep boom {} || kill -ABRT $$"]
    expect_line(thresher("isolate", "with.txt", "without.txt", *words), 3, "GOOD and BAD may be swapped")
    test = ["--test", "sh -c 'grep -q boom without.txt'"]
    expect_line(thresher("isolate", "with.txt", "without.txt", *test), 3, "GOOD and BAD may be swapped")
    assert thresher("isolate", "without.txt", "with.txt", *words).code == 0


def test_two_passing_inputs_are_not_called_swapped(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "one").write_text("a\n")
    (tmp_path / "two").write_text("b\n")
    done = thresher("isolate", "one", "two", "--", "true", "{}")
    expect_line(done, 3, "succeeds")
    assert "swapped" not in done.talk


def test_isolate_keeps_to_the_failure_of_the_bad_input(thresher: Thresher, tmp_path: Path) -> None:
    """Half of the difference makes the program fail otherwise: no answer, unless every failure is one."""
    (tmp_path / "good.txt").write_text("a\nb\n")
    (tmp_path / "bad.txt").write_text("x\ny\n")
    (tmp_path / "program.py").write_text(
        "import sys\ntext = open(sys.argv[1]).read().split()\n"
        "if 'x' in text and 'y' in text: raise ValueError('both')\n"
        "if 'x' in text or 'y' in text: raise KeyError('one')\n"
    )
    command = ["--format", "lines", "--", "python3", tmp_path / "program.py", "{}"]
    done = thresher("isolate", "good.txt", "bad.txt", *command)
    assert done.code == 0, done.talk
    assert "KeyError" in done.talk
    assert (tmp_path / "bad.fail.txt").read_text() == "x\ny\n"
    done = thresher("isolate", "good.txt", "bad.txt", "--any-failure", *command)
    assert done.code == 0, done.talk
    assert (tmp_path / "bad.fail.txt").read_text() in ("a\ny\n", "x\nb\n")
