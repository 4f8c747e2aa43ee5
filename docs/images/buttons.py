"""Makes the pictures of docs/excel.md and docs/excel.ja.md: a template with buttons, in use.

LibreOffice shows it and the work of the buttons is done there, as in the tests. Buttons are not
meant to be printed, so they are made so for the picture. Run it from the folder of the project:
PYTHONPATH=. python docs/images/buttons.py
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from tests.support.calc import served
from tests.support.uno_engine import Office
from xlnono.buttons.catalogue import Name
from xlnono.buttons.press import press
from xlnono.language import Language
from xlnono.live.calc_host import CalcHost
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.templates import template
from xlnono.xlsx.book import open_book

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
STEPS = 36
STEPS_BEFORE_ASSUMING = 9
ASSUMED = (11, 0)
"""Row and column of the cell that is assumed to be black, counted from 0."""
RESOLUTION = 100
MARGIN = 12
COLOURS = 96


class _Front:
    """The user interface of a press that nobody watches."""

    def show_message(self, message: str) -> None:
        raise AssertionError(message)

    def last_message(self) -> str:
        return ""

    def status(self, message: str) -> None:
        """There is no status bar."""

    def pause(self, seconds: float) -> bool:
        return False

    def set_timeout(self, seconds: float) -> None:
        """There is no time limit."""


class Printed:
    """A sheet of a workbook that LibreOffice has open, to make a picture of."""

    def __init__(self, office: Office, path: Path, sheet: int = 0) -> None:
        self.path, self.document = path, office.open(path)
        self.sheet = self.document.Sheets.getByIndex(sheet)

    def print(self, name: str) -> None:
        """Make a picture of the sheet, and close it."""
        from com.sun.star.beans import PropertyValue

        for shape in self.sheet.DrawPage:
            if hasattr(shape, "Control"):
                shape.Control.Printable = True
        for title in self.document.Sheets.ElementNames:
            if title != self.sheet.Name:
                self.document.Sheets.getByName(title).setPrintAreas(())
                self.document.Sheets.getByName(title).IsVisible = False
        styles = self.document.StyleFamilies.getByName("PageStyles")
        styles.getByName(self.sheet.PageStyle).FooterIsOn = False
        pdf, png = self.path.with_suffix(".pdf"), self.path.with_suffix(".png")
        way = PropertyValue("FilterName", 0, "calc_pdf_Export", 0)
        self.document.storeToURL(pdf.as_uri(), (way,))
        stem = str(png.with_suffix(""))
        draw = ["pdftoppm", "-png", "-r", str(RESOLUTION), "-l", "1", "-singlefile"]
        subprocess.run([*draw, str(pdf), stem], check=True)
        page = Image.open(png).convert("RGB")
        blank = Image.new("RGB", page.size, "white")
        box = ImageChops.difference(page, blank).getbbox()
        assert box is not None
        inked = page.crop(box)
        size = inked.width + 2 * MARGIN, inked.height + 2 * MARGIN
        picture = Image.new("RGB", size, "white")
        picture.paste(inked, (MARGIN, MARGIN))
        few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(HERE / name, optimize=True)
        self.document.close(True)


class ButtonWorkbook(Printed):
    """A template with buttons that LibreOffice has open."""

    def __init__(self, office: Office, path: Path, sample: str, language: Language) -> None:
        puzzle = read_puzzle(open_book(SAMPLES / sample).sheets()[0]).puzzle
        template.new(path, puzzle.height, puzzle.width, language=language, macro=True)
        super().__init__(office, path)
        rows, columns = (self.cells(name) for name in ("xlnono_rows", "xlnono_columns"))
        across, down = rows.Columns.Count, columns.Rows.Count
        for row, clue in enumerate(puzzle.rows):
            for slot, block in enumerate(clue, start=across - len(clue)):
                rows.getCellByPosition(slot, row).setString(str(block))
        for column, clue in enumerate(puzzle.columns):
            for slot, block in enumerate(clue, start=down - len(clue)):
                columns.getCellByPosition(column, slot).setString(str(block))

    def cells(self, name: str) -> Any:
        return self.sheet.NamedRanges.getByName(name).getReferredCells()

    def press(self, name: Name) -> None:
        press(name, CalcHost(served(self.document)), _Front())

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.press("step")


def make(office: Office, folder: Path, language: Language) -> None:
    desk = ButtonWorkbook(
        office, folder / f"where-{language}.xlsm", "contradiction-umbrella-12x11.xlsx", language
    )
    desk.steps(STEPS)
    desk.press("where")
    desk.print(f"buttons-where-{language}.png")
    desk = ButtonWorkbook(
        office, folder / f"assume-{language}.xlsm", "recursion-static-14x12.xlsx", language
    )
    desk.steps(STEPS_BEFORE_ASSUMING)
    row, column = ASSUMED
    cell = desk.cells("xlnono_grid").getCellByPosition(column, row)
    desk.document.CurrentController.select(cell)
    desk.press("assume")
    desk.print(f"buttons-assume-{language}.png")


def main() -> None:
    languages: tuple[Language, ...] = ("en", "ja")
    with tempfile.TemporaryDirectory() as temporary:
        office = Office(Path(temporary))
        try:
            for language in languages:
                make(office, Path(temporary), language)
        finally:
            office.close()


if __name__ == "__main__":
    main()
