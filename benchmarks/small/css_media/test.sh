#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
NODE_PATH="$tools/csso/node_modules" node -e '
try { require("csso").minify(require("fs").readFileSync("input.css", "utf8")); } catch (error) {
    process.exit(/Identifier or parenthesis is expected/.test(error.message) ? 0 : 1);
}
process.exit(1);
' 2>err.txt
