#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/PyYAML" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -W ignore -c 'import yaml; yaml.safe_load(open("input.yaml"))' 2>&1 |
    grep -q "ValueError: day is out of range for month"
