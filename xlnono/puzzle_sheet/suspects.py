"""Probably mistyped clues on a sheet: their colour, and notes with what would be right.

Notes of ours begin and end with fixed texts. That distinguishes them from those of people, and from
those that somebody has continued.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from xlnono import wording
from xlnono.language import LANGUAGES, Language, Text
from xlnono.model.board import Axis, Line
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.memory import recall
from xlnono.puzzle_sheet.stored_board import stored_board
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, rectangles
from xlnono.spreadsheet.sheet import Sheet, Style
from xlnono.spreadsheet.theme import CONTRADICTION_FILL, SUSPECT_FILL, UNKNOWN_FILL

if TYPE_CHECKING:
    from xlnono.model.mistakes import Correction, MistakeReport

_FIRST_LINE = "xlnono:"
_LAST_LINE = Text(
    "xlnono removes this note when it is no longer needed.",
    "このメモは、不要になると xlnono が消します。",
)
CLUE_FILLS = frozenset((SUSPECT_FILL, UNKNOWN_FILL, CONTRADICTION_FILL))
"""The fills of clues in question, CONTRADICTION_FILL only in workbooks of older versions."""

Fills = Mapping[Area, str | None]
"""The fills of cells."""


class MarkedNames:
    """Names for a puzzle on a sheet on which the clues in question are marked.

    Their addresses are left out.
    """

    def __init__(self, layout: Layout) -> None:
        self.cell, self.cells, self.along = layout.cell, layout.cells, layout.along

    def clues(self, lines: Sequence[Line]) -> str:
        return ""


class Suspect(NamedTuple):
    """A clue that is wrong according to some of the offered corrections.

    `corrections` are those, the most plausible first, and `said` are the sentences about them.
    """

    line: Line
    corrections: Sequence[Correction]
    said: Sequence[str]


def suspects(report: MistakeReport, layout: Layout, language: Language) -> list[Suspect]:
    """The clues to compare with the source, the most plausible first.

    A line that was left out has none.
    """
    choices, names = report.choices, MarkedNames(layout)
    if len(choices) == 1:
        sentences = [wording.correction_in_words(choices[0], names, language, sure=report.sure)]
    else:
        sentences = wording.numbered_corrections(report, names, language)
    found: dict[Line, Suspect] = {}
    for correction, said in zip(choices, sentences, strict=True):
        if correction.left_out is not None:
            continue
        for line in dict.fromkeys(line for one in correction.mistakes for line in one.lines):
            known = found.get(line, Suspect(line, (), ()))
            found[line] = Suspect(line, (*known.corrections, correction), (*known.said, said))
    return list(found.values())


def mark_suspects(
    sheet: Sheet,
    layout: Layout,
    number: int,
    report: MistakeReport,
    language: Language,
    advice: str = "",
) -> dict[Area, str | None]:
    """Colour the suspect clues, and give each a note with the proposals and some advice.

    Without a proposal, the clues of the contradiction core are coloured, one of which is wrong.
    No other clue of this puzzle, which has a number on its sheet, stays marked. Returns the fills
    that the coloured cells had.
    """
    found = suspects(report, layout, language)
    lines = [one.line for one in found] if report.choices else report.core
    fill = SUSPECT_FILL if report.choices else UNKNOWN_FILL
    cells = [cell for line in lines for cell in layout.clue(line).cells()]
    notes: dict[Area, str] = {}
    for one in _with_notes(found):
        ends = [wording.proof(one.corrections, language), advice, _LAST_LINE.of(language)]
        text = "\n".join([_FIRST_LINE, *one.said, *filter(None, ends)])
        notes[_noted_cell(sheet, layout, one.line)] = text
    return _show(sheet, layout, number, dict.fromkeys(cells, fill), notes)


def clear_suspects(sheet: Sheet, layout: Layout, number: int) -> None:
    """Take the colours and notes away from the clues of the puzzle with a number."""
    _show(sheet, layout, number, {}, {})


def _show(
    sheet: Sheet, layout: Layout, number: int, fills: Fills, notes: Mapping[Area, str]
) -> dict[Area, str | None]:
    """Give clue cells these fills and notes, and take ours from all others.

    Returns the fills that the cells had before any was ours.
    """
    now = _fills(sheet, layout)
    ours = [cell for cell, fill in now.items() if fill in CLUE_FILLS]
    if ours:
        remembered = _remembered(sheet, layout, number)
        before = {
            cell: remembered[cell] if cell in remembered else _usual(now, layout, cell)
            for cell in ours
            if cell in remembered or now[cell] == SUSPECT_FILL
        }
        remove_notes(sheet, layout, notes)
    else:
        before = {}
    wanted: dict[str | None, list[Area]] = {}
    for cell, fill in {**before, **fills}.items():
        if now[cell] != fill:
            wanted.setdefault(fill, []).append(cell)
    for fill, cells in wanted.items():
        sheet.restyle(rectangles((cell.row, cell.column) for cell in cells), Style(fill))
    for cell, text in notes.items():
        sheet.put_note(cell, text)
    return {cell: before.get(cell, now[cell]) for cell in fills}


def _with_notes(found: Sequence[Suspect]) -> list[Suspect]:
    """One of each group of neighbours about which the same is said, such as all rows."""
    return [
        one
        for before, one in zip([None, *found], found, strict=False)
        if before is None or before.said != one.said or len(found) <= 2
    ]


_NO_NOTES: Mapping[Area, str] = MappingProxyType({})


def remove_notes(sheet: Sheet, layout: Layout, wanted: Mapping[Area, str] = _NO_NOTES) -> None:
    """Remove the notes that this module has put on clues, except those that are wanted."""
    for area in (layout.rows, layout.columns):
        for cell, text in sheet.notes(area).items():
            if _is_ours(text) and wanted.get(cell) != text:
                sheet.remove_note(cell)


def _is_ours(text: str) -> bool:
    lines = text.strip().splitlines()
    last = {_LAST_LINE.of(language) for language in LANGUAGES}
    return len(lines) > 1 and lines[0].strip() == _FIRST_LINE and lines[-1].strip() in last


def is_marked(sheet: Sheet, layout: Layout, line: Line) -> bool:
    """Whether a clue has the colour of a suspect."""
    fills = _fills(sheet, layout)
    return any(fills[cell] == SUSPECT_FILL for cell in layout.clue(line).cells())


def _fills(sheet: Sheet, layout: Layout) -> dict[Area, str | None]:
    """The fills of all clue cells."""
    return {
        cell: fill
        for area in (layout.rows, layout.columns)
        for cell, fill in zip(
            area.cells(), (fill for row in sheet.fills(area) for fill in row), strict=True
        )
    }


def _remembered(sheet: Sheet, layout: Layout, number: int) -> Fills:
    """The fills that coloured clue cells had, from the log or from the stored board."""
    grid = layout.grid
    memory = recall(sheet, number, grid.height, grid.width)
    stored = stored_board(sheet, layout, number)
    fills = {} if stored is None else _fills(stored, layout)
    return {cell: fill for cell, fill in fills.items() if fill != SUSPECT_FILL} | dict(
        () if memory is None else memory.marked
    )


def _usual(now: Fills, layout: Layout, cell: Area) -> str | None:
    """The fill that most clue cells of the same axis have, for one that nothing remembers."""
    area = layout.rows if layout.rows.contains(cell) else layout.columns
    others = Counter(now[each] for each in area.cells() if now[each] != SUSPECT_FILL)
    return others.most_common(1)[0][0] if others else None


def _noted_cell(sheet: Sheet, layout: Layout, line: Line) -> Area:
    """The cell of a clue that gets the note: the last one that is filled, next to the grid."""
    area, grid = layout.clue(line), layout.grid
    before = area.column < grid.column if line.axis is Axis.ROW else area.row < grid.row
    values = (value for row in sheet.values(area) for value in row)
    cells = list(zip(area.cells(), values, strict=True))
    nearest_first = cells[::-1] if before else cells
    return next((cell for cell, value in nearest_first if value is not None), nearest_first[0][0])
