"""Makes templates: new workbooks for typing a puzzle, blank or with a puzzle in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.writing import FileExists, write_whole
from xlnono.language import Language, Text
from xlnono.model.board import Board
from xlnono.templates.nonogram_formula import LONGEST_LINE
from xlnono.templates.template_sheet import Beside, Clues, InBook, SheetProgress, TemplateSheet

LARGEST = 500
"""The most rows, and columns, of a template."""


class SizeOutOfRange(XlnonoError):
    code = "size-out-of-range"
    template = Text(
        "invalid size of {height} rows and {width} columns: choose 1 to {largest} of each.",
        "縦 {height}・横 {width} のひな形は作れません。"
        "どちらも 1 から {largest} で指定してください。",
    )


class FormulaSizeOutOfRange(XlnonoError):
    code = "formula-size-out-of-range"
    template = Text(
        "the formula cannot solve {height} rows and {width} columns: choose at most {largest} of "
        "each, or leave out --formula.",
        "縦 {height}・横 {width} は数式では解けません。どちらも {largest} までにするか、"
        "--formula を外してください。",
    )


class NotXlsxName(XlnonoError):
    code = "not-xlsx-name"
    template = Text(
        "a template must be an .xlsx workbook: choose a name that ends in .xlsx.",
        "ひな形は .xlsx 形式です。末尾が .xlsx の名前にしてください。",
    )


class NotXlsmName(XlnonoError):
    code = "not-xlsm-name"
    template = Text(
        "a template with buttons must be an .xlsm workbook: choose a name that ends in .xlsm.",
        "ボタン付きのひな形は .xlsm 形式です。末尾が .xlsm の名前にしてください。",
    )


def new(
    path: str | os.PathLike[str],
    height: int,
    width: int,
    *,
    language: Language = "en",
    title: str | None = None,
    macro: bool = False,
    clues: Clues = "cells",
    formula: bool = False,
    this_machine: bool = True,
) -> None:
    """Write a blank template of `height` rows and `width` columns.

    With `macro` it has buttons; with `formula` a second sheet on which the formula NONOGRAM draws
    the picture; with `this_machine` it contains the path of the running Python.

    Raises SizeOutOfRange, FormulaSizeOutOfRange, NotXlsxName, NotXlsmName, FileExists or what
    `write_whole` raises; then there is no new file.
    """
    check_size(height, width)
    if formula and max(height, width) > LONGEST_LINE:
        raise FormulaSizeOutOfRange(height=height, width=width, largest=LONGEST_LINE)
    template = TemplateSheet(
        [()] * height, [()] * width, None, language, title, clues, buttons=macro
    )
    if formula:
        template.draw_picture(language)
    if macro:
        from xlnono.templates.button_sheets import add_sheets

        add_sheets(template.book, language, this_machine=this_machine)
    _write(path, template)


def filled(
    path: str | os.PathLike[str],
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    *,
    marks: Board | None = None,
    language: Language = "en",
    title: str | None = None,
    beside: Beside | None = None,
) -> None:
    """Write a template with clues, which need not be valid, and marked cells.

    Raises SizeOutOfRange, NotXlsxName, FileExists or what `write_whole` raises; then there is
    no new file. Raises ValueError if `marks` does not have the size of the puzzle.
    """
    _write(path, _filled(rows, columns, marks, language, title, beside=beside))


def filled_content(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    *,
    language: Language = "en",
    title: str | None = None,
    beside: Beside | None = None,
) -> bytes:
    """The content of a template with clues. Raises SizeOutOfRange."""
    return _filled(rows, columns, None, language, title, beside=beside).content()


def _filled(
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    marks: Board | None,
    language: Language,
    title: str | None,
    place: InBook | None = None,
    beside: Beside | None = None,
) -> TemplateSheet:
    check_size(len(rows), len(columns))
    if marks is not None and (marks.height, marks.width) != (len(rows), len(columns)):
        raise ValueError(f"marks of {marks.height} × {marks.width} cells for another size")
    shown_rows, shown_columns = (
        [tuple(clue) or (0,) for clue in clues] for clues in (rows, columns)
    )
    made = TemplateSheet(shown_rows, shown_columns, marks, language, title, place=place)
    if beside is not None:
        made.keep(beside, language)
    return made


def check_size(height: int, width: int) -> None:
    """Raise SizeOutOfRange if a template cannot have so many rows and columns."""
    if not (1 <= height <= LARGEST and 1 <= width <= LARGEST):
        raise SizeOutOfRange(height=height, width=width, largest=LARGEST)


def _write(path: str | os.PathLike[str], template: TemplateSheet) -> None:
    path = Path(path)
    try:
        if template.buttons and path.suffix.lower() != ".xlsm":
            raise NotXlsmName
        if not template.buttons and path.suffix.lower() != ".xlsx":
            raise NotXlsxName
        if os.path.exists(path):  # noqa: PTH110 - Path.exists raises on long names
            raise FileExists
        write_whole(path, template.content())
    except XlnonoError as error:
        raise error.at(file=str(path)) from None


def add_template(
    place: InBook,
    title: str,
    rows: Sequence[Sequence[int]],
    columns: Sequence[Sequence[int]],
    language: Language,
) -> SheetProgress:
    """Add a sheet with a puzzle to a workbook. Raises SizeOutOfRange."""
    return _filled(rows, columns, None, language, title, place).counts()
