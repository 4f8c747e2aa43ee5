"""What can go wrong, in words.

Every error has a short `code` that scripts can rely on, the place it is about and,
in English and Japanese, what stands there and what to do about it.
"""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple, Protocol, Self, runtime_checkable

from xlnono.safe_text import fill, safe

Language = Literal["en", "ja"]


def in_language(pair: tuple[str, str], language: Language) -> str:
    """The one of an English and a Japanese text that is in the language."""
    return pair[0] if language == "en" else pair[1]


@runtime_checkable
class Named(Protocol):
    """A thing that is called something else in each language, such as a line."""

    def named(self, language: Language) -> str: ...


class Place(NamedTuple):
    """Where something is: a file, a sheet in it, a cell or a range on that sheet."""

    file: str | None = None
    sheet: str | None = None
    cell: str | None = None

    def named(self, language: Language) -> str:
        """Such as: cats.xlsx, sheet “Sheet1”, cell B5."""
        several = self.cell is not None and ":" in self.cell
        if language == "ja":
            sheet, cell, separator = "シート「{}」", "セル {}", "、"
        else:
            sheet, cell, separator = "sheet “{}”", "cells {}" if several else "cell {}", ", "
        parts = (("{}", self.file), (sheet, self.sheet), (cell, self.cell))
        return separator.join(shape.format(safe(part)) for shape, part in parts if part is not None)


class XlnonoError(Exception):
    """Base of all errors that xlnono raises on bad input.

    Its texts are safe to show: whatever names and contents of cells hold, they stay on one line.

    `english` and `japanese` are templates over the keyword arguments given to the
    constructor.
    """

    code: ClassVar[str] = "error"
    english: ClassVar[str] = ""
    japanese: ClassVar[str] = ""

    def __init__(self, place: Place | None = None, **facts: object) -> None:
        super().__init__()
        self.place = place or Place()
        self.facts = facts

    def at(
        self, file: str | None = None, sheet: str | None = None, cell: str | None = None
    ) -> Self:
        """Fill in what is not yet known of the place, and return the error itself."""
        self.place = Place(
            file=self.place.file or file,
            sheet=self.place.sheet or sheet,
            cell=self.place.cell or cell,
        )
        return self

    def message(self, language: Language = "en") -> str:
        """What is wrong and what to do, without the place."""
        template = in_language((self.english, self.japanese), language)
        return fill(
            template,
            {
                name: fact.named(language) if isinstance(fact, Named) else fact
                for name, fact in self.facts.items()
            },
        )

    def single(self) -> tuple[XlnonoError, ...]:
        """Everything that is wrong, one error for each."""
        return (self,)

    def text(self, language: Language = "en") -> str:
        """The place and the message, in one sentence or two."""
        place = self.place.named(language)
        message = self.message(language)
        return f"{place}: {message}" if place else message

    def __str__(self) -> str:
        return self.text()


class InvalidPuzzle(XlnonoError):
    """The clues are no puzzle; `defects` lists everything that is wrong with them."""

    code = "invalid-puzzle"

    def __init__(self, defects: list[XlnonoError], place: Place | None = None) -> None:
        super().__init__(place)
        self.defects = tuple(defects)

    def at(
        self, file: str | None = None, sheet: str | None = None, cell: str | None = None
    ) -> Self:
        for defect in self.defects:
            defect.at(file, sheet)
        return super().at(file, sheet, cell)

    def single(self) -> tuple[XlnonoError, ...]:
        return self.defects

    def message(self, language: Language = "en") -> str:
        return "\n".join(defect.message(language) for defect in self.defects)

    def text(self, language: Language = "en") -> str:
        return "\n".join(defect.text(language) for defect in self.defects)
