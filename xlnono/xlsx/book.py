"""Workbook files, changed part by part.

Only the sheets that are written on, the style table, and the lists that name the sheets are
written again; every other part stays as it is in the file, byte for byte.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from lxml import etree

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.files.workbook_file import DamagedWorkbook, read_workbook, shown
from xlnono.files.writing import check_not_open, writing_whole
from xlnono.language import Phrase, Text
from xlnono.spreadsheet.area import LAST_COLUMN, LAST_ROW, Area, rectangles, reference
from xlnono.spreadsheet.sheet import Page, PageCell, Sheet
from xlnono.xlsx.cell_values import text_of
from xlnono.xlsx.drawings import belongings, put_drawings
from xlnono.xlsx.formula_references import TABS, Names
from xlnono.xlsx.page_xml import filter_area, page_part, with_texts
from xlnono.xlsx.parts import (
    OFFICE,
    TYPES,
    Element,
    Relations,
    declare,
    main,
    new_part,
    parts_of_type,
    put,
    put_in_order,
    remove,
)
from xlnono.xlsx.recalculation import forget_order, forget_stale_results
from xlnono.xlsx.sheet_ranges import place_outside
from xlnono.xlsx.styles import StyleTable, facts_of
from xlnono.xlsx.worksheet import PackageSheet
from xlnono.xlsx.worksheet_reader import WorksheetReader
from xlnono.xlsx.xml import children, nodes_in, parse, serialise
from xlnono.xlsx.zip_archive import Archive

_ID = f"{{{OFFICE}}}id"
_STRICT = "http://purl.oclc.org/ooxml/"
_AFTER_NAMES = (
    "calcPr", "oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr", "smartTagTypes",
    "webPublishing", "fileRecoveryPr", "webPublishObjects", "extLst",
)  # fmt: skip
_PRINTED, _REPEATED, _FILTERED = (
    "_xlnm.Print_Area", "_xlnm.Print_Titles", "_xlnm._FilterDatabase",
)  # fmt: skip


class StrictWorkbook(XlnonoError):
    code = "strict-workbook"
    template = Text(
        "this workbook is in the “Strict Open XML” format: save it as an ordinary Excel workbook "
        "(.xlsx) and try again.",
        "「厳密な Open XML」形式のブックです。"
        "通常の Excel ブック(.xlsx)として保存し直してから試してください。",
    )


class SignedWorkbook(XlnonoError):
    code = "signed-workbook"
    template = Text(
        "the workbook has a digital signature, which any change would break: remove the "
        "signature, or solve a copy without it. Nothing was written.",
        "ブックに電子署名があり、書き換えると無効になります。"
        "署名を削除するか、署名のないコピーで解いてください。何も書き込んでいません。",
    )


class PackageBook:
    """A `Book` on a workbook file."""

    def __init__(self, path: Path, archive: Archive | None = None) -> None:
        """Open a workbook file, or the parts of one. Raises what `open_book` raises."""
        self.path = path
        self._archive = archive or Archive(read_workbook(path))
        root = self._first(Relations(self._archive, ""), "officeDocument")
        if root is None:
            raise self.damaged("_rels/.rels")
        self._part = root
        self._held = 0
        """How many tags and attributes of parts other than sheets are in memory."""
        self._open: dict[WorksheetReader, int] = {}
        """The sheets in memory, and how many tags and attributes each has."""
        self._workbook = self.parsed(root)
        if str(self._workbook.tag).startswith("{" + _STRICT):
            raise StrictWorkbook()
        self._before = serialise(self._workbook)
        self._relations = Relations(self._archive, root)
        self.folder = posixpath.dirname(root)
        """The folder of the part that lists the sheets."""
        targets = dict(self._relations)
        sheets = self._workbook.find(main("sheets"))
        if sheets is None:
            raise self.damaged(root)
        self._list = sheets
        self._tabs_before = len(sheets)
        self._sheets: dict[str, PackageSheet] = {}
        parts: set[str] = set()
        for entry in self._entries():
            relation = targets.get(entry.get(_ID, ""))
            if relation is None or relation.target not in self._archive:
                raise self.damaged(root)
            if relation.kind == "worksheet":
                title, part = entry.get("name", ""), relation.target.lower()
                if title in self._sheets or part in parts:
                    raise self.damaged(root)
                parts.add(part)
                self._sheets[title] = PackageSheet(self, title, relation.target)
        properties = self._workbook.find(main("workbookPr"))
        self.from_1904 = properties is not None and properties.get("date1904") in ("1", "true")
        self._styles: StyleTable | None = None
        self._strings: list[bytes] | None = None
        self._string_colours: dict[int, tuple[str, ...]] = {}
        self._by_place: dict[str, list[Element]] | None = None
        """The entries of names by the index of the sheet they belong to."""
        self._places: dict[str, int] = {}
        self._replaced: set[str] = set()
        """The sheets that hold another page now."""
        self._made: set[str] = set()
        """The sheets whose parts are pages as they were put."""
        self._removed: dict[str, str] = {}
        """The removed sheets by title, with their ids."""

    @property
    def archive(self) -> Archive:
        """The parts of the file; `settle` brings them up to date."""
        return self._archive

    @property
    def part(self) -> str:
        """The part that lists the sheets."""
        return self._part

    def _entries(self) -> list[Element]:
        """The entries of the tabs, chart sheets included."""
        return list(self._list.iterchildren(main("sheet")))

    def damaged(self, part: str) -> DamagedWorkbook:
        """The error for an invalid part."""
        part = shown(part)
        return DamagedWorkbook(
            reason=Phrase(
                Text("the part {part} is not valid", "パーツ {part} の内容が正しくありません"),
                {"part": part},
            )
        )

    def number(self, text: str, part: str) -> int:
        """A number in a part. Raises DamagedWorkbook if it is not one."""
        if len(text) > 10 or not (text.isascii() and text.isdigit()):
            raise self.damaged(part)
        return int(text)

    def content(self, part: str) -> bytes:
        """A part as it is. Raises DamagedWorkbook or TooLarge."""
        return self._archive.read(part)

    def parsed(self, part: str) -> Element:
        """A part as a tree that stays in memory. Raises DamagedWorkbook or TooLarge."""
        content = self._archive.read(part)
        root = parse(content, part, self._held)
        self._held += nodes_in(content)
        return root

    def opened(self, sheet: WorksheetReader) -> tuple[Element, bytes]:
        """The part of a sheet as a tree, and as it is.

        If memory is short, the trees of other sheets are dropped. Raises DamagedWorkbook or
        TooLarge.
        """
        content = self._archive.read(sheet.part)
        nodes = nodes_in(content)
        if not limits.fits(limits.NODES, self._held + sum(self._open.values()) + nodes):
            for other in list(self._open):
                self._close(other)
        root = parse(content, sheet.part, self._held + sum(self._open.values()))
        self._open[sheet] = nodes
        return root, content

    def _close(self, sheet: WorksheetReader) -> None:
        """Write the tree of a sheet to its part and remove it from memory."""
        if sheet.changed:
            sheet.settle()
            put(self._archive, sheet.part, serialise(sheet.root))
        sheet.close()
        self._open.pop(sheet, None)

    @cached_property
    def styles_part(self) -> str | None:
        """The part with the looks, also if no relation leads to it."""
        related = self._first(self._relations, "styles")
        if related is not None and self._is_styles(related):
            return related
        usual = posixpath.join(self.folder, "styles.xml")
        parts = (*parts_of_type(self._archive, TYPES["styles"]), usual)
        return next(filter(self._is_styles, parts), None)

    def _is_styles(self, part: str) -> bool:
        if part not in self._archive:
            return False
        self._styles_root = self.parsed(part)
        return self._styles_root.tag == main("styleSheet")

    @property
    def styles(self) -> StyleTable:
        """The looks that cells refer to."""
        if self._styles is None:
            theme = self._first(self._relations, "theme")
            parts = (self.styles_part, theme)
            self._styles = StyleTable(
                None if self.styles_part is None else self._styles_root,
                lambda: None if theme is None else self.parsed(theme),
                facts_of(*(b"" if part is None else self.content(part) for part in parts)),
            )
        return self._styles

    def shared_string(self, number: int) -> str:
        """A text that cells refer to. Raises DamagedWorkbook if there is none."""
        texts = self.shared_strings()
        if number >= len(texts):
            raise self.damaged(self._first(self._relations, "sharedStrings") or self._part)
        return texts[number].decode()

    def shared_strings(self) -> list[bytes]:
        """All texts that cells refer to, in UTF-8. Raises DamagedWorkbook or TooLarge."""
        if self._strings is None:
            part = self._first(self._relations, "sharedStrings")
            self._strings = [] if part is None else self._texts(part)
        return self._strings

    def shared_colours(self, number: int) -> tuple[str, ...]:
        """The colours of the parts of a text that cells refer to, if they have their own."""
        return self._string_colours.get(number, ())

    def _texts(self, part: str) -> list[bytes]:
        """The texts of a part, in UTF-8, which takes the least memory.

        Also notes the colours of those with parts in several colours.
        """
        texts: list[bytes] = []
        count = 0
        for count, entry in enumerate(children(self.content(part), part, main("si")), 1):
            if limits.fits(limits.STRINGS, count):
                texts.append(text_of(entry).encode())
                if entry.find(main("r")) is not None and (
                    colours := self.styles.run_colours(entry)
                ):
                    self._string_colours[count - 1] = colours
        limits.check(limits.STRINGS, count, part=part)
        return texts

    def sheets(self) -> list[Sheet]:
        return [self._sheets[title] for title in self.titles() if title in self._sheets]

    def sheet(self, title: str) -> PackageSheet:
        """The worksheet of a title. Raises KeyError."""
        return self._sheets[title]

    def titles(self) -> list[str]:
        return [entry.get("name", "") for entry in self._entries()]

    def _names(self, title: str) -> Iterator[Element]:
        """The entries of the names that belong to a sheet."""
        if self._by_place is None:
            self._by_place = {}
            for entry in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
                if (place := entry.get("localSheetId")) is not None:
                    self._by_place.setdefault(place, []).append(entry)
        for entry in self._by_place.get(str(self._place(title)), ()):
            # Removed entries are not in the tree.
            if entry.getparent() is not None:
                yield entry

    def _place(self, title: str) -> int:
        """The place of a tab, counted from 0."""
        if len(self._places) != len(self._list):
            self._places = {name: place for place, name in reversed([*enumerate(self.titles())])}
        return self._places[title]

    def names_of(self, title: str) -> dict[str, str]:
        """The names that belong to a sheet, and what they refer to."""
        return {entry.get("name", ""): entry.text or "" for entry in self._names(title)}

    def set_name(self, title: str, name: str, refers_to: str, *, hidden: bool = False) -> None:
        """Add or replace a name that belongs to a sheet."""
        # Names are not case-sensitive.
        key = name.lower()
        entries = [entry for entry in self._names(title) if entry.get("name", "").lower() == key]
        for double in entries[1:]:
            _take_out(double)
        if entries:
            entry = entries[0]
        else:
            place = str(self._place(title))
            entry = etree.SubElement(
                self._all_defined(), main("definedName"), name=name, localSheetId=place
            )
            if self._by_place is not None:
                self._by_place.setdefault(place, []).append(entry)
            if hidden:
                entry.set("hidden", "1")
        entry.set("name", name)
        entry.text = refers_to

    def define(self, name: str, refers_to: str) -> bool:
        """Add a name that belongs to the whole workbook, unless it is taken; returns whether."""
        entries = self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}")
        if any(entry.get("name", "").lower() == name.lower() for entry in entries):
            return False
        etree.SubElement(self._all_defined(), main("definedName"), name=name).text = refers_to
        return True

    def _all_defined(self) -> Element:
        """The list of names, which a workbook need not have."""
        names = self._workbook.find(main("definedNames"))
        if names is None:
            names = etree.Element(main("definedNames"))
            put_in_order(self._workbook, names, _AFTER_NAMES)
        return names

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        if title not in self._sheets:
            self._add_sheet(title, after)
        part = self._sheets[title].part
        drawn = put_drawings(self._archive, self.folder, title, part, page)
        content = page_part(
            page,
            self.styles,
            selected=self._place(title) == self._shown(),
            drawn=drawn,
        )
        if put(self._archive, part, content):
            self._open.pop(self._sheets[title], None)
            self._sheets[title] = PackageSheet(self, title, part)
            self._replaced.add(title)
        self._made.add(title)
        self._name_page(title, page)

    def put_texts(
        self, title: str, columns: Mapping[int, Sequence[tuple[str, int | None]]]
    ) -> bool:
        """Add texts to a page that was put, as `with_texts` does; returns whether the sheet is one.

        A look of None is that of a cell of a page without a look.
        """
        if title not in self._made:
            return False
        plain = self.styles.page_look(PageCell(None))
        texts = {
            column: [(text, plain if look is None else look) for text, look in held]
            for column, held in columns.items()
        }
        self.put_sheet(title, with_texts(self.content(self._sheets[title].part), texts))
        return True

    def remove_name(self, title: str, name: str) -> None:
        """Remove a name that belongs to a sheet, if it exists."""
        for entry in list(self._names(title)):
            if entry.get("name", "").lower() == name.lower():
                _take_out(entry)
        self._by_place = None
        self._drop_empty_names()

    def _drop_empty_names(self) -> None:
        names = self._workbook.find(main("definedNames"))
        if names is not None and not len(names):
            self._workbook.remove(names)

    def remove_sheet(self, title: str, shown: Sheet) -> None:
        """Remove a sheet, with its names and the parts that only it refers to.

        If it was in view, `shown` is in view afterwards.
        """
        place, was_shown = self.titles().index(title), self._shown()
        entry, sheet = self._entries()[place], self._sheets.pop(title)
        part = sheet.part
        self._open.pop(sheet, None)
        for name in list(self._names(title)):
            _take_out(name)
        self._drop_empty_names()
        _take_out(entry)
        self._places, self._by_place = {}, None
        for name in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
            self._shift(name, "localSheetId", place + 1, -1)
        for view in self._workbook.iterfind(f"{main('bookViews')}/{main('workbookView')}"):
            self._shift(view, "activeTab", place + 1, -1)
            self._shift(view, "firstSheet", place + 1, -1)
            if was_shown == place:
                view.set("activeTab", str(self.titles().index(shown.title)))
        if was_shown == place:
            self._sheets[shown.title].select()
        self._relations.remove(part)
        put(self._archive, self._relations.part, self._relations.content())
        remove(self._archive, {part, *belongings(self._archive, part)})
        self._removed[title] = entry.get("sheetId", "")

    def put_sheet(self, title: str, content: bytes) -> None:
        """Replace the part of a sheet, discarding changes made to it."""
        old = self._sheets[title]
        self._made.discard(title)
        self._open.pop(old, None)
        put(self._archive, old.part, content)
        self._sheets[title] = PackageSheet(self, title, old.part)

    def _first(self, relations: Relations, kind: str) -> str | None:
        return next((part for part in relations.targets(kind) if part in self._archive), None)

    def _shown(self) -> int:
        """The place of the tab that is shown."""
        view = self._workbook.find(f"{main('bookViews')}/{main('workbookView')}")
        return 0 if view is None else self.number(view.get("activeTab", "0"), self._part)

    def _add_sheet(self, title: str, after: Sheet) -> None:
        part = new_part(self._archive, self.folder, "worksheet")
        entries = self._entries()
        highest = max(self.number(entry.get("sheetId", "0"), self._part) for entry in entries)
        parts = [self._part, *(sheet.part for sheet in self._sheets.values())]
        place = place_outside(
            self._place(after.title) + 1, self.titles(), map(self._archive.read, parts)
        )
        # Otherwise the prefix would depend on which libraries are loaded.
        entry = etree.Element(
            main("sheet"), {"name": title, "sheetId": str(highest + 1)}, nsmap={"r": OFFICE}
        )
        entry.set(_ID, self._relations.add("worksheet", part))
        put(self._archive, self._relations.part, self._relations.content())
        entries[place - 1].addnext(entry)
        self._places = {}
        for name in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
            self._shift(name, "localSheetId", place, 1)
        for view in self._workbook.iterfind(f"{main('bookViews')}/{main('workbookView')}"):
            self._shift(view, "activeTab", place, 1)
            self._shift(view, "firstSheet", place, 1)
        self._sheets[title] = PackageSheet(self, title, part)

    def _shift(self, element: Element, attribute: str, place: int, by: int) -> None:
        """Count a tab further or less far if it stands at a place or behind it."""
        self._by_place = None
        text = element.get(attribute)
        if text is not None and (number := self.number(text, self._part)) >= place:
            element.set(attribute, str(number + by))

    def _name_page(self, title: str, page: Page) -> None:
        printed = ",".join(reference(title, area) for area in (page.printed, *page.printed_behind))
        names = {_PRINTED: printed}
        if (table := filter_area(page)) is not None:
            row = f"${page.header_row}:${page.header_row}"
            names[_REPEATED] = f"{reference(title, table).rpartition('!')[0]}!{row}"
            names[_FILTERED] = reference(title, table)
        for entry in list(self._names(title)):
            if entry.get("name") in (_REPEATED, _FILTERED) and entry.get("name") not in names:
                _take_out(entry)
        for name, refers_to in (names | dict(page.names)).items():
            self.set_name(title, name, refers_to, hidden=name == _FILTERED)

    def check_writable(self, path: Path) -> None:
        """Raise the errors of `save` that can be known beforehand.

        Raises SignedWorkbook, or FileOpenElsewhere if the target is open in a spreadsheet program.
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
            self.settle()
            for sheet in self._sheets.values():
                self._close(sheet)
            pieces = self._archive.pieces()
            with writing_whole(path) as stream:
                stream.writelines(pieces)
        except XlnonoError as error:
            raise error.at(file=str(path)) from None

    def settle(self) -> None:
        """Update the parts of the file with the changes made to the sheets."""
        for sheet in self._sheets.values():
            sheet.settle()
        self._forget_stale_results()
        for sheet in self._sheets.values():
            if sheet.changed:
                put(self._archive, sheet.part, serialise(sheet.root))
        if self._styles is not None and self._styles.changed:
            self._put_styles(self._styles)
        self._forget_order()
        workbook = serialise(self._workbook)
        if workbook != self._before:
            put(self._archive, self._part, workbook)
            self._before = workbook
        for sheet in self._sheets.values():
            sheet.settled()
        self._replaced.clear()
        self._removed.clear()
        self._tabs_before = len(self._list)

    def _forget_stale_results(self) -> None:
        changed = {title: rectangles(sheet.rewritten) for title, sheet in self._sheets.items()} | {
            title: [Area.between(1, 1, LAST_ROW, LAST_COLUMN)]
            for title in (*self._replaced, *self._removed)
        }
        if self._tabs_before != len(self._list):
            changed[TABS] = [Area(1, 1)]
        if not any(changed.values()):
            return
        sheets = {
            title: sheet for title, sheet in self._sheets.items() if title not in self._replaced
        }
        if forget_stale_results(sheets, changed, self._all_names):
            self.calculate_on_load()

    def calculate_on_load(self) -> None:
        """Let programs calculate all formulas when they open the workbook."""
        settings = self._workbook.find(main("calcPr"))
        if settings is None:
            settings = etree.Element(main("calcPr"))
            put_in_order(self._workbook, settings, _AFTER_NAMES[1:])
        settings.set("fullCalcOnLoad", "1")

    def _all_names(self) -> Names:
        """The names of the workbook, its sheets and its tables."""
        titles = self.titles()
        names = Names(titles)
        for entry in self._workbook.iterfind(f"{main('definedNames')}/{main('definedName')}"):
            place, sheet = entry.get("localSheetId"), None
            if place is not None and (number := self.number(place, self._part)) < len(titles):
                sheet = titles[number]
            names.add(entry.get("name", ""), entry.text or "", sheet)
        for held in self._sheets.values():
            for part in Relations(self._archive, held.part).targets("table"):
                if part in self._archive:
                    table = parse(self.content(part), part, self._held)
                    with suppress(ValueError):
                        area = Area.parse(table.get("ref", ""))
                        names.add(table.get("displayName", ""), reference(held.title, area))
        return names

    def _put_styles(self, styles: StyleTable) -> None:
        part = self.styles_part
        if part is None:
            # Some programs look for no other name.
            part = posixpath.join(self.folder, "styles.xml")
            if part in self._archive:
                part = new_part(self._archive, self.folder, "styles")
            self.styles_part = part
        if self._first(self._relations, "styles") != part:
            # Programs only follow the first one.
            self._relations.remove_kind("styles")
            self._relations.add("styles", part)
            put(self._archive, self._relations.part, self._relations.content())
            declare(self._archive, {part: TYPES["styles"]})
        put(self._archive, part, serialise(styles.root))
        styles.settled()

    def _forget_order(self) -> None:
        part = self._first(self._relations, "calcChain")
        if part is None:
            return
        forgotten: dict[str | None, Collection[str] | None] = dict.fromkeys(self._removed.values())
        for entry in self._entries():
            title, number = entry.get("name", ""), entry.get("sheetId", "")
            if title in self._replaced:
                forgotten[number] = None
            elif title in self._sheets and (freed := self._sheets[title].freed):
                forgotten[number] = freed
        if not forgotten:
            return
        chain = parse(self.content(part), part, self._held)
        if not forget_order(chain, forgotten):
            return
        if len(chain):
            put(self._archive, part, serialise(chain))
        else:
            self.drop_order()

    def drop_order(self) -> None:
        """Remove the order of calculation; programs create a new one."""
        part = self._first(self._relations, "calcChain")
        if part is not None:
            self._relations.remove(part)
            put(self._archive, self._relations.part, self._relations.content())
            remove(self._archive, {part})


def _take_out(element: Element) -> None:
    parent = element.getparent()
    assert parent is not None
    parent.remove(element)


def open_book(path: Path) -> PackageBook:
    """Open a workbook file.

    Raises FileUnreadable, FileEmpty, OldWorkbook, BinaryWorkbook, EncryptedWorkbook,
    StrictWorkbook, NotAWorkbook, DamagedWorkbook or TooLarge, each with the file as its place.
    """
    try:
        return PackageBook(path)
    except XlnonoError as error:
        raise error.at(file=str(path)) from None
