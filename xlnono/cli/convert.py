"""The command `convert`: puzzles in another format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED
from xlnono.cli.messages import template_made, text
from xlnono.cli.output import complain, say
from xlnono.cli.recording import add_result
from xlnono.cli.source_arguments import look_up
from xlnono.cli.status_line import Watch, watching
from xlnono.errors import XlnonoError
from xlnono.files.writing import make_folder
from xlnono.jobs.choosing import clues_of
from xlnono.jobs.convert import puzzles_of, targets_of
from xlnono.jobs.puzzle_files import SeveralInFile, is_workbook
from xlnono.jobs.sources import SameTarget
from xlnono.language import Language
from xlnono.spreadsheet.area import Area
from xlnono.templates.from_puzzle_file import format_of, write_new
from xlnono.templates.template import filled


class _Conversion:
    """What is the same for all files of a run."""

    def __init__(
        self,
        sheet: str | None,
        cell: Area | None,
        seconds: float,
        language: Language,
        watch: Watch,
    ) -> None:
        self.sheet, self.cell = sheet, cell
        self.seconds, self.language, self.watch = seconds, language, watch

    def convert(self, source: Path, target: Path, *, several: bool) -> None:
        """Write the puzzles of a source; if there may be `several`, to a folder that may be new.

        Raises XlnonoError.
        """
        form = format_of(target)
        if form is None and is_workbook(source):
            # Two lists of clues become a template even if they do not fit each other.
            rows, columns = clues_of(source, sheet=self.sheet, cell=self.cell)
            if several:
                make_folder(target.parent)
            filled(target, rows, columns, language=self.language)
            self._record(source, target, len(rows), len(columns))
            self._say_made(target, len(rows), len(columns))
            return
        found = puzzles_of(source, self.sheet, self.cell)
        if several:
            make_folder(target.parent)
        elif len(found) > 1:
            raise SeveralInFile(count=len(found)).at(file=str(source))
        for each, path in zip(found, targets_of(target, len(found)), strict=True):
            write_new(path, each, self.language, seconds=self.seconds)
            self.watch.pause()
            height, width = each.puzzle.height, each.puzzle.width
            self._record(source, path, height, width)
            if form is None:
                self._say_made(path, height, width)
            else:
                say(text("written", self.language, path=path))

    def _record(self, source: Path, target: Path, height: int, width: int) -> None:
        facts = {"source": str(source), "target": str(target), "height": height, "width": width}
        add_result(lambda: facts)

    def _say_made(self, path: Path, height: int, width: int) -> None:
        say(template_made(path, height, width, self.language))


def convert_one(
    source: Path,
    target: Path,
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
) -> int:
    """Write a puzzle in the format of the target's ending; returns the exit code."""
    with watching(language) as watch:
        try:
            conversion = _Conversion(sheet, cell, seconds, language, watch)
            conversion.convert(source, target, several=False)
        except XlnonoError as error:
            watch.pause()
            complain(error, language)
            return FAILED
    return DONE


def convert_all(
    sources: Sequence[str],
    folder: Path,
    ending: str,
    sheet: str | None,
    cell: Area | None,
    seconds: float,
    language: Language,
) -> int:
    """Write all puzzles of all sources to a folder, in one format; returns the exit code."""
    jobs, errors = look_up(sources, folder, language, writing=True)
    code = DONE
    ending = f".{ending.removeprefix('.')}"
    for error in errors:
        if isinstance(error, SameTarget):
            error.facts["target"] = Path(str(error.facts["target"])).with_suffix(ending)
        complain(error, language)
        code = FAILED
    with watching(language) as watch:
        conversion = _Conversion(sheet, cell, seconds, language, watch)
        for job in jobs:
            assert job.target is not None
            target = job.target.with_suffix(ending)
            try:
                format_of(target)
                conversion.convert(job.source, target, several=True)
            except XlnonoError as error:
                watch.pause()
                complain(error, language)
                code = FAILED
    return code
