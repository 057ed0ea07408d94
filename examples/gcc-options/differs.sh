#!/bin/sh
# Fails if a program prints something else when it is compiled with the options behind it.
source=$1
shift
careful="-O -Werror=uninitialized -Werror=return-type -Werror=implicit -Werror=format"
gcc $careful "$source" -o plain && gcc "$source" "$@" -o optimized || exit 2
./plain > plain.txt && ./optimized > optimized.txt || exit 2
cmp -s plain.txt optimized.txt || { echo "error: the outputs differ" >&2; exit 1; }
