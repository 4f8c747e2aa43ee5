"""SECURITY.md names every limit with the number that the code has."""

from __future__ import annotations

import re
from pathlib import Path

from xlnono.files import limits

PAGE = (Path(__file__).parents[2] / "SECURITY.md").read_text("utf-8")


def test_the_table_of_limits_is_that_of_the_code() -> None:
    table = re.findall(r"^  \| .* \| ([\d,]+)(?: bytes)? \|$", PAGE, re.MULTILINE)
    held = [limit.most for limit in vars(limits).values() if isinstance(limit, limits.Limit)]
    assert sorted(int(number.replace(",", "")) for number in table) == sorted(held)
