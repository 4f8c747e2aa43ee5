"""The wording of why no arrangement fits a line."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.language import Language, Text
from xlnono.model.impossible import Flaw, Impossible
from xlnono.model.puzzle import Puzzle
from xlnono.wording.cell_names import Names
from xlnono.wording.clauses import block_name, fixed_cells, listed

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
        "{line} would have no room for all its blocks, because {known}",
        "{known}なので、{line}に数字が全部は入らなくなる",
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
    Flaw.NO_ARRANGEMENT: Text(
        "no arrangement would fit {line}, because {known}",
        "{known}なので、{line}に入る置き方がなくなる",
    ),
}
_AT_ANY_RATE = Text("no arrangement would fit {line}", "{line}に入る置き方がなくなる")
_OUT_OF_REACH = Text("no block reaches that far", "どの数字も届かない")
_TOO_SHORT = Text("{blocks} is too short", "{blocks}は短すぎる")
_ALL_TOO_SHORT = Text("{blocks} are too short", "{blocks}は短すぎる")
_TOO_LONG = Text("{blocks} does not fit in {gap}", "{blocks}は{gap}に入らない")
_ALL_TOO_LONG = Text("{blocks} do not fit in {gap}", "{blocks}は{gap}に入らない")


def impossible_in_words(
    impossible: Impossible, puzzle: Puzzle, names: Names, language: Language
) -> str:
    """Why no arrangement fits a line, as a clause without a full stop."""
    line, clue = impossible.line, puzzle.clue(impossible.line)

    def cells(offsets: Iterable[int]) -> str:
        return listed(names.cells(map(line.cell, offsets)).split(", "), language)

    def blocks(numbers: Iterable[int]) -> str:
        return listed([block_name(clue, number, language) for number in numbers], language)

    if impossible.flaw is Flaw.NO_ARRANGEMENT and not impossible.evidence:
        return _AT_ANY_RATE.of(language, line=line)
    reasons = []
    if short := impossible.too_short:
        text = _TOO_SHORT if len(short) == 1 else _ALL_TOO_SHORT
        reasons.append(text.of(language, blocks=blocks(short)))
    if long := impossible.too_long:
        text = _TOO_LONG if len(long) == 1 else _ALL_TOO_LONG
        reasons.append(text.of(language, blocks=blocks(long), gap=cells(impossible.gap)))
    by_clue = impossible.flaw is Flaw.TOO_MANY_RUNS
    return _FLAWS[impossible.flaw].of(
        language,
        line=line,
        count=len(impossible.cells),
        total=len(clue) if by_clue else clue.total,
        cells=cells(impossible.cells),
        block=block_name(clue, impossible.block, language) if clue else "",
        reasons=listed(reasons, language) or _OUT_OF_REACH.of(language),
        earliest=names.cell(*line.cell(impossible.earliest)),
        latest=names.cell(*line.cell(impossible.latest)),
        known=fixed_cells(impossible.evidence, names, language),
    )
