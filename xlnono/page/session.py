"""What the page asks of Python: the same jobs as the commands, on files in the page's memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.files.limits import TooLarge
from xlnono.language import LANGUAGES, Language, Text
from xlnono.model.board import Axis, Line
from xlnono.model.puzzle import Clue, Defect, Puzzle

if TYPE_CHECKING:
    from xlnono.formats.text import TextLine
    from xlnono.jobs.workbook import JobResult
    from xlnono.model.mistakes import Correction
    from xlnono.page.unread import Changes
    from xlnono.puzzle_sheet.clues import Reading
    from xlnono.puzzle_sheet.settle import Settled

Clues = Sequence[Sequence[int]]
_Entry = dict[str, Any]
"""The title and the clues of a puzzle."""
Tell = Callable[[int], None]
"""Called with the number of known cells while something takes long."""


class NoImages(XlnonoError):
    code = "image-on-page"
    template = Text(
        "this is an image. This page cannot read clues from images: type the clues instead.",
        "画像ファイルです。このページでは画像のヒントを読み取れないので、ヒントを入力してください。",
    )


class NoPuzzleForPage(XlnonoError):
    code = "no-puzzle-for-page"
    template = Text(
        "no puzzle was found. In the sheet, put the row clues left of an empty grid, the column "
        "clues above it, and borders around its cells. You can also type or paste the clues into "
        "the two lists of this page.",
        "問題が見つかりません。シートでは、空の盤面の左に行のヒント、上に列のヒントを置き、盤面に"
        "罫線を引いてください。このページの2つの欄にヒントを入力するか貼り付けることもできます。",
    )


class UnknownFileForPage(XlnonoError):
    code = "unknown-file-for-page"
    template = Text(
        "not an Excel workbook (.xlsx or .xlsm), and not a puzzle file of a known format: type or "
        "paste the clues into the two lists of this page.",
        "Excel ブック(.xlsx、.xlsm)でも、読み込める形式の問題ファイルでもありません。"
        "このページの2つの欄にヒントを入力するか貼り付けてください。",
    )


class TooLargeForPage(XlnonoError):
    code = "too-large-for-page"
    template = Text(
        "{what}; the web page reads at most {most:,}. Remove what the puzzle does not need, or "
        "use the commands of xlnono, whose limits can be raised.",
        "{what}。Web ページで読めるのは {most:,} までです。問題に要らないものを取り除くか、"
        "上限を変えられる xlnono のコマンドを使ってください。",
    )


class WorkbookTooLargeForPage(XlnonoError):
    code = "workbook-too-large-for-page"
    template = Text(
        "a workbook has at most {largest} rows and {largest} columns: copy the solution for a "
        "sheet, or download a puzzle file.",
        "ブックにできるのは縦横とも {largest} マスまでです。解を表計算ソフト用にコピーするか、"
        "問題ファイルとして保存してください。",
    )


_SECONDS = 600.0
"""The time limit of an explanation; the page can stop it at any time."""


def read_clues(rows: str, columns: str, language: Language) -> dict[str, Any]:
    """The clues in two texts with a line for each clue, and what is wrong with them.

    A line is read like a cell of a sheet. Lines that cannot be read are `unread`, and have an empty
    clue.
    """
    from xlnono.formats.text import lines_of
    from xlnono.puzzle_sheet.settle import settle

    errors: list[dict[str, Any]] = []
    lines = [lines_of(text.rstrip()) for text in (rows, columns)]
    settled = settle(*([[_readings(line)] for line in each] for each in lines))
    found = [
        _clues_in(zip(each, readings, strict=True), axis, language, errors)
        for axis, each, readings in zip(Axis, lines, settled, strict=True)
    ]
    unread = [{"axis": error["axis"], "index": error["index"]} for error in errors]
    if not errors:
        try:
            Puzzle(*found)
        except InvalidPuzzle as error:
            errors += (_described(defect, language) for defect in error.defects)
    return {"rows": found[0], "columns": found[1], "errors": errors, "unread": unread}


def _readings(line: TextLine) -> Sequence[Reading]:
    """The ways to read a line, none if it is not like a cell of a sheet."""
    from xlnono.puzzle_sheet.clues import readings_in

    try:
        return readings_in(line.text)
    except XlnonoError:
        return ()


def _clues_in(
    lines: Iterable[tuple[TextLine, Settled]],
    axis: Axis,
    language: Language,
    errors: list[dict[str, Any]],
) -> list[list[int]]:
    from xlnono.formats.text import clue_in

    clues: list[list[int]] = []
    for index, (line, [reading]) in enumerate(lines):
        try:
            # A number that no sheet has room for, or an error.
            blocks = reading.blocks if reading else clue_in(line)
            clues.append([block for block in blocks if block])
        except XlnonoError as error:
            clues.append([])
            named = Line(axis, index).named(language)
            said = error.message(language)
            errors.append({"axis": axis.value, "index": index, "said": f"{named}: {said}"})
    return clues


def _described(defect: XlnonoError, language: Language) -> dict[str, Any]:
    line = defect.line if isinstance(defect, Defect) else None
    place = {} if line is None else {"axis": line.axis.value, "index": line.index}
    return {**place, "said": defect.message(language)}


def read_file(path: Path) -> dict[str, Any]:
    """The puzzles of a file: their titles and clues; and what is wrong with it, in each language.

    The page shows what is wrong with mistyped clues, and searches for the mistake.
    """
    from xlnono.jobs.puzzle_files import is_workbook

    found: list[_Entry] = []
    errors: list[XlnonoError] = []
    try:
        if is_workbook(path):
            found, errors = _in_workbook(path)
        else:
            found = _in_puzzle_file(path)
    except XlnonoError as error:
        errors = [error]
    complaints = [each for error in errors for each in for_page(error)]
    for each in complaints:
        # Its folder is one of this page.
        each.place = each.place._replace(file=path.name)
    said = {
        language: "\n".join(each.text(language) for each in complaints) for language in LANGUAGES
    }
    return {"name": path.stem, "puzzles": found, "error": said}


def for_page(error: XlnonoError) -> list[XlnonoError]:
    """The single errors of one, with advice that can be followed on a web page."""
    return [_for_page(each) for each in error.single()]


def messages(error: XlnonoError) -> dict[Language, str]:
    """What is wrong, in sentences for a web page, in each language."""
    errors = for_page(error)
    return {
        language: "\n".join(_sentence(each.message(language)) for each in errors)
        for language in LANGUAGES
    }


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _for_page(error: XlnonoError) -> XlnonoError:
    from xlnono.formats.registry import NotAPuzzleFile
    from xlnono.puzzle_sheet.spots import NoPuzzle
    from xlnono.templates.template import SizeOutOfRange

    if isinstance(error, TooLarge):
        return TooLargeForPage(error.place, what=error.facts["what"], most=error.facts["most"])
    if isinstance(error, NoPuzzle):
        return NoPuzzleForPage(error.place)
    if isinstance(error, NotAPuzzleFile):
        return UnknownFileForPage(error.place)
    if isinstance(error, SizeOutOfRange):
        return WorkbookTooLargeForPage(error.place, largest=error.facts["largest"])
    return error


def _in_puzzle_file(path: Path) -> list[_Entry]:
    from xlnono.formats.puzzle_file import MistypedFile
    from xlnono.jobs.puzzle_files import puzzle_files
    from xlnono.page.images import is_image

    if is_image(path):
        raise NoImages()
    try:
        found = puzzle_files(path)
    except MistypedFile as error:
        return [_entry(error.about.title, error.rows, error.columns)]
    return [_entry(each.about.title, each.puzzle.rows, each.puzzle.columns) for each in found]


def _in_workbook(path: Path) -> tuple[list[_Entry], list[XlnonoError]]:
    """The puzzles of a workbook, with the names of their sheets if there are several."""
    from xlnono.page.workbook_clues import workbook_clues

    found, errors = workbook_clues(path)
    alone = len(found) == 1
    return [
        _entry(None if alone else each.title, each.rows, each.columns) for each in found
    ], errors


def _entry(title: str | None, rows: Clues, columns: Clues) -> _Entry:
    return {
        "title": title or "",
        "rows": list(map(list, rows)),
        "columns": list(map(list, columns)),
    }


def read_pasted(text: str, folder: Path, *, alone: bool) -> _Entry | None:
    """The puzzle in pasted text, if it is a whole one beyond doubt.

    That is cells of a sheet with a puzzle, or the content of a puzzle file with a clear mark. Two
    lists with a blank line between them count only if they are `alone` on the page and all their
    clues fit: otherwise the blank line may be a line without black cells.
    """
    from xlnono.formats.registry import formats_of

    if "\t" in text:
        return _of_cells(text, folder)
    content = text.encode()
    forms = formats_of(content)
    two_lists = alone and "\n\n" in text.replace("\r", "").strip()
    if not forms or not (forms[0].clear or two_lists):
        return None
    path = folder / "pasted.txt"
    path.write_bytes(content)
    found = _only(read_file(path))
    return found if found and (forms[0].clear or _all_fit(found)) else None


def _all_fit(found: _Entry) -> bool:
    rows, columns = found["rows"], found["columns"]
    return all(
        Clue(clue).least_length <= length
        for clues, length in ((rows, len(columns)), (columns, len(rows)))
        for clue in clues
    )


def _of_cells(text: str, folder: Path) -> _Entry | None:
    from xlnono.page.pasted_cells import workbook_of

    path = folder / "pasted.xlsx"
    path.write_bytes(workbook_of(text))
    return _only(read_file(path))


def _only(found: dict[str, Any]) -> _Entry | None:
    puzzles = found["puzzles"]
    return puzzles[0] if len(puzzles) == 1 and not any(found["error"].values()) else None


def locate(
    rows: Clues, columns: Clues, unread: Sequence[_Entry], language: Language, tell: Tell
) -> dict[str, Any]:
    """What a search for typing mistakes says, and the corrections to choose from.

    While lines cannot be read, only these are corrected.
    """
    from xlnono import wording
    from xlnono.engine.mistakes import locate_mistakes
    from xlnono.page.unread import unread_report

    if unread:
        lines = [Line(Axis(place["axis"]), place["index"]) for place in unread]
        said, choices = unread_report(rows, columns, lines, language, tell)
        corrections = [_entries(changes) for changes in choices]
    else:
        report = locate_mistakes(rows, columns, progress=tell)
        said = wording.report_in_words(report, wording.GridNames(), language)
        corrections = [_entries_of(each) for each in report.choices]
    return {"said": said, "corrections": corrections}


def _entries_of(correction: Correction) -> list[_Entry]:
    """The clues that a correction changes, or the one that it inserts."""
    if (line := correction.left_out) is not None:
        return _entries([(line, correction.puzzle.clue(line))], inserted=True)
    return _entries([(change.line, change.correct) for change in correction.changes])


def _entries(changes: Changes, *, inserted: bool = False) -> list[_Entry]:
    return [
        {"axis": line.axis.value, "index": line.index, "clue": list(clue), "inserted": inserted}
        for line, clue in changes
    ]


def explain(
    title: str, name: str, rows: Clues, columns: Clues, folder: Path, language: Language, tell: Tell
) -> bytes:
    """The page that `xlnono replay` writes for this puzzle. Raises XlnonoError."""
    from xlnono.jobs.replay import replay_workbook

    job = partial(replay_workbook, language=language)
    return _written(job, _puzzle_file(title, name, rows, columns, folder), "steps.html", tell)


def workbook(
    title: str, name: str, rows: Clues, columns: Clues, folder: Path, language: Language, tell: Tell
) -> bytes:
    """The workbook that `xlnono solve` writes for this puzzle. Raises XlnonoError."""
    from xlnono.jobs.workbook import solve_workbook
    from xlnono.templates.from_puzzle_file import template_of

    job = partial(
        solve_workbook, language=language, template=partial(template_of, language=language)
    )
    return _written(job, _puzzle_file(title, name, rows, columns, folder), "solved.xlsx", tell)


def _written(job: Callable[..., JobResult], source: Path, name: str, tell: Tell) -> bytes:
    """The content of the file of this name that a job writes beside its source."""
    from xlnono.jobs.sources import Job

    target = source.with_name(name)
    target.unlink(missing_ok=True)
    result = job(Job(source, target), seconds=_SECONDS, progress=lambda _read, known: tell(known))
    for error in result.errors:
        raise error
    return target.read_bytes()


def puzzle_text(title: str, rows: Clues, columns: Clues) -> bytes:
    """A .non file with the clues."""
    from xlnono.formats import non
    from xlnono.formats.puzzle_file import About, PuzzleFile

    return non.write(PuzzleFile(Puzzle(rows, columns), About(title=title or None)))


def _puzzle_file(title: str, name: str, rows: Clues, columns: Clues, folder: Path) -> Path:
    path = folder / f"{name}.non"
    path.write_bytes(puzzle_text(title, rows, columns))
    return path
