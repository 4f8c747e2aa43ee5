"""One worksheet of a workbook file, changed in its part of the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from operator import methodcaller

from lxml import etree

from xlnono.files import limits
from xlnono.spreadsheet.area import LAST_COLUMN, Area, column_letters
from xlnono.spreadsheet.sheet import Content, Style
from xlnono.xlsx.cell_values import escaped
from xlnono.xlsx.escaping import escape
from xlnono.xlsx.notes import put_note, remove_note
from xlnono.xlsx.parts import MAIN, Element, main
from xlnono.xlsx.shared_formulas import hand_on, overwritten
from xlnono.xlsx.worksheet_reader import WorksheetReader, child_of, columns_of, rows_of

_ROW, _CELL, _FORMULA, _VALUE, _INLINE = (main(tag) for tag in ("row", "c", "f", "v", "is"))
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

_copied: Callable[[Element], Element] = methodcaller("__copy__")
"""The same as `copy`, which takes as long again to see what kind of thing it is given."""


class PackageSheet(WorksheetReader):
    """A `Sheet` on the part of a workbook file that holds it."""

    def set_name(self, name: str, refers_to: str) -> None:
        self._book.set_name(self._title, name, refers_to)

    def put_note(self, cell: Area, text: str) -> None:
        book = self._book
        if cell not in self.notes(cell) and put_note(
            book.archive, book.folder, self.part, self.root, cell, text
        ):
            self.changed = True

    def remove_note(self, cell: Area) -> None:
        if cell in self.notes(cell):
            remove_note(self._book.archive, self.part, self.root, cell)
            self.changed = True

    def write(self, area: Area, values: Sequence[Sequence[Content]]) -> None:
        for number, held in zip(rows_of(area), values, strict=True):
            cells = self.cells(number)
            missing: dict[int, int | str] = {}
            replaced = []
            for column, value in zip(columns_of(area), held, strict=True):
                cell = cells.get(column)
                if cell is None:
                    if value is not None:
                        missing[column] = value
                elif len(cell) if value is None else not self._holds(cell, value):
                    self._replace(cell, number, column, value)
                    replaced.append((number, column))
            if replaced:
                self._change_values(number)
                self.rewritten.update(replaced)
            looks = {column: self._default_look(number, column) for column in missing}
            self._add(number, looks, missing)
            self.rewritten.update((number, column) for column in missing)

    @staticmethod
    def _holds(cell: Element, value: int | str) -> bool:
        """Whether the cell stays as it is if the number is written."""
        return (
            len(cell) == 1
            and isinstance(value, int)
            and cell.get("t", "n") == "n"
            and cell[0].tag == _VALUE
            and cell[0].text == str(value)
        )

    def _replace(self, cell: Element, row: int, column: int, value: Content) -> None:
        if len(cell):
            self._free(cell, Area(row, column))
            del cell[:]
        # "t" is the type; "cm" and "vm" refer to metadata of the formula or value.
        for name in ("t", "cm", "vm"):
            if cell.get(name) is not None:
                del cell.attrib[name]
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            text = etree.SubElement(etree.SubElement(cell, _INLINE), main("t"))
            text.text = escaped(value)
            text.set(_SPACE, "preserve")
        elif value is not None:
            self._put_number(cell, value)

    def _put_number(self, cell: Element, number: int) -> None:
        """Put a number into an empty cell; copying is the fastest way to fill many."""
        known = self._numbers.get(number)
        if known is None:
            made = etree.SubElement(cell, _VALUE)
            made.text = str(number)
            self._numbers[number] = _copied(made)
        else:
            cell.append(_copied(known))

    def _free(self, cell: Element, place: Area) -> None:
        """Remember which other cells depend on the text of a cell's formula, for `settle`."""
        formula = cell.find(_FORMULA)
        if formula is not None:
            self.freed.add(place.address)
            group = formula.get("si")
            if formula.get("t") == "shared" and group is not None and formula.text:
                self._orphaned[group] = self._groups[group]

    def settle(self) -> None:
        """Repair the shared and array formulas of overwritten cells.

        The rest of a group keeps its formula. An array that was written into is replaced by its
        values.
        """
        if not self.rewritten or self._root is None:
            return
        # Most sheets have neither, and listing their formulas is slow.
        if self._orphaned or self._fills_areas():
            self._scan = None
            for held in overwritten(self._formulas(), self.rewritten):
                held.cell.remove(held.formula)
                self.freed.add(held.place.address)
            hand_on(self._orphaned, self._formulas())
            self._known_values = {}
            self.__dict__.pop("_groups", None)
        self._orphaned = {}
        self._widen()

    def _add(
        self, row: int, looks: Mapping[int, int], held: Mapping[int, int | str] | None = None
    ) -> None:
        """Add cells to a row: their looks, and what they hold, by column."""
        if not looks:
            return
        if row not in self._rows:
            element = etree.Element(_ROW, r=str(row))
            later = self._next(0, self._rows, row)
            if later is None:
                self._data.append(element)
            else:
                self._rows[later].addprevious(element)
            self._rows[row] = element
        element = self._rows[row]
        # This is just a hint for programs that read the row, and would be wrong now.
        element.attrib.pop("spans", "")
        cells = self.cells(row)
        for column, cell in _new_cells(row, looks, held or {}):
            later = self._next(row, cells, column)
            if later is None:
                element.append(cell)
            else:
                cells[later].addprevious(cell)
            cells[column] = cell
        self._cells[row] = cells
        self._change(row)
        first, last = self._added_columns.get(row, (LAST_COLUMN, 0))
        self._added_columns[row] = min(first, *looks), max(last, *looks)

    def _next(self, key: int, present: Mapping[int, Element], number: int) -> int | None:
        """Add a number; returns the next one after it, or None."""
        known = self._sorted.get(key)
        if known is None or len(known) != len(present):
            known = self._sorted[key] = sorted(present)
        if not known or known[-1] < number:
            known.append(number)
            return None
        place = bisect_right(known, number)
        later = known[place]
        known.insert(place, number)
        return later

    def _widen(self) -> None:
        """Update the used range in the part with the added cells."""
        dimension = self.root.find(main("dimension"))
        if dimension is None or not self._added_columns:
            return
        firsts, lasts = zip(*self._added_columns.values(), strict=True)
        rows = self._added_columns
        added = Area.between(min(rows), min(firsts), max(rows), max(lasts))
        try:
            area = Area.parse(dimension.get("ref", ""))
        except ValueError:
            self.root.remove(dimension)
            return
        dimension.set("ref", area.joined(added).address)

    def put_cell(self, row: int, column: int, content: Element | None, look: int) -> None:
        """Replace a cell by one like another, with a look of its own.

        Without `content`, the file holds the cell only if its look requires that.
        """
        # It can bring another formula.
        self._scan = None
        cell = self.cell(row, column)
        if content is None and look == self._default_look(row, column):
            if cell is not None:
                del self._cells[row][column]
                self._rows[row].remove(cell)
                self._change(row)
            return
        if cell is None:
            self._add(row, {column: look})
            cell = self.cells(row)[column]
        children = [] if content is None else [deepcopy(child) for child in content]
        address = f"{column_letters(column)}{row}"
        attributes = {} if content is None else dict(content.attrib.items())
        cell.attrib.clear()
        cell[:] = children
        for name, value in (attributes | {"r": address}).items():
            if name != "s":
                cell.set(name, value)
        if look or "s" in attributes:
            cell.set("s", str(look))
        self._change(row)

    def put_text(self, row: int, column: int, text: str | None, look: int) -> None:
        """Write a text into a cell, or None to empty it."""
        if text is None:
            self.put_cell(row, column, None, self._default_look(row, column))
            return
        content = etree.Element(_CELL, t="inlineStr")
        inline = etree.SubElement(content, _INLINE)
        etree.SubElement(inline, main("t")).text = text
        self.put_cell(row, column, content, look)

    def frame_like(self, other: PackageSheet, rows: Iterable[int]) -> None:
        """Take row attributes and the used range from another state of the sheet, if they fit."""
        _ = self.root, other.root
        for number in rows:
            row, was = self._rows.get(number), other._rows.get(number)
            if row is None:
                continue
            if was is None and not len(row) and row.attrib.keys() == ["r"]:
                self._data.remove(row)
                del self._rows[number]
            elif was is not None and (spans := was.get("spans")) is not None:
                cells = self.cells(number)
                if cells.keys() == other.cells(number).keys():
                    row.set("spans", spans)
        dimension, before = (sheet.root.find(main("dimension")) for sheet in (self, other))
        if dimension is not None and before is not None:
            used, ref = self.used(), before.get("ref", "")
            with suppress(ValueError):
                if used is not None and Area.parse(ref).contains(used):
                    dimension.set("ref", ref)

    def drop_conditions(self, word: str) -> None:
        """Remove the conditional formats whose formulas contain a word."""
        for element in self.root.findall(main("conditionalFormatting")):
            for rule in list(element):
                if any(word in (formula.text or "") for formula in rule.iter(main("formula"))):
                    element.remove(rule)
                    self.changed = True
            if not len(element):
                self.root.remove(element)

    def count_as_rewritten(self, area: Area) -> None:
        """Have results that refer to an area calculated again."""
        self.rewritten.update((row, column) for row in rows_of(area) for column in columns_of(area))

    def settled(self) -> None:
        """Count as unchanged from now on."""
        self.changed = False
        self.rewritten.clear()
        self.freed.clear()

    def select(self) -> None:
        """Make its tab the one that is selected."""
        for view in self.root.iterfind(f"{main('sheetViews')}/{main('sheetView')}"):
            view.set("tabSelected", "1")
            self.changed = True

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        styles = self._book.styles
        restyled: dict[int, int] = {}
        missing: dict[int, dict[int, int]] = defaultdict(dict)
        for area in areas:
            columns = columns_of(area)
            for row in rows_of(area):
                cells, looks, own = self.cells(row), self._own_looks(row), self._row_look(row)
                for column in columns:
                    old = looks.get(column)
                    if old is None:
                        old = self._column_looks.get(column, 0) if own is None else own
                    new = restyled.get(old)
                    if new is None:
                        new = restyled[old] = styles.restyled(old, style)
                    if new == old:
                        continue
                    cell = cells.get(column)
                    if cell is not None:
                        cell.set("s", str(new))
                        looks[column] = new
                        self.changed = True
                    else:
                        missing[row][column] = new
                # A value can be a date because of its number format.
                self._known_values.pop(row, None)
                self._differing.add(row)
        for row, looks_of_row in missing.items():
            self._add(row, looks_of_row)

    def forget_results(self, areas: Iterable[Area]) -> None:
        """Remove the stored results of formulas, so that they are calculated again.

        Raises TooLarge if overlapping array formulas would take too long.
        """
        _ = self.root
        filled = []
        for area in set(areas):
            row, column, height, width = area
            if height > 1 or width > 1:
                filled.append(area)
            elif (cell := self.cells(row).get(column)) is not None:
                self._forget_result(cell, row, column)
        if filled:
            self._forget_filled(filled)

    def _forget_filled(self, areas: Sequence[Area]) -> None:
        rows = sorted(self._rows)
        stretches = [
            (area, bisect_left(rows, area.row), bisect_right(rows, area.last_row)) for area in areas
        ]
        limits.check(limits.ARRAY_ROWS, sum(end - start for _, start, end in stretches))
        waiting: dict[int, list[int]] = {}
        for area, start, end in stretches:
            for row in rows[start:end]:
                if row not in waiting:
                    waiting[row] = sorted(self.cells(row))
                columns = waiting[row]
                first = bisect_left(columns, area.column)
                last = bisect_right(columns, area.last_column)
                if first < last:
                    for column in columns[first:last]:
                        self._forget_result(self.cells(row)[column], row, column)
                    del columns[first:last]

    def keep_results(self, areas: Iterable[Area]) -> None:
        """Never remove the stored results of formulas in some areas."""
        self._lasting += [(*area[:2], area.last_row, area.last_column) for area in areas]

    def _forget_result(self, cell: Element, row: int, column: int) -> None:
        if (row, column) in self.rewritten or cell.get("t") == "s":
            # Shared texts are typed, never results of an array, even within its area.
            return
        for top, left, bottom, right in self._lasting:
            if top <= row <= bottom and left <= column <= right:
                return
        if (held := child_of(cell, _VALUE)) is not None:
            cell.remove(held)
            for name in ("t", "vm"):
                if cell.get(name) is not None:
                    del cell.attrib[name]
            self._change_values(row)


def _new_cells(
    row: int, looks: Mapping[int, int], held: Mapping[int, int | str]
) -> Iterator[tuple[int, Element]]:
    """Cells of a row by column; parsing XML is by far the fastest way to create many."""
    columns = sorted(looks)
    texts = []
    for column in columns:
        style = f' s="{looks[column]}"' if looks[column] else ""
        value = held.get(column)
        if isinstance(value, str):
            style += ' t="inlineStr"'
            content = f'<is><t xml:space="preserve">{escape(escaped(value))}</t></is>'
        else:
            content = "" if value is None else f"<v>{value}</v>"
        texts.append(f'<c r="{column_letters(column)}{row}"{style}>{content}</c>')
    made = etree.fromstring(f'<row xmlns="{MAIN}">{"".join(texts)}</row>')
    return zip(columns, list(made), strict=True)
