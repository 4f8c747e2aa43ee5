"""Makes the sample workbooks from the pictures: `python samples/make.py [folder]`.

The pictures were drawn for xlnono: `#` is a black cell, `.` a white one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from xlnono.language import Language
from xlnono.model.board import Board, Grid
from xlnono.templates import template

HERE = Path(__file__).parent


class Sample(NamedTuple):
    """A workbook: a word in its file name, if any, its picture, and its title."""

    picture: str
    language: Language
    title: str
    about: str = ""
    rows_marked: int = 0
    """How many rows are filled in already."""
    misprint: tuple[int, list[int]] | None = None
    """A row, counted from 1, and the wrong clue printed for it."""
    odd: bool = False
    """Whether it does not have exactly one solution; it then goes into the folder `odd`."""

    @property
    def file(self) -> Path:
        """Its path below the folder of the samples."""
        name = f"{self.about}-{self.picture}.xlsx" if self.about else f"{self.picture}.xlsx"
        return Path("odd", name) if self.odd else Path(name)


SAMPLES = (
    Sample("heart-5x5", "en", "Heart"),
    Sample("cup-10x10", "ja", "コーヒーカップ", about="blank-line"),
    Sample("die-10x10", "en", "Which way up is the die?", "two-solutions", odd=True),
    Sample("fish-10x15", "ja", "さかな"),
    Sample("trophy-10x11", "en", "Trophy"),
    Sample("umbrella-12x11", "ja", "かさ", about="contradiction"),
    Sample("static-14x12", "en", "Static", about="recursion"),
    Sample(
        "teapot-12x15", "en", "Teapot, with a misprint", "mistake", misprint=(6, [31]), odd=True
    ),
    Sample("boat-15x15", "ja", "ヨット（途中まで）", "half-done", rows_marked=8),
    Sample("snail-15x20", "en", "Snail"),
    Sample("fuji-15x25", "ja", "富士山と日の出"),
    Sample("rosette-17x17", "ja", "ロゼット", about="complete-line"),
    Sample("tiles-16x18", "en", "Tiles"),
    Sample("cat-20x20", "en", "Cat"),
    Sample("train-20x30", "en", "Steam engine"),
    Sample("owl-25x20", "ja", "ふくろう"),
    Sample("lighthouse-30x20", "en", "Lighthouse"),
    Sample("balloon-40x40", "en", "Hot-air balloon"),
    Sample("lucky-cat-45x45", "ja", "招き猫"),
)


def make(folder: Path) -> None:
    """Write every sample into a folder that has none of them yet."""
    (folder / "odd").mkdir(exist_ok=True)
    for sample in SAMPLES:
        text = (HERE / "pictures" / f"{sample.picture}.txt").read_text(encoding="utf-8")
        grid = Grid.from_text(text)
        rows, columns = grid.row_clues(), grid.column_clues()
        if sample.misprint is not None:
            row, clue = sample.misprint
            rows[row - 1] = clue
        marks = None
        if sample.rows_marked:
            known = text.split()[: sample.rows_marked]
            unknown = ["?" * grid.width] * (grid.height - sample.rows_marked)
            marks = Board.from_text("\n".join(known + unknown))
        template.filled(
            folder / sample.file,
            rows,
            columns,
            marks=marks,
            language=sample.language,
            title=sample.title,
        )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for sample in SAMPLES:
        (target / sample.file).unlink(missing_ok=True)
    make(target)
