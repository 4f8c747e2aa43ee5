"""The style table of a workbook file: reading looks and adding missing ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from operator import methodcaller
from typing import TypeVar, cast

from lxml import etree

from xlnono.files import limits
from xlnono.patterns import pattern
from xlnono.records import NamedTuple
from xlnono.spreadsheet.sheet import Condition, PageCell, Style
from xlnono.spreadsheet.theme import LINK, MEDIUM, TEXT, THIN, edge_colour
from xlnono.xlsx.colours import PALETTE, theme_colours, tinted
from xlnono.xlsx.parts import MAIN, Element, main, put_in_order, whole

_TABLES = (
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs",
    "tableStyles", "colors", "extLst",
)  # fmt: skip
_FONT = (
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz",
    "color", "name", "family", "charset", "scheme",
)  # fmt: skip
_MINIMAL = f"""<styleSheet xmlns="{MAIN}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>"""
_FIRST_OWN_FORMAT = 164
_BUILT_IN_DATES = {
    14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yyyy h:mm",
    27: "yyyy/m/d", 28: "m/d", 29: "m/d", 30: "m/d/yy", 31: "yyyy/m/d", 32: "h:mm",
    33: "h:mm:ss", 34: "h:mm", 35: "h:mm:ss", 36: "yyyy/m/d",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    50: "yyyy/m/d", 51: "m/d", 52: "yyyy/m", 53: "m/d", 54: "m/d", 55: "yyyy/m", 56: "m/d",
    57: "yyyy/m/d", 58: "m/d",
}  # fmt: skip
"""Built-in date formats, which have no entry in the table; from 27 on they depend on the language
of the program, and these are the Japanese ones."""
_NO_DATE = pattern(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general', re.IGNORECASE)
_SIDES = ("left", "right", "top", "bottom")
_WEIGHTS = {THIN: "thin", MEDIUM: "medium"}


@lru_cache(maxsize=256)
def shows_date(number_format: str) -> bool:
    """Whether a number format shows numbers as dates or times."""
    return re.search("[ymdhs]", _NO_DATE.sub("", number_format), re.IGNORECASE) is not None


_Fact = TypeVar("_Fact")

_copied: Callable[[Element], Element] = methodcaller("__copy__")
"""The same as `deepcopy`, which takes as long again to see what kind of thing it is given."""

_Parts = tuple[str, tuple[tuple[str, str], ...], str, tuple["_Parts", ...]]


def _parts(element: Element) -> _Parts:
    """What makes an element equal to another one."""
    return (
        element.tag,
        tuple(sorted(cast("list[tuple[str, str]]", element.items()))),
        (element.text or "").strip(),
        tuple([_parts(child) for child in element if isinstance(child.tag, str)]),
    )


def _key(element: Element) -> str:
    """A key that is equal for equal elements; other than a tuple's, its hash is found once."""
    return repr(_parts(element))


class _Entry(NamedTuple):
    """An entry to be copied into a table, and its key."""

    element: Element
    key: str


@lru_cache(maxsize=4096)
def _parsed(xml: str) -> _Entry:
    """An entry without namespaces; most are added to many workbooks."""
    element = etree.fromstring(f'<made xmlns="{MAIN}">{xml}</made>')[0]
    return _Entry(element, _key(element))


def _page_font(like: Element, colour: str, bold: bool, underlined: bool) -> _Entry:
    """A font of the same kind and size as another one."""
    font = _copied(like)
    for tag in ("b", "i", "strike", "u", "color"):
        for part in font.findall(main(tag)):
            font.remove(part)
    if bold:
        _font_part(font, "b")
    if underlined:
        _font_part(font, "u")
    _font_part(font, "color", rgb="FF" + colour)
    return _Entry(font, _key(font))


def _set(look: Element, name: str, number: int, applied: str) -> None:
    if look.get(name) != str(number):
        look.set(name, str(number))
        look.set(applied, "1")


class _Change(NamedTuple):
    """The parts that a look gets; None stands for those that it keeps."""

    fill: int
    font: int | None
    code: int | None
    centred: bool


def _changed_look(like: Element, change: _Change) -> _Entry:
    """A look like another one, with other parts."""
    look = _copied(like)
    fill, font, code, centred = change
    _set(look, "fillId", fill, "applyFill")
    if font is not None:
        _set(look, "fontId", font, "applyFont")
    if code is not None:
        _set(look, "numFmtId", code, "applyNumberFormat")
        # Otherwise the number would be shown as text.
        look.attrib.pop("quotePrefix", "")
    if centred:
        _centre(look)
    return _Entry(look, _key(look))


def _centre(look: Element) -> None:
    alignment = look.find(main("alignment"))
    if alignment is None:
        alignment = _made("alignment")
        look.insert(0, alignment)
    elif alignment.get("horizontal") == alignment.get("vertical") == "center":
        return
    look.set("applyAlignment", "1")
    for name in ("horizontal", "vertical"):
        alignment.set(name, "center")


class _Facts:
    """What is known of the looks that a file brought along, by their numbers."""

    def __init__(self) -> None:
        self.keys: dict[str, dict[str, int]] = {}
        """The entries of each table."""
        self.borders: dict[int, bool] = {}
        self.fills: dict[int, str | None] = {}
        self.texts: dict[int, str | None] = {}
        self.changed: dict[tuple[int, _Change], _Entry] = {}
        """Looks like those, with other parts."""
        self.page_fonts: dict[tuple[str, bool, bool], _Entry] = {}
        """Fonts like the first one, by colour, and whether they are bold and underlined."""


_LARGEST_SHARED = 200_000
"""The most bytes of a style table whose facts are kept for the next workbook that has the same."""


@lru_cache(maxsize=4)
def _shared_facts(_styles: bytes, _theme: bytes) -> _Facts:
    return _Facts()


def facts_of(styles: bytes, theme: bytes) -> _Facts:
    """What is known of a style table; the workbooks of a folder often have the same."""
    if len(styles) + len(theme) > _LARGEST_SHARED:
        return _Facts()
    return _shared_facts(styles, theme)


class _Table:
    """One of the tables, such as the fonts: its entries by number.

    Other elements in it do not count; programs ignore them.
    """

    def __init__(self, root: Element, name: str, entry: str, facts: _Facts) -> None:
        self.root, self.name, self._facts = root, name, facts
        self.element = root.find(main(name))
        limits.check(limits.LOOKS, 0 if self.element is None else len(self.element))
        self.entries: list[Element] = (
            [] if self.element is None else list(self.element.iterchildren(main(entry)))
        )
        self.changed = False
        self._numbers: dict[str, int] | None = None

    def number(self, entry: Element) -> int:
        """The number of an equal entry, which is added if necessary."""
        key = _key(entry)
        number = self._known(key)
        return self._added(key, entry) if number is None else number

    def number_of(self, entry: _Entry) -> int:
        """The same for an entry that is copied."""
        number = self._known(entry.key)
        return self._added(entry.key, _copied(entry.element)) if number is None else number

    def _known(self, key: str) -> int | None:
        if self._numbers is None:
            known = self._facts.keys.get(self.name)
            if known is None:
                known = {}
                for number, entry in enumerate(self.entries):
                    known.setdefault(_key(entry), number)
                self._facts.keys[self.name] = known
            self._numbers = known.copy()
        return self._numbers.get(key)

    def _added(self, key: str, entry: Element) -> int:
        assert self._numbers is not None
        self._numbers[key] = len(self.entries)
        self.append(entry)
        return self._numbers[key]

    def append(self, entry: Element) -> None:
        if self.element is None:
            self.element = etree.Element(main(self.name))
            put_in_order(self.root, self.element, _TABLES[_TABLES.index(self.name) + 1 :])
        self.element.append(entry)
        self.entries.append(entry)
        self.element.set("count", str(len(self.entries)))
        self.changed = True


def _made(tag: str, **attributes: str) -> Element:
    return etree.Element(main(tag), attributes)


def _font_part(font: Element, tag: str, **attributes: str) -> None:
    """Set one property of a font."""
    part = font.find(main(tag))
    if part is not None:
        font.replace(part, _made(tag, **attributes))
    else:
        put_in_order(font, _made(tag, **attributes), _FONT[_FONT.index(tag) + 1 :])


_NO_FILL = '<fill><patternFill patternType="none"/></fill>'
_DOTTED = '<fill><patternFill patternType="gray125"/></fill>'


def _number(element: Element, name: str) -> int:
    return whole(element.get(name, "0"))


class StyleTable:
    """The looks that cells of a workbook refer to by number.

    `theme` returns the theme part, if there is one, and `facts` are those of both. A number that
    the table does not have counts as 0, which is the look of cells without any.
    """

    def __init__(
        self, root: Element | None, theme: Callable[[], Element | None], facts: _Facts
    ) -> None:
        self.root = etree.fromstring(_MINIMAL) if root is None else root
        self._facts = facts
        self._tables = tuple(
            _Table(self.root, name, entry, facts)
            for name, entry in (
                ("numFmts", "numFmt"),
                ("fonts", "font"),
                ("fills", "fill"),
                ("borders", "border"),
                ("cellXfs", "xf"),
                ("dxfs", "dxf"),
            )
        )
        self._formats, self._fonts, self._fills, self._borders, self._looks, self._differences = (
            self._tables
        )
        # A table without its first entry is not usable.
        for table, spare in (
            (self._fonts, "<font/>"),
            (self._fills, _NO_FILL),
            (self._borders, "<border/>"),
            (self._looks, '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'),
        ):
            if not table.entries:
                table.append(_copied(_parsed(spare).element))
        # An added entry must not get a number that cells use without an entry.
        for look in self.root.iter(main("xf")):
            for name, table in (
                ("fontId", self._fonts),
                ("fillId", self._fills),
                ("borderId", self._borders),
            ):
                if _number(look, name) >= len(table.entries):
                    look.set(name, "0")
        self._find_theme = theme
        self._codes = {
            _number(entry, "numFmtId"): entry.get("formatCode", "")
            for entry in self._formats.entries
        }
        self._given = len(self._looks.entries)
        self._has_bases = self.root.find(main("cellStyleXfs")) is not None
        self._restyled: dict[tuple[int, Style], int] = {}
        self._made_looks: dict[tuple[object, ...], int] = {}
        self._made_fonts: dict[tuple[str, bool, bool], int] = {}
        self._coloured_fonts: dict[tuple[str | None, str], int] = {}
        """The numbers of the looks that `restyled` and `page_look` made, and of their parts."""

    @property
    def changed(self) -> bool:
        """Whether anything was added."""
        return any(table.changed for table in self._tables)

    def settled(self) -> None:
        """Count as unchanged from now on."""
        for table in self._tables:
            table.changed = False

    def _look(self, number: int) -> Element:
        return self._looks.entries[number if 0 <= number < len(self._looks.entries) else 0]

    def number_format(self, number: int) -> str:
        """The number format of a look; built-in formats other than dates are "General"."""
        code = _number(self._look(number), "numFmtId")
        return self._codes.get(code) or _BUILT_IN_DATES.get(code, "General")

    def _fact(self, known: dict[int, _Fact], find: Callable[[int], _Fact], number: int) -> _Fact:
        """Something about a look, kept if the file brought it along."""
        if number >= self._given:
            return find(number)
        if number not in known:
            known[number] = find(number)
        return known[number]

    def has_border(self, number: int) -> bool:
        """Whether a look has a line on any side."""
        return self._fact(self._facts.borders, self._find_border, number)

    def _find_border(self, number: int) -> bool:
        border = self._of(self._borders, self._look(number), "borderId")
        return any(
            (side := border.find(main(name))) is not None and side.get("style", "none") != "none"
            for name in (*_SIDES, "start", "end")
        )

    def fill_colour(self, number: int) -> str | None:
        """The colour of a look's solid fill, None for other fills."""
        return self._fact(self._facts.fills, self._find_fill_colour, number)

    def _find_fill_colour(self, number: int) -> str | None:
        pattern = self._of(self._fills, self._look(number), "fillId").find(main("patternFill"))
        if pattern is None or pattern.get("patternType") != "solid":
            return None
        colour = pattern.find(main("fgColor"))
        return "000000" if colour is None else self._colour(colour)

    def text_colour(self, number: int) -> str | None:
        """The colour of a look's text, None if it is automatic."""
        return self._fact(self._facts.texts, self._find_text_colour, number)

    def _find_text_colour(self, number: int) -> str | None:
        colour = self._of(self._fonts, self._look(number), "fontId").find(main("color"))
        return None if colour is None else self._colour(colour)

    def run_colours(self, text: Element) -> tuple[str, ...]:
        """The different colours of the parts of a text, in their order."""
        colours = text.iterfind(f"{main('r')}/{main('rPr')}/{main('color')}")
        return tuple(dict.fromkeys(map(self._colour, colours)))

    @staticmethod
    def _of(table: _Table, look: Element, name: str) -> Element:
        number = _number(look, name)
        return table.entries[number if number < len(table.entries) else 0]

    def _colour(self, colour: Element) -> str:
        if (theme := colour.get("theme")) is not None and theme.isdecimal():
            plain = self._theme[whole(theme) % len(self._theme)]
        elif (indexed := colour.get("indexed")) is not None and indexed.isdecimal():
            palette = self._palette
            if whole(indexed) >= len(palette):
                return "000000" if whole(indexed) == 64 else "FFFFFF"
            plain = palette[whole(indexed)]
        else:
            plain = colour.get("rgb", "000000")[-6:].upper()
            if not re.fullmatch("[0-9A-F]{6}", plain):
                return "000000"
        try:
            tint = float(colour.get("tint", "0"))
        except ValueError:
            return plain
        return tinted(plain, max(-1.0, min(tint, 1.0))) if tint else plain

    @cached_property
    def _theme(self) -> tuple[str, ...]:
        return theme_colours(self._find_theme())

    @cached_property
    def _palette(self) -> list[str]:
        own = self.root.find(f"{main('colors')}/{main('indexedColors')}")
        if own is None:
            return list(PALETTE)
        return [entry.get("rgb", "FF000000")[-6:].upper() for entry in own]

    def restyled(self, number: int, style: Style) -> int:
        """The number of a look like another one, changed by a style."""
        known = self._restyled.get((number, style))
        if known is not None:
            return known
        look = self._look(number)
        if style.fill is not None:
            fill = self._solid_fill(style.fill)
        else:
            old = self._of(self._fills, look, "fillId")
            pattern = old.find(main("patternFill"))
            bare = len(old) == 0 or (
                pattern is not None and pattern.get("patternType", "none") == "none"
            )
            fill = _number(look, "fillId") if bare else self._fill(_NO_FILL)
        font = None if style.font is None else self._coloured_font(look, style.font)
        code = None if style.number_format is None else self._format(style.number_format)
        change = _Change(fill, font, code, style.centred)
        earlier = self._facts.changed if number < self._given else {}
        entry = earlier[number, change] = earlier.get((number, change)) or _changed_look(
            look, change
        )
        self._restyled[number, style] = result = self._looks.number_of(entry)
        return result

    def mixed(self, number: int, other: int, *, fill: bool) -> int:
        """The number of a look with the borders of another one, and its fill if `fill`."""
        look, source = _copied(self._look(number)), self._look(other)
        _set(look, "borderId", _number(source, "borderId"), "applyBorder")
        if fill:
            _set(look, "fillId", _number(source, "fillId"), "applyFill")
        return number if _key(look) == _key(self._look(number)) else self._looks.number(look)

    def page_look(self, cell: PageCell) -> int:
        """The number of the look of a page's cell, on the workbook's usual font."""
        key = (*cell[1:5], cell.link is None, *cell[6:])
        known = self._made_looks.get(key)
        if known is not None:
            return known
        font = self._page_font(cell)
        fill = self._solid_fill(cell.fill) if cell.fill else 0
        border = self._borders.number_of(_edges(cell.edges)) if cell.edges else 0
        code = self._format(cell.number_format) if cell.number_format else 0
        base = ' xfId="0"' if self._has_bases else ""
        applied = "".join(
            f' {name}="1"'
            for name, number in (
                ("applyFont", font),
                ("applyFill", fill),
                ("applyBorder", border),
                ("applyNumberFormat", code),
            )
            if number
        )
        entry = _parsed(
            f'<xf numFmtId="{code}" fontId="{font}" fillId="{fill}" borderId="{border}"{base}'
            f'{applied} applyAlignment="1">{_alignment(cell)}</xf>'
        )
        self._made_looks[key] = result = self._looks.number_of(entry)
        return result

    def _page_font(self, cell: PageCell) -> int:
        colour = LINK if cell.link else cell.font or TEXT
        key = colour, cell.bold, cell.link is not None
        if key not in self._made_fonts:
            fonts = self._facts.page_fonts
            if key not in fonts:
                fonts[key] = _page_font(self._fonts.entries[0], *key)
            self._made_fonts[key] = self._fonts.number_of(fonts[key])
        return self._made_fonts[key]

    def difference(self, condition: Condition) -> int:
        """The number of the look that a conditional format gives."""
        font = f'<font><color rgb="FF{condition.font}"/></font>' if condition.font else ""
        border = ""
        if condition.edge:
            side = f' style="thin"><color rgb="FF{condition.edge}"/></'
            border = f"<border>{''.join(f'<{name}{side}{name}>' for name in _SIDES)}</border>"
        entry = _parsed(
            f'<dxf>{font}<fill><patternFill><bgColor rgb="FF{condition.fill}"/></patternFill>'
            f"</fill>{border}</dxf>"
        )
        return self._differences.number_of(entry)

    def _fill(self, xml: str) -> int:
        """The number of a fill, which is added if necessary."""
        if len(self._fills.entries) == 1:
            # Excel always shows the second fill as dotted.
            self._fills.append(_copied(_parsed(_DOTTED).element))
        return self._fills.number_of(_parsed(xml))

    def _solid_fill(self, colour: str) -> int:
        """The number of a solid fill."""
        return self._fill(
            f'<fill><patternFill patternType="solid"><fgColor rgb="FF{colour}"/>'
            '<bgColor indexed="64"/></patternFill></fill>'
        )

    def _coloured_font(self, look: Element, colour: str) -> int:
        """The number of a font like that of a look, in another colour."""
        key = look.get("fontId"), colour
        if key not in self._coloured_fonts:
            font = _copied(self._of(self._fonts, look, "fontId"))
            _font_part(font, "color", rgb="FF" + colour)
            self._coloured_fonts[key] = self._fonts.number(font)
        return self._coloured_fonts[key]

    def _format(self, code: str) -> int:
        if code == "General":
            return 0
        for number, known in self._codes.items():
            if known == code:
                return number
        number = max([_FIRST_OWN_FORMAT - 1, *self._codes]) + 1
        self._formats.append(_made("numFmt", numFmtId=str(number), formatCode=code))
        self._codes[number] = code
        return number


@lru_cache(maxsize=256)
def _edges(weights: tuple[int, int, int, int]) -> _Entry:
    """The border with these weights at the top, bottom, left and right."""
    top, bottom, left, right = weights
    sides = "".join(
        f'<{name} style="{_WEIGHTS[weight]}"><color rgb="FF{edge_colour(weight)}"/></{name}>'
        for name, weight in (("left", left), ("right", right), ("top", top), ("bottom", bottom))
    )
    return _parsed(f"<border>{sides}<diagonal/></border>")


def _alignment(cell: PageCell) -> str:
    if cell.centred:
        return '<alignment horizontal="center" vertical="center" shrinkToFit="1"/>'
    if cell.wrap:
        return '<alignment horizontal="left" vertical="top" wrapText="1" indent="1"/>'
    return '<alignment horizontal="left" vertical="top" indent="1"/>'
