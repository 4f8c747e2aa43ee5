"""The report as a workbook: a summary, the puzzles and the errors."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from xlsxwriter import Workbook
from xlsxwriter.exceptions import FileCreateError

from xlnono.jobs.corrections import TypingMistakes
from xlnono.jobs.picture_repairs import PictureRepairs
from xlnono.jobs.results import Mistake, PuzzleResult, Result
from xlnono.language import Language, all_of
from xlnono.render.thumbnail import SIDE, thumbnail
from xlnono.report.links import LONGEST as LONGEST_LINK
from xlnono.report.links import Links
from xlnono.report.messages import WORDS
from xlnono.report.showing import readable
from xlnono.report.summary_sheet import Summary
from xlnono.report.table import MOST_LINKS, MOST_ROWS, Column, Content, Linked, Picture, Table
from xlnono.report.tally import Tally
from xlnono.safe_text import safe
from xlnono.spreadsheet.theme import BLACK_FILL, PAPER, UNKNOWN_FILL
from xlnono.wording import explained_name, grade_name, outcome_name, rated

MOST_PICTURES = 2_000
MOST_IN_MEMORY = 5_000
"""Rows; longer tables are written row by row, with each text in its cell instead of the table of
shared strings. Not every program reads that; Excel creates the table when it saves."""
_COLOURS = {"#": f"#{BLACK_FILL}", ".": f"#{PAPER}", "?": f"#{UNKNOWN_FILL}"}
_WHOLE, _COUNT, _RATING, _SECONDS = "0", "#,##0", "0.0", "#,##0.000"
_PICTURE_WIDTH = SIDE // 7 + 3


def write_book(
    stream: BinaryIO, results: Callable[[], Iterator[Result]], folder: Path, language: Language
) -> None:
    """Write the workbook, with links relative to `folder`. Raises OSError."""
    puzzles = mistakes = 0
    mistyped = ambiguous = False
    for result in results():
        puzzles += len(result.puzzles)
        mistakes += len(result.mistakes)
        mistyped = mistyped or bool(result.typing_mistakes)
        ambiguous = ambiguous or bool(result.repairs)
    large = puzzles + mistakes > MOST_IN_MEMORY
    # Temporary files are removed with it even after an error.
    with tempfile.TemporaryDirectory(prefix="xlnono-", ignore_cleanup_errors=True) as workplace:
        lent = _Lent(stream)
        try:
            book = Workbook(lent, {"constant_memory": large, "tmpdir": workplace})
            report = _Report(
                book,
                folder,
                language,
                pictured=puzzles <= MOST_PICTURES,
                mistyped=mistyped,
                ambiguous=ambiguous,
            )
            report.write(results())
            book.close()
        except FileCreateError as error:
            raise error.args[0] from None
        finally:
            lent.take_back()


class _Lent:
    """A stream that can be taken back from XlsxWriter.

    After a failure its discarded ZipFile would write once more, and print an error to the
    terminal if that fails too.
    """

    def __init__(self, stream: BinaryIO) -> None:
        # Not a stream in memory afterwards: garbage collection may close it before the ZipFile.
        self._stream: BinaryIO | None = stream

    def take_back(self) -> None:
        self._stream = None

    def write(self, content: bytes) -> int:
        return self._stream.write(content) if self._stream else len(content)

    def seek(self, place: int, whence: int = 0) -> int:
        return self._stream.seek(place, whence) if self._stream else 0

    def tell(self) -> int:
        return self._stream.tell() if self._stream else 0

    def flush(self) -> None:
        if self._stream:
            self._stream.flush()


class _Report:
    def __init__(
        self,
        book: Workbook,
        folder: Path,
        language: Language,
        *,
        pictured: bool,
        mistyped: bool,
        ambiguous: bool,
    ) -> None:
        self._links, self._language, self._pictured = Links(folder), language, pictured
        self._words = words = all_of(WORDS, language)
        book.set_properties({"title": words["title"]})
        self._summary = Summary(book, language)
        columns = [
            Column(words["Workbook"], 36),
            Column(words["Sheet"], 16),
            Column(words["Rows"], 8, _WHOLE),
            Column(words["Columns"], 11, _WHOLE),
            Column(words["Outcome"], 24),
            Column(words["Grade"], 19),
            Column(words["Rating"], 9, _RATING),
            Column(words["At least"], 19),
            Column(words["Explanation"], 14),
            Column(words["Steps"], 12, _COUNT),
            Column(words["Rounds"], 10, _COUNT),
            Column(words["Time"], 12, _SECONDS),
            Column(words["Engine"], 16),
            Column(words["Solved file"], 42),
            Column(words["Grid"], 14),
        ]
        if pictured:
            columns.append(Column(words["Picture"], _PICTURE_WIDTH))
        self._puzzles = Table(book, words["puzzles sheet"], columns, words["page"])
        columns = [
            Column(words["Workbook"], 36),
            Column(words["Sheet"], 18),
            Column(words["Cell"], 10),
            Column(words["What is wrong"], 80),
            Column(words["Code"], 24),
        ]
        self._errors = Table(book, words["errors sheet"], columns, words["page"])

        def proposals(title: str, heading: str) -> Table:
            widths = {"Workbook": 36, "Sheet": 18, "Grid": 14, heading: 90}
            columns = [Column(words[name], width) for name, width in widths.items()]
            return Table(book, words[title], columns, words["page"])

        self._mistyped = proposals("typing mistakes sheet", "Corrections") if mistyped else None
        self._repairs = proposals("repairs sheet", "Repairs") if ambiguous else None

    def write(self, results: Iterator[Result]) -> None:
        tally = Tally()
        for result in results:
            tally.add(result)
            for puzzle in result.puzzles:
                self._puzzles.add(self._puzzle(result, puzzle))
            for mistake in result.mistakes:
                self._errors.add(self._mistake(result, mistake))
            if self._mistyped is not None:
                for found in result.typing_mistakes:
                    self._mistyped.add(self._proposal(result, found))
            if self._repairs is not None:
                for repairs in result.repairs:
                    self._repairs.add(self._proposal(result, repairs))
        for table in filter(None, (self._mistyped, self._repairs)):
            table.finish()
        for table, sentence in ((self._puzzles, "no puzzles"), (self._errors, "no errors")):
            if not table.rows:
                table.say(self._words[sentence])
            table.finish()
        self._summary.write(tally, datetime.now(), self._notes(tally))

    def _puzzle(self, result: Result, puzzle: PuzzleResult) -> list[Content]:
        target = result.target
        contents: list[Content] = [
            safe(result.source),
            safe(puzzle.sheet),
            puzzle.height,
            puzzle.width,
            outcome_name(puzzle.outcome, self._language),
            None if puzzle.grade is None else grade_name(puzzle.grade, self._language),
            puzzle.rating,
            None
            if puzzle.rating_at_least is None
            else rated(puzzle.rating_at_least, self._language),
            None if puzzle.explained is None else explained_name(puzzle.explained, self._language),
            puzzle.steps,
            puzzle.rounds,
            puzzle.seconds,
            puzzle.engine,
            None if target is None else self._linked(target, puzzle.sheet, puzzle.grid),
            puzzle.grid,
        ]
        if self._pictured:
            contents.append(self._picture(puzzle))
        return contents

    def _picture(self, puzzle: PuzzleResult) -> Picture | None:
        if not puzzle.picture:
            return None
        described = self._words["described"].format(
            sheet=safe(puzzle.sheet), height=puzzle.height, width=puzzle.width
        )
        return Picture(*thumbnail(puzzle.picture, _COLOURS), described)

    def _mistake(self, result: Result, mistake: Mistake) -> list[Content]:
        return [
            self._linked(result.source, mistake.sheet, mistake.cell or mistake.grid),
            None if mistake.sheet is None else safe(mistake.sheet),
            mistake.cell or mistake.grid,
            readable(mistake.message(self._language)),
            mistake.code,
        ]

    def _proposal(self, result: Result, found: TypingMistakes | PictureRepairs) -> list[Content]:
        return [
            self._linked(result.source, found.sheet, found.grid),
            safe(found.sheet),
            found.grid,
            # Each line was made safe by itself.
            found.messages[self._language],
        ]

    def _linked(self, path: str, sheet: str | None, cell: str | None = None) -> Linked:
        return Linked(safe(path), self._links.to(path, sheet, cell))

    def _notes(self, tally: Tally) -> list[str]:
        """What the tables do not show, and why."""
        words, notes = self._words, []
        if not self._pictured:
            notes.append(words["no pictures"].format(count=tally.puzzles, most=MOST_PICTURES))
        every = (self._puzzles, self._errors, self._mistyped, self._repairs)
        tables = [table for table in every if table is not None]
        if unlinked := sum(table.unlinked for table in tables):
            notes.append(
                words["unlinked"].format(count=unlinked, most=MOST_LINKS, longest=LONGEST_LINK)
            )
        if more := [title for table in tables for title in table.titles[1:]]:
            notes.append(words["continued"].format(most=MOST_ROWS, sheets=", ".join(more)))
        return notes
