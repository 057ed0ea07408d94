#!/bin/sh
# exits 0 when the failure occurs
python3 "$(dirname "$0")/as_text.py" page.html 2>&1 | grep -q 'pop from empty list'
