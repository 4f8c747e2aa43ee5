"""The wording of why a cell is settled, or of how its lines leave it open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xlnono.language import Language, Text
from xlnono.model.board import Axis, Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Step
from xlnono.model.why import Settled, Why
from xlnono.wording.cell_names import Names, line_with_cells
from xlnono.wording.hints import advice
from xlnono.wording.parts import COLOURS, fixed_cells
from xlnono.wording.sentences import why
from xlnono.wording.terms import technique_name

_STEPS_SHOWN = 5
"""With more steps than this, only the last one is shown."""

_SIGNS = "□■"

_WRONG_MARK = Text(
    "The mark in {cell} is wrong: the cell is {colour}.",
    "{cell}の印は誤りで、正しくは{colour}です。",
)
_BY_LINE = Text("{cell} is {colour} because of {line}.", "{line}から、{cell}は{colour}です。")
_TECHNIQUE = Text("The technique is “{name}”.", "手筋は「{name}」です。")
_OPEN = Text(
    "Neither the row nor the column of {cell} settles it yet.",
    "{cell}は、行だけでも列だけでもまだ決まりません。",
)
_BOTH = Text(
    "In {line}, it can be black, as in {black}, or white, as in {white}.",
    "{line}では、黒なら {black}、白なら {white} のように置けます。",
)
_SEVERAL = Text(
    "The clues and the other marks leave it open, too: there are solutions with either colour.",
    "ほかの印とヒントからも決まりません。黒の解も白の解もあります。",
)
_UNDECIDED = Text(
    "No reason was found within the time limit. Try a longer one.",
    "時間内に理由が見つかりませんでした。制限時間を延ばしてください。",
)
_BY_SEARCH = Text(
    "Trying out all possibilities shows that it is {colour} in every solution, but no steps were "
    "found that lead there.",
    "すべての場合を調べると、どの解でも{colour}ですが、そこに至る手順は見つかりませんでした。",
)
_FOLLOWS = Text(
    "Other lines settle it: it is {colour}, as these steps show.",
    "ほかの行や列を見ると、次の手順で{colour}と分かります。",
)
_FOLLOWS_AT_ONCE = Text(
    "But it is {colour}, as this step shows.", "しかし、次の手で{colour}と分かります。"
)
_FOLLOWS_LATER = Text(
    "Other lines settle it: it is {colour}, but {count} steps come first.",
    "ほかの行や列から{colour}と分かりますが、その前に{count}手かかります。",
)
_FOLLOWS_NEXT = Text(
    "Other lines settle it: it is {colour}, but one step comes first.",
    "ほかの行や列から{colour}と分かりますが、その前に1手かかります。",
)
_LAST_STEP = Text("The step that settles it:", "このマスが決まる手は次のとおりです。")
_NUMBERED = Text("{number}. {said}", "{number}. {said}")
_ON_LINE = Text("Look at {line}. {reason}", "{line}を見ます。{reason}")
_WITH_CELLS = Text("{cells}. {reason}", "{cells}。{reason}")
_MISTAKE = Text(
    "It cannot be said why {cell} is black or white, because there is a mistake.",
    "どこかに誤りがあるため、{cell}が黒か白かは説明できません。",
)


def explanation(
    found: Why, puzzle: Puzzle, names: Names, language: Language, *, brief: bool = False
) -> list[str]:
    """Why a cell is settled, or how its lines leave it open: sentences, and a line for each step
    on the way.

    A `brief` one fits in a few lines of a sheet: steps on other lines are counted, unless there
    is just one.
    """
    cell = names.cell(*found.cell)
    if found.mistake is not None:
        return [
            _MISTAKE.of(language, cell=cell),
            advice(found.mistake, puzzle, names, language, 3),
        ]
    lines = []
    colour = COLOURS.get(found.colour, "")
    if found.colour is not Cell.UNKNOWN and found.marked is found.colour.opposite:
        lines.append(_WRONG_MARK.of(language, cell=cell, colour=colour))
    match found.settled:
        case Settled.BY_LINE:
            (step,) = found.steps
            assert step.line is not None
            line = line_with_cells(step.line, puzzle, names, language)
            lines.append(_BY_LINE.of(language, cell=cell, colour=colour, line=line))
            if not brief:
                name = technique_name(step.technique, language)
                lines.append(_TECHNIQUE.of(language, name=name))
            return [*lines, why(step, puzzle, names, language)]
        case Settled.BY_STEPS:
            lines += _open(found, cell, puzzle, names, language)
            if brief and len(found.steps) > 1:
                count = len(found.steps) - 1
                text = _FOLLOWS_NEXT if count == 1 else _FOLLOWS_LATER
                return [*lines, text.of(language, colour=colour, count=count)]
            return lines + _steps(found.steps, colour, puzzle, names, language)
        case Settled.BY_SEARCH:
            last = _BY_SEARCH
        case Settled.NOT:
            last = _SEVERAL
        case _:
            last = _UNDECIDED
    opened = _open(found, cell, puzzle, names, language)
    return [*lines, *opened, last.of(language, colour=colour)]


def _open(found: Why, cell: str, puzzle: Puzzle, names: Names, language: Language) -> Iterator[str]:
    """One arrangement with the cell black and one with it white, for each of its lines."""
    if found.open_lines:
        yield _OPEN.of(language, cell=cell)
    for line, black, white in found.open_lines:
        length = puzzle.width if line.axis is Axis.ROW else puzzle.height
        yield _BOTH.of(
            language,
            line=line_with_cells(line, puzzle, names, language),
            black=_pictured(black, length),
            white=_pictured(white, length),
        )


def _pictured(black: int, length: int) -> str:
    return "".join(_SIGNS[black >> offset & 1] for offset in range(length))


def _steps(
    steps: Sequence[Step], colour: Text | str, puzzle: Puzzle, names: Names, language: Language
) -> list[str]:
    """The steps that lead to a cell, or only the last one if there are many."""
    shown = [_step(step, puzzle, names, language) for step in steps[-_STEPS_SHOWN:]]
    if len(steps) == 1:
        return [_FOLLOWS_AT_ONCE.of(language, colour=colour), *shown]
    if len(steps) > _STEPS_SHOWN:
        count = len(steps) - 1
        later = _FOLLOWS_LATER.of(language, colour=colour, count=count)
        return [later, _LAST_STEP.of(language), shown[-1]]
    return [
        _FOLLOWS.of(language, colour=colour),
        *(_NUMBERED.of(language, number=k, said=said) for k, said in enumerate(shown, start=1)),
    ]


def _step(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """A step with its line and its cells."""
    reason = why(step, puzzle, names, language)
    cells = fixed_cells(step.fixed, names, language)
    if cells not in reason:
        reason = _WITH_CELLS.of(language, cells=cells, reason=reason)
    if step.line is None:
        return reason
    line = line_with_cells(step.line, puzzle, names, language)
    return _ON_LINE.of(language, line=line, reason=reason)
