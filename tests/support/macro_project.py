"""Reads a macro project by MS-OVBA, on its own: no code of the builder and of olevba is used.

Numbers in docstrings are sections of that specification.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from io import BytesIO

import olefile

_PROJECT_VERSION, _NAME, _STREAM, _OFFSET, _COOKIE = 0x09, 0x19, 0x1A, 0x31, 0x2C
_STANDARD, _CLASS, _END_OF_MODULE, _END = 0x21, 0x22, 0x2B, 0x10
_CODE_PAGE, _COUNT = 0x03, 0x0F


@dataclass
class Module:
    """A module as the dir stream describes it, and what its stream holds."""

    name: str
    stream: str = ""
    offset: int = -1
    cookie: int = -1
    standard: bool = False
    source: str = ""


@dataclass
class Project:
    """The parts of a project that have to agree."""

    streams: dict[str, bytes]
    properties: list[str]
    """The lines of the stream PROJECT."""
    names: list[tuple[str, str]]
    """The pairs of names in the stream PROJECTwm."""
    code_page: int = 0
    count: int = 0
    modules: list[Module] = field(default_factory=list)


def read_project(content: bytes) -> Project:
    """The macro project of a file vbaProject.bin. Raises ValueError for anything out of order."""
    with olefile.OleFileIO(BytesIO(content)) as container:
        streams = {
            "/".join(path): container.openstream(path).read() for path in container.listdir()
        }
    project = Project(
        streams,
        streams["PROJECT"].decode("ascii").split("\r\n"),
        _names(streams["PROJECTwm"]),
    )
    _read_directory(project, decompressed(streams["VBA/dir"]))
    for module in project.modules:
        held = streams[f"VBA/{module.stream}"]
        module.source = decompressed(held[module.offset :]).decode(f"cp{project.code_page}")
    return project


def decompressed(container: bytes) -> bytes:
    """What a compressed container holds (2.4.1)."""
    if container[:1] != b"\x01":
        raise ValueError("not a compressed container")
    found, place = bytearray(), 1
    while place < len(container):
        (header,) = struct.unpack_from("<H", container, place)
        if header >> 12 & 7 != 3:
            raise ValueError("a chunk without its signature")
        end = min(place + (header & 0xFFF) + 3, len(container))
        chunk = container[place + 2 : end]
        found += _tokens(chunk) if header & 0x8000 else chunk
        place = end
    return bytes(found)


def _tokens(chunk: bytes) -> bytes:
    """The bytes of a compressed chunk: literals, and copies of earlier ones (2.4.1.3.5)."""
    found, place = bytearray(), 0
    while place < len(chunk):
        flags, place = chunk[place], place + 1
        for bit in range(8):
            if place >= len(chunk):
                break
            if not flags >> bit & 1:
                found.append(chunk[place])
                place += 1
                continue
            (token,) = struct.unpack_from("<H", chunk, place)
            place += 2
            # The more there is to copy from, the more bits tell from where (2.4.1.3.19.1).
            bits = max((len(found) - 1).bit_length(), 4)
            length = (token & 0xFFFF >> bits) + 3
            back = (token >> 16 - bits) + 1
            if back > len(found):
                raise ValueError("a copy from before the chunk")
            for _ in range(length):
                found.append(found[-back])
    return bytes(found)


def _read_directory(project: Project, content: bytes) -> None:
    """The records of the dir stream (2.3.4.2)."""
    place, module = 0, Module("")
    while place < len(content):
        kind, size = struct.unpack_from("<HI", content, place)
        # The version is the one record that does not give its size (2.3.4.2.1.11).
        size = 6 if kind == _PROJECT_VERSION else size
        data = content[place + 6 : place + 6 + size]
        if len(data) < size:
            raise ValueError(f"the record {kind:#x} is cut off")
        place += 6 + size
        if kind == _CODE_PAGE:
            project.code_page = int.from_bytes(data, "little")
        elif kind == _COUNT:
            project.count = int.from_bytes(data, "little")
        elif kind == _NAME:
            module = Module(data.decode("ascii"))
        elif kind == _STREAM:
            module.stream = data.decode("ascii")
        elif kind == _OFFSET:
            module.offset = int.from_bytes(data, "little")
        elif kind == _COOKIE:
            module.cookie = int.from_bytes(data, "little")
        elif kind in (_STANDARD, _CLASS):
            module.standard = kind == _STANDARD
        elif kind == _END_OF_MODULE:
            project.modules.append(module)
        elif kind == _END:
            if size or content[place:]:
                raise ValueError("something follows the end")
            return
    raise ValueError("the directory has no end")


def _names(content: bytes) -> list[tuple[str, str]]:
    """Names in the code page and in Unicode (2.3.3)."""
    found, place = [], 0
    while content[place : place + 2] != b"\0\0":
        end = content.index(b"\0", place)
        name = content[place:end].decode("ascii")
        start = end = end + 1
        while content[end : end + 2] != b"\0\0":
            end += 2
        found.append((name, content[start:end].decode("utf-16-le")))
        place = end + 2
    if content[place:] != b"\0\0":
        raise ValueError("something follows the names")
    return found
