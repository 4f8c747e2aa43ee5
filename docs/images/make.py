"""Makes the pictures of the README files: a solved sample, its board above the top of its log.

LibreOffice prints the workbook, pdftoppm makes pictures of the pages. Run it from anywhere:
python docs/images/make.py
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"
PICTURES: tuple[tuple[str, str, Language], ...] = (
    ("solved-en.png", "snail-15x20.xlsx", "en"),
    ("solved-ja.png", "fuji-15x25.xlsx", "ja"),
)
RESOLUTION = 110
LOG_HEIGHT = 470
BOARD_WIDTH = 640
MARGIN = 16
COLOURS = 128


def pages(workbook: Path, folder: Path) -> list[Image.Image]:
    """The printed pages of a workbook."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    convert = ["soffice", "--headless", profile, "--convert-to", "pdf", "--outdir"]
    subprocess.run([*convert, folder, workbook], check=True, capture_output=True)
    pdf = folder / f"{workbook.stem}.pdf"
    subprocess.run(
        ["pdftoppm", "-r", str(RESOLUTION), "-l", "2", "-png", pdf, folder / "page"], check=True
    )
    return [Image.open(path).convert("RGB") for path in sorted(folder.glob("page*.png"))]


def inked(page: Image.Image) -> Image.Image:
    """The part of a page that is not blank."""
    blank = Image.new("RGB", page.size, "white")
    return page.crop(ImageChops.difference(page, blank).getbbox())


def above_a_gap(log: Image.Image) -> Image.Image:
    """The top of a log, cut between two lines of text."""
    grey = log.convert("L")
    bottom = min(LOG_HEIGHT, log.height)
    while bottom > 1 and min(grey.crop((0, bottom - 3, log.width, bottom)).tobytes()) < 250:
        bottom -= 1
    return log.crop((0, 0, log.width, bottom))


def make(name: str, sample: str, language: Language) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        solved = folder / sample
        result = solve_workbook(Job(SAMPLES / sample, solved), language=language)
        assert result.written, result.errors
        board, log = (inked(page) for page in pages(solved, folder)[:2])
    board = board.resize(
        (BOARD_WIDTH, round(board.height * BOARD_WIDTH / board.width)), Image.Resampling.LANCZOS
    )
    log = above_a_gap(log)
    size = max(board.width, log.width) + 2 * MARGIN, board.height + log.height + 3 * MARGIN
    picture = Image.new("RGB", size, "white")
    picture.paste(board, (MARGIN, MARGIN))
    picture.paste(log, (MARGIN, board.height + 2 * MARGIN))
    # This way of choosing them keeps the few coloured cells among all the greys.
    few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(HERE / name, optimize=True)


if __name__ == "__main__":
    for arguments in PICTURES:
        make(*arguments)
