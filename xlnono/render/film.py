"""A solve as scenes: the start, and the board after each step with its explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Literal

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Board, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution
from xlnono.model.steps import Log, Position, Visit
from xlnono.records import NamedTuple
from xlnono.wording import (
    GridNames,
    cut_short,
    not_graded,
    outcome_name,
    rated,
    technique_name,
    why_visit,
)
from xlnono.wording.chains import LinkInWords, chain_in_words

Fixed = tuple[tuple[int, int, Cell], ...]
"""(row, column, colour) of cells."""

Unit = Literal["steps", "cells"]

DrawingProgress = Callable[[int], None]
"""Called from time to time with the number of cells drawn; an exception stops the drawing."""

_WORDS: dict[str, Text] = {
    "start": Text("Start", "開始"),
    "empty": Text("Nothing is known yet.", "まだ何も決まっていません。"),
    "given": Text("These marks are given.", "最初からあった印です。"),
    "step": Text("Step {number} of {last}", "手順 {number} / {last}"),
    "part": Text(
        "Step {number} of {last}, part {part} of {parts}",
        "手順 {number} / {last}({part} / {parts})",
    ),
    "several": Text("several lines", "複数の行・列"),
    "rest": Text("The rest", "残り"),
    "unexplained": Text(
        "The time ran out before the rest was explained.",
        "時間切れのため、残りの説明はありません。",
    ),
    "size": Text("{height} rows × {width} columns", "縦 {height} × 横 {width}"),
    "contradiction": Text("in the end, no arrangement fits {line}", "最後は{line}に入る置き方なし"),
    "solution": Text("Solution {number}", "解{number}"),
    "solutions": Text("Two solutions of the puzzle", "2つの解"),
    "differing": Text(
        "The solutions differ in the outlined cells.", "枠の付いたマスが2つの解で異なります。"
    ),
}


class Caption(NamedTuple):
    """The text beside a scene; technique and line are empty if it is not about a step."""

    heading: str
    technique: str
    line: str
    sentence: str


class Alternative(NamedTuple):
    """One of two solutions, and its cells that differ from the other one."""

    heading: str
    board: Board
    differing: Fixed


class Film:
    """The scenes of a solution that has a log: number 0 is the start, n follows visit n.

    If it goes `singly`, each deduction counts as a visit.

    If more is known than the steps explain, one more scene shows everything.
    """

    def __init__(
        self, solution: Solution, title: str, language: Language, *, singly: bool = False
    ) -> None:
        assert solution.log is not None
        self.solution = solution
        self.title = title
        self.language = language
        self.log: Log = solution.log
        self.visits: list[Visit] = self.log.deductions if singly else self.log.visits

    @property
    def puzzle(self) -> Puzzle:
        return self.solution.puzzle

    @cached_property
    def _rest(self) -> Fixed:
        reached = self.log.position(len(self.log))
        return tuple(
            (row, column, cell)
            for row, column, cell in self.solution.known.cells()
            if reached[row, column] is Cell.UNKNOWN
        )

    @property
    def last(self) -> int:
        """The number of the last scene."""
        return len(self.visits) + bool(self._rest)

    def fixed(self, number: int) -> Fixed:
        """The cells that a scene adds."""
        if number == 0:
            return ()
        return self.visits[number - 1].fixed if number <= len(self.visits) else self._rest

    def line(self, number: int) -> Line | None:
        """The line of a scene, if it is about a single line."""
        return self.visits[number - 1].line if 0 < number <= len(self.visits) else None

    def board(self, number: int) -> Board:
        """The known cells of a scene."""
        if number > len(self.visits):
            return self.solution.known
        return self.log.position(self.deductions(number))

    def deductions(self, number: int) -> int:
        """How many deductions there have been by the end of a scene."""
        return sum(len(visit.steps) for visit in self.visits[:number])

    def evidence(self, number: int) -> Fixed:
        """The known cells that a scene relies on; the links of a contradiction have their own."""
        if self.line(number) is None:
            return ()
        return self.known_of(self.visits[number - 1].evidence)

    def known_of(self, positions: Iterable[Position]) -> Fixed:
        """Those of some cells that are known in the end, with their colours."""
        known = self.solution.known
        return tuple(
            (*position, known[position])
            for position in sorted(positions)
            if known[position] is not Cell.UNKNOWN
        )

    def ranges(self, number: int) -> frozenset[Position]:
        """The cells in which the blocks that a scene is about can lie."""
        return self.visits[number - 1].ranges if 0 < number <= len(self.visits) else frozenset()

    def links(self, number: int) -> list[LinkInWords]:
        """The assumption of a scene, what follows from it, and the contradiction, if it has them.

        They come before its cells, and are withdrawn then.
        """
        if not 0 < number <= len(self.visits):
            return []
        return [
            link
            for step in self.visits[number - 1].steps
            for link in chain_in_words(step, self.puzzle, GridNames(), self.language)
        ]

    def frames(self, unit: Unit) -> Iterator[Fixed]:
        """The groups of cells added one after the other: per step, or cell by cell."""
        for number in range(1, self.last + 1):
            fixed = self.fixed(number)
            if unit == "steps":
                yield fixed
            else:
                yield from ((cell,) for cell in fixed)

    def caption(self, number: int) -> Caption:
        language = self.language
        if number == 0:
            said = _WORDS["given" if self.log.start.known else "empty"]
            return Caption(_WORDS["start"].of(language), "", "", said.of(language))
        if number > len(self.visits):
            rest, unexplained = _WORDS["rest"], _WORDS["unexplained"]
            return Caption(rest.of(language), "", "", unexplained.of(language))
        visit = self.visits[number - 1]
        line = _WORDS["several"].of(language) if visit.line is None else visit.line.named(language)
        used = [technique_name(technique, language) for technique in visit.techniques]
        return Caption(
            _WORDS["step"].of(language, number=number, last=len(self.visits)),
            COMMA.of(language).join(used),
            line,
            why_visit(visit, self.puzzle, GridNames(), language),
        )

    def caption_of_link(self, number: int, part: int, link: LinkInWords) -> Caption:
        """The text beside a link of a scene; `part` counts from 1."""
        parts = len(self.visits[number - 1].steps[0].branches[0].chain) + 3
        heading = _WORDS["part"].of(
            self.language, number=number, last=len(self.visits), part=part, parts=parts
        )
        line = "" if link.line is None else link.line.named(self.language)
        return Caption(heading, link.name, line, link.said)

    @cached_property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Two solutions if the puzzle has several, otherwise none."""
        one, two = self.solution.grid, self.solution.other
        if one is None or two is None:
            return ()
        return tuple(
            Alternative(
                _WORDS["solution"].of(self.language, number=number),
                Board.of(grid),
                tuple((*position, grid[position]) for position in grid.differing(other)),
            )
            for number, (grid, other) in enumerate(((one, two), (two, one)), 1)
        )

    def said_of_alternatives(self) -> tuple[str, str]:
        """A heading for the two solutions, and a sentence on how they differ."""
        return _WORDS["solutions"].of(self.language), _WORDS["differing"].of(self.language)

    def summary(self) -> str:
        """Size, outcome and difficulty in one line."""
        language, solution = self.language, self.solution
        facts = [
            _WORDS["size"].of(language, height=self.puzzle.height, width=self.puzzle.width),
            outcome_name(solution.outcome, language),
        ]
        if solution.outcome is Outcome.NONE and solution.contradiction is not None:
            facts.append(_WORDS["contradiction"].of(language, line=solution.contradiction))
        if solution.difficulty is not None:
            facts.append(rated(solution.difficulty.rating, language))
        elif shortfall := not_graded(solution, language) or cut_short(solution, language):
            facts.append(shortfall)
        return " · ".join(facts)
