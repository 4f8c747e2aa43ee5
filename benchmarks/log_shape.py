"""Rows of the logs of some puzzles, their jumps between lines, and how sharp their sentences are.

Run: python benchmarks/log_shape.py [--every N] PUZZLES…
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from puzzles import read

import xlnono
from xlnono.engine.explain.techniques import LADDER, LineState, apply
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique, Visit

SECONDS = 60.0
PLACES_NOT_SAID = {
    Technique.FINISHED_LINE,
    Technique.RUN_CLOSED,
    Technique.JOINED_RUNS,
    Technique.GAP_TOO_SMALL,
    Technique.COMPLETE_LINE,
}
"""The techniques whose sentences do not say where a block lies."""


def yields(puzzle: Puzzle, board: Board, number: int, group: int) -> bool:
    """Whether a technique of a group, or of an easier one, fixes a cell of the line."""
    known = board.black[number], board.white[number]
    state = LineState(puzzle.clues[number], puzzle.lengths[number], *known)
    for technique in LADDER:
        finding = apply(technique, state)
        if technique.group <= group and (finding.black & ~known[0] or finding.white & ~known[1]):
            return True
    return False


def runs_over_white(board: Board, step: Step) -> bool:
    """Whether a place that is stated of a block contains a cell that is visibly white."""
    if step.line is None or step.technique in PLACES_NOT_SAID:
        return False
    return any(
        board[step.line.cell(offset)] is Cell.WHITE
        for bounds in (*step.bounds, *(each for case in step.cases for each in case.bounds))
        for first, last in bounds.stretches
        for offset in range(first, last + 1)
    )


def shape(puzzle: Puzzle, log: Log) -> Iterator[str]:
    """What is to be counted, visit by visit."""
    board, last = log.start.copy(), Visit(None, ())
    for visit in log.visits:
        yield "rows"
        yield from ["rows that fix one cell"] * (len(visit.fixed) == 1)
        if visit.line is not None and last.steps:
            crossed = {row for row, _, _ in last.fixed}
            crossed |= {board.height + column for _, column, _ in last.fixed}
            near = crossed if last.line is None else crossed | {board.number(last.line)}
            if board.number(visit.line) not in near:
                yield "jumps"
                group = visit.steps[0].technique.group
                if any(yields(puzzle, board, number, group) for number in near):
                    yield "needless jumps"
        over = False
        for step in visit.steps:
            yield "deductions"
            over = over or runs_over_white(board, step)
            for row, column, cell in step.fixed:
                board.fix(row, column, cell)
        yield from ["rows with a place over white cells"] * over
        last = visit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--most", type=int)
    options = parser.parse_args()
    counts = Counter[str]()
    explained = 0
    began = time.process_time()
    for clued in islice(read(options.files, options.every), options.most):
        puzzle = xlnono.Puzzle(clued.rows, clued.columns)
        log = xlnono.solve(puzzle, explain=True, seconds=SECONDS).log
        if log:
            explained += 1
            counts.update(shape(puzzle, log))
    rows = counts["rows"]
    print(f"{explained} puzzles, {rows / explained:.1f} rows per puzzle")
    for name, count in counts.items():
        print(f"{name}: {count} ({count / rows:.1%} of the rows)")
    print(f"{time.process_time() - began:.1f} s of processor time")


if __name__ == "__main__":
    main()
