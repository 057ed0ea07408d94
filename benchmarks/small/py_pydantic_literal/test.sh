#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/pydantic" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore input.py 2>&1 | tr '\n' ' ' |
    grep -q "pydantic/schema.py.*IndexError: tuple index out of range"
