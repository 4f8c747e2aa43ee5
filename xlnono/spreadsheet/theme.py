"""Every colour, size and border in the output of xlnono: workbooks, reports, pictures and pages.

Colours are "RRGGBB".
"""

from __future__ import annotations

# Text and lines
TEXT = "000000"
PAPER = "FFFFFF"
INK = "262626"
FAINT = "7F7F7F"
"""Line numbers, notes and totals beside a board."""
NOTE_FILL = "FFFFE1"
"""The box of a note, as programs fill it."""
SOFT = "A6A6A6"
"""Thin borders, and satisfied clues."""
LINK = "0563C1"
"""A cell that links to another."""
HEADER_FILL = "D9E1F2"
"""The headings of a table."""
RULE = "D9D9D9"
"""Lines between the rows of a table, and the grid of a chart."""

# Boards
CLUE_FILL = "EEF1F6"
BLACK_FILL, BLACK_FONT = INK, PAPER
WHITE_FONT = "808080"
"""The dot in a white cell."""
UNKNOWN_FILL = "FFF2CC"
DIFFERENT_FILL, DIFFERENT_BLACK_FILL = "F4B183", "9A3412"
"""Cells in which two solutions differ; the dark one is black in the solution shown."""
CONTRADICTION_FILL = "FF5050"
"""Wrong marks."""
SUSPECT_FILL = "0A78D6"
"""Clues that were probably mistyped: black and white text are equally legible on it, and people who
are colour-blind tell it from the other colours."""
GREEN_FILL = "C6EFCE"
"""The clues of lines that allow a deduction."""
ASSUMED_FILLS = (
    ("1E3A8A", "2563EB", "93C5FD", "DBEAFE"),
    ("581C87", "9333EA", "D8B4FE", "F3E8FF"),
    ("134E4A", "0D9488", "5EEAD4", "CCFBF1"),
    ("7C2D12", "C2410C", "FDBA74", "FFEDD5"),
    ("831843", "BE185D", "F9A8D4", "FCE7F3"),
)
"""By the depth of an assumption: a cell assumed black, black cells that follow, and the same for
white."""

# Live help in templates
IMPOSSIBLE_FONT, IMPOSSIBLE_FILL = "9C0006", "FFC7CE"
AGREEING_FONT = "006100"

# The step that a replay shows
ACCENT, NEW_BLACK_FILL, NEW_WHITE_FILL = "EA580C", "9A3412", "FFEDD5"
EVIDENCE, EVIDENCE_BLACK_FILL, EVIDENCE_WHITE_FILL = "0D9488", "115E59", "99F6E4"
"""The cells that the step relies on."""
RANGE, RANGE_FILL = "EAB308", "FEF9C3"
"""The cells in which the blocks that the step is about can lie."""
IMPOSSIBLE, IMPOSSIBLE_BLACK_FILL, IMPOSSIBLE_WHITE_FILL = "DC2626", "991B1B", "FCA5A5"
"""The cells that leave no arrangement of a line."""
IMPOSSIBLE_LINE_FILL = "FEE2E2"

# The report of a batch
BAR, CHART_TEXT = "44546A", "404040"
SUMMARY_WIDTHS = (40, 18, 3)
"""The widths of columns, in characters."""
REPORT_CHART = 430, 270
"""Width and height in pixels."""

# Pictures and pages
PICTURE_INK, DOT = "1F2937", "94A3B8"
PICTURE_THIN, PICTURE_THICK = "CBD5E1", "475569"
BAND_FILL = "FFEDD5"
"""The line that a step is about."""
PAGE_FILL, PAGE_EDGE = "F1F5F9", "64748B"
"""The page around the board, and the edges of its buttons."""

# Sizes on sheets
A4 = 9
"""The paper, by the number of its size in workbooks."""
CELL_PIXELS = 24
TOP = 6
"""The number of rows of the sheet above the puzzle."""
GAP_PIXELS = 8
PROGRESS_PIXELS = 28
"""A line of text with a gap below it."""
HEAD_PIXELS = 560
"""The least width of the texts above a puzzle."""
STATUS_PIXELS = 52
"""Three lines of text."""
NOTE_WIDTH = 230
"""The width of the box of a note, in points."""
BUTTON_PIXELS = 84, 34
"""The width and height of a button, with the space beside it."""
BUTTON_ROWS = 5
LOG_WIDTHS = (7, 30, 24, 26, 62, 24, 20, 12)
"""The widths of the columns of a log, in characters."""
LOG_WIDEST_COLUMN = 110.0
"""How wide a column may become for long texts."""
LOG_MARGIN_WIDTH = 3
"""The width of the column between table and charts."""
LOG_CHART_WIDTH, LOG_CHART_LEAST_HEIGHT = 330.0, 225.0
"""In points."""
LOG_CHART_BAR, LOG_CHART_AROUND_BARS = 22.0, 70.0
"""The height of each bar with two lines of its name, and of the title and the axis together, in
points."""
LOG_CHART_COLUMN_WIDTH = 65.0
"""In characters; slightly more than the width of a chart."""

# Borders
THIN, MEDIUM = 1, 2


def heavy(index: int, count: int) -> tuple[int, int]:
    """The borders before and after one of `count` rows or columns of the grid."""
    last = index % 5 == 4 or index == count - 1
    return MEDIUM if index % 5 == 0 else THIN, MEDIUM if last else THIN


def light(index: int, count: int) -> tuple[int, int]:
    """The borders before and after one of `count` cells for the numbers of a clue."""
    return MEDIUM if index == 0 else THIN, MEDIUM if index == count - 1 else THIN


def edge_colour(weight: int) -> str:
    """The colour of a border."""
    return INK if weight == MEDIUM else SOFT
