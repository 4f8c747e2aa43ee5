"""Put the Python of the web page into the package, from the archive that Pyodide publishes.

npm pack pyodide@314.0.7
python tools/vendor_pyodide.py pyodide-314.0.7.tgz
"""

from __future__ import annotations

import gzip
import hashlib
import io
import sys
import tarfile
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


def vendor(archive: Path) -> None:
    """Write the files of the page. Raises ValueError for any other archive."""
    content = archive.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256:
        raise ValueError(f"{archive} is another version, or damaged")
    with tarfile.open(fileobj=io.BytesIO(content)) as files:
        for name in (*_FILES, _STANDARD_LIBRARY):
            member = files.extractfile(f"package/{name}")
            assert member is not None
            data = member.read()
            if name == _STANDARD_LIBRARY:
                data = _library(data)
            (TARGET / f"{name}.gz").write_bytes(gzip.compress(data, 9, mtime=0))


if __name__ == "__main__":
    vendor(Path(sys.argv[1]))
