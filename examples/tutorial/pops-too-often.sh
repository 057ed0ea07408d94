#!/bin/sh
# exits with 0 iff the failure shows
python3 "$(dirname "$0")/as_text.py" page.html 2>&1 | grep -q 'pop from empty list'
