"""The vocabulary of workbook files: namespaces, relations between parts, and content types."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import lru_cache
from weakref import WeakKeyDictionary

from lxml import etree

from xlnono.errors import XlnonoError
from xlnono.records import NamedTuple
from xlnono.xlsx.xml import parse, serialise
from xlnono.xlsx.zip_archive import Archive

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPED = "http://schemas.openxmlformats.org/package/2006/content-types"
TYPES_PART = "[Content_Types].xml"
_SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml"
TYPES = {
    "worksheet": f"{_SPREADSHEET}.worksheet+xml",
    "styles": f"{_SPREADSHEET}.styles+xml",
    "drawing": "application/vnd.openxmlformats-officedocument.drawing+xml",
    "chart": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
    "comments": f"{_SPREADSHEET}.comments+xml",
    "vmlDrawing": "application/vnd.openxmlformats-officedocument.vmlDrawing",
    "ctrlProp": "application/vnd.ms-excel.controlproperties+xml",
}
"""The content types of parts by the kind of relation that leads to them."""
_PLACES = {
    "worksheet": "worksheets/sheet{}.xml", "styles": "styles{}.xml",
    "drawing": "drawings/drawing{}.xml", "chart": "charts/chart{}.xml",
    "comments": "comments{}.xml", "vmlDrawing": "drawings/vmlDrawing{}.vml",
    "ctrlProp": "ctrlProps/ctrlProp{}.xml",
}  # fmt: skip

Element = etree._Element


def main(tag: str) -> str:
    """A tag of the main namespace."""
    return f"{{{MAIN}}}{tag}"


def element_name(element: Element) -> str:
    """The name of an element in any namespace."""
    return str(element.tag).rpartition("}")[2]


@lru_cache(maxsize=1024)
def whole(text: str) -> int:
    """A number in an attribute; anything that is not a number, or far too long, counts as 0."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdigit() else 0


def put_in_order(parent: Element, child: Element, following: tuple[str, ...]) -> None:
    """Insert a child before the first of those that have to follow it, or at the end."""
    tags = {main(tag) for tag in following}
    for place, other in enumerate(parent):
        if other.tag in tags:
            parent.insert(place, child)
            return
    parent.append(child)


class Relation(NamedTuple):
    """A relation of a part: its kind is the last word of its type; `target` is a part, or an
    address outside the file."""

    kind: str
    target: str
    external: bool


def relations_part(part: str) -> str:
    """The part that holds the relations of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


class Relations:
    """The relations of one part, by id; a new part has none yet."""

    def __init__(self, archive: Archive, part: str, *, new: bool = False) -> None:
        self._archive, self._folder = archive, posixpath.dirname(part)
        self.part = relations_part(part)
        if self.part in archive and not new:
            self._root = parse(archive.read(self.part), self.part)
        else:
            self._root = etree.fromstring(f'<Relationships xmlns="{_RELATIONS}"/>')
        self._known: list[tuple[str, Relation]] | None = None

    def __iter__(self) -> Iterator[tuple[str, Relation]]:
        if self._known is None:
            self._known = list(self._read())
        return iter(self._known)

    def _read(self) -> Iterator[tuple[str, Relation]]:
        for element in self._root.iter(f"{{{_RELATIONS}}}Relationship"):
            target = element.get("Target", "")
            external = element.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/" + self._folder, target)).lstrip("/")
                target = self._archive.spelled(target)
            kind = element.get("Type", "").rsplit("/", 1)[-1]
            yield element.get("Id", ""), Relation(kind, target, external)

    def targets(self, kind: str) -> list[str]:
        """The parts that the relations of this kind lead to."""
        return [
            relation.target
            for _, relation in self
            if relation.kind == kind and not relation.external
        ]

    def add(self, kind: str, target: str) -> str:
        """Add a relation to another part; returns its id."""
        taken = {key for key, _ in self}
        number = 1
        while (key := f"rId{number}") in taken:
            number += 1
        etree.SubElement(
            self._root,
            f"{{{_RELATIONS}}}Relationship",
            Id=key,
            Type=f"{OFFICE}/{kind}",
            Target="/" + target,
        )
        if self._known is not None:
            self._known.append((key, Relation(kind, self._archive.spelled(target), external=False)))
        return key

    def remove(self, target: str) -> None:
        """Remove the relations to a part."""
        self.drop({key for key, relation in self if relation.target == target})

    def remove_kind(self, kind: str) -> None:
        """Remove the relations of a kind."""
        self.drop({key for key, relation in self if relation.kind == kind})

    def drop(self, keys: Collection[str]) -> None:
        """Remove the relations with these ids."""
        for element in list(self._root):
            if element.get("Id") in keys:
                self._root.remove(element)
        self._known = None

    def lead_to(self, key: str, target: str) -> None:
        """Let a relation lead to another place outside the file."""
        for element in self._root:
            if element.get("Id") == key:
                element.set("Target", target)
        self._known = None

    def content(self) -> bytes:
        """The part that holds them."""
        return serialise(self._root)


def _owner(name: str) -> str | None:
    """The part whose relations this part holds, None if it does not hold any."""
    if not name.lower().endswith(".rels"):
        return None
    folder, file = posixpath.split(name)
    if posixpath.basename(folder).lower() != "_rels":
        return None
    return posixpath.join(posixpath.dirname(folder), file[: -len(".rels")])


_TARGETS: WeakKeyDictionary[Archive, dict[str, tuple[bytes, set[str]]]] = WeakKeyDictionary()
"""For each part with relations, its content and the targets in lower case, when last read."""


def referrers(archive: Archive) -> dict[str, set[str]]:
    """For each part, the parts that refer to it; all names are in lower case."""
    known = _TARGETS.setdefault(archive, {})
    found: dict[str, set[str]] = {}
    for name in archive.names:
        if (part := _owner(name)) is not None:
            content = archive.read(name)
            if name not in known or known[name][0] != content:
                relations = [relation for _, relation in Relations(archive, part)]
                known[name] = (
                    content,
                    {relation.target.lower() for relation in relations if not relation.external},
                )
            for target in known[name][1]:
                found.setdefault(target, set()).add(part.lower())
    return found


def _overrides(root: Element) -> dict[str, Element]:
    """The entries of single parts in the list of content types; case does not count."""
    found: dict[str, Element] = {}
    for entry in root.iter(f"{{{_TYPED}}}Override"):
        found.setdefault(entry.get("PartName", "").lower(), entry)
    return found


class _Types(NamedTuple):
    """The list of content types: the part, its root, and the entries of single parts."""

    content: bytes
    root: Element
    overrides: dict[str, Element]


_PARSED_TYPES: WeakKeyDictionary[Archive, _Types] = WeakKeyDictionary()


def _types(archive: Archive) -> _Types:
    """The list of content types; it is needed for every part that is added."""
    content = archive.read(TYPES_PART)
    known = _PARSED_TYPES.get(archive)
    if known is None or known.content != content:
        root = parse(content, TYPES_PART)
        known = _PARSED_TYPES[archive] = _Types(content, root, _overrides(root))
    return known


def parts_of_type(archive: Archive, content_type: str) -> list[str]:
    """The existing parts of a content type."""
    if TYPES_PART not in archive:
        return []
    return [
        archive.spelled(name[1:])
        for name, entry in _types(archive).overrides.items()
        if entry.get("ContentType") == content_type and name[1:] in archive
    ]


def declare(archive: Archive, types: dict[str, str | None]) -> None:
    """Set the content types of parts; None removes the entry of a removed part."""
    _, root, overrides = _types(archive)
    changed = removed = False
    for part, content_type in types.items():
        name = "/" + part
        old = overrides.get(name.lower())
        if (None if old is None else old.get("ContentType")) == content_type:
            continue
        changed = True
        if old is not None:
            root.remove(old)
            removed = True
        if content_type is not None:
            overrides[name.lower()] = etree.SubElement(
                root, f"{{{_TYPED}}}Override", PartName=name, ContentType=content_type
            )
    if changed:
        content = serialise(root)
        archive.put(TYPES_PART, content)
        # A part may have had several entries.
        _PARSED_TYPES[archive] = _Types(content, root, _overrides(root) if removed else overrides)


def put(archive: Archive, part: str, content: bytes, packed: bytes | None = None) -> bool:
    """Set the content of a part, which may be `packed` already; returns whether it has changed."""
    # Unpacking the part takes a while, and its length says most.
    if part in archive and archive.size(part) == len(content) and archive.read(part) == content:
        return False
    archive.put(part, content, packed)
    return True


_MISSING: WeakKeyDictionary[Archive, set[str]] = WeakKeyDictionary()


def _missing(archive: Archive) -> set[str]:
    """The missing parts that relations refer to, in lower case."""
    if archive not in _MISSING:
        found = _MISSING[archive] = set()
        for name in archive.names:
            if (owner := _owner(name)) is not None:
                with suppress(XlnonoError):
                    for _, relation in Relations(archive, owner):
                        if not relation.external and relation.target not in archive:
                            found.add(relation.target.lower())
    return _MISSING[archive]


def new_part(archive: Archive, folder: str, kind: str) -> str:
    """Add an empty part of a kind of `TYPES`; `folder` is that of the workbook's part.

    Its name is not used in the file yet, not even for a missing part.
    """
    overrides = _types(archive).overrides
    missing = _missing(archive)
    number = 0
    while True:
        number += 1
        part = posixpath.join(folder, _PLACES[kind].format(number))
        if (
            part not in archive
            and relations_part(part) not in archive
            and part.lower() not in missing
            and "/" + part.lower() not in overrides
        ):
            break
    archive.put(part, b"")
    declare(archive, {part: TYPES[kind]})
    return part


def remove(archive: Archive, parts: set[str]) -> None:
    """Remove parts from the file and from the list of content types."""
    for part in parts:
        archive.remove(part)
    declare(archive, dict.fromkeys(parts))
