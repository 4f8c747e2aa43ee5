"""What a replay sheet shows at each step, as rows of its hidden table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from xlnono.language import COMMA, Language, Text, all_of
from xlnono.model.board import Axis, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, OnLine, Position, Step, Technique, Visit
from xlnono.records import NamedTuple
from xlnono.wording import Names, Reasons, technique_name
from xlnono.wording.chains import LinkInWords, chain_in_words

_WORDS: dict[str, Text] = {
    "start": Text("Start", "最初"),
    "before": Text(
        "The board before the first step. Go to step 1 to see what follows from the clues.",
        "最初の手順より前の盤面です。手順 1 で、ヒントから何が決まるか分かります。",
    ),
    "step": Text("Step {number} · {what}", "手順 {number} · {what}"),
    "part": Text(
        "Step {number}, part {part} of {parts} · {what}",
        "手順 {number}({part}/{parts}) · {what}",
    ),
    "on a line": Text("{line}: {technique}", "{line}: {technique}"),
}

EVIDENCE = {Cell.BLACK: "1", Cell.WHITE: "2"}
IMPOSSIBLE = {Cell.BLACK: "3", Cell.WHITE: "4"}
RANGE = {Cell.UNKNOWN: "5", Cell.BLACK: "6", Cell.WHITE: "7"}
"""The marks of known cells, and of those in a range, by their colours. In a range, the mark of a
known cell is that of an unknown one plus that of its colour as evidence."""
FOLLOWS_NOW, SUPPOSED_EVIDENCE, SUPPOSED_IMPOSSIBLE = "8", "9", "0"
"""The marks of cells that follow from an assumption."""
ASSUMED = {Cell.BLACK: "A", Cell.WHITE: "B"}
FOLLOWS = {Cell.BLACK: "C", Cell.WHITE: "D"}
NOTHING = "."
_DIGITS = {mark: 14 if mark == "0" else int(mark, 16) for mark in "0123456789ABCD"}
"""The marks as hexadecimal digits; 0 is nothing."""
_BLACK, _WHITE, _RANGE = (
    _DIGITS[mark] for mark in (EVIDENCE[Cell.BLACK], EVIDENCE[Cell.WHITE], RANGE[Cell.UNKNOWN])
)
_MARKS = str.maketrans("0E", f"{NOTHING}0")
_LETTERS = {Axis.ROW: "R", Axis.COLUMN: "C"}
_LONGEST_TEXT = 32_767


class Row(NamedTuple):
    """The texts shown with a step, and the numbers of its first and last deduction.

    `line` is the number of a row, or minus a column's, or 0; it is `impossible` (1) if it is that
    of a contradiction. `marks` has the marks of cells by their lines. `chain` is the number of a
    text with the cells that follow from an assumption, or 0, and `cut` the number of its
    characters that count, from its end.
    """

    name: str
    why: str
    line: int
    first: int
    last: int
    impossible: int = 0
    marks: str = ""
    chain: int = 0
    cut: int = 0


class Rows(NamedTuple):
    """The rows of the start and of each visit, then those of each deduction and each link of a
    contradiction, and the texts with what follows from assumptions."""

    visits: list[Row]
    singly: list[Row]
    chains: list[str]

    @property
    def assumes(self) -> bool:
        """Whether there are contradictions."""
        return bool(self.chains)


def line_key(line: Line) -> str:
    """What stands before the marks of a line, in the texts of rows and chains."""
    return f"|{_LETTERS[line.axis]}{line.index + 1}:"


def _length(puzzle: Puzzle, line: Line) -> int:
    return puzzle.width if line.axis is Axis.ROW else puzzle.height


def segment(line: Line, length: int, marks: Sequence[tuple[int, str]]) -> str:
    """The key of a line with a character for each of its cells.

    Each of the marks comes with a mask of its cells; of several marks of a cell, the last counts.
    """
    digits = marked = 0
    for cells, mark in reversed(marks):
        if cells := cells & ~marked:
            marked |= cells
            # The digits 0 and 1 of the mask, times the digit of the mark.
            digits += _spread(cells) * _DIGITS[mark]
    return _with_key(line, length, digits)


def _spread(cells: int) -> int:
    """A mask with a hexadecimal digit for each cell, 0 or 1."""
    return int(f"{cells:b}", 16)


def _with_key(line: Line, length: int, digits: int) -> str:
    return line_key(line) + f"{digits:0{length}X}"[::-1].translate(_MARKS)


class _Chain:
    """The cells that follow from an assumption, in texts that grow at their start.

    Each cell is in the segment of the line it was found on. What was known after a link is the end
    of the text, and the first segment of a line in it counts. If a text is full, another one
    begins with all lines so far, except that the earliest of them are left out if they are too
    many.
    """

    def __init__(self, puzzle: Puzzle, texts: list[str]) -> None:
        self._puzzle, self._texts = puzzle, texts
        self._cells: dict[Line, list[tuple[int, str]]] = {}
        self._segments: dict[Line, str] = {}
        self._supposed = {Axis.ROW: [0] * puzzle.height, Axis.COLUMN: [0] * puzzle.width}
        texts.append("")

    def supposed(self, line: Line) -> int:
        """A mask of the cells of a line that are assumed or follow."""
        return self._supposed[line.axis][line.index]

    @property
    def place(self) -> tuple[int, int]:
        """The number of the text, and how many characters of it count."""
        return len(self._texts), len(self._texts[-1])

    def add(
        self, line: Line, fixed: Iterable[tuple[int, int, Cell]], colours: Mapping[Cell, str]
    ) -> None:
        """Add cells of a line with the marks of their colours."""
        fixed = list(fixed)
        cells, before = self._cells.setdefault(line, []), self.supposed(line)
        for colour, new in zip((Cell.BLACK, Cell.WHITE), line.masks(fixed), strict=True):
            cells.append((new & ~before, colours[colour]))
        for row, column, _ in fixed:
            self._supposed[Axis.ROW][row] |= 1 << column
            self._supposed[Axis.COLUMN][column] |= 1 << row
        self._segments.pop(line, None)
        self._segments[line] = added = segment(line, _length(self._puzzle, line), cells)
        if len(added) + len(self._texts[-1]) > _LONGEST_TEXT:
            text = ""
            for one in reversed(self._segments.values()):
                if len(text) + len(one) <= _LONGEST_TEXT:
                    text += one
            self._texts.append(text)
        else:
            self._texts[-1] = added + self._texts[-1]

    def by_rows(self, fixed: Iterable[tuple[int, int, Cell]], colours: Mapping[Cell, str]) -> None:
        """Add cells that were found on no line: assumed, or by a contradiction inside."""
        by_row: dict[int, list[tuple[int, int, Cell]]] = {}
        for cell in fixed:
            by_row.setdefault(cell[0], []).append(cell)
        for row, cells in by_row.items():
            self.add(Line(Axis.ROW, row), cells, colours)


def _of_line(line: Line | None) -> int:
    if line is None:
        return 0
    return line.index + 1 if line.axis is Axis.ROW else -line.index - 1


@lru_cache(maxsize=4096)
def _named(line: Line | None, name: str, language: Language) -> str:
    if line is None:
        return name
    said = _WORDS["on a line"].of(language, line=line, technique=name)
    return said[0].upper() + said[1:]


class _Writer:
    """Makes the rows of a log."""

    def __init__(self, log: Log, puzzle: Puzzle, names: Names, language: Language) -> None:
        self._log, self._puzzle, self._names, self._language = log, puzzle, names, language
        self._words = all_of(_WORDS, language)
        self._techniques = {
            technique: technique_name(technique, language) for technique in Technique
        }
        self._chains: list[str] = []
        self._done = 0
        self._board, self._steps_on_board = log.start.copy(), 0

    def rows(self, reasons: Sequence[Reasons]) -> Rows:
        start = Row(self._words["start"], self._words["before"], 0, 0, 0)
        visits, singly = [start], [start]
        for number, (visit, said) in enumerate(zip(self._log.visits, reasons, strict=True), 1):
            before, rows, last_link = self._done, list[Row](), None
            for place, (step, why) in enumerate(zip(visit.steps, said.steps, strict=True)):
                if step.branches:
                    rows += self._links(step)
                    last_link = rows[-1]
                self._done += 1
                rows.append(self._single(visit, place, why))
            if len(rows) == 1:
                # A single deduction is shown like the whole visit.
                visits.append(self._headed(number, rows[0]))
                singly.append(visits[-1])
                continue
            singly += [
                self._headed(number, row, part, len(rows)) for part, row in enumerate(rows, 1)
            ]
            used = [self._techniques[technique] for technique in visit.techniques]
            name = _named(visit.line, COMMA.of(self._language).join(used), self._language)
            whole = Row(name, said.visit, 0, before + 1, self._done)
            if visit.line is not None:
                marks = self._marks_of_steps(visit.line, visit.on_line, visit.steps[0].known)
                whole = whole._replace(line=_of_line(visit.line), marks=marks)
            elif last_link is not None:
                whole = last_link._replace(
                    name=name, why=said.visit, first=before + 1, last=self._done
                )
            visits.append(self._headed(number, whole))
        return Rows(visits, singly, self._chains)

    def _headed(self, number: int, row: Row, part: int = 1, parts: int = 1) -> Row:
        """A row with the number of its step before its name."""
        text = self._words["part" if parts > 1 else "step"]
        name = text.format(number=number, part=part, parts=parts, what=row[0])
        return Row._make((name, *row[1:]))

    def _single(self, visit: Visit, place: int, said: str) -> Row:
        """The row of one step of a visit, the last one that is done."""
        step, line, done = visit.steps[place], visit.line, self._done
        name = _named(line, self._techniques[step.technique], self._language)
        if line is None:
            return Row(name, said, 0, done, done)
        marks = self._marks_of_steps(line, visit.steps_on_line[place], step.known)
        return Row(name, said, _of_line(line), done, done, marks=marks)

    def _marks_of_steps(self, line: Line, on_line: OnLine, known: tuple[int, int]) -> str:
        """The marks of the cells that steps on a line rely on; `known` was known before them."""
        new_black, new_white, evidence, ranges = on_line
        new = new_black | new_white
        ranges &= ~(new | evidence)
        marked = ranges | (evidence & ~new)
        if not marked:
            return ""
        black, white = known
        digits = _RANGE * _spread(ranges) + _BLACK * _spread(black & marked)
        return _with_key(
            line, _length(self._puzzle, line), digits + _WHITE * _spread(white & marked)
        )

    def _links(self, step: Step) -> Iterator[Row]:
        """The rows of an assumption, what follows from it, and the contradiction."""
        self._put_steps_on_board()
        chain = _Chain(self._puzzle, self._chains)
        for link in chain_in_words(step, self._puzzle, self._names, self._language):
            if link.line is None:
                chain.by_rows(link.fixed, ASSUMED if link.inside is None else FOLLOWS)
            elif link.fixed:
                chain.add(link.line, link.fixed, FOLLOWS)
            number, cut = chain.place
            yield Row(
                _named(link.line, link.name, self._language),
                link.said,
                _of_line(link.line),
                # No cell is new.
                self._done + 1,
                self._done,
                int(link.impossible),
                "" if link.line is None else self._marks_of_link(link, link.line, chain),
                number,
                cut,
            )

    def _marks_of_link(self, link: LinkInWords, line: Line, chain: _Chain) -> str:
        known = IMPOSSIBLE if link.impossible else EVIDENCE
        relied = SUPPOSED_IMPOSSIBLE if link.impossible else SUPPOSED_EVIDENCE
        supposed, evidence = chain.supposed(line), line.mask(link.evidence)
        ranges, number = line.mask(link.ranges) & ~supposed, self._board.number(line)
        black, white = self._board.black[number], self._board.white[number]
        marks = [
            (ranges & ~(black | white), RANGE[Cell.UNKNOWN]),
            (ranges & black, RANGE[Cell.BLACK]),
            (ranges & white, RANGE[Cell.WHITE]),
            (evidence & ~supposed & black, known[Cell.BLACK]),
            (evidence & ~supposed & white, known[Cell.WHITE]),
            (evidence & supposed, relied),
            (sum(line.masks(link.fixed)), FOLLOWS_NOW),
        ]
        if not any(cells for cells, _ in marks):
            return ""
        return segment(line, _length(self._puzzle, line), marks)

    def _put_steps_on_board(self) -> None:
        """Bring the board up to date."""
        for step in self._log.steps[self._steps_on_board : self._done]:
            for row, column, cell in step.fixed:
                self._board.fix(row, column, cell)
        self._steps_on_board = self._done


def replay_rows(
    log: Log,
    puzzle: Puzzle,
    names: Names,
    language: Language,
    reasons: Sequence[Reasons],
) -> Rows:
    """The rows of a log; `reasons` are those for its visits."""
    return _Writer(log, puzzle, names, language).rows(reasons)


def chain_shown(row: Row, chains: Sequence[str]) -> str:
    """What follows from an assumption by the step of a row."""
    return chains[row.chain - 1][-row.cut :] if row.chain else ""


def part_of(text: str, line: Line, length: int) -> str:
    """The characters of a line in a text."""
    _, found, behind = text.partition(line_key(line))
    return behind[:length] if found else ""


def codes(row: Row, chains: Sequence[str], puzzle: Puzzle) -> dict[Position, str]:
    """The marks of the cells that a row shows, as the formulas of the sheet find them."""
    found: dict[Position, str] = {}
    for text in (row.marks, chain_shown(row, chains)):
        for line in puzzle.lines():
            for offset, mark in enumerate(part_of(text, line, _length(puzzle, line))):
                if mark != NOTHING:
                    cell = line.cell(offset)
                    found[cell] = found.get(cell, "") + mark
    return found
