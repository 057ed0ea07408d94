#!/bin/sh
# exits 0 when it compiles, with a warning that members are initialized in another order
LC_ALL=C g++-12 -fsyntax-only -Wreorder "${1:-input.cc}" 2>err.txt && grep -q 'Wreorder' err.txt
