"""LibreOffice, the real host of the tests: what it makes of a workbook."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image


def converted(path: Path, kind: str) -> Path:
    """The workbook as LibreOffice saves it in another format, calculated anew if it can be.

    Skips the test where there is no LibreOffice, unless XLNONO_REQUIRE_LIBREOFFICE is set.
    """
    office = shutil.which("soffice")
    if office is None:
        if os.environ.get("XLNONO_REQUIRE_LIBREOFFICE"):
            pytest.fail("LibreOffice is required, and there is no soffice on the path")
        pytest.skip("LibreOffice is not installed")
    out = path.parent / "converted"
    profile = (path.parent / "profile").as_uri()
    subprocess.run(
        [
            *(office, "--headless", "--norestore", f"-env:UserInstallation={profile}"),
            *("--convert-to", kind, "--outdir", str(out), str(path)),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return out / path.with_suffix(f".{kind}").name


def first_page(path: Path, dots: int = 100) -> Image.Image:
    """The first page of a workbook as LibreOffice prints it, so many dots an inch."""
    pdf = converted(path, "pdf")
    stem = pdf.with_suffix("")
    subprocess.run(
        [
            *("pdftoppm", "-png", "-r", str(dots), "-f", "1", "-l", "1", "-singlefile"),
            *(str(pdf), str(stem)),
        ],
        check=True,
        timeout=60,
    )
    return Image.open(stem.with_suffix(".png")).convert("RGB")
