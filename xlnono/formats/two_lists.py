"""Two lists of clues in plain text: those of the rows, then those of the columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from xlnono.formats.errors import malformed
from xlnono.formats.puzzle_file import Clues, PuzzleFile, puzzle_file
from xlnono.formats.text import TextLine, clue_in
from xlnono.patterns import pattern

_ROWS = pattern(r"\W*(?:rows?|行)\W*", re.IGNORECASE)
_COLUMNS = pattern(r"\W*(?:columns?|cols?|列)\W*", re.IGNORECASE)


def read_lists(lines: Sequence[TextLine]) -> list[PuzzleFile]:
    """The puzzle of two lists, one line a clue, with a blank line or headings between them.

    Other blank lines, or lists without one between them, are understood if there is only one way
    in which rows and columns add up to the same number; but no total shows whether a blank line at
    the beginning or end of a list is an empty clue. Raises XlnonoError.
    """
    if headed := _under_headings(lines):
        return [_puzzle(*map(_with_clear_edges, map(_before_heading, headed)))]
    lines = _with_clear_edges(lines)
    parts = list(_parts(lines))
    if len(parts) != 2:
        return [_puzzle(*_split_by_totals(lines))]
    rows = parts[0]
    return [_puzzle(rows, _with_clear_edges(lines[len(rows) + 1 :]))]


def _puzzle(rows: Sequence[TextLine], columns: Sequence[TextLine]) -> PuzzleFile:
    return puzzle_file(_clues(rows), _clues(columns))


def _before_heading(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """A list without the blank line that belongs to the heading after it."""
    return lines[:-1] if lines[-1].blank else lines


def _with_clear_edges(lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """The lines, which neither begin nor end with a blank one. Raises MalformedPuzzleFile."""
    for line in (*lines[:1], *lines[-1:]):
        if line.blank:
            raise malformed(
                line.spot(),
                "it is not clear whether this blank line is the clue of a line without black "
                "cells: write 0 for such a clue, or delete the blank line",
                "この空行が、黒マスのない行や列のヒントなのか分かりません。ヒントなら 0 と書き、"
                "そうでなければ空行を消してください",
            )
    return lines


def _parts(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    """The stretches of lines between blank ones."""
    part: list[TextLine] = []
    for line in lines:
        if not line.blank:
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _under_headings(
    lines: Sequence[TextLine],
) -> tuple[list[TextLine], list[TextLine]] | None:
    rows: list[TextLine] = []
    columns: list[TextLine] = []
    current: list[TextLine] | None = None
    for line in lines:
        if _ROWS.fullmatch(line.text):
            current = rows
        elif _COLUMNS.fullmatch(line.text):
            current = columns
        elif current is not None:
            current.append(line)
        elif not line.blank:
            return None
    return (rows, columns) if rows and columns else None


def _clues(lines: Sequence[TextLine]) -> Clues:
    clues = Clues()
    for line in lines:
        clues.add(clue_in(line), line.spot())
    return clues


def _split_by_totals(
    lines: Sequence[TextLine],
) -> tuple[Sequence[TextLine], Sequence[TextLine]]:
    """The two lists, where only one place makes their totals equal and lets their clues fit."""
    blanks = any(line.blank for line in lines)
    clues = [clue_in(line) for line in lines]
    totals = list(accumulate(map(sum, clues)))
    room = [sum(clue) + max(len(clue) - 1, 0) for clue in clues]
    longest_before = list(accumulate(room, max))
    longest_after = list(accumulate(reversed(room), max))[::-1]
    possible = []
    for place in range(1, len(lines)):
        # Where there are blank lines, one of them separates the lists.
        after = place + 1 if blanks else place
        if (blanks and not lines[place].blank) or after >= len(lines):
            continue
        width = len(lines) - after
        fits = longest_before[place - 1] <= width and longest_after[after] <= place
        if fits and 2 * totals[place - 1] == totals[-1]:
            possible.append((place, after))
    if len(possible) != 1:
        spot = lines[0].spot() if lines else TextLine(1, "").spot()
        raise malformed(
            spot,
            "it is not clear where the clues of the columns begin: put one blank line between the "
            "rows and the columns, and write 0 for a line without black cells",
            "どこから列のヒントか分かりません。行と列の間に空行を1つ入れ、黒マスのない行や列には "
            "0 と書いてください",
        )
    place, after = possible[0]
    return lines[:place], lines[after:]
