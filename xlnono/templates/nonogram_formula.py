"""`=NONOGRAM(rows, columns)`: a formula that solves by lines, for programs that know LAMBDA.

The places of the blocks of a line are walked through as states of an automaton, as in
`xlnono/engine/kernel/automaton.hpp`, and the set of states that can be reached is a number: bit 0
is the gap after the last block, and the highest bit the gap before the first. A cell is black if
no arrangement passes through it in a gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from xlnono.language import Language, Text
from xlnono.templates.clue_signs import (
    BRACKETS,
    CIRCLED,
    HYPHENS,
    SEPARATORS,
    SPACES,
    WIDE_DIGITS,
    WIDE_DOT,
)

LONGEST_LINE = 46
"""In cells. The functions for bits take 48 of them, and a line has up to two more states than
cells."""
SOLVER, LINE_SOLVER = "NONOGRAM", "NONOGRAM.LINE"
"""The names that the formulas get in a workbook."""

_TOTALS = Text(
    "The row clues add up to {rows} and the column clues to {columns}.",
    "黒マスの数が合いません(行の合計 {rows}、列の合計 {columns})。",
)
_CONTRADICTED = Text(
    "These clues contradict each other: {line} does not fit the others.",
    "ヒントが矛盾しています({line}がほかと合いません)。",
)
_UNREADABLE = Text(
    "A clue is not a whole number: {line}.", "ヒントに数字でないものがあります({line})。"
)
_LINE_CONTRADICTED = Text("The clue does not fit these cells.", "このマスにはヒントが入りません。")
_LINE_UNREADABLE = Text("The clue is not a whole number.", "ヒントが数字ではありません。")
_ROW, _COLUMN = (
    Text('"row "&{number}', '{number}&"行目"'),
    Text('"column "&{number}', '{number}&"列目"'),
)
_IMPOSSIBLE, _NO_NUMBER = 2, 3
"""What all cells of a line get if no arrangement fits, or if its clue cannot be read."""

# A clue may fill several cells, or stand in one with separators. All cells are read at once, since
# the lines are looked at again and again. A hyphen in front of a number does not separate anything.
_READING = f"""signs, "{SEPARATORS}{BRACKETS}" & CHAR(10) & UNICHAR(160) & UNICHAR(12288)
        & "{HYPHENS}{WIDE_DIGITS}{WIDE_DOT}",
    meant, REPT(" ", {len(SEPARATORS + BRACKETS + SPACES)}) & "{"-" * len(HYPHENS)}0123456789.",
    read, LAMBDA(clues, LET(
        uncircled, REDUCE(clues & "", SEQUENCE({len(CIRCLED)}), LAMBDA(text, number,
            SUBSTITUTE(text, UNICHAR({ord(CIRCLED[0]) - 1} + number), " " & number & " "))),
        plain, TRIM(REDUCE(uncircled, SEQUENCE(LEN(signs)), LAMBDA(text, place,
            SUBSTITUTE(text, MID(signs, place, 1), MID(meant, place, 1))))),
        IF(LEFT(plain) = "-", "?",
        SUBSTITUTE(SUBSTITUTE(plain, "-", " ") & " ", ".0 ", " ")))),
    joined, LAMBDA(clue, TRIM(REDUCE("", clue, LAMBDA(text, part, text & " " & part)))),
    numbers, LAMBDA(typed, IF(typed = "", 0, --TEXTSPLIT(typed, " ")))"""
# As in templates, blank clues belong to lines without black cells once the totals agree. Until then
# nobody has typed them yet, and their lines keep their cells.
_LINE = f"""LAMBDA(clue, cells, LET(
    typed, joined(clue),
    blocks, numbers(typed),
    size, COLUMNS(cells),
    states, 1 + SUM(IF(blocks > 0, blocks + 1, 0)),
    black, REDUCE(0, blocks, LAMBDA(bits, block,
        IF(block > 0, bits * 2^(block + 1) + 2 * (2^block - 1), bits))),
    all, 2^states - 1,
    gaps, all - black,
    allowed, LAMBDA(known, IF(known > 0, black, IF(known < 0, gaps, all))),
    forth, SCAN(2^(states - 1), cells, LAMBDA(before, known,
        BITAND(BITOR(BITAND(before, gaps), INT(before / 2)), allowed(known)))),
    back, SCAN(1, SEQUENCE(1, size, size, -1), LAMBDA(behind, place,
        BITAND(
            BITOR(BITAND(behind, gaps), 2 * BITAND(behind, INT(all / 2))),
            allowed(INDEX(cells, place))))),
    IF(AND(typed = "", NOT(complete)), cells,
    IF(IFERROR(SUM(ABS(blocks - INT(ABS(blocks)))) > 0, TRUE), SEQUENCE(1, size, {_NO_NUMBER}, 0),
    IF(states > size + 2, SEQUENCE(1, size, {_IMPOSSIBLE}, 0),
    MAP(forth, SEQUENCE(1, size, size, -1), LAMBDA(reached, place, LET(
        through, BITAND(reached, INDEX(back, place)),
        IF(through = 0, {_IMPOSSIBLE},
        IF(BITAND(through, gaps) = 0, 1,
        IF(BITAND(through, black) = 0, -1, 0)))))))))))"""

# Rows and columns take turns until nothing changes. A line whose cells are as they were when it
# was last looked at is left out; at first, all cells are different from what they were.
_SOLVER = f"""LAMBDA(row_clues, column_clues, LET(
    {_READING},
    rows_read, read(row_clues),
    columns_read, read(column_clues),
    row_clue, LAMBDA(place, CHOOSEROWS(rows_read, place)),
    column_clue, LAMBDA(place, CHOOSECOLS(columns_read, place)),
    total, LAMBDA(count, clue_of, REDUCE(0, SEQUENCE(count), LAMBDA(sum, place, LET(
        blocks, numbers(joined(clue_of(place))),
        sum + SUM(IF(blocks = INT(ABS(blocks)), blocks, 1/0)))))),
    across, IFERROR(total(ROWS(row_clues), row_clue), 0),
    down, IFERROR(total(COLUMNS(column_clues), column_clue), 0),
    complete, AND(across > 0, across = down),
    blank, LAMBDA(count, clue_of, REDUCE(0, SEQUENCE(count), LAMBDA(sum, place,
        sum + IF(joined(clue_of(place)) = "", 1, 0)))),
    settle, {_LINE},
    sweep, LAMBDA(grid, earlier, clue_of, DROP(REDUCE(0, SEQUENCE(ROWS(grid)), LAMBDA(done, place,
        LET(cells, CHOOSEROWS(grid, place), VSTACK(done,
            IF(SUM(ABS(cells)) = SUM(ABS(CHOOSEROWS(earlier, place))), cells,
            settle(clue_of(place), cells)))))), 1)),
    solve, LAMBDA(again, grid, rows_earlier, columns_earlier, LET(
        across, sweep(grid, rows_earlier, row_clue),
        failed, MAX(across),
        down, IF(failed > 1, across,
            TRANSPOSE(sweep(TRANSPOSE(across), TRANSPOSE(columns_earlier), column_clue))),
        wrong, MAX(down),
        line, IF(failed > 1, {{row}}, {{column}}),
        IF(wrong = {_NO_NUMBER}, "{{unreadable}}",
        IF(wrong = {_IMPOSSIBLE}, "{{contradicted}}",
        IF(SUM(ABS(down)) = SUM(ABS(grid)), down, again(again, down, across, down)))))),
    unknown, SEQUENCE(ROWS(row_clues), COLUMNS(column_clues), 0, 0),
    missing, blank(ROWS(row_clues), row_clue) + blank(COLUMNS(column_clues), column_clue),
    IF(AND(missing = 0, across * down > 0, across <> down), "{{totals}}",
    solve(solve, unknown, unknown + 3, unknown + 3))))"""

_LINE_SOLVER = f"""LAMBDA(clue, cells, LET(
    {_READING},
    complete, FALSE,
    settle, {_LINE},
    upright, ROWS(cells) > 1,
    found, settle(read(clue), IF(upright, TRANSPOSE(cells), cells)),
    wrong, MAX(found),
    IF(wrong = {_NO_NUMBER}, "{{unreadable}}",
    IF(wrong = {_IMPOSSIBLE}, "{{contradicted}}",
    IF(upright, TRANSPOSE(found), found)))))"""
_OLD_FUNCTIONS = frozenset(
    [
        "ABS",
        "AND",
        "CHAR",
        "COLUMNS",
        "IF",
        "IFERROR",
        "INDEX",
        "INT",
        "LEFT",
        "LEN",
        "MAX",
        "MID",
        "NOT",
        "REPT",
        "ROWS",
        "SUBSTITUTE",
        "SUM",
        "TRANSPOSE",
        "TRIM",
    ]
)
"""Those that files name without a prefix."""


def solver(language: Language) -> str:
    """The formula NONOGRAM as people paste it, without the equals sign.

    It takes the clues of the rows and of the columns as ranges, with a clue in several cells or
    in one. It gives the picture with 1 for black, -1 for white and 0 for what lines do not settle,
    or a text if no picture fits.
    """
    fields = {
        "row": _ROW.of(language, number="XMATCH(failed, CHOOSECOLS(across, 1))"),
        "column": _COLUMN.of(language, number="XMATCH(wrong, CHOOSEROWS(down, 1))"),
        "totals": _TOTALS.of(language, rows='"&across&"', columns='"&down&"'),
        "unreadable": _UNREADABLE.of(language, line='"&line&"'),
        "contradicted": _CONTRADICTED.of(language, line='"&line&"'),
    }
    return _filled(_SOLVER, fields)


def line_solver(language: Language) -> str:
    """The formula NONOGRAM.LINE: a clue and the cells of one line in, its cells out."""
    fields = {
        "unreadable": _LINE_UNREADABLE.of(language),
        "contradicted": _LINE_CONTRADICTED.of(language),
    }
    return _filled(_LINE_SOLVER, fields)


def _filled(formula: str, fields: Mapping[str, str]) -> str:
    for name, held in fields.items():
        formula = formula.replace("{" + name + "}", held)
    return "".join(_outside(formula, lambda part: re.sub(r"\s", "", part)))


def as_stored(formula: str) -> str:
    """A formula as files contain it, with the prefixes of newer functions and of parameters."""

    def prefixed(part: str) -> str:
        part = re.sub(r"\b[a-z]\w*", r"_xlpm.\g<0>", part)
        return re.sub(r"\b[A-Z]{2,}(?=\()", _function, part)

    return "".join(_outside(formula, prefixed))


def _function(found: re.Match[str]) -> str:
    return found[0] if found[0] in _OLD_FUNCTIONS else f"_xlfn.{found[0]}"


def _outside(formula: str, change: Callable[[str], str]) -> Iterator[str]:
    """The parts of a formula, changed where they are not texts in quotes."""
    for k, part in enumerate(formula.split('"')):
        yield f'"{part}"' if k % 2 else change(part)
