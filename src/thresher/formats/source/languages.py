"""Which language a file is in, and tree-sitter's grammar for it: by name, by suffix, by content.

Each grammar is a small wheel that is imported when it is needed. What has no wheel of its own is searched for in
`tree-sitter-language-pack`, which the extra `thresher[languages]` brings.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from thresher.errors import UsageError, suggestion
from thresher.formats.content import has_suffix, is_binary
from thresher.formats.index import FORMATS

if TYPE_CHECKING:
    from tree_sitter import Language


class LanguageGrammar(NamedTuple):
    """How a language's files end, and where its grammar is if not in `tree_sitter_NAME.language()`."""

    suffixes: str
    function: str = "language"
    module: str = ""


GRAMMARS = {
    "ada": LanguageGrammar("adb ads"),
    "bash": LanguageGrammar("sh bash zsh ksh"),
    "c": LanguageGrammar("c h i cl"),
    "c_sharp": LanguageGrammar("cs"),
    "cpp": LanguageGrammar("cc cpp cxx c++ hh hpp hxx h++ ii ipp inl tcc tpp txx cppm ixx ino metal"),
    "css": LanguageGrammar("css"),
    "cuda": LanguageGrammar("cu cuh"),
    "dart": LanguageGrammar("dart"),
    "elixir": LanguageGrammar("ex exs"),
    "fortran": LanguageGrammar("f90 f95 f03 f08 f18 f for f77 ftn fpp"),
    "fsharp": LanguageGrammar("fs fsx"),
    "go": LanguageGrammar("go"),
    "groovy": LanguageGrammar("groovy gradle"),
    "haskell": LanguageGrammar("hs"),
    "hcl": LanguageGrammar("hcl tf tfvars"),
    "java": LanguageGrammar("java"),
    "javascript": LanguageGrammar("js mjs cjs jsx es6"),
    "json": LanguageGrammar("json jsonl ndjson geojson ipynb"),
    "julia": LanguageGrammar("jl"),
    "kotlin": LanguageGrammar("kt kts"),
    "llvm": LanguageGrammar("ll"),
    "lua": LanguageGrammar("lua"),
    "luau": LanguageGrammar("luau"),
    "make": LanguageGrammar("mk mak"),
    "markdown": LanguageGrammar("md markdown"),
    "nix": LanguageGrammar("nix"),
    "objc": LanguageGrammar("m mm"),
    "ocaml": LanguageGrammar("ml", "language_ocaml"),
    "ocaml_interface": LanguageGrammar("mli", "language_ocaml_interface", "tree_sitter_ocaml"),
    "odin": LanguageGrammar("odin"),
    "pascal": LanguageGrammar("pas pp dpr lpr"),
    "perl": LanguageGrammar("pl pm t"),
    "php": LanguageGrammar("php php5 phtml", "language_php"),
    "powershell": LanguageGrammar("ps1 psm1"),
    "python": LanguageGrammar("py pyi pyw pyx pxd pxi"),
    "ruby": LanguageGrammar("rb rake gemspec podspec ru"),
    "rust": LanguageGrammar("rs"),
    "scala": LanguageGrammar("scala sc sbt"),
    "solidity": LanguageGrammar("sol"),
    "sql": LanguageGrammar("sql"),
    "svelte": LanguageGrammar("svelte"),
    "swift": LanguageGrammar("swift"),
    "systemverilog": LanguageGrammar("sv svh"),
    "toml": LanguageGrammar("toml"),
    "tsx": LanguageGrammar("tsx", "language_tsx", "tree_sitter_typescript"),
    "typescript": LanguageGrammar("ts mts cts", "language_typescript"),
    "verilog": LanguageGrammar("v vh"),
    "vhdl": LanguageGrammar("vhd vhdl"),
    "yaml": LanguageGrammar("yaml yml"),
    "zig": LanguageGrammar("zig"),
}
"""The languages with a wheel of their own; not all of them are dependencies. Some files are in a dialect, as Cython."""

PACKED = {
    "asm": "asm s", "clojure": "clj cljs edn", "cmake": "cmake", "cobol": "cob cbl", "d": "d",
    "dockerfile": "dockerfile", "elm": "elm", "erlang": "erl hrl", "fennel": "fnl", "fish": "fish",
    "gdscript": "gd", "gleam": "gleam", "glsl": "glsl vert frag comp", "graphql": "graphql gql", "hack": "hack",
    "haxe": "hx", "hlsl": "hlsl", "ini": "ini", "jsonnet": "jsonnet", "kdl": "kdl", "latex": "tex sty cls",
    "matlab": "mat", "meson": "meson", "nim": "nim nims", "ninja": "ninja",
    "prisma": "prisma", "properties": "properties", "proto": "proto", "puppet": "pp", "purescript": "purs",
    "r": "r", "racket": "rkt", "scheme": "scm ss", "scss": "scss", "smithy": "smithy",
    "sparql": "sparql rq", "starlark": "bzl star", "tablegen": "td", "tcl": "tcl", "thrift": "thrift",
    "vim": "vim", "vue": "vue", "wgsl": "wgsl",
}  # fmt: skip
"""The more usual ones of the languages that only the language pack has, and how their files end."""

ALIASES = {"c++": "cpp", "c#": "c_sharp", "csharp": "c_sharp", "js": "javascript", "ts": "typescript", "py": "python",
           "sh": "bash", "shell": "bash", "golang": "go", "md": "markdown", "yml": "yaml", "rb": "ruby", "rs": "rust",
           "makefile": "make", "terraform": "hcl", "objective-c": "objc", "f#": "fsharp"}  # fmt: skip

OWN = ("html", "ini", "sexp", "xml")  # have parsers of their own
PACK = "tree_sitter_language_pack"
UNSAFE = frozenset({"agda", "perl", "typst"})  # grammars of the pack whose scanners end the process; never used
PLAIN = (".txt", ".log", ".rst", ".asc", ".eml")  # content does not make these anything but text
_NAMES = {"makefile": "make", "gnumakefile": "make", "rakefile": "ruby", "gemfile": "ruby", ".bashrc": "bash",
          "dockerfile": "dockerfile", "cmakelists.txt": "cmake", "build.bazel": "starlark"}  # fmt: skip
_CONTENTS = (
    (r"#!.*\b(?:ba|z|k|da)?sh\b", "bash"),
    (r"#!.*\bpython", "python"),
    (r"#!.*\bnode\b", "javascript"),
    (r"#!.*\bruby", "ruby"),
    (r"#!.*\blua", "lua"),
    (r"#!.*\bphp|<\?php", "php"),
    (r'\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|\[\s*(?:[\[{"\]\d-]|true\b|false\b|null\b)', "json"),
    (r"%YAML\s|---[ \t]*\r?\n", "yaml"),
    (r"(?:/\*[^*]*\*+(?:[^/*][^*]*\*+)*/\s*|//.*\s)*#\s*include\s*[<\"]", "c"),
)
_CONTENT = tuple(
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + pattern.encode() + rb")"), found) for pattern, found in _CONTENTS
)
_CPP = re.compile(rb"^\s*(?:class|namespace|template|using)\b|\w::\w", re.MULTILINE)


def guess_language(name: str, data: bytes) -> str | None:
    """The language of a file by its name, or else by its content; None for what is not known or not installed.

    >>> guess_language("a.h", b""), guess_language("run", b"#!/usr/bin/env python3\\n"), guess_language("a.txt", b"{")
    ('c', 'python', None)
    """
    if is_binary(data):
        return None
    base = name.replace("\\", "/").rpartition("/")[2].lower()
    if name.endswith((".C", ".H")) or (base.endswith(".h") and _CPP.search(data)):
        return "cpp" if installed("cpp") else None
    found = _NAMES.get(base) or _by_suffix().get(base.rpartition(".")[2] if "." in base else "")
    if found is None and not has_suffix(base, *PLAIN):
        found = next((language for pattern, language in _CONTENT if pattern.match(data)), None)
        found = "cpp" if found == "c" and _CPP.search(data) else found
    return found if found and installed(found) else None


def unparsed(name: str, data: bytes) -> str:
    """What to say if a file is not reduced by the grammar for its language; empty if there is none."""
    language = guess_language(name, data)
    if language is None:
        return ""
    known = f"most of {name} is not {language} as its grammar knows it: reduced by brackets"
    return f"{known}; --language {language} uses the grammar"


def missing_grammar(name: str) -> str:
    """How to install the grammar for a file of that name; empty if there is none, or it is there.

    >>> missing_grammar("a.c"), missing_grammar("a.unknown")
    ('', '')
    """
    base = name.rpartition("/")[2].lower()
    language = _NAMES.get(base) or _by_suffix().get(base.rpartition(".")[2] if "." in base else "")
    if language is None or installed(language) or (language in FORMATS and language not in GRAMMARS):
        return ""
    wheel = _wheel(language) if language in GRAMMARS else "'thresher[languages]'"
    return f"no grammar for {language} is installed; this may help: pip install {wheel}"


def is_language(name: str) -> bool:
    """Whether this is the name of a known language, installed or not."""
    return name.lower() in {*ALIASES, *GRAMMARS, *PACKED}


def language_named(name: str) -> str:
    """The language of that name; a UsageError lists the known ones."""
    language = ALIASES.get(name.lower(), name.lower().replace("-", "_"))
    if installed(language):
        return language
    if language in GRAMMARS:
        raise UsageError(f"the grammar for {language} is not installed; run: pip install {_wheel(language)}")
    if language in UNSAFE:
        raise UsageError(f"the grammar for {language} is not used, since it can crash; leave --language out")
    if name in FORMATS and name not in OWN:
        raise UsageError(f"{name} is a format, not a language; use --format {name}")
    there = sorted([*OWN, *filter(installed, GRAMMARS)])
    hint = "" if find_spec(PACK) else "; for more run: pip install 'thresher[languages]'"
    meant = suggestion(name.lower(), [*there, *ALIASES])
    raise UsageError(f"unknown language {name!r}{meant or '; choose from ' + ', '.join(there) + hint}")


@cache
def installed(language: str) -> bool:
    """Whether there is tree-sitter, and a grammar in its own wheel or in the pack."""
    if find_spec("tree_sitter") is None:
        return False
    return bool(language in GRAMMARS and find_spec(_module(language))) or _packed(language)


@cache
def grammar(language: str) -> Language:
    """The grammar of an installed language."""
    from tree_sitter import Language  # noqa: PLC0415 - not everybody has it, and only parsing needs it

    if language in GRAMMARS and find_spec(_module(language)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of pointers that are no capsules
            return Language(getattr(import_module(_module(language)), GRAMMARS[language].function)())
    found: Language = import_module(PACK).get_language(language)
    return found


def _module(language: str) -> str:
    return GRAMMARS[language].module or f"tree_sitter_{language}"


def _wheel(language: str) -> str:
    return _module(language).replace("_", "-")


def _packed(language: str) -> bool:
    if not language.isidentifier() or language in UNSAFE or not find_spec(PACK):
        return False
    return find_spec(f"{PACK}.bindings.{language}") is not None


@cache
def _by_suffix() -> dict[str, str]:
    found = {suffix: language for language, suffixes in PACKED.items() for suffix in suffixes.split()}
    found |= {suffix: language for language, row in GRAMMARS.items() for suffix in row.suffixes.split()}
    return found
