#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
bash -n input.sh 2>err.txt || exit 1
PYTHONPATH="$tools/bashlex" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c 'import bashlex; bashlex.parse(open("input.sh").read().strip())' 2>&1 |
    grep -q "NotImplementedError: .*pattern"
