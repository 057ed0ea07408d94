#!/bin/sh
# exits 0 when it compiles, with a warning about a comparison of numbers with and without a sign
LC_ALL=C gcc-12 -fsyntax-only -Wsign-compare "${1:-input.c}" 2>err.txt && grep -q 'Wsign-compare' err.txt
