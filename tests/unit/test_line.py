"""The complete line solver, against every arrangement and against pictures."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import KnownLine, known_lines, line_masks, line_text
from xlnono.engine.line import fits, settle
from xlnono.model.board import runs


@pytest.mark.parametrize(
    ("clue", "before", "after"),
    [
        ("8", "??????????", "??######??"),
        ("2 1", "..#..", None),
        ("2 1", "?.#..", None),
        ("2 1", "??#??", ".##.#"),
        ("2 1", "??#.?", ".##.#"),
        ("", "???", "..."),
        ("", "?#?", None),
        ("3", "???", "###"),
        ("1 1", "???", "#.#"),
        ("3 2 1", "??????????", "??#???????"),
        ("4", "?#??????", "?###?..."),
        ("5", "???.?????", "....#####"),
        ("1 3", "?#?#????", ".#.###.."),
        ("2 2", "#??????#", "##....##"),
    ],
)
def test_a_line_is_settled_like_the_picture(clue: str, before: str, after: str | None) -> None:
    blocks = tuple(map(int, clue.split()))
    settled = settle(blocks, len(before), *line_masks(before))
    assert (settled and line_text(len(before), *settled)) == after
    assert fits(blocks, len(before), *line_masks(before)) == (after is not None)


@pytest.mark.parametrize("length", [*range(1, 7), pytest.param(7, marks=pytest.mark.long)])
def test_every_line_agrees_with_all_its_arrangements(length: int) -> None:
    every = (1 << length) - 1
    arrangements = defaultdict(list)
    for cells in range(1 << length):
        arrangements[tuple(runs(cells))].append(cells)
    arrangements[length, 1] = []
    for clue, possible in arrangements.items():
        for marks in product("#.?", repeat=length):
            black, white = line_masks("".join(marks))
            left = [cells for cells in possible if not cells & white and not black & ~cells]
            expected = None
            if left:
                sure_black = sure_white = every
                for cells in left:
                    sure_black &= cells
                    sure_white &= ~cells
                expected = sure_black, sure_white
            assert settle(clue, length, black, white) == expected
            assert fits(clue, length, black, white) == (expected is not None)


@given(known_lines(longest=200))
def test_what_is_settled_never_contradicts_an_arrangement(line: KnownLine) -> None:
    settled = settle(line.clue, line.length, line.black, line.white)
    assert settled is not None
    black, white = settled
    assert not black & ~line.truth
    assert not white & line.truth
    assert not line.black & ~black
    assert not line.white & ~white
    assert settle(line.clue, line.length, black, white) == settled


@given(known_lines(longest=60))
def test_a_mirrored_line_is_settled_to_the_mirror_image(line: KnownLine) -> None:
    settled = settle(line.clue, line.length, line.black, line.white)
    assert settled is not None
    mirrored = settle(line.clue[::-1], line.length, *line_masks(str(line)[::-1]))
    assert mirrored is not None
    assert line_text(line.length, *mirrored) == line_text(line.length, *settled)[::-1]


@pytest.mark.parametrize("length", range(1, 7))
def test_short_lines_are_settled_alike_as_long_ones(
    length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    for clue in sorted({tuple(runs(cells)) for cells in range(1 << length)}):
        for marks in product("#.?", repeat=length):
            lines.append((clue, length, *line_masks("".join(marks))))
    expected = [settle(*line) for line in lines]
    monkeypatch.setattr("xlnono.engine.line.LONG", 0)
    for line, settled in zip(lines, expected, strict=True):
        assert settle(*line) == settled
        assert fits(*line) == (settled is not None)


@given(known_lines(longest=300), st.integers(0, 3))
def test_random_lines_are_settled_alike_as_long_ones(known: KnownLine, wrong: int) -> None:
    # Cells with wrong colours, some of them with both.
    black = known.black ^ wrong & ((1 << known.length) - 1)
    expected = settle(known.clue, known.length, black, known.white)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("xlnono.engine.line.LONG", 0)
        assert settle(known.clue, known.length, black, known.white) == expected
        assert fits(known.clue, known.length, black, known.white) == (expected is not None)
