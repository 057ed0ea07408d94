"""The local variables of a function in WebAssembly: without those that are not used, and with one for several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from thresher.formats.binaries.cursor import Cursor, encoded
from thresher.formats.programs.wasm.stack import LOCALS, WasmOperation
from thresher.structures.rewrites import Rewrite


class LocalVariables(NamedTuple):
    """The types of all variables, how many of them are parameters, and where the others are declared."""

    types: Sequence[int]
    parameters: int
    declared: tuple[int, int]

    def fewer(self, data: bytes, code: Iterable[WasmOperation], number: int) -> Iterator[Rewrite]:
        """Without the unused ones; then with the first of a type for all others; then with it for each one."""
        uses = [(each.after, each.stop, Cursor(data, each.after).number()) for each in code if each.code in LOCALS]
        used = {variable for _, _, variable in uses}
        if any(variable >= len(self.types) for variable in used):
            return
        others = {variable: self.types.index(self.types[variable]) for variable in sorted(used)}
        merged = {old: new for old, new in others.items() if old >= self.parameters and old != new}
        same = {variable: variable for variable in used}
        for places in dict.fromkeys(
            tuple(sorted((same | change).items()))
            for change in ({}, merged, *({old: new} for old, new in merged.items()))
        ):
            if rewrite := self._rewritten(dict(places), uses, number):
                yield rewrite

    def _rewritten(
        self, places: Mapping[int, int], uses: Iterable[tuple[int, int, int]], number: int
    ) -> Rewrite | None:
        """With one variable in place of another; those that are not used then go."""
        kept = sorted({*range(self.parameters), *places.values()})
        if len(kept) == len(self.types):
            return None
        groups = [(type, len([*same])) for type, same in groupby(self.types[each] for each in kept[self.parameters :])]
        declared = encoded(len(groups)) + b"".join(encoded(count) + bytes([type]) for type, count in groups)
        numbered = ((start, stop, encoded(kept.index(places[variable]))) for start, stop, variable in uses)
        return Rewrite(((*self.declared, declared), *numbered), "fewer variables", groups=(number,))
