"""The table of a log: a row for each visit, and below a contradiction one for each of its links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xlnono.language import COMMA, Language, Text, all_of
from xlnono.model.board import Axis, Cell, Line
from xlnono.model.steps import Log, Position, Step, Technique, Visit, counted
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import reference
from xlnono.spreadsheet.sheet import OnPage, PageCell
from xlnono.spreadsheet.theme import HEADER_FILL
from xlnono.wording import technique_name
from xlnono.wording.cell_names import line_names
from xlnono.wording.chains import chain_in_words

_WORDS: dict[str, Text] = {
    "line of": Text("{line} · {clue} · {cells}", "{line} · {clue} · {cells}"),
    "Step": Text("Step", "手順"),
    "Line": Text("Line", "行・列"),
    "Technique": Text("Technique", "手筋"),
    "Fixed": Text("Cells fixed", "決まったマス"),
    "Why": Text("Why", "理由"),
    "From": Text("Evidence", "根拠のマス"),
    "Left": Text("Still unknown", "残りマス数"),
    "Known": Text("Known", "確定マス数"),
    "several": Text("several lines", "複数の行・列"),
    "more cells": Text("{cells} and {count} more cells", "{cells} ほか{count}マス"),
    "one more cell": Text("{cells} and 1 more cell", "{cells} ほか1マス"),
    "summed up": Text("summary", "まとめ"),
    "summed cells": Text("{count} cells", "{count}マス"),
    "summed steps": Text(
        "Steps {first} to {last} of a long search: {techniques}.",
        "長い探索の手順{first}〜{last}をまとめた行: {techniques}。",
    ),
    "summed cases": Text(
        " Cases with a contradiction: {count}; assumptions at a time: up to {depth}.",
        "矛盾した場合は{count}通り、仮定は最大{depth}段。",
    ),
    "summed where": Text(" The replay shows each step.", "1手ずつは再生シートで見られます。"),
}

HEADINGS = ("Step", "Line", "Technique", "Fixed", "Why", "From", "Left", "Known")
_LONGEST_TEXT = 32_767
SEARCH_ROWS = 200
"""The number of visits from the first search by cases on that have a row each. All further ones
share one row, because they show nothing new."""
_RANGES_SHOWN = 30
"""The most ranges of cells that are listed as evidence of a nested contradiction or a search."""

Rows = list[list[OnPage]]


def _named_counts(counts: Mapping[Technique, int], language: Language) -> str:
    return COMMA.of(language).join(
        f"{technique_name(technique, language)} {count}" for technique, count in counts.items()
    )


def _fixed(cells: Iterable[tuple[int, int, Cell]], layout: Layout) -> str:
    known = list(cells)
    black, white = (
        [area.address for area in layout.areas((r, c) for r, c, fixed in known if fixed is cell)]
        for cell in (Cell.BLACK, Cell.WHITE)
    )
    return _signed(black, white)


def _signed(black: Sequence[str], white: Sequence[str]) -> str:
    """Ranges of black and of white cells, each colour with its sign."""
    signs = (black, "■"), (white, "×")
    return "; ".join(f"{', '.join(ranges)} {sign}" for ranges, sign in signs if ranges)


def _named(evidence: Iterable[Position], layout: Layout, language: Language, most: int) -> str:
    """The ranges of some cells, and how many cells are in those behind the first `most`."""
    areas = layout.areas(sorted(evidence))
    shown = min(most, len(areas))
    named = ", ".join(area.address for area in areas[:shown])
    more = sum(area.height * area.width for area in areas[shown:])
    if not more:
        return named
    words = _WORDS["one more cell" if more == 1 else "more cells"]
    return words.of(language, cells=named, count=more)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _line(
    line: Line | None,
    fixed: Iterable[tuple[int, int, Cell]],
    read: PuzzleSheet,
    language: Language,
) -> PageCell:
    """The name of a line with a link to it; of several lines, to the first of the fixed cells."""
    if line is None:
        target = read.layout.areas([(row, column) for row, column, _ in fixed])[0]
        name = _WORDS["several"].of(language)
    else:
        target = read.layout.line(line)
        clue = " ".join(map(str, read.puzzle.clue(line))) or "0"
        name = _WORDS["line of"].of(language, line=line, clue=clue, cells=target.address)
    return PageCell(name, wrap=True, link=reference(read.title, target))


def _visits_shown(visits: Sequence[Visit]) -> int:
    """The number of visits with a row each: all, except in a long search by cases."""
    for number, visit in enumerate(visits):
        if any(step.technique is Technique.SEARCH and not step.proof for step in visit.steps):
            shown = number + SEARCH_ROWS
            # A summary of a single visit would save nothing.
            return shown if shown + 1 < len(visits) else len(visits)
    return len(visits)


def _summed_up(
    log: Log, visits: Sequence[Visit], shown: int, unknown: int, language: Language
) -> list[OnPage]:
    """The row that sums up the remaining visits."""
    words = all_of(_WORDS, language)
    steps = [step for visit in visits[shown:] for step in visit.steps]
    techniques = _named_counts(counted(steps), language)
    said = words["summed steps"].format(first=shown + 1, last=len(visits), techniques=techniques)
    if cases := sum(step.refuted for step in steps):
        depth = max(step.depth for step in steps)
        said += words["summed cases"].format(count=cases, depth=depth)
    fixed = sum(len(step.fixed) for step in steps)
    unknown -= fixed
    return [
        # A number, so that the chart includes it.
        PageCell(len(visits), number_format='"…"0'),
        PageCell(words["several"], wrap=True),
        PageCell(words["summed up"], wrap=True),
        PageCell(words["summed cells"].format(count=fixed), wrap=True),
        PageCell(said + words["summed where"], wrap=True),
        None,
        unknown,
        log.start.height * log.start.width - unknown,
    ]


def _links(
    step: Step, number: int, unknown: int, record: SolveRecord, level: int = 1
) -> Iterator[tuple[int, list[OnPage]]]:
    """The rows below a contradiction: its assumption, every link, and what is wrong at the end.

    Each comes with its outline level; the rows of a contradiction inside are a level deeper.
    Number and counts are those of the contradiction itself, so that the chart passes over them.
    """
    read, language = record.read, record.language
    cells = read.puzzle.height * read.puzzle.width
    for link in chain_in_words(step, read.puzzle, read.layout, language):
        named = _named(link.evidence, read.layout, language, _RANGES_SHOWN)
        yield (
            level,
            [
                PageCell(number, number_format='"↳"' if level == 1 else '"  ↳"'),
                _line(link.line, link.fixed, read, language),
                PageCell(link.name, wrap=True),
                PageCell(_cut(_fixed(link.fixed, read.layout)), wrap=True),
                PageCell(_cut(link.said), wrap=True),
                PageCell(_cut(named), wrap=True),
                unknown,
                cells - unknown,
            ],
        )
        if link.inside is not None:
            yield from _links(link.inside, number, unknown, record, level + 1)


class LogTable(NamedTuple):
    """The headings and the rows of the visits.

    `links` are the rows that belong to the one above them, with their outline levels, `visits` are
    the rows of the visits; all are counted from 0.
    """

    rows: Rows
    links: dict[int, int]
    visits: list[int]


def log_table(record: SolveRecord, log: Log) -> LogTable:
    read, language = record.read, record.language
    words = all_of(_WORDS, language)
    rows: Rows = [
        [PageCell(words[heading], bold=True, fill=HEADER_FILL, wrap=True) for heading in HEADINGS]
    ]
    links: dict[int, int] = {}
    places: list[int] = []
    lines: dict[Line, PageCell] = {}
    visits = log.visits
    unknown, shown = log.start.unknown, _visits_shown(visits)
    cells = log.start.height * log.start.width
    for number, (visit, reason) in enumerate(zip(visits[:shown], record.why, strict=False), 1):
        unknown -= sum(len(step.fixed) for step in visit.steps)
        techniques = visit.techniques
        used = [technique_name(technique, language) for technique in techniques]
        if (line := visit.line) is None:
            place = _line(line, visit.fixed, read, language)
            fixed = _fixed(visit.fixed, read.layout)
            few = techniques[0].rung > Technique.CONTRADICTION.rung
            named = _named(visit.evidence, read.layout, language, _RANGES_SHOWN if few else cells)
        else:
            if line not in lines:
                lines[line] = _line(line, (), read, language)
            place = lines[line]
            length = log.start.width if line.axis is Axis.ROW else log.start.height
            names = line_names(read.layout, line, length)
            black, white, evidence, _ = visit.on_line
            fixed = _signed(names.ranges(black), names.ranges(white))
            named = ", ".join(names.ranges(evidence))
        places.append(len(rows))
        rows.append(
            [
                number,
                place,
                PageCell(COMMA.of(language).join(used), wrap=True),
                PageCell(_cut(fixed), wrap=True),
                PageCell(_cut(reason.visit), wrap=True),
                PageCell(_cut(named), wrap=True),
                unknown,
                cells - unknown,
            ]
        )
        for step in visit.steps if line is None else ():
            for level, below in _links(step, number, unknown, record):
                links[len(rows)] = level
                rows.append(below)
    if shown < len(visits):
        places += [len(rows)] * (len(visits) - shown)
        rows.append(_summed_up(log, visits, shown, unknown, language))
    return LogTable(rows, links, places)
