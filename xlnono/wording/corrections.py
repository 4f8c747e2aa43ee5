"""The wording of typing mistakes: what is probably wrong in the clues, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from xlnono.language import COMMA, Language, Phrase, Text
from xlnono.model.board import Axis, Line
from xlnono.model.mistakes import ChangedClue, Correction, Mistake, MistakeKind, MistakeReport
from xlnono.model.solution import Outcome
from xlnono.wording.cell_names import Names, first_cells

_SENTENCE = Text("{said}.", "{said}。")
_PROBABLY = Text("Probably {said}.", "おそらく、{said}。")
_AND = Text("{first}, and {second}", "{first}。また、{second}")
_THEN = Text("{first}; then {second}", "{first}。さらに、{second}")
_THEN_COUNTED = {
    (MistakeKind.LINE_MISSING, Axis.ROW): Text(
        "{first}; then, counting the missing row, {second}",
        "{first}。さらに、抜けた行も数えると、{second}",
    ),
    (MistakeKind.LINE_MISSING, Axis.COLUMN): Text(
        "{first}; then, counting the missing column, {second}",
        "{first}。さらに、抜けた列も数えると、{second}",
    ),
    **dict.fromkeys(
        ((MistakeKind.LINE_REPEATED, axis) for axis in Axis),
        Text(
            "{first}; then, not counting the repetition, {second}",
            "{first}。さらに、重複を除いて数えると、{second}",
        ),
    ),
    **dict.fromkeys(
        ((MistakeKind.LIST_REVERSED, axis) for axis in Axis),
        Text(
            "{first}; then, counting in the right order, {second}",
            "{first}。さらに、正しい順に数えると、{second}",
        ),
    ),
    **dict.fromkeys(
        ((MistakeKind.EXCHANGED, axis) for axis in Axis),
        Text(
            "{first}; then, with these swapped back, {second}",
            "{first}。さらに、元の順に戻すと、{second}",
        ),
    ),
}
"""For a second mistake on the same axis: its lines have other numbers than as typed."""
_LAST = Text("{others} and {last}", "{others}、{last}")
_LAST_GROUP = Text("{others}, and {last}", "{others}、{last}")
_BETWEEN = Text(" ", "")

_SEVERAL_LINES = {
    Axis.ROW: Text("rows {numbers}", "{numbers}行目"),
    Axis.COLUMN: Text("columns {numbers}", "{numbers}列目"),
}
_PAIRS = {
    Axis.ROW: Text("rows {first} and {second}", "{first}行目と{second}行目"),
    Axis.COLUMN: Text("columns {first} and {second}", "{first}列目と{second}列目"),
}
_NUMBERS = Text(", ", "・")
_LAST_NUMBER = Text("{others} and {last}", "{others}・{last}")
_RANGE = Text("{first} to {last}", "{first}〜{last}")
_LEAST_RANGE = 3
_WITH_CELLS = Text("{lines} ({cells})", "{lines}({cells})")
_CELLS_AND = Text("{cells}; ", "{cells}、")
_NO_NUMBERS = Text("an empty clue", "空欄")

_CLUE = Text("{line}: {correct} instead of {typed}", "{line}は {typed} ではなく {correct} です")
_EXCHANGED = Text("{pair} seem to be swapped", "{pair}が入れ替わっているようです")
_MOVED = Text(
    "the {number} of {source} seems to belong to {target}: {target_place} is {target_clue}, and "
    "{source_place} is {source_clue}",
    "{source}の {number} は{target}の数字のようです。"
    "{target_place}は {target_clue}、{source_place}は {source_clue} です",
)
_NO_CLUE = Text(
    "{line} has no clue (probably {correct})",
    "{line}のヒントが抜けているようです(おそらく {correct})",
)
_MISSING = {
    Axis.ROW: Text(
        "a row is missing between {pair} ({cells}probably {correct})",
        "{pair}の間で1行抜けているようです({cells}おそらく {correct})",
    ),
    Axis.COLUMN: Text(
        "a column is missing between {pair} ({cells}probably {correct})",
        "{pair}の間で1列抜けているようです({cells}おそらく {correct})",
    ),
}
_FIRST_MISSING = {
    Axis.ROW: Text(
        "a row is missing above {line} ({cells}probably {correct})",
        "{line}の上で1行抜けているようです({cells}おそらく {correct})",
    ),
    Axis.COLUMN: Text(
        "a column is missing on the left of {line} ({cells}probably {correct})",
        "{line}の左で1列抜けているようです({cells}おそらく {correct})",
    ),
}
_LAST_MISSING = {
    Axis.ROW: Text(
        "a row is missing below {line} ({cells}probably {correct})",
        "{line}の下で1行抜けているようです({cells}おそらく {correct})",
    ),
    Axis.COLUMN: Text(
        "a column is missing on the right of {line} ({cells}probably {correct})",
        "{line}の右で1列抜けているようです({cells}おそらく {correct})",
    ),
}
_NO_ROOM = {
    Axis.ROW: Text(
        "The grid has no room for another row: add the missing one to the sheet by hand.",
        "盤面に空きがないので、抜けた行はシートに手で追加してください。",
    ),
    Axis.COLUMN: Text(
        "The grid has no room for another column: add the missing one to the sheet by hand.",
        "盤面に空きがないので、抜けた列はシートに手で追加してください。",
    ),
}
_TYPED_TWICE = {
    Axis.ROW: Text(
        "{line} was typed twice, and the last row is missing (probably {correct})",
        "{line}が2回入力され、最後の行が抜けているようです(おそらく {correct})",
    ),
    Axis.COLUMN: Text(
        "{line} was typed twice, and the last column is missing (probably {correct})",
        "{line}が2回入力され、最後の列が抜けているようです(おそらく {correct})",
    ),
}
_TWIN = Text(
    "{twin} was typed twice: {place} is probably {correct}",
    "{twin}が{line}にも入力されているようです。{place}はおそらく {correct} です",
)
_WHOLE_LISTS = {
    (MistakeKind.LIST_REVERSED, Axis.ROW): Text(
        "the rows seem to have been typed from bottom to top",
        "行が下から上へ入力されているようです",
    ),
    (MistakeKind.LIST_REVERSED, Axis.COLUMN): Text(
        "the columns seem to have been typed from right to left",
        "列が右から左へ入力されているようです",
    ),
    (MistakeKind.ALL_BACKWARDS, Axis.ROW): Text(
        "the numbers of every row seem to have been typed from right to left",
        "どの行も、数字が右から左へ入力されているようです",
    ),
    (MistakeKind.ALL_BACKWARDS, Axis.COLUMN): Text(
        "the numbers of every column seem to have been typed from bottom to top",
        "どの列も、数字が下から上へ入力されているようです",
    ),
}

_MOST_CLUES = 2
_MANY_CLUES = Text("The clues of {lines} were replaced", "{lines}のヒントを書き換えました")

_FULL_STOPS = ".。"
_NUMBERED = Text("{number}. {said}", "{number}. {said}")
_UNNUMBERED = Text("- {said}", "・{said}")
_MIRRORED = Text(
    "{said} (gives the mirror image of the one above)", "{said}(上の訂正の鏡像になります)"
)

_POSSIBLE = Text("Possible correction:", "考えられる訂正:")
_MOST_PLAUSIBLE = Text(
    "Possible corrections, the most plausible first:", "考えられる訂正(可能性の高い順):"
)
_SOME_OF = Text(
    "Possible corrections, the {shown} most plausible of {count}:",
    "考えられる訂正(全 {count} 通りのうち可能性の高い {shown} 通り):",
)
_ONE_OF_TWO = Text("Probably one of these two:", "おそらく次のどちらかです:")
_TWO_TOGETHER = Text(
    "No single correction is enough{unless}. These two together are possible:",
    "{unless}1か所の訂正では足りません。次の2か所の訂正が考えられます:",
)
_TWO_TOGETHER_EACH = Text(
    "No single correction is enough{unless}. Two together are possible:",
    "{unless}1か所の訂正では足りません。次のような2か所の訂正が考えられます:",
)
_UNIQUE_WITH_CLUE = Text(
    "With this clue the puzzle has exactly one solution.", "このヒントなら、解はちょうど1つです。"
)
_UNIQUE_CORRECTED = Text(
    "With this correction the puzzle has exactly one solution.",
    "このように直すと、解はちょうど1つです。",
)
_UNIQUE_EACH = Text(
    "With each of them the puzzle has exactly one solution.",
    "どの訂正でも、解はちょうど1つになります。",
)
_COMPARE = Text("Please compare with your source.", "元の問題と見比べてください。")

_ONLY_LINE = Text(
    "If just one clue is wrong{nor}, it is that of {line}.",
    "{nor}間違ったヒントが1つだけなら、それは{line}です。",
)
_AMONG = Text(
    "At least one mistake is among {lines}{unless}.",
    "{unless}{lines}の中に、少なくとも1つ間違いがあります。",
)
_IN_ONE_LINE = Text(
    "At least one mistake is in {lines}{unless}.",
    "{unless}{lines}に、少なくとも1つ間違いがあります。",
)
_MISFITS = Text(
    "Several clues are wrong{unless}: those of {lines} do not fit their lines.",
    "{unless}複数のヒントが間違っています。{lines}のヒントはその行や列に入りません。",
)
_UNLESS_LEFT_OUT = {
    None: Text("", ""),
    Axis.ROW: Text(", unless a row was left out", "抜けている行がなければ、"),
    Axis.COLUMN: Text(", unless a column was left out", "抜けている列がなければ、"),
}
_NOR_LEFT_OUT = {
    None: Text("", ""),
    Axis.ROW: Text(" and no row was left out", "抜けている行がなく、"),
    Axis.COLUMN: Text(" and no column was left out", "抜けている列がなく、"),
}
_NOTHING_FOUND = Text(
    "No correction of one or two typing mistakes was found.",
    "1つまたは2つの入力ミスの訂正は見つかりませんでした。",
)
_CUT_SHORT = Text(
    "The search for typing mistakes ran out of time, so there may be other corrections.",
    "時間切れで入力ミスを探しきれなかったため、ほかの訂正もありえます。",
)
_CUT_SHORT_WITHOUT = Text(
    "The search for typing mistakes ran out of time.", "時間切れで入力ミスを探しきれませんでした。"
)

_MARKS_FIT = Text("All your marks fit this correction.", "印はすべてこの訂正に合っています。")
_MARKS_FIT_FIRST = Text(
    "All your marks fit the first correction.", "印はすべて最初の訂正に合っています。"
)
_CLUE_NOT_MARKS = Text(
    "Your marks fit each other, but not the clues ({cells}): probably a clue is wrong, not your "
    "marks.",
    "印どうしは合っていますが、ヒントとは合いません({cells})。"
    "印ではなく、ヒントの間違いと思われます。",
)
_WRONG_MARKS = Text("Wrong marks: {cells}.", "印の誤り: {cells}。")


def _numbers(clue: Sequence[int]) -> str:
    return " ".join(map(str, clue)) or "0"


def _typed(change: ChangedClue) -> str | Text:
    return _numbers(change.typed) if change.typed or change.zero else _NO_NUMBERS


def _and(parts: Sequence[str], comma: Text, last: Text, language: Language) -> str:
    """Parts as a list: 8, 12 and 14."""
    if len(parts) < 2:
        return "".join(parts)
    others = comma.of(language).join(parts[:-1])
    return last.of(language, others=others, last=parts[-1])


def _lines_of_axis(lines: Sequence[Line], language: Language) -> str:
    if len(lines) == 1:
        return lines[0].named(language)
    numbers: list[str] = []
    # Consecutive numbers have the same distance to their places.
    for _, run in groupby(enumerate(lines), key=lambda each: each[1].index - each[0]):
        run_of = [line.index + 1 for _, line in run]
        if len(run_of) < _LEAST_RANGE:
            numbers += map(str, run_of)
        else:
            numbers.append(_RANGE.of(language, first=run_of[0], last=run_of[-1]))
    listed = _and(numbers, _NUMBERS, _LAST_NUMBER, language)
    return _SEVERAL_LINES[lines[0].axis].of(language, numbers=listed)


def lines_in_words(lines: Sequence[Line], language: Language) -> str:
    """Lines in their order, rows first: "row 6, and columns 8, 12, 14 and 15"."""
    by_axis = [list(group) for _, group in groupby(lines, key=lambda line: line.axis)]
    last = _LAST if all(len(group) == 1 for group in by_axis) else _LAST_GROUP
    return _and([_lines_of_axis(group, language) for group in by_axis], COMMA, last, language)


def _pair(first: Line, second: Line, language: Language) -> str:
    numbers = {"first": first.index + 1, "second": second.index + 1}
    return _PAIRS[first.axis].of(language, **numbers)


def _with_cells(said: str, lines: Sequence[Line], names: Names, language: Language) -> str:
    """Neighbouring lines, with the cells of their clues if they are on a worksheet."""
    cells = names.clues(lines)
    return _WITH_CELLS.of(language, lines=said, cells=cells) if cells else said


def _line(line: Line, names: Names, language: Language) -> str:
    return _with_cells(line.named(language), [line], names, language)


def _in_parentheses(lines: Sequence[Line], names: Names) -> str | Phrase:
    """The cells of the clues of lines, before other words in the same parentheses."""
    cells = names.clues(lines)
    return Phrase(_CELLS_AND, {"cells": cells}) if cells else ""


def _length(correction: Correction, axis: Axis) -> int:
    """The number of lines of an axis of the corrected puzzle."""
    return correction.grid.height if axis is Axis.ROW else correction.grid.width


def _line_missing(
    mistake: Mistake, correction: Correction, names: Names, language: Language
) -> str:
    (line,) = mistake.lines
    axis = line.axis
    correct = _numbers(correction.puzzle.clue(line))
    if [change.line for change in mistake.changes] == [line] and not mistake.changes[0].typed:
        if mistake.changes[0].zero:
            return _changed(mistake.changes[0], names, language)
        return _NO_CLUE.of(language, line=_line(line, names, language), correct=correct)
    if line.index == 0:
        cells = _in_parentheses([line], names)
        return _FIRST_MISSING[axis].of(language, line=line, cells=cells, correct=correct)
    before = Line(axis, line.index - 1)
    if correction.left_out is not None and line.index == _length(correction, axis) - 1:
        cells = _in_parentheses([before], names)
        return _LAST_MISSING[axis].of(language, line=before, cells=cells, correct=correct)
    beside = before, line
    return _MISSING[axis].of(
        language,
        pair=_pair(*beside, language),
        cells=_in_parentheses(beside, names),
        correct=correct,
    )


def _line_repeated(
    mistake: Mistake, correction: Correction, names: Names, language: Language
) -> str:
    changed = [change.line for change in mistake.changes]
    if len(changed) == 1 and changed[0] in mistake.lines:
        (twin,) = (line for line in mistake.lines if line != changed[0])
        place = _line(changed[0], names, language)
        correct = _numbers(mistake.changes[0].correct)
        return _TWIN.of(language, twin=twin, line=changed[0], place=place, correct=correct)
    axis = mistake.axis
    return _TYPED_TWICE[axis].of(
        language,
        line=_line(mistake.lines[0], names, language),
        correct=_numbers(correction.puzzle.clue(Line(axis, _length(correction, axis) - 1))),
    )


def _moved(mistake: Mistake, names: Names, language: Language) -> str:
    clues = {change.line: change for change in mistake.changes}
    source, target = mistake.lines
    from_clue, to_clue = clues[source], clues[target]
    return _MOVED.of(
        language,
        number=sum(from_clue.typed) - sum(from_clue.correct),
        source=source,
        target=target,
        source_place=_line(source, names, language),
        target_place=_line(target, names, language),
        source_clue=_numbers(from_clue.correct),
        target_clue=_numbers(to_clue.correct),
    )


def _mistake(mistake: Mistake, correction: Correction, names: Names, language: Language) -> str:
    """A mistake as a clause, without a capital letter and a full stop."""
    kind = mistake.kind
    if kind is MistakeKind.EXCHANGED:
        first, second = sorted(mistake.lines, key=lambda line: line.index)
        pair = _pair(first, second, language)
        return _EXCHANGED.of(language, pair=_with_cells(pair, [first, second], names, language))
    if kind is MistakeKind.MOVED:
        return _moved(mistake, names, language)
    if kind is MistakeKind.LINE_MISSING:
        return _line_missing(mistake, correction, names, language)
    if kind is MistakeKind.LINE_REPEATED:
        return _line_repeated(mistake, correction, names, language)
    if said := _WHOLE_LISTS.get((kind, mistake.axis)):
        return said.of(language)
    (change,) = mistake.changes
    return _changed(change, names, language)


def _changed(change: ChangedClue, names: Names, language: Language) -> str:
    return _CLUE.of(
        language,
        line=_line(change.line, names, language),
        correct=_numbers(change.correct),
        typed=_typed(change),
    )


_SAID_OTHERWISE = {
    MistakeKind.EXCHANGED,
    MistakeKind.MOVED,
    MistakeKind.LINE_MISSING,
    MistakeKind.LINE_REPEATED,
    MistakeKind.LIST_REVERSED,
    MistakeKind.ALL_BACKWARDS,
}
"""The mistakes that are described, not just shown by the two clues."""


def _clause(correction: Correction, names: Names, language: Language) -> str:
    said = _mistake(correction.mistakes[0], correction, names, language)
    for before, mistake in pairwise(correction.mistakes):
        other = _mistake(mistake, correction, names, language)
        said = _joint(before, mistake).of(language, first=said, second=other)
    return said


def _joint(first: Mistake, second: Mistake) -> Text:
    """What joins the second mistake to the first, which is corrected before it."""
    if len(first.changes) == 1:
        return _AND
    if first.axis is not second.axis:
        return _THEN
    return _THEN_COUNTED.get((first.kind, first.axis), _THEN)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def correction_in_words(
    correction: Correction, names: Names, language: Language, *, sure: bool = False
) -> str:
    """One correction in one sentence: "Column 5: 12 5 1 1 instead of 12 1 5 1."

    A sure one starts with “Probably”, unless the sentence says anyway that it is a guess.
    """
    said = _clause(correction, names, language)
    if sure and not any(each.kind in _SAID_OTHERWISE for each in correction.mistakes):
        return _PROBABLY.of(language, said=said)
    return _SENTENCE.of(language, said=_capital(said))


def corrected_in_words(correction: Correction, names: Names, language: Language) -> str:
    """What a correction has changed, in one sentence: its clues, or the lines of many clues."""
    changes = correction.changes
    if len(changes) > _MOST_CLUES:
        lines = lines_in_words([change.line for change in changes], language)
        return _SENTENCE.of(language, said=_MANY_CLUES.of(language, lines=lines))
    said, *more = (_changed(change, names, language) for change in changes)
    for other in more:
        said = _AND.of(language, first=said, second=other)
    return _SENTENCE.of(language, said=_capital(said))


def proof(corrections: Sequence[Correction], language: Language) -> str:
    """What is known about one or several corrections, and what to do: compare with the source."""
    unique = _UNIQUE_EACH
    if len(corrections) == 1:
        unique = _UNIQUE_WITH_CLUE if len(corrections[0].changes) == 1 else _UNIQUE_CORRECTED
    return _joined([unique, _COMPARE], language)


def _joined(sentences: Sequence[Text], language: Language) -> str:
    return _BETWEEN.of(language).join(sentence.of(language) for sentence in sentences)


def _heading(report: MistakeReport, language: Language) -> str:
    """The line above the numbered corrections."""
    shown = report.choices
    count = sum(1 if each.mirrored is None else 2 for each in report.corrections)
    if all(len(each.mistakes) == 2 for each in report.corrections) and not report.sure:
        together = _TWO_TOGETHER if len(shown) == 1 else _TWO_TOGETHER_EACH
        return together.of(language, unless=_UNLESS_LEFT_OUT[report.shorter])
    if report.sure:
        return _ONE_OF_TWO.of(language)
    if len(shown) == 1:
        return _POSSIBLE.of(language)
    if count > len(shown):
        return _SOME_OF.of(language, shown=len(shown), count=count)
    return _MOST_PLAUSIBLE.of(language)


def numbered_corrections(report: MistakeReport, names: Names, language: Language) -> list[str]:
    """The corrections to choose from, one sentence each, with their numbers.

    They have no numbers if the search was cut short, because the next one may find others.
    """
    lines = []
    shown = report.choices
    item = _UNNUMBERED if report.cut_short else _NUMBERED
    for number, correction in enumerate(shown, 1):
        said = correction_in_words(correction, names, language).rstrip(_FULL_STOPS)
        if number > 1 and shown[number - 2].mirrored is correction:
            said = _MIRRORED.of(language, said=said)
        lines.append(item.of(language, number=number, said=_SENTENCE.of(language, said=said)))
    return lines


def _corrections(report: MistakeReport, names: Names, language: Language) -> list[str]:
    """The corrections with their heading and what is known about them."""
    shown = report.choices
    if report.sure and len(shown) == 1:
        said = correction_in_words(shown[0], names, language, sure=True)
        lines = [_BETWEEN.of(language).join([said, proof(shown, language)])]
    else:
        known = _UNIQUE_EACH if len(shown) > 1 else _UNIQUE_CORRECTED
        lines = [
            _heading(report, language),
            *numbered_corrections(report, names, language),
            _joined([known, _COMPARE], language),
        ]
    if report.marks_support and report.outcome is Outcome.NONE:
        lines.append((_MARKS_FIT if len(shown) == 1 else _MARKS_FIT_FIRST).of(language))
    return lines


def no_room(report: MistakeReport, language: Language) -> list[str]:
    """That lines which were left out cannot be written to the sheet, if there are any."""
    left_out = [each.left_out for each in report.choices if each.left_out is not None]
    return [_NO_ROOM[axis].of(language) for axis in dict.fromkeys(line.axis for line in left_out)]


def _where(report: MistakeReport, names: Names, language: Language) -> list[str]:
    """What is known without a correction: lines among which a clue is wrong."""
    if lines := report.misfits or report.core:
        known = _IN_ONE_LINE if len(lines) == 1 else _MISFITS if report.misfits else _AMONG
        unless = _UNLESS_LEFT_OUT[report.shorter]
        return [known.of(language, lines=lines_in_words(lines, language), unless=unless)]
    return [] if report.cut_short else [_NOTHING_FOUND.of(language)]


def report_in_words(report: MistakeReport, names: Names, language: Language) -> list[str]:
    """What a search for typing mistakes found, in lines of text; empty if there is nothing to say.

    There is nothing to say about a puzzle with several solutions, or one whose outcome is unknown.
    """
    lines = []
    if report.wrong_marks:
        cells = first_cells(report.wrong_marks, names, language)
        said = _CLUE_NOT_MARKS if report.marks_support else _WRONG_MARKS
        lines.append(said.of(language, cells=cells))
    if report.choices:
        lines += _corrections(report, names, language)
    elif report.outcome is Outcome.NONE:
        lines += _where(report, names, language)
    if report.outcome is Outcome.NONE and report.only_line is not None:
        nor = _NOR_LEFT_OUT[report.shorter]
        lines.append(_ONLY_LINE.of(language, line=report.only_line, nor=nor))
    if report.cut_short and (report.choices or report.outcome is Outcome.NONE):
        lines.append((_CUT_SHORT if report.choices else _CUT_SHORT_WITHOUT).of(language))
    return lines
