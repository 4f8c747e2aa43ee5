"""All formats of puzzle files: which one a file has, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.files.workbook_file import FileEmpty, NotAWorkbook
from xlnono.formats import (
    clue_csv,
    clue_sections,
    game_id,
    hint_file,
    json_file,
    nin,
    non,
    numbered_list,
    pbm,
    picross_text,
    plain_lists,
    webpbn,
)
from xlnono.formats.puzzle_file import PuzzleFile
from xlnono.language import Text
from xlnono.records import NamedTuple


class NotAPuzzleFile(NotAWorkbook):
    template = Text(
        "not an Excel workbook (.xlsx or .xlsm), and not a puzzle file of a known format.",
        "Excel ブック(.xlsx、.xlsm)でも、読み込める形式の問題ファイルでもありません。",
    )


class Format(NamedTuple):
    """A format of puzzle files.

    `suffixes` are its usual endings, `matches` whether a content looks like it. `write` is None for
    a format that is only read. `only_picture`: it holds a solution and no clues. `clear`: no
    content of another format looks like it.
    """

    name: Text
    suffixes: tuple[str, ...]
    matches: Callable[[bytes], bool]
    read: Callable[[bytes], list[PuzzleFile]]
    write: Callable[[PuzzleFile], bytes] | None = None
    only_picture: bool = False
    clear: bool = True


def _name(en: str, ja: str | None = None) -> Text:
    return Text(en, en if ja is None else ja)


# Pillow is only loaded for pictures.
def _is_png(content: bytes) -> bool:
    return content.startswith(b"\x89PNG\r\n\x1a\n")


def _read_png(content: bytes) -> list[PuzzleFile]:
    from xlnono.formats import png

    return png.read(content)


def _write_png(found: PuzzleFile) -> bytes:
    from xlnono.formats import png

    return png.write(found)


FORMATS = (
    Format(_name("webpbn XML"), webpbn.SUFFIXES, webpbn.matches, webpbn.read, webpbn.write),
    Format(_name(".hint"), hint_file.SUFFIXES, hint_file.matches, hint_file.read, hint_file.write),
    Format(_name("JSON"), json_file.SUFFIXES, json_file.matches, json_file.read, json_file.write),
    Format(
        _name("game ID", "ゲーム ID"),
        game_id.SUFFIXES,
        game_id.matches,
        game_id.read,
        game_id.write,
    ),
    Format(
        _name("pynogram, nonogrid"),
        clue_sections.SUFFIXES,
        clue_sections.matches,
        clue_sections.read,
    ),
    Format(_name("picross-solver"), picross_text.SUFFIXES, picross_text.matches, picross_text.read),
    Format(_name("PBM"), pbm.SUFFIXES, pbm.matches, pbm.read, pbm.write, only_picture=True),
    Format(_name("PNG"), (".png",), _is_png, _read_png, _write_png, only_picture=True),
    Format(_name(".non"), non.SUFFIXES, non.matches, non.read, non.write),
    Format(
        _name("nonogrid"),
        numbered_list.SUFFIXES,
        numbered_list.matches,
        numbered_list.read,
        clear=False,
    ),
    Format(_name(".nin"), nin.SUFFIXES, nin.matches, nin.read, clear=False),
    Format(
        _name("CSV"),
        clue_csv.SUFFIXES,
        clue_csv.matches,
        clue_csv.read,
        clue_csv.write,
        clear=False,
    ),
    Format(
        _name("lists of clues", "ヒントのリスト"),
        plain_lists.SUFFIXES,
        plain_lists.matches,
        plain_lists.read,
        clear=False,
    ),
)
"""The formats, those with a clear mark first: the content counts more than the name."""

SUFFIXES = tuple(suffix for each in FORMATS for suffix in each.suffixes)

DISTINCT_SUFFIXES = (".non", ".nonpack", ".nin", ".hint")
"""The endings that hardly any other kind of file has."""


def formats_of(content: bytes, suffix: str = "") -> list[Format]:
    """The formats that a content may have, the likeliest first; empty if it has none.

    A clear mark in the content decides, then the ending of its name.
    """
    possible = [each for each in FORMATS if each.matches(content)]
    named = [each for each in FORMATS if suffix.lower() in each.suffixes]
    if clear := [each for each in possible if each.clear]:
        return [next((each for each in clear if each in named), clear[0])]
    return named + [each for each in possible if each not in named]


def read(content: bytes, suffix: str = "") -> list[PuzzleFile]:
    """The puzzles of a file, at least one.

    If the content may have several formats, the first in which it is a valid puzzle counts. Raises
    FileEmpty, NotAPuzzleFile for a content in no known format, TooLarge, or what the reader of the
    likeliest format raises, without the name of the file.
    """
    limits.check(limits.PUZZLE_FILE_BYTES, len(content))
    if not content.strip():
        raise FileEmpty()
    first: XlnonoError | None = None
    for each in formats_of(content, suffix):
        try:
            if puzzles := each.read(content):
                return puzzles
        except XlnonoError as error:
            first = first or error
    raise first or NotAPuzzleFile()


def written_as(suffix: str) -> Format | None:
    """The format in which files with this ending are written, None if there is none."""
    for each in FORMATS:
        if suffix.lower() in each.suffixes and each.write is not None:
            return each
    return None


WRITTEN = tuple(each.suffixes[0] for each in FORMATS if each.write is not None)
"""The endings of the files that can be written."""
