#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
timeout 20 go tool compile -o out.o input.go 2>&1 | grep -q "internal compiler error: Dictionary should have already been generated"
