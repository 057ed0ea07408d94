#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/attrs" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 input.py 2>&1 |
    grep -q "TypeError: super(type, obj): obj must be an instance or subtype of type"
