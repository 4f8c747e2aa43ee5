"""A log as a proof: the statements from which lines lead to the only solution.

One JSON object a line; docs/techniques.md describes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from xlnono.model.board import Axis, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Branch, Log, Step

FORMAT = "xlnono proof"


def has_proof(log: Log) -> bool:
    """Whether a log contains a search, whose proof is too long to read."""
    return any(step.proof is not None for step in log.steps)


def proof_lines(puzzle: Puzzle, log: Log, title: str) -> Iterator[str]:
    """The lines of the file, each with its end."""
    writer = _Writer(puzzle)
    writer.add(
        {
            "format": FORMAT,
            "version": 1,
            "title": title,
            "rows": [list(clue) for clue in puzzle.rows],
            "columns": [list(clue) for clue in puzzle.columns],
            "known": log.start.text().split(),
        }
    )
    for step in log.steps:
        writer.add_step(step)
    for line in writer.lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


class _Writer:
    def __init__(self, puzzle: Puzzle) -> None:
        self.names = list(map(_name, puzzle.lines()))
        self.lines: list[dict[str, Any]] = []
        self.statements = 0

    def add(self, line: dict[str, Any]) -> None:
        self.lines.append(line)

    def add_step(self, step: Step) -> None:
        """Steps on lines need no statement: the check of a proof follows all lines."""
        if step.proof is not None:
            first = self.statements + 1
            for number, (cells, reasons) in enumerate(step.proof.statements):
                by = [
                    self.names[reason] if reason >= 0 else first - 1 - reason for reason in reasons
                ]
                if number == 0:
                    self.add({"suppose": _cells(cells)})
                    self.statements += 1
                else:
                    self._state(_cells(cells), by)
        elif step.line is None:
            self._refute(step, step.branches[0], [], [])

    def _refute(
        self, step: Step, branch: Branch, outside: list[list[int | str]], by: list[int | str]
    ) -> int:
        """State what follows from a contradiction; returns the number of the statement. `outside`
        are the negated assumptions around it, and `by` are the reasons that follow from those."""
        reasons = list(by)
        refuted = outside + _cells(step.fixed)
        for link in branch.chain:
            if link.line is not None:
                reasons.append(_name(link.line))
            else:
                reasons.append(self._refute(link, link.branches[0], refuted, reasons))
        return self._state(refuted, [*reasons, _name(branch.contradiction)])

    def _state(self, cells: list[list[int | str]], by: list[int | str]) -> int:
        self.add({"any": cells, "by": by})
        self.statements += 1
        return self.statements


def _name(line: Line) -> str:
    return f"{'R' if line.axis is Axis.ROW else 'C'}{line.index + 1}"


def _cells(cells: Any) -> list[list[int | str]]:
    return [[row + 1, column + 1, cell.name.lower()] for row, column, cell in cells]
