"""Every command that Python sends to a host program, in one table.

A message is text with one command per line: its name, the addresses of its areas (separated by
spaces), and its arguments, all separated by tabs. Colours are Excel's numbers, red in
the lowest byte. "" means "leave unchanged", unless the table says otherwise.

The macros (templates/vba/XlnonoMacros.bas), the extension for Calc (xlnono_calc/carry_out.py) and
the host without macros (live/excel/plain_host.py) carry these out; tests hold them to this
table.
"""

from __future__ import annotations

from collections.abc import Mapping

from xlnono.records import NamedTuple


class Command(NamedTuple):
    """The arguments of a command and what it does."""

    arguments: tuple[str, ...]
    effect: str


COMMANDS: Mapping[str, Command] = {
    "value": Command(("number",), 'Put a number into each cell; "" empties it.'),
    "mark": Command(("text",), "Put a text into each cell."),
    "look": Command(
        ("fill", "font", "number format", "centred"),
        'Paint cells. The fill "none" takes their fill away; "centred" centres both ways.',
    ),
    "fill": Command(("colour",), "Fill cells."),
    "font": Command(("colour",), "Colour the text of cells."),
    "bold": Command((), "Make the text of cells bold."),
    "underline": Command((), "Underline the text of cells."),
    "format": Command(("number format",), "Set the number format of cells."),
    "centre": Command((), "Centre the text of cells both ways."),
    "left": Command((), "Put texts and numbers at the top left of cells, a little indented."),
    "wrap": Command((), "Wrap the text of cells, at their tops."),
    "edge": Command(
        ("side", "weight", "colour"),
        "Draw one edge of each area; side and weight are Excel's XlBordersIndex and "
        "XlBorderWeight.",
    ),
    "width": Command(("characters",), "Set the width of the columns."),
    "height": Command(("points",), "Set the height of the rows."),
    "hide": Command((), "Hide the columns."),
    "group": Command(
        (), "Collapse the rows of each area under the row above, one outline level deeper."
    ),
    "merge": Command((), "Merge each area into one cell."),
    "filter": Command((), "Give the table in the area filter buttons."),
    "number": Command(
        ("greatest", "title", "message"),
        "Expect whole numbers from 0 to the greatest in a cell, and show the message there; other "
        "entries are accepted.",
    ),
    "when": Command(
        ("formula", "fill", "font", "edge"),
        "Add a conditional format, its formula as seen from the first cell.",
    ),
    "forget": Command(("word",), "Remove the conditional formats whose formulas hold the word."),
    "note": Command(
        ("text",),
        'Give a cell without a note or a comment a note; "" takes its note away. Vertical tabs '
        "are line breaks.",
    ),
    "view": Command(("rows",), "Freeze so many rows, and hide the grid lines."),
    "print": Command(
        ("landscape", "one page", "repeated rows", "printed areas"),
        'Set up the page; "yes" or "" for the first two.',
    ),
    "chart": Command(
        (
            *("kind", "title", "labels", "values", "labels' name", "values' name"),
            *("width", "height", "colour"),
        ),
        "Add a chart at the cell: kind is bar or line, labels and values are addresses, width "
        "and height are in points.",
    ),
    "scroll": Command(
        ("linked cell", "greatest", "name"),
        "Lay a horizontal scroll bar over the area, for the number from 0 to the greatest in the "
        "linked cell; only Excel can do that.",
    ),
    "add": Command(("title",), "Add an empty sheet behind this one."),
    "blank": Command(
        (), "Empty the whole sheet, with its formats, charts, scroll bars and filters."
    ),
    "conceal": Command((), "Hide the sheet so that only a program can show it again."),
    "copy": Command(("title",), "Copy the areas, with formats, to the same places of a sheet."),
    "show": Command((), "Activate the sheet."),
    "select": Command(("addresses",), "Activate the sheet and select cells on it."),
}
