#!/bin/sh
# Prints DIVIDE ZERO if the program divides by the constant 0.
tr -d ' \n' <"$1" | grep -Eq '/0([^0-9A-Za-z._]|$)' && echo "DIVIDE ZERO"
exit 0
