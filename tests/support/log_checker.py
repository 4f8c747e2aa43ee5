"""Replays a log without the engine: every deduction must hold in all arrangements of its line.

Arrangements are enumerated by code of its own, which reads only the clues and the cells that a step
names; neither `xlnono.engine` nor the other yardsticks of the tests are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from xlnono.model.board import Axis, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Branch, Log, Step, Technique

Known = dict[tuple[int, int], Cell]


class Wrong(AssertionError):
    """A step that does not follow."""


def check_log(log: Log, puzzle: Puzzle) -> int:
    """Replay a log and return the number of deductions that were checked, links included.

    Each cell must be new and follow from the evidence of its step alone. Of a search by cases, only
    the case that the log shows is checked. Raises Wrong, also if a search has only a proof.
    """
    height, width = puzzle.height, puzzle.width
    known: Known = {
        (row, column): log.start[row, column]
        for row in range(height)
        for column in range(width)
        if log.start[row, column] is not Cell.UNKNOWN
    }
    checked = 0
    for number, step in enumerate(log, 1):
        if unseen := set(step.evidence) - known.keys():
            raise Wrong(f"step {number} relies on cells that are not known: {sorted(unseen)}")
        if {cell[:2] for cell in step.fixed} & known.keys():
            raise Wrong(f"step {number} fixes a cell that is known")
        evidence = {cell: known[cell] for cell in step.evidence}
        if step.line is not None:
            _follows(number, step, puzzle, evidence)
            checked += 1
        else:
            checked += _assumptions_fail(number, step, puzzle, evidence)
        known.update(((row, column), colour) for row, column, colour in step.fixed)
    return checked


def _follows(number: int, step: Step, puzzle: Puzzle, known: Known) -> None:
    """Each cell of a step on a line has its colour in every arrangement that fits."""
    assert step.line is not None
    for row, column, colour in step.fixed:
        if (row, column) not in _cells(step.line, puzzle):
            raise Wrong(f"step {number}: {step.line} does not hold R{row + 1}C{column + 1}")
        if _fits(step.line, puzzle, {**known, (row, column): colour.opposite}):
            raise Wrong(f"step {number}: R{row + 1}C{column + 1} could also be {colour.opposite}")


def _assumptions_fail(number: int, step: Step, puzzle: Puzzle, known: Known) -> int:
    if not step.branches:
        raise Wrong(f"step {number} gives no reason")
    links = sum(_branch_fails(number, branch, puzzle, known) for branch in step.branches)
    if step.technique in (Technique.CONTRADICTION, Technique.NESTED_CONTRADICTION):
        (branch,) = step.branches
        ((row, column, colour),) = branch.assumed
        if step.fixed != ((row, column, colour.opposite),):
            raise Wrong(f"step {number} does not conclude the opposite of its assumption")
    return links


def _branch_fails(number: int, branch: Branch, puzzle: Puzzle, known: Known) -> int:
    """Every link of a chain follows from what is known then, and the last line has no
    arrangement. Returns the number of links, those of contradictions inside included."""
    links = 1
    known = {**known, **{(row, column): colour for row, column, colour in branch.assumed}}
    for link in branch.chain:
        if unseen := set(link.evidence) - known.keys():
            raise Wrong(f"step {number}: a link relies on cells not known: {sorted(unseen)}")
        evidence = {cell: known[cell] for cell in link.evidence}
        if link.line is None:
            links += _assumptions_fail(number, link, puzzle, evidence)
        else:
            _follows(number, link, puzzle, evidence)
            links += 1
        known.update(((row, column), colour) for row, column, colour in link.fixed)
    end = branch.impossible
    for row, column, colour in end.evidence:
        if known.get((row, column)) is not colour:
            raise Wrong(f"step {number}: the end relies on R{row + 1}C{column + 1}")
    if _fits(end.line, puzzle, {(row, column): colour for row, column, colour in end.evidence}):
        raise Wrong(f"step {number}: an arrangement fits {end.line} in the end")
    return links


def _cells(line: Line, puzzle: Puzzle) -> list[tuple[int, int]]:
    if line.axis is Axis.ROW:
        return [(line.index, column) for column in range(puzzle.width)]
    return [(row, line.index) for row in range(puzzle.height)]


def _fits(line: Line, puzzle: Puzzle, known: Known) -> bool:
    clue = (puzzle.rows if line.axis is Axis.ROW else puzzle.columns)[line.index]
    signs = (known.get(cell, Cell.UNKNOWN) for cell in _cells(line, puzzle))
    return _has_arrangement(tuple(clue), "".join(_SIGN[sign] for sign in signs))


_SIGN = {Cell.BLACK: "#", Cell.WHITE: ".", Cell.UNKNOWN: "?"}


@cache
def _has_arrangement(clue: Sequence[int], line: str) -> bool:
    """Whether blocks can be placed one by one from the left: each place of the first is tried."""
    if not clue:
        return "#" not in line
    first, rest = clue[0], clue[1:]
    for start in range(len(line) - sum(clue) - len(rest) + 1):
        if "#" in line[:start]:
            return False
        end = start + first
        room = "." not in line[start:end] and line[end : end + 1] != "#"
        if room and _has_arrangement(rest, line[end + 1 :]):
            return True
    return False
