#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
gcc -fsyntax-only -w input.c 2>err.txt || exit 1
PYTHONPATH="$tools/pycparser" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c '
from pycparser import c_generator, c_parser
made = c_generator.CGenerator().visit(c_parser.CParser().parse(open("input.c").read()))
try:
    c_parser.CParser().parse(made)
except c_parser.ParseError:
    print("invalid")
' 2>err.txt | grep -q invalid
