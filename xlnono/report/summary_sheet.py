"""The first sheet of the report: the counts, and charts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from xlnono.language import Language, all_of
from xlnono.model.solution import Grade, Outcome
from xlnono.records import NamedTuple
from xlnono.report.messages import WORDS
from xlnono.report.tally import SECONDS, SIDES, Tally
from xlnono.spreadsheet.theme import A4, BAR, CHART_TEXT, HEADER_FILL, REPORT_CHART, SUMMARY_WIDTHS
from xlnono.wording import grade_name, outcome_name

_CHART_COLUMN = 3
_CHART_WIDTH, _CHART_HEIGHT = REPORT_CHART
_CHART_GAP = 10


class _Counts(NamedTuple):
    """A small table; `axis` is the title of its labels, or None if it has no chart."""

    heading: str
    axis: str | None
    counts: list[tuple[str, int]]


class Summary:
    """The summary sheet; it is created before the others and written after them."""

    def __init__(self, book: Workbook, language: Language) -> None:
        self._book, self._language, self._words = book, language, all_of(WORDS, language)
        self._title = self._words["summary sheet"]
        self._sheet: Worksheet = book.add_worksheet(self._title)
        self._large = book.add_format({"bold": True, "font_size": 16})
        self._bold = book.add_format({"bold": True, "bg_color": f"#{HEADER_FILL}", "bottom": 1})
        self._right = book.add_format(
            {"bold": True, "bg_color": f"#{HEADER_FILL}", "bottom": 1, "align": "right"}
        )
        self._count = book.add_format({"num_format": "#,##0"})
        self._seconds = book.add_format({"num_format": "#,##0.0"})
        self._date = book.add_format({"num_format": "yyyy-mm-dd hh:mm", "align": "right"})
        self._row = 0

    def write(self, tally: Tally, made: datetime, notes: Sequence[str]) -> None:
        """Write it all; `notes` stand below the title."""
        words, sheet = self._words, self._sheet
        for column, width in enumerate(SUMMARY_WIDTHS):
            sheet.set_column(column, column, width)
        sheet.hide_gridlines(2)
        sheet.set_paper(A4)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 1)
        sheet.set_footer(f"&L&A&R{words['page']}")
        sheet.set_row(0, 24)
        sheet.write_string(0, 0, words["title"], self._large)
        self._row = 1
        for note in notes:
            sheet.write_string(self._row, 0, note)
            self._row += 1
        self._row += 1
        top = self._row
        self._facts(tally, made)
        charts = 0
        for table in self._tables(tally):
            first = self._table(table)
            if table.axis is not None:
                self._chart(table, first, top, charts)
                charts += 1

    def _facts(self, tally: Tally, made: datetime) -> None:
        words = self._words
        self._sheet.write_string(self._row, 0, words["Made"])
        self._sheet.write_datetime(self._row, 1, made, self._date)
        self._row += 1
        for heading, number in (
            ("Workbooks", tally.workbooks),
            ("Written", tally.written),
            ("Faulty", tally.faulty),
            ("Puzzles", tally.puzzles),
            ("Errors", tally.codes.total()),
        ):
            self._fact(words[heading], number)
        times = [("All time", tally.seconds)]
        if tally.puzzles:
            times += [("Solving time", tally.solving), ("Longest time", tally.longest)]
        for heading, seconds in times:
            self._sheet.write_string(self._row, 0, words[heading])
            self._sheet.write_number(self._row, 1, seconds, self._seconds)
            self._row += 1

    def _fact(self, label: str, number: int) -> None:
        self._sheet.write_string(self._row, 0, label)
        self._sheet.write_number(self._row, 1, number, self._count)
        self._row += 1

    def _tables(self, tally: Tally) -> list[_Counts]:
        """The tables that are not empty."""
        words, language = self._words, self._language
        tables = []
        if tally.puzzles:
            outcomes = [
                (outcome_name(outcome, language), tally.outcomes[outcome]) for outcome in Outcome
            ]
            grades = [(grade_name(grade, language), tally.grades[grade]) for grade in Grade]
            if tally.grades[None]:
                grades.append((words["ungraded"], tally.grades[None]))
            times = _between_ends(_time_classes(words), tally.times)
            sides = _between_ends(_side_classes(words), tally.sizes)
            tables = [
                _Counts(words["outcomes"], words["Outcome"], outcomes),
                _Counts(words["grades"], words["Grade"], grades),
                _Counts(words["times"], words["Seconds"], times),
                _Counts(words["sizes"], words["Longer side"], sides),
            ]
        if tally.codes:
            tables.append(_Counts(words["codes"], None, tally.codes.most_common()))
        return tables

    def _table(self, table: _Counts) -> int:
        """Write a table below the previous one, and return its first row below the heading."""
        self._row += 1
        self._sheet.write_string(self._row, 0, table.heading, self._bold)
        counted = self._words["Errors" if table.axis is None else "Puzzles"]
        self._sheet.write_string(self._row, 1, counted, self._right)
        self._row += 1
        first = self._row
        for label, number in table.counts:
            self._fact(label, number)
        return first

    def _chart(self, table: _Counts, first: int, top: int, place: int) -> None:
        """A chart of a table beside the tables, two in a row."""
        last = first + len(table.counts) - 1
        chart = self._book.add_chart({"type": "column"})
        labels, numbers = zip(*table.counts, strict=True)
        chart.add_series(
            {
                "name": self._words["Puzzles"],
                "categories": [self._title, first, 0, last, 0],
                "values": [self._title, first, 1, last, 1],
                # XlsxWriter no longer has what it wrote, and some viewers only show this.
                "categories_data": list(labels),
                "values_data": list(numbers),
                "fill": {"color": f"#{BAR}"},
                "gap": 60,
                "data_labels": {
                    "value": True,
                    "font": {"color": f"#{CHART_TEXT}"},
                    "num_format": "#,##0",
                },
            }
        )
        chart.set_title(
            {
                "name": table.heading,
                "name_font": {"size": 12, "color": f"#{CHART_TEXT}"},
                "overlay": False,
            }
        )
        font = {"color": f"#{CHART_TEXT}", "size": 9}
        axis = {"num_font": font, "name_font": {**font, "bold": False}}
        chart.set_x_axis({**axis, "name": table.axis, "line": {"color": f"#{BAR}"}})
        chart.set_y_axis(
            {
                **axis,
                "name": self._words["Puzzles"],
                "num_format": "#,##0",
                "min": 0,
                # No fractions of puzzles.
                "major_unit": 1 if max(numbers) < 10 else None,
                "major_gridlines": {"visible": False},
                "line": {"none": True},
            }
        )
        chart.set_legend({"none": True})
        chart.set_size({"width": _CHART_WIDTH, "height": _CHART_HEIGHT})
        down, across = divmod(place, 2)
        self._sheet.insert_chart(
            top,
            _CHART_COLUMN,
            chart,
            {
                "x_offset": across * (_CHART_WIDTH + _CHART_GAP),
                "y_offset": down * (_CHART_HEIGHT + _CHART_GAP),
                "object_position": 3,
                "description": table.heading,
            },
        )


def _time_classes(words: Mapping[str, str]) -> list[str]:
    between = [
        words["between"].format(first=f"{first:g}", last=f"{last:g}")
        for first, last in pairwise(SECONDS)
    ]
    below, above = f"{SECONDS[0]:g}", f"{SECONDS[-1]:g}"
    return [words["under"].format(below=below), *between, words["from"].format(first=above)]


def _side_classes(words: Mapping[str, str]) -> list[str]:
    between = [
        words["between"].format(first=before + 1, last=last)
        for before, last in pairwise((0, *SIDES))
    ]
    return [*between, words["from"].format(first=SIDES[-1] + 1)]


def _between_ends(labels: Sequence[str], counts: Mapping[int, int]) -> list[tuple[str, int]]:
    """The classes from the first to the last that is not empty."""
    return [(labels[k], counts.get(k, 0)) for k in range(min(counts), max(counts) + 1)]
