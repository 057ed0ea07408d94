#!/bin/sh
# exits 0 when a number is refused by json
timeout 20 python3 "${1:-input.py}" 2>err.txt >out.txt
grep -q 'TypeError: Object of type Decimal is not JSON serializable' err.txt
