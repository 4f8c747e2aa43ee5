"""Notes on the cells of a sheet: the part with their texts, and the drawing with their boxes.

The boxes are in VML, which also holds the buttons of a sheet and need not be valid XML. So a box
is added to its text or cut out of it, and everything else there stays as it is, byte for byte.
"""

from __future__ import annotations

import re
from contextlib import suppress

from lxml import etree

from xlnono.patterns import pattern
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.text_size import lines_of_text, row_height, width_in_digits
from xlnono.spreadsheet.theme import NOTE_FILL, NOTE_WIDTH
from xlnono.xlsx.cell_values import escaped, text_of
from xlnono.xlsx.parts import (
    MAIN,
    OFFICE,
    Element,
    Relations,
    main,
    new_part,
    put,
    put_in_order,
    relations_part,
    remove,
    whole,
)
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive

_AUTHOR = "xlnono"
_ID = f"{{{OFFICE}}}id"
_AFTER_BOXES = (
    "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls", "webPublishItems",
    "tableParts", "extLst",
)  # fmt: skip
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_SHAPE = pattern(rb"<(?:\w+:)?shape[\s>].*?</(?:\w+:)?shape\s*>", re.DOTALL)
_NUMBER = pattern(rb"_x0000_s([0-9]{1,9})")
_NAMESPACES = {
    b"v": b"urn:schemas-microsoft-com:vml",
    b"o": b"urn:schemas-microsoft-com:office:office",
    b"x": b"urn:schemas-microsoft-com:office:excel",
}
_TYPE = (
    b'<v:shapetype id="_x0000_t202"%b coordsize="21600,21600" o:spt="202" '
    b'path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>'
    b'<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
)
_TYPE_ID = b"_x0000_t202"
_FIRST_NUMBER = 1025
_CHARACTER = 5.5
"""The width of a character in a note, in points."""


def notes_of(archive: Archive, part: str) -> dict[Area, str]:
    """The texts of the notes and comments on a sheet, by cell."""
    found: dict[Area, str] = {}
    if relations_part(part) not in archive:
        return found
    relations = Relations(archive, part)
    for name in relations.targets("threadedComment"):
        if name in archive:
            for entry in parse(archive.read(name), name):
                texts = (child.text or "" for child in entry if _local(child) == "text")
                _add(found, entry, "".join(texts))
    for name in relations.targets("comments"):
        if name in archive:
            for entry in parse(archive.read(name), name).iter(main("comment")):
                text = entry.find(main("text"))
                _add(found, entry, "" if text is None else text_of(text))
    return found


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _add(found: dict[Area, str], entry: Element, text: str) -> None:
    with suppress(ValueError):
        found.setdefault(Area.parse(entry.get("ref", "")), text)


def put_note(
    archive: Archive, folder: str, part: str, root: Element, cell: Area, text: str
) -> bool:
    """Give a cell of a sheet, which has none, a note.

    `folder` is that of the workbook's part, `root` the sheet's part as it is in memory. Returns
    whether that was possible: there are drawings to which no box can be added.
    """
    relations = Relations(archive, part)
    boxes = _boxes_of(relations, root)
    drawing = _with_box(_started() if boxes is None else archive.read(boxes), cell, text)
    if not drawing:
        return False
    if boxes is None:
        boxes = new_part(archive, folder, "vmlDrawing")
        element = etree.Element(main("legacyDrawing"))
        element.set(_ID, relations.add("vmlDrawing", boxes))
        put_in_order(root, element, _AFTER_BOXES)
    put(archive, boxes, drawing)
    names = [name for name in relations.targets("comments") if name in archive]
    if names:
        comments = parse(archive.read(names[0]), names[0])
    else:
        names = [new_part(archive, folder, "comments")]
        relations.add("comments", names[0])
        comments = etree.fromstring(f'<comments xmlns="{MAIN}"><authors/><commentList/></comments>')
    _add_comment(comments, cell, text)
    put(archive, names[0], serialise(comments))
    put(archive, relations.part, relations.content())
    return True


def remove_note(archive: Archive, part: str, root: Element, cell: Area) -> None:
    """Take the note of a cell away, and the parts that hold nothing else."""
    relations = Relations(archive, part)
    gone: set[str] = set()
    for name in relations.targets("comments"):
        if name in archive:
            comments = parse(archive.read(name), name)
            if _drop_comment(comments, cell):
                put(archive, name, serialise(comments))
            if next(comments.iter(main("comment")), None) is None:
                gone.add(name)
    boxes = _boxes_of(relations, root)
    if boxes is not None:
        drawing = archive.read(boxes)
        left = _SHAPE.sub(lambda match: b"" if _is_box(match[0], cell) else match[0], drawing)
        if left != drawing and _TYPE_ID not in left.replace(b'id="' + _TYPE_ID, b""):
            left = left.replace(_TYPE % _undeclared(left), b"")
        put(archive, boxes, left)
        if left != drawing and _SHAPE.search(left) is None:
            gone.add(boxes)
            for element in root.findall(main("legacyDrawing")):
                root.remove(element)
    for name in gone:
        relations.remove(name)
    if next(iter(relations), None) is None:
        gone.add(relations.part)
    else:
        put(archive, relations.part, relations.content())
    if gone:
        remove(archive, gone)


def _boxes_of(relations: Relations, root: Element) -> str | None:
    """The part with the boxes of a sheet's notes, if there is one."""
    element = root.find(main("legacyDrawing"))
    key = None if element is None else element.get(_ID)
    return next((relation.target for name, relation in relations if name == key), None)


def _add_comment(comments: Element, cell: Area, text: str) -> None:
    authors, listed = (_child(comments, tag) for tag in ("authors", "commentList"))
    names = [author.text for author in authors]
    if _AUTHOR not in names:
        etree.SubElement(authors, main("author")).text = _AUTHOR
        names.append(_AUTHOR)
    number = str(names.index(_AUTHOR))
    entry = etree.SubElement(listed, main("comment"), ref=cell.address, authorId=number)
    held = etree.SubElement(etree.SubElement(entry, main("text")), main("t"))
    held.text = escaped(text)
    held.set(_SPACE, "preserve")


def _child(comments: Element, tag: str) -> Element:
    found = comments.find(main(tag))
    return etree.SubElement(comments, main(tag)) if found is None else found


def _drop_comment(comments: Element, cell: Area) -> bool:
    """Remove the comment on a cell, and our name if it was the last with it."""
    dropped = False
    for listed in comments.iter(main("commentList")):
        for entry in listed.findall(main("comment")):
            if entry.get("ref", "").replace("$", "") == cell.address:
                listed.remove(entry)
                dropped = True
    used = {whole(entry.get("authorId", "")) for entry in comments.iter(main("comment"))}
    authors = comments.find(main("authors"))
    names = [] if authors is None else [author.text for author in authors]
    if authors is not None and names[-1:] == [_AUTHOR] and len(names) - 1 not in used:
        authors.remove(authors[-1])
    return dropped


def _started() -> bytes:
    """A drawing without any shape."""
    names = _undeclared(b"")
    return (
        b'<xml%b><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>'
        % names
    )


def _with_box(drawing: bytes, cell: Area, text: str) -> bytes:
    """A drawing with the box of a note; empty if it cannot be added."""
    end = drawing.rfind(b"</xml>")
    if end < 0 or b"\0" in drawing:
        return b""
    declared = _undeclared(drawing)
    number = max([_FIRST_NUMBER - 1, *map(int, _NUMBER.findall(drawing))]) + 1
    added = b"" if b'id="%b"' % _TYPE_ID in drawing else _TYPE % declared
    added += _box(number, declared.decode(), cell, text).encode("ascii")
    return drawing[:end] + added + drawing[end:]


def _undeclared(drawing: bytes) -> bytes:
    """The attributes for the namespaces that a drawing has under no or another name."""
    attributes = [b' xmlns:%b="%b"' % item for item in _NAMESPACES.items()]
    return b"".join(attribute for attribute in attributes if attribute not in drawing)


def _box(number: int, declared: str, cell: Area, text: str) -> str:
    width = NOTE_WIDTH / _CHARACTER
    lines = sum(max(1, lines_of_text(width_in_digits(line), width)) for line in text.split("\n"))
    size = f"width:{NOTE_WIDTH}pt;height:{row_height(lines + 1):g}pt"
    fill = f"#{NOTE_FILL.lower()}"
    return (
        f'<v:shape id="_x0000_s{number}"{declared} type="#_x0000_t202" style="position:absolute;'
        f'margin-left:59.25pt;margin-top:1.5pt;{size};z-index:1;visibility:hidden" '
        f'fillcolor="{fill}" o:insetmode="auto"><v:fill color2="{fill}"/>'
        '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>'
        '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>'
        '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>'
        f"<x:AutoFill>False</x:AutoFill><x:Row>{cell.row - 1}</x:Row>"
        f"<x:Column>{cell.column - 1}</x:Column></x:ClientData></v:shape>"
    )


def _is_box(shape: bytes, cell: Area) -> bool:
    """Whether a shape is the box of the note on a cell."""
    found = [
        re.search(rb"<(?:\w+:)?%b>\s*([0-9]{1,7})\s*</" % tag, shape) for tag in (b"Row", b"Column")
    ]
    place = [int(match[1]) + 1 for match in found if match is not None]
    note = re.search(rb"ObjectType\s*=\s*['\"]Note['\"]", shape)
    return note is not None and place == [cell.row, cell.column]
