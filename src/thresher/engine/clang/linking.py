"""Whether a program in C lacks what a linker needs: its main function, or a function that is called.

By its text alone: names before brackets, and where braces are. It looks for what the whole program defines, so that a
function of a library is never missed. Macros and unusual definitions are overlooked, which costs a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LINKED = frozenset({"c", "objc"})
UNDEFINED = b"\nextern int thresher_undefined(void);\nint (*thresher_linked)(void) = thresher_undefined;\n"
_MAIN = re.compile(rb"\bmain\b\s*\(")
_DEFINED = re.compile(rb"\b(\w+)\b\)?\s*\((?:[^(){};]|\([^(){};]*\))*\)\s*\{")
_MARK = re.compile(
    rb"""\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/|//[^\n]*|(?P<brace>[{}])|\b(?P<name>[A-Za-z_]\w*)(?=\s*\()""",
    re.DOTALL,
)


def has_main(text: bytes) -> bool:
    """Whether a text has the function that a program begins with."""
    return _MAIN.search(text) is not None


@dataclass(frozen=True, slots=True)
class Linking:
    """What a program defines."""

    defined: frozenset[bytes]

    @classmethod
    def of(cls, text: bytes) -> Linking:
        """The functions of a program."""
        return cls(frozenset(_DEFINED.findall(text)))

    def allows(self, text: bytes) -> bool:
        """Whether a part of the program has a main function, and each function of the program that it calls.

        >>> linking = Linking.of(b"int f(int a) { return a; } int main() { return f(0); }")
        >>> linking.allows(b"int f() {} int main() { f(); puts(0); }"), linking.allows(b"int f(int); int main() {}")
        (True, True)
        >>> linking.allows(b"int f(int a); int main() { return f(0); }"), linking.allows(b"int f(int a) {}")
        (False, False)
        """
        missing = self.defined.difference(_DEFINED.findall(text))
        return has_main(text) and (not missing or missing.isdisjoint(_called(text)))


def _called(text: bytes) -> set[bytes]:
    """The names before brackets inside of functions."""
    depth, found = 0, set()
    for match in _MARK.finditer(text):
        if match["brace"]:
            depth += 1 if match["brace"] == b"{" else -1
        elif depth > 0 and match["name"]:
            found.add(match["name"])
    return found
