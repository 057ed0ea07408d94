"""What is wrong with a Python program, as far as Python's own compiler and symbol table show it without running it."""

from __future__ import annotations

import ast
import builtins
import symtable
import warnings
from collections.abc import Iterator

MODULE_NAMES = frozenset({"__file__", "__builtins__", "__annotations__", "__path__", *vars(builtins)})
REFUSED = (SyntaxError, ValueError)  # ValueError: null bytes, other encodings
TOO_DEEP = (RecursionError, MemoryError)
FILE = "input"


def python_error_kinds(data: bytes) -> frozenset[str]:
    """Kinds of errors: it is not Python, it does not compile, or names are used in places where nothing defines them.

    None for what is nested too deeply to be compiled.

    >>> [sorted(python_error_kinds(text)) for text in (b"def f(): return a", b"return", b"x = 1")]
    [['undefined in function'], ['does not compile'], []]
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _kinds(data)
        except TOO_DEEP:
            return frozenset()


def _kinds(data: bytes) -> frozenset[str]:
    try:
        compile(data, FILE, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except REFUSED as error:
        return frozenset({type(error).__name__})
    try:
        compile(data, FILE, "exec", dont_inherit=True)
        table = symtable.symtable(data.decode("utf-8"), FILE, "exec")
    except REFUSED:
        return frozenset({"does not compile"})
    return frozenset(_undefined(list(_tables(table))))


def _undefined(tables: list[symtable.SymbolTable]) -> Iterator[str]:
    """What kind of scope a name is used in that nothing in the module defines."""
    defined = MODULE_NAMES | {
        symbol.get_name() for each in tables for symbol in each.get_symbols() if _defines(each, symbol)
    }
    for each in tables:
        for symbol in each.get_symbols():
            if symbol.is_referenced() and _is_of_module(each, symbol) and symbol.get_name() not in defined:
                yield f"undefined in {each.get_type()}"


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """A table and all in it."""
    waiting = [table]
    while waiting:
        table = waiting.pop()
        yield table
        waiting += table.get_children()


def _is_of_module(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    return table.get_type() == "module" or symbol.is_global()


def _defines(table: symtable.SymbolTable, symbol: symtable.Symbol) -> bool:
    """Whether a symbol gives a name of the module a value."""
    given = symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    return given and (table.get_type() == "module" or symbol.is_declared_global())
