"""What refers to what in LLVM's textual language, and what takes the place of a name that is gone."""

from __future__ import annotations

from thresher.formats.programs.llvm.module import LlvmModule
from thresher.formats.programs.llvm.names import LlvmScope
from thresher.formats.programs.llvm.tokens import LlvmToken
from thresher.formats.programs.llvm.values import NULL, operand
from thresher.structures.program import ItemReference, Supply


class LlvmReferences:
    """The references of a module of which all items are known."""

    def __init__(self, module: LlvmModule) -> None:
        self._module = module
        self.references: list[ItemReference] = []
        self.promotions: list[tuple[int, int]] = []
        self.supplies: list[Supply] = []
        self.unresolved: set[bytes] = set()

    def refer(self, scope: LlvmScope, defined: int) -> None:
        """Finds the references of a statement; `defined` is the token that is its name, or -1."""
        tokens, local, begin, end = self._module.tokens, scope.items, scope.begin, scope.end
        if defined >= 0 and tokens[defined].text[:1] == b"@":
            self._comdats(defined, end)
        for at in range(begin, end):
            token = tokens[at]
            if token.kind != "name" or at == defined or at in self._module.defining:
                continue
            sigil = token.text[:1]
            target = local.get(token.text) if sigil == b"%" else None
            if target is not None:
                self.references.append(self._local(at, target))
                if at in self._module.promotable:
                    self.promotions.append((self._module.promotable[at], target))
            elif (target := self._module.global_items.get(token.text)) is not None:
                self.references.append(self._global(at, target, begin))
            elif sigil in (b"@", b"%", b"$", b"#") or token.text[1:].isdigit():
                self.unresolved.add(token.text)

    def _local(self, at: int, target: int) -> ItemReference:
        tokens, (element, weak) = self._module.tokens, self._module.elements.get(at, (None, False))
        token, before = tokens[at], tokens[at - 1].text
        if element is not None or before == b"label":
            return ItemReference(token.start, token.stop, target, element=element, weak=weak)
        if before in (b"within", b"from", b"token"):
            return ItemReference(token.start, token.stop, target, b"none")
        if at in self._module.called:
            return ItemReference(token.start, token.stop, target, self._module.called[at])
        return ItemReference(token.start, token.stop, target, self._module.neutral.get(at) or operand(tokens, at))

    def _global(self, at: int, target: int, begin: int) -> ItemReference:
        tokens, element = self._module.tokens, self._module.elements.get(at, (None, False))[0]
        token, before, first = tokens[at], tokens[at - 1], tokens[begin]
        sigil = token.text[:1]
        if element is not None:
            return ItemReference(token.start, token.stop, target, element=element)
        if sigil == b"#":
            return ItemReference(token.start, token.stop, target, b"")
        if sigil == b"@":
            bound = tokens[at - 2].text in (b"blockaddress", b"dso_local_equivalent", b"no_cfi")
            if token.text in self._module.aliases:
                return self._aliased(token, target)
            neutral = None if bound or first.text in self._module.aliases else self._module.called.get(at, NULL)
            return ItemReference(token.start, token.stop, target, neutral)
        if sigil == b"!" and before.text[:1] == b"!" and before.kind == "name" and token.depth <= 1:
            lead = tokens[at - 2] if tokens[at - 2].text == b"," else before
            return ItemReference(lead.start, token.stop, target, b"")
        return ItemReference(token.start, token.stop, target)

    def _aliased(self, token: LlvmToken, target: int) -> ItemReference:
        """An alias that is gone is replaced by what it is an alias of, which stays for that."""
        aliased = self._module.aliases[token.text]
        if (item := self._module.global_items.get(aliased)) is None:
            return ItemReference(token.start, token.stop, target, NULL)
        self.supplies.append(Supply(0, b"", (item,)))
        return ItemReference(token.start, token.stop, target, aliased, needs=len(self.supplies) - 1)

    def drop_aliases(self) -> None:
        """What is only declared can have no alias."""
        for name, aliased in self._module.aliases.items():
            item = self._module.global_items.get(aliased, -1)
            if item >= 0 and self._module.items[item].stub:
                alias = self._module.items[self._module.global_items[name]]
                stub = tuple(sorted([*self._module.items[item].stub, (alias.start, alias.stop, b"")]))
                self._module.items[item] = self._module.items[item]._replace(stub=stub)

    def _comdats(self, name: int, end: int) -> None:
        """A comdat without a name has the name of what is in it."""
        tokens, target = self._module.tokens, self._module.global_items.get(b"$" + self._module.tokens[name].text[1:])
        for at in range(name + 1, end if target is not None else 0):
            if tokens[at].text == b"{" and tokens[name + 1].text == b"(":
                break
            if tokens[at].text == b"comdat" and target is not None and (at + 1 >= end or tokens[at + 1].text != b"("):
                lead = tokens[at - 1] if tokens[at - 1].text == b"," else tokens[at]
                self.references.append(ItemReference(lead.start, tokens[at].stop, target, b""))
