#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
cat >tsconfig.json <<'END'
{"files": ["input.ts"], "compilerOptions": {"strict": true, "noEmit": true, "lib": ["es5"], "types": []}}
END
NODE_PATH="$tools/sucrase/node_modules" node -e '
const text = require("fs").readFileSync("input.ts", "utf8");
try { require("sucrase").transform(text, { transforms: ["typescript"] }); } catch (error) {
    process.exit(/Expected class context ID/.test(error.message) ? 0 : 1);
}
process.exit(1);
' 2>err.txt && timeout 60 node "$tools/sucrase/node_modules/typescript/lib/tsc.js" -p . >err.txt
