#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
"$tools/esbuild/node_modules/.bin/esbuild" input.ts 2>&1 >out.js | grep -q "panic: Expected scope"
