"""tree-sitter's parser, kept from texts that would end the process and from words that its grammar does not know."""

from __future__ import annotations

from tree_sitter import Parser, Tree

from thresher.formats.source.languages import grammar
from thresher.formats.source.masking.masked_text import masked
from thresher.formats.source.scanner_limits import parsed_length


class GuardedParser:
    """Parses texts in one language; a text that is nested too deep only up to where that begins.

    With `masks`, what the grammar does not know is masked first.
    """

    def __init__(self, language: str, *, masks: bool = False) -> None:
        self._language, self.masks = language, masks
        self._parser = Parser(grammar(language))

    def parse(self, text: bytes, old: Tree | None = None) -> Tree:
        """The parse of a text. `old` is the parse of another one, edited to have its places, to start from."""
        length = parsed_length(self._language, text)
        if self.masks:
            text = masked(self._language, text).text
        if length < len(text):
            return self._parser.parse(text[:length])
        return self._parser.parse(text, old) if old is not None else self._parser.parse(text)

    def is_cut(self, text: bytes) -> bool:
        """Whether only the head of a text is parsed."""
        return parsed_length(self._language, text) < len(text)
