"""The log sheet: a summary of the solve, all its steps, and its memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from xlnono.language import COMMA, LANGUAGES, Language, Text, all_of
from xlnono.model.board import Axis, Cell, Line
from xlnono.model.solution import Explained, Outcome, Solution
from xlnono.model.steps import Log, Position, Step, Technique, Visit, counted
from xlnono.model.story import story_of
from xlnono.puzzle_sheet.companion_sheets import (
    LOG_NAME,
    REPLAY_NAME,
    before_log,
    companion,
    new_title,
    numbered,
    own_companion,
    put_companion,
)
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.log_charts import COUNT_COLUMNS, NO_CHARTS, log_charts
from xlnono.puzzle_sheet.memory import COLUMNS, Memory
from xlnono.puzzle_sheet.read import PuzzleSheet
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.records import NamedTuple
from xlnono.safe_text import safe
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.sheet import OnPage, Page, PageCell, Sheet, Value, page_cell
from xlnono.spreadsheet.text_size import (
    LINE_HEIGHT,
    least_width,
    lines_of_text,
    row_height,
    width_in_digits,
)
from xlnono.spreadsheet.theme import (
    BLACK_FILL,
    BLACK_FONT,
    DIFFERENT_FILL,
    HEADER_FILL,
    LOG_CHART_COLUMN_WIDTH,
    LOG_MARGIN_WIDTH,
    LOG_WIDEST_COLUMN,
    LOG_WIDTHS,
    SUSPECT_FILL,
    UNKNOWN_FILL,
    WHITE_FONT,
)
from xlnono.wording import (
    first_use_in_words,
    hardest_in_words,
    narrow_in_words,
    not_graded,
    outcome_name,
    rated,
    rounds_in_words,
    steps_in_words,
    technique_name,
)
from xlnono.wording.cell_names import line_names
from xlnono.wording.chains import chain_in_words

if TYPE_CHECKING:
    from xlnono.puzzle_sheet.log_pictures import LogPictures

_WORDS: dict[str, Text] = {
    "title": Text("{sheet} log", "{sheet} 解答手順"),
    "heading": Text(
        "How the puzzle on the sheet “{sheet}” was solved", "シート「{sheet}」の問題の解き方"
    ),
    "heading of several": Text(
        "How the puzzle in {grid} on the sheet “{sheet}” was solved",
        "シート「{sheet}」の {grid} の問題の解き方",
    ),
    "line of": Text("{line} · {clue} · {cells}", "{line} · {clue} · {cells}"),
    "size": Text("Size", "大きさ"),
    "size of": Text("{height} rows × {width} columns", "縦 {height} × 横 {width}"),
    "outcome": Text("Outcome", "結果"),
    "difficulty": Text("Difficulty", "難しさ"),
    "rounds": Text("Rounds", "ラウンド"),
    "rounds of": Text(
        "{rounds} (of all rows or all columns)", "{rounds}(行全部か列全部で1ラウンド)"
    ),
    "time": Text("Time", "時間"),
    "seconds": Text("{seconds:.3f} s", "{seconds:.3f} 秒"),
    "givens": Text("Marks at the start", "最初からあった印"),
    "steps": Text("Steps", "手順の数"),
    "techniques": Text("Techniques, and where first used", "使った手筋と初めて使う手順"),
    "remark": Text("Remark", "備考"),
    "slow": Text(
        "Solved in Python, slowly, because no compiled solver fits.",
        "使えるコンパイル済みの解法がなく、低速な Python で解きました。",
    ),
    "cut short": Text(
        "The time ran out, so the log is not complete.", "時間切れのため、手順は途中までです。"
    ),
    "long": Text(
        "The time ran out before needless contradictions were left out, so the log is complete "
        "but longer than necessary.",
        "不要な背理法を省く途中で時間切れになったため、手順は最後までありますが、必要以上に長くなっています。",
    ),
    "undecided": Text(
        "The time ran out before it was clear how many solutions there are. The log is not "
        "complete.",
        "時間切れのため、解がいくつあるかは分かっておらず、手順も途中までです。",
    ),
    "ambiguous": Text(
        "The log ends where no more cells can be deduced: there are several solutions.",
        "解が複数あり、ヒントから決まるのはここまでです。",
    ),
    "contradiction": Text(
        "After the last step, no arrangement fits {line} (clue in {cells}); the mistyped clue may "
        "be another one.",
        "最後の手順のあと、{line}(ヒント {cells})に入る置き方がなくなります。"
        "間違ったヒントは別の行や列かもしれません。",
    ),
    "contradiction by lines": Text(
        "Following the lines leads to a contradiction: no arrangement fits {line} (clue in "
        "{cells}); the mistyped clue may be another one.",
        "行と列を1本ずつ進めると、{line}(ヒント {cells})に入る置き方がなくなります。"
        "間違ったヒントは別の行や列かもしれません。",
    ),
    "no solution": Text(
        "Every way to fill in the rest ends in a contradiction.", "残りはどう塗っても矛盾します。"
    ),
    "colours": Text("Colours", "色の意味"),
    "black": Text("black", "黒マス"),
    "white": Text("· white", "· 白マス"),
    "unknown": Text("unknown", "未確定"),
    "different": Text("solutions differ", "解で異なるマス"),
    "suspect": Text("suspect clue", "疑わしいヒント"),
    "Step": Text("Step", "手順"),
    "Line": Text("Line", "行・列"),
    "Technique": Text("Technique", "手筋"),
    "Fixed": Text("Cells fixed", "決まったマス"),
    "Why": Text("Why", "理由"),
    "From": Text("Evidence", "根拠のマス"),
    "Left": Text("Still unknown", "残りマス数"),
    "Known": Text("Known", "確定マス数"),
    "between sentences": Text(" ", ""),
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
    "replay": Text("Replay the steps on the board", "盤面で手順を再生する"),
    "pictures": Text("Show two of the solutions", "2つの解を見る"),
    "more pictures": Text("Show the solutions", "解を見る"),
}

_HEADINGS = ("Step", "Line", "Technique", "Fixed", "Why", "From", "Left", "Known")
_SUMMARY_ROWS = 6
_REPLAY_LINK, _PICTURES_LINK = Area(1, 5), Area(1, 6)
_HIDDEN_WIDTH = 9
"""The width of hidden columns when they are shown."""
_INDENT = 2.0
"""The part of the column width that the indent of a cell takes up."""
_LONGEST_TEXT = 32_767

SEARCH_ROWS = 200
"""The number of visits from the first search by cases on that have a row each. All further ones
share one row, because they show nothing new."""
_LARGEST_PICTURE = 40_000
"""The most cells of a board whose two solutions are shown; larger ones fit no screen or page. With
more solutions, the most cells of all of them."""
_MOST_PICTURES = 60
_RANGES_SHOWN = 30
"""The most ranges of cells that are listed as evidence of a nested contradiction or a search."""
_MOMENTS_BESIDE = 3
"""The number of techniques or key moments beside one another in the summary."""

Rows = list[list[OnPage]]


class _Moment(NamedTuple):
    """Something notable about a visit, or about several up to the visit `last`."""

    said: str
    visit: int
    last: int | None = None


def log_language(log: Sheet) -> Language | None:
    """The language of the summary of a log, None if it is not as xlnono writes it."""
    summary = [
        value for row in log.values(Area(1, 1, _SUMMARY_ROWS, len(_HEADINGS))) for value in row
    ]
    outcome = _WORDS["outcome"]
    return next((each for each in LANGUAGES if outcome.of(each) in summary), None)


def _row(*values: str | int | PageCell | None, bold: Sequence[int] = ()) -> list[OnPage]:
    """Cells from the first column on; `bold` are the indices of the labels."""
    return [
        PageCell(value, bold=k in bold, wrap=k not in bold)
        if isinstance(value, str | int)
        else value
        for k, value in enumerate(values)
    ]


def _remark(record: SolveRecord) -> PageCell | None:
    """Why the log ends before every cell is known; it stands out if the time ran out."""
    solution, language = record.solution, record.language
    words, cut = all_of(_WORDS, language), solution.explained is Explained.CUT
    long = solution.explained is Explained.LONG
    remarks = []
    if solution.outcome is Outcome.UNDECIDED:
        remarks.append(words["undecided"])
    elif cut:
        remarks.append(words["cut short"])
    elif solution.outcome is Outcome.MULTIPLE:
        remarks.append(words["ambiguous"])
    if long:
        remarks.append(words["long"])
    if solution.contradiction is not None:
        cells = record.read.layout.clue(solution.contradiction).address
        log = solution.log
        shown = log is not None and log.contradiction is not None and log.steps
        text = _WORDS["contradiction" if shown else "contradiction by lines"]
        remarks.append(text.of(language, line=solution.contradiction, cells=cells))
    elif solution.outcome is Outcome.NONE and not cut:
        remarks.append(words["no solution"])
    if solution.engine == "python":
        remarks.append(words["slow"])
    if not remarks:
        return None
    said = words["between sentences"].join(remarks)
    return PageCell(said, wrap=True, fill=UNKNOWN_FILL if cut or long else None)


def _difficulty(solution: Solution, language: Language) -> str:
    if solution.difficulty is None:
        return not_graded(solution, language) or "—"
    return rated(solution.difficulty.rating, language)


def _rounds(solution: Solution, language: Language) -> str:
    if solution.difficulty is None:
        return "—"
    rounds = rounds_in_words(solution.difficulty, language)
    return _WORDS["rounds of"].of(language, rounds=rounds)


def _summary(record: SolveRecord, visits: int, time: str) -> Rows:
    """The facts of the solve: only a few rows, because they stay in view, with wide facts in wide
    columns."""
    read, solution, language = record.read, record.solution, record.language
    words = all_of(_WORDS, language)
    log = solution.log
    size = words["size of"].format(width=read.puzzle.width, height=read.puzzle.height)
    remark = _remark(record)
    heading = words["heading" if read.alone else "heading of several"].format(
        sheet=safe(read.title), grid=read.layout.grid.address
    )
    rows: Rows = [
        [PageCell(heading, bold=True)],
        _row(
            None,
            words["outcome"], outcome_name(solution.outcome, language),
            words["difficulty"], _difficulty(solution, language),
            words["size"], size,
            bold=(1, 3, 5),
        ),
        _row(
            None,
            words["steps"], "—" if log is None else visits,
            words["rounds"], _rounds(solution, language),
            words["time"], time,
            bold=(1, 3, 5),
        ),
        _row(
            None,
            words["givens"], read.marks.known,
            words["remark"] if remark else None, remark,
            bold=(1, 3),
        ),
        [
            None,
            PageCell(words["colours"], bold=True),
            PageCell(words["black"], fill=BLACK_FILL, font=BLACK_FONT),
            PageCell(words["white"], font=WHITE_FONT),
            PageCell(words["unknown"], fill=UNKNOWN_FILL),
            PageCell(words["different"], fill=DIFFERENT_FILL),
            PageCell(words["suspect"], fill=SUSPECT_FILL),
        ],
    ]  # fmt: skip
    return rows


def _story(log: Log, language: Language) -> Iterator[list[_Moment]]:
    """The techniques, and the other key moments of a log in their order."""
    story = story_of(log)
    yield [
        _Moment(first_use_in_words(use, len(log), language), use.visit) for use in story.first_uses
    ]
    moments = [
        _Moment(narrow_in_words(place, language), place.first, place.last) for place in story.narrow
    ]
    if story.hardest is not None:
        moments.append(_Moment(hardest_in_words(story.hardest, language), story.hardest.visit))
    yield sorted(moments, key=attrgetter("visit"))


def _linked(
    story: Sequence[Sequence[_Moment]], link: Callable[[int], str], language: Language
) -> Rows:
    """Key moments, a few to a row, each beside a `link` to its first visit.

    Calc does not wrap links, so these are short.
    """
    rows: Rows = []
    for moments in story:
        for k in range(0, len(moments), _MOMENTS_BESIDE):
            row: list[OnPage] = [None]
            for one in moments[k : k + _MOMENTS_BESIDE]:
                steps = steps_in_words(one.visit, one.last, language)
                row += PageCell(one.said, wrap=True), PageCell(steps, link=link(one.visit))
            rows.append(row)
    if rows:
        rows.insert(0, [None, PageCell(_WORDS["techniques"].of(language), bold=True)])
    return rows


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


class _Table(NamedTuple):
    """The headings and the rows of the visits.

    `links` are the rows that belong to the one above them, with their outline levels, `visits` are
    the rows of the visits; all are counted from 0.
    """

    rows: Rows
    links: dict[int, int]
    visits: list[int]


def _table(record: SolveRecord, log: Log) -> _Table:
    read, language = record.read, record.language
    words = all_of(_WORDS, language)
    rows: Rows = [
        [PageCell(words[heading], bold=True, fill=HEADER_FILL, wrap=True) for heading in _HEADINGS]
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
    return _Table(rows, links, places)


def _same_steps(table: Rows, held: list[list[Value]], header_row: int) -> bool:
    values = ([None if cell is None else page_cell(cell).value for cell in row] for row in table)
    new = [[None if value == "" else value for value in row] for row in values]
    old = held[header_row - 1 :]
    return new == old[: len(new)] and not any(any(row) for row in old[len(new) :])


def _widths(table: Rows) -> list[float]:
    """The widths of the columns: that of the lines has room for their names, which Calc does not
    wrap because they are links, and no text needs a higher row than there can be."""
    widths: list[float] = list(LOG_WIDTHS)
    for row in table[1:]:
        for column, cell in enumerate(row):
            if isinstance(cell, PageCell) and cell.wrap:
                needed = (least_width if cell.link is None else width_in_digits)(str(cell.value))
                widths[column] = max(widths[column], min(needed + _INDENT, LOG_WIDEST_COLUMN))
    return widths


def _height(row: list[OnPage], widths: Sequence[float]) -> float:
    """The height of a row in which every text is fully visible.

    Excel adjusts it automatically, other programs do not.
    """
    lines = [
        lines_of_text(str(cell.value), width - _INDENT)
        for cell, width in zip(row, widths, strict=False)
        if isinstance(cell, PageCell) and cell.wrap
    ]
    return row_height(max(lines, default=1))


def _put(rows: Rows, corner: Area, cells: Sequence[Sequence[OnPage]]) -> None:
    """Put rows of cells at a corner, to the right of the existing cells of these rows."""
    rows += [[] for _ in range(corner.row - 1 + len(cells) - len(rows))]
    for row, beside in zip(rows[corner.row - 1 :], cells, strict=False):
        row += [None] * (corner.column - 1 - len(row))
        row += beside


def _title(sheet: Sheet, number: int, language: Language) -> str:
    """The title of the log of a puzzle, even before it is written."""
    old = own_companion(sheet, numbered(LOG_NAME, number))
    return new_title(sheet, _WORDS["title"].of(language)) if old is None else old.title


def _pictures(solution: Solution, language: Language) -> LogPictures | None:
    """The solutions side by side, if there are several and the sheet has room for two or more."""
    shown = min(
        _LARGEST_PICTURE // (solution.puzzle.height * solution.puzzle.width), _MOST_PICTURES
    )
    if solution.other is None or not shown:
        return None
    # Most puzzles have one solution.
    from xlnono.puzzle_sheet.log_pictures import log_pictures

    return log_pictures(solution, max(shown, 2), sum(LOG_WIDTHS), language)


def _page(sheet: Sheet, record: SolveRecord, memory: Memory) -> Page:
    """The log of a solve as data.

    If an earlier log of the sheet is of exactly the same solve, its time is reused.
    """
    read, solution, language = record.read, record.solution, record.language
    time = _WORDS["seconds"].of(language, seconds=solution.seconds)
    log = solution.log
    title = _title(sheet, read.number, language)
    table, links, visits = _Table([], {}, []) if log is None else _table(record, log)
    story = [] if log is None else list(_story(log, language))
    above = len(_summary(record, len(visits), time)) + len(
        _linked(story, lambda visit: "", language)
    )
    header_row = above + 1
    earlier, old = read.memory, companion(sheet, numbered(LOG_NAME, read.number))
    if earlier is not None and old is not None and earlier._replace(time="") == memory:
        used = old.used()
        if used is not None:
            held = old.values(Area(1, 1, used.last_row, len(_HEADINGS)))
            if _same_steps(table, held, header_row):
                time = earlier.time
    rows = _summary(record, len(visits), time)

    def at_visit(visit: int) -> str:
        return reference(title, Area(header_row + visits[visit - 1], 1))

    rows += _linked(story, at_visit, language) + table
    if (replay := own_companion(sheet, numbered(REPLAY_NAME, read.number))) is not None:
        link = reference(replay.title, Area(1, 1))
        _put(rows, _REPLAY_LINK, [[PageCell(_WORDS["replay"].of(language), link=link)]])
    widths = _widths(table)
    heights = [_height(row, widths) for row in rows]
    printed = Area(1, 1, len(rows), len(_HEADINGS))
    beside = NO_CHARTS
    if log is not None:
        steps = Area(header_row + 1, 1, len(table) - 1)
        known = steps._replace(column=len(_HEADINGS))
        shown = [
            0.0 if row in links else height for row, height in enumerate(heights[header_row:], 1)
        ]
        beside = log_charts(log, steps, known, shown, language)
    hidden = range(COLUMNS[0], COUNT_COLUMNS.stop)
    widths += [LOG_MARGIN_WIDTH, *[_HIDDEN_WIDTH] * len(hidden)]
    widths += [LOG_CHART_COLUMN_WIDTH] * len(beside.charts)
    behind = [] if beside.area is None else [beside.area]
    pictures = _pictures(solution, language)
    if pictures is not None:
        # Below the table, whose rows are as high as their texts, and right of all else.
        area = pictures.area(len(rows) + 2, len(widths) + 2)
        behind.append(area)
        widths += [LOG_MARGIN_WIDTH, *pictures.widths]
        heights += [LINE_HEIGHT, *pictures.heights]
        link = reference(title, area)
        words = _WORDS["pictures" if len(solution.solutions) == 2 else "more pictures"]
        _put(rows, _PICTURES_LINK, [[PageCell(words.of(language), link=link)]])
    _put(rows, Area(1, COLUMNS[0]), memory._replace(time=time).cells())
    _put(rows, Area(1, COUNT_COLUMNS[0]), beside.counts)
    if pictures is not None:
        _put(rows, area, pictures.rows)
    return Page(
        rows,
        widths,
        heights,
        header_row if table else 0,
        filtered=bool(table),
        printed=printed,
        hidden=hidden,
        charts=beside.charts,
        printed_behind=behind,
        outline={header_row + row: level for row, level in links.items()},
    )


def write_log(sheet: Sheet, record: SolveRecord, memory: Memory) -> None:
    """Write the log of a solve after the puzzle's sheet, or over its existing log.

    A solution without a log gets no new sheet, but the summary replaces an old log, because that
    belongs to another solve.
    """
    read, name = record.read, numbered(LOG_NAME, record.read.number)
    if record.solution.log is None and own_companion(sheet, name) is None:
        return
    page, title = _page(sheet, record, memory), _WORDS["title"].of(record.language)
    put_companion(sheet, name, title, page, read.layout.grid, before_log(sheet, read.number))
