#!/bin/sh
# exits 0 when the failure occurs
tools=${SMALL_TOOLS:-$HOME/.cache/thresher-small}
PYTHONPATH="$tools/sqlglot" PYTHONDONTWRITEBYTECODE=1 timeout 20 python3 -c '
import sqlglot
from sqlglot.optimizer import optimize
sql = open("input.sql").read()
schema = {"customers": {"id": "int", "name": "text", "region": "text"},
          "orders": {"customer_id": "int", "total": "int", "placed": "date", "state": "text"}}
optimize(sqlglot.parse_one(sql), schema=schema)
' 2>&1 | grep -q "AttributeError: .NoneType. object has no attribute .replace."
