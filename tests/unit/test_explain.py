"""The log: it leads to the grid, each step follows from its evidence, and it can be replayed."""

from __future__ import annotations

from functools import reduce
from operator import and_

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import xlnono
from tests.support.strategies import examples, givens_of, grids, opposite
from xlnono import Axis, Board, Cell, Grid, Line, Outcome, Puzzle, Step, Technique
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.engine.line import fits, settle

NEEDS_CONTRADICTION = Puzzle([[1, 1], [2], [1], [1]], [[2], [1], [2], [1]])

# Cells thrown at random until a puzzle came out that single contradictions do not solve.
NEEDS_RECURSION = Puzzle.of(
    Grid.from_text(
        """
        #.#.##.#....
        ..##...##..#
        #..##.#..#.#
        ....#..##...
        #..#........
        ##..#..#.###
        .##.##......
        #....#..###.
        #....#.##.#.
        #...##.#..##
        .#....#.##.#
        ##.#..#...#.
        #.#..###..#.
        ...#..##.#..
        """
    )
)


def _colours(step: Step, line: Line) -> tuple[int, int]:
    black = white = 0
    for row, column, cell in step.fixed:
        offset = column if line.axis is Axis.ROW else row
        if cell is Cell.BLACK:
            black |= 1 << offset
        else:
            white |= 1 << offset
    return black, white


def _follows_from_evidence(puzzle: Puzzle, before: Board, step: Step) -> bool:
    """Whether a step on a line still fires when only its evidence is known."""
    assert step.line is not None
    shown = Board(before.height, before.width)
    for row, column in step.evidence:
        shown.fix(row, column, before[row, column])
    number = shown.number(step.line)
    state = LineState(
        puzzle.clues[number], puzzle.lengths[number], shown.black[number], shown.white[number]
    )
    finding = apply(step.technique, state)
    black, white = _colours(step, step.line)
    rest = black & ~finding.black, white & ~finding.white
    return not any(rest) or _shown_by_places(step, state, *rest)


def _shown_by_places(step: Step, state: LineState, black: int, white: int) -> bool:
    """Whether cells have their colours in every arrangement, and wherever the blocks lie within the
    places that the step states."""
    always = beside = 0
    for bounds in step.bounds:
        starts = range(bounds.first, bounds.last + 2 - state.clue[bounds.block])
        covered = [((1 << state.clue[bounds.block]) - 1) << start for start in starts]
        always |= reduce(and_, covered)
        if len(covered) == 1:
            beside |= covered[0] << 1 | covered[0] >> 1
    settled = settle(state.clue, state.length, state.black, state.white)
    assert settled is not None
    return not (black & ~(always & settled[0]) or white & ~(beside & settled[1]))


def _ends_in_contradiction(puzzle: Puzzle, before: Board, step: Step) -> bool:
    """Whether the chain of each branch of a step leads, link by link, to its contradiction, with
    contradictions inside a nested one."""
    for branch in step.branches:
        board = Board(before.height, before.width)
        for row, column in step.evidence:
            board.fix(row, column, before[row, column])
        for row, column, cell in branch.assumed:
            board.fix(row, column, cell)
        for link in branch.chain:
            if link.line is None:
                ((row, column, cell),) = link.fixed
                assert [one.assumed for one in link.branches] == [((row, column, opposite(cell)),)]
                if not _ends_in_contradiction(puzzle, board, link):
                    return False
            else:
                number = board.number(link.line)
                for row, column, cell in link.fixed:
                    wrong = board.copy()
                    wrong.fix(row, column, opposite(cell))
                    clue, length = puzzle.clues[number], puzzle.lengths[number]
                    if fits(clue, length, wrong.black[number], wrong.white[number]):
                        return False
            for row, column, cell in link.fixed:
                board.fix(row, column, cell)
        number = board.number(branch.contradiction)
        clue, length = puzzle.clues[number], puzzle.lengths[number]
        if fits(clue, length, board.black[number], board.white[number]):
            return False
    return True


def _check(puzzle: Puzzle, givens: Board | None = None) -> xlnono.Solution:
    solution = xlnono.solve(puzzle, givens, explain=True)
    log = solution.log
    assert log is not None
    board = log.start.copy()
    for number, step in enumerate(log, 1):
        if step.technique in LADDER:
            assert _follows_from_evidence(puzzle, board, step)
        else:
            assert _ends_in_contradiction(puzzle, board, step)
        for row, column, cell in step.fixed:
            assert board[row, column] is Cell.UNKNOWN
            board.fix(row, column, cell)
            if solution.grid is not None:
                assert solution.grid[row, column] is cell
            if solution.other is not None:
                assert solution.other[row, column] is cell
        assert log.position(number) == board
    if solution.outcome is Outcome.UNIQUE:
        assert board.grid() == solution.grid
    return solution


@examples(120)
@given(grids(largest=10))
def test_every_step_follows_and_the_log_leads_to_the_grid(grid: Grid) -> None:
    _check(Puzzle.of(grid))


@examples(60)
@given(st.data())
def test_the_log_starts_from_the_givens(data: st.DataObject) -> None:
    grid = data.draw(grids(largest=8))
    givens = data.draw(givens_of(grid))
    solution = _check(Puzzle.of(grid), givens)
    assert solution.log is not None
    assert solution.log.start == givens


def test_the_smallest_puzzle_that_needs_a_contradiction() -> None:
    solution = _check(NEEDS_CONTRADICTION)
    assert solution.log is not None
    contradictions = [step for step in solution.log if step.technique is Technique.CONTRADICTION]
    assert contradictions
    assert all(step.depth == 1 and len(step.branches) == 1 for step in contradictions)
    assert solution.difficulty is not None
    assert solution.difficulty.grade is xlnono.Grade.HARD


def test_where_single_contradictions_do_not_suffice_they_are_nested() -> None:
    solution = _check(NEEDS_RECURSION)
    assert solution.log is not None
    nested = [step for step in solution.log if step.technique is Technique.NESTED_CONTRADICTION]
    assert nested
    for step in nested:
        assert step.depth == 2
        (branch,) = step.branches
        inside = [link for link in branch.chain if link.technique is Technique.CONTRADICTION]
        assert step.refuted == len(inside) + 1 >= 2
    assert solution.difficulty is not None
    assert solution.difficulty.grade is xlnono.Grade.EXTREME


def test_a_log_without_a_solution_ends_at_the_contradiction() -> None:
    solution = xlnono.solve(Puzzle([[1, 1], [3], [0]], [[1], [2], [2]]), explain=True)
    assert solution.outcome is Outcome.NONE
    assert solution.log is not None
    assert solution.log.contradiction is not None


@given(grid=grids(), data=st.data())
def test_no_arrangement_fits_the_named_line_after_the_last_step(
    grid: Grid, data: st.DataObject
) -> None:
    columns = data.draw(st.permutations(grid.column_clues()))
    puzzle = Puzzle(grid.row_clues(), columns)
    solution = xlnono.solve(puzzle, explain=True)
    assume(solution.outcome is Outcome.NONE)
    assert solution.log is not None
    last = solution.log.position(len(solution.log))
    assert solution.contradiction is not None
    number = last.number(solution.contradiction)
    known = last.black[number], last.white[number]
    assert not fits(puzzle.clues[number], puzzle.lengths[number], *known)


def test_the_clock_cuts_the_log_short() -> None:
    solution = xlnono.solve(NEEDS_RECURSION, explain=True, seconds=1e-9)
    assert solution.outcome is Outcome.UNDECIDED
    assert solution.log is not None
    assert solution.log.cut_short


@pytest.mark.parametrize("technique", list(Technique))
def test_techniques_know_their_place(technique: Technique) -> None:
    assert list(Technique)[technique.rung] is technique
