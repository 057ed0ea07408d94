"""LLVM's textual language as a program: globals, functions, blocks and instructions, types, attributes and metadata.

Values without names are counted by LLVM, in order and without gaps, so every candidate names them first. Numbers are
never written: a name of letters is no longer.
"""

from __future__ import annotations

from thresher.formats.programs.llvm.edits import alternatives, arguments
from thresher.formats.programs.llvm.functions import LlvmFunctionReader
from thresher.formats.programs.llvm.module import LlvmModule
from thresher.formats.programs.llvm.names import LlvmScope, naming
from thresher.formats.programs.llvm.references import LlvmReferences
from thresher.formats.programs.llvm.tokens import ORDERS, groups, statements, tokenized
from thresher.formats.programs.llvm.values import NULL, uninitialised
from thresher.structures.program import LinkedProgram


def read(data: bytes) -> LinkedProgram:
    """The program; of a text that is not LLVM's, whatever looks like it."""
    tokens, comments = tokenized(data)
    module = LlvmModule(tokens, tidying=[(start, stop, b"") for start, stop in comments])
    found = [_statement(module, begin, end) for begin, end in statements(tokens)]
    scopes, links = [scope for scope, _ in found], LlvmReferences(module)
    for scope, name in found:
        links.refer(scope, name)
    links.drop_aliases()
    counted, renamed, called = naming(tokens, scopes, module.global_items)
    return LinkedProgram(
        data,
        module.items,
        sorted(links.references),
        module.lists,
        links.supplies,
        alternatives=alternatives(tokens, module.functions),
        arguments=arguments(module.functions),
        renamings=renamed,
        promotions=links.promotions,
        names=called,
        tidying=(*module.tidying, *counted),
        unresolved=frozenset(links.unresolved),
    )


def _statement(module: LlvmModule, begin: int, end: int) -> tuple[LlvmScope, int]:
    """Makes the items of a statement; the names inside, and the token that is its name, or -1."""
    first, scope = module.tokens[begin], LlvmScope(begin, end, {})
    if first.text in ORDERS:
        module.tidy(begin, end)
        return scope, -1
    if first.text in (b"define", b"declare"):
        function = LlvmFunctionReader(module)
        name = function.read(begin, end)
        return LlvmScope(begin, end, function.names, function.unlabelled), name
    if first.kind == "name":
        _named(module, begin, end)
        return scope, begin
    name = next((at for at in range(begin, end) if module.tokens[at].text[:1] == b"#"), -1)
    if first.text == b"attributes" and name >= 0:
        module.global_items[module.tokens[name].text] = module.add(begin, end, root=False)
        return scope, name
    module.add(begin, end)
    return scope, -1


def _named(module: LlvmModule, begin: int, end: int) -> None:
    """The item of a statement that begins with the name it defines."""
    tokens, first = module.tokens, module.tokens[begin]
    stub = uninitialised(tokens, begin, end) if first.text[:1] == b"@" else ()
    item = module.add(begin, end, root=False, removable=first.text[:1] != b"%", stub=stub)
    module.global_items[first.text] = item
    if not stub and any(token.text in (b"alias", b"ifunc") for token in tokens[begin + 2 : begin + 9]):
        names = [token.text for token in tokens[begin + 2 : end] if token.text[:1] == b"@"]
        module.aliases[first.text] = names[-1] if names else NULL
    if first.text[:1] == b"!" and not first.text[1:].isdigit():
        opening = next((at for at in range(begin, end) if tokens[at].text == b"{"), -1)
        if opening >= 0:
            module.add_list(groups(tokens, opening)[0], item, weak=False)
