"""Errors and their messages.

Every error has a short `code` that scripts can rely on, the place of the problem, and a text that
says what was found there and what to do about it.
"""

from __future__ import annotations

from typing import ClassVar, Self

from xlnono.language import Language, Text
from xlnono.places import Place


class XlnonoError(Exception):
    """Base of all errors that xlnono raises on bad input.

    Its texts are safe to show: names and contents of cells cannot break the line.

    `template` has fields for the keyword arguments given to the constructor.

    >>> from xlnono import Puzzle
    >>> try:
    ...     Puzzle(rows=[[3], [1]], columns=[[1], [2]])
    ... except XlnonoError as error:
    ...     print(error.code)
    invalid-puzzle
    """

    code: ClassVar[str] = "error"
    template: ClassVar[Text] = Text("", "")

    def __init__(self, place: Place | None = None, **facts: object) -> None:
        super().__init__()
        self.place = place or Place()
        self.facts = facts

    def at(
        self,
        file: str | None = None,
        sheet: str | None = None,
        cell: str | None = None,
        grid: str | None = None,
    ) -> Self:
        """Fill in the missing parts of the place, and return the error itself."""
        self.place = self.place._replace(
            file=self.place.file or file,
            sheet=self.place.sheet or sheet,
            cell=self.place.cell or cell,
            grid=self.place.grid or grid,
        )
        return self

    def message(self, language: Language = "en") -> str:
        """The problem and what to do about it, without the place."""
        return self.template.of(language, **self.facts)

    def single(self) -> tuple[XlnonoError, ...]:
        """All problems, one error each."""
        return (self,)

    def text(self, language: Language = "en") -> str:
        """The place and the message, in one sentence or two."""
        place = self.place.named(language)
        message = self.message(language)
        return f"{place}: {message}" if place else message

    def named(self, language: Language) -> str:
        """Its text: an error may be a fact of another text."""
        return self.text(language)

    def __str__(self) -> str:
        return self.text()


class InvalidPuzzle(XlnonoError):
    """The clues do not form a valid puzzle; `defects` lists everything that is wrong with them.

    >>> from xlnono import Puzzle
    >>> try:
    ...     Puzzle(rows=[[3], [1]], columns=[[1], [2]])
    ... except InvalidPuzzle as error:
    ...     print(*(defect.code for defect in error.defects))
    clue-too-long
    """

    code = "invalid-puzzle"

    def __init__(self, defects: list[XlnonoError], place: Place | None = None) -> None:
        super().__init__(place)
        self.defects = tuple(defects)

    def at(
        self,
        file: str | None = None,
        sheet: str | None = None,
        cell: str | None = None,
        grid: str | None = None,
    ) -> Self:
        for defect in self.defects:
            defect.at(file, sheet, grid=grid)
        return super().at(file, sheet, cell, grid)

    def single(self) -> tuple[XlnonoError, ...]:
        return self.defects

    def message(self, language: Language = "en") -> str:
        return "\n".join(defect.message(language) for defect in self.defects)

    def text(self, language: Language = "en") -> str:
        return "\n".join(defect.text(language) for defect in self.defects)
