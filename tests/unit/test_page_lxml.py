"""The stand-in for lxml on the page does what lxml does, to the byte."""

from __future__ import annotations

import zipfile
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from lxml import etree as real

from xlnono.page.lxml import etree as stand_in

SAMPLES = Path(__file__).parents[2] / "samples"
AWKWARD = (
    b'<a xmlns="u:a" xmlns:b="u:b" b:x="&lt;&quot;&#10;&#9;\'" y="&#13;&gt;">'
    b"<!-- c --><b:c><d/>\n</b:c>"
    b'tail &amp; &#13;<?p i?><e xmlns="u:e" xmlns:f="u:f" f:k="1"/><g xml:space="preserve">'
    b" \xe3\x81\x82<h></h></g><b:c b:x=''/></a>"
)
KINDS: tuple[Any, ...] = (real, stand_in)


def written(kind: Any, root: Any) -> bytes:
    found = kind.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    assert isinstance(found, bytes)
    return found


def parsed(kind: Any, content: bytes) -> Any:
    parser = kind.XMLParser(encoding="utf-8", resolve_entities=False)
    for start in range(0, len(content), 100):
        parser.feed(content[start : start + 100])
    return parser.close()


def parts() -> list[bytes]:
    with zipfile.ZipFile(SAMPLES / "cat-20x20.xlsx") as archive:
        return [
            archive.read(name) for name in archive.namelist() if name.endswith((".xml", ".rels"))
        ]


def edited(kind: Any, root: Any) -> None:
    """Changes of all the kinds that xlnono makes."""
    made = kind.SubElement(root, "{u:b}new", {"{u:b}k": "1"}, plain="2")
    made.text = "<&>\r"
    kind.SubElement(made, "{u:x}foreign").tail = "\n"
    root[1].addprevious(kind.Element("{u:a}before", r="1"))
    root[1].addnext(kind.Element("{u:a}after"))
    root.append(deepcopy(root[2]))
    root.append(root[0])
    root.remove(root.find("{u:e}e"))
    root.insert(1, deepcopy(made))
    root.replace(root[2], kind.fromstring('<r xmlns="u:a" xmlns:z="u:z"><z:q/></r>'))
    made[:] = [kind.fromstring('<s xmlns="u:a"/>')]
    root.attrib.pop("y")


@pytest.mark.parametrize("content", [AWKWARD, *parts()])
def test_parts_are_written_as_lxml_writes_them(content: bytes) -> None:
    one, two = (written(kind, parsed(kind, content)) for kind in KINDS)
    assert one == two


@pytest.mark.parametrize("content", [AWKWARD, *parts()])
def test_parts_are_compared_as_lxml_compares_them(content: bytes) -> None:
    for place in (0, -1):
        one, two = (
            [
                kind.tostring(each, method="c14n", exclusive=True)
                for each in (parsed(kind, content), parsed(kind, content)[place])
                if isinstance(each.tag, str) and not each.tail
            ]
            for kind in KINDS
        )
        assert one == two


def test_changed_trees_are_written_as_lxml_writes_them() -> None:
    one, two = (parsed(kind, AWKWARD) for kind in KINDS)
    edited(real, one)
    edited(stand_in, two)
    assert written(stand_in, two) == written(real, one)


@pytest.mark.parametrize(
    "wrong", [b"", b"<a>", b"<a></b>", b"<a b=1/>", b"<a>" * 300, b"<a>&x;</a>"]
)
def test_broken_xml_is_refused(wrong: bytes) -> None:
    for kind in KINDS:
        with pytest.raises(kind.XMLSyntaxError):
            parsed(kind, wrong)
