"""The look of boards in pictures: colours and positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from xlnono.model.puzzle import Puzzle
from xlnono.spreadsheet import theme


def _css(colour: str) -> str:
    return f"#{colour.lower()}"


PAPER, INK, DOT = _css(theme.PAPER), _css(theme.PICTURE_INK), _css(theme.DOT)
THIN, THICK = _css(theme.PICTURE_THIN), _css(theme.PICTURE_THICK)
ACCENT, BAND = _css(theme.ACCENT), _css(theme.BAND_FILL)
PAGE, EDGE, DEED = _css(theme.PAGE_FILL), _css(theme.PAGE_EDGE), _css(theme.NEW_BLACK_FILL)
PAGE_COLOURS = {
    "ink": INK,
    "paper": PAPER,
    "accent": ACCENT,
    "page": PAGE,
    "quiet": THICK,
    "thin": THIN,
    "edge": EDGE,
    "dot": DOT,
}
"""The colours of web pages, by their names in the templates."""
HIGHLIGHTS = {
    name: _css(colour)
    for name, colour in (
        ("evidence", theme.EVIDENCE),
        ("evidence_black", theme.EVIDENCE_BLACK_FILL),
        ("evidence_white", theme.EVIDENCE_WHITE_FILL),
        ("range", theme.RANGE),
        ("range_fill", theme.RANGE_FILL),
        ("impossible", theme.IMPOSSIBLE),
        ("impossible_black", theme.IMPOSSIBLE_BLACK_FILL),
        ("impossible_white", theme.IMPOSSIBLE_WHITE_FILL),
        ("impossible_line", theme.IMPOSSIBLE_LINE_FILL),
        *zip(
            ("assumed_black", "follows_black", "assumed_white", "follows_white"),
            theme.ASSUMED_FILLS[0],
            strict=True,
        ),
    )
}
"""The colours of evidence, ranges and assumptions, by their names on the page."""

BUNDLE = 5
"""The number of cells between two thick lines."""


@dataclass(frozen=True)
class Plan:
    """The positions in a picture with cells of `cell` units and clue letters of `letters` units.

    Without room for letters (0) there are no clues.
    """

    puzzle: Puzzle
    cell: int
    letters: int

    @cached_property
    def margin(self) -> int:
        return max(4, self.cell // 2)

    @cached_property
    def number_width(self) -> int:
        """The width of each number of a row clue."""
        digits = max((len(str(block)) for clue in self.puzzle.rows for block in clue), default=1)
        return round(self.letters * (0.35 + 0.6 * digits))

    @cached_property
    def number_height(self) -> int:
        """The height of each number of a column clue."""
        return round(self.letters * 1.15)

    @cached_property
    def left(self) -> int:
        """Where the grid begins."""
        return self.margin + self.number_width * max(map(len, self.puzzle.rows)) + self._gap

    @cached_property
    def top(self) -> int:
        """Where the grid begins."""
        return self.margin + self.number_height * max(map(len, self.puzzle.columns)) + self._gap

    @cached_property
    def _gap(self) -> int:
        return self.letters // 3

    @cached_property
    def right(self) -> int:
        return self.left + self.cell * self.puzzle.width

    @cached_property
    def bottom(self) -> int:
        return self.top + self.cell * self.puzzle.height

    @cached_property
    def width(self) -> int:
        return self.right + self.margin

    @cached_property
    def height(self) -> int:
        return self.bottom + self.margin

    def numbers(self) -> list[tuple[float, float, int]]:
        """All numbers of the clues, each after its centre (x, y)."""
        found: list[tuple[float, float, int]] = []
        half = self.cell / 2
        for row, clue in enumerate(self.puzzle.rows):
            y = self.top + self.cell * row + half
            for place, block in enumerate(reversed(clue)):
                x = self.left - self._gap - self.number_width * (place + 0.5)
                found.append((x, y, block))
        for column, clue in enumerate(self.puzzle.columns):
            x = self.left + self.cell * column + half
            for place, block in enumerate(reversed(clue)):
                y = self.top - self._gap - self.number_height * (place + 0.5)
                found.append((x, y, block))
        return found


def thick(place: int, length: int) -> bool:
    """Whether the line before the cell at that place of a line of cells is a thick one."""
    return place % BUNDLE == 0 or place == length


def grid_lines(plan: Plan, left: int, top: int, *, bold: bool) -> str:
    """The thin or the thick lines of the grid as a path, from these edges on."""
    puzzle = plan.puzzle
    across = [
        f"M{left} {plan.top + plan.cell * k}H{plan.right}"
        for k in range(puzzle.height + 1)
        if thick(k, puzzle.height) is bold
    ]
    down = [
        f"M{plan.left + plan.cell * k} {top}V{plan.bottom}"
        for k in range(puzzle.width + 1)
        if thick(k, puzzle.width) is bold
    ]
    return "".join(across + down)
