#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/black" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c '
import black
before = open("input.py").read()
compile(before, "input.py", "exec")
after = black.format_str(before, mode=black.FileMode())
try:
    compile(after, "output.py", "exec")
except SyntaxError:
    print("invalid")
' 2>err.txt | grep -q invalid
