"""The work of the seven buttons on a sheet that a program shows, whichever program it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

from xlnono.board import Board, Cell
from xlnono.engine import hinting
from xlnono.engine import solve as decide
from xlnono.engine.propagation import propagate
from xlnono.errors import InvalidPuzzle, Language, XlnonoError
from xlnono.from_marks import solve_from_marks
from xlnono.hints import Hint
from xlnono.solution import Outcome, Solution
from xlnono.steps import Position
from xlnono.wording import Level, advice, grade_name, outcome_name
from xlnono.wording.buttons import button_text
from xlnono.workbook.assumed import BLACK_MARK, DEEPEST, assumptions, paint_assumed
from xlnono.workbook.buttons import Settings, keep, put_back, read_settings, status_cell
from xlnono.workbook.layout import Area
from xlnono.workbook.live import Host, LiveBook, LiveSheet
from xlnono.workbook.log_sheet import write_log
from xlnono.workbook.painting import CLASH_FILL, Paint, paint, paint_cells
from xlnono.workbook.reading import NoPuzzle, PuzzleSheet, find_layout, read_puzzle
from xlnono.workbook.reasons import reasons
from xlnono.workbook.replay import write_replay
from xlnono.workbook.sheet import Style

Name = Literal["solve", "step", "hint", "check", "assume", "clear", "restore"]

_PAINTS = {Cell.BLACK: Paint.BLACK, Cell.WHITE: Paint.WHITE}
_CELLS_NAMED = 40


class Front(Protocol):
    """How a program speaks with the person who pressed."""

    def tell(self, message: str) -> None:
        """Show a message in a box."""

    def told(self) -> str:
        """What was last shown in a box on this sheet, empty if that is not known."""

    def status(self, message: str) -> None:
        """Say how far it is while the person waits."""

    def allow(self, seconds: float) -> None:
        """Learn how long a solve may take in which nothing is heard."""


class SheetProtected(XlnonoError):
    code = "sheet-protected"
    english = "the sheet is protected, so nothing can be painted: unprotect it and press again."
    japanese = "シートが保護されているため塗れません。保護を解除してから、もう一度押してください。"


@dataclass
class _Desk:
    """The sheet that is shown, and all that is needed to work on it."""

    front: Front
    book: LiveBook
    sheet: LiveSheet
    settings: Settings
    told: int = 0
    next_news: float = field(default_factory=time.monotonic)

    @cached_property
    def read(self) -> PuzzleSheet:
        return read_puzzle(self.sheet)

    def text(self, key: str, **facts: object) -> str:
        return button_text(key, self.settings.language, **facts)

    def colour(self, cell: Cell) -> str:
        return self.text("black" if cell is Cell.BLACK else "white")

    def progress(self, known: int) -> None:
        """Say in the status bar how far it is, more and more seldom: each time is a call."""
        if time.monotonic() < self.next_news:
            return
        self.told += 1
        self.next_news = time.monotonic() + self.told
        cells = self.read.puzzle.height * self.read.puzzle.width
        self.front.status(self.text("working", known=known, cells=cells))

    def hint(self, marks: Board) -> Hint:
        """What to do next from some marks, within the time of the settings."""
        return hinting.hint(
            self.read.puzzle, marks, seconds=self.settings.seconds, progress=self.progress
        )

    def answer(self, message: str) -> None:
        """Say what came of it: in the sheet's status cell, or in a box where it has none."""
        cell = None if self.sheet.protected else status_cell(self.sheet)
        if cell is None:
            self.front.tell(message)
        else:
            self.book.host.put(self.sheet.title, cell, [[f"'{message}"]])

    def answered(self) -> str:
        """What the last press had to say."""
        cell = status_cell(self.sheet)
        if cell is None:
            return self.front.told()
        return str(self.sheet.values(cell)[0][0] or "")


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
        desk = _Desk(front, book, sheet, read_settings(book, language or "en"))
    except XlnonoError as error:
        wanted: Iterable[Language] = (language,) if language else ("en", "ja")
        message = "\n\n".join(error.message(each) for each in wanted)
        front.tell(message)
    else:
        front.allow(desk.settings.seconds)
        message = _result(button, desk)
        desk.answer(message)
    return message


def _result(button: Button, desk: _Desk) -> str:
    """What the work of a button has to say, or what went wrong."""
    language = desk.settings.language
    try:
        if button.paints and desk.sheet.protected:
            raise SheetProtected().at(sheet=desk.sheet.title)
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


def _solve(desk: _Desk) -> str:
    """Solve the puzzle from the marks on the board, with the log beside it."""
    read, settings = desk.read, desk.settings
    language = settings.language
    solution = solve_from_marks(
        read, seconds=settings.seconds, progress=lambda _, known: desk.progress(known)
    )
    keep(desk.sheet, read.layout)
    memory = paint(desk.sheet, read, solution)
    if settings.log:
        why = reasons(solution.log, read.puzzle, read.layout, language)
        write_replay(desk.sheet, read, solution, why, language)
        write_log(desk.sheet, read, solution, memory, why, language)
    message = _verdict(desk, solution)
    if solution.clash is not None:
        message += desk.text("clash", line=solution.clash.named(language))
    return message


def _verdict(desk: _Desk, solution: Solution) -> str:
    language, rating = desk.settings.language, ""
    if solution.difficulty is not None and solution.outcome is not Outcome.NONE:
        grade = grade_name(solution.difficulty.grade, language)
        rating = desk.text("rating", grade=grade, score=solution.difficulty.score)
    outcome = outcome_name(solution.outcome, language)
    message = desk.text("verdict", outcome=outcome, rating=rating, seconds=solution.seconds)
    if solution.outcome is Outcome.UNDECIDED:
        message += desk.text("undecided")
    return message


def _step(desk: _Desk) -> str:
    """Paint the next deduction from what the board shows."""
    read = desk.read
    found = desk.hint(read.present)
    if found.step is not None:
        keep(desk.sheet, read.layout)
        paints = {(row, column): _PAINTS[cell] for row, column, cell in found.step.fixed}
        paint_cells(desk.sheet, read, paints)
    return advice(found, read.puzzle, read.layout, desk.settings.language, 3)


def _hint(desk: _Desk) -> str:
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


def _select(sheet: LiveSheet, areas: list[Area]) -> None:
    """Select areas, as many as Excel takes in one address."""
    address = areas[0].address
    for area in areas[1:]:
        if len(address) + len(area.address) < 255:
            address += f",{area.address}"
    sheet.order("select", areas[:1], address)


def _check(desk: _Desk) -> str:
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
        wrong = hinting.wrong_marks(read.present, solution.grid)
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


def _assume(desk: _Desk) -> str:
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
            paint_cells(desk.sheet, read, {cell: _PAINTS[opposite]})
        else:
            paint_assumed(desk.sheet, layout, level - 1, [(*cell, opposite)], None)
        line = base.line(clash).named(language)
        return desk.text("refuted", **facts, line=line, opposite=desk.colour(opposite))
    new = [found for found in trial.cells() if base[found[:2]] is Cell.UNKNOWN]
    _take_back(desk, taken - {found[:2] for found in new})
    paint_assumed(desk.sheet, layout, level, new, cell)
    return desk.text("assumed", **facts, depth=level, count=len(new) - 1)


def _take_back(desk: _Desk, cells: Iterable[Position]) -> None:
    paint_cells(desk.sheet, desk.read, dict.fromkeys(cells, Paint.CLEARED))


def _clear(desk: _Desk) -> str:
    """Empty the grid; the clues stay."""
    read = desk.read
    keep(desk.sheet, read.layout)
    paint_cells(
        desk.sheet,
        read,
        {
            (row, column): Paint.CLEARED
            for row in range(read.puzzle.height)
            for column in range(read.puzzle.width)
        },
    )
    return desk.text("cleared")


def _restore(desk: _Desk) -> str:
    """Bring back what stood on the board before the last run."""
    back = put_back(desk.sheet, find_layout(desk.sheet))
    return desk.text("restored" if back else "nothing kept")


class Button(NamedTuple):
    """What a button does, and whether it paints on its sheet."""

    work: Callable[[_Desk], str]
    paints: bool = True


BUTTONS: Mapping[Name, Button] = {
    "solve": Button(_solve),
    "step": Button(_step),
    "hint": Button(_hint, paints=False),
    "check": Button(_check),
    "assume": Button(_assume),
    "clear": Button(_clear),
    "restore": Button(_restore),
}
