"""What is used once goes to where it is used."""

from __future__ import annotations

import pytest

from tests.passes.candidates import TEXTS, check_edits, reduced, rendered


@pytest.mark.parametrize(
    ("language", "data", "text"),
    [
        ("javascript", b"let x=f(1);x.g;", b"f(1).g;"),
        ("javascript", b"function b(p){h(p)}b(2)", b"h(2)"),
        ("javascript", b"class d{c(){b()}}a.c()", b"class d{}b()"),
        ("python", b"c=exp(1)\nc.subs(x)\n", b"exp(1).subs(x)\n"),
        ("python", b"a.b=()\nlen(a.b)\n", b"len(())\n"),
        ("python", b"def f(a):g(a)\nf(1)\n", b"g(1)\n"),
        ("python", b"def f():\n    a\n    b\nif c:\n  f()\n", b"if c:\n  a\n  b\n"),
        (
            "python",
            b"class A:\n def f(s,x):\n  s.y=x\n  g(s)\na=A()\nb=a.f(1)\n",
            b"class A:\n 0\na=A()\na.y=1\ng(a)\n",
        ),
        ("javascript", b"class A{f(x){g(this,x)}}\na.f(1)", b"class A{}\ng(a,1)"),
        ("c", b"#define A 0x42\nint b = A;\n", b"int b = 0x42;\n"),
        ("go", b"package a\ntype b interface{}\nvar c b\n", b"package a\nvar c interface{}\n"),
        ("go", b'package a\nfunc f()bool{h:=""; return h<""}', b'package a\nfunc f()bool{return ""<""}'),
        ("typescript", b"type b=0;function f(c:b){}", b"function f(c:0){}"),
        ("c", b"typedef int w;int f(w a);", b"int f(int a);"),
        ("c", b"int h(int a){return a+1;}int f(){return h(2);}", b"int f(){return 2+1;}"),
        ("cpp", b"using a=int;a f();", b"int f();"),
        ("rust", b"fn f(){let a=g(1);h(a)}", b"fn f(){h(g(1))}"),
        ("java", b"class A{void g(){int r=s;f(r);}}", b"class A{void g(){f(s);}}"),
    ],
)
def test_a_candidate(language: str, data: bytes, text: bytes) -> None:
    assert text in rendered("inlining", language, data)


@pytest.mark.parametrize(("language", "data"), [("c", b"f(x, y);g(x);"), ("python", b"x==y\nx\n"), ("c", b"")])
def test_nothing_to_inline(language: str, data: bytes) -> None:
    assert rendered("inlining", language, data) == []


@pytest.mark.parametrize(("language", "data"), TEXTS)
def test_every_edit_shortens(language: str, data: bytes) -> None:
    check_edits("inlining", language, data)
    assert all(len(text) < len(data) for text in rendered("inlining", language, data))


def raises_type_error(text: bytes) -> bool:
    """Adds a number to a string."""
    try:
        exec(compile(text, "input", "exec"), {})
    except TypeError as error:
        return "can only concatenate str" in str(error)
    except (NameError, SyntaxError, ValueError, AttributeError, RecursionError):
        return False
    return False


def test_a_chain_goes_in_one_visit() -> None:
    data = b"def add(one, other):\n    return one + other\ntext = 'a'\nnumber = 1\nresult = add(text, number)\n"
    assert reduced(data, raises_type_error, "a.py", "inlining", "parts", "literals") == b"''+0"
