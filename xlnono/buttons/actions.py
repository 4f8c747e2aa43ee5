"""The work of the eight buttons on a sheet that a program shows, whichever program it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Literal, NamedTuple

from xlnono.buttons.assumed_cells import BLACK_MARK, DEEPEST, assumptions, paint_assumed
from xlnono.buttons.context import Desk, SheetProtected
from xlnono.buttons.highlight import make_green, red_cells, take_green_back
from xlnono.buttons.settings import keep, put_back, read_settings
from xlnono.engine import solve as decide
from xlnono.engine.decide.propagation import propagate
from xlnono.engine.hint import movable, wrong_marks
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.jobs.from_marks import solve_from_marks
from xlnono.language import LANGUAGES, Language
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.live.front import Front
from xlnono.live.host import Host
from xlnono.model.board import Board, Cell
from xlnono.model.solution import Outcome, Solution
from xlnono.model.steps import Log, Position
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import Paint, paint, paint_cells
from xlnono.puzzle_sheet.read import NoPuzzle, find_layout
from xlnono.puzzle_sheet.replay_sheet import write_replay
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Style
from xlnono.spreadsheet.theme import CLASH_FILL
from xlnono.wording import Level, advice, cut_short, grade_name, not_graded, outcome_name, reasons

Name = Literal["solve", "step", "hint", "check", "assume", "clear", "restore", "where"]

_PAINTS = {Cell.BLACK: Paint.BLACK, Cell.WHITE: Paint.WHITE}
_CELLS_NAMED = 40


def press(name: Name, host: Host, front: Front, language: Language | None = None) -> str:
    """Do the work of a button, and answer in words whatever happens; returns the answer.

    `language` is that of the program, which counts where the workbook has no settings.
    """
    button = BUTTONS[name]
    try:
        book = LiveBook(host)
        sheet = book.sheet(book.shown)
        if sheet is None:
            raise NoPuzzle()
        desk = Desk(front, book, sheet, read_settings(book, language or "en"))
    except XlnonoError as error:
        wanted: Iterable[Language] = (language,) if language else LANGUAGES
        message = "\n\n".join(error.message(each) for each in wanted)
        front.tell(message)
    else:
        front.allow(desk.settings.seconds)
        message = _result(button, desk)
        desk.answer(message)
    return message


def _result(button: Button, desk: Desk) -> str:
    """What the work of a button has to say, or what went wrong."""
    language = desk.settings.language
    try:
        if button.paints and desk.sheet.protected:
            raise SheetProtected().at(sheet=desk.sheet.title)
        if button.paints and not button.leaves_green:
            take_green_back(desk.sheet)
        message = button.work(desk)
        desk.book.flush()
    except InvalidPuzzle as error:
        return " / ".join(defect.text(language) for defect in error.defects)
    except XlnonoError as error:
        return error.text(language)
    except Exception as error:
        # Nobody reads a traceback in a box, and there is no other place for it.
        return desk.text("unexpected", error=f"{type(error).__name__}: {error}")
    return message


def _solve(desk: Desk) -> str:
    """Solve the puzzle from the marks on the board, with the log beside it."""
    read, settings = desk.read, desk.settings
    language = settings.language
    solution = solve_from_marks(
        read, seconds=settings.seconds, progress=lambda _, known: desk.progress(known)
    )
    keep(desk.sheet, read.layout)
    if settings.speed and solution.log and solution.outcome is not Outcome.NONE:
        last = _show(desk, solution.log)
        if last is not None:
            return desk.text("halted", step=last, steps=len(solution.log))
    memory = paint(desk.sheet, read, solution)
    if settings.log:
        why = reasons(solution.log, read.puzzle, read.layout, language)
        write_replay(desk.sheet, read, solution, why, language)
        write_log(desk.sheet, read, solution, memory, why, language)
    message = _verdict(desk, solution)
    if solution.clash is not None:
        message += desk.text("clash", line=solution.clash.named(language))
    if settings.log and solution.log and not desk.book.host.conditions:
        message += desk.text("plain replay")
    return message


def _show(desk: Desk, log: Log) -> int | None:
    """Paint the steps of a log one after the other, while the person looks on.

    Returns the number of the step after which the person stopped it. What the board shows
    already is passed over, unless it shows everything.
    """
    read, shown = desk.read, desk.read.present
    if not shown.unknown:
        shown = read.marks
        painted = {cell[:2] for cell in read.present.cells() if shown[cell[:2]] is Cell.UNKNOWN}
        _take_back(desk, painted)
    for number, step in enumerate(log, start=1):
        new = [found for found in step.fixed if shown[found[:2]] is not found[2]]
        if not new:
            continue
        paint_cells(desk.sheet, read.layout, {(row, k): _PAINTS[cell] for row, k, cell in new})
        desk.book.flush()
        desk.front.status(desk.text("showing", step=number, steps=len(log)))
        if desk.front.pause(1 / desk.settings.speed) and number < len(log):
            return number
    return None


def _verdict(desk: Desk, solution: Solution) -> str:
    language, rating = desk.settings.language, ""
    if solution.difficulty is not None:
        grade = grade_name(solution.difficulty.grade, language)
        rating = desk.text("rating", grade=grade, score=solution.difficulty.score)
    elif shortfall := not_graded(solution, language) or cut_short(solution, language):
        rating = desk.text("shortfall", shortfall=shortfall)
    outcome = outcome_name(solution.outcome, language)
    message = desk.text("verdict", outcome=outcome, rating=rating, seconds=solution.seconds)
    if solution.outcome is Outcome.UNDECIDED:
        message += desk.text("undecided")
    return message


def _step(desk: Desk) -> str:
    """Paint the next deduction from what the board shows."""
    read = desk.read
    found = desk.hint(read.present)
    if found.step is not None:
        keep(desk.sheet, read.layout)
        paints = {(row, column): _PAINTS[cell] for row, column, cell in found.step.fixed}
        paint_cells(desk.sheet, read.layout, paints)
    return advice(found, read.puzzle, read.layout, desk.settings.language, 3)


def _hint(desk: Desk) -> str:
    """Tell the next deduction, more of it with every press; its cells get selected."""
    read, language = desk.read, desk.settings.language
    found = desk.hint(read.present)
    levels: tuple[Level, ...] = (1, 2, 3)
    texts = [advice(found, read.puzzle, read.layout, language, level) for level in levels]
    before = desk.answered()
    place = texts.index(before) + 1 if before in texts else 0
    level = levels[min(place, 2)]
    if found.step is not None:
        line = found.step.line
        areas = read.layout.areas([(row, column) for row, column, _ in found.step.fixed])
        if line is not None and level < 3:
            areas = [read.layout.line(line)]
        _select(desk.sheet, areas if level == 3 else areas[:1])
    return texts[level - 1]


def _where(desk: Desk) -> str:
    """Make the clues of the lines green in which something can be deduced."""
    if not desk.book.host.conditions:
        return desk.text("plain where")
    read = desk.read
    lines, clash = movable(read.puzzle, read.present)
    red = red_cells(desk.sheet, read.layout)
    lines = [line for line in lines if red.isdisjoint(read.layout.clue(line).cells())]
    make_green(desk.sheet, read.layout, lines)
    if clash is not None:
        return desk.text("marks clash", line=clash.named(desk.settings.language))
    if lines:
        return desk.text("one movable" if len(lines) == 1 else "movable", count=len(lines))
    return desk.text("none movable" if read.present.unknown else "all known")


def _select(sheet: LiveSheet, areas: list[Area]) -> None:
    """Select areas, as many as Excel takes in one address."""
    address = areas[0].address
    for area in areas[1:]:
        if len(address) + len(area.address) < 255:
            address += f",{area.address}"
    sheet.order("select", areas[:1], address)


def _check(desk: Desk) -> str:
    """Say whether the puzzle has one solution and how hard it is; wrong marks turn red."""
    read = desk.read
    solution = decide(
        read.puzzle, explain=True, seconds=desk.settings.seconds, progress=desk.progress
    )
    message = _verdict(desk, solution)
    if solution.outcome is Outcome.NONE and solution.clash is not None:
        line = solution.clash.named(desk.settings.language)
        message += " " + desk.text("clashing", line=line)
    elif solution.outcome is Outcome.UNIQUE and solution.grid is not None and read.present.known:
        wrong = wrong_marks(read.present, solution.grid)
        if not wrong:
            return message + desk.text("right")
        keep(desk.sheet, read.layout)
        black = [cell for cell in wrong if read.present[cell] is Cell.BLACK]
        desk.sheet.order("mark", read.layout.areas(black), BLACK_MARK)
        desk.sheet.restyle(read.layout.areas(wrong), Style(CLASH_FILL))
        cells = read.layout.cells(wrong[:_CELLS_NAMED])
        message += desk.text("wrong", cells=cells + (" …" if len(wrong) > _CELLS_NAMED else ""))
    elif solution.outcome is Outcome.MULTIPLE and read.present.known:
        marked = decide(read.puzzle, read.present, seconds=desk.settings.seconds)
        if marked.outcome is Outcome.NONE:
            message += desk.text("misfit")
    return message


def _assume(desk: Desk) -> str:
    """Take the selected cell as black, then as white, and follow the lines from there."""
    read, layout, language = desk.read, desk.read.layout, desk.settings.language
    selected = desk.book.cell
    if selected is None or not layout.grid.contains(selected):
        return desk.text("no cell")
    cell = selected.row - layout.grid.row, selected.column - layout.grid.column
    stack = assumptions(desk.sheet, layout)
    level, colour, taken = len(stack) + 1, Cell.BLACK, frozenset[Position]()
    if stack and stack[-1].seed == cell:
        level, colour, taken = len(stack), read.present[cell].opposite, stack[-1].cells
    elif read.present[cell] is not Cell.UNKNOWN:
        return desk.text("already", cell=layout.cell(*cell))
    if level > DEEPEST:
        return desk.text("too deep", most=DEEPEST)
    base = Board(read.puzzle.height, read.puzzle.width)
    for row, column, known in read.present.cells():
        if (row, column) not in taken:
            base.fix(row, column, known)
    lines = range(len(read.puzzle.clues))
    clash = propagate(read.puzzle, base.copy(), lines)
    if clash is not None:
        return desk.text("clashing", line=base.line(clash).named(language))
    if not stack:
        keep(desk.sheet, layout)
    trial = base.copy()
    trial.fix(*cell, colour)
    clash = propagate(read.puzzle, trial, lines)
    facts = {"cell": layout.cell(*cell), "colour": desk.colour(colour)}
    if clash is not None:
        _take_back(desk, taken - {cell})
        opposite = colour.opposite
        if level == 1:
            paint_cells(desk.sheet, layout, {cell: _PAINTS[opposite]})
        else:
            paint_assumed(desk.sheet, layout, level - 1, [(*cell, opposite)], None)
        line = base.line(clash).named(language)
        return desk.text("refuted", **facts, line=line, opposite=desk.colour(opposite))
    new = [found for found in trial.cells() if base[found[:2]] is Cell.UNKNOWN]
    _take_back(desk, taken - {found[:2] for found in new})
    paint_assumed(desk.sheet, layout, level, new, cell)
    return desk.text("assumed", **facts, depth=level, count=len(new) - 1)


def _take_back(desk: Desk, cells: Iterable[Position]) -> None:
    paint_cells(desk.sheet, desk.read.layout, dict.fromkeys(cells, Paint.CLEARED))


def _clear(desk: Desk) -> str:
    """Empty the grid, whatever the clues are; they stay."""
    layout = find_layout(desk.sheet, certain=True)
    keep(desk.sheet, layout)
    cells = product(range(layout.grid.height), range(layout.grid.width))
    paint_cells(desk.sheet, layout, dict.fromkeys(cells, Paint.CLEARED))
    return desk.text("cleared")


def _restore(desk: Desk) -> str:
    """Bring back what stood on the board before the last run."""
    back = put_back(desk.sheet, find_layout(desk.sheet, certain=True))
    return desk.text("restored" if back else "nothing kept")


class Button(NamedTuple):
    """What a button does, whether it paints on its sheet, and whether green clues stay then."""

    work: Callable[[Desk], str]
    paints: bool = True
    leaves_green: bool = False


BUTTONS: Mapping[Name, Button] = {
    "solve": Button(_solve),
    "step": Button(_step),
    "hint": Button(_hint, paints=False),
    "check": Button(_check),
    "assume": Button(_assume),
    "clear": Button(_clear),
    "restore": Button(_restore),
    "where": Button(_where, leaves_green=True),
}
