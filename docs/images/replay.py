"""Makes the pictures of a contradiction on the page, the replay sheet and the log, and of Why?.

The sample is solved as a user does it; LibreOffice and Chromium show it. The scroll bar is not
meant to be printed, so it is made so for the picture. Run it from the folder of the project:
PYTHONPATH=.:docs/images python docs/images/replay.py
"""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from buttons import SAMPLES, ButtonWorkbook, Printed
from PIL import Image

from tests.support.browser import browser
from tests.support.uno_engine import Office
from xlnono import solve
from xlnono.jobs.replay import replay_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.xlsx.book import open_book

HERE = Path(__file__).parent
SAMPLE = SAMPLES / "contradiction-umbrella-12x11.xlsx"
LINK = 3
"""The number of the link that is shown, counted from the assumption, which is 0."""
WINDOW = 1100, 860
STEPS_BEFORE_WHY = 20
COLOURS = 96
_GO = """
    let links = arguments[0];
    while (links > 0) {
        document.getElementById("forward").click();
        links -= document.querySelector("#board .outlines .is-new") ? 1 : 0;
    }
"""


def page(folder: Path, language: Language) -> None:
    """A link of the contradiction on the page."""
    path = folder / f"page-{language}.html"
    assert not replay_workbook(Job(SAMPLE, path), language=language).errors
    with browser() as window:
        window.set_window_size(*WINDOW)
        window.get(path.as_uri())
        # As if forward was pressed until it shows the link.
        window.execute_script(_GO, LINK)
        _save(Image.open(BytesIO(window.get_screenshot_as_png())), f"replay-page-{language}.png")


def _save(picture: Image.Image, name: str) -> None:
    few = picture.convert("RGB").quantize(
        COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    )
    few.save(HERE / name, optimize=True)


def sheets(office: Office, folder: Path, language: Language) -> None:
    """The same on the replay sheet, and all links in the log."""
    path = folder / f"solved-{language}.xlsx"
    result = solve_workbook(Job(SAMPLE, path), language=language)
    (solved,) = result.puzzles
    log = solved.solution.log
    assert log is not None
    deduction = next(k for k, step in enumerate(log) if step.branches)
    visit = next(k for k, visit in enumerate(log.visits) if visit.line is None)

    replay = Printed(office, path, 2)
    replay.sheet.getCellRangeByName("C2").Value = deduction + LINK
    replay.sheet.getCellRangeByName("W2").Value = 1
    replay.print(f"replay-sheet-{language}.png")

    table = Printed(office, path, 1)
    cells = table.sheet.getCellRangeByName("A1:G300").getDataArray()
    row = next(k for k, (number, *_) in enumerate(cells) if number == visit + 1)
    last = row
    while cells[last + 1][0] == visit + 1:
        last += 1
    table.sheet.showDetail(table.sheet.getCellRangeByName(f"A{row + 2}:A{last + 1}").RangeAddress)
    table.sheet.setPrintTitleRows(True)
    table.sheet.setPrintAreas((table.sheet.getCellRangeByName(f"A{row}:G{last + 1}").RangeAddress,))
    table.print(f"log-contradiction-{language}.png")


def why(office: Office, folder: Path, language: Language) -> None:
    desk = ButtonWorkbook(office, folder / f"why-{language}.xlsm", SAMPLE.name, language)
    desk.steps(STEPS_BEFORE_WHY)
    log = solve(read_puzzle(open_book(SAMPLE).sheets()[0]).puzzle, explain=True).log
    assert log is not None
    row, column, _ = log.visits[STEPS_BEFORE_WHY].fixed[0]
    desk.document.CurrentController.select(desk.cells("xlnono_grid").getCellByPosition(column, row))
    desk.press("why")
    desk.print(f"buttons-why-{language}.png")


def main() -> None:
    languages: tuple[Language, ...] = ("en", "ja")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        office = Office(folder)
        try:
            for language in languages:
                page(folder, language)
                sheets(office, folder, language)
                why(office, folder, language)
        finally:
            office.close()


if __name__ == "__main__":
    main()
