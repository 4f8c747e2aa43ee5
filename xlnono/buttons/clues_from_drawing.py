"""Writes the clues of a picture drawn on the active sheet around it, and keeps its answer."""

from __future__ import annotations

from xlnono.buttons.context import PressContext
from xlnono.engine import solve
from xlnono.errors import XlnonoError
from xlnono.jobs.repairs import SECONDS as REPAIR_SECONDS
from xlnono.language import Text
from xlnono.live.book import LiveSheet
from xlnono.making.repair import find_repairs
from xlnono.model.board import lines_of
from xlnono.model.mistakes import ChangedClue
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome
from xlnono.puzzle_sheet.answer_sheet import ANSWER_NAME, kept_answer
from xlnono.puzzle_sheet.companion_sheets import BOARD_NAME, new_title, own_companion
from xlnono.puzzle_sheet.drawing import Drawing, find_drawing
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.marks import is_dark
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.read_clues import NoClues
from xlnono.puzzle_sheet.spots import GRID_NAME, NAMES, named_layout
from xlnono.puzzle_sheet.write_clue import write_clues
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import CLUE_FILL, INK
from xlnono.wording import rated
from xlnono.wording.repairs import repairs_in_words

_TITLE = Text("{sheet} answer", "{sheet} 答え")


class NoRoomForClues(XlnonoError):
    code = "no-room-for-clues"
    template = Text(
        "the clues need {columns} empty columns left of the drawing ({area}) and {rows} empty rows "
        "above it: insert columns or rows, or move what is there.",
        "絵({area})の左に空の列が {columns} 列、上に空の行が {rows} 行必要です。列や行を"
        "挿入するか、そこにあるものを移してください。",
    )


class CluesThere(XlnonoError):
    code = "clues-there"
    template = Text(
        "the clue cells are not empty, and their clues were not made from a drawing: empty them, "
        "or draw on another sheet.",
        "ヒントのセルに、絵から作ったのではないヒントがすでにあります。消すか、別のシートに"
        "描いてください。",
    )


class _Before(NamedTuple):
    """Where the clues belong, and those that stand there already."""

    layout: Layout
    clues: tuple[tuple[int, ...], ...] | None


def clues_from_drawing(context: PressContext) -> str:
    """Write the clues of the drawing around it if that puzzle has exactly one solution."""
    sheet, settings = context.sheet, context.settings
    # On a template, what is selected is that of the last press.
    selected = None if GRID_NAME in sheet.names() else context.book.selection
    drawing = find_drawing(sheet, selected)
    puzzle = Puzzle.of(drawing.grid)
    before = _before(sheet, drawing, puzzle)
    context.require(ANSWER_NAME)
    cells = drawing.grid.height * drawing.grid.width
    solution = solve(
        puzzle,
        explain=True,
        seconds=settings.seconds,
        progress=lambda known: context.report(known, cells),
    )
    if solution.outcome is Outcome.UNDECIDED:
        return context.text("undecided drawing")
    if solution.outcome is Outcome.MULTIPLE:
        return _ambiguous(context, drawing, before.layout)
    lines = lines_of(drawing.grid.height, drawing.grid.width)
    typed = before.clues or ((),) * len(lines)
    if before.clues is None:
        _lay_out(sheet, before.layout)
    changes = [
        ChangedClue(line, held, clue)
        for line, held, clue in zip(lines, typed, puzzle.clues, strict=True)
        if before.clues is None or held != clue
    ]
    write_clues(sheet, before.layout, changes)
    _keep(context, drawing)
    rating = ""
    if solution.difficulty is not None:
        rating = context.text("fact", fact=rated(solution.difficulty.rating, settings.language))
    return context.text(
        "clues written",
        area=drawing.area.address,
        height=drawing.grid.height,
        width=drawing.grid.width,
        rating=rating,
    )


def _before(sheet: LiveSheet, drawing: Drawing, puzzle: Puzzle) -> _Before:
    """Raises NoRoomForClues or CluesThere, so that nothing is overwritten."""
    if any(name in sheet.names() for name in NAMES):
        layout = named_layout(sheet, 1)
        if layout.grid != drawing.area:
            raise CluesThere().at(sheet=sheet.title, cell=layout.box.address)
        try:
            read = read_puzzle(sheet, certain=True, cell=layout.grid)
        except NoClues:
            return _Before(layout, None)
        except XlnonoError:
            raise CluesThere().at(sheet=sheet.title, cell=layout.box.address) from None
        if kept_answer(sheet, read.puzzle) is None:
            raise CluesThere().at(sheet=sheet.title, cell=layout.box.address)
        return _Before(layout, read.puzzle.clues)
    across, down = (max(1, *map(len, clues)) for clues in (puzzle.rows, puzzle.columns))
    area = drawing.area
    layout = Layout(
        rows=Area(area.row, area.column - across, area.height, across),
        columns=Area(area.row - down, area.column, down, area.width),
        grid=area,
    )
    if layout.rows.column < 1 or layout.columns.row < 1 or not _is_empty(sheet, layout):
        raise NoRoomForClues(columns=across, rows=down, area=area.address).at(sheet=sheet.title)
    return _Before(layout, None)


def _is_empty(sheet: LiveSheet, layout: Layout) -> bool:
    areas = (layout.rows, layout.columns)
    if any(one.intersects(area) for one in sheet.merged() for area in areas):
        return False
    return not any(
        value is not None or is_dark(fill)
        for area in areas
        for values, fills in zip(sheet.values(area), sheet.fills(area), strict=True)
        for value, fill in zip(values, fills, strict=True)
    )


def _lay_out(sheet: LiveSheet, layout: Layout) -> None:
    """Make a puzzle of the cells around a drawing, unless they are a template's."""
    if all(name in sheet.names() for name in NAMES):
        return
    for name, area in zip(NAMES, layout, strict=True):
        sheet.set_name(name, reference(sheet.title, area))
    sheet.restyle([layout.rows, layout.columns], Style(CLUE_FILL, INK, centred=True))


def _keep(context: PressContext, drawing: Drawing) -> None:
    """Keep the picture on a hidden sheet."""
    sheet, language = context.sheet, context.settings.language
    answer = own_companion(sheet, ANSWER_NAME)
    if answer is None:
        pattern = _TITLE.of(language, sheet="{sheet}")
        answer = context.book.add_hidden_sheet(new_title(sheet, pattern))
        answer.set_name(BOARD_NAME, reference(sheet.title, drawing.area))
    rows = drawing.grid.text().splitlines()
    area = Area(1, 1, len(rows))
    answer.write(area, [[row] for row in rows])
    sheet.set_name(ANSWER_NAME, reference(answer.title, area))


def _ambiguous(context: PressContext, drawing: Drawing, layout: Layout) -> str:
    """That there are several solutions, and how to change the picture so that one is left."""
    seconds = min(context.settings.seconds, REPAIR_SECONDS)
    choices = find_repairs(drawing.grid, seconds=seconds).choices
    if not choices:
        return context.text("ambiguous drawing")
    said = repairs_in_words(choices, layout, context.settings.language)
    return context.text("repairable drawing", said=said)
