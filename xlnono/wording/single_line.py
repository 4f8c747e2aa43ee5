"""What follows from one line, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xlnono.language import Language, Text
from xlnono.model.board import Line
from xlnono.model.single_line import LineReport
from xlnono.model.steps import Position, Step
from xlnono.wording.sentences import why
from xlnono.wording.terms import technique_name

_HEAD = Text("{cells}  clue {clue}, {length} cells", "{cells}  ヒント {clue}、{length}マス")
_HEAD_OF_ONE_CELL = Text("{cells}  clue {clue}, 1 cell", "{cells}  ヒント {clue}、1マス")
_STEP = Text("{cells}  {technique}: {reason}", "{cells}  {technique}: {reason}")
_LEFTMOST = Text("{cells}  leftmost arrangement", "{cells}  左詰めの置き方")
_RIGHTMOST = Text("{cells}  rightmost arrangement", "{cells}  右詰めの置き方")
_CONTRADICTION = Text(
    "Contradiction: no arrangement of the clue fits these cells.",
    "矛盾: このヒントをこれらのマスに置く方法がありません。",
)
_COMPLETE = Text("The line is complete.", "すべてのマスが確定しています。")
_CUT_SHORT = Text(
    "The time ran out before all techniques were tried.",
    "時間内にすべての手筋を試せませんでした。",
)
_NOTHING = Text(
    "No cell follows from this line alone: the unknown cells can be black or white.",
    "この行だけでは何も確定しません。未確定のマスは、黒にも白にもできます。",
)


class CellNumbers:
    """Names for the cells of a single line: C3 is the third."""

    def cell(self, row: int, column: int) -> str:
        return f"C{column + 1}"

    def along(self, line: Line, length: int) -> list[str]:
        return [self.cell(*line.cell(offset)) for offset in range(length)]

    def cells(self, positions: Iterable[Position]) -> str:
        ranges: list[list[int]] = []
        for _, column in sorted(positions):
            if ranges and ranges[-1][-1] == column - 1:
                ranges[-1][1:] = [column]
            else:
                ranges.append([column])
        return ", ".join(":".join(self.cell(0, end) for end in each) for each in ranges)

    def clues(self, lines: Sequence[Line]) -> str:
        return ""


_NAMES = CellNumbers()


def reason(report: LineReport, step: Step, language: Language) -> str:
    """Why a step is right."""
    return why(step, report.puzzle, _NAMES, language)


def line_in_words(report: LineReport, language: Language) -> Iterator[str]:
    """The line before, after each technique with its reason, and what is left to say."""
    clue = " ".join(map(str, report.clue)) or "0"
    before = report.before
    head = _HEAD_OF_ONE_CELL if before.width == 1 else _HEAD
    yield head.of(language, cells=before.text(), clue=clue, length=before.width)
    if report.settled is None or report.leftmost is None or report.rightmost is None:
        yield _CONTRADICTION.of(language)
        return
    for step in report.steps:
        name = technique_name(step.technique, language)
        cells, said = report.after(step.technique), reason(report, step, language)
        yield _STEP.of(language, cells=cells, technique=name, reason=said)
    if not before.unknown:
        yield _COMPLETE.of(language)
        return
    if report.cut_short:
        yield _CUT_SHORT.of(language)
    elif not report.steps:
        yield _NOTHING.of(language)
    yield _LEFTMOST.of(language, cells=report.leftmost.text())
    yield _RIGHTMOST.of(language, cells=report.rightmost.text())
