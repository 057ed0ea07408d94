#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/javalang" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c '
import javalang
javalang.parse.parse(open("input.java").read())
' 2>&1 | grep -q "javalang.parser.JavaSyntaxError" && timeout 60 javac -proc:none -nowarn -d . input.java >err.txt 2>&1
