"""Makes the pictures of docs/techniques.md and docs/techniques.ja.md, and fills their tables.

Each picture shows a step that the engine takes on a sample: python docs/images/techniques.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from xlnono.engine.explain.techniques import LineState, climb
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook
from xlnono.language import Language, Text
from xlnono.model.board import Axis, Board, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Step, Technique
from xlnono.render.looks import ACCENT, DOT, INK, PAPER, THICK, THIN, thick
from xlnono.render.svg import board_svg, plan_of

DOCUMENTS: dict[Language, Path] = {
    "en": Path(__file__).parents[1] / "techniques.md",
    "ja": Path(__file__).parents[1] / "techniques.ja.md",
}
SAMPLES = Path(__file__).parents[2] / "samples"
PICTURES = Path(__file__).with_suffix("")

Cells = tuple[tuple[int, int, Cell], ...]
"""Rows, columns and colours of cells."""

CELL, LETTERS, MARGIN, GAP = 18, 13, 4, 8
EASY_LENGTH = 10
"""Lines shorter than this are not easier to take in."""

WORDS = {
    "step": Text("step {number}", "手順{number}"),
    "on a line": Text("step {number}: {line}", "手順{number}: {line}"),
    "line": Text("{clue}: {before} becomes {after}", "{clue}: {before} → {after}"),
    "board": Text("The board before, with the assumptions, and after", "前、仮定した盤面、後"),
    "before": Text("before", "前"),
    "after": Text("after", "後"),
    "assumption": Text("contradiction in {line}", "仮定: {line}で矛盾"),
}
"""What the pictures and the tables say."""

STYLE = (
    f".paper{{fill:{PAPER}}}.black{{fill:{INK}}}.white{{fill:{DOT};r:{CELL // 6}px}}"
    f".thin,.thick{{fill:none;stroke:{THIN}}}.thick{{stroke:{THICK};stroke-width:2;"
    "stroke-linecap:square}"
    f".new{{fill:none;stroke:{ACCENT};stroke-width:2.5}}"
    f".said{{fill:{INK};font:{LETTERS}px sans-serif}}"
)


class Example(NamedTuple):
    """A deduction of a sample's log; deductions and the steps of the log count from 1."""

    sample: str
    puzzle: Puzzle
    log: Log
    number: int
    row: int

    @property
    def step(self) -> Step:
        return self.log.steps[self.number - 1]

    @property
    def before(self) -> Board:
        return self.log.position(self.number - 1)

    @property
    def after(self) -> Board:
        return self.log.position(self.number)

    def place(self, language: Language) -> str:
        line = self.step.line
        key = "step" if line is None else "on a line"
        return WORDS[key].of(language, number=self.row, line=line or "")


def examples() -> Iterator[Example]:
    """All steps of all samples."""
    for path in sorted(SAMPLES.glob("*.xlsx")):
        for found in check_workbook(Job(path, None)).puzzles:
            log = found.solution.log
            assert log is not None
            rows = [row for row, visit in enumerate(log.visits, 1) for _ in visit.steps]
            for number, row in enumerate(rows, 1):
                yield Example(path.name, found.solution.puzzle, log, number, row)


def cells_of(board: Board, line: Line) -> list[Cell]:
    length = board.width if line.axis is Axis.ROW else board.height
    return [board[line.cell(offset)] for offset in range(length)]


def clue_of(example: Example, line: Line) -> tuple[int, ...]:
    return example.puzzle.clues[example.before.number(line)]


def works_without(example: Example, line: Line) -> bool:
    """Whether a simpler technique works on the line, too."""
    number, board = example.before.number(line), example.before
    known = board.black[number], board.white[number]
    puzzle = example.puzzle
    found = climb(LineState(puzzle.clues[number], puzzle.lengths[number], *known))
    return found is not None and found[0] is not example.step.technique


def effort(example: Example) -> tuple[int, ...]:
    """How much there is to take in; the best example has the least."""
    step = example.step
    if step.line is None:
        links = sum(len(branch.chain) for branch in step.branches)
        return step.refuted, links, example.before.known
    line = cells_of(example.before, step.line)
    known = sum(cell is not Cell.UNKNOWN for cell in line)
    beside_the_point = known - len(step.evidence)
    return (
        int(works_without(example, step.line)),
        # What the technique leaves open shows as much as what it fixes.
        int(known + len(step.fixed) == len(line)),
        max(len(line), EASY_LENGTH)
        + 4 * len(clue_of(example, step.line))
        + 3 * beside_the_point
        - 2 * min(len(step.fixed), 4),
    )


def chosen(found: Iterable[Example]) -> dict[Technique, Example]:
    """The best example of every technique that has any but searches, which nobody could read; of
    equals, the first."""
    best: dict[Technique, Example] = {}
    for example in found:
        if example.step.technique is Technique.SEARCH:
            continue
        rival = best.setdefault(example.step.technique, example)
        if effort(example) < effort(rival):
            best[example.step.technique] = example
    return best


def words(example: Example, language: Language) -> str:
    """What the picture shows, in signs."""
    line = example.step.line
    if line is None:
        return WORDS["board"].of(language)
    signs = {Cell.BLACK: "#", Cell.WHITE: ".", Cell.UNKNOWN: "?"}
    before, after = (
        "".join(signs[cell] for cell in cells_of(board, line))
        for board in (example.before, example.after)
    )
    clue = " ".join(map(str, clue_of(example, line)))
    return WORDS["line"].of(language, clue=clue, before=before, after=after)


def element(
    example: Example, width: int, height: int, parts: Iterable[str], language: Language = "en"
) -> str:
    title = f"{example.step.technique.value} · {example.sample}, {example.place(language)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label={quoteattr(title)}>',
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(words(example, language))}</desc>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def row_of_cells(left: int, top: int, line: list[Cell], new: set[int]) -> Iterator[str]:
    for offset, cell in enumerate(line):
        x = left + CELL * offset
        if cell is Cell.BLACK:
            yield f'<rect class="black" x="{x}" y="{top}" width="{CELL}" height="{CELL}"/>'
        elif cell is Cell.WHITE:
            middle = CELL // 2
            yield f'<circle class="white" cx="{x + middle}" cy="{top + middle}" r="{CELL // 6}"/>'
    right = left + CELL * len(line)
    for bold, name in ((False, "thin"), (True, "thick")):
        rules = "".join(
            f"M{left + CELL * k} {top}v{CELL}"
            for k in range(len(line) + 1)
            if thick(k, len(line)) is bold
        )
        sides = f"M{left} {top}H{right}M{left} {top + CELL}H{right}" if bold else ""
        yield f'<path class="{name}" d="{rules}{sides}"/>'
    for offset in sorted(new):
        yield (
            f'<rect class="new" x="{left + CELL * offset + 1.5}" y="{top + 1.5}" '
            f'width="{CELL - 3}" height="{CELL - 3}"/>'
        )


def line_picture(example: Example, line: Line) -> str:
    """A line before and, below it, after; columns lie on their side."""
    clue = " ".join(map(str, clue_of(example, line)))
    before, after = cells_of(example.before, line), cells_of(example.after, line)
    new = {offset for offset, cell in enumerate(before) if cell is not after[offset]}
    left = MARGIN + round(LETTERS * 0.6 * len(clue)) + GAP
    height = 2 * (MARGIN + CELL) + GAP
    return element(
        example,
        left + CELL * len(before) + MARGIN,
        height,
        [
            f'<text class="said" x="{left - GAP}" y="{height / 2 + LETTERS * 0.36:g}" '
            f'text-anchor="end">{clue}</text>',
            *row_of_cells(left, MARGIN, before, set()),
            *row_of_cells(left, MARGIN + CELL + GAP, after, new),
        ],
    )


def refuted(step: Step, before: Board) -> Iterator[tuple[Board, Cells, Line]]:
    """Each contradiction of a step, those inside first: the board with it, all that is assumed,
    and the line that shows it."""
    for branch in step.branches:
        board = before.copy()
        for cell in branch.assumed:
            board.fix(*cell)
        for link in branch.chain:
            for inside, assumed, line in refuted(link, board):
                yield inside, branch.assumed + assumed, line
            for cell in link.fixed:
                board.fix(*cell)
        yield board, branch.assumed, branch.contradiction


def assumptions(example: Example, language: Language) -> Iterator[tuple[str, str]]:
    """Each contradiction: its caption, and its board with the line that shows it."""
    plan = plan_of(example.puzzle)
    for board, assumed, line in refuted(example.step, example.before):
        said = WORDS["assumption"].of(language, line=line)
        sketch = words(example, language)
        yield said, board_svg(plan, board, line, assumed, said, sketch)


def board_picture(example: Example, language: Language) -> str:
    """The board before, in each assumed case, and after; two beside each other."""
    plan = plan_of(example.puzzle)
    before, after = (WORDS[key].of(language) for key in ("before", "after"))
    sketch = words(example, language)
    panels = [
        (before, board_svg(plan, example.before, None, (), before, sketch)),
        *assumptions(example, language),
        (after, board_svg(plan, example.after, None, example.step.fixed, after, "")),
    ]
    across, down = plan.width, plan.height + 2 * LETTERS
    parts = []
    for place, (said, board) in enumerate(panels):
        x, y = across * (place % 2), down * (place // 2)
        parts += [
            f'<text class="said" x="{x + plan.left}" y="{y + 1.5 * LETTERS}">{said}</text>',
            f'<g transform="translate({x} {y + 2 * LETTERS})">',
            board.rstrip(),
            "</g>",
        ]
    height = down * ((len(panels) + 1) // 2)
    return element(example, 2 * across, height, parts, language)


def picture(example: Example, language: Language) -> str:
    line = example.step.line
    return board_picture(example, language) if line is None else line_picture(example, line)


def file_name(example: Example, language: Language) -> str:
    """A picture of one line has no words, so all languages share it."""
    suffix = "" if example.step.line is not None or language == "en" else f".{language}"
    return f"{example.step.technique.value}{suffix}.svg"


def shown(example: Example, language: Language) -> str:
    """The last cell of a technique's row in the table."""
    return (
        f"![{words(example, language)}](images/techniques/{file_name(example, language)})<br>"
        f"[`{example.sample}`](../samples/{example.sample}), {example.place(language)}"
    )


def with_places(text: str, best: dict[Technique, Example], language: Language) -> str:
    """The document with the picture and the place of every technique in its table."""
    for technique, example in best.items():
        row = re.compile(rf"^(\| \d+ \| `{technique.value}`<br>.*\|) .* \|$", re.MULTILINE)
        text = row.sub(rf"\1 {shown(example, language)} |", text)
    return text


def main() -> None:
    best = chosen(examples())
    for language, document in DOCUMENTS.items():
        for example in best.values():
            (PICTURES / file_name(example, language)).write_text(
                picture(example, language), encoding="utf-8", newline="\n"
            )
        text = document.read_text(encoding="utf-8")
        document.write_text(with_places(text, best, language), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
