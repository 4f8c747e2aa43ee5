"""The charts beside the log: steps by technique, and the number of known cells after each step."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.language import Language, Text, all_of
from xlnono.model.steps import Log
from xlnono.puzzle_sheet.memory import ORIGINALS_COLUMNS
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Chart, OnPage
from xlnono.spreadsheet.text_size import LINE_HEIGHT
from xlnono.spreadsheet.theme import (
    LOG_CHART_AROUND_BARS,
    LOG_CHART_BAR,
    LOG_CHART_LEAST_HEIGHT,
    LOG_CHART_WIDTH,
)
from xlnono.wording import technique_name

_WORDS: dict[str, Text] = {
    "techniques": Text("Deductions by technique", "手筋ごとの推理の数"),
    "technique": Text("Technique", "手筋"),
    "steps": Text("Deductions", "推理の数"),
    "course": Text("Cells known after each step", "各手順のあとの確定マス数"),
    "step": Text("Step", "手順"),
    "known": Text("Cells known", "確定マス数"),
}

COUNT_COLUMNS = range(ORIGINALS_COLUMNS.stop, ORIGINALS_COLUMNS.stop + 2)
"""The hidden columns with the techniques and their numbers of steps."""
_CHART_COLUMNS = range(COUNT_COLUMNS.stop, COUNT_COLUMNS.stop + 2)


class LogCharts(NamedTuple):
    """The charts, the cells that they cover, and the hidden columns, from row 1."""

    charts: list[Chart]
    area: Area | None
    counts: list[list[OnPage]]


NO_CHARTS = LogCharts([], None, [])


def _rows_covered(height: float, heights: Sequence[float]) -> int:
    """The number of rows that a chart covers; `heights` are those of the first rows."""
    covered, rows = 0.0, 0
    while covered < height:
        covered += heights[rows] if rows < len(heights) else LINE_HEIGHT
        rows += 1
    return rows


def log_charts(
    log: Log, steps: Area, known: Area, heights: Sequence[float], language: Language
) -> LogCharts:
    """The charts beside a table of steps, if there is something to compare.

    `steps` and `known` are the columns of the table with the numbers of the steps and of the
    cells known then, `heights` those of its rows, 0 for a hidden one.
    """
    words, used = all_of(_WORDS, language), log.by_technique()
    place = Area(steps.row, _CHART_COLUMNS[0])
    size = (
        LOG_CHART_WIDTH,
        max(LOG_CHART_LEAST_HEIGHT, LOG_CHART_AROUND_BARS + LOG_CHART_BAR * len(used)),
    )
    charts: list[Chart] = []
    counts: list[list[OnPage]] = []
    if len(used) > 1:
        counts.append([words["technique"], words["steps"]])
        for technique, count in used.items():
            counts.append([technique_name(technique, language), count])
        names, numbers = (Area(2, column, len(used)) for column in COUNT_COLUMNS)
        bars = Chart(
            "bars", words["techniques"], names, None, numbers, words["steps"], place, *size
        )
        charts.append(bars)
        place = place._replace(column=place.column + 1)
    if steps.height > 1:
        charts.append(
            Chart(
                "line", words["course"], steps, words["step"], known, words["known"], place, *size
            )
        )
    area = None
    if charts:
        area = charts[0].corner._replace(height=_rows_covered(size[1], heights), width=len(charts))
    return LogCharts(charts, area, counts)
