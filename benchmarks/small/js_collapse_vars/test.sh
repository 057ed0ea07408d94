#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
NODE_PATH="$tools/uglify-js/node_modules" timeout 20 node -e '
const { minify } = require("uglify-js"), vm = require("vm");
const shown = (value) => (Object(value) === value ? typeof value : String(value));
const run = (code) => {
    const lines = [];
    vm.runInNewContext(code, { console: { log: (...all) => lines.push(all.map(shown).join(" ")) } }, { timeout: 1000 });
    return lines.join("\n");
};
const before = require("fs").readFileSync("input.js", "utf8");
const after = minify(before, { mangle: false });
if (after.error) throw after.error;
const expected = run(before);
let found;
try { found = run(after.code); } catch (error) { found = String(error); }
process.exit(expected !== found ? 0 : 1);
' 2>err.txt
