"""Takes the macros out of a workbook file, and the controls that do nothing without them.

What stays is an ordinary workbook: its content type, relations and code names do not mention
macros any more.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress

from xlnono.patterns import pattern
from xlnono.xlsx.parts import (
    OFFICE,
    TYPES_PART,
    Element,
    Relations,
    declare,
    main,
    put,
    relations_part,
)
from xlnono.xlsx.removing import cut_keys, cut_kinds, sheet_parts, workbook_part
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive

_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
_PROJECT = "application/vnd.ms-office.vbaProject"
_PROJECTS = ("vbaProject", "vbaProjectSignature", "attachedToolbars")
_RIBBON = ("extensibility", "userCustomization")
_MACRO_SHEETS = ("xlMacrosheet", "xlIntlMacrosheet")
_ID = f"{{{OFFICE}}}id"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_ANCHORS = {f"{_DRAWING}{kind}CellAnchor" for kind in ("one", "two")} | {
    f"{_DRAWING}absoluteAnchor"
}
_SHAPE = pattern(rb"<(?:\w+:)?shape[\s>].*?</(?:\w+:)?shape\s*>", re.DOTALL)
_SHAPE_NUMBER = pattern(rb"""\bid\s*=\s*["'][^"']*?_s([0-9]+)["']|spid=["'][^"']*?_s([0-9]+)""")
_MACRO = pattern(rb"<(?:\w+:)?FmlaMacro\s*>.*?</(?:\w+:)?FmlaMacro\s*>", re.DOTALL)
_BUTTON = pattern(rb"""ObjectType\s*=\s*["']Button["']""")
_USED_ID = pattern(rb"""\b(?:o:relid|r:id|r:embed|o:href|src)\s*=\s*["']([^"']+)["']""")


def remove_macros(archive: Archive) -> Counter[str]:
    """Take out macros, ribbons, and buttons and controls that need macros; returns their numbers.

    Other shapes and controls lose the macros they start, and stay.
    """
    removed: Counter[str] = Counter()
    workbook = workbook_part(archive)
    removed["macros"] = cut_kinds(archive, workbook, *_PROJECTS)
    removed["ribbons"] = cut_kinds(archive, "", *_RIBBON)
    removed["macro-sheets"] = _remove_macro_sheets(archive, workbook)
    for part in sheet_parts(archive):
        removed += _clean_sheet(archive, part)
    root = parse(archive.read(workbook), workbook)
    for element in root.iter(main("fileVersion"), main("workbookPr")):
        element.attrib.pop("codeName", "")
    put(archive, workbook, serialise(root))
    declare(archive, {workbook: _WORKBOOK})
    _undeclare_projects(archive)
    return removed


def _undeclare_projects(archive: Archive) -> None:
    """Remove the content type that an ending has because of the macros."""
    root = parse(archive.read(TYPES_PART), TYPES_PART)
    found = [entry for entry in root if entry.get("ContentType") == _PROJECT]
    for entry in found:
        root.remove(entry)
    if found:
        put(archive, TYPES_PART, serialise(root))


def _remove_macro_sheets(archive: Archive, workbook: str) -> int:
    """Remove the sheets with macros of Excel 4, and the names of macros."""
    keys = {key for key, each in Relations(archive, workbook) if each.kind in _MACRO_SHEETS}
    root = parse(archive.read(workbook), workbook)
    sheets = root.find(main("sheets"))
    entries = [] if sheets is None else [*sheets.iterchildren(main("sheet"))]
    gone = [place for place, entry in enumerate(entries) if entry.get(_ID) in keys]
    for place in gone:
        _take_out(entries[place])
    _renumber(root, gone, len(entries))
    titles = [entries[place].get("name", "") for place in gone]
    changed = bool(gone)
    for name in [*root.iter(main("definedName"))]:
        of_macro = any(name.get(field) in ("1", "true") for field in ("xlm", "vbProcedure"))
        if of_macro or any(title in (name.text or "") for title in titles):
            _take_out(name)
            changed = True
    names = root.find(main("definedNames"))
    if names is not None and not len(names):
        root.remove(names)
    if changed:
        put(archive, workbook, serialise(root))
    cut_keys(archive, workbook, keys)
    return len(gone)


def _renumber(root: Element, gone: list[int], count: int) -> None:
    """Adapt what counts tabs after some were removed."""
    if not gone:
        return
    left = {old: new for new, old in enumerate(k for k in range(count) if k not in gone)}
    for name in [*root.iter(main("definedName"))]:
        place = name.get("localSheetId")
        if place is not None and place.isdecimal():
            if int(place) in left:
                name.set("localSheetId", str(left[int(place)]))
            else:
                _take_out(name)
    for view in root.iter(main("workbookView")):
        for field in ("activeTab", "firstSheet"):
            place = view.get(field, "0")
            view.set(field, str(left.get(int(place) if place.isdecimal() else 0, 0)))


def _clean_sheet(archive: Archive, part: str) -> Counter[str]:
    """Take the dead controls and the code name out of a sheet."""
    removed: Counter[str] = Counter()
    content = archive.read(part)
    relations = Relations(archive, part)
    words = (b"codeName", b"legacyDrawing", b"controls", b"drawing")
    if not any(word in content for word in words) and not content.startswith((b"\xff", b"\xfe")):
        return removed
    root = parse(content, part)
    before = serialise(root)
    for element in root.findall(main("sheetPr")):
        element.attrib.pop("codeName", "")
    active = {key for key, relation in relations if relation.kind == "control"}
    dead = _remove_controls(root, active)
    removed["active-x"] = len(dead)
    drawn = {key: relation.target for key, relation in relations if not relation.external}
    emptied: set[str] = set()
    for element in root.findall(main("legacyDrawing")):
        key = element.get(_ID, "")
        if (boxes := drawn.get(key)) is not None and boxes in archive:
            buttons, shapes = _remove_shapes(archive, boxes, dead)
            removed["buttons"] += len(buttons)
            dead |= buttons
            if not shapes:
                root.remove(element)
                emptied.add(key)
    _remove_numbered(root, dead)
    for element in root.findall(main("drawing")):
        key = element.get(_ID, "")
        if (drawing := drawn.get(key)) is not None and drawing in archive:
            removed += (found := _clean_drawing(archive, drawing, dead))
            if found["emptied"]:
                root.remove(element)
                emptied.add(key)
    if (after := serialise(root)) != before:
        put(archive, part, after)
    del removed["emptied"]
    settings = {key for key, each in relations if each.kind in ("control", "ctrlProp")}
    unused = {key for key in settings if f'"{key}"'.encode() not in after}
    cut_keys(archive, part, emptied | unused)
    for name in Relations(archive, part).targets("ctrlProp"):
        if name in archive:
            _strip_settings(archive, name)
    return removed


def _remove_controls(root: Element, active: set[str]) -> set[str]:
    """Remove the ActiveX controls of a sheet, and the macros of the others; returns the numbers."""
    numbers = set()
    for control in [*root.iter(main("control"))]:
        if control.get(_ID) in active:
            numbers.add(control.get("shapeId", ""))
        for settings in control.iter(main("controlPr")):
            settings.attrib.pop("macro", "")
    _remove_numbered(root, numbers)
    return numbers


def _remove_numbered(root: Element, numbers: set[str]) -> None:
    """Remove the entries of controls with these numbers, and lists left empty."""
    for control in [*root.iter(main("control"))]:
        if control.get("shapeId") in numbers:
            _take_out(_outermost(control, main("controls")))
    for controls in [*root.iter(main("controls"))]:
        if not len(controls):
            _take_out(_outermost(controls, main("worksheet")))


def _outermost(element: Element, within: str) -> Element:
    """The element around this one that lies directly in a parent with this tag."""
    while (parent := element.getparent()) is not None and parent.tag != within:
        element = parent
    return element


def _remove_shapes(archive: Archive, part: str, dead: set[str]) -> tuple[set[str], bool]:
    """Remove the buttons with macros, and the shapes of the dead controls, from a VML drawing.

    Returns the numbers of the buttons, and whether any shapes are left.
    """
    buttons: set[str] = set()

    def changed(match: re.Match[bytes]) -> bytes:
        shape = match[0]
        found = _SHAPE_NUMBER.search(shape)
        number = "" if found is None else (found[1] or found[2]).decode()
        if number in dead:
            return b""
        if _MACRO.search(shape) is None:
            return shape
        if _BUTTON.search(shape) is not None:
            buttons.add(number)
            return b""
        return _MACRO.sub(b"", shape)

    drawing = archive.read(part)
    left = _SHAPE.sub(changed, drawing)
    shapes = _SHAPE.search(left) is not None
    if left != drawing:
        put(archive, part, left)
        if shapes:
            used = {key.decode("ascii", "replace") for key in _USED_ID.findall(left)}
            if relations_part(part) in archive:
                unused = [key for key, _ in Relations(archive, part) if key not in used]
                cut_keys(archive, part, unused)
    return buttons, shapes


def _clean_drawing(archive: Archive, part: str, dead: set[str]) -> Counter[str]:
    """Remove the shapes that start macros; pictures, texts and others lose the macros only."""
    removed: Counter[str] = Counter()
    root = parse(archive.read(part), part)
    before = serialise(root)
    for anchor in [each for each in root.iter() if each.tag in _ANCHORS]:
        if _stands_for(anchor, dead):
            _take_out(_outermost(anchor, root.tag))
            continue
        for shape in anchor.iter():
            if isinstance(shape.tag, str) and shape.get("macro"):
                if _is_button(shape) and shape.getparent() is anchor:
                    _take_out(_outermost(anchor, root.tag))
                    removed["buttons"] += 1
                    break
                shape.set("macro", "")
                removed["macro-links"] += 1
    removed["emptied"] = int(
        next((each for each in root.iter() if each.tag in _ANCHORS), None) is None
    )
    if (after := serialise(root)) != before:
        put(archive, part, after)
        if relations_part(part) in archive:
            cut_keys(
                archive,
                part,
                [key for key, _ in Relations(archive, part) if f'"{key}"'.encode() not in after],
            )
    return removed


def _is_button(shape: Element) -> bool:
    """Whether it is a shape that people press: neither a picture nor a text box."""
    if shape.tag != f"{_DRAWING}sp":
        return False
    about = shape.find(f"{_DRAWING}nvSpPr/{_DRAWING}cNvSpPr")
    return about is None or about.get("txBox") not in ("1", "true")


def _stands_for(anchor: Element, dead: set[str]) -> bool:
    """Whether a shape of a drawing only stands for a control with one of these numbers."""
    return any(
        isinstance(each.tag, str)
        and each.tag.endswith("}compatExt")
        and each.get("spid", "").rpartition("_s")[2] in dead
        for each in anchor.iter()
    )


def _strip_settings(archive: Archive, part: str) -> None:
    """Remove the macro from the settings of a control."""
    root = parse(archive.read(part), part)
    names = [name for name in root.attrib if str(name).lower() in ("macro", "fmlamacro")]
    for name in names:
        del root.attrib[name]
    if names:
        put(archive, part, serialise(root))


def _take_out(element: Element) -> None:
    parent = element.getparent()
    with suppress(ValueError):
        if parent is not None:
            parent.remove(element)
