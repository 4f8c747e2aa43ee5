"""What a button imports when somebody has put a folder named xlnono beside the workbook."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import xlnono
from tests.support.workbooks import edited_with_openpyxl
from tests.unit.test_doctor import WITHOUT_EDITABLE
from xlnono.doctor.interpreter import Settings
from xlnono.doctor.workbook_check import conf_sheet
from xlnono.templates import template
from xlnono.xlsx.book import open_book

INSTALLED = Path(xlnono.__file__).parents[1]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A workbook in a folder with a module of the name that its buttons import."""
    folder = tmp_path / "from somebody"
    (folder / "xlnono").mkdir(parents=True)
    (folder / "xlnono" / "__init__.py").touch()
    (folder / "xlnono" / "excel.py").touch()
    template.new(folder / "puzzle.xlsm", 5, 5, macro=True)
    return folder / "puzzle.xlsm"


def imported(book: Path, address: str = "") -> Path:
    """The file that Python imports for a button, started with the line that RunPython makes.

    The address is that of the workbook where it is not on this computer.
    """
    settings = Settings(conf_sheet(open_book(book)), [], "windows")
    folders = ";".join(
        (
            settings.get("ADD_WORKBOOK_TO_PYTHONPATH", "true"),
            *[address or str(book)] * 2,
            *(
                settings.get(key)
                for key in (
                    "ONEDRIVE_CONSUMER_WIN",
                    "ONEDRIVE_COMMERCIAL_WIN",
                    "SHAREPOINT_WIN",
                    "PYTHONPATH",
                )
            ),
        )
    ).replace("\\", "\\\\")
    line = (
        f'import xlwings.utils;xlwings.utils.prepare_sys_path("{folders}"); '
        "import xlnono.excel; print(xlnono.excel.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", f"{WITHOUT_EDITABLE}; {line}"],
        cwd=Path(sys.executable).parent,
        env={**os.environ, "PYTHONPATH": str(INSTALLED), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return Path(done.stdout.strip())


def test_a_button_runs_what_is_installed(book: Path) -> None:
    assert imported(book) == INSTALLED / "xlnono" / "excel.py"


def test_a_button_works_in_a_workbook_that_is_in_onedrive(book: Path) -> None:
    address = "https://d.docs.live.net/0123456789abcdef/puzzle.xlsm"
    assert imported(book, address) == INSTALLED / "xlnono" / "excel.py"


def test_without_the_settings_it_would_run_what_lies_beside_the_workbook(book: Path) -> None:
    with edited_with_openpyxl(book) as workbook:
        workbook["xlwings.conf"].delete_rows(1, 2)
    assert imported(book) == book.parent / "xlnono" / "excel.py"
