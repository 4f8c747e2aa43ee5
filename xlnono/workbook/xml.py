"""The XML in the parts of a workbook: read safely, and written the same way every time."""

from __future__ import annotations

import codecs
import re

from lxml import etree

from xlnono.workbook import limits
from xlnono.workbook.files import DamagedWorkbook, Fault, shown

_DOCTYPE = re.compile(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE", re.DOTALL)
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def parse(content: bytes, part: str) -> etree._Element:
    """The root of the XML of a part, in UTF-8 or UTF-16.

    Raises TooLarge, and DamagedWorkbook, also if it has a document type: workbooks have none,
    and all tricks with entities need one.
    """
    name = shown(part)
    if content.startswith(_UTF16):
        try:
            content = content.decode("utf-16").encode()
        except UnicodeError:
            raise _not_xml(name, 1) from None
    content = content.removeprefix(codecs.BOM_UTF8)
    if _DOCTYPE.match(content):
        raise DamagedWorkbook(
            reason=Fault(
                f"the part {name} has a document type, which no part of a workbook has",
                f"パーツ {name} に、ブックにはないはずの文書型宣言があります",
            )
        )
    limits.check(limits.NODES, content.count(b"<") + content.count(b"="), name)
    # Without huge_tree, it refuses more than 256 levels and texts of more than 10 MB by itself.
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
    )
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise _not_xml(name, error.lineno or 1) from None


def _not_xml(name: str, line: int) -> DamagedWorkbook:
    return DamagedWorkbook(
        reason=Fault(
            f"the part {name} is no proper XML in line {line}",
            f"パーツ {name} の {line} 行目が正しい XML ではありません",
        )
    )


def serialise(root: etree._Element) -> bytes:
    """A part from the root of its XML; comments before the root are not kept."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
