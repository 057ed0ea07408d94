"""Compares thresher with the reducers that know one language, on inputs made by the compilers on this machine.

usage: python -m benchmarks.specialists [CASE...] [--seconds 100] [--ablation]

Runs of the test are counted by a program between reducer and test. Cases and reducers whose programs are not installed
are listed as missing. With `--ablation`, thresher runs once more without each kind of joint edit.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.counting import counted, counting
from benchmarks.report import Report
from thresher.passes.joint import JOINT

CPP = """
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
static std::map<std::string, std::vector<int>> table;
int classify(int x) { switch (x) { case 0: return 3; case 1: return 9; case 2: return 27; case 7: return 81;
  default: return x > 100 ? -1 : 0; } }
int parse(const std::string &text) {
  std::istringstream in(text); std::string word; int total = 0;
  while (in >> word) { table[word].push_back(std::stoi(word)); total += classify(table[word].back()); }
  return total;
}
long sum(const int *a, int n) { long s = 0; for (int i = 0; i < n; ++i) s += a[i] > 3 ? a[i] : 1; return s; }
int main(int argc, char **argv) { return argc > 1 ? parse(argv[1]) : (int)sum(&argc, 1); }
"""
SHADER = """#version 450
layout(location=0) in vec2 uv; layout(location=0) out vec4 color;
layout(binding=1) uniform U { mat4 view; vec4 lights[8]; int count; float gamma; } u;
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
float noise(vec2 p) { vec2 i = floor(p), f = fract(p); f = f*f*(3.0-2.0*f);
  return mix(mix(hash(i), hash(i+vec2(1,0)), f.x), mix(hash(i+vec2(0,1)), hash(i+vec2(1,1)), f.x), f.y); }
void main() {
  vec3 sum = vec3(noise(uv));
  for (int i = 0; i < u.count; ++i) { vec3 l = u.lights[i].xyz; if (length(l) > 100.0) break; sum += normalize(l); }
  switch (int(uv.x * 4.0)) { case 0: sum *= 0.5; break; case 1: sum = sum.zyx; break; case 3: discard; }
  color = u.view * vec4(pow(sum, vec3(1.0 / u.gamma)), 1.0);
}
"""
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


@dataclass(frozen=True)
class Specialist:
    """A reducer: its program, and the command in a folder with the input, the counted test `t` and the result `out`."""

    program: str
    command: str


@dataclass(frozen=True)
class SpecialistCase:
    """An input: its name, its source, the commands that make it and test it, and the reducers that are for it."""

    name: str
    source: tuple[str, str]
    make: str
    test: str
    reducers: tuple[Specialist, ...]


LLVM = (Specialist("llvm-reduce-16", "llvm-reduce-16 --test=./t {input} -o out"),)
CASES = (
    SpecialistCase(
        "switch.ll",
        ("a.cpp", CPP),
        "clang-16 -O1 -Xclang -disable-llvm-passes -S -emit-llvm a.cpp -o switch.ll",
        "opt-16 -passes='sroa,simplifycfg<switch-to-lookup>' -S $F 2>/dev/null | grep -q '^@switch.table.*= private'",
        LLVM,
    ),
    SpecialistCase(
        "vector.ll",
        ("a.cpp", CPP),
        "clang-16 -O1 -S -emit-llvm a.cpp -o vector.ll",
        "opt-16 -passes=loop-vectorize -S $F 2>/dev/null | grep -q 'add <4 x i64>\\|add <2 x i64>'",
        LLVM,
    ),
    SpecialistCase(
        "discard.spv",
        ("a.frag", SHADER),
        "glslangValidator -V a.frag -o discard.spv",
        "spirv-val $F >/dev/null 2>&1 && spirv-opt -O $F -o - 2>/dev/null | spirv-dis - 2>/dev/null |"
        " awk '/OpKill/{a=1} /OpPhi %v3float/{b=1} /Pow/{c=1} END{exit !(a&&b&&c)}'",
        (Specialist("spirv-reduce", "spirv-reduce {input} -o out -- ./t"),),
    ),
    SpecialistCase(
        "rotate.wasm",
        ("a.wat", f"(module {MODULE})"),
        "wat2wasm a.wat -o rotate.wasm",
        "wasm-opt -O1 $F -S -o - 2>/dev/null | awk '/i32.clz/{a=1} /[(]loop/{b=1} END{exit !(a&&b)}'",
        (
            Specialist(
                "wasm-reduce",
                "cp {input} w && wasm-reduce {input} -b $(dirname $(which wasm-opt)) "
                "'--command=./t w && echo same' -t w -w out --timeout 20",
            ),
        ),
    ),
    SpecialistCase(
        "wrap.py",
        ("use.txt", "print(shorten('some  words here', 12))\n"),
        f"cat {textwrap.__file__} use.txt > wrap.py",
        f"[ \"$(timeout 9 {sys.executable} -I $F 2>&1 | tail -n 1)\" = 'some [...]' ]",
        (
            Specialist(
                "pysource-minimize",
                "cp {input} out && pysource-minimize --file out -w --track same -- sh -c './t out && echo same'",
            ),
        ),
    ),
    SpecialistCase(
        "calls.js",
        ("use.txt", f"function f0(x, y) {{ return x; }}\n{SCRIPT}\nconsole.log(f70([1, 2], 3));\n"),
        "cp use.txt calls.js",
        "[ \"$(timeout 9 node $F 2>&1)\" = '[ 73, 143 ]' ]",
        (
            Specialist(
                "jsdelta",
                "printf '#!/bin/sh\\n./t \"$1\" && echo same' > p && chmod +x p && "
                "jsdelta --cmd ./p --msg same --out left {input}",
            ),
        ),
    ),
    SpecialistCase(
        "sums.smt2",
        ("use.txt", FORMULA + "(assert (< x7 3))\n(check-sat)\n"),
        "cp use.txt sums.smt2",
        '[ "$(timeout 9 cvc4 $F 2>&1)" = unsat ]',
        (Specialist("ddsmt", "ddsmt -j 1 {input} out ./t"),),
    ),
)
MISSING = ("bugpoint", "yosys", "afl-tmin")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--seconds", type=int, default=100)
    parser.add_argument("--ablation", action="store_true")
    options = parser.parse_args()
    columns = ["input", "bytes", "reducer", "tests", "bytes left", "tests to the other's bytes", "processor seconds"]
    report = Report("specialists", "Reducers that know one language", columns)
    chosen = [case for case in CASES if not options.cases or case.name in options.cases]
    for case in chosen:
        ways = [*case.reducers, Specialist(sys.executable, _thresher(options.seconds))]
        if options.ablation:
            ways += [Specialist(sys.executable, f"{_thresher(options.seconds)} --without {kind}") for kind in JOINT]
        _compare(report, case, ways, options.seconds)
    report.note(
        f"One job each, ended after {options.seconds} s. Programs that are missing or have no case here: "
        f"{', '.join(name for name in MISSING)}."
    )
    report.write()


def _thresher(seconds: int) -> str:
    command = f"{sys.executable} -m thresher reduce {{input}} --test ./t -j1 --checks 1 --no-report -q -o out"
    return f"{command} --max-seconds {seconds}"


def _compare(report: Report, case: SpecialistCase, ways: list[Specialist], seconds: int) -> None:
    goal = 0
    for way in ways:
        label = way.command.partition("--without ")
        name = way.program if way.program != sys.executable else f"thresher {label[1]}{label[2]}".strip()
        if not shutil.which(way.program):
            report.row(case.name, "", name, "not installed", "", "", "")
            continue
        with tempfile.TemporaryDirectory() as folder:
            row = _run(Path(folder), case, way, seconds, goal)
        if row is None:
            report.row(case.name, "", name, "the input cannot be made", "", "", "")
            continue
        size, tests, left, reached, spent = row
        goal = left if way is ways[0] else goal
        report.row(case.name, f"{size:,}", name, f"{tests:,}", f"{left:,}", reached or "", f"{spent:.0f}")


def _run(
    folder: Path, case: SpecialistCase, way: Specialist, seconds: int, goal: int
) -> tuple[int, int, int, int, float] | None:
    """The size of the input, the tests, the bytes left, the tests until as small as the goal, and processor time."""
    (folder / case.source[0]).write_text(case.source[1])
    made = subprocess.run(case.make, shell=True, cwd=folder, check=False, capture_output=True)
    if made.returncode or not (folder / case.name).exists():
        return None
    test = folder / "test.sh"
    test.write_text(f'#!/bin/sh\nF="${{1:-{case.name}}}"\n[ -f "$F" ] || exit 1\n{case.test}\n')
    test.chmod(0o755)
    size = (folder / case.name).stat().st_size
    counting(test, input_name=case.name, log=folder / "log", program=folder / "t")
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    script = folder / "run.sh"
    script.write_text(way.command.format(input=case.name))
    command = f"timeout {seconds + 15} sh run.sh"
    subprocess.run(command, shell=True, cwd=folder, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = counted(folder / "log", begun=begun, binary=True)
    left = min((step.size for step in found.curve), default=size)
    reached = next((step.test for step in found.curve if goal and step.size <= goal), 0)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return size, found.tests, left, reached, spent


if __name__ == "__main__":
    main()
