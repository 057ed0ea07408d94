"""An input in a language that is given by its grammar alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from thresher.errors import UsageError
from thresher.grammars.derivation_tree import tree_of
from thresher.grammars.language import Language
from thresher.grammars.parsing import NotInLanguage, Parse
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

AROUND = 30  # characters before and after a place that are shown
MOST_EXPECTED = 8


@dataclass(frozen=True, eq=False)
class GrammarDocument:
    """Parsed when it is first needed; an input that is not in the language is a UsageError that says where."""

    name: str
    data: bytes
    language: Language

    @cached_property
    def tree(self) -> Tree:
        """The nodes, with their replacements."""
        text = _decoded(self.data)
        return tree_of(self.language, self._parse(text), text, self.data)

    def _parse(self, text: str) -> Parse:
        try:
            return self.language.parser.parse(text)
        except NotInLanguage as problem:
            raise UsageError(explained(problem, self.name, text, self.language)) from None

    def valid(self, kept: Selection) -> bool:
        """Whether these nodes alone render to a text in the language."""
        return self.valid_text(self.tree.render(kept))

    def valid_text(self, data: bytes) -> bool:
        """The same for any text."""
        return self.language.parser.accepts(_decoded(data))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def explained(problem: NotInLanguage, name: str, text: str, language: Language) -> str:
    """Where a text leaves the language, what was expected, and the text around."""
    position = problem.position
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    terminals = language.parser.productions.names[: language.parser.productions.terminals]
    wanted = sorted(terminals[number] if number < len(terminals) else "the end" for number in problem.expected)
    more = f" or {len(wanted) - MOST_EXPECTED} others" if len(wanted) > MOST_EXPECTED else ""
    listed = ", ".join(wanted[:MOST_EXPECTED]) + more
    before, after = text[max(0, position - AROUND) : position], text[position : position + AROUND]
    if position >= len(text):
        found = "the text ends"
    else:
        found = repr(after[:12].split("\n")[0]) if problem.readable else f"no token begins with {after[:12]!r}"
    around = before.split("\n")[-1] + ">>>" + after.split("\n")[0]
    return (
        f"{name}:{line}:{column}: not in the language of {language.grammar.name} ({language.grammar.start}): {found} "
        f"where {listed or 'nothing'} is expected: {around}; fix the grammar, or give another rule with --start"
    )
