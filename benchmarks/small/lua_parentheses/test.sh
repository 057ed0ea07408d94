#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/luaparser" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c '
from luaparser import ast
tree = ast.parse(open("input.lua").read())
other = ast.parse(ast.to_lua_source(tree))
shown = [[name for node in ast.walk(each) if (name := type(node).__name__).endswith("Op")] for each in (tree, other)]
print("lost" if shown[0] != shown[1] else "same")
' 2>err.txt | grep -q lost
