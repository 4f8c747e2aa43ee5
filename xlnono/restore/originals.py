"""The record of a workbook file before it was solved, stored in the log sheets.

Each log stores the part of its board and the state in which solving left its cells; one of the
logs also stores all other parts that solving changed. It is text in hidden columns, after the
memory.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    SOLVED_NAME,
    numbered,
    numbers_of,
    own_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.memory import COLUMNS as MEMORY_COLUMNS
from xlnono.puzzle_sheet.memory import HEADINGS as MEMORY_HEADINGS
from xlnono.puzzle_sheet.memory import ORIGINALS_COLUMNS as COLUMNS
from xlnono.puzzle_sheet.memory import has_remains, headings_at, memory_in
from xlnono.puzzle_sheet.spots import named_layout
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, rectangles
from xlnono.xlsx.book import PackageBook
from xlnono.xlsx.parts import Element, main, whole
from xlnono.xlsx.worksheet import PackageSheet
from xlnono.xlsx.worksheet_reader import child_of
from xlnono.xlsx.zip_archive import Archive, inflated

_HEADINGS = ("original", "looks")
_LONGEST_HEAD = 10_000_000
"""The most bytes before the parts; a million cells take half of that."""
_PACKING = 2
"""How hard to compress all but the parts, which are stored as the file packs them."""
_CHUNK = 30_000
"""Characters per cell; Excel allows 32,767."""
_UNCHANGED = -1
_STATE_NAME = "xlnono_state"
"""The name of the note in a workbook without logs, which belongs to a solved sheet."""


class OriginalPart(NamedTuple):
    """A part before solving, its digest after solving (None: solving removed it), and how it was
    packed: packed again in another way, it would change the record when a puzzle is solved again.
    """

    content: bytes
    left: str | None
    packed: bytes


class Left(NamedTuple):
    """How solving left the cells of an area.

    `kinds` are pairs of a look and a number or nothing; `cells` has the place of each cell's
    kind, row by row, or -1 where nothing was changed. Of a clue only the look was changed.
    """

    area: Area
    clue: bool
    kinds: Sequence[tuple[int, int | None]]
    cells: Sequence[Sequence[int]]


class Originals(NamedTuple):
    """The record in one log.

    `names` are the names of xlnono that the puzzle's sheet had before, `grid` and `board` the place
    of the puzzle and its part. `texts` are the shared texts used by cells of the grid, `looks` the
    new names of the looks of the board. Only one log of a workbook has `added`, the parts that
    solving added, and `rest`, a digest of those that it did not change.
    """

    names: frozenset[str]
    grid: Area
    board: str
    left: Sequence[Left]
    texts: Mapping[int, str]
    parts: Mapping[str, OriginalPart]
    added: Sequence[str] | None = None
    rest: str = ""
    looks: Mapping[int, int] = {}


_Content = tuple[str, tuple[tuple[object, str | None, int], ...]]
"""What a cell holds: its type, and the tag, the text and the length of each element in it."""


class BoardBefore(NamedTuple):
    """The cells of a puzzle before it was solved.

    `checksum` is that of the sheet's part, `looks` are those of the three areas of the puzzle, and
    `held` are the contents of the cells of the grid that are not empty, by row and column.
    """

    checksum: tuple[int, int]
    looks: Mapping[Area, Sequence[Sequence[int]]]
    held: Mapping[int, Mapping[int, _Content]]

    def shows(self, layout: Layout, checksum: tuple[int, int]) -> bool:
        """Whether it is a puzzle with this layout, in a part with this checksum.

        It is not if the sheet was solved before: the record is about what was there before that.
        """
        return self.checksum == checksum and all(area in self.looks for area in layout)

    def looks_in(self, area: Area) -> list[Sequence[int]]:
        """The looks of a part of one of the areas."""
        whole_area, looks = next(each for each in self.looks.items() if each[0].contains(area))
        left = area.column - whole_area.column
        rows = looks[area.row - whole_area.row :][: area.height]
        return [row[left : left + area.width] for row in rows]

    def texts(self, area: Area) -> set[int]:
        """The numbers of the shared texts in an area of the grid."""
        return {
            whole(next((text or "" for tag, text, _ in parts if tag == main("v")), ""))
            for cells in self.held.values()
            for column, (kind, parts) in cells.items()
            if kind == "s" and area.column <= column <= area.last_column
        }


def board_before(sheet: PackageSheet, layout: Layout, checksum: tuple[int, int]) -> BoardBefore:
    """The cells of a puzzle that is not solved yet, in a part with that checksum."""
    grid = layout.grid
    columns = range(grid.column, grid.last_column + 1)
    held: dict[int, dict[int, _Content]] = {}
    for row in range(grid.row, grid.last_row + 1):
        cells = sheet.cells(row)
        of_grid = [(column, cells[column]) for column in columns if column in cells]
        held[row] = {column: _content(cell) for column, cell in of_grid if len(cell)}
    return BoardBefore(
        checksum,
        {area: sheet.looks(area) for area in (grid, layout.rows, layout.columns)},
        held,
    )


def _content(cell: Element) -> _Content:
    return cell.get("t", "n"), tuple([(part.tag, part.text, len(part)) for part in cell])


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def rest_of(archive: Archive, others: Iterable[str]) -> str:
    """A digest of all parts except some."""
    apart = {name.lower() for name in others}
    names = sorted(name for name in archive.names if name.lower() not in apart)
    return digest("\n".join(f"{name} {archive.checksum(name)}" for name in names).encode())


def _changed_parts(before: Archive, after: Archive) -> dict[str, OriginalPart]:
    changed = {}
    for name in before.names:
        if name not in after or before.checksum(name) != after.checksum(name):
            changed[name] = _original(before, after, name)
    return changed


def _original(before: Archive, after: Archive, name: str) -> OriginalPart:
    left = digest(after.read(name)) if name in after else None
    return OriginalPart(before.read(name), left, before.deflated(name))


def _note_state(book: PackageBook) -> None:
    """Note the parts of a workbook without logs just before it is saved, to notice later changes.

    The part of the workbook itself, which holds the note, does not count; programs that save a
    workbook write its other parts anew as well.
    """
    book.settle()
    solved = [sheet.title for sheet in book.sheets() if numbers_of(sheet, SOLVED_NAME)]
    for title in solved:
        book.remove_name(title, _STATE_NAME)
    if solved:
        book.set_name(solved[0], _STATE_NAME, _state(book), hidden=True)


def is_as_noted(book: PackageBook) -> bool:
    """Whether the parts of a workbook are what was noted when it was written, if anything was."""
    noted = [book.names_of(title).get(_STATE_NAME) for title in book.titles()]
    return all(one in (None, _state(book)) for one in noted)


def _state(book: PackageBook) -> str:
    """A digest of the parts, as a formula that is a text."""
    return f'"{rest_of(book.archive, [book.part])}"'


def remember(
    book: PackageBook, before: Archive, boards: Mapping[tuple[str, int], BoardBefore]
) -> None:
    """Record in the logs of a workbook the parts it had before its puzzles were solved.

    To be called after solving has changed everything, just before saving. `boards` are those that
    were solved, by the titles of their sheets and their numbers. Without logs, only the
    state that is written is noted.
    """
    logs = [
        (sheet, number, log)
        for sheet in book.sheets()
        for number in numbers_of(sheet, LOG_NAME)
        if isinstance(log := own_companion(sheet, numbered(LOG_NAME, number)), PackageSheet)
    ]
    if not logs:
        _note_state(book)
        return
    book.settle()
    after = book.archive
    changed = _changed_parts(before, after)
    added = [name for name in after.names if name not in before]
    old = PackageBook(book.path, before)
    others = dict(changed)
    found = []
    for sheet, number, log in logs:
        assert isinstance(sheet, PackageSheet)
        if sheet.part not in changed and sheet.part in before:
            # Without a solution there may be nothing to paint.
            changed[sheet.part] = _original(before, after, sheet.part)
        if sheet.part in changed:
            # There is no record if the puzzle is gone or an earlier record is not valid.
            with suppress(XlnonoError):
                layout = named_layout(sheet, number)
                board = boards.get((sheet.title, number))
                if board is None or not board.shows(layout, before.checksum(sheet.part)):
                    was = PackageSheet(book, sheet.title, sheet.part, changed[sheet.part].content)
                    board = board_before(was, layout, before.checksum(sheet.part))
                found.append((log, _of_board(book, sheet, layout, old, changed, board)))
                others.pop(sheet.part, None)
    for place, (log, originals) in enumerate(found):
        if place == 0:
            originals = originals._replace(
                parts={**originals.parts, **others},
                added=added,
                rest=rest_of(after, [*changed, *added]),
            )
        _put(book, log, originals)
    book.settle()


def _of_board(
    book: PackageBook,
    sheet: PackageSheet,
    layout: Layout,
    old: PackageBook,
    changed: Mapping[str, OriginalPart],
    was: BoardBefore,
) -> Originals:
    """The record of the board of a puzzle on a sheet."""
    areas = [(layout.grid, False)]
    for clues in (layout.rows, layout.columns):
        rows = zip(was.looks_in(clues), sheet.looks(clues), strict=True)
        restyled = [
            (clues.row + row, clues.column + column)
            for row, looks in enumerate(rows)
            for column, (before, after) in enumerate(zip(*looks, strict=True))
            if before != after
        ]
        areas += [(area, True) for area in rectangles(restyled)]
    left = [_left(was, sheet, area, clue=clue) for area, clue in areas]
    looks = {look for one in left for look, _ in one.kinds}
    looks |= {look for area, _ in areas for row in was.looks_in(area) for look in row}
    texts = {number: book.shared_string(number) for number in was.texts(layout.grid)}
    names = old.names_of(sheet.title) if sheet.title in old.titles() else {}
    return Originals(
        frozenset(name for name in names if name.startswith("xlnono_")),
        layout.grid,
        sheet.part,
        left,
        texts,
        {sheet.part: changed[sheet.part]},
        looks={look: look for look in looks},
    )


def _left(was: BoardBefore, now: PackageSheet, area: Area, *, clue: bool) -> Left:
    kinds: dict[tuple[int, int | None], int] = {}
    cells = []
    value = main("v")
    for row, before, after in zip(
        range(area.row, area.last_row + 1), was.looks_in(area), now.looks(area), strict=True
    ):
        old, new = was.held.get(row, {}), now.cells(row)
        places = []
        for column, look, painted in zip(
            range(area.column, area.last_column + 1), before, after, strict=True
        ):
            cell = new.get(column)
            if cell is not None and not len(cell):
                cell = None
            if look == painted and old.get(column) == (None if cell is None else _content(cell)):
                places.append(_UNCHANGED)
                continue
            stored = None if cell is None or clue else child_of(cell, value)
            text = None if stored is None else stored.text
            kind = painted, int(text) if text in ("0", "1") else None
            places.append(kinds.setdefault(kind, len(kinds)))
        cells.append(places)
    return Left(area, clue, list(kinds), cells)


def _put(book: PackageBook, log: PackageSheet, originals: Originals) -> None:
    """Write the record into the hidden columns of a log, in place of an earlier one."""
    text = _encoded(originals)
    chunks = [text[k : k + _CHUNK] for k in range(0, len(text), _CHUNK)]
    lists: Sequence[list[tuple[str, int | None]]] = (
        [(_HEADINGS[0], None), *((chunk, None) for chunk in chunks)],
        [(_HEADINGS[1], None), *((str(k), now) for k, now in sorted(originals.looks.items()))],
    )
    # A log that was just written need not be parsed.
    if book.put_texts(log.title, dict(zip(COLUMNS, lists, strict=True))):
        return
    plain = log.look(1, MEMORY_COLUMNS[0])
    earlier = headings_at(log, _HEADINGS, COLUMNS[0])
    first, left, *_ = earlier or Area(1, COLUMNS[0])
    used = log.used()
    rows = max(*map(len, lists), 0 if used is None or earlier is None else used.last_row)
    for column, cells in enumerate(lists, left):
        for row in range(first, first + rows):
            written = cells[row - first] if row - first < len(cells) else None
            if written is not None:
                said, look = written
                log.put_text(row, column, said, plain if look is None else look)
            elif log.cell(row, column) is not None:
                log.put_text(row, column, None, 0)


def forget_records(log: PackageSheet, *, is_log: bool) -> bool:
    """Remove the memory and the record from a sheet; returns whether there was one of them.

    Only in a log, what is left of them is removed where their headings are gone.
    """
    rearranged = is_log and memory_in(log) is None and has_remains(log)
    columns: list[int] = [*MEMORY_COLUMNS, *COLUMNS] if rearranged else []
    for headings, usual in ((MEMORY_HEADINGS, MEMORY_COLUMNS), (_HEADINGS, COLUMNS)):
        if (place := headings_at(log, headings, usual[0])) is not None:
            columns += range(place.column, place.last_column + 1)
    used = log.used()
    if used is None or not columns:
        return False
    for row in range(1, used.last_row + 1):
        for column in columns:
            if log.cell(row, column) is not None:
                log.put_text(row, column, None, 0)
    return True


def _encoded(originals: Originals) -> str:
    """A record as text: first everything but the parts, then these, packed as in the file."""
    head = {
        "names": sorted(originals.names),
        "grid": originals.grid.address,
        "board": originals.board,
        "left": [
            [one.area.address, one.clue, [list(kind) for kind in one.kinds], one.cells]
            for one in originals.left
        ],
        "texts": {str(number): text for number, text in sorted(originals.texts.items())},
        "parts": [
            [name, part.left, zlib.crc32(part.content), len(part.content), len(part.packed)]
            for name, part in originals.parts.items()
        ],
        "looks": sorted(originals.looks),
        "added": originals.added,
        "rest": originals.rest,
    }
    text = json.dumps(head, separators=(",", ":")).encode()
    packed = [part.packed for part in originals.parts.values()]
    content = b"".join([zlib.compress(text, _PACKING), *packed])
    return base64.b64encode(content).decode()


def recalled(log: PackageSheet) -> Originals | None:
    """The record in a log, None if there is none or it is not valid."""
    used, headings = log.used(), headings_at(log, _HEADINGS, COLUMNS[0])
    if used is None or headings is None:
        return None
    cells = log.values(headings._replace(height=used.last_row - headings.row + 1))
    chunks, looks = [], {}
    for row, (chunk, look) in enumerate(cells[1:], headings.row + 1):
        if isinstance(chunk, str):
            chunks.append(chunk)
        if look is not None:
            looks[whole(str(look))] = log.look(row, headings.last_column)
    try:
        return _decoded(base64.b64decode("".join(chunks), validate=True), looks)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, zlib.error):
        return None


def _decoded(content: bytes, looks: Mapping[int, int]) -> Originals:
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(content, _LONGEST_HEAD)
    if not unpacker.eof:
        raise ValueError(len(text))
    head: dict[str, Any] = json.loads(text)
    if not looks.keys() >= set(head["looks"]):
        raise ValueError(head["looks"])
    parts, rest, room = {}, unpacker.unused_data, limits.PART_BYTES.most
    for name, as_left, checksum, length, packed_length in head["parts"]:
        room -= length
        if room < 0:
            raise ValueError(length)
        packed, rest = rest[:packed_length], rest[packed_length:]
        part = inflated(memoryview(packed), length)
        if len(part) != length or zlib.crc32(part) != checksum:
            raise ValueError(name)
        parts[str(name)] = OriginalPart(part, None if as_left is None else str(as_left), packed)
    left = []
    for address, clue, kinds, cells in head["left"]:
        area = Area.parse(address)
        if len(cells) != area.height or any(len(row) != area.width for row in cells):
            raise ValueError(address)
        if any(not _UNCHANGED <= kind < len(kinds) for row in cells for kind in row):
            raise ValueError(address)
        if not {look for look, _ in kinds} <= looks.keys():
            raise ValueError(kinds)
        left.append(Left(area, bool(clue), [(look, number) for look, number in kinds], cells))
    board = str(head["board"])
    if board not in parts:
        raise ValueError(board)
    return Originals(
        frozenset(map(str, head["names"])),
        Area.parse(head["grid"]),
        board,
        left,
        {int(number): str(text) for number, text in head["texts"].items()},
        parts,
        None if head["added"] is None else [str(name) for name in head["added"]],
        str(head["rest"]),
        looks,
    )
