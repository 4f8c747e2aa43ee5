"""A language is added by one catalogue: everything people read then exists in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.workbooks import ONLY, book_with
from xlnono.buttons.messages import button_text
from xlnono.errors import XlnonoError
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import LANGUAGES, Catalogue, Phrase, Text
from xlnono.places import Place
from xlnono.templates import extension

TOY = "xx"
GREEK = str.maketrans("abcdefghijklmnopqrstuvwxyz", "αβψδεφγηιξκλμνοπζρστθωςχυζ")


def greek(english: str) -> str:
    """English in Greek letters; fields stay as they are."""
    parts = re.split(r"(\{[^}]*\})", english)
    return "".join(part if part[:1] == "{" else part.lower().translate(GREEK) for part in parts)


class _Toy(dict[str, str]):
    """A catalogue of every text there is."""

    def get(self, english: str, default: object = None) -> str:  # type: ignore[override]
        return greek(english)


@pytest.fixture
def toy() -> Iterator[str]:
    LANGUAGES[TOY] = Catalogue("Τοι", "[α-ω]", _Toy())
    yield TOY
    del LANGUAGES[TOY]


def solved(tmp_path: Path, language: str | None) -> Path:
    source = book_with(tmp_path / "puzzle.xlsx", ONLY)
    target = tmp_path / "solved.xlsx"
    assert solve_workbook(Job(source, target), language=language).written
    return target


def test_a_catalogue_makes_a_language_of_workbooks(tmp_path: Path, toy: str) -> None:
    book = load_workbook(solved(tmp_path, toy))
    for title in ("λογ", "ρεπλαυ"):
        (sheet,) = (sheet for sheet in book.worksheets if title in sheet.title)
        texts = [
            cell.value
            for row in sheet.iter_rows()
            for cell in row
            if isinstance(cell.value, str)
            and not cell.value.startswith("=")
            and not sheet.column_dimensions[cell.column_letter].hidden
        ]
        words = [word for text in texts for word in re.findall(r"[A-Za-z]{4,}", text.lower())]
        assert not {*words} - {"xlnono", "kernel", "python"}, title


def test_a_sheet_in_the_language_is_known_again(tmp_path: Path, toy: str) -> None:
    path = solved(tmp_path, toy)
    solve_workbook(Job(path, path))
    assert any("λογ" in title for title in load_workbook(path).sheetnames)


def test_errors_and_buttons_speak_the_language(toy: str) -> None:
    class Broken(XlnonoError):
        template = Text("the {thing} is broken", "{thing}が壊れています")

    error = Broken(Place(sheet="A", cell="B5"), thing=Text("board", "盤面"))
    assert error.text(toy) == greek("sheet “") + "A" + greek("”, cell ") + "B5: " + greek(
        "the board is broken"
    )
    assert error.text("en") == "sheet “A”, cell B5: the board is broken"
    assert error.text("ja") == "シート「A」、セル B5: 盤面が壊れています"
    assert button_text("cleared", toy) == greek("The grid is empty.")


def test_the_extension_brings_the_catalogue_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(LANGUAGES, TOY, Catalogue("Τοι", "", {"xlnono is working …": "χλνονο …"}))
        extension.make(tmp_path / "xlnono.oxt")
    with zipfile.ZipFile(tmp_path / "xlnono.oxt") as package:
        package.extractall(tmp_path / "oxt")
    code = "from xlnono_calc.words import text; print(text('working', 'xx'), text('working', 'ja'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": "oxt/pythonpath", "PYTHONIOENCODING": "utf-8"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == "χλνονο … xlnono が動いています…\n"


def test_texts_are_filled_with_what_is_safe_to_show() -> None:
    text = Text("sheet {name}: {why}", "シート {name}: {why}")
    why = Phrase(Text("{count} cells", "{count} マス"), {"count": 3})
    assert text.of("en", name="a\nb", why=why) == "sheet a�b: 3 cells"
    assert text.of("ja", name="a", why=why) == "シート a: 3 マス"


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        Text("a", "b").of("zz")
