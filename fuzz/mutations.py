"""Workbooks changed at random: byte by byte, part by part, element by element.

The result has errors in the container, its lists, its XML or its meaning. The same seed gives
the same files.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import random
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import xlsxwriter
from lxml import etree

SAMPLES = Path(__file__).parents[1] / "samples"

NONSENSE = (
    *("", " ", "-1", "0", "1", "2", "255", "1.5", "1e999", "-1e-999", "NaN", "inf", "true"),
    *("²", "٣"),
    *("65536", "1048576", "1048577", "4294967296", "9" * 10, "9" * 25, "9" * 5000),
    *("A1", "A0", "XFD1048576", "XFE1", "ZZZ9999999", "A1:XFD1048576", "B2:A1", "A1:B2:C3"),
    *("A:A", "1:1", "#REF!", "$A$1:$C$3", "cat!A1", "'cat'!$A$1:$XFD$1048576", "'", "'!'!A1"),
    *("s", "str", "inlineStr", "b", "e", "d", "n", "shared", "array", "theme", "none", "solid"),
    *("rId1", "rId99", "../../x", "/", "//x", "c:\\x", "http://example.org/", "a\tb\nc", "%2e%2e"),
    *("_x0000_", "_xD800_", "\u202e", "お", "\U0001f4a5", "=1+1", "x" * 40000),
    "=cmd|' /C calc'!A0",
    *("1900-02-30", "2020-01-01T00:00:00Z", "[h]:mm:ss", "yyyy" * 99, "FFZZ00", "00000000000"),
)  # fmt: skip
NUMBERS = (0, 1, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)


def everything() -> bytes:
    """A small workbook with a puzzle and many other features."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as workbook:
        workbook.set_properties({"created": datetime.datetime(2020, 1, 1)})
        sheet = workbook.add_worksheet("cat")
        thin = workbook.add_format({"border": 1, "bg_color": "#FFFFFF"})
        date = workbook.add_format({"num_format": "yyyy-mm-dd"})
        for k, clue in enumerate(("1 1", "5", "5", "3", "1")):
            sheet.write_string(k + 1, 0, clue)
        for k, clue in enumerate(("2", 4, "4", 4)):
            sheet.write(0, k + 1, clue)
        sheet.write_formula("F1", "=1+1", None, 2)
        for k in range(25):
            sheet.write_blank(1 + k // 5, 1 + k % 5, None, thin)
        sheet.merge_range("H1:J2", "merged", thin)
        sheet.write_rich_string("H4", "so ", workbook.add_format({"bold": True}), "bold")
        sheet.write_number("H5", 45000.5, date)
        sheet.write_array_formula("H6:H7", "{=A1:A2*2}", value=4)
        sheet.write_comment("H8", "a note")
        sheet.conditional_format("B2:F6", {"type": "no_blanks", "format": date})
        sheet.data_validation("B2:F6", {"validate": "list", "source": ["0", "1"]})
        sheet.set_column("L:M", 3, date)
        for name, area in (("rows", "$A$2:$A$6"), ("columns", "$B$1:$F$1"), ("grid", "$B$2:$F$6")):
            workbook.define_name(f"cat!xlnono_{name}", f"=cat!{area}")
        other = workbook.add_worksheet("it's another")
        other.add_table("A1:B4")
        chart = workbook.add_chart({"type": "line"})
        chart.add_series({"values": "=cat!$A$2:$A$6"})
        other.insert_chart("D2", chart)
        bars = workbook.add_chart({"type": "bar"})
        bars.add_series({"values": "=cat!$A$2:$A$6"})
        workbook.add_chartsheet("chart only").set_chart(bars)
    return stream.getvalue()


def _cut(content: bytes, rng: random.Random) -> tuple[int, int]:
    """A range of bytes, usually a short one."""
    start = rng.randrange(len(content) + 1)
    return start, start + rng.choice((1, 1, 2, 4, 16, 64, 1000))


def changed_bytes(content: bytes, rng: random.Random) -> bytes:
    """The bytes with some flipped, removed, duplicated or replaced."""
    for _ in range(rng.choice((1, 1, 2, 8))):
        start, end = _cut(content, rng)
        old = content[start:end]
        new = rng.choice(
            (
                lambda old: bytes(byte ^ 1 << rng.randrange(8) for byte in old),
                lambda old: b"",
                lambda old: old * rng.choice((2, 3, 100)),
                lambda old: rng.randbytes(len(old)),
                lambda old: rng.choice(NONSENSE).encode(),
                lambda old: struct.pack("<L", rng.choice(NUMBERS)),
            )
        )(old)
        content = content[:start] + new + content[end:]
    return content[: rng.randrange(len(content) + 1)] if rng.random() < 0.05 else content


def changed_headers(content: bytes, rng: random.Random) -> bytes:
    """A container with nonsense in the lists of its parts."""
    changed = bytearray(content)
    signs = [b"PK\x01\x02", b"PK\x03\x04", b"PK\x05\x06"]
    for _ in range(rng.choice((1, 1, 2, 4))):
        sign = rng.choice(signs)
        places = [k for k in range(len(changed)) if changed.startswith(sign, k)]
        if not places:
            continue
        place = rng.choice(places) + rng.randrange(4, 46)
        width = rng.choice(("<B", "<H", "<L"))
        number = rng.choice((*NUMBERS, rng.randrange(len(changed) + 1)))
        if place + 4 <= len(changed):
            struct.pack_into(width, changed, place, number & (256 ** struct.calcsize(width) - 1))
    return bytes(changed)


def changed_tree(content: bytes, rng: random.Random) -> bytes:
    """The XML of a part with elements, attributes and texts changed."""
    root = etree.fromstring(content)
    for _ in range(rng.choice((1, 1, 2, 3, 10))):
        elements = list(root.iter("*"))
        one, other = rng.choice(elements), rng.choice(elements)
        parent = one.getparent()
        attributes = list(one.attrib)
        match rng.randrange(12):
            case 0 if parent is not None:
                parent.remove(one)
            case 1 if parent is not None:
                copies = rng.choice((1, 1, 1, 3, 200))
                text = etree.tostring(one)
                if len(text) * copies < 200_000:
                    for _ in range(copies):
                        one.addnext(etree.fromstring(text))
            case 2:
                other.append(etree.fromstring(etree.tostring(one)))
            case 3:
                one.text = rng.choice(NONSENSE).replace("\0", "")
            case 4:
                one.tag = other.tag
            case 5 if attributes:
                del one.attrib[rng.choice(attributes)]
            case 6:
                for name, value in other.attrib.items():
                    one.set(name, value)
            case 7:
                for child in list(one):
                    one.remove(child)
            case 8:
                for alike in elements:
                    if alike.tag == one.tag:
                        alike.text = rng.choice(NONSENSE).replace("\0", "")
            case _ if attributes:
                one.set(rng.choice(attributes), rng.choice(NONSENSE))
    return etree.tostring(root)


def changed_parts(content: bytes, rng: random.Random) -> bytes:
    """A container with some parts changed, swapped, emptied, renamed or removed."""
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        parts = [(name, container.read(name)) for name in container.namelist()]
    for _ in range(rng.choice((1, 1, 2, 4))):
        # The first parts matter for reading; themes and document properties hardly do.
        places = [k for k, (name, _) in enumerate(parts) if not name.startswith("docProps")]
        place, other = rng.choice(places), rng.choice(places)
        name, held = parts[place]
        match rng.randrange(16):
            case 0:
                parts[place] = name, parts[other][1]
            case 1:
                parts[place] = name, b""
            case 2:
                parts[place] = rng.choice((parts[other][0], name.upper(), "/" + name)), held
            case 3 if len(places) > 1:
                del parts[place]
            case 4:
                text = held.decode("utf-8", "replace")
                parts[place] = name, text.encode(rng.choice(("utf-16", "utf-16-le", "utf-32")))
            case 5 | 6:
                parts[place] = name, changed_bytes(held, rng)
            case _:
                with contextlib.suppress(etree.XMLSyntaxError, ValueError):
                    parts[place] = name, changed_tree(held, rng)
    stream = io.BytesIO()
    # Duplicate names are intended here.
    with (
        warnings.catch_warnings(action="ignore", category=UserWarning),
        zipfile.ZipFile(stream, "w") as container,
    ):
        for name, held in parts:
            container.writestr(zipfile.ZipInfo(name), held, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


MUTATORS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(changed_parts,) * 6,
    changed_headers,
    changed_bytes,
)


def corpus(folder: Path | None) -> list[bytes]:
    """The workbooks to change."""
    paths = [*SAMPLES.rglob("*.xlsx"), *(folder.glob("*.xls[xm]") if folder else ())]
    return [everything(), *(path.read_bytes() for path in sorted(paths))]


def mutated(seeds: list[bytes], seed: int, run: int) -> bytes:
    """The file of one run: one of the seeds, most often the first, changed."""
    rng = random.Random(f"{seed} {run}")
    content = rng.choice((seeds[0], rng.choice(seeds)))
    return rng.choice(MUTATORS)(content, rng)
