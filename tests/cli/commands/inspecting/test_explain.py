"""`thresher explain` with real programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Thresher
from tests.cli.test_bad_input import expect_line

LOWER = """
import ast, sys
for node in ast.walk(ast.parse(open(sys.argv[1]).read())):
    if isinstance(node, ast.Call) and len(node.args) == 2:
        raise ValueError("cannot lower a call")
    if isinstance(node, ast.Call) and len(node.args) == 1:
        raise TypeError("something else")
"""
SOURCE = """
import os
def main(arguments):
    for argument in arguments:
        total = len(argument) + 1
    return os.path.join("a", total)
"""


@pytest.fixture
def reduced(thresher: Thresher, tmp_path: Path) -> Path:
    """A program that cannot stand calls with two arguments, and a reduction of one that has such a call."""
    (tmp_path / "lower.py").write_text(LOWER)
    (tmp_path / "input.py").write_text(SOURCE)
    done = thresher("reduce", "input.py", "--no-report", "--", "python3", "lower.py", "{}")
    assert done.code == 0, done.talk
    return tmp_path / "input.min.py"


def test_what_is_needed_and_what_may_vary(thresher: Thresher, reduced: Path) -> None:
    before = reduced.read_bytes()
    done = thresher("explain")
    assert done.code == 0, done.talk
    text = done.out.decode()
    assert "may be any call with two arguments" in text
    assert "⟨expression⟩(⟨expression⟩,⟨expression⟩)" in text
    assert "TypeError" in text  # what is said with one argument less
    assert reduced.read_bytes() == before


SAME_NAME = r"""
import re, sys
text = open(sys.argv[1]).read()
found = re.search(r"(\w+)\(int (\w+),", text)
if found and re.search(rf"\b{found[1]}\(\w+,\w+\);", text):
    raise ValueError("called with a variable")
"""
CALL = "void f(int n,int m){}void g(){int a;f(a,a);}"


def test_a_call_that_needs_its_callee_is_not_called_any_call(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(SAME_NAME)
    (tmp_path / "x.c").write_text(CALL)
    done = thresher("explain", "x.c", "--json", "--", "python3", "p.py", "{}")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert "f(a,a)" not in [row["text"] for row in record["constructs"]]
    assert {row["text"]: row["may_be"] for row in record["varies"]}["f"] == "any identifier, the same in all 2 places"


def test_placeholders_that_must_be_equal_have_the_same_name(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(SAME_NAME)
    (tmp_path / "x.c").write_text(CALL)
    done = thresher("explain", "x.c", "--", "python3", "p.py", "{}")
    text = done.out.decode()
    assert "⟨f⟩(int " in text
    assert "⟨f⟩(⟨a⟩,⟨a⟩);" in text
    assert "parts with the same name must be equal (tested one by one and all at once)" in text.replace("\n", " ")


def test_a_replaced_part_is_not_called_removed(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int f(void){while(x!=1){}}")
    script = tmp_path / "test.sh"
    script.write_text("#!/bin/sh\ngrep -q 'while.*x!=1' x.c\n")
    script.chmod(0o755)
    record = json.loads(thresher("explain", "x.c", "--json", "--test", "./test.sh").out)
    row = next(row for row in record["without"] if row["text"] == "x!=1")
    assert row["replaced_by"] == "0"
    assert row["description"].startswith("replaced by 0: ")
    verified = thresher("verify", "x.c", "--test", "./test.sh").out.decode()
    assert "with '0' for node 'x!=1'" in verified


def test_nothing_is_asked_twice(thresher: Thresher, reduced: Path) -> None:
    journal = next(reduced.parent.glob(".thresher/*/journal.jsonl"))
    before = journal.read_bytes()
    first = json.loads(thresher("explain", "--json").out)
    assert first["complete"]
    most = 5 * len(first["varies"]) + 2 * len(first["constructs"]) + 1 + 1  # all together, and the environment
    assert 0 < first["tests"] <= most  # the removals are known from the reduction
    assert all(row["outcome"] or row["reason"] == "does not parse" for row in first["without"])
    again = json.loads(thresher("explain", "--json", "input.py").out)
    assert again == first | {"tests": 0}
    stated = thresher("explain", "input.py", "--json", "--", "python3", "lower.py", "{}")
    assert json.loads(stated.out) == again
    assert journal.read_bytes() == before  # the reduction's own numbers stay as they are


def test_it_is_a_part_of_the_report(thresher: Thresher, reduced: Path) -> None:
    done = thresher("explain")
    report = next(reduced.parent.glob(".thresher/*/report.html"))
    assert "report.html" in done.talk
    assert "any call with two arguments" in report.read_text()
    assert "thresher reduce input.py" in report.read_text()


def test_the_cost_is_limited(thresher: Thresher, reduced: Path) -> None:
    done = thresher("explain", "--max-tests", "2")
    assert done.code == 1
    assert "--max-tests 2 reached" in done.out.decode()
    assert "not tested" in done.out.decode()
    assert json.loads(thresher("explain", "--json").out)["complete"]


def test_an_input_that_was_not_reduced_is_explained_as_it_is(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"a17")
    done = thresher("explain", "x.txt", "--json", "--test", "grep -q '[a-z]1[0-9]' x.txt")
    assert done.code == 0, done.talk
    record = json.loads(done.out)
    assert {row["text"]: row["may_be"] for row in record["varies"]} == {
        "a": "not any letter: q, e work, but not Z",
        "1": "must be exactly this; with 7: pass (exit 1)",
        "7": "any digit",
    }
    assert record["pattern"] == "a1⟨digit⟩"


def test_what_another_command_made_is_not_explained(thresher: Thresher, reduced: Path) -> None:
    path = next(reduced.parent.glob(".thresher/*/command.json"))
    path.write_text(json.dumps({"arguments": ["events", "reduce"], "directory": str(reduced.parent)}))
    expect_line(thresher("explain"), 2, "was not made by thresher reduce")


def test_bad_usage(thresher: Thresher, lines: Path) -> None:
    expect_line(thresher("explain"), 2, "has not been reduced")
    expect_line(thresher("explain", lines), 2, "has not been reduced")
    expect_line(thresher("explain", "--test", "true"), 2, "give the file")
    expect_line(thresher("explain", lines, "-o", "x"), 2, "give the command")
    expect_line(thresher("explain", lines, "--test", "false"), 3, "not interesting")


TOOL = """#!/bin/sh
level=0; strict=; either=; seen=
while [ $# -gt 0 ]; do
    case $1 in
        -O*) level=${1#-O} ;;
        --strict) strict=1 ;;
        -a|-b) either=1 ;;
        --token=*) seen=$1 ;;
        --mode) shift; [ "$1" = fast ] || exit 3 ;;
        -*) ;;
        *) file=$1 ;;
    esac
    shift
done
echo run >> "$RUNS"
[ "$strict" ] || { echo "not strict $seen" >&2; exit 4; }
if grep -q x "$file" && [ "$level" -ge 2 ] && [ "$either" ]; then echo broken >&2; kill -SEGV $$; fi
"""


@pytest.fixture
def tool(tmp_path: Path) -> list[str]:
    """A program that crashes on an x with enough options, and its command line."""
    (tmp_path / "tool").write_text(TOOL)
    (tmp_path / "tool").chmod(0o755)
    (tmp_path / "input.txt").write_text("some text\nwith x\n")
    options = ["-O2", "-g", "--strict", "-a", "-b", "--mode", "fast", "--token=abc123-456", "--dry-run"]
    return ["input.txt", "--", "./tool", *options, "{}"]


def test_what_the_options_of_the_command_are_for(thresher: Thresher, tool: list[str], tmp_path: Path) -> None:
    runs = str(tmp_path / "runs")
    assert thresher("reduce", "--no-report", *tool, RUNS=runs).code == 0
    done = thresher("explain", RUNS=runs, API_TOKEN="abc123-456")
    text, line = done.out.decode(), " ".join(done.out.decode().split())
    assert done.code == 0, done.talk
    assert (
        "-O2                                needed; without it: pass (exit 0); -O1 does not: exit 0; -O3 works" in text
    )
    assert "--strict                           needed; without it: unresolved (rejected: exit 4" in text
    assert "-g                                 does not matter" in text
    assert "Each of -g -a -b --mode fast --token=<hidden> can be removed, but not all together: exit 0." in line
    assert "Not tried without: --dry-run" in line
    assert "The failure needs -O2, --strict." in text
    folder = next(tmp_path.glob(".thresher/input*"))
    assert "does not matter: the failure occurs without it" in (folder / "report.html").read_text()
    assert all(b"abc123-456" not in path.read_bytes() for path in folder.glob("expl*"))
    assert not (folder / "other-failures").exists()  # a run with other options is no other input
    asked = len((tmp_path / "runs").read_text())
    again = json.loads(thresher("explain", "--json", RUNS=runs, API_TOKEN="abc123-456").out)
    assert again["tests"] == 0
    assert len((tmp_path / "runs").read_text()) == asked
    assert {row["text"]: row["needed"] for row in again["options"]} == {
        "-O2": True, "-g": False, "--strict": True, "-a": False, "-b": False, "--mode fast": False,
        "--token=<hidden>": False,
    }  # fmt: skip


def test_the_environment_and_versions_are_in_the_same_table(
    thresher: Thresher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in os.environ.keys() - {"PATH", "HOME", "TMPDIR"}:  # a long list of names would be cut
        monkeypatch.delenv(name)
    (tmp_path / "tool.sh").write_text(
        'grep -q x "$2" && [ "$LEVEL_OF_CARE" = high ] && { echo broken >&2; exit 3; }\nexit 0\n'
    )
    (tmp_path / "input.txt").write_text("some text\nwith x\n")
    command = ["input.txt", "--", "bash", "tool.sh", "-v", "{}"]
    variables = {"LEVEL_OF_CARE": "high", "ANOTHER_ONE": "1", "THE_SERVER_URL": "production"}
    done = thresher("reduce", "--no-report", *command, **variables)
    assert done.code == 0, done.talk
    text = thresher("explain", **variables).out.decode()
    assert "LEVEL_OF_CARE                      needed; without it: pass (exit 0)" in text
    assert "other variables" in text
    assert "THE_SERVER_URL" in text.partition("not tried")[0].splitlines()[-1]
    record = json.loads(thresher("explain", "--json", **variables).out)
    assert record["tests"] == 0
    assert [row["text"] for row in record["environment"]["needed"]] == ["LEVEL_OF_CARE"]
    assert {row["kind"] for row in record["conditions"]} >= {"option", "variable", "version"}
    assert "high" not in json.dumps(record)  # names only
    report = next(tmp_path.glob(".thresher/*/report.html")).read_text()
    assert "Options, environment and versions" in report


def test_options_are_left_alone_if_so_wished(thresher: Thresher, tool: list[str], tmp_path: Path) -> None:
    record = json.loads(thresher("explain", "--json", "--no-options", *tool, RUNS=str(tmp_path / "runs")).out)
    assert record["options"] == []


@pytest.fixture
def project(tmp_path: Path) -> list[str]:
    """A directory in which a word of one file must be in another, and the command that says so."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "list.txt").write_text("one two three\n")
    (tmp_path / "project" / "used.txt").write_text("two more\n")
    (tmp_path / "project" / "other.txt").write_text("nothing\n")
    return ["project", "--test", "grep -qwf used.txt list.txt"]


def test_a_directory_is_explained_and_verified(thresher: Thresher, project: list[str], tmp_path: Path) -> None:
    (tmp_path / "project" / "used.txt").write_text("two\n")
    assert thresher("reduce", "--no-report", *project).code == 0
    done = thresher("explain", "project")
    text = done.out.decode()
    assert done.code == 0, done.talk
    assert "project, 2 files, 6 bytes" in text
    assert "--- list.txt\n    two" in text
    assert "used.txt                           pass: exit" in text
    assert "must be exactly this" in text
    report = next(tmp_path.glob(".thresher/*/report.html")).read_text()
    assert "no longer exists" not in report
    assert "<span>files</span>" in report
    proof = thresher("verify", "project.min", *project[1:])
    assert proof.code == 0, proof.talk
    assert "without node 'used.txt'" in proof.out.decode()


def test_directories_where_they_make_no_sense(thresher: Thresher, project: list[str], tmp_path: Path) -> None:
    expect_line(thresher("isolate", tmp_path, *project), 2, "use: thresher changes")
    expect_line(thresher("reduce", "--all", *project), 2, "--all is for a file")


def test_a_terminal_obeys_nothing_in_it(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\x1b[31mneedle\0\n")
    done = thresher("explain", "x.txt", "--test", "sh -c 'grep -qa needle x.txt'")
    assert done.code == 0, done.talk
    assert b"\x1b" not in done.out
    assert b"\0" not in done.out
    assert "␛" in done.out.decode()
