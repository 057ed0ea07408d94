"""An input for measurements: forty orders in JSON, and a check whether the ten that matter are still there.

python benchmarks/orders.py orders.json         # exits 0 when they are
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

NEEDED = range(3, 40, 4)


def records() -> bytes:
    """Forty records, nested three deep."""
    random = Random(3)
    made = [
        {
            "id": number,
            "name": f"user{number}",
            "tags": [f"t{random.randrange(9)}" for _ in range(3)],
            "place": {"x": random.randrange(100), "y": random.randrange(100)},
        }
        for number in range(40)
    ]
    return json.dumps(made, indent=1).encode()


def fails(data: bytes) -> bool:
    """Ten of the records are there, each with its tags and the x of its place."""
    try:
        found = json.loads(data)
    except ValueError:
        return False
    if not isinstance(found, list):
        return False
    good = {each["id"] for each in found if isinstance(each, dict) and _whole(each)}
    return good >= set(NEEDED)


def _whole(record: dict[str, object]) -> bool:
    place = record.get("place")
    number = record.get("id")
    return (
        isinstance(number, int)
        and isinstance(place, dict)
        and isinstance(place.get("x"), int)
        and isinstance(record.get("tags"), list)
    )


if __name__ == "__main__":
    sys.exit(not fails(Path(sys.argv[1]).read_bytes()))
