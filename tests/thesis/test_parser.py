"""Trees that are built from a grammar file."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.thesis import FAIL, HDD, PASS, UNRESOLVED, HDDParserBuilder, HDDTest, ParsedTree
from thresher.thesis.outcomes import TesterAnswer, outcome_of

GRAMMAR = Path(__file__).parents[2] / "examples" / "grammars" / "arithmetic.y"
SMALL = "list: item | list item ;\nitem: NAME ';' | '{' list '}' ;\n%%\nNAME: [|[a-z]+|] [|a|];\n"


@pytest.fixture
def grammar(tmp_path: Path) -> Path:
    path = tmp_path / "small.y"
    path.write_text(SMALL)
    return path


def parsed(grammar: Path, text: str) -> ParsedTree:
    return HDDParserBuilder(grammar).parse_text(text)


class Contains:
    def __init__(self, word: str, answers: tuple[TesterAnswer, TesterAnswer] = (PASS, FAIL)) -> None:
        self.word, self.answers = word, answers
        self.texts: list[str] = []

    def test(self, text: str | bytes) -> TesterAnswer:
        assert isinstance(text, str)
        self.texts.append(text)
        return self.answers[self.word in text]


def test_nodes_are_removed_for_now_and_for_good(grammar: Path) -> None:
    tree = parsed(grammar, "x; { y; } z;")
    tree.setLevels()
    assert tree.tag(0) == 1
    level = next(level for level in range(1, 9) if tree.tag(level) > 1)
    tree.setRemove(level, [1])
    shorter = tree.unparse()
    assert len(shorter) < len("x; { y; } z;")
    tree.clearRemove()
    assert tree.unparse() == "x; { y; } z;"
    tree.commitRemove(level, [1])
    tree.clearRemove()
    assert tree.unparse() == shorter
    tree.setRemove(0, [])
    assert tree.unparse() == ""


@pytest.mark.parametrize("answers", [(PASS, FAIL), (0, 1), ("PASS", "FAIL"), (False, True), (UNRESOLVED, "fail")])
def test_hdd_keeps_the_syntax(grammar: Path, answers: tuple[TesterAnswer, TesterAnswer]) -> None:
    tester = Contains("needle", answers)
    tree = parsed(grammar, "some; { hay; { needle; } more; } hay;")
    text = HDD(tree, tester)
    assert text == tree.unparse()
    assert isinstance(text, str)
    assert "needle" in text
    assert "hay" not in text
    for each in filter(None, tester.texts):
        parsed(grammar, each)


@pytest.mark.parametrize("answer", [2, -1, "perhaps", None, 1.0])
def test_an_answer_that_is_none(answer: object) -> None:
    with pytest.raises(TypeError, match="must return"):
        outcome_of(answer)  # type: ignore[arg-type]


def test_a_file_that_is_not_in_the_language(grammar: Path, tmp_path: Path) -> None:
    (tmp_path / "input").write_text("x; }")
    with pytest.raises(UsageError, match="input:1:4: not in the language"):
        HDDParserBuilder(grammar).parse(tmp_path / "input")
    with pytest.raises(UsageError, match=r"missing\.y"):
        HDDParserBuilder(tmp_path / "missing.y")


def test_lists_may_be_flat(grammar: Path) -> None:
    flat = HDDParserBuilder(grammar, flat=True).parse_text("a; b; c; d;")
    nested = parsed(grammar, "a; b; c; d;")
    assert max(map(flat.tag, range(9))) == 4
    assert max(map(nested.tag, range(9))) < 4


def test_texts_are_kept_in_a_directory(tmp_path: Path) -> None:
    with HDDTest(".txt", "grep -q needle %s", directory=tmp_path / "test") as tester:
        assert tester.test("hay") is FAIL
        assert tester.test(b"a needle\xff") is PASS
    assert (tmp_path / "test" / "000001-fail.txt").read_text() == "hay"
    assert (tmp_path / "test" / "000002-pass.txt").read_bytes() == b"a needle\xff"
