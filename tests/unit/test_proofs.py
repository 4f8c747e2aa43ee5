"""Proofs are checked without the engine; what does not follow is refused."""

from __future__ import annotations

import random

import pytest

import xlnono
from xlnono import Outcome, Puzzle
from xlnono.engine.line import settle
from xlnono.proofs.check import ProofError, check, settled


def test_a_proof_of_something_false_is_refused() -> None:
    """A puzzle with two solutions has no proof: every single statement fails."""
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    assert xlnono.solve(puzzle).outcome is Outcome.MULTIPLE
    header = {"format": "xlnono proof", "rows": [[1], [1]], "columns": [[1], [1]]}
    header["known"] = ["??", "??"]
    every = [[1, 1, "black"], [2, 2, "white"]]
    for cell in every:
        with pytest.raises(ProofError):
            check([header, {"any": [cell], "by": ["R1", "R2", "C1", "C2"]}])
    with pytest.raises(ProofError):
        check([header, {"suppose": every}, {"any": [], "by": ["R1", "C1", 1]}])
    with pytest.raises(ProofError):
        check([header])


def test_the_checker_settles_lines_like_the_engine() -> None:
    rng = random.Random(4)
    for _ in range(2000):
        length = rng.randint(1, 14)
        picture = "".join(rng.choice("#.") for _ in range(length))
        clue = tuple(map(len, picture.replace(".", " ").split()))
        line = "".join(rng.choice("??" + sign) for sign in picture)
        if rng.random() < 0.3:
            line = "".join(rng.choice("???#.") for _ in picture)
        black = sum(1 << k for k, sign in enumerate(line) if sign == "#")
        white = sum(1 << k for k, sign in enumerate(line) if sign == ".")
        masks = settle(clue, length, black, white)
        expected = masks and "".join(
            "#" if masks[0] >> k & 1 else "." if masks[1] >> k & 1 else "?" for k in range(length)
        )
        assert settled(clue, line) == expected
