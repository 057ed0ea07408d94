#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/toml" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -c 'import toml; toml.load("input.toml")' 2>&1 | grep -q "AttributeError: .dict. object has no attribute .append."
