"""Commands for a live workbook, as text that its macros understand.

A command is one line: its name, its areas and its arguments. A page is a list of commands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain

from xlnono.live.command_table import COMMANDS
from xlnono.spreadsheet.area import Area, rectangles, rectangles_of_rows
from xlnono.spreadsheet.sheet import (
    GREATEST_OF_SCROLL_BARS,
    Chart,
    Condition,
    Formula,
    Page,
    PageCell,
    PageValue,
    Style,
)
from xlnono.spreadsheet.theme import INK, LINK, MEDIUM, edge_colour

_LONGEST = 30_000
"""The most characters in one message; texts in Excel are limited to 32767."""
_SIDES = (8, 9, 7, 10)
"""Excel's numbers for the top, bottom, left and right edge of an area."""
_THIN_WEIGHT, _MEDIUM_WEIGHT = 2, -4138


def command(what: str, areas: Iterable[Area], *values: object) -> str:
    """One command of the table. Raises TypeError for other arguments than it has there."""
    if len(values) != len(COMMANDS[what].arguments):
        raise TypeError(f"{what} takes {COMMANDS[what].arguments}, not {values}")
    return "\t".join([what, " ".join(area.address for area in areas), *map(str, values)])


def packed(commands: Iterable[str]) -> Iterator[str]:
    """Commands in messages of a length that can be sent at once."""
    message: list[str] = []
    length = 0
    for line in chain.from_iterable(map(_parts, commands)):
        if message and length + len(line) >= _LONGEST:
            yield "\n".join(message)
            message, length = [], 0
        message.append(line)
        length += len(line) + 1
    if message:
        yield "\n".join(message)


def _parts(line: str) -> Iterator[str]:
    """A command with too many areas, as several."""
    what, addresses, *values = line.split("\t")
    while len(addresses) > _LONGEST // 2:
        end = addresses.rindex(" ", 0, _LONGEST // 2)
        yield "\t".join([what, addresses[:end], *values])
        addresses = addresses[end + 1 :]
    yield "\t".join([what, addresses, *values])


_LINE_BREAK = "\v"
"""Stands for a line break within a text."""


def in_one_line(text: str) -> str:
    """A text of several lines as an argument of a command, or a part of an answer."""
    return _LINE_BREAK.join(text.replace("\t", " ").splitlines())


def from_one_line(text: str) -> str:
    """The text of several lines that is in one."""
    return text.replace(_LINE_BREAK, "\n")


def colour_number(colour: str | None) -> int | str:
    """A colour "RRGGBB" as Excel's number for it, empty for None."""
    if colour is None:
        return ""
    return int(colour[4:] + colour[2:4] + colour[:2], 16)


def colour_from(number: str) -> str:
    """A colour "RRGGBB" from Excel's number in hexadecimal."""
    text = number.zfill(6)
    return text[4:] + text[2:4] + text[:2]


def restyling(style: Style) -> tuple[object, ...]:
    """The arguments of the command for a look."""
    fill = "none" if style.fill is None else colour_number(style.fill)
    font, centred = colour_number(style.font), "centred" if style.centred else ""
    return fill, font, style.number_format or "", centred


def page_values(page: Page) -> list[list[object]]:
    """The values of the cells of a page, with rows of equal length."""
    width = max(map(len, page.rows))
    return [
        [*[None if held is None else _held(held) for held in row], *[None] * (width - len(row))]
        for row in page.rows
    ]


def _held(held: PageCell | PageValue) -> object:
    if type(held) is int:
        return held
    value = held.value if isinstance(held, PageCell) else held
    if value is None or value == "":
        return None
    if isinstance(value, Formula):
        return value.text
    if isinstance(held, PageCell) and held.link is not None:
        target, shown = (text.replace('"', '""') for text in (f"#{held.link}", str(value)))
        return f'=HYPERLINK("{target}","{shown}")'
    # Excel would turn 3-1 into a date, and 3 into a number.
    return f"'{value}" if isinstance(value, str) else value


def page_commands(page: Page) -> Iterator[str]:
    """The commands for everything on a page except the values of its cells."""
    # Rows with a set height are not fitted to their texts, which is slow.
    yield from _sizes(page)
    looks = _looks_on(page)
    yield from _looks(looks)
    yield from _edges(looks)
    for area in page.merged:
        yield command("merge", [area])
    for condition in page.conditions:
        yield _condition(condition)
    for number in page.inputs:
        yield command("number", [number.cell], number.greatest, number.title, number.message)
    repeated = ""
    if page.table is not None:
        yield command("filter", [page.table])
        repeated = f"${page.header_row}:${page.header_row}"
    yield command("view", [Area(1, 1)], page.header_row)
    landscape, one_page = (
        ("" if not wanted else "yes") for wanted in (page.landscape, page.one_page)
    )
    printed = [area.address for area in (page.printed, *page.printed_behind)]
    yield command("print", [page.printed], landscape, one_page, repeated, ",".join(printed))
    # Charts lie where they shall while the rows are collapsed.
    yield from _groups(page)
    for chart in page.charts:
        yield _chart(chart)
    if (bar := page.scroll_bar) is not None:
        greatest = min(bar.greatest, GREATEST_OF_SCROLL_BARS)
        yield command("scroll", [bar.area], bar.linked.fixed_address, greatest, bar.name)


ByRow = dict[int, list[int]]
"""Cells as the columns of those in each row."""

Looks = Sequence[tuple[PageCell, ByRow]]
"""The looks on a page, each as one of the cells that have it, with the places of all of them."""

_PLAIN = PageCell(None)


def _looks_on(page: Page) -> Looks:
    """Cells with a link look alike, whatever it is."""
    found: dict[Hashable, tuple[PageCell, ByRow]] = {}
    for row, cells in enumerate(page.rows, 1):
        here: dict[Hashable, tuple[PageCell, list[int]]] = {}
        for column, held in enumerate(cells, 1):
            if held is None:
                continue
            cell = held if isinstance(held, PageCell) else _PLAIN
            look: Hashable = cell[1:] if cell.link is None else (cell[1:5], cell[6:])
            if look in here:
                here[look][1].append(column)
            else:
                here[look] = cell, [column]
        for key, (cell, columns) in here.items():
            found.setdefault(key, (cell, {}))[1][row] = columns
    return list(found.values())


def _areas(places: Sequence[ByRow]) -> list[Area]:
    """The areas of cells of several looks."""
    joined: ByRow = defaultdict(list)
    for by_row in places:
        for row, columns in by_row.items():
            joined[row] += columns
    return rectangles_of_rows(joined)


def _grouped(looks: Looks, key: str) -> Iterator[tuple[object, list[Area]]]:
    """The areas in which cells share a value of an attribute, without empty ones."""
    places: dict[Hashable, list[ByRow]] = defaultdict(list)
    for cell, by_row in looks:
        if value := _aspect(cell, key):
            places[value].append(by_row)
    for value, some in places.items():
        yield value, _areas(some)


def _cells(looks: Looks, key: str, *, wanted: bool = True) -> list[Area]:
    """The areas of the cells that have something, or that do not."""
    return _areas([by_row for cell, by_row in looks if bool(getattr(cell, key)) is wanted])


def _aspect(cell: PageCell, key: str) -> Hashable:
    if key == "font" and cell.link is not None:
        return LINK
    value: Hashable = getattr(cell, key)
    return value


def _looks(looks: Looks) -> Iterator[str]:
    for key in ("fill", "font"):
        for colour, areas in _grouped(looks, key):
            yield command(key, areas, colour_number(str(colour)))
    for number_format, areas in _grouped(looks, "number_format"):
        yield command("format", areas, number_format)
    for key, what in (("bold", "bold"), ("link", "underline"), ("centred", "centre")):
        if areas := _cells(looks, key):
            yield command(what, areas)
    # As files have them: LibreOffice and Excel put numbers at the bottom right.
    if areas := _cells(looks, "centred", wanted=False):
        yield command("left", areas)
    if areas := _cells(looks, "wrap"):
        yield command("wrap", areas)


def _edges(looks: Looks) -> Iterator[str]:
    """The borders, whole rows for the edges above and below, columns for those beside."""
    for k, side in enumerate(_SIDES):
        places: dict[int, list[ByRow]] = defaultdict(list)
        for cell, by_row in looks:
            if cell.edges is not None:
                places[cell.edges[k]].append(by_row)
        for weight, some in places.items():
            lines = list(_lines(_areas(some), across=k < 2))
            number = _MEDIUM_WEIGHT if weight == MEDIUM else _THIN_WEIGHT
            yield command("edge", lines, side, number, colour_number(edge_colour(weight)))


def _lines(areas: Iterable[Area], *, across: bool) -> Iterator[Area]:
    """Areas cut into single rows, or columns."""
    for area in areas:
        if across:
            yield from (Area(area.row + k, area.column, 1, area.width) for k in range(area.height))
        else:
            yield from (Area(area.row, area.column + k, area.height) for k in range(area.width))


def _sizes(page: Page) -> Iterator[str]:
    for what, sizes in (("width", page.widths), ("height", page.heights)):
        places: dict[float, list[tuple[int, int]]] = defaultdict(list)
        for number, size in enumerate(sizes, 1):
            places[size].append((1, number) if what == "width" else (number, 1))
        areas = {size: rectangles(positions) for size, positions in places.items()}
        if not areas:
            continue
        # Each area is slow: all get the most frequent size first, then the others get theirs.
        usual = max(areas, key=lambda size: len(areas[size]))
        every = rectangles(position for positions in places.values() for position in positions)
        yield command(what, every, f"{usual:g}")
        for size in areas:
            if size != usual:
                yield command(what, areas[size], f"{size:g}")
    if page.hidden:
        yield command("hide", rectangles((1, column) for column in page.hidden))


def _groups(page: Page) -> Iterator[str]:
    """The rows of each outline level with the deeper ones: a row is grouped once for each level."""
    for level in range(1, max(page.outline.values(), default=0) + 1):
        deep = ((row, 1) for row, of_row in page.outline.items() if of_row >= level)
        yield command("group", rectangles(deep))


def _condition(condition: Condition) -> str:
    colours = map(colour_number, (condition.fill, condition.font, condition.edge))
    return command("when", [condition.area], f"={condition.formula}", *colours)


def _chart(chart: Chart) -> str:
    labels, values = chart.labels.address, chart.values.address
    names = chart.labels_name or "", chart.values_name
    size = f"{chart.width:g}", f"{chart.height:g}"
    ink = colour_number(INK)
    return command(
        "chart", [chart.corner], chart.kind, chart.title, labels, values, *names, *size, ink
    )
