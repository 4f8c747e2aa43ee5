"""Puzzles of puzzle files, written as templates or in the format that an ending asks for."""

from __future__ import annotations

import os
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import SUFFIXES
from xlnono.files.writing import FileExists
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import WRITTEN, Format, written_as
from xlnono.jobs.about import CUSTOM
from xlnono.jobs.convert import write_puzzle
from xlnono.jobs.replay import NoSuchFormat
from xlnono.language import Language, OneOf
from xlnono.safe_text import safe
from xlnono.templates.template import filled, filled_content
from xlnono.templates.template_sheet import Beside

TEMPLATE = ".xlsx"
"""The ending of a template, and of a target that has none."""
_LONGEST_TITLE = 100
"""The most letters of a title that a sheet shows; the workbook keeps them all."""


def template_of(found: PuzzleFile, language: Language) -> bytes:
    """The workbook with the clues of a puzzle, under its title. Raises SizeOutOfRange."""
    title = _title(found.about)
    return filled_content(
        found.puzzle.rows,
        found.puzzle.columns,
        language=language,
        title=title,
        beside=_beside(found),
    )


def format_of(target: Path) -> Format | None:
    """The format to write, None for a template. Raises NoSuchFormat."""
    suffix = target.suffix.lower()
    if suffix in SUFFIXES:
        return None
    form = written_as(suffix)
    if form is None:
        endings = OneOf((TEMPLATE, *WRITTEN))
        raise NoSuchFormat(endings=endings).at(file=str(target))
    return form


def write_new(
    target: Path, found: PuzzleFile, language: Language, *, seconds: float | None = None
) -> None:
    """Write a puzzle to a new file, in the format of its ending.

    Raises NoSuchFormat, FileExists, or what writing a template or `write_puzzle` raises.
    """
    form = format_of(target)
    if form is None:
        title = _title(found.about)
        filled(
            target,
            found.puzzle.rows,
            found.puzzle.columns,
            language=language,
            title=title,
            beside=_beside(found),
        )
        return
    try:
        if os.path.lexists(target):
            raise FileExists
        write_puzzle(target, found, form, seconds=seconds)
    except XlnonoError as error:
        raise error.at(file=str(target)) from None


def _title(about: About) -> str | None:
    return None if about.title is None else safe(about.title)[:_LONGEST_TITLE]


def _beside(found: PuzzleFile) -> Beside:
    """What the file says about the puzzle, and its picture."""
    about = found.about
    texts = ((name, getattr(about, field)) for field, name in CUSTOM.items())
    return Beside(
        safe(about.title or ""),
        safe(about.author or ""),
        safe(about.description or ""),
        tuple((name, safe(text)) for name, text in texts if text),
        found.goal,
    )
