#!/bin/sh
# exits 0 when it prints 36 numbers
[ "$(timeout 20 tcc -w -run "${1:-input.c}" 2>err.txt | tr '\n' ' ')" = "40 47 21 57 67 24 15 11 4 52 70 36 5 25 62 63 40 28 14 4 23 16 -9 69 19 19 8 4 21 18 60 26 -11 54 19 60 " ]
