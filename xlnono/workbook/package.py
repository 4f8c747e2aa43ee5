"""Existing workbook files, changed part by part.

Only the sheets that are written on, the style table, and the lists that name the sheets are
made anew; every other part stays as the file has it, byte for byte.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from lxml import etree

from xlnono.errors import XlnonoError
from xlnono.workbook import limits
from xlnono.workbook.archive import Archive
from xlnono.workbook.chart_part import chart_part, drawing_part
from xlnono.workbook.dependents import stale
from xlnono.workbook.files import DamagedWorkbook, Fault, read_workbook, shown
from xlnono.workbook.layout import Area, reference
from xlnono.workbook.ooxml import (
    OFFICE,
    Element,
    Relations,
    declare,
    main,
    put_in_order,
    referrers,
    relations_part,
)
from xlnono.workbook.package_sheet import PackageSheet, text_of
from xlnono.workbook.page_part import filtered_area, page_part
from xlnono.workbook.sheet import Page, Sheet
from xlnono.workbook.style_table import StyleTable
from xlnono.workbook.writing import check_not_open, write_whole
from xlnono.workbook.xml import parse, serialise

_ID = f"{{{OFFICE}}}id"
_STRICT = "http://purl.oclc.org/ooxml/"
_AFTER_NAMES = (
    "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr", "smartTagTypes",
    "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
)  # fmt: skip
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_TYPES = {
    "worksheet": f"{_SPREADSHEET}.worksheet+xml",
    "styles": f"{_SPREADSHEET}.styles+xml",
    "drawing": "application/vnd.openxmlformats-officedocument.drawing+xml",
    "chart": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
}
_PLACES = {"worksheet": "worksheets/sheet", "drawing": "drawings/drawing", "chart": "charts/chart"}


class StrictWorkbook(XlnonoError):
    code = "strict-workbook"
    english = (
        "this workbook is of the kind “Strict Open XML”: save it as an ordinary Excel workbook "
        "(.xlsx) and try again."
    )
    japanese = (
        "「厳密な Open XML」形式のブックです。"
        "通常の Excel ブック(.xlsx)として保存し直してから試してください。"
    )


class SignedWorkbook(XlnonoError):
    code = "signed-workbook"
    english = (
        "the workbook has a digital signature, which any change would break: remove the "
        "signature, or solve a copy without it. Nothing was written."
    )
    japanese = (
        "ブックに電子署名があり、書き換えると無効になります。"
        "署名を削除するか、署名のないコピーで解いてください。何も書き込んでいません。"
    )


class PackageBook:
    """A `Book` on a workbook file."""

    def __init__(self, path: Path) -> None:
        """Open a workbook file. Raises what `open_book` raises."""
        self.path = path
        self._archive = Archive(read_workbook(path))
        root = self._first(Relations(self._archive, ""), "officeDocument")
        if root is None:
            raise self.damaged("_rels/.rels")
        self._part = root
        self._workbook = self.parsed(root)
        if str(self._workbook.tag).startswith("{" + _STRICT):
            raise StrictWorkbook()
        self._before = serialise(self._workbook)
        self._relations = Relations(self._archive, root)
        targets = dict(self._relations)
        sheets = self._workbook.find(main("sheets"))
        if sheets is None:
            raise self.damaged(root)
        self._list = sheets
        self._sheets: dict[str, PackageSheet] = {}
        for entry in self._entries():
            relation = targets.get(entry.get(_ID, ""))
            if relation is None or relation.target not in self._archive:
                raise self.damaged(root)
            if relation.kind == "worksheet":
                title = entry.get("name", "")
                self._sheets[title] = PackageSheet(self, title, relation.target)
        properties = self._workbook.find(main("workbookPr"))
        self.from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self._styles: StyleTable | None = None
        self._styles_part = self._first(self._relations, "styles")
        self._strings: list[str] | None = None
        # By sheet: the cells whose formulas are gone, None for all of them.
        self._forgotten: dict[str, set[str] | None] = {}

    def _entries(self) -> list[Element]:
        """The entries of the tabs, chart sheets included."""
        return list(self._list.iterchildren(main("sheet")))

    def damaged(self, part: str) -> DamagedWorkbook:
        """The error that a part makes no sense."""
        part = shown(part)
        return DamagedWorkbook(
            reason=Fault(
                f"the part {part} makes no sense", f"パーツ {part} の内容が正しくありません"
            )
        )

    def number(self, text: str, part: str) -> int:
        """A number in a part. Raises DamagedWorkbook if it is none."""
        if len(text) > 10 or not (text.isascii() and text.isdigit()):
            raise self.damaged(part)
        return int(text)

    def content(self, part: str) -> bytes:
        """A part as it is. Raises DamagedWorkbook or TooLarge."""
        return self._archive.read(part)

    def parsed(self, part: str) -> Element:
        """A part as a tree. Raises DamagedWorkbook or TooLarge."""
        return parse(self._archive.read(part), part)

    @property
    def styles(self) -> StyleTable:
        """The looks that cells refer to."""
        if self._styles is None:
            theme = self._first(self._relations, "theme")
            self._styles = StyleTable(
                None if self._styles_part is None else self.parsed(self._styles_part),
                None if theme is None else self._archive.read(theme),
            )
        return self._styles

    def shared_string(self, number: int) -> str:
        """A text that cells refer to. Raises DamagedWorkbook if there is none."""
        part = self._first(self._relations, "sharedStrings")
        if self._strings is None:
            self._strings = []
            if part is not None:
                entries = list(self.parsed(part).iterchildren(main("si")))
                limits.check(limits.STRINGS, len(entries), part=part)
                self._strings = [text_of(entry) for entry in entries]
        if number >= len(self._strings):
            raise self.damaged(part or self._part)
        return self._strings[number]

    def sheets(self) -> list[Sheet]:
        return [self._sheets[title] for title in self.titles() if title in self._sheets]

    def titles(self) -> list[str]:
        return [entry.get("name", "") for entry in self._entries()]

    def _names(self, title: str) -> Iterator[Element]:
        """The entries of the names that belong to a sheet."""
        place = str(self.titles().index(title))
        for entry in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
            if entry.get("localSheetId") == place:
                yield entry

    def names_of(self, title: str) -> dict[str, str]:
        """The names that belong to a sheet, and what they refer to."""
        return {entry.get("name", ""): entry.text or "" for entry in self._names(title)}

    def set_name(self, title: str, name: str, refers_to: str, *, hidden: bool = False) -> None:
        """Add or replace a name that belongs to a sheet."""
        entry = next((one for one in self._names(title) if one.get("name") == name), None)
        if entry is None:
            names = self._workbook.find(main("definedNames"))
            if names is None:
                names = etree.Element(main("definedNames"))
                put_in_order(self._workbook, names, _AFTER_NAMES)
            place = str(self.titles().index(title))
            entry = etree.SubElement(names, main("definedName"), name=name, localSheetId=place)
            if hidden:
                entry.set("hidden", "1")
        entry.text = refers_to

    def forget_calculation(self, sheet: PackageSheet, cell: Area) -> None:
        """Note that a cell holds no formula any more."""
        cells = self._forgotten.setdefault(sheet.title, set())
        if cells is not None:
            cells.add(cell.address)

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        if title not in self._sheets:
            self._add_sheet(title, after)
        part = self._sheets[title].part
        drawing = self._put_charts(title, part, page)
        content = page_part(
            page,
            self.styles,
            selected=self.titles().index(title) == self._shown(),
            drawing=drawing,
        )
        if self._put(part, content):
            self._sheets[title] = PackageSheet(self, title, part)
            self._forgotten[title] = None
        self._name_page(title, page)

    def _first(self, relations: Relations, kind: str) -> str | None:
        return next((part for part in relations.targets(kind) if part in self._archive), None)

    def _put(self, part: str, content: bytes) -> bool:
        """Give a part a content; returns whether it is another one than before."""
        if part in self._archive and self._archive.read(part) == content:
            return False
        self._archive.put(part, content)
        return True

    def _new_part(self, kind: str) -> str:
        place = posixpath.join(posixpath.dirname(self._part), _PLACES[kind])
        number = 1
        while (part := f"{place}{number}.xml") in self._archive:
            number += 1
        self._archive.put(part, b"")
        declare(self._archive, {part: _TYPES[kind]})
        return part

    def _shown(self) -> int:
        """The place of the tab that is shown."""
        view = self._workbook.find(f"{main('bookViews')}/{main('workbookView')}")
        return 0 if view is None else self.number(view.get("activeTab", "0"), self._part)

    def _add_sheet(self, title: str, after: Sheet) -> None:
        part = self._new_part("worksheet")
        entries = self._entries()
        highest = max(self.number(entry.get("sheetId", "0"), self._part) for entry in entries)
        place = self.titles().index(after.title) + 1
        entry = etree.Element(main("sheet"), name=title, sheetId=str(highest + 1))
        entry.set(_ID, self._relations.add("worksheet", part))
        self._put(self._relations.part, self._relations.content())
        entries[place - 1].addnext(entry)
        for name in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
            self._shift(name, "localSheetId", place)
        for view in self._workbook.iterfind(f"{main('bookViews')}/{main('workbookView')}"):
            self._shift(view, "activeTab", place)
            self._shift(view, "firstSheet", place)
        self._sheets[title] = PackageSheet(self, title, part)

    def _shift(self, element: Element, attribute: str, place: int) -> None:
        """Count a tab one further if it stands behind a new one."""
        text = element.get(attribute)
        if text is not None and (number := self.number(text, self._part)) >= place:
            element.set(attribute, str(number + 1))

    def _put_charts(self, title: str, part: str, page: Page) -> str | None:
        """Put the charts of a page in place of all that the sheet's part had beside it.

        Returns the id of the sheet's relation to them.
        """
        old = self._belongings(part)
        drawings = [
            name for name in Relations(self._archive, part).targets("drawing") if name in old
        ]
        charts = [
            name
            for drawing in drawings
            for name in Relations(self._archive, drawing).targets("chart")
            if name in old
        ]
        kept: set[str] = set()
        key = None
        if page.charts:
            drawing = drawings[0] if drawings else self._new_part("drawing")
            of_sheet = Relations(self._archive, part, new=True)
            of_drawing = Relations(self._archive, drawing, new=True)
            key = of_sheet.add("drawing", drawing)
            keys = []
            for number, chart in enumerate(page.charts):
                name = charts[number] if number < len(charts) else self._new_part("chart")
                self._put(name, chart_part(title, chart))
                keys.append(of_drawing.add("chart", name))
                kept.add(name)
            self._put(drawing, drawing_part(page.charts, keys))
            for relations in (of_sheet, of_drawing):
                self._put(relations.part, relations.content())
                kept.add(relations.part)
            kept.add(drawing)
        self._remove(old - kept)
        return key

    def _belongings(self, part: str) -> set[str]:
        """The parts that only this one leads to, with the lists of its and their relations."""
        leading = referrers(self._archive)
        found: set[str] = set()
        waiting = [part]
        while waiting:
            owner = waiting.pop()
            if relations_part(owner) in self._archive:
                found.add(relations_part(owner))
            for _, relation in Relations(self._archive, owner):
                target = relation.target
                if (
                    not relation.external
                    and target in self._archive
                    and target not in found
                    and leading[target] <= found | {part}
                ):
                    found.add(target)
                    waiting.append(target)
        return found

    def _remove(self, parts: set[str]) -> None:
        for part in parts:
            self._archive.remove(part)
        declare(self._archive, dict.fromkeys(parts))

    def _name_page(self, title: str, page: Page) -> None:
        printed = [area for area in (page.printed, page.printed_behind) if area is not None]
        self.set_name(
            title, "_xlnm.Print_Area", ",".join(reference(title, area) for area in printed)
        )
        if (table := filtered_area(page)) is not None:
            row = f"${page.header_row}:${page.header_row}"
            sheet = reference(title, table).rpartition("!")[0]
            self.set_name(title, "_xlnm.Print_Titles", f"{sheet}!{row}")
            self.set_name(title, "_xlnm._FilterDatabase", reference(title, table), hidden=True)
        for name, refers_to in page.names.items():
            self.set_name(title, name, refers_to)

    def check_writable(self, path: Path) -> None:
        """Raise what `save` would raise for reasons known beforehand.

        That is SignedWorkbook, and FileOpenElsewhere if the target is open in a spreadsheet
        program.
        """
        check_not_open(path)
        if any(name.lower().startswith("_xmlsignatures/") for name in self._archive.names):
            raise SignedWorkbook().at(file=str(self.path))

    def save(self, path: Path) -> None:
        """Write the workbook, whole or not at all; an unchanged one byte for byte.

        Raises SignedWorkbook, FileOpenElsewhere or FileNotWritable.
        """
        try:
            self.check_writable(path)
            self._forget_stale_results()
            for sheet in self._sheets.values():
                if sheet.changed:
                    self._put(sheet.part, serialise(sheet.root))
            if self._styles is not None and self._styles.changed:
                self._put_styles(self._styles)
            self._forget_calculations()
            workbook = serialise(self._workbook)
            if workbook != self._before:
                self._put(self._part, workbook)
            write_whole(path, self._archive.packed())
        except XlnonoError as error:
            raise error.at(file=str(path)) from None

    def _forget_stale_results(self) -> None:
        """Take away the results of formulas that look at cells which hold something else now.

        Programs calculate them when they open the workbook.
        """
        rewritten = {
            title: sheet.rewritten for title, sheet in self._sheets.items() if sheet.rewritten
        }
        sheets = [
            sheet
            for title, sheet in self._sheets.items()
            if title not in self._forgotten or self._forgotten[title] is not None
        ]
        sheets = [sheet for sheet in sheets if sheet.has_formulas()] if rewritten else []
        if not sheets:
            return
        common = self._common_names()
        results = [
            result
            for sheet in sheets
            for result in sheet.stored_results(common | _lower(sheet.names()))
        ]
        if not (found := stale(results, rewritten)):
            return
        for result in found:
            self._sheets[result.title].forget_results(result.area)
        settings = self._workbook.find(main("calcPr"))
        if settings is None:
            settings = etree.Element(main("calcPr"))
            put_in_order(self._workbook, settings, _AFTER_NAMES[1:])
        settings.set("fullCalcOnLoad", "1")

    def _common_names(self) -> dict[str, str]:
        """The names of the whole workbook and of its tables, with what they refer to."""
        names = {
            entry.get("name", ""): entry.text or ""
            for entry in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}")
            if entry.get("localSheetId") is None
        }
        for title, sheet in self._sheets.items():
            for part in Relations(self._archive, sheet.part).targets("table"):
                if part in self._archive:
                    table = self.parsed(part)
                    with suppress(ValueError):
                        area = Area.parse(table.get("ref", ""))
                        names[table.get("displayName", "")] = reference(title, area)
        return _lower(names)

    def _put_styles(self, styles: StyleTable) -> None:
        if self._styles_part is None:
            part = posixpath.join(posixpath.dirname(self._part), "styles.xml")
            self._relations.add("styles", part)
            self._put(self._relations.part, self._relations.content())
            declare(self._archive, {part: _TYPES["styles"]})
            self._styles_part = part
        self._put(self._styles_part, serialise(styles.root))

    def _forget_calculations(self) -> None:
        """Take the cells that hold no formula any more out of the order of calculation.

        Programs make a new order where they find none, but stumble over wrong entries.
        """
        part = self._first(self._relations, "calcChain")
        if part is None or not self._forgotten:
            return
        ids = {
            entry.get("sheetId"): self._forgotten[title]
            for entry in self._entries()
            if (title := entry.get("name", "")) in self._forgotten
        }
        chain = self.parsed(part)
        sheet = None
        for entry in list(chain.iterchildren(main("c"))):
            # Where the sheet is left out, it is that of the entry before.
            sheet = entry.get("i", sheet)
            if sheet in ids and ((gone := ids[sheet]) is None or entry.get("r") in gone):
                following = entry.getnext()
                if following is not None and following.get("i") is None and sheet is not None:
                    following.set("i", sheet)
                chain.remove(entry)
        if len(chain):
            self._put(part, serialise(chain))
            return
        self._relations.remove(part)
        self._put(self._relations.part, self._relations.content())
        self._remove({part})


def _lower(names: dict[str, str]) -> dict[str, str]:
    return {name.lower(): refers_to for name, refers_to in names.items()}


def open_book(path: Path) -> PackageBook:
    """Open a workbook file.

    Raises FileUnreadable, FileEmpty, OldWorkbook, BinaryWorkbook, EncryptedWorkbook,
    StrictWorkbook, NotAWorkbook, DamagedWorkbook or TooLarge, each with the file as its place.
    """
    try:
        return PackageBook(path)
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
