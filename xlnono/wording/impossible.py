"""The wording of why no arrangement fits a line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlnono.language import Language, Text
from xlnono.model.board import Axis
from xlnono.model.impossible import Fault, Flaw, Impossible, Misfit
from xlnono.model.puzzle import Puzzle
from xlnono.wording.cell_names import Names
from xlnono.wording.parts import OR, block_names, listed

_FLAWS = {
    Flaw.TOO_MANY_BLACK: Text(
        "{line} would have {count} black cells, but its blocks add up to {total}",
        "{line}の黒マスが{count}個になり、数字の合計{total}を超える",
    ),
    Flaw.TOO_FEW_LEFT: Text(
        "{line} would have room for {count} black cells, but needs {total}",
        "{line}の残りが{count}マスになり、黒マス{total}個に足りない",
    ),
    Flaw.RUN_TOO_LONG: Text(
        "{cells} would form a run of {count}, longer than any block of {line}",
        "{cells}に黒が{count}個並び、{line}のどの数字より長くなる",
    ),
    Flaw.NO_GAP: Text(
        "{line} would have no gap large enough for {block}",
        "{line}には{block}の入るすき間がなくなる",
    ),
    Flaw.TOO_MANY_RUNS: Text(
        "{cells} would need a block each, but {line} has only {total}",
        "{cells}がすべて別の数字になるが、{line}の数字は{total}個しかない",
    ),
    Flaw.NO_ROOM: Text(
        "{line} would have no room for all its blocks: packed from {side} around the white cells, "
        "{where}, which leaves no gap for {block}",
        "{line}に数字が全部は入らなくなる。白を避けて{side}から詰めると{where}で、その先に{block}の"
        "入るすき間がない",
    ),
    Flaw.NO_OWNER: Text(
        "{cells} would fit no block of {line}: {reasons}",
        "{line}には{cells}に合う数字がない({reasons})",
    ),
    Flaw.PUSHED_TOO_FAR: Text(
        "in {line}, {block} would start at {earliest} or later because of the cells before it, but "
        "at {latest} or earlier because of those after it",
        "{line}の{block}は、手前のマスから考えると{earliest}以降、先のマスから考えると{latest}"
        "以前から始まることになり、置けなくなる",
    ),
    Flaw.NO_PLACE: Text(
        "in {line}, {block} could only start at {starts} because of the cells before it, but only "
        "at {from_end} because of those after it",
        "{line}の{block}は、手前のマスから考えると{starts}、先のマスから考えると{from_end}"
        "からしか始まらず、置けなくなる",
    ),
}
_FLAWS_OF_ONE = {
    Flaw.TOO_MANY_BLACK: Text(
        "{line} would have a black cell, but its clue has no block",
        "{line}の黒マスが1個になるが、数字がない",
    ),
    Flaw.TOO_FEW_LEFT: Text(
        "{line} would have room for 1 black cell, but needs {total}",
        "{line}の残りが1マスになり、黒マス{total}個に足りない",
    ),
}
"""The same of one cell."""
_SIDES = {
    (Axis.ROW, False): Text("the left", "左"),
    (Axis.ROW, True): Text("the right", "右"),
    (Axis.COLUMN, False): Text("the top", "上"),
    (Axis.COLUMN, True): Text("the bottom", "下"),
}
_ON = Text("{block} lies on {cells}", "{block}は{cells}")
_OUT_OF_REACH = Text("no block reaches that far", "どの数字も届かない")
_NO_OTHER = (
    Text(", and no other block reaches it", "。ほかの数字は届かない"),
    Text(", and no other block reaches them", "。ほかの数字は届かない"),
)
_NEXT = Text("; ", "、")
_LONG = (Fault.TOO_MANY_BEFORE, Fault.TOO_MANY_BEHIND)
"""The faults whose words have commas."""
_TOO_SHORT = Text("{blocks} is too short", "{blocks}は短すぎる")
_ALL_TOO_SHORT = Text("{blocks} are too short", "{blocks}は短すぎる")
_TOO_LONG = Text("{blocks} does not fit in {gap}", "{blocks}は{gap}に入らない")
_ALL_TOO_LONG = Text("{blocks} do not fit in {gap}", "{blocks}は{gap}に入らない")
_WOULD = Text("{block} would {faults}", "{block}だと{faults}")
_FAULTS = {
    Fault.TOUCHES: Text("touch {cells}", "{cells}にくっつく"),
    Fault.NO_ROOM_BEFORE: Text(
        "leave no room for the blocks before it", "手前の数字が入らなくなる"
    ),
    Fault.NO_ROOM_BEHIND: Text("leave no room for the blocks behind it", "先の数字が入らなくなる"),
    Fault.STRANDS: Text("leave no block for {cells}", "{cells}に合う数字がなくなる"),
    Fault.TOO_MANY_BEFORE: Text(
        "leave too few blocks before it for {cells}, which need one each",
        "手前の{cells}(すべて別の数字)に数字が足りなくなる",
    ),
    Fault.TOO_MANY_BEHIND: Text(
        "leave too few blocks behind it for {cells}, which need one each",
        "先の{cells}(すべて別の数字)に数字が足りなくなる",
    ),
}
_ALONE = {
    Fault.TOO_SHORT: (_TOO_SHORT, _ALL_TOO_SHORT),
    Fault.TOO_LONG: (_TOO_LONG, _ALL_TOO_LONG),
}
_OR = Text(" or ", "か、")


def impossible_in_words(
    impossible: Impossible, puzzle: Puzzle, names: Names, language: Language
) -> str:
    """Why no arrangement fits a line, as a clause without a full stop."""
    return impossible_on_line(impossible, puzzle.clue(impossible.line), names, language)


def impossible_on_line(
    impossible: Impossible, clue: Sequence[int], names: Names, language: Language
) -> str:
    """The same, given the clue of the line."""
    line = impossible.line

    def cells(offsets: Iterable[int]) -> str:
        return listed(names.cells(map(line.cell, offsets)).split(", "), language)

    def each(offsets: Iterable[int]) -> str:
        return listed([names.cell(*line.cell(offset)) for offset in offsets], language, OR)

    def block(number: int) -> str:
        return block_names(tuple(clue), language)[number] if clue else ""

    def misfit(some: Misfit) -> str:
        named = [block(number) for number in some.blocks]
        ((fault, _), *more) = some.faults
        if not more and fault in _ALONE:
            text = _ALONE[fault][len(named) > 1]
            return text.of(language, blocks=listed(named, language), gap=cells(impossible.gap))
        faults = [_FAULTS[fault].of(language, cells=cells(about)) for fault, about in some.faults]
        return _WOULD.of(
            language, block=listed(named, language, OR), faults=listed(faults, language, _OR)
        )

    misfits = impossible.misfits
    separate = any(fault in _LONG for some in misfits for fault, _ in some.faults)
    between = _NEXT if separate and len(misfits) > 1 else None
    said = [misfit(some) for some in misfits]
    reasons = between.of(language).join(said) if between else listed(said, language)
    if not said:
        reasons = _OUT_OF_REACH.of(language)
    elif sum(len(some.blocks) for some in misfits) < len(clue):
        reasons += _NO_OTHER[len(impossible.cells) > 1].of(language)
    packed = list(enumerate(impossible.starts))
    if impossible.from_end:
        packed = [(len(clue) - 1 - k, start) for k, start in enumerate(impossible.from_end)]
    where = [
        _ON.of(language, block=block(number), cells=cells(range(start, start + clue[number])))
        for number, start in (packed if impossible.flaw is Flaw.NO_ROOM else ())
    ]
    without_room = len(clue) - 1 - len(packed) if impossible.from_end else len(packed)
    by_clue = impossible.flaw is Flaw.TOO_MANY_RUNS
    text = _FLAWS[impossible.flaw]
    if len(impossible.cells) == 1:
        text = _FLAWS_OF_ONE.get(impossible.flaw, text)
    return text.of(
        language,
        line=line,
        count=len(impossible.cells),
        total=len(clue) if by_clue else sum(clue),
        cells=cells(impossible.cells),
        block=block(without_room if impossible.flaw is Flaw.NO_ROOM else impossible.block),
        reasons=reasons,
        earliest=names.cell(*line.cell(impossible.earliest)),
        latest=names.cell(*line.cell(impossible.latest)),
        side=_SIDES[line.axis, bool(impossible.from_end)].of(language),
        where=listed(where, language),
        starts=each(impossible.starts),
        from_end=each(impossible.from_end),
    )
