"""The wording of hints: where to look, then the technique, then the cells and the reason."""

from __future__ import annotations

from typing import Literal

from xlnono.language import Language, Text
from xlnono.model.board import Axis, Line
from xlnono.model.hint import Hint, Standing
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step
from xlnono.wording.cell_names import Names, first_cells, line_with_cells
from xlnono.wording.parts import fixed_cells
from xlnono.wording.sentences import why
from xlnono.wording.terms import technique_name

Level = Literal[1, 2, 3]
"""How much a hint reveals: 1 where to look, 2 also the technique, 3 also the cells and why."""

_TEXTS: dict[str, Text] = {
    Standing.DONE.value: Text(
        "The board is complete and correct.", "盤面は完成しています。すべて正しいです。"
    ),
    Standing.STUCK.value: Text(
        "Several solutions fit your marks, and neither a line nor an assumption about one cell "
        "determines any more cells.",
        "印に合う解が複数あり、行や列を見ても、1マスの色を仮定しても、これ以上は確定しません。",
    ),
    Standing.UNDECIDED.value: Text(
        "No step was found within the time limit. Try a longer one.",
        "時間内に次の一手が見つかりませんでした。制限時間を延ばしてください。",
    ),
    Standing.IMPOSSIBLE.value: Text(
        "The puzzle has no solution, regardless of your marks",
        "印がどうであれ、この問題には解がありません",
    ),
    Standing.WRONG.value: Text("Wrong cells: {cells}.", "印の誤り: {cells}。"),
    "some-wrong": Text("There is a mistake in your marks.", "印のどこかに誤りがあります。"),
    Standing.MISFIT.value: Text("Your marks match no solution.", "この印に合う解はありません。"),
    "unsatisfied": Text(
        ". Following the lines of an empty grid leads to a contradiction: no arrangement fits "
        "{line}; the mistyped clue may be another one. Compare the clues with the source.",
        "。何もない盤面から行と列を1本ずつ進めると、{line}に入る置き方がなくなります。"
        "間違ったヒントは別の行や列かもしれません。元の問題とヒントを見比べてください。",
    ),
    "unclear": Text(
        ", although no single line shows it. Compare the clues with the source.",
        "(1本の行や列だけでは分かりません)。元の問題とヒントを見比べてください。",
    ),
    "at-once": Text(
        "Contradiction: no arrangement fits the marks in {line}.",
        "{line}には、いまの印に合う置き方がありません。",
    ),
    "followed": Text(
        "Following the lines from your marks leads to a contradiction: no arrangement fits {line}.",
        "印から行と列を1本ずつ進めると、{line}の置き方がなくなります。",
    ),
    "crossing": Text(
        "No line shows it yet; the first mistake is in {line}.",
        "まだ矛盾は現れていません。最初の誤りは{line}にあります。",
    ),
    "line": Text("Look at {line}.", "{line}を見てください。"),
    "cell": Text(
        "Assume a colour for {cell} and see where it leads.",
        "{cell}の色を仮定して、矛盾を探してください。",
    ),
    "technique": Text("The technique is “{name}”.", "手筋は「{name}」です。"),
    "unsure": Text(
        "There was not enough time to check that all your marks are right.",
        "印がすべて正しいかどうかは、時間内に確かめられませんでした。",
    ),
    "cells": Text("{cells}.", "{cells}。"),
    "between": Text(" ", ""),
}


def _say(key: str, language: Language, **facts: object) -> str:
    return _TEXTS[key].of(language, **facts)


def _joined(sentences: list[str], language: Language) -> str:
    return _TEXTS["between"].of(language).join(sentences)


def _step(step: Step, puzzle: Puzzle, names: Names, language: Language, level: Level) -> list[str]:
    if step.line is not None:
        sentences = [
            _say("line", language, line=line_with_cells(step.line, puzzle, names, language))
        ]
    else:
        row, column, _ = step.fixed[0]
        sentences = [_say("cell", language, cell=names.cell(row, column))]
    if level >= 2:
        name = technique_name(step.technique, language)
        sentences.append(_say("technique", language, name=name))
    if level == 3:
        cells, reason = fixed_cells(step.fixed, names, language), why(step, puzzle, names, language)
        if cells not in reason:
            sentences.append(_say("cells", language, cells=cells))
        sentences.append(reason)
    return sentences


def _evidence(hint: Hint, puzzle: Puzzle, names: Names, language: Language) -> list[str]:
    """The line that shows that marks are wrong."""
    if hint.contradiction is not None:
        key = "at-once" if hint.at_once else "followed"
        return [
            _say(key, language, line=line_with_cells(hint.contradiction, puzzle, names, language))
        ]
    if hint.wrong:
        crossing = Line(Axis.ROW, hint.wrong[0][0])
        return [_say("crossing", language, line=line_with_cells(crossing, puzzle, names, language))]
    return []


def advice(hint: Hint, puzzle: Puzzle, names: Names, language: Language, level: Level = 1) -> str:
    """The hint in a few sentences, revealing only as much as its level allows.

    Of wrong marks, level 1 only says that there are some, 2 also names the line that shows it or
    has the first of them, and 3 names the cells.
    """
    if hint.step is not None:
        sentences = _step(hint.step, puzzle, names, language, level)
        if not hint.sure:
            sentences.append(_say("unsure", language))
        return _joined(sentences, language)
    if hint.standing is Standing.IMPOSSIBLE:
        said = _say(hint.standing.value, language)
        if hint.contradiction is None:
            return said + _say("unclear", language)
        line = line_with_cells(hint.contradiction, puzzle, names, language)
        return said + _say("unsatisfied", language, line=line)
    evidence = _evidence(hint, puzzle, names, language)
    if hint.standing is Standing.WRONG and level < 3:
        return _joined([_say("some-wrong", language), *evidence[: level - 1]], language)
    cells = first_cells(hint.wrong, names, language)
    return _joined([_say(hint.standing.value, language, cells=cells), *evidence], language)
