"""Explains the options and the environment of a command: what happens without each, and with another number in it.

Costs one test for each option, one for each word of an option that is needed, two for a number in it, and one for all
options together that are not needed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from thresher.conditions.condition import Condition, single_words
from thresher.conditions.explain_environment import EnvironmentExplainer
from thresher.conditions.options import CommandTemplate, every_word
from thresher.engine.driver import Driver
from thresher.engine.record.record import Record
from thresher.explain.explaining import ExplainSession
from thresher.explain.explanation import NeededOption, Options, TriedText
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.answer import Oracle
from thresher.oracle.command import PLACEHOLDERS, CommandOracle, Program, locate, located
from thresher.oracle.directory import DirectoryProgram
from thresher.oracle.flaky import RepeatedOracle, Repetition
from thresher.oracle.secrets import Environment, Secrets
from thresher.oracle.varied_command import VariedCommand, VariedCommandOracle
from thresher.session.task import Task
from thresher.verify.verification import ask_unknown

_INTERPRETER = re.compile(r"(?:(?:ba|da|k|z|fi)?sh|python|pypy|perl|ruby|node|nodejs|deno|bun|php|lua|tclsh)[\d.]*")
_PROGRAM_FOLLOWS = ("-m", "-c", "-e", "-r", "--eval")
_CAREFUL = re.compile(r"-n|--(?:dry-?run|just-print|no-?op|no-act|simulate|check|sandbox|offline|read-?only)")
_NUMBERED = re.compile(r"(.*\D)(\d{1,4})")
_SIGNS = ("-", "--")


@dataclass(frozen=True, slots=True)
class SplitCommand:
    """A command in two parts: words that stay, and a command whose options `varied` can be removed."""

    head: tuple[str, ...]
    command: CommandTemplate
    varied: tuple[Condition, ...]
    careful: tuple[Condition, ...]

    def words(self, options: Sequence[Condition]) -> list[str]:
        """The command with only these of its options."""
        return [*self.head, *self.command.words(options)[1:]]


def split(words: Sequence[str]) -> SplitCommand:
    """Splits off the options of a command that are safe to remove.

    A word without a dash stays, unless it is the value of the option before it. So do all words by which an interpreter
    finds its program: without them it might execute the input. And so do options such as --dry-run.

    >>> parts = split(["gcc", "-O2", "-o", "x", "{}"])
    >>> [option.text for option in parts.varied], parts.words(parts.varied[1:])
    (['-O2', '-o x'], ['gcc', '-o', 'x', '{}'])
    >>> [option.text for option in split(["python3", "-X", "dev", "-m", "tool", "--fast", "{}"]).varied]
    ['--fast']
    >>> split(["bash", "-n", "{}"]).varied
    ()
    """
    cut = _staying(words)
    command = every_word(["", *words[cut:]])
    options = [each for each in command.options if each.words[0].startswith("-") and each.words[0] not in _SIGNS]
    careful = tuple(each for each in options if _CAREFUL.fullmatch(each.text))
    return SplitCommand(tuple(words[:cut]), command, tuple(each for each in options if each not in careful), careful)


def _staying(words: Sequence[str]) -> int:
    """The number of words at the beginning that identify the program."""
    runs = [at for at, word in enumerate(words) if _INTERPRETER.fullmatch(Path(word).name)]
    if not runs:
        return 1
    first = runs[-1] + 1
    input_at = next((at for at, word in enumerate(words) if any(place in word for place in PLACEHOLDERS)), len(words))
    for at in range(first, input_at):
        if words[at] in _PROGRAM_FOLLOWS:
            return at + 2
        if not words[at].startswith("-") and Path(words[at]).is_file():
            return at + 1
    return input_at + 1


def option_explainer(task: Task, session: ExplainSession, content: bytes) -> OptionExplainer | None:
    """Explains the options of the command that a session runs, for one content; None if it runs no command."""
    oracle = session.oracle
    if not isinstance(oracle, CommandOracle) or not isinstance(oracle.program, Program | DirectoryProgram):
        return None
    subject = VariedCommand(oracle.program, content)
    varied: Oracle[bytes] = VariedCommandOracle(oracle, subject)
    if session.record.verdicts.flaky is not None:
        repetition = Repetition(session.record.verdicts.flaky.rate, task.search.trust.confidence)
        varied = RepeatedOracle(varied, repetition)
    program = oracle.program.program if isinstance(oracle.program, DirectoryProgram) else oracle.program
    return OptionExplainer(task, subject, session.driver.asking(varied), session.record, program.environment)


class OptionExplainer:
    """Explains the options and the environment of a command, which is the `subject`."""

    def __init__(
        self, task: Task, subject: VariedCommand, driver: Driver[bytes], record: Record, environment: Environment
    ) -> None:
        self._input, self._subject, self._driver, self._record = task.input, subject, driver, record
        command = _as_written(task)
        self._split = split(command)
        self._environment = EnvironmentExplainer(
            environment, command, content=self._content, driver=driver, record=record
        )

    def run(self) -> None:
        """Runs the tests whose verdicts are not cached."""
        options = self._split.varied
        self._ask(self._without(each) for each in options)
        needed = [each for each in options if self._is_needed(each)]
        self._ask(words for each in needed for words in self._finer(each))
        self._ask(self._with(each, [other]) for each in needed for other in _others(each))
        free = self._free()
        if len(free) > 1:
            self._ask([self._without(*free)])
        self._environment.run()

    def found(self) -> Options:
        """The explanation, from the cached verdicts."""
        return Options(
            tuple(chain.from_iterable(map(self._needed, self._split.varied))),
            tuple(_shown(each.text) for each in self._split.careful),
            self._together(),
            self._environment.found(),
        )

    def _together(self) -> TriedText | None:
        """What happens without all options that are not needed, if there are several."""
        free = self._free()
        verdict = self._known(self._without(*free)) if len(free) > 1 else None
        if verdict is None:
            return None
        return TriedText(_shown(" ".join(each.text for each in free)).encode(), verdict.outcome, verdict.reason)

    def _needed(self, option: Condition) -> Iterator[NeededOption]:
        """The option, or its words if some of them can be removed on their own."""
        words = single_words([option])
        loose = [word for word in words if self._fails(self._with(option, [each for each in words if each != word]))]
        if len(words) == 1 or not loose or not self._is_needed(option):
            yield self._one(option, self._known(self._without(option)))
            return
        for word in words:
            yield self._one(word, self._known(self._with(option, [each for each in words if each != word])))

    def _one(self, option: Condition, verdict: Verdict | None) -> NeededOption:
        outcome, reason = (verdict.outcome, verdict.reason) if verdict else (None, "")
        others = [(other.text, self._known(self._with(option, [other]))) for other in _others(option)]
        tried = tuple(TriedText(_shown(text).encode(), known.outcome, known.reason) for text, known in others if known)
        return NeededOption(_shown(option.text), outcome, reason, tried if verdict else ())

    def _free(self) -> list[Condition]:
        return [each for each in self._split.varied if self._fails(self._without(each))]

    def _is_needed(self, option: Condition) -> bool:
        known = self._known(self._without(option))
        return known is not None and known.outcome is not Outcome.FAIL

    def _fails(self, words: list[str]) -> bool:
        known = self._known(words)
        return known is not None and known.outcome is Outcome.FAIL

    def _finer(self, option: Condition) -> Iterator[list[str]]:
        words = single_words([option])
        for word in words if len(words) > 1 else ():
            yield self._with(option, [each for each in words if each != word])

    def _without(self, *options: Condition) -> list[str]:
        return self._split.words([each for each in self._split.command.options if not _among(each, options)])

    def _with(self, option: Condition, others: list[Condition]) -> list[str]:
        """The command with an option replaced by others."""
        options = [others if each is option else [each] for each in self._split.command.options]
        return self._split.words(list(chain.from_iterable(options)))

    def _known(self, words: list[str]) -> Verdict | None:
        return self._record.known(self._content(words))

    def _ask(self, commands: Iterable[list[str]]) -> None:
        ask_unknown(self._driver, map(self._content, commands), self._record.known)

    def _content(self, words: list[str]) -> bytes:
        return self._subject.render(located(words, self._input, remote=True))


def _as_written(task: Task) -> list[str]:
    """The user's command, with a placeholder for the input."""
    command = task.oracle.command
    places = [locate(word, task.input) for word in command[1:]]
    return [command[0], *(place if "{}" in place else word for word, place in zip(command[1:], places, strict=True))]


def _others(option: Condition) -> list[Condition]:
    """The option with the numbers before and after the one it ends in.

    >>> [each.text for each in _others(Condition("option", ("-O2",)))], _others(Condition("option", ("-v",)))
    (['-O1', '-O3'], [])
    """
    found = _NUMBERED.fullmatch(option.words[-1])
    if found is None:
        return []
    numbers = [number for number in (int(found[2]) - 1, int(found[2]) + 1) if number >= 0]
    return [replace(option, words=(*option.words[:-1], f"{found[1]}{number}")) for number in numbers]


def _among(option: Condition, options: Sequence[Condition]) -> bool:
    """Whether the option itself, not just an equal one, is among them."""
    return any(option is each for each in options)


def _shown(text: str) -> str:
    return Secrets.of(os.environb).hide(text)
