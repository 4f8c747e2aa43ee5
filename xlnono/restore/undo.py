"""Undoes a solve in a workbook file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from lxml import etree

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.puzzle_sheet.companion_sheets import (
    BEFORE_NAME,
    CORRECTED_NAME,
    GREEN_NAME,
    GREEN_WORD,
    LOG_NAME,
    REPLAY_NAME,
    companion,
    is_companion,
    numbered,
    numbers_of,
    own_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.log_record import LogOutdated, LogRearranged, checked_memory
from xlnono.puzzle_sheet.memory import Memory, has_memory
from xlnono.puzzle_sheet.spots import NAMES, find_layout, named_layout
from xlnono.puzzle_sheet.suspects import remove_notes
from xlnono.records import NamedTuple
from xlnono.restore.board_cells import clear_painted, restore_cells
from xlnono.restore.originals import (
    OriginalPart,
    Originals,
    digest,
    is_as_noted,
    recalled,
    remember,
    rest_of,
)
from xlnono.spreadsheet.sheet import Sheet
from xlnono.xlsx.book import PackageBook
from xlnono.xlsx.parts import TYPES_PART, main, put, relations_part
from xlnono.xlsx.worksheet import PackageSheet
from xlnono.xlsx.xml import parse
from xlnono.xlsx.zip_archive import Archive

_COMPANIONS = (LOG_NAME, REPLAY_NAME, BEFORE_NAME)


class LogMissing(XlnonoError):
    code = "log-missing"
    template = Text(
        "the log of this puzzle was deleted, and with it the record of the cells that xlnono "
        "painted. Restore a backup, or clear the grid by hand and delete the name xlnono_log in "
        "the name manager. Nothing was written.",
        "この問題の解答手順シートが削除されていて、どのマスを xlnono が塗ったのか分かりません。"
        "バックアップを使うか、盤面を手で消し、名前の管理で xlnono_log を削除してください。"
        "何も書き込んでいません。",
    )


class LogWithoutRecord(XlnonoError):
    code = "log-without-record"
    template = Text(
        "the log of this puzzle does not record which cells xlnono painted: `xlnono share` removes "
        "that. Restore the workbook that was shared, or clear the grid by hand. Nothing was "
        "written.",
        "どのマスを xlnono が塗ったかの記録が解答手順にありません。`xlnono share` の写しには記録が"
        "入りません。写しの元のブックで実行するか、盤面を手で消してください。何も書き込んでいません。",
    )


class Restored(NamedTuple):
    """A workbook in which solving was undone.

    `puzzles` are the titles of the sheets of the puzzles that were restored, one for each puzzle,
    `removed` those of the sheets taken out, and `plain` those of sheets with cells that got a plain
    look because the one they had was not recorded.
    """

    archive: Archive
    puzzles: Sequence[str]
    removed: Sequence[str]
    plain: Sequence[str]


class _Solved(NamedTuple):
    """A puzzle with a recorded solve: its sheet and its number there."""

    sheet: PackageSheet
    number: int

    @property
    def log_name(self) -> str:
        return numbered(LOG_NAME, self.number)


class _Puzzle(NamedTuple):
    """A solved puzzle, its place, and the record in its log."""

    sheet: PackageSheet
    number: int
    layout: Layout
    originals: Originals | None
    memory: Memory | None


class _Whole(NamedTuple):
    """What one log says of the parts of the workbook that no log stores."""

    added: Sequence[str]
    rest: str


def restored(book: PackageBook, chosen: Collection[str]) -> Restored:
    """Undo solving on some sheets of a workbook; nothing is written yet.

    Sheets without a recorded solve stay as they are. Raises LogMissing, LogOutdated,
    LogWithoutRecord, or what `find_layout` raises.
    """
    solved = _solved(book)
    wanted = [one for one in solved if one.sheet.title in chosen]
    titles = [one.sheet.title for one in wanted]
    if not wanted:
        return Restored(book.archive, [], [], [])
    everything = len(wanted) == len(solved)
    records = _records(solved) if everything else []
    if everything and (archive := _as_it_was(book, records)) is not None:
        left = PackageBook(book.path, archive).titles()
        return Restored(archive, titles, [one for one in book.titles() if one not in left], [])
    puzzles = [_puzzle(one) for one in wanted]
    before = None if everything else originals_of(book)
    removed = _take_back(book, puzzles, _stored_parts(records))
    if before is not None:
        remember(book, before, {})
    plain = list(
        dict.fromkeys(puzzle.sheet.title for puzzle in puzzles if puzzle.originals is None)
    )
    return Restored(book.archive, titles, removed, plain)


def originals_of(book: PackageBook) -> Archive:
    """The parts of a workbook as if it had not been solved, as far as that is recorded.

    To be called before the sheets are changed, because it adds looks to the book.
    """
    if not _logged(book):
        return book.archive.as_opened()
    original = PackageBook(book.path, book.archive.as_opened())
    solved = _logged(original)
    records = _records(solved)
    try:
        if (archive := _as_it_was(original, records)) is not None:
            # The recorded parts must form a valid workbook.
            return PackageBook(book.path, archive).archive
        puzzles = []
        for one in solved:
            # Cells painted without a record count as given, as they do for solving.
            with suppress(LogMissing, LogOutdated, LogRearranged, LogWithoutRecord):
                puzzles.append(_puzzle(one))
        _take_back(original, puzzles, _stored_parts(records))
    except XlnonoError:
        # A damaged record must not keep a puzzle from being solved.
        return book.archive.as_opened()
    if (part := original.styles_part) is not None:
        put(book.archive, part, original.archive.read(part))
    return original.archive


def restorable(book: PackageBook) -> tuple[str, ...]:
    """The titles of the sheets with a recorded solve or with corrected clues."""
    solved = {one.sheet.title for one in _solved(book)}
    return tuple(
        sheet.title
        for sheet in book.sheets()
        if sheet.title in solved
        or any(
            own_companion(sheet, numbered(CORRECTED_NAME, number))
            for number in numbers_of(sheet, CORRECTED_NAME)
        )
    )


def is_undoable(sheet: Sheet, number: int) -> bool:
    """Whether the solve of a puzzle can be undone: its log is there and fits the grid."""
    if not isinstance(sheet, PackageSheet):
        return False
    try:
        _puzzle(_Solved(sheet, number))
    except XlnonoError:
        return False
    return True


def _solved(book: PackageBook) -> list[_Solved]:
    """The puzzles with a recorded solve."""
    return [
        _Solved(sheet, number)
        for sheet in book.sheets()
        if isinstance(sheet, PackageSheet) and not is_companion(sheet)
        for number in numbers_of(sheet, LOG_NAME)
        if not _is_stray(sheet, numbered(LOG_NAME, number))
    ]


def _is_stray(sheet: PackageSheet, log_name: str) -> bool:
    """Whether the name of a log leads to a sheet that is not one.

    In a copied sheet, LibreOffice lets it lead to whatever sheet is at the place of the log now.
    """
    found = companion(sheet, log_name)
    return found is not None and own_companion(sheet, log_name) is None and not has_memory(found)


def _logged(book: PackageBook) -> list[_Solved]:
    """Those whose log still exists; the others have no record."""
    return [one for one in _solved(book) if companion(one.sheet, one.log_name)]


def _puzzle(solved: _Solved) -> _Puzzle:
    sheet, number = solved
    try:
        log = companion(sheet, solved.log_name)
        if not isinstance(log, PackageSheet):
            raise LogMissing()
        layout = _layout(sheet, number)
        height, width = layout.grid.height, layout.grid.width
        memory, originals = checked_memory(log, height, width), recalled(log)
        if memory is None:
            raise LogWithoutRecord()
    except XlnonoError as error:
        raise error.at(sheet=sheet.title) from None
    if originals is not None and (originals.grid.height, originals.grid.width) != (height, width):
        originals = None
    return _Puzzle(sheet, number, layout, originals, memory)


def _layout(sheet: PackageSheet, number: int) -> Layout:
    """The place of a solved puzzle; somebody may have deleted the names of the only one."""
    if number == 1 and not numbers_of(sheet, *NAMES):
        return find_layout(sheet)
    return named_layout(sheet, number)


def _records(solved: Sequence[_Solved]) -> list[Originals | None]:
    """The record in the log of each puzzle, or None."""
    logs = [own_companion(one.sheet, one.log_name) for one in solved]
    return [recalled(log) if isinstance(log, PackageSheet) else None for log in logs]


def _stored_parts(records: Sequence[Originals | None]) -> dict[str, OriginalPart]:
    """The parts that are stored in the logs."""
    known = filter(None, records)
    return {name: part for originals in known for name, part in originals.parts.items()}


def _is_as_left(archive: Archive, name: str, part: OriginalPart) -> bool:
    if name not in archive:
        return part.left is None
    return part.left == digest(archive.read(name))


def has_changed(book: PackageBook) -> bool:
    """Whether a workbook that was solved is not as xlnono has written it, as far as it records."""
    logged = _logged(book)
    if not logged:
        return not is_as_noted(book)
    records = _records(logged)
    whole = _of_whole_workbook(records)
    if whole is None:
        return False
    stored = _stored_parts(records)
    return not _all_as_left(book.archive, stored) or whole.rest != rest_of(
        book.archive, [*stored, *whole.added]
    )


def _of_whole_workbook(records: Sequence[Originals | None]) -> _Whole | None:
    """What the logs tell of the whole workbook; None if the record of one of them is missing."""
    found = [
        _Whole(one.added, one.rest) for one in records if one is not None and one.added is not None
    ]
    return found[0] if len(found) == 1 and None not in records else None


def _all_as_left(archive: Archive, stored: Mapping[str, OriginalPart]) -> bool:
    return all(_is_as_left(archive, name, part) for name, part in stored.items())


def _as_it_was(book: PackageBook, records: Sequence[Originals | None]) -> Archive | None:
    """The original parts of a workbook, unless a part that solving wrote has been changed since."""
    whole = _of_whole_workbook(records)
    if whole is None:
        return None
    added, rest = whole
    stored = _stored_parts(records)
    archive = book.archive.as_opened()
    if not _all_as_left(archive, stored):
        return None
    if rest != rest_of(archive, [*stored, *added]) and book.styles_part is not None:
        # Another part was changed and may use looks that were added since.
        stored.pop(book.styles_part, None)
    for name in added:
        if name in archive:
            archive.remove(name)
    for name, part in stored.items():
        put(archive, name, part.content, part.packed)
    return archive


def _take_back(
    book: PackageBook, puzzles: Sequence[_Puzzle], stored: Mapping[str, OriginalPart]
) -> list[str]:
    """Restore boards one by one, and remove their companions; returns the removed sheets.

    `stored` are other parts to put back if they are as solving left them.
    """
    boards = {puzzle.sheet.part for puzzle in puzzles}
    parts = {sheet.part: sheet for sheet in book.sheets() if isinstance(sheet, PackageSheet)}
    for name, part in stored.items():
        if name in parts and name not in boards and _is_as_left(book.archive, name, part):
            book.put_sheet(parts[name].title, part.content)
    as_left = {
        name for name in boards & stored.keys() if _is_as_left(book.archive, name, stored[name])
    }
    for name in as_left:
        book.put_sheet(parts[name].title, stored[name].content)
    formulas = False
    for puzzle in puzzles:
        if puzzle.sheet.part in as_left:
            # Formulas elsewhere may have been calculated from the painted cells.
            book.sheet(puzzle.sheet.title).count_as_rewritten(puzzle.layout.grid)
        else:
            formulas = _restore_board(book, puzzle) or formulas
    removed = [title for puzzle in puzzles for title in _remove_companions(book, puzzle)]
    if formulas:
        book.drop_order()
    book.settle()
    for name in (book.part, relations_part(book.part), TYPES_PART):
        if name in stored and _same(book.archive.read(name), stored[name].content, name):
            put(book.archive, name, stored[name].content, stored[name].packed)
    return removed


def _restore_board(book: PackageBook, puzzle: _Puzzle) -> bool:
    """Restore the cells of a board; returns whether any of them got back a formula."""
    sheet, _, layout, originals, memory = puzzle
    remove_notes(sheet, layout)
    if originals is None:
        assert memory is not None
        clear_painted(sheet, memory, layout.grid)
        return False
    return restore_cells(book, sheet, originals, layout.grid)


def _remove_companions(book: PackageBook, puzzle: _Puzzle) -> list[str]:
    """Remove the companion sheets of a puzzle, and the names that solving added."""
    sheet = book.sheet(puzzle.sheet.title)
    names = [numbered(name, puzzle.number) for name in NAMES]
    had = set(names if puzzle.originals is None else puzzle.originals.names)
    had -= {numbered(name, puzzle.number) for name in (LOG_NAME, REPLAY_NAME)}
    companions = [*(numbered(name, puzzle.number) for name in _COMPANIONS), GREEN_NAME]
    gone = [name for name in companions if name not in had and name in sheet.names()]
    removed = []
    for name in gone:
        if (other := own_companion(sheet, name)) is not None:
            removed.append(other.title)
            book.remove_sheet(other.title, sheet)
    if GREEN_NAME in gone:
        sheet.drop_conditions(GREEN_WORD)
    for name in {*names, *gone} - had:
        book.remove_name(sheet.title, name)
    return removed


def _same(one: bytes, other: bytes, part: str) -> bool:
    """Whether two parts are equivalent."""
    first, second = (_said(content, part) for content in (one, other))
    return first == second


def _said(content: bytes, part: str) -> bytes:
    root = parse(content, part)
    # Some programs write an empty list of names.
    for names in root.findall(main("definedNames")):
        if not len(names):
            root.remove(names)
    return etree.tostring(root, method="c14n", exclusive=True)
