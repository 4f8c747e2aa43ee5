"""What a replay sheet shows at each step, as rows of its hidden table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Axis, Cell, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log, Position, Step, Visit
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
"""The marks of known cells, and of those in a range, by their colours."""
FOLLOWS_NOW, SUPPOSED_EVIDENCE, SUPPOSED_IMPOSSIBLE = "8", "9", "0"
"""The marks of cells that follow from an assumption."""
ASSUMED = {Cell.BLACK: "A", Cell.WHITE: "B"}
FOLLOWS = {Cell.BLACK: "C", Cell.WHITE: "D"}
NOTHING = "."
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


def segment(line: Line, length: int, marks: Mapping[Position, str]) -> str:
    """The key of a line with a character for each of its cells."""
    cells = [NOTHING] * length
    for position, mark in marks.items():
        index, offset = position if line.axis is Axis.ROW else position[::-1]
        if index == line.index:
            cells[offset] = mark
    return line_key(line) + "".join(cells)


class _Chain:
    """The cells that follow from an assumption, in texts that grow at their start.

    Each cell is in the segment of the line it was found on. What was known after a link is the end
    of the text, and the first segment of a line in it counts. If a text is full, another one
    begins with all lines so far, except that the earliest of them are left out if they are too
    many.
    """

    def __init__(self, puzzle: Puzzle, texts: list[str]) -> None:
        self._puzzle, self._texts = puzzle, texts
        self._cells: dict[Line, dict[Position, str]] = {}
        self._segments: dict[Line, str] = {}
        self.supposed: set[Position] = set()
        texts.append("")

    @property
    def place(self) -> tuple[int, int]:
        """The number of the text, and how many characters of it count."""
        return len(self._texts), len(self._texts[-1])

    def add(self, line: Line, marks: Mapping[Position, str]) -> None:
        cells = self._cells.setdefault(line, {})
        cells.update((cell, mark) for cell, mark in marks.items() if cell not in self.supposed)
        self.supposed.update(marks)
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
        by_row: dict[int, dict[Position, str]] = {}
        for row, column, cell in fixed:
            by_row.setdefault(row, {})[row, column] = colours[cell]
        for row, marks in by_row.items():
            self.add(Line(Axis.ROW, row), marks)


def _of_line(line: Line | None) -> int:
    if line is None:
        return 0
    return line.index + 1 if line.axis is Axis.ROW else -line.index - 1


def _named(line: Line | None, name: str, language: Language) -> str:
    if line is None:
        return name
    said = _WORDS["on a line"].of(language, line=line, technique=name)
    return said[0].upper() + said[1:]


class _Writer:
    """Makes the rows of a log; `board` has what is known by then."""

    def __init__(self, log: Log, puzzle: Puzzle, names: Names, language: Language) -> None:
        self._log, self._puzzle, self._names, self._language = log, puzzle, names, language
        self._board = log.start.copy()
        self._chains: list[str] = []
        self._done = 0

    def rows(self, reasons: Sequence[Reasons]) -> Rows:
        start = Row(
            _WORDS["start"].of(self._language), _WORDS["before"].of(self._language), 0, 0, 0
        )
        visits, singly = [start], [start]
        for number, (visit, said) in enumerate(zip(self._log.visits, reasons, strict=True), 1):
            before, done = len(singly), self._done
            overview = whole = self._visit(visit)
            for step, why in zip(visit.steps, said.steps, strict=True):
                links = list(self._links(step))
                if links:
                    overview = links[-1]._replace(first=done + 1, last=done + 1)
                row = whole if len(visit.steps) == 1 else self._visit(Visit(step.line, (step,)))
                singly += [*links, self._step(step, row, why)]
            for k, row in enumerate(singly[before:], 1):
                parts = len(singly) - before
                singly[before + k - 1] = row._replace(name=self._head(number, row.name, k, parts))
            used = [technique_name(technique, self._language) for technique in visit.techniques]
            name = _named(visit.line, COMMA.of(self._language).join(used), self._language)
            visits.append(overview._replace(name=self._head(number, name), why=said.visit))
        return Rows(visits, singly, self._chains)

    def _head(self, number: int, what: str, part: int = 1, parts: int = 1) -> str:
        text = _WORDS["part" if parts > 1 else "step"]
        return text.of(self._language, number=number, part=part, parts=parts, what=what)

    def _visit(self, visit: Visit) -> Row:
        marks = self._marks(visit.line, visit.evidence, visit.ranges, visit.fixed)
        first, last = self._done + 1, self._done + len(visit.steps)
        return Row("", "", _of_line(visit.line), first, last, marks=marks)

    def _step(self, step: Step, row: Row, said: str) -> Row:
        name = _named(step.line, technique_name(step.technique, self._language), self._language)
        self._done += 1
        for row_number, column, cell in step.fixed:
            self._board.fix(row_number, column, cell)
        return row._replace(name=name, why=said)

    def _links(self, step: Step) -> Iterator[Row]:
        """The rows of an assumption, what follows from it, and the contradiction."""
        if not step.branches:
            return
        chain = _Chain(self._puzzle, self._chains)
        for link in chain_in_words(step, self._puzzle, self._names, self._language):
            if link.line is None:
                chain.by_rows(link.fixed, ASSUMED if link.inside is None else FOLLOWS)
            elif link.fixed:
                marks = {(row, column): FOLLOWS[cell] for row, column, cell in link.fixed}
                chain.add(link.line, marks)
            number, cut = chain.place
            yield Row(
                _named(link.line, link.name, self._language),
                link.said,
                _of_line(link.line),
                # No cell is new.
                self._done + 1,
                self._done,
                int(link.impossible),
                self._marks_of_link(link, chain.supposed),
                number,
                cut,
            )

    def _marks_of_link(self, link: LinkInWords, supposed: set[Position]) -> str:
        known = IMPOSSIBLE if link.impossible else EVIDENCE
        relied = SUPPOSED_IMPOSSIBLE if link.impossible else SUPPOSED_EVIDENCE
        marks = self._marked(set(link.evidence) - supposed, link.ranges - supposed, known)
        marks.update((cell, relied) for cell in link.evidence if cell in supposed)
        marks.update(((row, column), FOLLOWS_NOW) for row, column, _ in link.fixed)
        return self._segment(link.line, marks)

    def _marks(
        self,
        line: Line | None,
        evidence: Iterable[Position],
        ranges: Iterable[Position],
        fixed: Iterable[tuple[int, int, Cell]],
    ) -> str:
        marks = self._marked(evidence, ranges, EVIDENCE)
        for row, column, _ in fixed:
            marks.pop((row, column), None)
        return self._segment(line, marks)

    def _marked(
        self, evidence: Iterable[Position], ranges: Iterable[Position], known: Mapping[Cell, str]
    ) -> dict[Position, str]:
        marks = {cell: RANGE[self._board[cell]] for cell in ranges}
        marks.update((cell, known.get(self._board[cell], NOTHING)) for cell in evidence)
        return marks

    def _segment(self, line: Line | None, marks: Mapping[Position, str]) -> str:
        return (
            "" if line is None or not marks else segment(line, _length(self._puzzle, line), marks)
        )


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
