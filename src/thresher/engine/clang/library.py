"""libclang by ctypes: parses texts in memory, and visits cursors without making Python objects of all of them.

The package's own bindings make an object per cursor and check each result; on megabytes of preprocessed C++ that takes
longer than the parse itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_uint, c_ulong, c_void_p
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from thresher.engine.clang.process import ClangError

BREAK, CONTINUE, RECURSE = range(3)
ERROR = 3  # the least severity of an error
KEEP_GOING = 0x200  # after fatal errors, such as a header that is not there


class CXString(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class CXCursor(Structure):
    _fields_ = (("kind", c_int), ("xdata", c_int), ("data", c_void_p * 3))


class CXLocation(Structure):
    _fields_ = (("data", c_void_p * 2), ("offset", c_uint))


class CXUnsavedFile(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


VISITOR = ctypes.CFUNCTYPE(c_int, CXCursor, CXCursor, c_void_p)
Visit = Callable[[CXCursor], int]

_SIGNATURES: dict[str, tuple[object, tuple[object, ...]]] = {
    "clang_createIndex": (c_void_p, (c_int, c_int)),
    "clang_disposeIndex": (None, (c_void_p,)),
    "clang_parseTranslationUnit": (
        c_void_p,
        (c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(CXUnsavedFile), c_uint, c_uint),
    ),
    "clang_disposeTranslationUnit": (None, (c_void_p,)),
    "clang_getTranslationUnitCursor": (CXCursor, (c_void_p,)),
    "clang_visitChildren": (c_uint, (CXCursor, VISITOR, c_void_p)),
    "clang_getCursorReferenced": (CXCursor, (CXCursor,)),
    "clang_getCursorDefinition": (CXCursor, (CXCursor,)),
    "clang_getCanonicalCursor": (CXCursor, (CXCursor,)),
    "clang_getCursorSemanticParent": (CXCursor, (CXCursor,)),
    "clang_getSpecializedCursorTemplate": (CXCursor, (CXCursor,)),
    "clang_getNumOverloadedDecls": (c_uint, (CXCursor,)),
    "clang_getOverloadedDecl": (CXCursor, (CXCursor, c_uint)),
    "clang_getCursorLocation": (CXLocation, (CXCursor,)),
    "clang_getCursorSpelling": (CXString, (CXCursor,)),
    "clang_getExpansionLocation": (
        None,
        (CXLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)),
    ),
    "clang_Location_isFromMainFile": (c_int, (CXLocation,)),
    "clang_getNumDiagnostics": (c_uint, (c_void_p,)),
    "clang_getDiagnostic": (c_void_p, (c_void_p, c_uint)),
    "clang_disposeDiagnostic": (None, (c_void_p,)),
    "clang_getDiagnosticSeverity": (c_int, (c_void_p,)),
    "clang_getDiagnosticLocation": (CXLocation, (c_void_p,)),
    "clang_getDiagnosticSpelling": (CXString, (c_void_p,)),
    "clang_getCString": (c_char_p, (CXString,)),
    "clang_disposeString": (None, (CXString,)),
}


@cache
def functions() -> ctypes.CDLL:
    """The library, with the functions that are used here declared."""
    library = ctypes.CDLL(import_module("clang.cindex").conf.lib._name)
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


@dataclass(frozen=True, eq=False)
class TranslationUnit:
    """A parsed text; valid only inside `parsed`."""

    pointer: int

    def visit(self, cursor: CXCursor | None, visit: Visit) -> None:
        """Calls `visit` for each child of a cursor, or of the root; it returns BREAK, CONTINUE or RECURSE."""
        library = functions()
        root = library.clang_getTranslationUnitCursor(self.pointer) if cursor is None else cursor
        failures: list[BaseException] = []

        def called(child: CXCursor, _parent: CXCursor, _data: int) -> int:
            try:
                return visit(child)
            except BaseException as error:  # noqa: BLE001 - raised again below: it cannot cross the library
                failures.append(error)
                return BREAK

        library.clang_visitChildren(root, VISITOR(called), None)
        if failures:
            raise failures[0]

    def errors(self) -> Iterator[ClangError]:
        """The errors, in the order in which they were found."""
        library = functions()
        for number in range(library.clang_getNumDiagnostics(self.pointer)):
            diagnostic = library.clang_getDiagnostic(self.pointer, number)
            try:
                if library.clang_getDiagnosticSeverity(diagnostic) >= ERROR:
                    location = library.clang_getDiagnosticLocation(diagnostic)
                    yield ClangError(offset_of(location), text_of(library.clang_getDiagnosticSpelling(diagnostic)))
            finally:
                library.clang_disposeDiagnostic(diagnostic)


@contextmanager
def parsed(name: str, text: bytes, flags: Sequence[str]) -> Iterator[TranslationUnit | None]:
    """The text as a translation unit; None if the library gives up on it."""
    library = functions()
    file = name.encode()
    arguments = (c_char_p * len(flags))(*(flag.encode() for flag in flags))
    unsaved = CXUnsavedFile(file, text, len(text))
    index = library.clang_createIndex(0, 0)
    try:
        unit = library.clang_parseTranslationUnit(index, file, arguments, len(flags), byref(unsaved), 1, KEEP_GOING)
        try:
            yield TranslationUnit(unit) if unit else None
        finally:
            if unit:
                library.clang_disposeTranslationUnit(unit)
    finally:
        library.clang_disposeIndex(index)


def offset_of(location: CXLocation) -> int:
    """The byte that a location is at in the text that was parsed; -1 for one elsewhere."""
    library = functions()
    if not library.clang_Location_isFromMainFile(location):
        return -1
    offset = c_uint()
    library.clang_getExpansionLocation(location, None, None, None, byref(offset))
    return offset.value


def text_of(string: CXString) -> str:
    """A string of the library, which is freed."""
    library = functions()
    text = library.clang_getCString(string) or b""
    library.clang_disposeString(string)
    return str(text, "utf-8", "replace")
