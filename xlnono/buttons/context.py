"""The context of a press: the active sheet, the user interface and the settings."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from xlnono.buttons.messages import button_text
from xlnono.buttons.settings import Settings, restore_board, status_cell, store_board
from xlnono.engine.hint import hint
from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.live.front import Front
from xlnono.model.board import Board, Cell
from xlnono.model.hint import Hint
from xlnono.puzzle_sheet.companion_sheets import BEFORE_NAME, numbered, own_companion
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import PuzzleSheet, read_spot
from xlnono.puzzle_sheet.spots import Spot, find_spot
from xlnono.spreadsheet.area import Area


class SheetProtected(XlnonoError):
    code = "sheet-protected"
    template = Text(
        "the sheet is protected, so nothing can be painted: unprotect it and press again.",
        "シートが保護されているため塗れません。保護を解除してから、もう一度押してください。",
    )


class StructureProtected(XlnonoError):
    code = "structure-protected"
    template = Text(
        "the structure of the workbook is protected, so no sheet can be added: unprotect the "
        "workbook and press again.",
        "ブックの構成が保護されているため、シートを追加できません。ブックの保護を解除してから、"
        "もう一度押してください。",
    )


@dataclass
class PressContext:
    """The active sheet, and everything needed to work on it."""

    front: Front
    book: LiveBook
    sheet: LiveSheet
    settings: Settings
    reports: int = 0
    next_report: float = field(default_factory=time.monotonic)
    stored: tuple[Layout, int] | None = None
    """The place and the number of the puzzle whose board was stored in this press."""

    @cached_property
    def spot(self) -> Spot:
        """The place of the puzzle that is meant, even if its clues are invalid."""
        # The press of a button implies that the sheet holds a puzzle.
        return find_spot(self.sheet, certain=True, cell=self.book.cell)

    @property
    def layout(self) -> Layout:
        assert self.spot.layout is not None
        return self.spot.layout

    @cached_property
    def read(self) -> PuzzleSheet:
        return read_spot(self.sheet, self.spot)

    def text(self, key: str, **facts: object) -> str:
        return button_text(key, self.settings.language, **facts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other."""
        return self.text("between sentences").join(filter(None, sentences))

    def colour(self, cell: Cell) -> str:
        return self.text("black" if cell is Cell.BLACK else "white")

    def progress(self, known: int) -> None:
        """Show how many cells of the puzzle are known in the status bar."""
        self.report(known, self.layout.grid.height * self.layout.grid.width)

    def report(self, known: int, cells: int) -> None:
        """Show the progress in the status bar, less and less often because each time is a call."""
        if time.monotonic() < self.next_report:
            return
        self.reports += 1
        self.next_report = time.monotonic() + self.reports
        self.front.status(self.text("working", known=known, cells=cells))

    def require(self, *names: str) -> None:
        """Make sure that the sheets which names of this one point at can be written.

        Raises SheetProtected, or StructureProtected for one that would have to be added.
        """
        for name in names:
            found = own_companion(self.sheet, name)
            if found is None and self.book.fixed_structure:
                raise StructureProtected()
            if isinstance(found, LiveSheet) and found.protected:
                raise SheetProtected().at(sheet=found.title)

    def store_board(self, *, clues: bool = False) -> None:
        """Store the board for Restore, before anything is painted. Raises what `require` raises.

        `clues`: the press corrects clues, too.
        """
        number = self.spot.number
        self.require(numbered(BEFORE_NAME, number))
        store_board(self.sheet, self.layout, number, clues=clues)
        self.stored = self.layout, number

    def put_back(self) -> bool:
        """After an unexpected error, undo what was painted, as far as possible.

        Returns whether it put the board back itself, because the program cannot undo the press.
        """
        with suppress(Exception):
            self.book.discard()
            if not self.book.host.take_back() and self.stored is not None:
                return restore_board(self.sheet, *self.stored, same_press=True)
        return False

    def hint(self, marks: Board) -> Hint:
        """The next step from some marks, within the time limit of the settings."""
        return hint(self.read.puzzle, marks, seconds=self.settings.seconds, progress=self.progress)

    @property
    def answer_cell(self) -> Area | None:
        """The cell for the answers, None if they are shown in a box."""
        return None if self.sheet.protected else status_cell(self.sheet)

    def answer(self, message: str) -> None:
        """Show the result in the status cell of the sheet, or in a box if it has none."""
        cell = self.answer_cell
        if cell is not None:
            # Where a program can no longer write, the message is most likely to say why.
            with suppress(Exception):
                self.book.host.put(self.sheet.title, cell, [[f"'{message}"]])
                return
        self.front.show_message(message)

    def last_answer(self) -> str:
        """The answer of the last press."""
        cell = self.answer_cell
        if cell is None:
            return self.front.last_message()
        return str(self.sheet.values(cell)[0][0] or "")
