"""What tree-sitter's grammars do not know and the languages' compilers accept, as data: one table per language family.

Each rule finds texts by a regular expression, best one that begins with fixed characters, since those are found
fastest. The text, or its first group if it has one, is parsed as if `stand_in` and blanks were there instead;
`bracketed` adds the brackets after it. With `angled`, only these brackets are parsed as angle brackets, so that the
types in them are arguments of a template, and what they refer to is known.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MaskRule:
    """`stand_in` is no longer than what it stands for."""

    pattern: bytes
    stand_in: bytes = b""
    bracketed: bool = False
    angled: bool = False


def _words(words: str, stand_in: bytes = b"", *, bracketed: bool = False, angled: bool = False) -> MaskRule:
    """A rule for any of some words that begin alike; `bracketed` and `angled` ones only before brackets."""
    after = r"(?=\s*\()" if bracketed or angled else r"(?!\w)"
    return MaskRule(f"(?:{'|'.join(words.split())}){after}".encode(), stand_in, bracketed, angled)


GNU_C = (
    _words("__attribute__ __attribute __declspec __pragma __launch_bounds__", bracketed=True),
    _words("__extension__ __restrict__ __restrict __complex__ __complex __thread"),
    _words("__forceinline __stdcall __cdecl __fastcall __thiscall __vectorcall __unaligned __ptr32 __ptr64 __w64"),
    _words("__global__ __device__ __host__ __shared__ __managed__"),
    _words("__inline__ __inline", b"inline"),
    _words("__const__ __const", b"const"),
    _words("__volatile__ __volatile", b"volatile"),
    _words("__signed__ __signed", b"signed"),
    _words("__alignof__ __alignof", b"alignof"),
    _words("__typeof__ __typeof", b"o", bracketed=True),
    _words("_Complex _Noreturn"),
    _words("_Alignas _Pragma", bracketed=True),
    _words("__real__ __imag__ __real __imag"),
    MaskRule(rb'\n(# \d+ "[^"\n]*"[ \d]*)(?=\r?\n)'),
)
TRAITS = """
    __is_abstract __is_aggregate __is_array __is_assignable __is_base_of __is_bounded_array __is_class
    __is_constructible __is_convertible __is_convertible_to __is_destructible __is_empty __is_enum __is_final
    __is_function __is_fundamental __is_interface_class __is_layout_compatible __is_literal_type
    __is_lvalue_reference __is_member_function_pointer __is_member_object_pointer __is_member_pointer
    __is_nothrow_assignable __is_nothrow_constructible __is_nothrow_convertible __is_object __is_pod __is_pointer
    __is_pointer_interconvertible_base_of __is_polymorphic __is_reference __is_rvalue_reference __is_same
    __is_same_as __is_scalar __is_scoped_enum __is_standard_layout __is_trivial __is_trivially_assignable
    __is_trivially_constructible __is_trivially_copyable __is_trivially_destructible __is_unbounded_array
    __is_union __has_nothrow_assign __has_nothrow_constructor __has_nothrow_copy __has_trivial_assign
    __has_trivial_constructor __has_trivial_copy __has_trivial_destructor __has_unique_object_representations
    __has_virtual_destructor __reference_binds_to_temporary __reference_constructs_from_temporary
    __reference_converts_from_temporary __builtin_bit_cast __builtin_is_corresponding_member
    __builtin_is_pointer_interconvertible_with_class
"""
NAME = rb"(?:\w|::)+(?:<[^<>;{}()]*>)?(?:::\w+)*"
GNU_CPP = (
    _words(TRAITS, angled=True),
    _words("__decltype", b"decltype"),
    MaskRule(rb"if\s+!?\s*consteval\b", b"if(1)"),
    MaskRule(rb"\[\[[^\[\]]*\]\](?=\s*(?:friend|template|using|extern)\b)"),
    MaskRule(rb"=\s*delete(?=\s*;)", b"=0"),
    MaskRule(rb"=\s*\{\s*\}(?=\s*[,)])", b"=0"),
    MaskRule(rb"\.operator\s*(?:\(\)|\[\]|[^\w\s()\[\]]+)(?=\s*\()", b".o"),
    MaskRule(rb"->operator\s*(?:\(\)|\[\]|[^\w\s()\[\]]+)(?=\s*\()", b"->o"),
    MaskRule(rb"\.\.\.(\s*\.\.\.)"),
    MaskRule(rb"\b(?:[A-Za-z_]\w*(?:<[^<>;{}()]*>)?::)+(?=\*)"),
    MaskRule(rb"=\s*%b\s*([&*]+)(?=\s*[,>])" % NAME),
    MaskRule(rb"=\s*(const)\s+%b\s*[,>]" % NAME),
    MaskRule(rb"return\s+(typename\b)"),
    MaskRule(rb"using\s+(typename\b)"),
    MaskRule(rb"(typename)\s+\w+(?:<[^;{}]{0,200}?>)?(?:::\w+)+\s*[({]"),
    MaskRule(rb"return\s+(operator\s*[^\w\s()]+)(?=\s*\()", b"o"),
    MaskRule(rb"\((operator\s*[^\w\s()]+)(?=\s*\()", b"o"),
    MaskRule(rb"extern\s+template\s[^;{}]*(?=;)", b"int o"),
    MaskRule(rb"->\*", b"->"),
    MaskRule(rb"\.\*(?=\w)", b"."),
    MaskRule(rb"([*&]+)\s+=(?!=)"),
    MaskRule(rb"int(?<!\wint)\s*(:\s*\d+)(?=\s*;)", b"o"),
    MaskRule(rb"decltype\s*(?=\((?:[^()]|\([^()]*\))*,\s)", b"o", bracketed=True),
    MaskRule(rb":\s*\d+\s*(=\s*\w+)\s*;"),
    MaskRule(rb"decltype\s*\([^()]*\)(?=\{)", b"o"),
)

MASKS: dict[str, tuple[MaskRule, ...]] = {"c": GNU_C, "cpp": GNU_C + GNU_CPP, "objc": GNU_C, "cuda": GNU_C + GNU_CPP}
