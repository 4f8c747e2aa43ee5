"""A page as the part of a workbook file that holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from xlnono.patterns import pattern
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area, column_letters, column_number
from xlnono.spreadsheet.sheet import (
    Condition,
    Formula,
    OnPage,
    Page,
    PageCell,
    PageValue,
    WholeNumber,
    page_cell,
)
from xlnono.spreadsheet.theme import A4
from xlnono.xlsx.cell_values import escaped
from xlnono.xlsx.drawings import Drawn
from xlnono.xlsx.escaping import escape, quoted
from xlnono.xlsx.parts import MAIN, OFFICE
from xlnono.xlsx.scroll_bar import elements
from xlnono.xlsx.styles import StyleTable

_native: Any = None
with suppress(ImportError):
    _native = import_module("xlnono.xlsx._page_rows")

_DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>"
"""As lxml writes it in the parts that are changed."""
_CELL = pattern(rb'<c r="([A-Z]+)')


def _text(text: str) -> str:
    """Text as the XML of the file has it."""
    return escape(escaped(text))


def _content(value: PageValue | None) -> str:
    """The XML of a cell behind its look."""
    if isinstance(value, str):
        if not value:
            return "/>"
        space = ' xml:space="preserve"' if value != value.strip() or "\n" in value else ""
        return f' t="inlineStr"><is><t{space}>{_text(value)}</t></is></c>'
    if isinstance(value, Formula):
        text, result, area = value
        kind = ' t="str"' if isinstance(result, str) else ""
        array = "" if area is None else f' t="array" ref="{area.address}"'
        shown = _text(str(result)) if result else result
        return f"{kind}><f{array}>{escape(text.removeprefix('='))}</f><v>{shown}</v></c>"
    return "/>" if value is None else f"><v>{value!r}</v></c>"


class _Rows(NamedTuple):
    """The XML of the rows of a page, and the places of the cells with links, counted from 0."""

    xml: bytes
    linked: list[tuple[int, int]]


def _rows(page: Page, styles: StyleTable) -> _Rows:
    count = max(len(page.rows), len(page.heights), *page.outline, 0)
    of_height = {height: f' ht="{height:g}" customHeight="1"' for height in set(page.heights)}
    attributes = [of_height[height] for height in page.heights]
    attributes += [""] * (count - len(attributes))
    for number in {*page.outline, *(below - 1 for below in page.outline)} - {0}:
        attributes[number - 1] += _fold(page, number)

    def look(held: PageCell | PageValue) -> int:
        return styles.page_look(page_cell(held))

    if _native is not None:
        return _Rows(*_native.rows(page.rows, attributes, PageCell, Formula, look, _content))
    return _rows_in_python(page.rows, attributes, look)


def _rows_in_python(
    rows: Sequence[Sequence[OnPage]],
    attributes: Sequence[str],
    look: Callable[[PageCell | PageValue], int],
) -> _Rows:
    """What the native writer does where there is no compiler."""
    letters = [column_letters(k) for k in range(1, max(map(len, rows), default=0) + 1)]
    pieces, linked = [], []
    # Many cells share a look.
    starts: dict[tuple[object, ...], str] = {}
    plain: str | None = None
    for row, of_row in enumerate(attributes):
        place = str(row + 1)
        cells = []
        for column, held in enumerate(rows[row] if row < len(rows) else ()):
            if held is None:
                continue
            if isinstance(held, PageCell):
                value, looks = held[0], held[1:]
                if held.link is not None:
                    linked.append((row, column))
                start = starts.get(looks)
                if start is None:
                    start = starts[looks] = f'" s="{look(held)}"'
            else:
                value = held
                if plain is None:
                    plain = f'" s="{look(held)}"'
                start = plain
            cells.append(f'<c r="{letters[column]}{place}{start}{_content(value)}')
        pieces.append(f'<row r="{place}"{of_row}')
        pieces += [">", *cells, "</row>"] if cells else ["/>"]
    return _Rows("".join(pieces).encode(), linked)


def _links(page: Page, linked: Iterable[tuple[int, int]]) -> str:
    links = []
    for row, column in linked:
        cell = page.rows[row][column]
        assert isinstance(cell, PageCell)
        assert cell.link is not None
        address = f"{column_letters(column + 1)}{row + 1}"
        links.append(f'<hyperlink ref="{address}" location={quoted(cell.link)}/>')
    return "".join(links)


def _fold(page: Page, number: int) -> str:
    """The attributes of a row that belongs to another, or that others belong to."""
    level = page.outline.get(number, 0)
    belongs = f' outlineLevel="{level}" hidden="1"' if level else ""
    return belongs + (' collapsed="1"' if page.outline.get(number + 1, 0) > level else "")


def _columns(page: Page) -> Iterator[str]:
    count = max(len(page.widths), *page.hidden, 0)
    for number in range(1, count + 1):
        width = f"{page.widths[number - 1]:g}" if number <= len(page.widths) else "8.43"
        hidden = ' hidden="1"' if number in page.hidden else ""
        yield f'<col min="{number}" max="{number}" width="{width}" customWidth="1"{hidden}/>'


def _view(page: Page, selected: bool) -> str:
    attributes = ' tabSelected="1"' if selected else ""
    rest = "/>"
    if page.header_row:
        below = page.header_row + 1
        rest = (
            f'><pane ySplit="{page.header_row}" topLeftCell="A{below}" activePane="bottomLeft" '
            f'state="frozen"/><selection pane="bottomLeft" activeCell="A{below}" sqref="A{below}"/>'
            "</sheetView>"
        )
    return (
        f'<sheetViews><sheetView showGridLines="0"{attributes} workbookViewId="0"{rest}'
        "</sheetViews>"
    )


def _condition(number: int, condition: Condition, styles: StyleTable) -> str:
    return (
        f'<conditionalFormatting sqref="{condition.area.address}"><cfRule type="expression" '
        f'dxfId="{styles.difference(condition)}" priority="{number}" stopIfTrue="1">'
        f"<formula>{escape(condition.formula)}</formula></cfRule></conditionalFormatting>"
    )


def _input(number: WholeNumber) -> str:
    title, message = quoted(_text(number.title)), quoted(_text(number.message))
    return (
        '<dataValidation type="whole" allowBlank="1" showInputMessage="1" '
        f"promptTitle={title} prompt={message} "
        f'sqref="{number.cell.address}"><formula1>0</formula1>'
        f"<formula2>{number.greatest}</formula2></dataValidation>"
    )


def filter_area(page: Page) -> Area | None:
    """The area of the filter as the file has it; programs extend it over the rows below.

    LibreOffice would take collapsed rows in it for filtered ones, which expanding does not show.
    """
    table = page.table
    return table._replace(height=1) if table is not None and page.outline else table


def page_part(page: Page, styles: StyleTable, *, selected: bool, drawn: Drawn) -> bytes:
    """The worksheet part of a page.

    `selected` is true if its tab is shown; `drawn` has the ids of its relations to drawings.
    """
    above, levels = "", ""
    if page.outline:
        above = '<outlinePr summaryBelow="0"/>'
        levels = f' outlineLevelRow="{max(page.outline.values())}"'
    parts = [
        f'{_DECLARATION}\n<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">'
        f'<sheetPr>{above}<pageSetUpPr fitToPage="1"/></sheetPr>',
        _view(page, selected),
        f'<sheetFormatPr defaultRowHeight="15"{levels}/>',
    ]
    if columns := "".join(_columns(page)):
        parts.append(f"<cols>{columns}</cols>")
    rows, linked = _rows(page, styles)
    above_rows, parts = parts, []
    if (table := filter_area(page)) is not None:
        parts.append(f'<autoFilter ref="{table.address}"/>')
    if page.merged:
        merged = "".join(f'<mergeCell ref="{area.address}"/>' for area in page.merged)
        parts.append(f'<mergeCells count="{len(page.merged)}">{merged}</mergeCells>')
    parts.extend(
        _condition(number, condition, styles) for number, condition in enumerate(page.conditions, 1)
    )
    if page.inputs:
        inputs = "".join(map(_input, page.inputs))
        parts.append(f'<dataValidations count="{len(page.inputs)}">{inputs}</dataValidations>')
    if linked:
        parts.append(f"<hyperlinks>{_links(page, linked)}</hyperlinks>")
    orientation = "landscape" if page.landscape else "portrait"
    parts.append(
        '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.7" header="0.3" footer="0.3"/>'
        f'<pageSetup paperSize="{A4}" orientation="{orientation}" fitToWidth="1" '
        f'fitToHeight="{int(page.one_page)}"/>'
        "<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>"
    )
    if drawn.charts is not None:
        parts.append(f'<drawing r:id="{drawn.charts}"/>')
    if page.scroll_bar is not None and drawn.shape and drawn.settings:
        parts.append(elements(page.scroll_bar, drawn.shape, drawn.settings))
    before, behind = ("".join(pieces).encode() for pieces in (above_rows, parts))
    return b"".join([before, b"<sheetData>", rows, b"</sheetData>", behind, b"</worksheet>"])


def with_texts(part: bytes, columns: Mapping[int, Sequence[tuple[str, int]]]) -> bytes:
    """The part of a page with texts from the first row on in neighbouring columns without cells.

    The texts, each with the number of its look, are plain ASCII without signs of XML.
    """
    pieces: list[bytes] = []
    place = 0
    for number in range(1, max(map(len, columns.values())) + 1):
        cells = b"".join(
            _text_cell(f"{column_letters(column)}{number}", *texts[number - 1]).encode()
            for column, texts in columns.items()
            if number <= len(texts)
        )
        start = part.find(b'<row r="%d"' % number, place)
        if start < 0:
            end = rest = part.index(b"</sheetData>", place)
            cells = b'<row r="%d">%s</row>' % (number, cells)
        elif part[(after := part.index(b">", start)) - 1 : after] == b"/":
            end, rest = after - 1, after + 1
            cells = b">%s</row>" % cells
        else:
            end = rest = _behind(part, start, max(columns))
        pieces += part[place:end], cells
        place = rest
    return b"".join([*pieces, part[place:]])


def _behind(part: bytes, row: int, column: int) -> int:
    """Where a cell of a column goes in the row with cells that starts at a place of a part."""
    end = part.index(b"</row>", row)
    for cell in _CELL.finditer(part, row, end):
        if column_number(cell[1].decode()) > column:
            return cell.start()
    return end


def _text_cell(address: str, text: str, look: int) -> str:
    style = f' s="{look}"' if look else ""
    return f'<c t="inlineStr" r="{address}"{style}><is><t>{text}</t></is></c>'
