"""Shorter words and operators of the language: `True` becomes `1`, `===` becomes `<`, `QF_LIA` becomes `ALL`.

The table is for all languages: what does not parse costs no test.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.passes.ranking import MOST, token_spans
from thresher.structures.document import Document
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

MISS_LIMIT = 4
SHORTER: dict[bytes, tuple[bytes, ...]] = {
    **dict.fromkeys((b"True", b"true", b"TRUE"), (b"1",)),
    **dict.fromkeys((b"False", b"false", b"None", b"null", b"nil", b"undefined", b"NULL"), (b"0",)),
    **dict.fromkeys((b"===", b"!==", b"==", b"!=", b"<=", b">=", b"&&", b"||", b"**", b"<<", b">>", b"<>"), (b"<",)),
    **dict.fromkeys((b"and", b"or", b"is", b"AND", b"OR", b"LIKE", b"IS"), (b"<",)),
    **dict.fromkeys((b"+=", b"-=", b"*=", b"/=", b"|=", b"&=", b"^=", b"%=", b":="), (b"=",)),
    **dict.fromkeys((b"unsigned", b"double", b"float", b"short", b"long", b"char", b"bool", b"signed"), (b"int",)),
    **dict.fromkeys((b"string", b"number", b"boolean", b"object", b"unknown"), (b"any", b"{}")),
    **dict.fromkeys((b"const", b"static"), (b"var", b"let")),
    **dict.fromkeys((b"while", b"elif", b"switch"), (b"if",)),
    **dict.fromkeys((b"typename", b"interface"), (b"class",)),
    b"comparable": (b"any",),
    b"?.": (b".",),
    **dict.fromkeys((b"VARCHAR", b"INTEGER", b"TEXT", b"REAL", b"BIGINT"), (b"INT", b"")),
}
PHRASES: dict[tuple[bytes, ...], bytes] = {
    (b"+=", b"1"): b"++",
    (b"-=", b"1"): b"--",
    (b"interface", b"{", b"}"): b"any",
    (b"struct", b"{", b"}"): b"int",
}

SET_LOGIC, EVERY_LOGIC, WITHOUT_QUANTIFIERS = (b"set", b"-", b"logic"), b"ALL", b"QF_"


def edits(document: Document) -> list[Rewrite]:
    """For each word of the table all its places at once, then each of them; the best is last."""
    if len(document.tree) > MOST:
        return []
    spans = token_spans(document.tree)
    texts = [document.tree.data[start:stop] for start, stop in spans]
    places: dict[tuple[bytes, bytes], list[tuple[int, int]]] = {}
    for span, text in zip(spans, texts, strict=True):
        for new in SHORTER.get(text, ()):
            if len(new) < len(text):
                places.setdefault((text, new), []).append(span)
    single = [Rewrite(((*span, new),), "shorter") for (_, new), found in places.items() for span in found]
    every = [
        Rewrite(tuple((*span, new) for span in found), "shorter") for (_, new), found in places.items() if found[1:]
    ]
    phrases = [Rewrite((cut,), "shorter") for cut in (*_logics(spans, texts), *_phrases(spans, texts))]
    return [*single, *every, *phrases]


def _logics(spans: list[tuple[int, int]], texts: list[bytes]) -> Iterator[Cut]:
    """The logic of SMT-LIB that has everything, and the one with quantifiers, the shorter one last."""
    for first in range(len(texts) - len(SET_LOGIC)):
        if texts[first : first + len(SET_LOGIC)] == [*SET_LOGIC]:
            logic = texts[first + len(SET_LOGIC)]
            others = {EVERY_LOGIC, logic.removeprefix(WITHOUT_QUANTIFIERS)}
            for new in sorted(others, key=lambda each: (len(each), each), reverse=True):
                if len(new) < len(logic):
                    yield *spans[first + len(SET_LOGIC)], new


def _phrases(spans: list[tuple[int, int]], texts: list[bytes]) -> Iterator[Cut]:
    """Where several tokens have something shorter, such as something that is counted up by one."""
    for phrase, new in PHRASES.items():
        for first in range(len(texts) - len(phrase) + 1):
            if texts[first : first + len(phrase)] == [*phrase]:
                yield spans[first][0], spans[first + len(phrase) - 1][1], new
