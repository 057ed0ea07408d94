#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
NODE_PATH="$tools/jsonlint/node_modules" node -e '
const text = require("fs").readFileSync("input.json", "utf8");
const [one, other] = [JSON.parse(text), require("jsonlint").parse(text)];
process.exit(JSON.stringify(one) !== JSON.stringify(other) ? 0 : 1);
' 2>err.txt
