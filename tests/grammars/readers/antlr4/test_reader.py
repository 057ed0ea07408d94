"""ANTLR 4 grammars: each construct, realistic grammars, and an error for whatever is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thresher.errors import GrammarError
from thresher.grammars.grammar import (
    DEFAULT_MODE,
    Associativity,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Lexing,
    Precedence,
    Repeat,
    SourcePosition,
    Symbol,
)
from thresher.grammars.readers.antlr4.reader import read

ARITHMETIC = r"""
/** Sums and the like. */
grammar Arithmetic;
options { language = Java; }
tokens { UNUSED }
channels { NOTES }
@header { package a.b; /* } */ }
@parser::members { String closing = "}"; char one = '{'; // don't count this }
}
file_ : (expr ';')* EOF ;
expr locals [int depth = 0] @init { depth++; }
    : '-' expr                     # Minus
    | <assoc=right> expr '^' expr  # Power
    | left=expr op=('*' | '/') right=expr # Product
    | expr '+'<assoc=right> expr   # Sum
    | expr '!'                     # Factorial
    | '(' expr ')'                 # Group
    | call[$depth]                 # Call
    | NUMBER                       # Number
    ;
call[int depth] returns [List<String[]> names] throws A, B
    : name=ID '(' (args+=expr (',' args+=expr)*)? ')' { if (true) { f("}"); } }
    ;
    catch [Exception e] { throw e; }
    finally { done(); }
NUMBER : DIGIT+ ('.' DIGIT+)? ;
ID : [a-zA-Z_] [a-zA-Z_0-9]* ;
WS : [ \t\r\n]+ -> skip ;
LINE : '//' ~[\r\n]* -> channel(NOTES) ;
fragment DIGIT : '0'..'9' ;
"""

JSON = r"""
grammar Json;
json : value EOF ;
value : STRING | NUMBER | obj | arr | 'true' | 'false' | 'null' ;
obj : '{' pair (',' pair)* '}' | '{' '}' ;
pair : STRING ':' value ;
arr : '[' value (',' value)* ']' | '[' ']' ;
STRING : '"' (ESC | SAFE)* '"' ;
fragment ESC : '\\' (["\\/bfnrt] | 'u' HEX HEX HEX HEX) ;
fragment HEX : [0-9a-fA-F] ;
fragment SAFE : ~ ["\\\u0000-\u001F] ;
NUMBER : '-'? INT ('.' [0-9]+)? ([eE] [+\-]? [0-9]+)? ;
fragment INT : '0' | [1-9] [0-9]* ;
WS : [ \t\n\r]+ -> skip ;
"""

XML_PARSER = r"""
parser grammar MarkupParser;
options { tokenVocab = MarkupLexer; }
document : element EOF ;
element : '<' NAME attribute* '>' (TEXT | element)* '<' '/' NAME '>' | '<' NAME attribute* '/>' ;
attribute : NAME '=' STRING ;
"""

XML_LEXER = r"""
lexer grammar MarkupLexer;
COMMENT : '<!--' .*? '-->' -> skip ;
OPEN : '<' -> pushMode(INSIDE) ;
TEXT : ~'<'+ ;
mode INSIDE;
CLOSE : '>' -> popMode ;
SLASH_CLOSE : '/>' -> popMode ;
SLASH : '/' ;
EQUALS : '=' ;
STRING : '"' ~["<]* '"' ;
NAME : [\p{L}_] [\p{L}\p{Nd}_.-]* ;
S : [ \t\r\n] -> skip ;
"""


def tokens(grammar: Grammar, text: str) -> list[str]:
    """The names of the terminals the text consists of, by the rules in Terminal's docstring."""
    modes, found, position, begun = [DEFAULT_MODE], [], 0, 0
    while position < len(text):
        here = [one for one in grammar.terminals.values() if modes[-1] in one.modes]
        matches = [(one, re.compile(one.pattern).match(text, position)) for one in here]
        best, match = max(matches, key=lambda pair: len(pair[1][0]) if pair[1] else -1)
        assert match, f"nothing matches {text[position:]!r}"
        assert match[0]
        position = match.end()
        modes = [*modes[: len(modes) - best.pops], *best.pushes]
        if not best.more:
            found += [] if best.skip else [f"{best.name}:{text[begun:position]}"]
            begun = position
    return found


def body(grammar: Grammar, rule: str) -> Expression:
    """The only alternative of a rule, as it is without places."""
    (alternative,) = grammar.rules[rule].alternatives
    return plain(alternative.body)


def plain(expression: Expression) -> Expression:
    match expression:
        case Symbol(name):
            return Symbol(name)
        case Repeat(inner, least, most):
            return Repeat(plain(inner), least, most)
        case Choice(parts):
            return Choice(tuple(map(plain, parts)))
        case Concatenation(parts):
            return Concatenation(tuple(map(plain, parts)))


def seq(*names: str) -> Concatenation:
    return Concatenation(tuple(map(Symbol, names)))


def one_of(*names: str) -> Choice:
    return Choice(tuple(map(Symbol, names)))


def lexer_rule(definition: str, *more: str) -> re.Pattern[str]:
    grammar = read("a.g4", "\n".join(["grammar A; a : T ;", f"T : {definition} ;", *more]))
    return re.compile(grammar.terminals["T"].pattern)


def load_from(**files: str) -> Callable[[str], str | None]:
    return lambda name: files.get(name.removesuffix(".g4"))


def test_arithmetic_precedence() -> None:
    grammar = read("Arithmetic.g4", ARITHMETIC)
    assert [one.precedence for one in grammar.rules["expr"].alternatives] == [
        Precedence(8, Associativity.LEFT, "expr"),
        Precedence(7, Associativity.RIGHT, "expr"),
        Precedence(6, Associativity.LEFT, "expr"),
        Precedence(5, Associativity.RIGHT, "expr"),
        Precedence(4, Associativity.LEFT, "expr"),
        None,
        None,
        None,
    ]
    product = grammar.rules["expr"].alternatives[2]
    assert plain(product.body) == Concatenation((Symbol("expr"), one_of("'*'", "'/'"), Symbol("expr")))
    assert all(one.precedence is None for one in grammar.rules["call"].alternatives)


def test_arithmetic_rules_and_terminals() -> None:
    grammar = read("Arithmetic.g4", ARITHMETIC)
    assert (grammar.name, grammar.start, grammar.lexing) == ("Arithmetic.g4", "file_", Lexing.LONGEST)
    assert list(grammar.rules) == ["file_", "expr", "call"]
    assert body(grammar, "file_") == Repeat(seq("expr", "';'"), 0, None)
    arguments = Concatenation((Symbol("expr"), Repeat(seq("','", "expr"), 0, None)))
    assert body(grammar, "call") == Concatenation((Symbol("ID"), Symbol("'('"), Repeat(arguments, 0, 1), Symbol("')'")))
    assert list(grammar.terminals)[-4:] == ["NUMBER", "ID", "WS", "LINE"]
    assert tokens(grammar, "f(1.5) // x\n^2;") == ["ID:f", "'(':(", "NUMBER:1.5", "')':)", "'^':^", "NUMBER:2", "';':;"]


def test_places() -> None:
    grammar = read("a.g4", "grammar A;\na : B\n  | 'c' B ;\nB : 'b' ;")
    rule = grammar.rules["a"]
    assert (rule.place, grammar.terminals["B"].place, grammar.terminals["'c'"].place) == ((2, 1), (4, 1), (3, 5))
    assert [one.place for one in rule.alternatives] == [(2, 5), (3, 5)]
    assert rule.alternatives[0].body == Symbol("B", SourcePosition(2, 5))


def test_json() -> None:
    grammar = read("Json.g4", JSON)
    assert grammar.start == "json"
    assert plain(grammar.rules["obj"].alternatives[1].body) == seq("'{'", "'}'")
    text = r'{"a\u00e9\"": [1, -0.5e+3, true], "b": null}'
    assert [token.split(":")[0] for token in tokens(grammar, text)].count("STRING") == 2
    assert "NUMBER:-0.5e+3" in tokens(grammar, text)
    assert "'null':null" in tokens(grammar, text)
    assert not grammar.problems


def test_parser_and_lexer_with_modes() -> None:
    grammar = read("MarkupParser.g4", XML_PARSER, load_from(MarkupLexer=XML_LEXER))
    assert list(grammar.terminals)[:3] == ["COMMENT", "OPEN", "TEXT"]
    assert grammar.terminals["OPEN"].pushes == ("INSIDE",)
    assert grammar.terminals["CLOSE"].pops == 1
    assert grammar.terminals["NAME"].modes == {"INSIDE"}
    assert body(grammar, "attribute") == seq("NAME", "EQUALS", "STRING")
    assert tokens(grammar, '<é x="1"/><!-- <no> -->') == [
        "OPEN:<", "NAME:é", "NAME:x", "EQUALS:=", 'STRING:"1"', "SLASH_CLOSE:/>",
    ]  # fmt: skip


def test_mode_commands_and_more() -> None:
    grammar = read(
        "a.g4",
        """grammar A; a : STRING B ;
        QUOTE : '"' -> more, mode(Q) ; B : 'b' -> popMode, pushMode(Q) ; C : 'c' -> pushMode(Q), popMode ;
        mode Q; STRING : '"' -> mode(DEFAULT_MODE) ; ANY : . -> more ;""",
    )
    terminals = grammar.terminals
    assert (terminals["QUOTE"].more, terminals["QUOTE"].pops, terminals["QUOTE"].pushes) == (True, 1, ("Q",))
    assert (terminals["B"].pops, terminals["B"].pushes) == (1, ("Q",))
    assert (terminals["C"].pops, terminals["C"].pushes) == (0, ())
    assert tokens(grammar, '"x"b') == ['STRING:"x"', "B:b"]


def test_type_makes_one_token_of_several_rules() -> None:
    grammar = read(
        "a.g4",
        "grammar A; tokens { WORD } a : ID WORD ; ID : [a-z]+ ; QUOTED : '`' [a-z]+ '`' -> type(ID) ;"
        "BIG : [A-Z]+ -> type(WORD) ;",
    )
    assert body(grammar, "a") == Concatenation((one_of("ID", "QUOTED"), Symbol("BIG")))


def test_alternatives_with_commands_of_their_own() -> None:
    grammar = read("a.g4", "grammar A; a : T ; T : 'x' | ' ' -> skip | 'y' | 'z' -> popMode ;")
    assert body(grammar, "a") == one_of("T", "T#3")
    assert grammar.terminals["T#2"].skip
    assert tokens(grammar, "x y") == ["T:x", "T:y"]


def test_hidden_channels_only_are_skipped() -> None:
    grammar = read(
        "a.g4", "grammar A; a : B ; B : 'b' -> channel(DEFAULT_TOKEN_CHANNEL) ; C : 'c' -> channel(HIDDEN) ;"
    )
    assert [one.skip for one in grammar.terminals.values()] == [False, True]


def test_literals_use_the_rule_that_is_just_that() -> None:
    grammar = read("a.g4", "grammar A; a : 'if' 'else' ; ID : [a-z]+ ; IF : 'if' { x(); } ;")
    assert body(grammar, "a") == seq("IF", "'else'")
    assert list(grammar.terminals) == ["'else'", "ID", "IF"]


def test_literals_of_several_lexer_rules() -> None:
    grammar = read(
        "P.g4",
        "parser grammar P; options { tokenVocab=L; } a : '<' ;",
        load_from(L="lexer grammar L; A : '<' -> mode(M) ; mode M; B : '<' ; C : '<' -> skip;"),
    )
    assert body(grammar, "a") == one_of("A", "B")


@pytest.mark.parametrize(
    ("element", "names"),
    [(".", ["'x'", "B", "C"]), ("~B", ["'x'", "C"]), ("~(B | 'x')", ["C"]), ("~'x'", ["B", "C"])],
)
def test_wildcard_and_not(element: str, names: list[str]) -> None:
    grammar = read("a.g4", f"grammar A; a : {element} 'x' ; B : 'b' ; C : 'c' ; S : ' ' -> skip ; M : 'm' -> more ;")
    (alternative,) = grammar.rules["a"].alternatives
    assert isinstance(alternative.body, Concatenation)
    expected = one_of(*names) if len(names) > 1 else Symbol(names[0])
    assert plain(alternative.body.parts[0]) == expected


@pytest.mark.parametrize(("suffix", "least", "most"), [("?", 0, 1), ("*", 0, None), ("+", 1, None)])
def test_suffixes_greedy_or_not(suffix: str, least: int, most: int | None) -> None:
    for spelling in (suffix, suffix + "?"):
        assert body(read("a.g4", f"grammar A; a : xs+=B{spelling} C ;"), "a") == Concatenation(
            (Repeat(Symbol("B"), least, most), Symbol("C"))
        )


def test_empty_alternatives_and_the_end_of_the_file() -> None:
    grammar = read("a.g4", "grammar A; a : B | | EOF | (B EOF)? EOF* ; B : 'b' ;")
    bodies = [plain(one.body) for one in grammar.rules["a"].alternatives]
    assert bodies == [Symbol("B"), Concatenation(), Concatenation(), Repeat(Symbol("B"), 0, 1)]


def test_undefined_symbols_stay() -> None:
    assert body(read("a.g4", "grammar A; a : b C ;"), "a") == seq("b", "C")


@pytest.mark.parametrize(
    ("rules", "start"),
    [
        ("a : B ; b : a B ;", "b"),
        ("a : b ; b : a ;", "a"),
        ("a : a B | B ;", "a"),
        ("a : B ; b : B EOF ; c : B EOF ;", "b"),
        ("a : B ; b : B ;", "a"),
    ],
)
def test_start_rule(rules: str, start: str) -> None:
    assert read("a.g4", f"grammar A; {rules} B : 'b' ;").start == start


def test_predicates_are_named_one_by_one_and_actions_together() -> None:
    grammar = read(
        "a.g4",
        "grammar A;\na : {x}? B {f('}');}\n  | {y}?<fail='no'> C {g();} ;\nB : 'b' ;\nC : {z}? 'c' ;",
    )
    assert [(problem.place, problem.fatal) for problem in grammar.problems] == [
        ((2, 5), False),
        ((3, 5), False),
        ((5, 5), False),
        ((2, 12), False),
    ]
    assert grammar.problems[0].message.startswith("rule a: this predicate is ignored")
    assert grammar.problems[3].message == "actions are ignored (2 in all), the first in rule a"
    assert plain(grammar.rules["a"].alternatives[0].body) == Symbol("B")


def test_token_that_only_code_can_make() -> None:
    grammar = read("a.g4", "grammar A; tokens { INDENT, NEVER_USED } a : INDENT B ; B : 'b' ;")
    assert re.compile(grammar.terminals["INDENT"].pattern).match("") is None
    assert ["INDENT" in problem.message for problem in grammar.problems] == [True]


@pytest.mark.parametrize(
    ("characters", "inside", "outside"),
    [
        (r"[a-z]", "amz", "A-`{"),
        (r"[a-]", "a-", "b\\"),
        (r"[-a]", "a-", "b\\"),
        (r"[\]\-\\]", "]-\\", "["),
        (r"[[^]", "[^", "]a"),
        (r"[&&||~~-]", "&|~-", "a"),
        (r"[\t\n\r\b\f]", "\t\n\r\b\f", "tnrbf"),
        (r"[\u0041-\u{00000043}\u{1F600}]", "ABC😀", "D😁"),
        (r"[\u0000-\uFFFF]", "\0a\uffff", "😀"),
        (r"['\"]", "'\"", "\\"),
        (r"[\p{L}]", "aéЖ字", "1_ -"),
        (r"[\p{Lu}_]", "AÉ_", "aé1"),
        (r"[\p{Uppercase_Letter}]", "A", "a"),
        (r"[\p{Nd}\p{Pc}]", "1_٣", "a-"),
        (r"[\P{L}]", "1 _", "aé"),
        (r"[\P{Lu}]", "1a", "AÉ"),
        (r"[\p{XID_Start}$]", "a$", "1"),
        (r"[\p{ID_Continue}]", "a1_", "-"),
        (r"~[\p{L}]", "1\n", "a"),
        (r"~[a-z\n]", "A ", "a\n"),
        (r"~'a'", "b\n", "a"),
        (r"~('a' | 'b'..'d' | [x\]])", "ey", "abcdx]"),
        (r"~F", "b", "a"),
        (r"'a'..'c'", "abc", "d"),
        (r"'\u0027'", "'", "u"),
        (r"'\''", "'", "\\"),
        (r".", "a\n😀", ""),
    ],
)
def test_characters(characters: str, inside: str, outside: str) -> None:
    pattern = lexer_rule(characters, "fragment F : 'a' ;")
    assert [one for one in inside if not pattern.fullmatch(one)] == []
    assert [one for one in outside if pattern.fullmatch(one)] == []


def test_unknown_property_is_a_warning() -> None:
    grammar = read("a.g4", r"grammar A; a : T U ; T : F+ ; U : F F ; fragment F : [\p{Emoji}#] ;")
    assert re.fullmatch(grammar.terminals["T"].pattern, "😀#")
    (problem,) = grammar.problems
    assert r"\p{Emoji}" in problem.message
    assert not problem.fatal


@pytest.mark.parametrize(
    ("definition", "text", "longest"),
    [
        ("'<' | '<<' | '<<='", "<<=", 3),
        ("'0' | '0' [xX] [0-9]+", "0x12", 4),
        ("[0-9]+ | [0-9]+ '.' [0-9]+", "1.5", 3),
        ("[1-9] ([0-9]* | '_'+ [0-9]+)", "1_2", 3),
        ("'a' ( | 'b')", "ab", 2),
        ("'/*' .*? '*/'", "/* a */ */", 7),
        ("'\"' ('\\\\' . | ~'\"')* '\"'", r'"a\"b" "', 6),
        ("'//' ~[\\n]* (EOF | '\\n')", "// a", 4),
        ("('a' 'b')+ 'c'?", "ababc", 5),
        ("A A", "xx", 2),
    ],
)
def test_the_longest_way_through_a_lexer_rule(definition: str, text: str, longest: int) -> None:
    match = lexer_rule(definition, "fragment A : 'x' ;").match(text)
    assert match
    assert match.end() == longest


def test_lexer_recursion_is_unfolded() -> None:
    grammar = read("a.g4", "grammar A; a : 'x' ; COMMENT : '/*' (COMMENT | ~[*/])* '*/' -> skip ;")
    pattern = re.compile(grammar.terminals["COMMENT"].pattern)
    assert pattern.fullmatch("/* a /* b /* c */ */ */")
    assert not pattern.fullmatch("/*/*/*/**/*/*/*/")
    (problem,) = grammar.problems
    assert "COMMENT refers to itself" in problem.message


def test_recursion_among_fragments_is_unfolded() -> None:
    grammar = read("a.g4", "grammar A; a : T ; T : '<' F '>' ; fragment F : 'x' | '(' G ')' ; fragment G : F F ;")
    assert re.fullmatch(grammar.terminals["T"].pattern, "<((xx)x)>")
    assert ["F refers to itself" in problem.message for problem in grammar.problems] == [True]


def test_case_insensitive_grammar() -> None:
    grammar = read(
        "a.g4",
        "grammar A; options { caseInsensitive = true; } a : 'select' ID X ; ID : [a-z] F ; fragment F : 'b' | '1' ;"
        "X options { caseInsensitive = false; } : 'x' ~'y' ;",
    )
    patterns = {name: re.compile(one.pattern) for name, one in grammar.terminals.items()}
    assert patterns["'select'"].fullmatch("SeLect")
    assert patterns["ID"].fullmatch("QB")
    assert patterns["ID"].fullmatch("q1")
    assert patterns["X"].fullmatch("xY")
    assert not patterns["X"].fullmatch("X1")


def test_case_insensitive_rule() -> None:
    pattern = lexer_rule("A 'b'", "A options { caseInsensitive=true; } : ~'x' 'a'..'c' ;")
    assert pattern.fullmatch("qCb")
    assert not pattern.fullmatch("XCb")
    assert not pattern.fullmatch("qCB")


def test_imports() -> None:
    grammar = read(
        "A.g4",
        "grammar A; import B, x = C; a : b ID ; ID : 'mine' ;",
        load_from(B="grammar B; import C; b : c ; ID : 'theirs' ;", C="parser grammar C; import A; c : ID | '+' ;"),
    )
    assert list(grammar.rules) == ["a", "b", "c"]
    assert grammar.terminals["ID"].pattern == "mine"
    assert grammar.start == "a"


def test_combined_grammar_lends_its_tokens_only() -> None:
    grammar = read(
        "P.g4",
        "parser grammar P; options { tokenVocab = Q; } a : X ;",
        load_from(Q="grammar Q; other : X ; X : 'x' ;"),
    )
    assert list(grammar.rules) == ["a"]
    assert grammar.terminals["X"].pattern == "x"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "1:1", "expected `grammar NAME;`, found the end of the file"),
        ("grammar A", "1:10", "expected `;`"),
        ("lexer grammar A; B : 'b' ;", "1:1", "this is a lexer grammar; give the parser grammar"),
        ("grammar A; B : 'b' ;", "1:21", "expected a parser rule"),
        ("grammar A;\na : b", "2:6", "expected an element, `|` or `;`"),
        ("grammar A; a b : c ;", "1:14", "expected `:`, found `b`"),
        ("grammar A; a : (b ;", "1:19", "expected an element, `|` or `)`"),
        ("grammar A; a : 'b ;", "1:16", "this literal is not closed on its line"),
        ('grammar A; a : "b" ;', "1:16", "single quotes"),
        ("grammar A; a : b ; a : c ;", "1:20", "rule a is defined twice"),
        ("grammar A; a : b {if { ;", "1:18", "this `{` is never closed"),
        ("grammar A; a : b ; /* ", "1:20", "this comment is never closed"),
        ("grammar A; a : '' ;", "1:16", "at least one character"),
        ("grammar A; a : 'a'..'z' ;", "1:16", "in lexer rules only"),
        ("grammar A; a : . ;", "1:16", "no token is left"),
        ("grammar A; a : ~(B | .) ;", "1:22", "expected tokens after `~`"),
        ("grammar A; a : * ;", "1:16", "expected an element of the rule"),
        ("grammar A; a : % ;", "1:16", "`%` means nothing"),
        ("grammar A; a : B ; B : 'z'..'a' ;", "1:24", "expected a range"),
        ("grammar A; a : B ; B : 'a'..b ;", "1:29", "expected the last character of the range"),
        ("grammar A; a : B ; B : [z-a] ;", "1:25", "this range ends before it begins: `z-a`"),
        ("grammar A; a : B ; B : [] ;", "1:24", "this set is empty"),
        ("grammar A; a : B ; B : [a\n] ;", "1:24", "not closed on its line"),
        (r"grammar A; a : B ; B : [\u12] ;", "1:25", "four hexadecimal digits"),
        (r"grammar A; a : B ; B : [\pL] ;", "1:25", "expected a property in braces"),
        (r"grammar A; a : '\u{110000}' ;", "1:17", "there is no character"),
        ("grammar A; a : B ; B : ~'ab' ;", "1:24", "expected single characters after `~`"),
        ("grammar A; a : B ; B : c ;", "1:24", "expected a lexer rule, which c is not"),
        ("grammar A; a : B ; B : 'b' -> jump ;", "1:31", "expected a lexer command (skip, more"),
        ("grammar A; a : B ; B : 'b' -> skip(1) ;", "1:31", "skip has no argument"),
        ("grammar A; a : B ; B : 'b' -> type ;", "1:31", "type needs an argument"),
        ("grammar A; a : B ; B : 'b' -> mode(M) ;", "1:31", "there is no mode M"),
        ("grammar A; import B; a : b ;", "1:19", "needs B.g4 beside it"),
        ("parser grammar A; options { tokenVocab = L; } a : b ;", "1:42", "needs L.g4 beside it"),
        ("grammar A; a : " + "(" * 60 + ";", "1:66", "nested more than 50 deep"),
        ("grammar A; a : B ; B : " + "C " * 400 + "; C : '" + "x" * 400 + "' ;", "1:20", "too long"),
    ],
)
def test_errors_say_where_and_what(text: str, place: str, message: str) -> None:
    with pytest.raises(GrammarError) as raised:
        read("a.g4", text)
    assert str(raised.value).startswith(f"a.g4:{place}: ")
    assert message in str(raised.value)


def test_error_in_the_lexer_names_its_file() -> None:
    with pytest.raises(GrammarError, match=r"^L\.g4:1:20: "):
        read("P.g4", "parser grammar P; options { tokenVocab=L; } a : B ;", load_from(L="lexer grammar L; B ;"))


def test_literal_that_the_lexer_lacks() -> None:
    with pytest.raises(GrammarError, match=r"^P\.g4:1:49: no lexer rule is just the literal 'b'"):
        read("P.g4", "parser grammar P; options { tokenVocab=L; } a : 'b' ;", load_from(L="lexer grammar L;"))


def test_long_chains_of_rules_are_refused() -> None:
    chain = "".join(f"T{number} : 'x' (T{number + 1} | 'y') ;" for number in range(300))
    with pytest.raises(GrammarError, match="nested too deeply"):
        read("a.g4", f"grammar A; a : T0 ; {chain} T300 : 'x' ;")


def test_many_rules_that_refer_to_each_other_are_refused() -> None:
    every = " ".join(f"T{number}" for number in range(12))
    rules = "".join(f"T{number} : 'x' | {every} ;" for number in range(12))
    with pytest.raises(GrammarError, match=r"too long|too deeply"):
        read("a.g4", f"grammar A; a : T0 ; {rules}")


WHOLE = [ARITHMETIC, JSON, XML_PARSER]


@given(st.data())
def test_mutations_give_a_grammar_or_a_grammar_error(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WHOLE))
    lexer = XML_LEXER
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 5)))
        inserted = data.draw(st.text("'\"[]{}()~<>|:;@#*+?.\\-=/ \naAé^up0&", max_size=4))
        text = text[:start] + inserted + text[end:]
        lexer = lexer[:start] + inserted + lexer[end:]
    check(text, lexer)


@given(st.sampled_from([*WHOLE, XML_LEXER.replace("lexer", "", 1)]), st.floats(0, 1))
def test_truncations_give_a_grammar_or_a_grammar_error(text: str, part: float) -> None:
    check(text[: int(len(text) * part)], XML_LEXER)


@given(st.text())
@example("~" * 2000)
@example("a=" * 2000)
@example("(" * 2000)
@example("[" * 2000)
@example("{" * 2000)
@example("'\\")
def test_any_text_gives_a_grammar_or_a_grammar_error(text: str) -> None:
    check(text, XML_LEXER)
    check("grammar A; a : " + text, XML_LEXER)
    check("grammar A; a : B ; B : " + text, XML_LEXER)


def check(text: str, lexer: str) -> None:
    message = None
    try:
        grammar = read("a.g4", text, load_from(MarkupLexer=lexer))
    except GrammarError as error:
        message = str(error)
    if message is not None:
        assert re.match(r"\w+\.g4:\d+:\d+: .", message)
        return
    assert grammar.start in grammar.rules
    for terminal in grammar.terminals.values():
        re.compile(terminal.pattern)
