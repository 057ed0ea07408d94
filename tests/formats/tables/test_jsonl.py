"""JSON Lines: rows first, then keys and values inside each."""

from __future__ import annotations

import json

import thresher


def pipeline(data: bytes) -> bool:
    """Sums amounts by city, and stumbles over one that is a text."""
    sums: dict[str, float] = {}
    try:
        for line in data.decode().splitlines():
            row = json.loads(line)
            if row["city"] in sums:
                sums[row["city"]] += row["amount"]
            else:
                sums[row["city"]] = row["amount"]
    except TypeError as error:
        return "unsupported operand" in str(error)
    except (ValueError, KeyError):
        return False
    return False


def test_the_log_of_a_pipeline_becomes_two_rows_of_two_keys() -> None:
    rows = [
        {"id": at, "city": f"city {at % 9}", "amount": at / 4, "tags": ["a", {"b": at}], "note": None}
        for at in range(200)
    ]
    rows[117]["amount"] = "12,50"
    data = b"".join(json.dumps(row).encode() + b"\r\n" for row in rows)
    asked = 0

    def fails(candidate: bytes) -> bool:
        nonlocal asked
        asked += 1
        return pipeline(candidate)

    left = thresher.reduce(data, fails, name="orders.jsonl", valid=True).data
    assert [sorted(json.loads(line)) for line in left.splitlines()] == [["amount", "city"]] * 2
    assert asked < 125, asked  # of which six are of the input, the empty one and the result
