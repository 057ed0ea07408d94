"""Signatures of programs that really fail, run in this test."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.oracle.programs import compiled, needs, observed
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.criterion import LearnedCriterion
from thresher.oracle.failures.signature import Signature, learn

C_SOURCE = r"""
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int size;
static void store(char *cells, int at) { cells[at] = 1; }
static int deep(int n) { volatile char room[1000]; room[0] = n; return deep(n + 1) + room[0]; }
int main(int argc, char **argv) {
  char word[100] = ""; FILE *input = fopen(argv[1], "r");
  while (fscanf(input, "%99s", word) == 1) {
    size++;
    if (!strcmp(word, "segv")) store(0, 0);
    if (!strcmp(word, "abort")) abort();
    if (!strcmp(word, "assert")) assert(size < 0);
    if (!strcmp(word, "check")) assert(argc > 5);
    if (!strcmp(word, "three")) return 3;
    if (!strcmp(word, "deep")) return deep(0);
    if (!strcmp(word, "overflow")) { char *cells = malloc(4); store(cells, 4 + size % 3); }
    if (!strcmp(word, "freed")) { char *cells = malloc(4); free(cells); store(cells, 0); }
    if (!strcmp(word, "bad")) { fprintf(stderr, "%s:%d: error: bad word '%s'\n", argv[1], size, word); return 1; }
    if (!strcmp(word, "odd")) { fprintf(stderr, "%s:%d: error: odd word '%s'\n", argv[1], size, word); return 1; }
  }
  puts("fine"); return 0;
}
"""
BIG = "lorem ipsum dolor " * 40

pytestmark = needs("gcc")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("plain"), C_SOURCE)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("asan"), C_SOURCE, "-fsanitize=address")


def shown(directory: Path, argv: list[str | Path], text: str, name: str = "words.txt") -> Signature:
    """The signature of a program that is given a file with that text."""
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / name
    file.write_text(text)
    return learn(observed([*argv, file], cwd=directory), (str(file), str(directory)))


@pytest.mark.parametrize("word", ["segv", "abort", "assert", "three", "deep", "bad"])
def test_a_smaller_input_fails_the_same_way(program: Path, tmp_path: Path, word: str) -> None:
    big, small = shown(tmp_path / "1", [program], BIG + word), shown(tmp_path / "2", [program], word)
    assert big == small
    assert big.failing


def test_failures_are_distinguished(program: Path, tmp_path: Path) -> None:
    words = ["segv", "abort", "assert", "check", "three", "bad", "odd", "fine"]
    assert len({shown(tmp_path, [program], word) for word in words}) == len(words)


def test_what_is_learned_of_an_assertion(program: Path, tmp_path: Path) -> None:
    signature = shown(tmp_path, [program], "assert")
    assert signature == Signature(None, 6, "assertion", ("assertion size < 0", "in main (program.c)"))


def test_a_shell_in_between(program: Path, tmp_path: Path) -> None:
    shell: list[str | Path] = ["bash", "-c", f'{program} "$0"; exit $?']
    assert shown(tmp_path, shell, BIG + "segv") == shown(tmp_path, shell, "segv")
    assert shown(tmp_path, shell, "segv").lines == ("Segmentation fault",)
    assert shown(tmp_path, shell, "segv").exit_code == 139
    assert shown(tmp_path, shell, "assert").lines == ("assertion size < 0", "in main (program.c)")


@pytest.mark.parametrize("word", ["segv", "overflow", "freed", "deep"])
def test_sanitizers(sanitized: Path, tmp_path: Path, word: str) -> None:
    big, small = shown(tmp_path / "1", [sanitized], BIG + word), shown(tmp_path / "2", [sanitized], word)
    assert big == small
    assert big.kind == "sanitizer"


def test_what_is_learned_of_an_overflow(sanitized: Path, tmp_path: Path) -> None:
    lines = ("AddressSanitizer: heap-buffer-overflow (WRITE)", "in store (program.c)", "in main (program.c)")
    assert shown(tmp_path, [sanitized], "overflow").lines == lines
    assert shown(tmp_path, [sanitized], "freed").lines[0] == "AddressSanitizer: heap-use-after-free (WRITE)"
    assert shown(tmp_path, [sanitized], "deep").lines == ("AddressSanitizer: stack-overflow", "in deep (program.c)")


def test_the_learned_failure_is_found_again_and_no_other(program: Path, tmp_path: Path) -> None:
    criterion = LearnedCriterion(shown(tmp_path, [program], BIG + "assert"))
    outcomes = {}
    for word in ("assert", "check", "segv", "fine"):
        file = tmp_path / "words.txt"
        file.write_text(word)
        outcomes[word] = criterion.judge(observed([program, file])).outcome
    assert outcomes == {
        "assert": Outcome.FAIL,
        "check": Outcome.UNRESOLVED,
        "segv": Outcome.UNRESOLVED,
        "fine": Outcome.PASS,
    }


PYTHON_TOOL = """
import sys
def number(word):
    if word == "seven":
        raise ValueError(f"cannot read {word!r} of {len(sys.argv[1])}")
    if word == "eight":
        raise KeyError(word)
    return int(word)
def again(word):
    return again(word)
def other(word):
    return (lambda: other(word))()
for word in open(sys.argv[1]).read().split():
    if word == "nine":
        number("eight") if False else number(word + "!")
    if word == "deep":
        again(word)
    if word == "deeper":
        other(word)
    if word in ("seven", "eight"):
        number(word)
"""


@pytest.fixture(scope="module")
def python_tool(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    file = tmp_path_factory.mktemp("python") / "tool.py"
    file.write_text(PYTHON_TOOL)
    return [sys.executable, file]


@pytest.mark.parametrize("word", ["seven", "eight", "nine", "deep", "deeper"])
def test_python_exceptions(python_tool: list[str | Path], tmp_path: Path, word: str) -> None:
    big, small = shown(tmp_path / "a", python_tool, BIG + word), shown(tmp_path / "bcd", python_tool, word)
    assert big == small
    assert big.kind == "python exception"


def test_python_exceptions_are_distinguished(python_tool: list[str | Path], tmp_path: Path) -> None:
    words = ["seven", "eight", "deep", "deeper"]
    assert len({shown(tmp_path, python_tool, word) for word in words}) == len(words)
    assert shown(tmp_path, python_tool, "deep").lines == ("RecursionError", "in again (tool.py)")


def test_other_lines_of_the_same_function_are_the_same_failure(tmp_path: Path) -> None:
    source = "import json\ndef f():\n{}    json.loads('{{')\nf()\n"
    command: list[str | Path] = [sys.executable]
    first = shown(tmp_path, command, source.format(""), "case.py")
    second = shown(tmp_path, command, source.format("    x = 1\n" * 20), "case.py")
    assert first == second
    assert first.kind == "python exception"
    assert first != shown(tmp_path, command, "raise KeyError(3)\n", "case.py")


@needs("node")
def test_node(tmp_path: Path) -> None:
    tool = tmp_path / "tool.js"
    tool.write_text("""
const text = require("fs").readFileSync(process.argv[2], "utf8");
function first(words) { return words.find(w => w === "missing")?.x.y; }
function again(n) { return again(n + 1) + 1; }
if (text.includes("missing")) first(text.split(" "));
if (text.includes("deep")) again(0);
if (text.includes("bad")) throw new TypeError("bad word at " + text.length);
""")
    signatures = []
    for word in ("missing", "deep", "bad"):
        big, small = (shown(tmp_path / n, ["node", tool], text + word) for n, text in (("1", BIG), ("2", "")))
        assert big == small
        assert big.kind == "node exception"
        signatures.append(big)
    assert len(set(signatures)) == 3


@needs("javac", "java")
def test_java(tmp_path: Path) -> None:
    source = tmp_path / "Tool.java"
    source.write_text("""
public class Tool {
    static int pick(int[] cells, int at) { return cells[at]; }
    static int again(int n) { return again(n + 1) + 1; }
    public static void main(String[] names) throws Exception {
        String text = java.nio.file.Files.readString(java.nio.file.Path.of(names[0]));
        if (text.contains("deep")) again(0);
        try { pick(new int[2], text.length()); }
        catch (RuntimeException e) { throw new IllegalStateException("at " + text.length(), e); }
    }
}
""")
    subprocess.run(["javac", source], check=True, capture_output=True)
    java: list[str | Path] = ["java", "-XX:TieredStopAtLevel=1", "-Xss256k", "-cp", tmp_path, "Tool"]
    big, small = shown(tmp_path / "1", java, BIG), shown(tmp_path / "2", java, "word")
    assert big == small
    assert big.kind == "java exception"
    assert big.lines[-2:] == ("in Tool.pick (Tool.java)", "in Tool.main (Tool.java)")
    assert shown(tmp_path, java, "deep").lines == ("java.lang.StackOverflowError", "in Tool.again (Tool.java)")


@needs("g++")
def test_uncaught_exceptions_of_cplusplus(tmp_path: Path) -> None:
    source = "#include <vector>\nint main(int n, char **v) { if (n > 2) throw 1; std::vector<int> x; x.at(n); }\n"
    tool = compiled(tmp_path, source, compiler="g++")
    out_of_range, other = learn(observed([tool, "x"])), learn(observed([tool, "x", "y"]))
    assert out_of_range.kind == other.kind == "uncaught exception"
    assert out_of_range.lines[0] == "terminate called after throwing an instance of 'std::out_of_range'"
    assert out_of_range != other


def test_errors_of_a_compiler(tmp_path: Path) -> None:
    compiler: list[str | Path] = ["gcc", "-fsyntax-only"]
    padding = "".join(f"int v{n};\n" for n in range(50))
    undeclared = shown(tmp_path / "1", compiler, padding + "int f(void) { return some_name; }\n", "case.c")
    smaller = shown(tmp_path / "2", compiler, "int g(void){return x;}", "case.c")
    other = shown(tmp_path / "3", compiler, "int g(void){return 1 +;}", "case.c")
    assert undeclared == smaller
    assert undeclared.kind == other.kind == "error message"
    assert undeclared != other
