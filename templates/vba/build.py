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
from pyopenvba.vba import VBAModuleKind

_HERE = Path(__file__).parent
_PROJECT = _HERE.parents[1] / "xlnono" / "templates" / "vbaProject.bin"
OURS = _HERE / "XlnonoMacros.bas"


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
            return package.read("xl/vbaProject.bin")


def main() -> None:
    theirs = Path(xlwings.__file__).parent
    _PROJECT.write_bytes(
        project(
            {
                "XlnonoMacros": OURS.read_text("ascii"),
                "xlwings": (theirs / "xlwings.bas").read_text("ascii"),
            },
            {"Dictionary": (theirs / "addin" / "Dictionary.cls").read_text("ascii")},
        )
    )


if __name__ == "__main__":
    main()
