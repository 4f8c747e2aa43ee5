"""A sheet that a program shows, the person in front of it, and what they have set."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property

from xlnono.buttons.messages import button_text
from xlnono.buttons.settings import Settings, status_cell
from xlnono.engine.hint import hint
from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.live.book import LiveBook, LiveSheet
from xlnono.live.front import Front
from xlnono.model.board import Board, Cell
from xlnono.model.hint import Hint
from xlnono.puzzle_sheet.read import PuzzleSheet, read_puzzle


class SheetProtected(XlnonoError):
    code = "sheet-protected"
    template = Text(
        "the sheet is protected, so nothing can be painted: unprotect it and press again.",
        "シートが保護されているため塗れません。保護を解除してから、もう一度押してください。",
    )


@dataclass
class PressContext:
    """The sheet that is shown, and all that is needed to work on it."""

    front: Front
    book: LiveBook
    sheet: LiveSheet
    settings: Settings
    told: int = 0
    next_news: float = field(default_factory=time.monotonic)

    @cached_property
    def read(self) -> PuzzleSheet:
        # Whoever presses a button on a sheet says that a puzzle is there.
        return read_puzzle(self.sheet, certain=True)

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
        return hint(self.read.puzzle, marks, seconds=self.settings.seconds, progress=self.progress)

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
