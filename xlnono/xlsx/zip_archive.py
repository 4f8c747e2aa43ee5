"""The parts of a workbook file: read one by one, changed, and packed again.

Unchanged parts are copied as they are stored, without unpacking them.
"""

from __future__ import annotations

import struct
import zlib
from copy import copy
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from xlnono.errors import XlnonoError
from xlnono.files import limits
from xlnono.files.workbook_file import (
    BinaryWorkbook,
    DamagedWorkbook,
    EncryptedWorkbook,
    NotAWorkbook,
    shown,
)
from xlnono.language import Phrase, Text
from xlnono.records import NamedTuple

_LOCAL = struct.Struct("<4s2B4H3L2H")
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_LOCAL_START, _CENTRAL_START, _END_START = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"

_ENCRYPTED, _SIZES_FOLLOW, _UTF8 = 0x1, 0x8, 0x800
_LEVEL = 0x6
"""The flags for the compression level."""
_PACKING = 2
"""How hard to compress, from 1 to 9; 6 takes two and a half times as long to save a fifth."""
_ZIP64 = 0x1
_VERSION = 20
_LARGEST, _MOST_PARTS = 2**32 - 1, 2**16 - 1
_PIECE = 1 << 20
"""The bytes packed or unpacked per call; signals are only handled between calls."""
_MOST_KEPT = 1 << 22
"""The most bytes of unpacked parts that are kept."""
_PACKED_PIECE = 1 << 16
"""The packed bytes that are unpacked per call."""

# zipfile raises more than it documents on damaged files.
_FAILURES = (
    BadZipFile,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
    zlib.error,
)


class TooLargeToWrite(XlnonoError):
    code = "too-large-to-write"
    template = Text(
        "the workbook would be larger than 4 GB or have more than 65,535 parts. Nothing was "
        "written. Remove what the puzzle does not need.",
        "ブックが 4 GB または 65,535 パーツを超えます。何も書き込んでいません。"
        "問題に要らないものを取り除いてください。",
    )


class _Stored(NamedTuple):
    """A part in the file; its packed bytes start at `start`."""

    info: ZipInfo
    start: int
    local_extra: bytes


def _faulty(name: str) -> DamagedWorkbook:
    name = shown(name)
    return DamagedWorkbook(
        reason=Phrase(
            Text("the part {name} is incomplete", "パーツ {name} が不完全です"), {"name": name}
        )
    )


def _without_sizes(extra: bytes) -> bytes:
    """Extra fields without the one for sizes beyond 4 GB; they stand in the header itself."""
    remaining, place = b"", 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        if kind != _ZIP64:
            remaining += extra[place : place + 4 + length]
        place += 4 + length
    return remaining + extra[place:]


class _Packed(NamedTuple):
    """A part to write; its content overrides the sizes and checksum in `info`."""

    info: ZipInfo
    packed: bytes | memoryview
    checksum: int
    size: int
    local_extra: bytes

    def headers(self, offset: int) -> tuple[bytes, bytes]:
        """The header before the part, and its entry in the list of all parts."""
        info = self.info
        year, month, day, hour, minute, second = info.date_time
        name = info.orig_filename.encode("utf-8" if info.flag_bits & _UTF8 else "cp437")
        common = (
            info.extract_version,
            info.reserved,
            info.flag_bits & ~_SIZES_FOLLOW,
            info.compress_type,
            hour << 11 | minute << 5 | second // 2,
            year - 1980 << 9 | month << 5 | day,
            self.checksum,
            len(self.packed),
            self.size,
            len(name),
        )
        local_extra, extra = _without_sizes(self.local_extra), _without_sizes(info.extra)
        local = _LOCAL.pack(_LOCAL_START, *common, len(local_extra))
        central = _CENTRAL.pack(
            _CENTRAL_START,
            info.create_version,
            info.create_system,
            *common,
            len(extra),
            len(info.comment),
            0,
            info.internal_attr,
            info.external_attr,
            offset,
        )
        return local + name + local_extra, central + name + extra + info.comment


def _as_changed(
    name: str, packed: bytes, checksum: tuple[int, int], stored: _Stored | None
) -> _Packed:
    if stored is None:
        info, local_extra = ZipInfo(name), b""
        info.create_system = 0
        info.flag_bits = 0 if name.isascii() else _UTF8
    else:
        info, local_extra = copy(stored.info), stored.local_extra
        info.flag_bits &= ~_LEVEL
    info.extract_version = max(info.extract_version, _VERSION)
    info.compress_type = ZIP_DEFLATED
    return _Packed(info, packed, *checksum, local_extra)


def _deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(_PACKING, wbits=-zlib.MAX_WBITS)
    pieces = [
        packer.compress(content[start : start + _PIECE]) for start in range(0, len(content), _PIECE)
    ]
    return b"".join([*pieces, packer.flush()])


def inflated(packed: memoryview, size: int) -> bytes:
    """What deflated bytes contain; if it is longer than stated, only a little more than that.

    Raises zlib.error.
    """
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    pieces = []
    left = size + 1
    for start in range(0, len(packed), _PACKED_PIECE):
        waiting: bytes | memoryview = packed[start : start + _PACKED_PIECE]
        while left > 0 and not unpacker.eof:
            piece = unpacker.decompress(waiting, min(left, _PIECE))
            pieces.append(piece)
            left -= len(piece)
            waiting = unpacker.unconsumed_tail
            # After a full piece, more may be held back.
            if not waiting and len(piece) < _PIECE:
                break
    return b"".join(pieces)


class Archive:
    """The parts of a workbook file. Names are not case-sensitive."""

    def __init__(self, content: bytes) -> None:
        """Read the list of parts; none of them is unpacked yet.

        Raises DamagedWorkbook, EncryptedWorkbook, BinaryWorkbook, NotAWorkbook or TooLarge.
        """
        self._content = content
        try:
            file = ZipFile(BytesIO(content))
        except _FAILURES:
            raise DamagedWorkbook(
                reason=Text("its list of parts cannot be read", "パーツの一覧を読み取れません")
            ) from None
        parts = file.infolist()
        self._comment = file.comment
        limits.check(limits.PARTS, len(parts))
        limits.check(limits.UNPACKED_BYTES, sum(info.file_size for info in parts))
        self._stored: dict[str, _Stored] = {}
        self._names: dict[str, str] = {}
        self._changed: dict[str, bytes] = {}
        self._unpacked: dict[str, bytes] = {}
        """Parts as the file has them, which are often read several times."""
        self._packed: dict[str, bytes] = {}
        """Those of the changed parts that are packed already."""
        self._checksums: dict[str, int] = {}
        """The CRC of changed parts, which is asked for several times."""
        self._touched = False
        for info in parts:
            name = shown(info.orig_filename)
            key = info.orig_filename.lower()
            if info.flag_bits & _ENCRYPTED:
                raise EncryptedWorkbook()
            if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise DamagedWorkbook(
                    reason=Phrase(
                        Text(
                            "the part {name} is packed in an unsupported way",
                            "パーツ {name} の圧縮方式はブックのものではありません",
                        ),
                        {"name": name},
                    )
                )
            if key in self._names:
                raise DamagedWorkbook(
                    reason=Phrase(
                        Text("it has the part {name} twice", "パーツ {name} が2つあります"),
                        {"name": name},
                    )
                )
            self._names[key] = info.orig_filename
            self._stored[key] = self._located(info)
        self._check_apart()
        self._check_kind()
        self._opened = self._stored.copy(), self._names.copy(), self._comment

    def _located(self, info: ZipInfo) -> _Stored:
        place = info.header_offset
        header = self._content[place : place + _LOCAL.size] if place >= 0 else b""
        if len(header) == _LOCAL.size and header.startswith(_LOCAL_START):
            *_, name_length, extra_length = _LOCAL.unpack(header)
            place += _LOCAL.size + name_length
            start = place + extra_length
            if start + info.compress_size <= len(self._content):
                return _Stored(info, start, self._content[place:start])
        raise _faulty(info.orig_filename)

    def _check_apart(self) -> None:
        end = 0
        for info, start, _ in sorted(
            self._stored.values(), key=lambda stored: stored.info.header_offset
        ):
            if info.header_offset < end:
                raise _faulty(info.orig_filename)
            end = start + info.compress_size

    def _check_kind(self) -> None:
        if "xl/workbook.bin" in self:
            raise BinaryWorkbook()
        if "[Content_Types].xml" not in self or not any(
            name.endswith(".xml") and name.rpartition("/")[2].startswith("workbook")
            for name in self._names
        ):
            raise NotAWorkbook()

    @property
    def names(self) -> list[str]:
        """The names of the parts, in the order of the file."""
        return list(self._names.values())

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._names

    def spelled(self, name: str) -> str:
        """The name of a part as the file spells it; unchanged if there is no such part."""
        return self._names.get(name.lower(), name)

    def as_opened(self) -> Archive:
        """The parts in the file, without later changes."""
        opened = copy(self)
        stored, names, opened._comment = self._opened
        opened._stored, opened._names = stored.copy(), names.copy()
        opened._changed, opened._packed, opened._checksums = {}, {}, {}
        opened._touched = False
        return opened

    def checksum(self, name: str) -> tuple[int, int]:
        """The CRC of a part and its length; nothing is unpacked for it. Raises KeyError."""
        key = name.lower()
        if key in self._changed:
            if key not in self._checksums:
                self._checksums[key] = zlib.crc32(self._changed[key])
            return self._checksums[key], len(self._changed[key])
        info = self._stored[key].info
        return info.CRC, info.file_size

    def size(self, name: str) -> int:
        """The length of a part; nothing is unpacked for it. Raises KeyError."""
        key = name.lower()
        if key in self._changed:
            return len(self._changed[key])
        return self._stored[key].info.file_size

    def read(self, name: str) -> bytes:
        """The content of a part. Raises KeyError, DamagedWorkbook or TooLarge."""
        key = name.lower()
        if key in self._changed:
            return self._changed[key]
        stored = self._stored[key]
        info = stored.info
        limits.check(limits.PART_BYTES, info.file_size, shown(info.orig_filename))
        if key in self._unpacked:
            return self._unpacked[key]
        packed = memoryview(self._content)[stored.start :][: info.compress_size]
        try:
            named = self._named_beside(info)
            stays = info.compress_type == ZIP_STORED
            content = bytes(packed) if stays else inflated(packed, info.file_size)
        except (UnicodeDecodeError, zlib.error):
            raise _faulty(info.orig_filename) from None
        whole = len(content) == info.file_size and zlib.crc32(content) == info.CRC
        if not whole or named != info.orig_filename:
            raise _faulty(info.orig_filename)
        if len(content) < _MOST_KEPT:
            if sum(map(len, self._unpacked.values())) + len(content) > _MOST_KEPT:
                self._unpacked.clear()
            self._unpacked[key] = content
        return content

    def deflated(self, name: str) -> bytes:
        """The packed content of a part, as it is stored if possible.

        Raises KeyError, DamagedWorkbook or TooLarge.
        """
        key, content = name.lower(), self.read(name)
        if key in self._changed:
            return self._packed.get(key) or _deflate(content)
        info, start, _ = self._stored[key]
        if info.compress_type == ZIP_STORED:
            return _deflate(content)
        return self._content[start : start + info.compress_size]

    def _named_beside(self, info: ZipInfo) -> str:
        """The name of a part in the header before it. Raises UnicodeDecodeError."""
        *_, length, _ = _LOCAL.unpack_from(self._content, info.header_offset)
        start = info.header_offset + _LOCAL.size
        name = self._content[start : start + length]
        return name.decode("utf-8" if info.flag_bits & _UTF8 else "cp437")

    def put(self, name: str, content: bytes, packed: bytes | None = None) -> None:
        """Set the content of a part, and what it is `packed` to if that is known.

        A new part is added after the others.
        """
        key = name.lower()
        self._names.setdefault(key, name)
        self._changed[key] = content
        self._packed.pop(key, None)
        self._checksums.pop(key, None)
        if packed is not None:
            self._packed[key] = packed
        self._touched = True

    def remove(self, name: str) -> None:
        """Remove a part. Raises KeyError."""
        key = name.lower()
        del self._names[key]
        self._stored.pop(key, None)
        self._changed.pop(key, None)
        self._packed.pop(key, None)
        self._checksums.pop(key, None)
        self._touched = True

    def forget_origin(self) -> None:
        """Set the dates, systems and owners of all parts to fixed values, and drop comments."""
        for key, stored in self._stored.items():
            info = ZipInfo(stored.info.orig_filename)
            for field in ("flag_bits", "compress_type", "CRC", "compress_size", "file_size"):
                setattr(info, field, getattr(stored.info, field))
            info.orig_filename, info.create_system = stored.info.orig_filename, 0
            info.header_offset = stored.info.header_offset
            self._stored[key] = stored._replace(info=info, local_extra=b"")
        self._comment = b""
        self._touched = True

    def packed(self) -> bytes:
        """The whole file; the original bytes if nothing was changed.

        The same changes to the same file give the same bytes. Raises TooLargeToWrite.
        """
        return b"".join(self.pieces())

    def pieces(self) -> list[bytes | memoryview]:
        """The pieces of `packed`, most of them not copied yet. Raises TooLargeToWrite."""
        if not self._touched:
            return [self._content]
        pieces: list[bytes | memoryview] = []
        directory: list[bytes] = []
        offset = 0
        for key, name in self._names.items():
            stored = self._stored.get(key)
            if key in self._changed:
                part = _as_changed(name, self.deflated(name), self.checksum(name), stored)
            else:
                part = self._as_stored(self._stored[key])
            local, central = part.headers(offset)
            pieces += local, part.packed
            directory.append(central)
            offset += len(local) + len(part.packed)
        size, count = sum(map(len, directory)), len(directory)
        if offset + size > _LARGEST or count > _MOST_PARTS:
            raise TooLargeToWrite()
        comment = self._comment
        end = _END.pack(_END_START, 0, 0, count, count, size, offset, len(comment))
        return [*pieces, *directory, end, comment]

    def _as_stored(self, stored: _Stored) -> _Packed:
        info = stored.info
        packed = memoryview(self._content)[stored.start : stored.start + info.compress_size]
        return _Packed(info, packed, info.CRC, info.file_size, stored.local_extra)
