#!/bin/sh
# exits 0 when it compiles, with a warning that `this` is compared with null
LC_ALL=C g++-12 -O1 -fkeep-inline-functions -S -o /dev/null -Wnonnull-compare "${1:-input.cc}" 2>err.txt || exit 1
grep -q 'Wnonnull-compare' err.txt
