"""Clues that were probably mistyped: what the buttons say about them, mark, and correct."""

from __future__ import annotations

from xlnono.buttons.context import PressContext
from xlnono.engine.mistakes import SECONDS, locate_mistakes
from xlnono.errors import XlnonoError
from xlnono.model.board import Axis, Line
from xlnono.model.mistakes import Correction, MistakeReport
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import MistypedSheet, PuzzleSheet
from xlnono.puzzle_sheet.suspects import MarkedNames, is_marked, mark_suspects, suspects
from xlnono.puzzle_sheet.write_clue import corrected_cells, write_cells
from xlnono.spreadsheet.area import Area
from xlnono.wording import corrected_in_words, no_room, report_in_words


def search(context: PressContext, typed: PuzzleSheet | MistypedSheet) -> MistakeReport:
    """Search the clues and the marks of a sheet for typing mistakes, for a few seconds."""
    marks = typed.marks
    if isinstance(typed, PuzzleSheet) and not typed.assumptions:
        marks = typed.present
    seconds = min(SECONDS, context.settings.seconds)
    return locate_mistakes(
        typed.rows, typed.columns, marks, seconds=seconds, progress=context.progress
    )


def marked_line(context: PressContext) -> Line | None:
    """The line whose clue is selected, if it is marked as a suspect."""
    line = _selected_line(context.layout, context.book.cell)
    if line is None or not is_marked(context.sheet, context.layout, line):
        return None
    return line


def _selected_line(layout: Layout, cell: Area | None) -> Line | None:
    if cell is None:
        return None
    if layout.rows.contains(cell):
        return Line(Axis.ROW, cell.row - layout.rows.row)
    if layout.columns.contains(cell):
        return Line(Axis.COLUMN, cell.column - layout.columns.column)
    return None


def doubts(
    context: PressContext, report: MistakeReport, head: str, chosen: Line | None = None
) -> str:
    """Report what is probably wrong in the clues, after a `head`, and mark it on the sheet.

    `chosen` is a suspect that was selected when the button was pressed. If the last answer was the
    same, its clue is corrected.
    """
    language, layout = context.settings.language, context.layout
    for suspect in suspects(report, layout, language):
        if suspect.line == chosen and suspect.said[0] in context.last_answer():
            return _correct(context, report, suspect.corrections[0])
    marked = _mark(context, report)
    return context.joined([head, *in_words(context, report, marked=marked)])


def in_words(context: PressContext, report: MistakeReport, *, marked: bool = True) -> list[str]:
    """What a search found, and what to do about clues that are `marked`."""
    names = MarkedNames(context.layout) if marked else context.layout
    language = context.settings.language
    said = report_in_words(report, names, language) + no_room(report, language)
    suspected = suspects(report, context.layout, language)
    return [*said, context.text("apply")] if marked and suspected else said


def _mark(context: PressContext, report: MistakeReport) -> bool:
    """Mark the suspects of a report, unless there is no way to take that back."""
    try:
        context.store_board()
    except XlnonoError:
        return False
    mark(context, report)
    return True


def mark(context: PressContext, report: MistakeReport) -> dict[Area, str | None]:
    """Mark the suspects of a report; returns the fills that their cells had."""
    return mark_suspects(
        context.sheet,
        context.layout,
        context.spot.number,
        report,
        context.settings.language,
        context.text("apply this"),
    )


def _correct(context: PressContext, report: MistakeReport, correction: Correction) -> str:
    """Write a correction into the clue cells, so that Restore takes it back."""
    sheet, layout, language = context.sheet, context.layout, context.settings.language
    try:
        cells = corrected_cells(sheet, layout, correction.changes)
    except XlnonoError as error:
        _mark(context, report)
        return error.text(language)
    context.store_board(clues=True)
    write_cells(sheet, cells)
    said = corrected_in_words(correction, MarkedNames(layout), language)
    return context.text("corrected", said=said)
