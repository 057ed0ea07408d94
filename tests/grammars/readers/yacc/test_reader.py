"""The yacc reader: specifications as in the HDD thesis, bison files, and flex rules."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from thresher.errors import GrammarError
from thresher.grammars.grammar import (
    Associativity,
    Choice,
    Concatenation,
    Grammar,
    Lexing,
    Precedence,
    SourcePosition,
    Symbol,
    symbols,
)
from thresher.grammars.readers.reading import GrammarText
from thresher.grammars.readers.yacc import reader as yacc
from thresher.grammars.readers.yacc.lex_patterns import Regexes

FIGURE = r"""
goal: compilation_unit {} ;
compilation_unit:
    {$$ = NULL;}
|   package_declaration
|   class_declaration
;
class_declaration:
    modifiers CLASS_TK identifier super interfaces
        { create_class ($1, $3, $4, $5); }
    class_body
        {;}
|   CLASS_TK identifier super interfaces
        { create_class (0, $2, $3, $4); }
    class_body
        {;}
%%

SKIP: [|"/*"([^\\*]|\\*[^\\/])*"/"|];
SKIP: [|"//"([^\\n])*\\n|];
PUBLIC_TK : [|"public"|] [|public|];

PROTECTED_TK : [|"protected"|] [|protected|];
STATIC_TK : [|"static"|] [|static|];
"""

CALCULATOR = r"""
%{
#include <stdio.h>   /* %% and } in a comment */
static const char *text = "%% { %}";
%}
%define api.value.type {union value}
%code requires { typedef struct { int x; } pair; }
%union { int number; struct { char *name; } symbol; }
%expect 0
%param {void *scanner} {int depth}
%destructor { free($$); } <symbol> NAME
%printer { fprintf(yyo, "}"); } <number>
%token <number> NUM 258 "number"
%token <symbol> NAME LET "let" PRINT
%token END 0 "end of file"
%type <number> expr line
%right '='
%left '+' '-'
%left '*' "/"
%precedence UMINUS
%right POWER "**"
%start program
%%
program: %empty | program[before] line { printf("}%%{ \" %d\n", $2); /* } */ } ;
line
    : expr[value] ';' { if ($value) { char c = '}'; puts("{"); } // }
                      }
    | LET { push('{'); } NAME[name] '=' expr ';'
    | "let" PRINT expr '\n'
    | error ';' { yyerrok; }
    | expr "end of file"
    | broken
    ;
broken: error '\'' ;
expr: NUM
    | "number" '\\' "number"
    | expr '+' expr { $$ = $1 + $3; }
    | expr '-' expr
    | expr '*' expr
    | expr "/" expr
    | '-' expr %prec UMINUS
    | expr "**" expr %dprec 2
    | '(' expr ')' %merge <join>
    | %?{ depth < 3 } NAME
expr: NAME '(' ')'
%%
int main(void) { return yyparse(); }
"""

SCANNER = r"""
%{
#include "calculator.tab.h"
%}
%option noyywrap
%x COMMENT
%s TEXT
DIGIT   [0-9]
FRACTION  {DIGIT}*"."{DIGIT}+
%%
   int local = 0;
[ \t\r\n]+      ;
"#".*           /* a comment, return NOTHING */
"/*"            { BEGIN(COMMENT); }
<COMMENT>{
  "*/"          { BEGIN(INITIAL); }
  [^*]+         |
  "*"           ;
}
{DIGIT}+        { yylval.number = atoi(yytext); return NUM; }
{FRACTION}      { if (x) { puts("return PRINT;"); } return NUM; }
"let"           return LET;
"**"            { return yy::parser::token::POWER; }
[a-z]+|"$"      { return NAME; }
"print"/[ ]     { return(PRINT); }
<<EOF>>         { return END; }
[-+*/=;()]      { return yytext[0]; }
.               { yyerror("bad character"); }
%%
int yywrap(void) { return 1; }
"""


def texts(grammar: Grammar, rule: str) -> list[str]:
    return [
        " ".join(symbol.name for symbol in symbols(alternative.body))
        for alternative in grammar.rules[rule].alternatives
    ]


def lexed(grammar: Grammar, text: str) -> list[str]:
    """Names of the tokens, by the rule of lex: the longest match, then the first. Skipped ones are left out."""
    offset, modes, found = 0, ["DEFAULT_MODE"], []
    while offset < len(text):
        here = [terminal for terminal in grammar.terminals.values() if modes[-1] in terminal.modes]
        ends = [match.end() if (match := re.compile(t.pattern).match(text, offset)) else offset for t in here]
        best = max(range(len(here)), key=lambda index: ends[index])
        assert ends[best] > offset, text[offset:]
        found += [] if here[best].skip else [here[best].name]
        modes = modes[: len(modes) - here[best].pops] + list(here[best].pushes)
        offset = ends[best]
    return found


def test_figure_of_the_thesis() -> None:
    grammar = yacc.read("java.y", FIGURE)
    assert grammar.start == "goal"
    assert grammar.lexing is Lexing.LONGEST
    assert texts(grammar, "compilation_unit") == ["", "package_declaration", "class_declaration"]
    assert texts(grammar, "class_declaration") == [
        "modifiers CLASS_TK identifier super interfaces class_body",
        "CLASS_TK identifier super interfaces class_body",
    ]
    assert list(grammar.terminals) == ["SKIP", "SKIP#2", "PUBLIC_TK", "PROTECTED_TK", "STATIC_TK", "(white space)"]
    assert grammar.terminals["PUBLIC_TK"].minimal == "public"
    assert grammar.terminals["SKIP#2"].skip
    assert lexed(grammar, "public\n\tstatic protected /* x */ public") == [
        "PUBLIC_TK",
        "STATIC_TK",
        "PROTECTED_TK",
        "PUBLIC_TK",
    ]
    assert [problem.message.rpartition(" ")[2] for problem in grammar.problems] == [
        r'"/*"([^*]|\*+[^*/])*\*+"/"',
        r'"//"([^\n])*\n',
    ]


def test_double_backslashes_of_the_figure_mean_single_ones() -> None:
    grammar = yacc.read("java.y", FIGURE)
    text = "public // a comment\n static /* n \\ n/*/ static /***/ public"
    assert lexed(grammar, text) == ["PUBLIC_TK", "STATIC_TK", "STATIC_TK", "PUBLIC_TK"]


def test_backslashes_that_are_meant_are_kept() -> None:
    grammar = yacc.read("a.y", 's: "a";\n%%\nSKIP: [|\\\\\\n|];\n')
    assert grammar.problems == ()
    assert lexed(grammar, "\\\n") == []


def test_a_specification_may_have_declarations_and_another_separator() -> None:
    grammar = yacc.read("a.y", '%left PLUS\nsum: sum PLUS sum | N\n%:\nPLUS: [|"+"|];\nN: [|[0-9]+|] [|0|]\n')
    assert grammar.start == "sum"
    assert grammar.rules["sum"].alternatives[0].precedence == Precedence(1, Associativity.LEFT)
    assert lexed(grammar, "1 +2") == ["N", "PLUS", "N"]
    same = yacc.read("a.y", '%left PLUS\n%%\nsum: sum PLUS sum | N;\n%%\nPLUS: [|"+"|];\nN: [|[0-9]+|];')
    assert same.rules.keys() == grammar.rules.keys()
    assert same.terminals["N"].minimal is None


def test_lexical_lines_refer_to_each_other_and_definitions_alone_are_not_tokens() -> None:
    grammar = yacc.read("a.y", "s: N;\n%%\nN: [|{D}+|{D}+\\.{D}*|];\nD: [|[0-9]|];\nBAR: [|[^|]x|];")
    assert list(grammar.terminals) == ["N", "N#2", "BAR", "(white space)"]
    assert lexed(grammar, "12") == ["N"]
    assert lexed(grammar, "12.5") == ["N#2"]
    assert grammar.rules["s"].alternatives[0].body == Choice(
        (Symbol("N", SourcePosition(1, 4)), Symbol("N#2", SourcePosition(1, 4)))
    )


def test_white_space_is_skipped_unless_something_matches_it() -> None:
    assert "(white space)" in yacc.read("a.y", "s: 'a' 'b';").terminals
    assert "(white space)" not in yacc.read("a.y", "s: 'a' '\\t';").terminals
    assert lexed(yacc.read("a.y", "s: 'a' '\\n';"), " a\t\n") == ["'a'", "'\\n'"]
    assert "(white space)" not in yacc.read("a.y", "s: 'a';\n%%\nSKIP: [|[ ]|];").terminals


def test_calculator() -> None:
    grammar = yacc.read("calculator.y", CALCULATOR)
    assert grammar.start == "program"
    assert texts(grammar, "program") == ["", "program line"]
    assert texts(grammar, "line") == ["expr ';'", "LET NAME '=' expr ';'", "LET PRINT expr '\\n'", "expr"]
    assert texts(grammar, "expr") == [
        "NUM",
        "NUM '\\\\' NUM",
        "expr '+' expr",
        "expr '-' expr",
        "expr '*' expr",
        "expr '/' expr",
        "'-' expr",
        "expr POWER expr",
        "'(' expr ')'",
        "NAME",
        "NAME '(' ')'",
    ]
    assert "broken" not in grammar.rules
    assert [problem.message for problem in grammar.problems] == [
        "this predicate is ignored: its alternative always applies",
        "3 alternative(s) with the token error are left out",
    ]
    assert not any(problem.fatal for problem in grammar.problems)
    assert grammar.problems[1].place == SourcePosition(30, 7)
    assert set(grammar.terminals) >= {"'+'", "'\\n'", "POWER", "'/'"}
    assert grammar.terminals["POWER"].pattern == re.escape("**")
    assert "NUM" not in grammar.terminals


def test_precedence() -> None:
    grammar = yacc.read("calculator.y", CALCULATOR)
    assert grammar.precedences == {
        "'='": Precedence(1, Associativity.RIGHT),
        "'+'": Precedence(2, Associativity.LEFT),
        "'-'": Precedence(2, Associativity.LEFT),
        "'*'": Precedence(3, Associativity.LEFT),
        "'/'": Precedence(3, Associativity.LEFT),
        "UMINUS": Precedence(4, Associativity.SILENT),
        "POWER": Precedence(5, Associativity.RIGHT),
    }
    levels = [
        alternative.precedence and alternative.precedence.level for alternative in grammar.rules["expr"].alternatives
    ]
    assert levels == [None, None, 2, 2, 3, 3, 4, 5, None, None, None]


def test_the_last_terminal_counts_even_if_it_has_no_precedence() -> None:
    grammar = yacc.read("a.y", "%left 'i'\n%%\ns: 'i' 'x' s | 'x' 'i' s | s;")
    assert [alternative.precedence for alternative in grammar.rules["s"].alternatives] == [
        None,
        (1, Associativity.LEFT, ""),
        None,
    ]


def test_everything_has_its_place() -> None:
    grammar = yacc.read("a.y", "s:\n  a 'b'\n | c;\n")
    (first, second) = grammar.rules["s"].alternatives
    assert first.body == Concatenation((Symbol("a", SourcePosition(2, 3)), Symbol("'b'", SourcePosition(2, 5))))
    assert (first.place, second.place) == (SourcePosition(2, 3), SourcePosition(3, 4))
    assert grammar.terminals["'b'"].place == SourcePosition(2, 5)


def test_rules_without_semicolons_and_rules_that_come_twice() -> None:
    grammar = yacc.read("a.y", "%%\na : b 'x' { act(); }\n | \nb[name] : 'y'\na : 'z' = { old(); } ;")
    assert texts(grammar, "a") == ["b 'x'", "", "'z'"]
    assert texts(grammar, "b") == ["'y'"]


def test_flex_file_beside_the_grammar() -> None:
    asked = []

    def load(name: str) -> str | None:
        asked.append(name)
        return SCANNER if name == "calculator.lex" else None

    grammar = yacc.read("grammars/calculator.y", CALCULATOR, load)
    assert asked == ["calculator.l", "calculator.lex"]
    assert lexed(grammar, "let x = 12 # 3\n + 1.5**y;") == [
        "LET",
        "NAME",
        "'='",
        "NUM",
        "'+'",
        "NUM#2",
        "POWER",
        "NAME",
        "';'",
    ]
    assert lexed(grammar, "1 /* let ** x */ / $ print 2") == ["NUM", "'/'", "NAME#2", "NAME", "NUM"]
    assert texts(grammar, "expr")[0] == "NUM NUM#2"
    assert [problem.message for problem in grammar.problems if "/" in problem.message] == [
        "what follows / must match, but does not add to the length of the match as it does in lex"
    ]


@pytest.mark.parametrize("definitions", ["", "LETTER [a-z]\n%%\n"])
def test_flex_rules_after_the_productions(definitions: str) -> None:
    rules = '"if" { return IF; }\n[a-z]+ return make_WORD(yytext);\n[.!] return *yytext;\n"?" return \'?\';\n[ ] ;\n'
    grammar = yacc.read("a.y", f"%token IF WORD\n%%\ns: IF WORD '.' | WORD '?';\n%%\n{definitions}{rules}")
    assert lexed(grammar, "if iffy.") == ["IF", "WORD", "'.'"]
    assert lexed(grammar, "x?") == ["WORD", "'?'"]


def test_flex_modes_with_a_stack() -> None:
    rules = '"<" { yy_push_state(TAG); return OPEN; }\n<TAG>">" { yy_pop_state(); return CLOSE; }\n<*>[a-z] return A;\n'
    grammar = yacc.read("a.y", f"s: OPEN A CLOSE A;\n%%\n%x TAG\n%%\n{rules}")
    assert lexed(grammar, "<a>a") == ["OPEN", "A", "CLOSE", "A"]
    assert grammar.terminals["CLOSE"].modes == {"TAG"}


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("x { return check(); }", "which token this rule returns is not clear; it is left out. Write return NAME;"),
        ("x { return y ? A : B; }", "this rule returns one of several tokens; A is assumed"),
        ("x { yyless(1); return A; }", "yyless in this action is ignored"),
        ("x { BEGIN(caller); return A; }", "caller is not a start condition; it is ignored"),
        ('"/*" { comment(); }', "this rule is assumed to skip everything up to */"),
    ],
)
def test_flex_rules_that_are_not_fully_understood(rule: str, message: str) -> None:
    grammar = yacc.read("a.y", "s: A | B;", {"a.l": f"%%\n\n{rule}\n"}.get)
    assert [tuple(problem) for problem in grammar.problems] == [(SourcePosition(3, 1), message, False)]


@pytest.mark.parametrize("start", ['#include "x.h"', "enum { A };", "/* code */", "static int x;", ""])
def test_c_code_after_the_productions_is_not_a_lexer(start: str) -> None:
    code = f"{start}\nint yylex(void)\n{{\n  return NUM;\n}}\n"
    assert list(yacc.read("a.y", f"%%\ns: 'a';\n%%\n{code}").terminals) == ["'a'", "(white space)"]


def test_tokens_with_a_prefix_in_the_scanner() -> None:
    grammar = yacc.read("a.y", "%define api.token.prefix {TOK_}\n%%\ns: A;\n%%\n[a] return TOK_A;\n")
    assert lexed(grammar, "a") == ["A"]


def test_a_minimal_text_that_does_not_match() -> None:
    grammar = yacc.read("a.y", "s: A;\n%%\nA: [|[0-9]+|] [|x|];")
    assert grammar.terminals["A"].minimal is None
    assert grammar.problems[0].place == SourcePosition(3, 17)


def test_an_unknown_directive_is_named() -> None:
    grammar = yacc.read("a.y", "%token A\n%whatever {x} y\n%%\ns: A;")
    assert [tuple(problem) for problem in grammar.problems] == [
        (SourcePosition(2, 1), "%whatever is not known and ignored", False)
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.y:1:1: there are no rules"),
        ("%%\n%%\n", "there are no rules"),
        ("s: 'a' {\n if (x) {", "a.y:1:8: this { is never closed"),
        ("s: 'a'\n : b", "a.y:2:2: : is out of place"),
        ("s: a\n /* b", "a.y:2:2: this comment is never closed"),
        ("%{ a\n", "a.y:1:1: this %{ is never closed"),
        ("s: a @ b", "a.y:1:6: '@' means nothing here"),
        ("%start x\n%%\ns: a;", "a.y:1:8: %start names x"),
        ("%start\n%%\ns: a;", "a.y:1:1: %start needs the name"),
        ("s: a %prec ;", "a.y:1:6: %prec needs a token"),
        ('s: "";', 'a.y:1:4: the literal "" is not a token'),
        ("s: error;", "a.y:1:1: every alternative of s needs the token error"),
        ("s: 12;", "a.y:1:4: 12 is out of place"),
        ("s: A;\n%%\nA: [|a|];\nB [|b|];", "a.y:4:1: expected a line like NAME"),
        ("s: A;\n%%\nA: [|a b|];", "a.y:3:7: a blank in a regular expression must be quoted"),
        ("s: A;\n%%\ns: [|a|];", "a.y:1:1: s is a rule and a token"),
        ("s: A;\n%%\nA: [|(a|];", "a.y:3:6: this ( is never closed"),
        ("s: A;\n%%\nA: [|[a|];", "a.y:3:6: this [ is never closed"),
        ("s: A;\n%%\nA: [|a)|];", "a.y:3:7: ) is out of place"),
        ("s: A;\n%%\nA: [|*|];", "a.y:3:6: nothing to repeat"),
        ("s: A;\n%%\nA: [|a{3,2}|];", "a.y:3:7: {3,2} is not a range"),
        ("s: A;\n%%\nA: [|[z-a]|];", "a.y:3:7: z-a is not a range"),
        ("s: A;\n%%\nA: [|[[:word:]]|];", "a.y:3:7: there is no class word"),
        ("s: A;\n%%\nA: [|{B}|];", "a.y:3:6: {B} has no definition"),
        ("s: A;\n%%\nA: [|x{A}|];", "a.y:3:7: {A} is defined by itself"),
        ("s: A;\n%%\nA: [||];", "a.y:3:6: part of a regular expression is missing"),
        (f"s: A;\n%%\nA: [|{'(' * 900}|];", "nested too deeply"),
        ('s: A;\n%%\n"a" |\n', "a.y:3:1: this rule has no action"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=re.escape(message)):
        yacc.read("a.y", text)


REGEXES = [
    ('"a.b"', ["a.b"], ["axb"]),
    (r'"a\"\n\\"', ['a"\n\\'], ['a"n\\']),
    ("a.c", ["abc"], ["a\nc", "ac"]),
    (r"\d\w\.", ["dw."], ["1a."]),
    (r"\n\t\\\012\x1f\/", ["\n\t\\\n\x1f/"], []),
    ("[a-c]", ["a", "b", "c"], ["d", "-"]),
    ("[a-]", ["a", "-"], ["b"]),
    ("[]a]", ["]", "a"], ["b"]),
    ("[^]a]", ["b", "\n"], ["]", "a"]),
    (r"[\]\n\\^]", ["]", "\n", "\\", "^"], ["n"]),
    (r"[^\\*]", ["a", "n"], ["\\", "*"]),
    ("[[:alpha:]_]", ["x", "X", "_"], ["1", ":"]),
    ("[[:^digit:]x]", ["a", "x", "é"], ["1"]),
    ("[[:xdigit:]]{2}", ["aF", "09"], ["a", "gg"]),
    (r"[a&&b||[~~]", ["&", "|", "[", "~"], ["c"]),
    (r"[\x80-\xff]", ["é", "→"], ["e"]),
    ("[a-z]{-}[aeiou]", ["b"], ["a", "B"]),
    ("[a-c]{+}[0-3]", ["b", "2"], ["d"]),
    ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
    ("a{2,}", ["aa", "aaaaa"], ["a"]),
    ("{D}{D}", ["12", "1x", "xx"], ["1"]),
    ("(a|bc)*", ["", "abca"], ["b"]),
    ('"ab"+', ["ab", "abab"], ["abb"]),
    (r"\++", ["+", "++"], [""]),
    ("a+?", ["", "a", "aaa"], ["b"]),
    ("a*+b", ["b", "aab"], []),
    ("a?*", ["", "aaa"], ["b"]),
    ("(?i:ab)c", ["ABc", "abc"], ["abC"]),
    ("(?s:.)(?-s:.)", ["\nx"], ["\n\n"]),
    ("a^b$c", ["a^b$c"], ["abc"]),
    (r"\"([^\\\"\n]|\\.)*\"", ['""', r'"a\"b"'], ['"a"b"', '"']),
    (r'"/*"([^*]|\*+[^*/])*\*+"/"', ["/**/", "/* a * b **/"], ["/* */ */"]),
    ("a|[0-9]+|b", ["a", "12", "b"], ["ab"]),
    ("#&~-@%", ["#&~-@%"], []),
]


@pytest.mark.parametrize(("regex", "yes", "no"), REGEXES)
def test_regexes(regex: str, yes: list[str], no: list[str]) -> None:
    source = regex + " [0-9]|x"
    branches = Regexes(GrammarText("a.l", source), {"D": (len(regex) + 1, len(source))}).read(0, len(regex)).branches
    fits = [text for text in yes + no if any(re.fullmatch(branch, text) for branch in branches)]
    assert fits == yes


def found(regex: str, text: str, offset: int = 0) -> str | None:
    """The longest match of any branch."""
    branches = Regexes(GrammarText("a.l", regex), {}).read(0, len(regex)).branches
    matches = [match[0] for branch in branches if (match := re.compile(branch).match(text, offset))]
    return max(matches, key=len, default=None)


def test_anchors_and_context() -> None:
    assert found("^a", "ba\na", 1) is None
    assert found("^a", "ba\na", 3) == "a"
    assert found("a$", "a\n") == "a"
    assert found("a$", "ab") is None
    assert found("a|b/c|d", "bd") == "b"
    assert found("a|b/c|d", "b") is None


def test_the_longest_alternative_is_found() -> None:
    assert found('"<"|"<="|"<<="', "<<=") == "<<="
    assert found('("<"|"<=")x?', "<=") == "<="
    assert found("[0-9]+((u|U)|(u|U)?(l|L|ll|LL)|(l|L|ll|LL)(u|U))?", "1llu") == "1llu"
    assert found("[0-9]+((u|U)|(u|U)?(l|L|ll|LL)|(l|L|ll|LL)(u|U))?", "1Ull") == "1Ull"
    assert found(r"x([0-9]+|[0-9]+\.[0-9]+)?", "x1.25") == "x1.25"
    assert found(r"[0-9]+|[0-9]+\.[0-9]+", "1.25") == "1.25"


VALID = [
    FIGURE,
    CALCULATOR,
    CALCULATOR.partition("int main")[0] + SCANNER,
    "s: N;\n%%\nN: [|{D}+|[a-c]{2}|] [|1|];\nD: [|[0-9]|];",
]
PIECES = [
    "%%",
    "%{",
    "%}",
    "{",
    "}",
    '"',
    "'",
    "[|",
    "|]",
    "(",
    ")",
    "[",
    "]",
    "\\",
    "|",
    ":",
    ";",
    "/*",
    "\n",
    "<",
    "%prec",
]
PIECES += [
    "%start",
    "%token",
    "error",
    "<<EOF>>",
    "{D}",
    "{2}",
    "*",
    "0",
    " ",
    "\x00",
    "é",
    "$",
    "^",
    "/",
    "return",
    "BEGIN",
]


@settings(max_examples=300)
@given(
    st.sampled_from(VALID),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 30), st.sampled_from([*PIECES, ""])), max_size=4),
    st.one_of(st.none(), st.integers(0, 3000)),
)
def test_any_text_gives_a_grammar_or_a_grammar_error(
    valid: str, edits: list[tuple[int, int, str]], end: int | None
) -> None:
    text = valid
    for start, length, piece in edits:
        text = text[: start % len(text)] + piece + text[start % len(text) + length :] if text else piece
    _check_anything(text[:end])


@given(st.lists(st.sampled_from([*PIECES, "s: A\n", "\n%%\n", "A: ", "a", "NAME"])).map("".join))
@example("s:")
@example("\n }\n")
@example("s: A;\n%%\n%%\n" + "\n".join(f"D{i} {{D{i + 1}}}{{D{i + 1}}}" for i in range(60)) + "\nD60 x\n%%\n{D0} ;\n")
@example("s: A;\n%%\n" + "\n".join(f"D{i} ({{D{i + 1}}})" for i in range(400)) + "\nD400 x\n%%\n{D0} ;\n")
@example("s: A;\n%%\nA: [|((((a{9999}){9999}){9999}){9999}){99999}|];")
def test_any_pieces_give_a_grammar_or_a_grammar_error(text: str) -> None:
    _check_anything(text)
    _check_anything("s: A;\n%%\n%%\n" + text)
    _check_anything(f"s: A;\n%%\nA: [|{text}|];")


def _check_anything(text: str) -> None:
    try:
        grammar = yacc.read("a.y", text)
    except GrammarError:
        return
    assert grammar.start in grammar.rules
    assert all(re.compile(terminal.pattern) for terminal in grammar.terminals.values())
