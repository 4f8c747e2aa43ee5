"""Puzzle files of other programs as sources: read, and given names for their cells."""

from __future__ import annotations

import os
import select
import stat
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.files.workbook_file import SUFFIXES, FileUnreadable, Reason, WorkbookInPipe
from xlnono.language import Listed, Text
from xlnono.model.board import Board, Line
from xlnono.model.steps import Position
from xlnono.places import Place
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import MistypedClues, MistypedSheet, PuzzleSheet
from xlnono.spreadsheet.area import Area
from xlnono.wording.cell_names import GridNames

if TYPE_CHECKING:
    from xlnono.formats.puzzle_file import About, MistypedFile, PuzzleFile


class SeveralInFile(XlnonoError):
    code = "several-in-file"
    template = Text(
        "the file has {count} puzzles: choose one with --sheet and its number or title.",
        "問題が {count} 問あります。--sheet と番号か題名で1つを選んでください。",
    )


class NoSuchPuzzle(XlnonoError):
    code = "no-such-puzzle"
    template = Text(
        "the file has no puzzle “{wanted}”: choose one of {puzzles}, or its number.",
        "「{wanted}」という問題はありません。{puzzles} から選ぶか、番号を指定してください。",
    )


STANDARD_INPUT = Path("-")
_WORKBOOK_HEADS = (b"PK", bytes.fromhex("D0CF11E0A1B11AE1"))
_NAMES = GridNames()
_TITLES_SHOWN = 10
_PIECE = 1 << 20
_SECONDS_FOR_WRITER = 3.0
"""Nobody may ever write to a pipe that has a name in a folder."""


class GridLayout(Layout):
    """A grid without a sheet around it: its cells are called R5C3, and its clues have no cells."""

    def cell(self, row: int, column: int) -> str:
        return _NAMES.cell(row, column)

    def along(self, line: Line, length: int) -> list[str]:
        return _NAMES.along(line, length)

    def cells(self, positions: Iterable[Position]) -> str:
        return _NAMES.cells(positions)

    def clues(self, lines: Sequence[Line]) -> str:
        return _NAMES.clues(lines)


class PuzzleInFile(PuzzleSheet):
    """A puzzle of a puzzle file, in place of one on a sheet."""

    @property
    def place(self) -> Place:
        """Its number, if the file has several puzzles."""
        return Place(puzzle=None if self.alone else self.number)


class _MistypedInFile(MistypedSheet):
    """The clues of a puzzle file in place of those on a sheet."""

    @property
    def place(self) -> Place:
        return Place()


def is_piped(source: Path) -> bool:
    """Whether a source can be read only once: standard input, or a pipe such as `<(command)`."""
    try:
        return source == STANDARD_INPUT or source.is_fifo()
    except OSError:
        return False


def is_workbook(source: Path) -> bool:
    """Whether a path is to be opened as a workbook: by its content, or else by its ending."""
    if source != STANDARD_INPUT and source.suffix.lower() in SUFFIXES:
        return True
    if is_piped(source):
        return False
    try:
        if not stat.S_ISREG(source.stat().st_mode):
            return True
        with source.open("rb") as stream:
            return stream.read(8).startswith(_WORKBOOK_HEADS)
    except OSError:
        # Opening it as a workbook reports the reason.
        return True


def _content(source: Path) -> bytes:
    try:
        if source == STANDARD_INPUT:
            return _piped(sys.stdin.buffer)
        if is_piped(source):
            return _read_pipe(source)
        limits.check(limits.PUZZLE_FILE_BYTES, source.stat().st_size)
        return source.read_bytes()
    except OSError as error:
        raise FileUnreadable(reason=Reason(error)) from None


def _read_pipe(source: Path) -> bytes:
    """What comes out of a pipe, nothing if nobody begins to write to it."""
    # Opening it for blocking reads would wait for a writer without end.
    descriptor = os.open(source, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        select.select([stream], [], [], _SECONDS_FOR_WRITER)
        os.set_blocking(stream.fileno(), True)
        return _piped(stream)


def _piped(stream: BinaryIO) -> bytes:
    content = b""
    while piece := stream.read(_PIECE):
        content += piece
        if content.startswith(_WORKBOOK_HEADS):
            raise WorkbookInPipe()
        limits.check(limits.PUZZLE_FILE_BYTES, len(content))
    return content


def puzzle_files(source: Path) -> list[PuzzleFile]:
    """The puzzles of a puzzle file, of a pipe, or of standard input.

    Raises FileUnreadable, WorkbookInPipe, or what `xlnono.formats.registry.read` raises.
    """
    # The readers of all formats take longer to load than most workbooks to solve.
    from xlnono.formats.registry import read

    try:
        return read(_content(source), source.suffix)
    except XlnonoError as error:
        raise error.at(file=str(source)) from None


def chosen(found: Sequence[PuzzleFile], wanted: str | None) -> list[tuple[int, PuzzleFile]]:
    """The puzzles of a file with their numbers, or only those with a title or number.

    Raises NoSuchPuzzle.
    """
    numbered = list(enumerate(found, start=1))
    if wanted is None:
        return numbered
    titled = [(number, each) for number, each in numbered if each.about.title == wanted]
    picked = titled or [(number, each) for number, each in numbered if str(number) == wanted]
    if not picked:
        titles = [each.about.title or str(number) for number, each in numbered[:_TITLES_SHOWN]]
        raise NoSuchPuzzle(wanted=wanted, puzzles=Listed(tuple(titles)))
    return picked


def only_one(source: Path, wanted: str | None) -> tuple[int, PuzzleFile, bool]:
    """The only puzzle of a file, or the one chosen: its number, itself, and whether it is alone.

    Raises what `puzzle_files` raises, MistypedClues, NoSuchPuzzle or SeveralInFile.
    """
    found = _puzzles_to_search(source)
    picked = chosen(found, wanted)
    if len(picked) > 1:
        raise SeveralInFile(count=len(picked))
    return *picked[0], len(found) == 1


def puzzles_in_file(source: Path, wanted: str | None = None) -> list[PuzzleInFile]:
    """The puzzles of a puzzle file, without marks. Raises what `only_one` raises but the last."""
    return [read for read, _ in puzzles_with_texts(source, wanted)]


def puzzles_with_texts(source: Path, wanted: str | None = None) -> list[tuple[PuzzleInFile, About]]:
    """The same puzzles, each with what the file says about it.

    Raises MistypedClues too, if its clues do not form a puzzle.
    """
    found = _puzzles_to_search(source)
    alone = len(found) == 1
    return [
        (_in_file(each, source, number, alone=alone), each.about)
        for number, each in chosen(found, wanted)
    ]


def _puzzles_to_search(source: Path) -> list[PuzzleFile]:
    """The puzzles of a file; raises MistypedClues if clues do not form a puzzle."""
    from xlnono.formats.puzzle_file import MistypedFile

    try:
        return puzzle_files(source)
    except MistypedFile as error:
        raise _mistyped(error, source) from None


def only_in_file(source: Path, wanted: str | None = None) -> PuzzleInFile:
    """The only puzzle of a puzzle file, or the one chosen. Raises what `only_one` raises."""
    number, found, alone = only_one(source, wanted)
    return _in_file(found, source, number, alone=alone)


def _mistyped(error: MistypedFile, source: Path) -> MistypedClues:
    """The error for clues to be searched for typing mistakes."""
    height, width = len(error.rows), len(error.columns)
    outside = Area(1, 1)
    layout = GridLayout(outside, outside, Area(1, 1, height, width))
    title = error.about.title or source.stem
    read = _MistypedInFile(title, layout, error.rows, error.columns, Board(height, width))
    return MistypedClues(list(error.defects), read)


def _in_file(found: PuzzleFile, source: Path, number: int, *, alone: bool) -> PuzzleInFile:
    height, width = found.puzzle.height, found.puzzle.width
    outside = Area(1, 1)
    layout = GridLayout(outside, outside, Area(1, 1, height, width))
    title = found.about.title or source.stem
    blank = Board(height, width)
    return PuzzleInFile(title, layout, found.puzzle, blank, blank, None, number, alone, found.goal)
