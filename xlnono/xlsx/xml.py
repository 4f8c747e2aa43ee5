"""The XML in the parts of a workbook: read safely, and written the same way every time."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from xlnono.files import limits
from xlnono.files.workbook_file import DamagedWorkbook, shown
from xlnono.language import Phrase, Text
from xlnono.patterns import pattern

_DOCTYPE = pattern(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE", re.DOTALL)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SAFELY: dict[str, Any] = {
    "encoding": "utf-8",
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    # The parser then refuses more than 256 levels and texts of more than 10 MB.
    "huge_tree": False,
    "collect_ids": False,
}
_PIECE = 1 << 20
"""The bytes parsed per call; signals are only handled between calls."""


def parse(content: bytes, part: str, beside: int = 0) -> etree._Element:
    """The root of the XML of a part, in UTF-8 or UTF-16.

    `beside` is the number of tags and attributes of other parts in memory. Raises TooLarge,
    and DamagedWorkbook, also if it has a document type: workbooks have none, and all attacks with
    entities need one.
    """
    name = shown(part)
    content = _checked(content, name)
    # Counting takes a while, and there cannot be more than there are bytes.
    if not limits.fits(limits.NODES, beside + len(content)):
        limits.check(limits.NODES, beside + nodes_in(content), name)
    parser = etree.XMLParser(**_SAFELY)
    try:
        for piece in _pieces(content):
            parser.feed(piece)
        return parser.close()
    except etree.XMLSyntaxError as error:
        raise _not_xml(name, error.lineno or 1) from None


def children(content: bytes, part: str, tag: str) -> Iterator[etree._Element]:
    """The elements of that tag right below the root of a part, one at a time.

    In a large part, each is freed when the next one is requested, so that it may be larger than
    what fits into memory as a tree. Raises what `parse` raises.
    """
    if len(content) < _PIECE:
        yield from parse(content, part).iterchildren(tag)
        return
    name = shown(part)
    content = _checked(content, name)
    parser = etree.XMLPullParser(("end",), tag=tag, **_SAFELY)
    waiting = 0
    try:
        for piece in _pieces(content):
            waiting += nodes_in(piece)
            limits.check(limits.NODES, waiting, name)
            parser.feed(piece)
            root = None
            for _, element in parser.read_events():
                assert isinstance(element, etree._Element)
                parent = element.getparent()
                if parent is not None and parent.getparent() is None:
                    yield element
                    waiting, root = 0, parent
            if root is not None:
                # The parser may still be inside the last one.
                del root[:-1]
        parser.close()
    except etree.XMLSyntaxError as error:
        raise _not_xml(name, error.lineno or 1) from None


def nodes_in(content: bytes) -> int:
    """An upper bound of the number of tags and attributes in XML, without parsing it."""
    return content.count(b"<") + content.count(b"=")


def _pieces(content: bytes) -> Iterator[bytes]:
    for start in range(0, max(len(content), 1), _PIECE):
        yield content[start : start + _PIECE]


def _checked(content: bytes, name: str) -> bytes:
    """XML in UTF-8 without a document type."""
    if content.startswith(_UTF16):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError:
            raise _not_xml(name, 1) from None
    content = content.removeprefix(codecs.BOM_UTF8)
    if _DOCTYPE.match(content):
        raise DamagedWorkbook(
            reason=Phrase(
                Text(
                    "the part {name} has a document type, which is not allowed",
                    "パーツ {name} に、ブックにはないはずの文書型宣言があります",
                ),
                {"name": name},
            )
        )
    return content


def _not_xml(name: str, line: int) -> DamagedWorkbook:
    return DamagedWorkbook(
        reason=Phrase(
            Text(
                "the part {name} has invalid XML in line {line}",
                "パーツ {name} の {line} 行目が正しい XML ではありません",
            ),
            {"name": name, "line": line},
        )
    )


def serialise(root: etree._Element) -> bytes:
    """A part from the root of its XML, without comments before the root."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
