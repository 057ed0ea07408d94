"""Formats and their units as users read them: `HTML (elements, then tokens)`, `34 nodes`."""

from __future__ import annotations

from thresher import formats
from thresher.plan import Plan
from thresher.plan.stages import (
    ClangDeltaStage,
    ContainerStage,
    DependencyStage,
    EmbeddedStage,
    ExternalStage,
    GeneralStage,
    InsideStage,
    JointStage,
    OutlineStage,
    PassStage,
    Stage,
    TreeStage,
)

ACRONYMS = frozenset(
    {
        "adts",
        "bmp",
        "cbor",
        "csv",
        "der",
        "elf",
        "flac",
        "gif",
        "html",
        "ihex",
        "ini",
        "jpeg",
        "mp3",
        "mp4",
        "pdf",
        "pem",
        "png",
        "riff",
        "tiff",
        "xml",
    }
)
TITLES = {
    "annexb": "H.264 or H.265",
    "arrow": "Arrow",
    "bitcode": "LLVM bitcode",
    "bplist": "binary property list",
    "events": "event log",
    "latex": "LaTeX",
    "llvm": "LLVM IR",
    "matroska": "Matroska",
    "mo": "compiled gettext catalogue",
    "msgpack": "MessagePack",
    "npy": "NumPy array",
    "ogg": "Ogg",
    "parquet": "Parquet",
    "pdf_object": "PDF object",
    "po": "gettext catalogue",
    "sexp": "S-expressions",
    "source": "source code",
    "spirv": "SPIR-V",
    "spvasm": "SPIR-V text",
    "sqlite": "SQLite",
    "utf16": "UTF-16",
    "wasm": "WebAssembly",
    "wat": "WebAssembly text",
}
NODES = {
    "events": "tasks and steps",
    "grammar": "parse tree nodes",
    "html": "elements",
    "ini": "sections and entries",
    "latex": "sections, environments and commands",
    "llvm": "syntax nodes",
    "brackets": "items and brackets",
    "pdf_object": "entries and items",
    "po": "entries and messages",
    "sexp": "lists and atoms",
    "wat": "lists and atoms",
    "source": "syntax nodes",
    "spirv": "functions, blocks and instructions",
    "spvasm": "functions, blocks and instructions",
    "xml": "elements",
}
NOT_OF_THE_FORMAT = (
    DependencyStage,
    PassStage,
    JointStage,
    ClangDeltaStage,
    EmbeddedStage,
    ExternalStage,
    GeneralStage,
    OutlineStage,
)
FILES = frozenset({"directory", "tar", "zip"})
"""Containers whose parts are files."""


def format_line(plan: Plan) -> str:
    """The format of an input, with what is removed from it in which order."""
    units = dict.fromkeys(_units(stage) for stage in plan.stages if not isinstance(stage, NOT_OF_THE_FORMAT))
    return f"format: {title(plan.format)} ({', then '.join(units)})"


def title(name: str) -> str:
    """The name of a format in a sentence.

    >>> title("html"), title("lines")
    ('HTML', 'lines')
    """
    return name.upper() if name in ACRONYMS else TITLES.get(name, name)


def counted_units(name: str, count: int) -> str:
    """How many units a stage has; a stage that is not for a format, such as `changes`, names its units.

    >>> counted_units("html", 34), counted_units("lines", 1), counted_units("zip", 3), counted_units("changes", 2)
    ('34 nodes', '1 line', '3 files', '2 changes')
    """
    format = formats.format_named(name) if name in formats.formats() else None
    if format is None or format.is_flat:
        noun = name.removesuffix("s")
    elif format.parse_container is not None:
        noun = "file" if name in FILES else "part"
    else:
        noun = "node"
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _units(stage: Stage) -> str:
    match stage:
        case InsideStage():
            return "their contents"
        case ContainerStage():
            return "files" if stage.format in FILES else "parts"
        case TreeStage():
            return NODES.get(stage.format, "nodes")
        case _:
            return stage.format
