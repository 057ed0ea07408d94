#!/bin/sh
# exits 0 when a method calls itself too often, while an exception is handled
timeout 20 python3 "${1:-input.py}" >/dev/null 2>err.txt
tail -1 err.txt | grep -q RecursionError && grep -q 'in prune' err.txt && grep -q 'During handling' err.txt
