#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
NODE_PATH="$tools/escodegen/node_modules" timeout 20 node -e '
const text = require("fs").readFileSync("input.js", "utf8"), vm = require("vm");
vm.runInNewContext(text, {}, { timeout: 1000 });
const made = require("escodegen").generate(require("esprima").parseScript(text));
try { new vm.Script(made); } catch (error) { process.exit(0); }
process.exit(1);
' 2>err.txt
