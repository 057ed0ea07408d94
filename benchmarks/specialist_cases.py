"""The inputs of `benchmarks.specialists`: how they are made and tested, and the reducers that are for them."""

from __future__ import annotations

import heapq
import shlex
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).with_name("specialist_inputs")
CPP = (SOURCES / "streams.cpp").read_text()
SHADER = (SOURCES / "light.frag").read_text()
MODULE = "\n".join(
    f'(func $f{n} (export "f{n}") (param i32) (result i32) (local i32) (block (loop (br_if 1 (i32.eqz (local.get 0)))'
    f" (local.set 1 (i32.add (local.get 1) (i32.mul (local.get 0) (i32.const {n}))))"
    f" (local.set 0 (i32.sub (local.get 0) (i32.const 1))) (br 0)))"
    f" (i32.rotl (local.get 1) {'(local.get 0)' if n % 40 else f'(call $f{n - 1} (i32.clz (local.get 1)))'}))"
    for n in range(1, 120)
)

SCRIPT = "\n".join(
    f"function f{n}(x, y) {{ const part = x.map((e) => e * {n} + y);"
    f" return part.length > {n} ? f{n // 2}(part, {n}) : part; }}"
    for n in range(1, 80)
)
FORMULA = "(set-logic QF_LIA)\n" + "".join(
    f"(declare-fun x{n} () Int)\n(assert (and (>= x{n} {n}) (or (< x{n} {n + 9}) (= (+ x{n} {n}) {3 * n + 1}))))\n"
    for n in range(60)
)


LOOPS = (SOURCES / "loops.c").read_text()
COMPUTE = (SOURCES / "least.comp").read_text()
POPULATION = "(i32.popcnt (call_indirect (type $t) (local.get 0) (local.get 1) (i32.wrap_i64 (local.get 2))))"
TABLE = "\n".join(
    f"(func $g{n} (type $t) (local i64) (global.set $s (i32.add (global.get $s) (local.get 0)))"
    f" (if (i32.gt_s (local.get 0) (i32.const {n})) (then (i32.store offset={4 * n} (local.get 1) (i32.const {n})))"
    f" (else (local.set 1 (call $g{(n * 7) % 50} (i32.const {n}) (i32.load (local.get 1))))))"
    f" (local.set 2 (i64.extend_i32_s (local.get 1)))"
    f" {POPULATION if n == 31 else '(local.get 1)'})"
    for n in range(50)
)
CALCULATOR = (SOURCES / "calculator.js").read_text()
QUEUES = "".join(
    f"""
function Queue{n}(limit) {{ var items = []; var dropped = 0; return {{
  put: function (item) {{ if (items.length >= limit) {{ dropped++; items.shift(); }}
    items.push(item * {n}); return this; }},
  take: function () {{ if (!items.length) {{ throw new Error('queue {n} is empty'); }} return items.shift(); }},
  size: function () {{ return items.length; }}, lost: function () {{ return dropped; }} }}; }}
function fill{n}(queue, from, to) {{ for (var i = from; i < to; i++) {{ queue.put(i); }} return queue; }}
"""
    for n in range(1, 12)
)
WORDS = "(set-logic QF_BV)\n(declare-fun m () (_ BitVec 16))\n" + "".join(
    f"(declare-fun v{n} () (_ BitVec 16))\n(assert (bvule (bvand v{n} #x00f{n % 8}) (bvor m #x000{n % 8})))\n"
    f"(assert (or (bvult v{n} m) (= ((_ extract 3 0) v{n}) #x{n % 16:x})))\n"
    for n in range(40)
)
ARRAYS = (
    "(set-logic QF_AUFLIA)\n(declare-sort E 0)\n(declare-fun f (E) Int)\n(declare-fun a () (Array Int E))\n"
    + "".join(
        f"(declare-const e{n} E)\n(declare-const i{n} Int)\n(assert (! (= (select a i{n}) e{n}) :named n{n}))\n"
        f"(assert (or (> (f e{n}) {n}) (let ((k (+ i{n} 1))) (distinct k (f (select a k)) {n}))))\n"
        for n in range(30)
    )
)


@dataclass(frozen=True)
class Specialist:
    """A reducer: its program, and the command in a folder with the input, the counted test `t` and the result `out`."""

    program: str
    command: str


@dataclass(frozen=True)
class SpecialistCase:
    """An input: its name, its source, and the commands that make it and test it."""

    name: str
    source: tuple[str, str]
    make: str
    test: str

    @property
    def reducers(self) -> tuple[Specialist, ...]:
        """Those that are for it."""
        return FOR_SUFFIX[Path(self.name).suffix]


LLVM = (Specialist("llvm-reduce-16", "llvm-reduce-16 --test=./t {input} -o out"),)
SPIRV = (Specialist("spirv-reduce", "spirv-reduce {input} -o out -- ./t"),)
WASM = (
    Specialist(
        "wasm-reduce",
        "cp {input} w && wasm-reduce {input} -b $(dirname $(which wasm-opt)) "
        "'--command=./t w && echo same' -t w -w out --timeout 20",
    ),
)
PYTHON = (
    Specialist(
        "pysource-minimize",
        "cp {input} out && pysource-minimize --file out -w --track same -- sh -c './t out && echo same'",
    ),
)
JAVASCRIPT = (
    Specialist(
        "jsdelta",
        "printf '#!/bin/sh\\n./t \"$1\" && echo same' > p && chmod +x p && "
        "jsdelta --cmd ./p --msg same --out left {input}",
    ),
)
SMT_LIB = (Specialist("ddsmt", "ddsmt -j 1 {input} out ./t"),)
FOR_SUFFIX = {".ll": LLVM, ".spv": SPIRV, ".wasm": WASM, ".py": PYTHON, ".js": JAVASCRIPT, ".smt2": SMT_LIB}


def _library(name: str, module: str, use: str, test: str) -> SpecialistCase:
    """A module of Python's library, and a script that uses it."""
    return SpecialistCase(name, ("use.txt", use), f"cat {module} use.txt > {name}", test)


def _script(name: str, text: str, test: str) -> SpecialistCase:
    return SpecialistCase(name, ("use.txt", text), f"cp use.txt {name}", test)


CASES = (
    SpecialistCase(
        "switch.ll",
        ("a.cpp", CPP),
        "clang-16 -O1 -Xclang -disable-llvm-passes -S -emit-llvm a.cpp -o switch.ll",
        "opt-16 -passes='sroa,simplifycfg<switch-to-lookup>' -S $F 2>/dev/null | grep -q '^@switch.table.*= private'",
    ),
    SpecialistCase(
        "vector.ll",
        ("a.cpp", CPP),
        "clang-16 -O1 -S -emit-llvm a.cpp -o vector.ll",
        "opt-16 -passes=loop-vectorize -S $F 2>/dev/null | grep -q 'add <4 x i64>\\|add <2 x i64>'",
    ),
    SpecialistCase(
        "idiom.ll",
        ("a.c", LOOPS),
        "clang-16 -O1 -Xclang -disable-llvm-passes -S -emit-llvm a.c -o idiom.ll",
        "opt-16 -passes='sroa,loop-simplify,loop-rotate,loop-idiom' -S $F 2>/dev/null |"
        " grep -q 'call void @llvm.memset'",
    ),
    SpecialistCase(
        "discard.spv",
        ("a.frag", SHADER),
        "glslangValidator -V a.frag -o discard.spv",
        "spirv-val $F >/dev/null 2>&1 && spirv-opt -O $F -o - 2>/dev/null | spirv-dis - 2>/dev/null |"
        " awk '/OpKill/{a=1} /OpPhi %v3float/{b=1} /Pow/{c=1} END{exit !(a&&b&&c)}'",
    ),
    SpecialistCase(
        "least.spv",
        ("a.comp", COMPUTE),
        "glslangValidator -V a.comp -o least.spv",
        "spirv-val $F >/dev/null 2>&1 && spirv-opt -O $F -o - 2>/dev/null | spirv-dis - 2>/dev/null |"
        " awk '/OpAtomicIAdd/{a=1} /OpLoopMerge/{b=1} /UMin/{c=1} END{exit !(a&&b&&c)}'",
    ),
    SpecialistCase(
        "rotate.wasm",
        ("a.wat", f"(module {MODULE})"),
        "wat2wasm a.wat -o rotate.wasm",
        "wasm-opt -O1 $F -S -o - 2>/dev/null | awk '/i32.clz/{a=1} /[(]loop/{b=1} END{exit !(a&&b)}'",
    ),
    SpecialistCase(
        "table.wasm",
        (
            "a.wat",
            f"(module (type $t (func (param i32 i32) (result i32))) (memory 1) (global $s (mut i32) (i32.const 7))\n"
            f'(table 8 funcref) (elem (i32.const 0) $g3 $g31 $g7) (export "main" (func $g5)) {TABLE})',
        ),
        "wat2wasm a.wat -o table.wasm",
        "wasm-opt -O2 $F -S -o - 2>/dev/null |"
        " awk '/i32.popcnt/{a=1} /call_indirect/{b=1} /i32.store/{c=1} END{exit !(a&&b&&c)}'",
    ),
    _library(
        "wrap.py",
        textwrap.__file__,
        "print(shorten('some  words here', 12))\n",
        f"[ \"$(timeout 9 {sys.executable} -I $F 2>&1 | tail -n 1)\" = 'some [...]' ]",
    ),
    _library(
        "split.py",
        shlex.__file__,
        "print(split('a \"b c\" # d', True))\n",
        f"[ \"$(timeout 9 {sys.executable} -I $F 2>&1 < /dev/null | tail -n 1)\" = \"['a', 'b c']\" ]",
    ),
    _library(
        "queue.py",
        heapq.__file__,
        "print(*merge([5, 9], [1, 7], [3]), nsmallest(2, [4, 3, 8]))\n",
        f"[ \"$(timeout 9 {sys.executable} -I $F 2>&1 | tail -n 1)\" = '1 3 5 7 9 [3, 4]' ]",
    ),
    _script(
        "calls.js",
        f"function f0(x, y) {{ return x; }}\n{SCRIPT}\nconsole.log(f70([1, 2], 3));\n",
        "[ \"$(timeout 9 node $F 2>&1)\" = '[ 73, 143 ]' ]",
    ),
    _script("infinity.js", CALCULATOR, "timeout 9 node $F 2>&1 | grep -q '(7 over (8 minus 8)) = Infinity'"),
    _script(
        "empty.js",
        f"{QUEUES}var q = fill7(Queue7(3), 0, 9); console.log(q.size(), q.lost());\n"
        "while (q.size() > 0) { console.log(q.take()); }\nq.take();\n",
        "timeout 9 node $F 2>&1 | grep -q '^Error: queue 7 is empty'",
    ),
    _script(
        "sums.smt2",
        FORMULA + "(assert (< x7 3))\n(check-sat)\n",
        '[ "$(timeout 9 cvc4 $F 2>&1)" = unsat ]',
    ),
    _script(
        "words.smt2",
        WORDS + "(assert (and (bvult v9 m) (= (bvadd m v9) #x000f)))\n(check-sat)\n(get-value (v9))\n",
        "timeout 9 cvc4 --produce-models $F 2>&1 | tr '\\n' ' ' | grep -q '^sat ((v9 #b0*1[01]*))'",
    ),
    _script(
        "arrays.smt2",
        ARRAYS + "(assert (and (= i3 i4) (> (f e3) (f e4))))\n(check-sat)\n",
        '[ "$(timeout 9 cvc4 $F 2>&1)" = unsat ]',
    ),
)


def given(folder: Path) -> SpecialistCase:
    """A folder with `input.*` and `test.sh`."""
    (source,) = folder.absolute().glob("input.*")
    name = f"{folder.name}{source.suffix}"
    return SpecialistCase(name, ("none", ""), f"cp {source} {name}", f"sh {folder.absolute()}/test.sh $F")
