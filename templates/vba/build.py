"""Makes the macro project of the templates from its text. Needs pyOpenVBA and xlwings.

Run it after a change to the text or a new version of xlwings:

    python templates/vba/build.py
"""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import xlwings
from pyopenvba import ExcelFile
from pyopenvba.cfb import CFB
from pyopenvba.vba import (
    VBAModuleKind,
    compress,
    parse_vba_project,
    rebuild_module_stream,
    serialize_dir_stream,
)

_STORAGE = ("VBA",)
_NO_CACHE = bytes.fromhex("CC61 FFFF 00 0100")
"""The whole stream _VBA_PROJECT of a project that is to be compiled when it is opened."""
_COOKIE = 0xFFFF
"""Written in place of values that MS-OVBA has readers ignore."""
_HERE = Path(__file__).parent
_PROJECT = _HERE.parents[1] / "xlnono" / "templates" / "vbaProject.bin"
OURS = {name: _HERE / f"{name}.bas" for name in ("XlnonoMacros", "XlnonoLines")}
"""The texts of our own modules."""


def project(modules: Mapping[str, str], classes: Mapping[str, str]) -> bytes:
    """A macro project of modules and classes, given as text by their names."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.xlsm"
        with ExcelFile.create_new(path) as book:
            made = book.vba_project()
            made.delete_module("Module1")
            for kind, texts in ((VBAModuleKind.standard, modules), (VBAModuleKind.other, classes)):
                for name, text in texts.items():
                    text.encode("ascii")
                    source = re.sub(r"\r?\n", "\r\n", text)
                    made.add_module(name, source, kind=kind)
            book.save()
        with zipfile.ZipFile(path) as package:
            return _without_cache(package.read("xl/vbaProject.bin"))


def _without_cache(content: bytes) -> bytes:
    """The same project with its source text only, as MS-OVBA 2.3.4.1 wants it from other programs.

    pyOpenVBA starts from a project that Excel had compiled, and keeps some of that code.
    """
    container = CFB.from_bytes(content)
    held = parse_vba_project(container)
    held.project_cookie = _COOKIE
    for module in held.modules:
        source = rebuild_module_stream(module, held.code_page)
        container.write_stream_at(_STORAGE, module.stream_name, source)
        module.text_offset, module.cookie = 0, _COOKIE
    # pyOpenVBA gives its last record, the terminator, four bytes too many.
    directory = serialize_dir_stream(held).removesuffix(bytes(4))
    container.write_stream_at(_STORAGE, "dir", compress(directory))
    container.write_stream_at(_STORAGE, "_VBA_PROJECT", _NO_CACHE)
    return container.to_bytes()


def main() -> None:
    theirs = Path(xlwings.__file__).parent
    _PROJECT.write_bytes(
        project(
            {
                **{name: path.read_text("ascii") for name, path in OURS.items()},
                "xlwings": (theirs / "xlwings.bas").read_text("ascii"),
            },
            {"Dictionary": (theirs / "addin" / "Dictionary.cls").read_text("ascii")},
        )
    )


if __name__ == "__main__":
    main()
