"""Workbook files as containers: unchanged parts are copied, damage is reported."""

import io
import struct
import zipfile

import pytest

from tests.support.workbooks import book_with
from xlnono.errors import XlnonoError
from xlnono.xlsx.zip_archive import Archive

TYPES, BOOK, SHEET = "[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"


def packed(parts, how=zipfile.ZIP_DEFLATED):
    """A container with the two parts that every workbook has, and some more."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as container:
        for name, content in {TYPES: b"types", BOOK: b"book", **parts}.items():
            container.writestr(name, content)
    return stream.getvalue()


class Pipe(io.RawIOBase):
    """A stream that cannot go back, so that sizes are written behind the parts."""

    def __init__(self):
        self.content = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.content += data
        return len(data)


def piped(force_zip64=False):
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as container:
        for name in (TYPES, BOOK, SHEET):
            with container.open(name, "w", force_zip64=force_zip64) as stream:
                stream.write(name.encode() * 50)
    return bytes(pipe.content)


def code_of(content):
    with pytest.raises(XlnonoError) as error:
        Archive(content)
    assert error.value.text("ja") != error.value.text("en")
    return error.value.code


def infos(content):
    with zipfile.ZipFile(io.BytesIO(content)) as container:
        assert container.testzip() is None
        return {info.filename: info for info in container.infolist()}


def raw(content, info):
    """The packed bytes of a part."""
    name, extra = struct.unpack_from("<2H", content, info.header_offset + 26)
    start = info.header_offset + 30 + name + extra
    return content[start : start + info.compress_size]


def test_without_a_change_the_file_is_the_same(tmp_path):
    content = book_with(tmp_path / "cat.xlsx").read_bytes()
    archive = Archive(content)
    for name in archive.names:
        archive.read(name)
    assert archive.packed() == content


def test_other_parts_are_copied_as_they_are_stored():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as container:
        container.comment = b"about the file"
        for number, name in enumerate((TYPES, BOOK, "xl/表.xml", "xl/old.xml")):
            info = zipfile.ZipInfo(name, (1999 + number, 2, 28, 23, 59, 58))
            info.compress_type = zipfile.ZIP_STORED if number % 2 else zipfile.ZIP_DEFLATED
            info.external_attr, info.create_system = 0o640 << 16, 3
            info.extra = struct.pack("<2H4s", 0xA220, 4, b"room")
            info.comment = b"about the part"
            container.writestr(info, name.encode() * 99, compresslevel=1)
    content = stream.getvalue()
    archive = Archive(content)
    archive.put(BOOK, b"another book" * 99)
    archive.put("xl/neu-é.xml", b"new")
    archive.remove("xl/old.xml")
    result = archive.packed()
    before, after = infos(content), infos(result)
    assert list(after) == [TYPES, BOOK, "xl/表.xml", "xl/neu-é.xml"]
    for name in (TYPES, BOOK, "xl/表.xml"):
        for fact in ("date_time", "external_attr", "create_system", "extra", "comment"):
            assert getattr(after[name], fact) == getattr(before[name], fact)
    for name in (TYPES, "xl/表.xml"):
        assert raw(result, after[name]) == raw(content, before[name])
    assert after["xl/neu-é.xml"].date_time == (1980, 1, 1, 0, 0, 0)
    with zipfile.ZipFile(io.BytesIO(result)) as container:
        assert container.comment == b"about the file"
        assert container.read(BOOK) == b"another book" * 99
        assert container.getinfo(BOOK).compress_type == zipfile.ZIP_DEFLATED
        assert container.read("xl/neu-é.xml") == b"new"


def test_the_same_changes_give_the_same_bytes():
    results = []
    for _ in range(2):
        archive = Archive(packed({SHEET: b"sheet"}))
        archive.put(SHEET, b"another")
        archive.put("xl/worksheets/sheet2.xml", b"new")
        results.append(archive.packed())
    assert results[0] == results[1]


def test_a_part_can_be_read_again_after_each_change():
    archive = Archive(packed({SHEET: b"sheet"}))
    assert archive.read(SHEET) == b"sheet"
    archive.put(SHEET, b"another")
    assert archive.read(SHEET) == b"another"
    archive.remove(SHEET)
    assert SHEET not in archive
    assert SHEET not in archive.names
    archive.put(SHEET, b"third")
    assert archive.read(SHEET) == b"third"
    assert Archive(archive.packed()).read(SHEET) == b"third"


def test_names_are_the_same_in_upper_and_lower_case():
    archive = Archive(packed({"xl/SharedStrings.xml": b"texts"}))
    assert "xl/sharedStrings.xml" in archive
    assert archive.read("xl/sharedStrings.xml") == b"texts"
    archive.put("xl/sharedstrings.xml", b"others")
    assert list(infos(archive.packed())) == [TYPES, BOOK, "xl/SharedStrings.xml"]


@pytest.mark.parametrize("zip64", [False, True])
def test_sizes_behind_the_parts_go_before_them(zip64):
    content = piped(zip64)
    assert infos(content)[SHEET].flag_bits & 8
    archive = Archive(content)
    archive.put(BOOK, b"another")
    result = archive.packed()
    assert not any(info.flag_bits & 8 for info in infos(result).values())
    assert Archive(result).read(SHEET) == SHEET.encode() * 50


def test_odd_names_stay():
    content = packed({"xl/bild-x.png": b"picture"}).replace(b"bild-x.png", b"bild-\x84.png")
    archive = Archive(content)
    archive.put(BOOK, b"another")
    assert archive.packed().count(b"bild-\x84.png") == 2


def test_a_file_behind_a_program_is_read():
    content = packed({SHEET: b"sheet"})
    archive = Archive(b"PK" + bytes(500) + content)
    assert archive.read(SHEET) == b"sheet"
    archive.put(SHEET, b"another")
    assert Archive(archive.packed()).read(SHEET) == b"another"


@pytest.mark.parametrize("twin", [SHEET, SHEET.upper()])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_parts_of_one_name_are_damage(twin):
    stream = io.BytesIO(packed({SHEET: b"one"}))
    with zipfile.ZipFile(stream, "a") as container:
        container.writestr(twin, b"two")
    assert code_of(stream.getvalue()) == "damaged-workbook"


def test_parts_with_a_password_are_reported():
    content = bytearray(packed({}))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(sign) + place] |= 1
    assert code_of(bytes(content)) == "encrypted-workbook"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_parts_packed_in_another_way_are_damage(method):
    assert code_of(packed({}, method)) == "damaged-workbook"


def test_a_changed_byte_in_a_part_is_damage_that_names_the_part():
    content = packed({SHEET: b"sheet of numbers", "xl/other.xml": b"o"}, zipfile.ZIP_STORED)
    archive = Archive(content.replace(b"numbers", b"numbars"))
    assert archive.read("xl/other.xml") == b"o"
    with pytest.raises(XlnonoError) as error:
        archive.read(SHEET)
    assert error.value.code == "damaged-workbook"
    assert SHEET in error.value.text("en")
    assert SHEET in error.value.text("ja")


@pytest.mark.parametrize("size", [1, 10_000])
def test_a_part_that_is_longer_or_shorter_than_it_says_is_damage(size):
    content = bytearray(packed({SHEET: bytes(5000)}))
    struct.pack_into("<L", content, content.rindex(b"PK\x01\x02") + 24, size)
    with pytest.raises(XlnonoError) as error:
        Archive(bytes(content)).read(SHEET)
    assert error.value.code == "damaged-workbook"


def test_a_part_with_two_names_is_damage():
    content = packed({SHEET: b"sheet"}).replace(SHEET.encode(), SHEET.upper().encode(), 1)
    with pytest.raises(XlnonoError) as error:
        Archive(content).read(SHEET)
    assert error.value.code == "damaged-workbook"


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_large_part_is_read_whole(method):
    held = b"".join(b"<c r='%d'/>" % number for number in range(300_000))
    assert Archive(packed({SHEET: held}, method)).read(SHEET) == held
    assert Archive(packed({SHEET: bytes(len(held))}, method)).read(SHEET) == bytes(len(held))


def test_parts_as_they_were_opened_stay_so():
    archive = Archive(packed({SHEET: b"sheet", "xl/other.xml": b"o"}))
    archive.put(SHEET, b"another")
    archive.remove("xl/other.xml")
    before = archive.as_opened()
    before.put(BOOK, b"changed")
    assert before.read(SHEET) == b"sheet"
    assert before.read("xl/other.xml") == b"o"
    assert archive.read(SHEET) == b"another"
    assert archive.read(BOOK) != b"changed"


def test_parts_that_lie_on_each_other_are_damage():
    content = bytearray(packed({SHEET: b"sheet", "xl/other.xml": b"sheet"}))
    first = infos(bytes(content))[SHEET].header_offset
    struct.pack_into("<L", content, content.rindex(b"PK\x01\x02") + 42, first)
    assert code_of(bytes(content)) == "damaged-workbook"


def test_a_file_of_more_than_4_gb_is_not_written(monkeypatch):
    monkeypatch.setattr("xlnono.xlsx.zip_archive._LARGEST", 300)
    archive = Archive(packed({}))
    archive.put(SHEET, bytes(range(256)))
    with pytest.raises(XlnonoError) as error:
        archive.packed()
    assert error.value.code == "too-large-to-write"
