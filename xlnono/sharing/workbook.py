"""Makes a workbook fit to send to others: what the puzzles, logs and replays do not need goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from xlnono.buttons.settings import SETTINGS_NAME, STATUS_NAME
from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import check_not_folder
from xlnono.files.writing import FileExists, claimed, write_whole
from xlnono.jobs.about import CUSTOM
from xlnono.jobs.choosing import puzzles_in_book
from xlnono.jobs.replay import TargetIsSource
from xlnono.language import Language, Text
from xlnono.puzzle_sheet.answer_sheet import ANSWER_NAME
from xlnono.puzzle_sheet.companion_sheets import (
    BEFORE_NAME,
    GREEN_NAME,
    GREEN_WORD,
    LOG_NAME,
    companion,
    is_companion,
    new_title,
    number_in,
    numbered,
    numbers_of,
)
from xlnono.puzzle_sheet.language import language_of
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.puzzle_sheet.spots import NAMES, NoPuzzle, named_layout
from xlnono.records import NamedTuple
from xlnono.restore.originals import forget_records
from xlnono.spreadsheet.area import parse_reference
from xlnono.spreadsheet.sheet import Sheet
from xlnono.templates.button_sheets import HOW_TO_CODE_NAME, XLWINGS_SHEET
from xlnono.templates.nonogram_formula import LONGEST_LINE, SOLVER
from xlnono.templates.picture_sheet import SHEET, Parts, picture_page, stored_names
from xlnono.templates.template import FormulaSizeOutOfRange
from xlnono.xlsx.book import PackageBook, open_book
from xlnono.xlsx.macros import remove_macros
from xlnono.xlsx.personal_data import hidden_sheets, local_links, remove_personal_data
from xlnono.xlsx.shared_texts import empty_unused_texts
from xlnono.xlsx.worksheet import PackageSheet


class SharedNotXlsx(XlnonoError):
    code = "shared-not-xlsx"
    template = Text(
        "a shared workbook has no macros: choose a name that ends in .xlsx. Nothing was written.",
        "共有用のブックにマクロはありません。末尾が .xlsx の名前にしてください。"
        "何も書き込んでいません。",
    )


class Shared(NamedTuple):
    """What a shared workbook lacks and has.

    `removed` counts what was removed, by kind, and `sheets` are the titles of removed sheets.
    `pictures` are those of the sheets with the formula. `hidden` are the hidden sheets that stay,
    and `local_links` the number of links to files.
    """

    removed: Counter[str]
    sheets: Sequence[str]
    pictures: Sequence[str]
    hidden: Sequence[str]
    local_links: int


class Target(NamedTuple):
    """Where a shared workbook is written, and whether an existing file there may be replaced."""

    path: Path
    replace: bool

    def check(self, source: Path) -> None:
        """Raise SharedNotXlsx, TargetIsSource or FileExists."""
        if self.path.suffix.lower() != ".xlsx":
            raise SharedNotXlsx().at(file=str(self.path))
        if self.path.exists():
            if source.exists() and self.path.samefile(source):
                raise TargetIsSource().at(file=str(self.path))
            if not self.replace:
                raise FileExists().at(file=str(self.path))


def target_for(source: Path, named: Path | None) -> Target:
    """The target that was named, or else a file beside the source, which must be new.

    Raises FileUnreadable if the source is a folder.
    """
    check_not_folder(source)
    if named is not None:
        return Target(named, replace=True)
    beside = source.with_suffix(".xlsx")
    if source.suffix.lower() != ".xlsm":
        beside = source.with_name(f"{source.stem}-shared.xlsx")
    return Target(beside, replace=False)


def share_workbook(
    source: Path, target: Target, *, formula: bool, language: Language | None, fallback: Language
) -> Shared:
    """Write a copy of a workbook without macros, settings, copies of itself and personal data.

    With `formula`, each puzzle gets a sheet on which the formula NONOGRAM draws its picture, in the
    `language`, or else in that of the puzzle's sheet, or else in the `fallback`.

    Raises what `Target.check` raises, FormulaSizeOutOfRange, what reading the puzzles raises if a
    formula is wanted, or what reading and writing the files raise; then nothing is written.
    """
    target.check(source)
    with claimed(target.path):
        book = open_book(source)
        pictures: list[str] = []
        try:
            if formula:
                pictures = [*_add_formulas(book, language, fallback)]
            removed, sheets = _remove_own(book)
            book.settle()
            archive = book.archive
            removed += remove_macros(archive)
            removed += remove_personal_data(archive, [*CUSTOM.values()])
            removed["texts"] = empty_unused_texts(archive)
        except XlnonoError as error:
            raise error.at(file=str(source)) from None
        try:
            write_whole(target.path, archive.packed())
        except XlnonoError as error:
            raise error.at(file=str(target.path)) from None
    return Shared(removed, sheets, pictures, hidden_sheets(archive), local_links(archive))


def puzzles_to_show(source: Path) -> list[PuzzleSheet]:
    """The puzzles of a workbook. Raises the first error of reading them if there is none."""
    errors: list[XlnonoError] = []
    found = [read for _, read in puzzles_in_book(open_book(source), None, errors)]
    if not found and errors:
        raise errors[0].at(file=str(source))
    return found


def _remove_own(book: PackageBook) -> tuple[Counter[str], list[str]]:
    """Remove the settings and the hidden copies; returns their numbers, and the removed titles."""
    removed: Counter[str] = Counter()
    hidden = hidden_sheets(book.archive)
    gone = [sheet.title for sheet in book.sheets() if _is_setting(sheet)]
    logs = [
        found.title
        for sheet in book.sheets()
        for number in numbers_of(sheet, LOG_NAME)
        if (found := companion(sheet, numbered(LOG_NAME, number))) is not None
    ]
    for sheet in book.sheets():
        assert isinstance(sheet, PackageSheet)
        names = [name for name in sheet.names() if _is_dead(name)]
        for name in names:
            held = companion(sheet, name)
            # The names of a sheet copied in LibreOffice may lead to any other one.
            if (
                held is not None
                and (held.title in hidden or is_companion(held))
                and name not in (STATUS_NAME, SETTINGS_NAME)
            ):
                gone.append(held.title)
            if name == STATUS_NAME:
                _clear_status(sheet)
            if name == GREEN_NAME:
                sheet.drop_conditions(GREEN_WORD)
            book.remove_name(sheet.title, name)
        if is_companion(sheet) and sheet.title not in gone:
            removed["copies"] += forget_records(sheet, is_log=sheet.title in logs)
    gone = list(dict.fromkeys(gone))
    staying = [sheet for sheet in book.sheets() if sheet.title not in gone]
    shown = [sheet for sheet in staying if sheet.title not in hidden]
    if gone and not shown:
        raise NoPuzzle()
    for title in gone:
        book.remove_sheet(title, shown[0])
    removed["sheets"] = len(gone)
    return removed, gone


def _is_dead(name: str) -> bool:
    """Whether a name of a sheet only serves the buttons, or points at a hidden copy."""
    own = (SETTINGS_NAME, STATUS_NAME, GREEN_NAME, ANSWER_NAME)
    return name in own or number_in(name, BEFORE_NAME) is not None


def _is_setting(sheet: Sheet) -> bool:
    """Whether a sheet holds settings or instructions of the buttons."""
    assert isinstance(sheet, PackageSheet)
    return (
        SETTINGS_NAME in sheet.names()
        or sheet.title.lower().removeprefix("_") == XLWINGS_SHEET
        or sheet.code_name == HOW_TO_CODE_NAME
    )


def _clear_status(sheet: Sheet) -> None:
    """Empty the cell in which the buttons answered."""
    with suppress(ValueError):
        title, area = parse_reference(sheet.names()[STATUS_NAME])
        if title == sheet.title:
            cell = area._replace(height=1, width=1)
            sheet.write(cell, [[None]])


def _add_formulas(
    book: PackageBook, language: Language | None, fallback: Language
) -> Iterator[str]:
    """Add a sheet with the formula for each puzzle; yields their titles."""
    found = _layouts(book)
    spoken = language or language_of(found[0][0]) or fallback
    for name, formula in stored_names(spoken).items():
        if not book.define(name, formula) and name == SOLVER:
            # Its sheets are there already.
            return
    for sheet, layout in found:
        height, width = layout.grid.height, layout.grid.width
        if max(height, width) > LONGEST_LINE:
            raise FormulaSizeOutOfRange(height=height, width=width, largest=LONGEST_LINE).at(
                sheet=sheet.title
            )
        parts = Parts(sheet.title, layout.rows, layout.columns)
        pattern = SHEET.of(spoken) if len(found) == 1 else f"{{sheet}} {SHEET.of(spoken)}"
        title = new_title(sheet, pattern)
        book.put_page(title, picture_page(sheet.title, parts, spoken), sheet)
        yield title
    book.calculate_on_load()


def _layouts(book: PackageBook) -> list[tuple[Sheet, Layout]]:
    """The places of the puzzles: where names say, also if no clue is typed yet, or where found."""
    named = [
        (sheet, named_layout(sheet, number))
        for sheet in book.sheets()
        if not is_companion(sheet)
        for number in numbers_of(sheet, *NAMES)
    ]
    if named:
        return named
    errors: list[XlnonoError] = []
    found = [(sheet, read.layout) for sheet, read in puzzles_in_book(book, None, errors)]
    if not found:
        raise errors[0]
    return found
