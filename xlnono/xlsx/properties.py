"""What a workbook file says about itself: its document properties."""

from __future__ import annotations

from collections.abc import Iterator

from xlnono.records import NamedTuple
from xlnono.xlsx.parts import Relations
from xlnono.xlsx.xml import parse
from xlnono.xlsx.zip_archive import Archive


class Properties(NamedTuple):
    """Title, author and comments of a workbook, empty where it has none, and its own properties.

    `custom` has only those that are texts.
    """

    title: str = ""
    author: str = ""
    comments: str = ""
    custom: tuple[tuple[str, str], ...] = ()


def properties_of(archive: Archive) -> Properties:
    """The properties of a workbook. Raises DamagedWorkbook."""
    texts = dict(_texts(archive, "core-properties"))
    return Properties(
        texts.get("title", ""),
        texts.get("creator", ""),
        texts.get("description", ""),
        tuple(_texts(archive, "custom-properties")),
    )


def _texts(archive: Archive, kind: str) -> Iterator[tuple[str, str]]:
    """The texts of a part of properties, by their names."""
    for _, relation in Relations(archive, ""):
        if relation.kind != kind or relation.target not in archive:
            continue
        for each in parse(archive.read(relation.target), relation.target):
            if isinstance(each.tag, str):
                name = each.get("name") or each.tag.rpartition("}")[2]
                if text := " ".join("".join(map(str, each.itertext())).split()):
                    yield name, text
