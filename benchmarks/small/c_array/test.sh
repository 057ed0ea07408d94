#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/pycparser" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -c '
import io
from pycparser import c_generator, c_parser
def shown(text):
    tree, out = c_parser.CParser().parse(text), io.StringIO()
    tree.show(out)
    return tree, out.getvalue()
tree, one = shown(open("input.c").read())
other = shown(c_generator.CGenerator().visit(tree))[1]
print("lost" if one != other else "same")
' 2>err.txt | grep -q lost
