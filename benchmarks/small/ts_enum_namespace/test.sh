#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
timeout 30 node "$tools/typescript/node_modules/typescript/lib/tsc.js" --noLib --noEmit input.ts 2>&1 |
    grep -q "TypeError: Cannot read properties of undefined (reading .length.)"
