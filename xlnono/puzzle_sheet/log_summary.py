"""The summary at the top of a log: the facts of the solve, and its key moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter

from xlnono.language import LANGUAGES, Language, Text, all_of
from xlnono.model.solution import Explained, Outcome, Solution
from xlnono.model.steps import Log
from xlnono.model.story import story_of
from xlnono.puzzle_sheet.log_table import HEADINGS, Rows
from xlnono.puzzle_sheet.record import SolveRecord
from xlnono.records import NamedTuple
from xlnono.safe_text import safe
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import OnPage, PageCell, Sheet
from xlnono.spreadsheet.theme import (
    BLACK_FILL,
    BLACK_FONT,
    DIFFERENT_FILL,
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
)

_WORDS: dict[str, Text] = {
    "heading": Text(
        "How the puzzle on the sheet “{sheet}” was solved", "シート「{sheet}」の問題の解き方"
    ),
    "heading of several": Text(
        "How the puzzle in {grid} on the sheet “{sheet}” was solved",
        "シート「{sheet}」の {grid} の問題の解き方",
    ),
    "size": Text("Size", "大きさ"),
    "size of": Text("{height} rows × {width} columns", "縦 {height} × 横 {width}"),
    "outcome": Text("Outcome", "結果"),
    "difficulty": Text("Difficulty", "難しさ"),
    "rounds": Text("Rounds", "ラウンド"),
    "rounds of": Text(
        "{rounds} (of all rows or all columns)", "{rounds}(行全部か列全部で1ラウンド)"
    ),
    "time": Text("Time", "時間"),
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
    "between sentences": Text(" ", ""),
}

_SUMMARY_ROWS = 6
_MOMENTS_BESIDE = 3
"""The number of techniques or key moments beside one another in the summary."""


class Moment(NamedTuple):
    """Something notable about a visit, or about several up to the visit `last`."""

    said: str
    visit: int
    last: int | None = None


def log_language(log: Sheet) -> Language | None:
    """The language of the summary of a log, None if it is not as xlnono writes it."""
    summary = [
        value for row in log.values(Area(1, 1, _SUMMARY_ROWS, len(HEADINGS))) for value in row
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


def log_summary(record: SolveRecord, visits: int, time: str) -> Rows:
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


def moments_of(log: Log, language: Language) -> Iterator[list[Moment]]:
    """The techniques, and the other key moments of a log in their order."""
    story = story_of(log)
    yield [
        Moment(first_use_in_words(use, len(log), language), use.visit) for use in story.first_uses
    ]
    moments = [
        Moment(narrow_in_words(place, language), place.first, place.last) for place in story.narrow
    ]
    if story.hardest is not None:
        moments.append(Moment(hardest_in_words(story.hardest, language), story.hardest.visit))
    yield sorted(moments, key=attrgetter("visit"))


def linked_moments(
    story: Sequence[Sequence[Moment]], link: Callable[[int], str], language: Language
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
