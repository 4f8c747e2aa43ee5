"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re

from xlnono.patterns import pattern


def test_it_finds_what_a_compiled_one_finds() -> None:
    lazy = pattern("([a-z])([0-9]+)", re.IGNORECASE)
    for _ in range(2):
        found = lazy.fullmatch("B12")
        assert found is not None
        assert found.groups() == ("B", "12")
        assert lazy.match("12") is None
        assert lazy.sub(r"\2\1", "a1 b2") == "1a 2b"
        assert [match[1] for match in lazy.finditer("a1 b2")] == ["a", "b"]
    assert lazy.groups == 2
    assert pattern(b"[0-9]+").findall(b"1 22") == [b"1", b"22"]
