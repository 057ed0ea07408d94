#!/bin/sh
# Compiles a program with the options behind it, and runs it.
source=$1
shift
gcc -w "$source" "$@" -o program && ./program
