"""Put the Python of the web page into the package, from the archive that Pyodide publishes.

npm pack pyodide@314.0.7
python tools/vendor_pyodide.py pyodide-314.0.7.tgz

Needs node: the modules that start with Pyodide are compiled by its own Python, because compiling
them takes most of the time until it has started.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "xlnono" / "page" / "pyodide"
SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""Of the archive of version 314.0.7."""

_FILES = ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs")
_STANDARD_LIBRARY = "python_stdlib.zip"
_UNUSED = (
    "_pyrepl/",
    "cProfile.py",
    "ctypes/",
    "curses/",
    "dbm/",
    "doctest.py",
    "ensurepip/",
    "ftplib.py",
    "http/cookiejar.py",
    "http/server.py",
    "idlelib/",
    "imaplib.py",
    "mailbox.py",
    "multiprocessing/",
    "pdb.py",
    "pickletools.py",
    "poplib.py",
    "profile.py",
    "profiling/",
    "pstats.py",
    "pydoc.py",
    "pydoc_data/",
    "smtplib.py",
    "sqlite3/",
    "tarfile.py",
    "test/",
    "tkinter/",
    "turtle.py",
    "turtledemo/",
    "unittest/",
    "venv/",
    "webbrowser.py",
    "wsgiref/",
    "xmlrpc/",
    "zoneinfo/",
)
"""Modules that nothing on the page imports."""


def _library(packed: bytes) -> bytes:
    """The standard library without compression: the page's own is better across files."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(packed)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target,
    ):
        for entry in source.infolist():
            if not entry.is_dir() and not entry.filename.startswith(_UNUSED):
                # A date of its own, so that the same archive gives the same bytes.
                target.writestr(zipfile.ZipInfo(entry.filename), source.read(entry))
    return out.getvalue()


_COMPILE = """
import { readFileSync, writeFileSync } from "node:fs";
const [folder, library] = process.argv.slice(2);
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: library });
python.FS.writeFile("/source.zip", readFileSync(library));
python.runPython(`
import sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
places = (str(module.__spec__.origin) for module in list(sys.modules.values()) if module.__spec__)
begun = {place.partition(".zip/")[2] for place in places}
with zipfile.ZipFile("/source.zip") as source, zipfile.ZipFile("/target.zip", "w") as target:
    for entry in source.infolist():
        name, content = entry.filename, source.read(entry)
        if name in begun:
            code = compile(content, name, "exec", dont_inherit=True, optimize=2)
            # Without docstrings, and never compared with a source.
            name, content = name + "c", bytes(_code_to_hash_pyc(code, bytes(8), False))
        target.writestr(zipfile.ZipInfo(name), content)
`);
writeFileSync(library, python.FS.readFile("/target.zip"));
"""


def _compiled(package: Path, library: bytes) -> bytes:
    """The standard library with the modules that start with Pyodide compiled."""
    with tempfile.TemporaryDirectory() as folder:
        script, held = Path(folder, "compile.mjs"), Path(folder, _STANDARD_LIBRARY)
        script.write_text(_COMPILE, encoding="utf-8")
        held.write_bytes(library)
        subprocess.run(["node", script, package, held], check=True)
        return held.read_bytes()


def vendor(archive: Path) -> None:
    """Write the files of the page. Raises ValueError for any other archive."""
    content = archive.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ValueError(f"{archive} is another version, or damaged")
    with (
        tempfile.TemporaryDirectory() as folder,
        tarfile.open(fileobj=io.BytesIO(content)) as files,
    ):
        files.extractall(folder, filter="data")
        package = Path(folder, "package")
        for name in (*_FILES, _STANDARD_LIBRARY):
            data = (package / name).read_bytes()
            if name == _STANDARD_LIBRARY:
                data = _compiled(package, _library(data))
            (TARGET / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    vendor(Path(sys.argv[1]))
