"""Which words of a command are options, and which belong together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.conditions.condition import OPTION, Condition, parse, render, single_words
from thresher.conditions.options import every_word, grouped, listed_options, split_command
from thresher.errors import UsageError


def texts(words: str) -> list[str]:
    return [option.text for option in split_command(words.split()).options]


def test_a_value_belongs_to_the_option_before_it() -> None:
    assert texts("gcc {options: -O2 -include a.h -I dir -DX=1 --param=x} bug.c") == [
        "-O2",
        "-include a.h",
        "-I dir",
        "-DX=1",
        "--param=x",
    ]


def test_brackets_say_what_belongs_together() -> None:
    assert texts("gcc {options: [ -Xlinker -z ] [ extra.c ] -v other.c }") == ["-Xlinker -z", "extra.c", "-v other.c"]


@pytest.mark.parametrize("words", ["gcc {options:-a} x", "gcc {options: -a} x", "gcc {options:-a } x"])
def test_spaces_inside_the_braces_are_free(words: str) -> None:
    command = split_command(words.split())
    assert [option.words for option in command.options] == [("-a",)]
    assert command.fixed == ("gcc", "x")


def test_braces_inside_options_are_in_pairs() -> None:
    assert texts("gcc {options: -DX={1} -O2} x.c") == ["'-DX={1}'", "-O2"]


def test_options_of_a_file_go_to_their_place_or_behind_the_program() -> None:
    assert split_command(["gcc", "x.c"], ["-a", "-b"]).words(grouped(["-a"])) == ["-a", "gcc", "x.c"]
    command = split_command(["gcc", "x.c", "{options}"], ["-a", "-b"])
    assert command.words(command.options) == ["gcc", "x.c", "-a", "-b"]
    command = split_command(["gcc", "x.c"], ["-a", "-b"])
    assert command.words(command.options) == ["gcc", "-a", "-b", "x.c"]
    assert command.words(command.options[1:]) == ["gcc", "-b", "x.c"]


@pytest.mark.parametrize(
    ("words", "listed", "message"),
    [
        ("gcc x.c", None, "no options given"),
        ("gcc {options: -a x.c", None, "is not closed"),
        ("gcc {options: }", None, "there are no options"),
        ("gcc {options: -a} {options: -b}", None, "several"),
        ("gcc {options: -a}", ["-b"], "not both"),
        ("gcc {options: [ -a }", None, "has no ]"),
    ],
)
def test_errors_say_what_is_wrong(words: str, listed: list[str] | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        split_command(words.split(), listed)


@given(st.lists(st.sampled_from(["-a", "-b", "x", "{}", "--c=d", "y z"]), max_size=8))
def test_every_word_but_program_and_input_can_go(words: list[str]) -> None:
    command = every_word(["prog", *words])
    assert command.words(command.options) == ["prog", *words]
    assert command.words(()) == ["prog", *(word for word in words if word == "{}")]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_words_survive_being_written_down(words: list[str]) -> None:
    chosen = [Condition(OPTION, tuple(words), 3), Condition("variable", (words[0],))]
    assert parse(render(chosen)) == chosen
    assert render(chosen).count(b"\n") == 2


def test_words_alone_unless_they_are_in_brackets() -> None:
    options = grouped(["-o", "x", "[", "-a", "-b", "]"])
    assert [each.words for each in single_words(options)] == [("-o",), ("x",), ("-a", "-b")]


def test_a_file_of_options_is_read_as_a_shell_does() -> None:
    assert listed_options("-a 'b c' # comment\n-d\n", "f") == ["-a", "b c", "-d"]
    for text in ("'", "# nothing\n"):
        with pytest.raises(UsageError, match="f "):
            listed_options(text, "f")
