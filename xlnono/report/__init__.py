"""The report of a batch: a workbook (.xlsx), a table (.csv) or a line for each workbook (.jsonl).

Results are read one after the other and never held in memory all at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from xlnono.errors import XlnonoError
from xlnono.files.writing import check_not_open, claimed, make_folder, writing_whole
from xlnono.jobs.results import Result
from xlnono.language import Language, Text

ENDINGS = (".xlsx", ".csv", ".jsonl")

Results = Callable[[], Iterator[Result]]
"""Yields all results from the first one on, each time it is called."""


class NoSuchReport(XlnonoError):
    code = "no-such-report"
    template = Text(
        "unknown kind of report: choose a name ending in .xlsx (workbook), .csv (table) or .jsonl "
        "(one line of JSON per workbook). Nothing was written.",
        "レポートはブック(.xlsx)、表(.csv)、または1ブック1行の JSON(.jsonl)です。"
        "名前の末尾をこのどれかにしてください。何も書き込んでいません。",
    )


class ReportOverWorkbook(XlnonoError):
    code = "report-over-workbook"
    template = Text(
        "the report would overwrite a workbook of the same run: choose another name. Nothing was "
        "written.",
        "レポートが、同時に指定したブックを上書きすることになります。別の名前にしてください。"
        "何も書き込んでいません。",
    )


def check_report(path: Path, workbooks: Iterable[Path] = ()) -> None:
    """Check, before any work, whether a report can be written here; creates its folder.

    `workbooks` are the files that the batch reads and writes. Raises NoSuchReport,
    ReportOverWorkbook, FileOpenElsewhere, FileNotWritable, FileBusy or LinkElsewhere.
    """
    try:
        _ending(path)
        real = os.path.realpath(path)
        if any(os.path.realpath(workbook) == real for workbook in workbooks):
            raise ReportOverWorkbook()
        make_folder(path.parent)
        check_not_open(path)
        with claimed(path):
            pass
    except XlnonoError as error:
        raise error.at(file=str(path)) from None


def write_report(path: Path, results: Results, language: Language) -> None:
    """Write the report, of the kind given by the ending of its name, whole or not at all.

    Raises what `check_report` raises, or FileChanged.
    """
    try:
        ending = _ending(path)
        make_folder(path.parent)
        with writing_whole(path) as stream:
            if ending == ".xlsx":
                from xlnono.report.xlsx_report import write_book

                write_book(stream, results, path.parent, language)
            elif ending == ".csv":
                from xlnono.report.text_report import write_table

                write_table(stream, results(), language)
            else:
                from xlnono.report.text_report import write_lines

                write_lines(stream, results())
    except XlnonoError as error:
        raise error.at(file=str(path)) from None


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise NoSuchReport()
    return ending
