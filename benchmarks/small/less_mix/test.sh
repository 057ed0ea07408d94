#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
NODE_PATH="$tools/less/node_modules" node -e '
require("less").render(require("fs").readFileSync("input.less", "utf8"), { syncImport: true }, (error) => {
    process.exit(/function .mix.: Cannot read properties of undefined/.test(error && error.message) ? 0 : 1);
});
' 2>err.txt
