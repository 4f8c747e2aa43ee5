"""Puts the page together: one file with everything it needs."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from pathlib import Path

from xlnono import __version__
from xlnono.language import LANGUAGES, Language, all_of
from xlnono.model.puzzle import ClueTooLong, TotalsDiffer
from xlnono.page.words import WORDS
from xlnono.render.looks import PAGE_COLOURS
from xlnono.spreadsheet import theme

_HERE = Path(__file__).parent
_PYODIDE = {
    "wasm": "pyodide.asm.wasm",
    "glue": "pyodide.asm.mjs",
    "loader": "pyodide.mjs",
    "library": "python_stdlib.zip",
}
PYODIDE_VERSION = "314.0.7"
_NOT_ON_THE_PAGE = (
    "batch", "buttons", "cli", "doctor", "engine/kernel", "live", "page/pyodide", "report",
    "templates/calc_extension", "templates/vba",
)  # fmt: skip
"""What only the command line and open programs need."""
_LIBRARIES = ("xlsxwriter", "openpyxl", "et_xmlfile")
_EARLIEST = (1980, 1, 1, 0, 0, 0)


def _packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def _sources() -> Iterator[tuple[str, bytes]]:
    """The files of xlnono and of the libraries that it needs on the page, by their names."""
    package = _HERE.parent
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        if path.suffix in (".py", ".html", ".xml") and not name.startswith(_NOT_ON_THE_PAGE):
            # The stand-in for lxml is imported by the name of lxml there.
            inside = name.removeprefix("page/") if path.parent.name == "lxml" else None
            yield inside or f"{package.name}/{name}", path.read_bytes()
    for library in _LIBRARIES:
        spec = find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        for path in sorted(folder.rglob("*.py")):
            yield f"{library}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _program() -> bytes:
    """The program as an archive without compression, always with the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in _sources():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), content)
    return out.getvalue()


def _part(name: str, packed: str) -> str:
    return f'<script type="text/plain" id="part-{name}">{packed}</script>'


def _python_parts() -> Iterator[str]:
    yield _part("program", _packed(_program()))
    for name, file in _PYODIDE.items():
        content = (_HERE / "pyodide" / f"{file}.gz").read_bytes()
        yield _part(name, base64.b64encode(content).decode())


def _texts() -> dict[Language, dict[str, str]]:
    """The texts of the page in every language, with those that clues are reported in elsewhere."""
    errors = {"too_long": ClueTooLong.template, "totals": TotalsDiffer.template}
    return {language: all_of({**WORDS, **errors}, language) for language in LANGUAGES}


def _json(data: object) -> str:
    """JSON that cannot close the element it is in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def page(language: Language) -> bytes:
    """The page, in this language until its reader chooses another."""
    scripts = {
        name: (_HERE / f"{name}.js").read_text(encoding="utf-8")
        for name in ("kernel", "kernel_worker", "python_worker", "main")
    }
    parts = {
        "language": language,
        "title": escape(WORDS["title"].of(language)),
        "noscript": escape(WORDS["noscript"].of(language)),
        "version": __version__,
        "pyodide": PYODIDE_VERSION,
        **PAGE_COLOURS,
        "wrong": f"#{theme.IMPOSSIBLE.lower()}",
        "wrong_fill": f"#{theme.IMPOSSIBLE_LINE_FILL.lower()}",
        "languages": "".join(
            f'<option value="{code}" lang="{code}">{escape(one.name)}</option>'
            for code, one in LANGUAGES.items()
        ),
        "data": _json({"texts": _texts(), "version": PYODIDE_VERSION, "language": language}),
        "kernel_js": scripts["kernel"],
        "kernel_worker": scripts["kernel_worker"],
        "python_worker": scripts["python_worker"],
        "main": scripts["main"],
        "kernel_part": _part("kernel", _packed((_HERE / "kernel.wasm").read_bytes())),
        "python_parts": "\n".join(_python_parts()),
    }
    template = (_HERE / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template).encode()
