"""Puzzles are read right however they are laid out, or there is one clear error: never a wrong one.

`expected` is "right" or the code of the only error.
"""

from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font

from tests.support.laid_out import Plan, coloured, filled, joined, lay_out
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook
from xlnono.model.board import Grid

PICTURES = Path(__file__).parents[2] / "samples" / "pictures"
FISH = Grid.from_text((PICTURES / "fish-10x15.txt").read_text())
TROPHY = Grid.from_text((PICTURES / "trophy-10x11.txt").read_text())

CIRCLED = "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"
text = joined(" ")


def at(sheet, spot, down, right, value):
    sheet.cell(spot.grid_rows[0] + down, spot.grid_columns[0] + right).value = value


def another_table(sheet, spot):
    last = spot.grid_rows[-1]
    for k in range(6):
        for j, value in enumerate((f"item {k}", 3 * k + 1, 17 * k + 4, k / 4)):
            sheet.cell(last + 4 + k, 3 + j).value = value


def legend(sheet, spot):
    sheet["A1"] = "Puzzle 12 of 2026"
    sheet["A2"] = "Fill the cells. 1 = black, 0 = white"
    at(sheet, spot, 1, len(spot.grid_columns) + 2, "level")
    at(sheet, spot, 1, len(spot.grid_columns) + 3, 4)


def marked(sheet, spot):
    for row in range(3):
        for column, sign in enumerate(spot.grid.text().split("\n")[row]):
            if (row + column) % 3:
                at(sheet, spot, row, column, "●" if sign == "#" else "×")


def answer_beside(sheet, spot):
    for row, signs in enumerate(spot.grid.text().split("\n")):
        for column, sign in enumerate(signs):
            if sign == "#":
                at(sheet, spot, row, len(signs) + 5 + column, "■")


def striped(colour):
    def then(sheet, spot):
        every = range(1, spot.grid_columns[-1] + 3)
        for row in range(spot.grid_rows[0], spot.grid_rows[-1] + 1, 2):
            filled(sheet, [(row, column) for column in every], colour)

    return then


def grid_filled(colour):
    def then(sheet, spot):
        cells = [(row, column) for row in spot.grid_rows for column in spot.grid_columns]
        filled(sheet, cells, colour)

    return then


def clues_filled(colour):
    return lambda sheet, spot: filled(sheet, spot.clue_cells, colour)


def in_colours(*colours):
    return lambda sheet, spot: coloured(sheet, spot, colours)


def long_ones_red(sheet, spot):
    for cell in spot.clue_cells:
        value = sheet.cell(*cell).value
        if isinstance(value, int) and value >= 5:
            sheet.cell(*cell).font = Font(color="FFFF0000")


def as_formulas(sheet, spot):
    for cell in spot.clue_cells:
        if sheet.cell(*cell).value is not None:
            sheet.cell(*cell).value = f"={sheet.cell(*cell).value}+0"


def turned(sheet, spot):
    for cell in spot.clue_cells:
        sheet.cell(*cell).alignment = Alignment(textRotation=90, vertical="top")


def hidden_lines(sheet, spot):
    sheet.row_dimensions[spot.grid_rows[2]].hidden = True
    sheet.column_dimensions["A"].hidden = True


def clues_merged(sheet, spot):
    """The cells of each row clue as one merged cell."""
    width = spot.grid_columns[0] - 1
    for row in spot.grid_rows:
        sheet.cell(row, width - 3).value = sheet.cell(row, width).value
        sheet.merge_cells(start_row=row, end_row=row, start_column=width - 3, end_column=width)


def grid_merged(sheet, spot):
    for row in spot.grid_rows[::2]:
        column = spot.grid_columns[0]
        sheet.merge_cells(start_row=row, end_row=row + 1, start_column=column, end_column=column)


def one_dotted(clue, _):
    """One clue with a decimal point, as typed without care."""
    return (
        2.5
        if clue == (2, 5)
        else float(".".join(map(str, clue)))
        if clue == (3, 3)
        else text(clue, 0)
    )


def clue_right_differs(sheet, spot):
    cell = (spot.grid_rows[3], spot.grid_columns[-1] + 1)
    sheet.cell(*cell).value = (sheet.cell(*cell).value or 0) + 1


LAYOUTS = {
    # The sides of the clues.
    "left and top": (Plan(), "right"),
    "right and top": (Plan(rows="after"), "right"),
    "left and bottom": (Plan(columns="after"), "right"),
    "right and bottom": (Plan(rows="after", columns="after"), "right"),
    "right and bottom without borders": (
        Plan(rows="after", columns="after", bordered=False),
        "right",
    ),
    "right and top as texts": (Plan(rows="after", write=text), "right"),
    "right and bottom as texts": (Plan(rows="after", columns="after", write=text), "right"),
    "left and bottom, far": (Plan(columns="after", far=True), "right"),
    "left, right, top": (Plan(rows="both"), "right"),
    "on all sides": (Plan(rows="both", columns="both"), "right"),
    "on all sides without borders": (Plan(rows="both", columns="both", bordered=False), "right"),
    "on all sides as texts": (Plan(rows="both", columns="both", write=text), "right"),
    "left and right differ": (Plan(rows="both", then=clue_right_differs), "clues-differ"),
    # Texts and numbers.
    "rows as texts, columns as numbers": (Plan(write_rows=text), "right"),
    "columns as texts with line breaks": (Plan(write_columns=joined("\n")), "right"),
    **{
        f"separator {sign!r}": (Plan(write=joined(sign)), "right")
        for sign in (
            "ー",
            ";",
            ":",
            "|",
            "+",
            "、",
            " ・ ",
            "/",
            ",",
            "-",
            "–",
            "\u00a0",
            "_",
            "; ",
        )
    },
    "in brackets": (Plan(write=lambda clue, _: f"[{', '.join(map(str, clue))}]"), "right"),
    "in Japanese brackets": (
        Plan(write=lambda clue, _: f"（{'・'.join(map(str, clue))}）"),
        "right",
    ),
    "each in brackets": (
        Plan(write=lambda clue, _: "".join(f"({block})" for block in clue)),
        "right",
    ),
    "full width": (
        Plan(
            write=lambda clue, _: "　".join(
                "".join(chr(ord(digit) + 0xFEE0) for digit in str(block)) for block in clue
            )
        ),
        "right",
    ),
    "circled digits": (
        Plan(write=lambda clue, _: "".join(CIRCLED[block] for block in clue)),
        "right",
    ),
    "numbers as text": (Plan(then=lambda sheet, spot: _as_texts(sheet, spot)), "right"),
    "with a dot": (Plan(write=joined(".")), "right"),
    "with dot and space": (Plan(write=joined(". ")), "right"),
    "some decimal numbers": (Plan(write=one_dotted), "right"),
    "labelled 1.": (Plan(write=lambda clue, k: f"{k}. {text(clue, k)}"), "right"),
    "labelled 1)": (Plan(write_rows=lambda clue, k: f"{k}) {text(clue, k)}"), "right"),
    "labelled 1:": (Plan(write=lambda clue, k: f"{k}: {text(clue, k)}"), "right"),
    "labelled by letters": (Plan(write=lambda clue, k: f"R{k}: {text(clue, k)}"), "no-puzzle"),
    # What fills the other clue cells.
    **{
        f"padded with {sign!r}": (Plan(pad=sign), "right")
        for sign in (0, "-", "ー", "x", "×", ".", "・", "*", "\u00a0", "", "—", "/", "0")
    },
    "far, padded with zeros": (Plan(far=True, pad=0), "right"),
    "far, padded with dashes": (Plan(far=True, pad="-", rows="after"), "right"),
    # Gaps, numbers of lines, totals, corners.
    "gap of one": (Plan(gap=1), "right"),
    "gap of one without borders": (Plan(gap=1, bordered=False), "right"),
    "gap of three without borders": (Plan(gap=3, bordered=False), "right"),
    "gap on all sides": (Plan(gap=1, rows="both", columns="both"), "right"),
    "gap, right and bottom, no borders": (
        Plan(gap=2, rows="after", columns="after", bordered=False),
        "right",
    ),
    "only a frame": (Plan(bordered=False, framed=True), "right"),
    "a frame and a gap": (Plan(bordered=False, framed=True, gap=1), "right"),
    "clues with borders": (Plan(clues_bordered=True), "right"),
    "clues with borders, number in the corner": (Plan(clues_bordered=True, corner=12), "right"),
    **{
        f"numbered {where}{' without borders' * (not bordered)}": (
            Plan(numbered=where, bordered=bordered),
            "right",
        )
        for where in ("outer", "inner", "other")
        for bordered in (True, False)
    },
    "numbered between texts and grid": (Plan(numbered="inner", write=text), "right"),
    "numbered outside texts": (Plan(numbered="outer", write=text), "right"),
    "numbered, right and bottom": (
        Plan(numbered="outer", rows="after", columns="after"),
        "right",
    ),
    "totals outside": (Plan(totalled="outer"), "right"),
    "totals inside": (Plan(totalled="inner"), "right"),
    "totals outside texts": (Plan(totalled="outer", write=text), "right"),
    "totals and numbers": (Plan(totalled="inner", numbered="outer"), "right"),
    "totals without borders": (Plan(totalled="outer", bordered=False), "right"),
    "number in the corner": (Plan(corner=25), "right"),
    "number in the corner, no borders": (Plan(corner=3, bordered=False), "right"),
    "size in the corner": (Plan(corner="10x15"), "right"),
    "size in the corner as 10/15": (Plan(corner="10/15", bordered=False), "right"),
    "title in the corner": (Plan(corner="No. 7"), "right"),
    "spacers": (Plan(every=5), "spacer-lines"),
    "spacers without borders": (Plan(every=5, bordered=False), "spacer-lines"),
    # Colours.
    "dark sheet": (Plan(background="1E1E1E"), "right"),
    "dark sheet without borders": (Plan(background="202830", bordered=False), "right"),
    "dark sheet, right and bottom": (
        Plan(background="1E1E1E", rows="after", columns="after"),
        "right",
    ),
    "tinted sheet": (Plan(background="FFF2CC"), "right"),
    "light stripes": (Plan(then=striped("DDEBF7")), "right"),
    "dark stripes": (Plan(then=striped("404040")), "right"),
    "dark grid": (Plan(then=grid_filled("333333")), "right"),
    "dark clues": (Plan(then=clues_filled("1F3864")), "right"),
    "coloured numbers": (Plan(then=in_colours("FF0000", "008000", "0000FF")), "colour-puzzle"),
    "all numbers blue": (Plan(then=in_colours("0000FF")), "right"),
    "large numbers red": (Plan(then=long_ones_red), "right"),
    "coloured cells": (
        Plan(
            then=lambda sheet, spot: [
                filled(sheet, [cell], ("FF0000", "00B050", "0070C0")[k % 3])
                for k, cell in enumerate(spot.clue_cells)
            ]
        ),
        "colour-puzzle",
    ),
    # Anything else.
    "formulas without values": (Plan(then=as_formulas), "clue-not-calculated"),
    "formulas without values or borders": (
        Plan(then=as_formulas, bordered=False),
        "clue-not-calculated",
    ),
    "formulas, right and bottom": (
        Plan(then=as_formulas, rows="after", columns="after"),
        "clue-not-calculated",
    ),
    "turned texts": (Plan(write=text, then=turned), "right"),
    "hidden lines": (Plan(then=hidden_lines), "right"),
    "merged clues": (Plan(write_rows=text, column=9, then=clues_merged), "right"),
    "merged grid cells": (Plan(then=grid_merged), "merged-cells"),
    "far from A1": (Plan(row=300, column=600), "right"),
    "far below A1": (Plan(row=3000, column=20), "right"),
    "another table": (Plan(then=another_table), "right"),
    "another table, right and bottom": (
        Plan(then=another_table, rows="after", columns="before"),
        "right",
    ),
    "legend": (Plan(then=legend), "right"),
    "begun": (Plan(then=marked), "right"),
    "answer beside it": (Plan(then=answer_beside), "right"),
}


def _as_texts(sheet, spot):
    for cell in spot.clue_cells:
        if (value := sheet.cell(*cell).value) is not None:
            sheet.cell(*cell).value = str(value)


def read_back(path):
    """The places and pictures of the puzzles in a workbook, and the codes of its errors."""
    result = check_workbook(Job(path, None), seconds=20)
    found = [
        (
            puzzle.read.layout.grid[:2],
            puzzle.solution.grid.text() if puzzle.solution.grid else puzzle.solution.outcome.value,
        )
        for puzzle in result.puzzles
    ]
    return found, [defect.code for error in result.errors for defect in error.single()]


@pytest.mark.parametrize("grid", [FISH, TROPHY], ids=["fish", "trophy"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_read_right_or_with_one_clear_error(tmp_path, name, grid):
    plan, expected = LAYOUTS[name]
    workbook = Workbook()
    spot = lay_out(workbook.active, grid, plan)
    workbook.save(tmp_path / "layout.xlsx")
    found, errors = read_back(tmp_path / "layout.xlsx")
    if expected == "right":
        assert (found, errors) == (
            [((spot.grid_rows[0], spot.grid_columns[0]), grid.text())],
            [],
        )
    else:
        assert (found, errors) == ([], [expected])


def frame(size):
    edge, middle = "#" * size, "#" + "." * (size - 2) + "#"
    return Grid.from_text("\n".join([edge, *[middle] * (size - 2), edge]))


WINDOW = Grid.from_text("##.## ##.## ..... ##.## ##.##".replace(" ", "\n"))
PANES = Grid.from_text("\n".join(["####.####"] * 4 + ["........."] + ["####.####"] * 4))
STAIRS = Grid.from_text(
    "#....## ##...## ###..## ####.## .....## ####### #######".replace(" ", "\n")
)


@pytest.mark.parametrize(
    "grid",
    [frame(10), frame(13), WINDOW, PANES, STAIRS],
    ids=["10", "13", "window", "panes", "stairs"],
)
@pytest.mark.parametrize(
    "plan",
    [
        Plan(),
        Plan(far=True, pad=0),
        Plan(bordered=False),
        Plan(rows="after", columns="after"),
        Plan(numbered="outer"),
        Plan(totalled="outer"),
        Plan(totalled="inner"),
    ],
    ids=["plain", "zeros", "no borders", "right and bottom", "numbered", "totals", "totals inside"],
)
def test_clues_that_look_like_totals_or_numbers_of_lines_are_read(tmp_path, plan, grid):
    workbook = Workbook()
    lay_out(workbook.active, grid, plan)
    workbook.save(tmp_path / "layout.xlsx")
    found, errors = read_back(tmp_path / "layout.xlsx")
    assert ([picture for _, picture in found], errors) == ([grid.text()], [])
