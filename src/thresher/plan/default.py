"""The default plan: which stages, in which order, and why. Reading this module is reading the plan.

A plan is gone through from top to bottom, round after round, until every stage that certifies something has ended on
the same content. So the order decides how soon the input gets small, never what is tried.
"""

from __future__ import annotations

from thresher import formats
from thresher.algorithms.guarantees import TreeGuarantee
from thresher.algorithms.registry import DEFAULT, tree_algorithm
from thresher.passes import foreign_passes
from thresher.plan.dependencies import BY_COMPILER, BY_NAMES
from thresher.plan.options import Hint
from thresher.plan.stages import (
    ClangDeltaStage,
    ContainerStage,
    DependencyStage,
    DependentsStage,
    DetoursStage,
    EmbeddedStage,
    ExternalStage,
    GeneralStage,
    HintStage,
    HypothesesStage,
    InsideStage,
    JointStage,
    ListStage,
    OutlineStage,
    PassStage,
    Stage,
    TreeStage,
)
from thresher.plan.syntax import Syntax

TOKENS = "tokens"
CHARACTERS = "characters"
SINGLE_TOKENS = "galloping"  # for lists of which an earlier search has left little to find
TRANSFORMING = PassStage | JointStage | ClangDeltaStage | EmbeddedStage
SQL, GO, SMT_LIB = frozenset({"sql"}), frozenset({"go"}), frozenset({"sexp"})
XML, MARKUP = frozenset({"xml"}), frozenset({"xml", "html"})
SCRIPTS = frozenset({"bash", "javascript", "julia", "lua", "perl", "php", "python", "ruby", "tcl", "tsx", "typescript"})
PARTS = "hdd_star"  # the tree algorithm for containers and logs, which are small trees of costly parts
LARGE, LARGE_PROGRAM = 1 << 18, 1 << 22  # bytes; what refers to what is worth more in a program than in data
TEXTUAL = frozenset({"pdf"})  # containers that are lines of text around their parts
OUTLINED = frozenset({formats.SOURCE, formats.BRACKETS, "sexp", "ini", "xml"})


def tree_stages(syntax: Syntax, lists: str, tokens: ListStage) -> tuple[Stage, ...]:
    """For inputs with a syntax tree; `lists` works inside the tree algorithms, `tokens` is about single tokens."""
    return (
        TreeStage(syntax, "callers", languages=SCRIPTS, why="calls at the end; what they use no more goes in one test"),
        DependencyStage(syntax, why="declarations with what they need: many go in one test, and the rest compiles"),
        DependencyStage(syntax, inside=True, why="members of classes and bodies of functions with what they need"),
        PassStage(syntax, "comments", why="one test; half of many a program"),
        TreeStage(syntax, "nesting_path", why="treats deep nesting as one list, not one test per level"),
        TreeStage(
            syntax,
            "function_bodies",
            may_return=True,
            why="function bodies: what only they use can be removed afterwards",
        ),
        DependencyStage(syntax, program=True, why="a program in C: what it no longer needs without these bodies"),
        *(part_stages(syntax) if syntax.format == formats.SOURCE else ()),
        PassStage(syntax, "expressions", languages=SQL, why="SQL: an expression alone in place of a statement"),
        PassStage(syntax, "queries", languages=SQL, why="SQL: a query inside it in place of a query"),
        PassStage(syntax, "unused", languages=GO, why="Go: what only a part uses goes with it; few parts can go alone"),
        TreeStage(syntax, "heaviest", lists, why="the heaviest list of nodes first: most bytes for each test"),
        *(layout_stages(syntax) if syntax.format not in MARKUP else ()),
        PassStage(syntax, "constants", languages=SMT_LIB, why="SMT-LIB: a constant of its sort for a term"),
        PassStage(syntax, "constant_names", languages=SMT_LIB, why="SMT-LIB: a constant for every use of a name"),
        PassStage(syntax, "fixed_values", languages=SMT_LIB, why="SMT-LIB: a value for a name that is asked for"),
        TreeStage(syntax, "hoist", why="a node is replaced by one of its kind inside it, where removal cannot help"),
        TreeStage(syntax, "unwrap", why="a node is replaced by its contents: blocks, branches, parentheses"),
        EmbeddedStage(syntax, why="scripts in HTML, SQL and JSON in strings: by the plans for these languages"),
        PassStage(syntax, "uses", why="a name with all its uses, which cannot be removed one by one"),
        PassStage(syntax, "entities", languages=XML, why="an entity of XML with all references to it"),
        *(layout_stages(syntax) if syntax.format in MARKUP else ()),
        tokens,
        *late_stages(syntax),
    )


def late_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """For what removal has left of a tree: edits of a few nodes or tokens at a time, names last."""
    return (
        PassStage(syntax, "qualifiers", why="a scope with every name that refers to it"),
        PassStage(syntax, "dedent", why="a block in place of its statement where indentation nests"),
        PassStage(syntax, "inlining", why="what is used once goes to where it is used; often more can go then"),
        PassStage(syntax, "substitution", why="a generic parameter with its header and all arguments"),
        PassStage(syntax, "parts", why="a statement is replaced by a part of it of another kind"),
        PassStage(syntax, "brackets", why="brackets go and their contents stay, also across constructs"),
        PassStage(syntax, "tags", why="one tag for an empty element"),
        PassStage(syntax, "adjacent", why="neighbours that can only go together"),
        PassStage(syntax, "wider", why="five to eight neighbours, the best of them only"),
        PassStage(syntax, "arguments", why="a parameter with its arguments"),
        PassStage(syntax, "columns", why="a column with its values in all rows"),
        PassStage(syntax, "joining", why="neighbours that begin or end alike become one"),
        PassStage(syntax, "merging", why="one name for two makes a declaration superfluous"),
        PassStage(syntax, "declarations", why="a declaration in place of a definition that nothing looks into"),
        PassStage(syntax, "literals", why="numbers and strings become simple"),
        PassStage(syntax, "contents", why="characters of the literals that could not become simple"),
        PassStage(syntax, "bit_widths", languages=SMT_LIB, why="SMT-LIB: all bit vectors of one width become narrower"),
        PassStage(syntax, "shorter", why="words and operators that have shorter ones of their kind"),
        PassStage(syntax, "unparsable", why="tokens whose removal does not parse: some programs fail on those as well"),
        PassStage(syntax, "elsewhere", why="a name from elsewhere for a long expression"),
        ClangDeltaStage(syntax, why="C and C++ only: what needs a compiler's knowledge, late since each try runs it"),
        PassStage(syntax, "gaps", why="white space that could not go all at once"),
        PassStage(syntax, "names", why="short names, last: nothing depends on them"),
        PassStage(syntax, "lone_names", why="the same name for all that occur once; more may go then"),
    )


def largest_parsed(language: str | None) -> int:
    """The bytes of the largest content that is parsed at once; of a larger one, long parts are removed first."""
    return LARGE_PROGRAM if language in BY_NAMES | BY_COMPILER else LARGE


def outline_stages(format: str, language: str | None, lists: str) -> tuple[Stage, ...]:
    """Before all else, for a content that is larger than that."""
    if format not in OUTLINED:
        return ()
    why = "a large content loses long parts before it is parsed, which takes many times its memory"
    misses = 8 if language in BY_NAMES | BY_COMPILER else 16
    return (OutlineStage(largest_parsed(language), misses, tags=format in XML, minimizer=lists, why=why),)


def layout_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """Early, except in markup, where white space is content until its elements have gone."""
    return (
        PassStage(syntax, "whitespace", why="one test; all later candidates are smaller"),
        PassStage(syntax, "indentation", why="what is before lines that have to stay lines"),
    )


def part_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """For programs, which are lists in lists; a document is mostly one long list."""
    return (TreeStage(syntax, "equal_parts", why="parts of about the same weight, from all levels: much goes early"),)


def foreign_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """The transformations of other packages, after ours: they work on what is left."""
    return tuple(
        PassStage(syntax, each.name, languages=each.languages, why=each.why) for each in foreign_passes().values()
    )


def program_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """For programs that know what refers to what, before all else: nothing in them can be removed alone."""
    return (
        JointStage(syntax, "bodies", why="definitions become declarations: most of a module is not needed"),
        JointStage(syntax, "definitions", why="a definition goes, its uses become a neutral value"),
        JointStage(syntax, "branches", why="one way instead of two; blocks that are not reached go"),
        JointStage(syntax, "blocks", why="blocks in a row become one"),
        JointStage(syntax, "promotions", why="one of its operands for a value, where neutral values do not help"),
        JointStage(syntax, "operands", why="a neutral value for an operand; what only it used goes"),
        JointStage(
            syntax, "undefined", why="an undefined value, or a variable, where a neutral value would be computed with"
        ),
        JointStage(syntax, "parameters", why="a parameter with its arguments; variables that others replace"),
    )


def item_program_stages(syntax: Syntax, lists: str) -> tuple[Stage, ...]:
    """For programs whose nodes are their items: their edits, then their nodes."""
    return (
        *program_stages(syntax),
        TreeStage(syntax, "heaviest", lists, why="what can go alone, tried one by one at the end"),
        PassStage(syntax, "names", why="short names, where there are names"),
    )


def binary_program_stages(syntax: Syntax) -> tuple[Stage, ...]:
    """For programs in a binary file: their edits, before its parts."""
    return *program_stages(syntax), JointStage(syntax, "names", why="short names of what is exported or imported")


def token_stage(syntax: Syntax, algorithm: str | None = None) -> ListStage:
    """Tokens that are not nodes; nearly all are needed by then, unless an algorithm is chosen for more."""
    why = "single tokens that are not nodes themselves"
    if algorithm is None:
        return ListStage(TOKENS, SINGLE_TOKENS, syntax=syntax, quick_first=True, why=why)
    return ListStage(TOKENS, algorithm, syntax=syntax, why=why)


def only_removal(syntax: Syntax, algorithm: str, lists: str) -> tuple[Stage, ...]:
    """For an input with a syntax tree, by one tree algorithm that the user chose; no transformations."""
    proves = tree_algorithm(algorithm).guarantee is TreeGuarantee.ONE_TREE_MINIMAL
    why = "the tree algorithm that was chosen" + ("" if proves else "; it does not test every node alone")
    return (
        TreeStage(syntax, algorithm, lists, why=why),
        token_stage(syntax, lists),
    )


def list_stages(units: tuple[str, ...], algorithm: str, minimality: int) -> tuple[Stage, ...]:
    """For inputs without a syntax tree: ever finer units."""
    return tuple(
        ListStage(each, algorithm, minimality=minimality, why="coarse units first, finer ones on what they leave")
        for each in units
    )


def unknown_binary_stages(algorithm: str) -> tuple[Stage, ...]:
    """Before bytes, for a binary content of no known format."""
    why = "records whose layout is found out: no byte of them can go alone"
    return (HypothesesStage(CHARACTERS, algorithm, why=why),)


def general_stages() -> tuple[Stage, ...]:
    """The end of a plan for a text in some format: a format is a hint, not a limit."""
    return (
        GeneralStage("lines", misses=6, why="lines inside what the format takes for one piece"),
        GeneralStage("tokens", misses=2, why="tokens that the format requires, and the program may not"),
        character_stage(misses=3),  # both halves of the longest word, and one character of it
    )


def file_stages(format: str) -> tuple[Stage, ...]:
    """The end of a plan for a container: the bytes of its file, after lines and words where it is made of these."""
    if format not in TEXTUAL:
        return (character_stage(),)
    return (
        GeneralStage("lines", misses=2, why="lines around the parts: tables that a reader may make anew"),
        GeneralStage("tokens", misses=2, why="words around the parts"),
        character_stage(),
    )


def character_stage(misses: int = 16) -> Stage:
    """The end of every plan; few misses where a program is likely to insist on the format."""
    return GeneralStage(CHARACTERS, misses, why="characters or bytes inside the smallest units of the format")


def container_stages(format: str, algorithm: str, lists: str) -> tuple[Stage, ...]:
    """For directories, archives, media: whole parts, then what is in them."""
    parts = ContainerStage(format, algorithm, lists, why="whole parts first; lengths and checksums are kept right")
    return (
        parts,
        InsideStage(format, coarse=True, why="each part by coarse stages, so that more parts can go before fine ones"),
        parts,
        InsideStage(format, why="each part that is left, the largest first, by the plan for its own format"),
    )


def event_stages(steps: Stage, hint: Hint | None, executed: bytes | None) -> tuple[Stage, ...]:
    """For event logs: nothing inside a step. The whole log is given if it is `executed`, and so may get stuck."""
    return (
        *((HintStage(hint, why="the steps that the hint names may be all that is needed"),) if hint else ()),
        steps,
        *(dependent_stages(executed) if executed is not None else ()),
    )


def dependent_stages(whole: bytes) -> tuple[Stage, ...]:
    """For logs whose steps need each other."""
    return (
        DependentsStage(why="steps that can only go with others"),
        DetoursStage(whole, why="what is left and returned to may be done on another occasion"),
    )


def external_stages(format: str, commands: tuple[tuple[str, ...], ...]) -> tuple[Stage, ...]:
    """Reducers of others, each as a command."""
    return tuple(
        ExternalStage(each, format, why="last: it works on what is left, and may be slow") for each in commands
    )


def transformations() -> tuple[str, ...]:
    """The names of the transformations of the plan, in its order."""
    syntax = Syntax(formats.SOURCE)
    stages = (*tree_stages(syntax, DEFAULT, token_stage(syntax)), *program_stages(syntax), *foreign_stages(syntax))
    return tuple(stage.transformation for stage in stages if isinstance(stage, TRANSFORMING))
