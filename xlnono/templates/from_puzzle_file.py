"""Templates filled with the puzzles of puzzle files."""

from __future__ import annotations

from pathlib import Path

from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.language import Language
from xlnono.safe_text import safe
from xlnono.templates.template import filled, filled_content

_LONGEST_TITLE = 100


def template_of(found: PuzzleFile, language: Language) -> bytes:
    """The workbook with the clues of a puzzle, under its title. Raises SizeOutOfRange."""
    title = _title(found.about)
    return filled_content(found.puzzle.rows, found.puzzle.columns, language=language, title=title)


def write_template(path: Path, found: PuzzleFile, language: Language) -> None:
    """Write that workbook. Raises what `xlnono.templates.template.filled` raises."""
    title = _title(found.about)
    filled(path, found.puzzle.rows, found.puzzle.columns, language=language, title=title)


def _title(about: About) -> str | None:
    return None if about.title is None else safe(about.title)[:_LONGEST_TITLE]
