"""What a sentence of the log says, read back from its words: one strict form for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from xlnono import Axis, Cell, Line, Technique
from xlnono.language import Language
from xlnono.model.steps import Position

Colours = dict[Position, Cell]


class Place(NamedTuple):
    """A block that is said to lie on all these cells, or, if it slides, within them."""

    block: int
    cells: tuple[Position, ...]
    slides: bool


class Deed(NamedTuple):
    """A line of a chain and what is said to follow from it; no line where some are left out."""

    line: Line | None
    fixed: Colours
    left_out: int = 0


class Claim(NamedTuple):
    """All that one sentence says. What it does not speak of is empty.

    Of the assumptions `not_shown` are only counted.
    """

    form: Form
    fixed: Colours
    where: tuple[Place, ...] = ()
    blocks: tuple[int, ...] = ()
    number: int = 0
    depth: int = 0
    assumed: tuple[tuple[Position, Cell], ...] = ()
    not_shown: int = 0
    chain: tuple[Deed, ...] = ()
    contradiction: Line | None = None


@dataclass(frozen=True)
class Form:
    """A sentence in both languages; what stands in braces are its claims."""

    technique: Technique
    english: str
    japanese: str


FORMS = [
    Form(
        Technique.OVERLAP,
        "The clue has no block, so no cell is black.",
        "数字がないので、すべて白。",
    ),
    Form(
        Technique.OVERLAP,
        "Counting from both ends, {where}, so {fixed} in any case.",
        "両端から数えると{where}なので、どう置いても{fixed}。",
    ),
    Form(
        Technique.OVERLAP,
        "Counting from both ends, {where}, so {fixed}.",
        "両端から数えると{where}なので、{fixed}。",
    ),
    Form(
        Technique.FINISHED_LINE,
        "All {number} black cells are known, so the rest is white.",
        "黒マス{number}個がそろったので、残りは白。",
    ),
    Form(
        Technique.FINISHED_LINE,
        "The only black cell is known, so the rest is white.",
        "黒マス1個がそろったので、残りは白。",
    ),
    Form(
        Technique.FINISHED_LINE,
        "All white cells are known, so the rest is black.",
        "白マスがすべてそろったので、残りは黒。",
    ),
    Form(
        Technique.WALL_REACH,
        "Black cells this close to the wall belong to the outermost remaining block: {where}, so "
        "{fixed}.",
        "端に近い黒マスは、残っている数字のうち一番端のもの。{where}なので、{fixed}。",
    ),
    Form(
        Technique.RUN_CLOSED,
        "The run is as long as {blocks}, the only block that can own it, so {fixed}.",
        "黒マスの並びに入る数字は{blocks}だけで、同じ長さなので完成。{fixed}。",
    ),
    Form(
        Technique.RUN_CLOSED,
        "The run is as long as any block that can own it ({blocks}), so {fixed}.",
        "黒マスの並びに入りうる数字({blocks})は、どれも同じ長さなので完成。{fixed}。",
    ),
    Form(
        Technique.RUN_CLOSED,
        "The runs are as long as any block that can own them ({blocks}), so {fixed}.",
        "黒マスの並びに入りうる数字({blocks})は、どれも同じ長さなので完成。{fixed}。",
    ),
    Form(
        Technique.JOINED_RUNS,
        "Filling the gap between two runs would make a run that no block there can cover "
        "({blocks}), so {fixed}.",
        "すき間を塗ると黒マスがつながり、候補の数字({blocks})のどれでも覆えなくなるので、{fixed}。",
    ),
    Form(
        Technique.JOINED_RUNS,
        "Filling any gap between these runs would make a run that no block there can cover "
        "({blocks}), so {fixed}.",
        "すき間を塗ると黒マスがつながり、候補の数字({blocks})のどれでも覆えなくなるので、{fixed}。",
    ),
    Form(
        Technique.GAP_TOO_SMALL,
        "The gap is too small for {blocks}, the only block that reaches it, so {fixed}.",
        "ここに届く数字は{blocks}だけで、すき間に入らないので、{fixed}。",
    ),
    Form(
        Technique.GAP_TOO_SMALL,
        "The gaps are too small for {blocks}, the only block that reaches them, so {fixed}.",
        "ここに届く数字は{blocks}だけで、すき間に入らないので、{fixed}。",
    ),
    Form(
        Technique.GAP_TOO_SMALL,
        "The gap is too small for any block that reaches it ({blocks}), so {fixed}.",
        "ここに届く数字({blocks})は、どれもすき間に入らないので、{fixed}。",
    ),
    Form(
        Technique.GAP_TOO_SMALL,
        "The gaps are too small for any block that reaches them ({blocks}), so {fixed}.",
        "ここに届く数字({blocks})は、どれもすき間に入らないので、{fixed}。",
    ),
    Form(
        Technique.OUT_OF_REACH,
        "No block reaches that far: {where}, so {fixed}.",
        "どの数字も届かない。{where}なので、{fixed}。",
    ),
    Form(
        Technique.BLOCK_ORDER,
        "A finished block limits the blocks before and after it: {where}, so {fixed}.",
        "完成した数字を基準に順番を考えると、{where}なので、{fixed}。",
    ),
    Form(
        Technique.RUNS_MATCHED,
        "There are as many separate runs as blocks, so they match in order: {where}, so {fixed}.",
        "離れた黒マスの並びと数字が同じ個数なので、順に対応する。{where}なので、{fixed}。",
    ),
    Form(
        Technique.BLACK_ONE_OWNER,
        "A black cell that only one block can cover holds that block in place: {where}, so "
        "{fixed}.",
        "1つの数字しか届かない黒マスが、その数字の位置を限る。{where}なので、{fixed}。",
    ),
    Form(
        Technique.BLACK_MOVES_BOUNDS,
        "Black cells hold their blocks in place, and the neighbouring blocks must make room: "
        "{where}, so {fixed}.",
        "黒マスが数字の位置を限り、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Form(
        Technique.WHITE_ONE_REACH,
        "A white cell rules out positions of the only block that can reach it: {where}, so "
        "{fixed}.",
        "1つの数字しか届かない白マスがあり、その数字はそこを避ける。{where}なので、{fixed}。",
    ),
    Form(
        Technique.WHITE_MOVES_BOUNDS,
        "A white cell pushes the only block that can reach it, and the neighbouring blocks must "
        "make room: {where}, so {fixed}.",
        "白マスを避けて数字の範囲が狭まり、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Form(
        Technique.WHITE_SEVERAL_REACHES,
        "White cells rule out positions of every block that can reach them: {where}, so {fixed}.",
        "白マスに届く数字は、どれもそこを避けて置く。{where}なので、{fixed}。",
    ),
    Form(
        Technique.SHORT_BLOCKS,
        "A block cannot end directly beside a black cell, which rules out some positions: "
        "{where}, so {fixed}.",
        "数字は黒マスのすぐ隣では終われず、置けない位置がある。{where}なので、{fixed}。",
    ),
    Form(
        Technique.BLACK_SEVERAL_OWNERS,
        "Only {blocks} can own the black cell without a contradiction, so {fixed}.",
        "ほかの数字では矛盾するので、黒マスは{blocks}のもの。よって{fixed}。",
    ),
    Form(
        Technique.BLACK_SEVERAL_OWNERS,
        "Whichever block owns a black cell ({blocks}), the result is the same: {fixed}.",
        "黒マスがどの数字({blocks})のものでも結果は同じで、{fixed}。",
    ),
    Form(
        Technique.COMPLETE_LINE,
        "In every arrangement of the line that fits the known cells, {fixed}.",
        "わかっているマスに合う置き方のすべてで、{fixed}。",
    ),
    Form(
        Technique.CONTRADICTION,
        "Suppose {assumed}: {chain}then no arrangement fits {contradiction}. So {fixed}.",
        "{assumed}と仮定すると、{chain}{contradiction}の置き方がなくなる。よって{fixed}。",
    ),
    Form(
        Technique.RECURSION,
        "With the opposite colour, all {number} cases end in a contradiction, with up to {depth} "
        "assumptions. The shortest: suppose {assumed}: {chain}then no arrangement fits "
        "{contradiction}. So {fixed}.",
        "反対の色で場合分けすると、{number}通り(仮定は最大{depth}段)がすべて矛盾する。"
        "最短の例: {assumed}と仮定すると、{chain}{contradiction}の置き方がなくなる。"
        "よって{fixed}。",
    ),
]

_CELL = r"R\d+C\d+"
_RANGE = rf"{_CELL}(?::{_CELL})?"
_CELLS = rf"{_RANGE}(?:, {_RANGE})*"


def _listed(item: str) -> str:
    return rf"{item}(?:(?:, {item})* and {item})?"


_BLOCK = r"the (?:\d+(?:st|nd|rd|th) )?\d+"
_PLACE = rf"{_BLOCK} lies (?:on {_RANGE}|between {_CELL} and {_CELL})"
_FIXED = _listed(rf"{_CELLS} (?:is|are) (?:black|white)")
_LINE = r"(?:row|column) \d+"
_ASSUMED = rf"{_CELL} is (?:black|white)"
_DEED = rf"(?:from {_LINE}, {_FIXED}|… \(\d+ more\))"

_JA_BLOCK = r"(?:\d+番目の)?「\d+」"
_JA_PLACE = rf"{_JA_BLOCK}は(?:{_CELL}〜{_CELL}の中|{_RANGE})"
_JA_FIXED = rf"{_CELLS}は[黒白](?:、{_CELLS}は[黒白])?"
_JA_LINE = r"\d+[行列]目"
_JA_DEED = rf"(?:{_JA_LINE}から{_JA_FIXED}|…\(ほか\d+本\)…)"

_HOLES: dict[Language, dict[str, str]] = {
    "en": {
        "where": _listed(_PLACE),
        "blocks": _listed(_BLOCK),
        "fixed": _FIXED,
        "number": r"\d+",
        "depth": r"\d+",
        "assumed": rf"{_listed(_ASSUMED)}|{_ASSUMED}(?:, {_ASSUMED})* and \d+ more",
        "chain": rf"(?:{_DEED}; )*",
        "contradiction": _LINE,
    },
    "ja": {
        "where": rf"{_JA_PLACE}(?:、{_JA_PLACE})*",
        "blocks": rf"{_JA_BLOCK}(?:、{_JA_BLOCK})*",
        "fixed": _JA_FIXED,
        "number": r"\d+",
        "depth": r"\d+",
        "assumed": rf"{_CELL}を[黒白](?:、{_CELL}を[黒白])*(?:\(ほか\d+マス\))?",
        "chain": rf"(?:{_JA_DEED}(?:、{_JA_DEED})*となり、)?",
        "contradiction": _JA_LINE,
    },
}

_COLOURS = {"black": Cell.BLACK, "white": Cell.WHITE, "黒": Cell.BLACK, "白": Cell.WHITE}
_AXES = {"row": Axis.ROW, "column": Axis.COLUMN, "行": Axis.ROW, "列": Axis.COLUMN}
_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}


@cache
def _pattern(form: Form, language: Language) -> re.Pattern[str]:
    text = re.escape(form.english if language == "en" else form.japanese)
    for hole, pattern in _HOLES[language].items():
        text = text.replace(rf"\{{{hole}\}}", f"(?P<{hole}>{pattern})")
    return re.compile(text)


def _cell(name: str) -> Position:
    row, column = re.findall(r"\d+", name)
    return int(row) - 1, int(column) - 1


def _range(name: str) -> tuple[Position, ...]:
    first, _, last = name.partition(":")
    (top, left), (bottom, right) = _cell(first), _cell(last or first)
    assert top == bottom or left == right, name
    assert not last or (top, left) < (bottom, right), name
    return tuple(
        (row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
    )


def _fixed(text: str) -> Colours:
    found: Colours = {}
    for names, verb, english, japanese in re.findall(
        rf"({_CELLS})(?: (is|are) (black|white)|は([黒白]))", text
    ):
        cells = [cell for name in names.split(", ") for cell in _range(name)]
        assert not verb or verb == ("is" if len(cells) == 1 else "are"), text
        assert not found.keys() & set(cells), text
        found |= dict.fromkeys(cells, _COLOURS[english or japanese])
    return found


def _block(text: str, clue: Sequence[int]) -> int:
    """Which block of the clue is meant; it is numbered just if others are equal to it."""
    *numbered, length = re.findall(r"\d+", text)
    equal = [block for block, other in enumerate(clue) if other == int(length)]
    assert bool(numbered) == (len(equal) > 1), text
    if not numbered:
        return equal[0]
    (place,) = numbered
    if text.startswith("the "):
        ending = "th" if place[-2:-1] == "1" else _ENDINGS.get(place[-1], "th")
        assert text.startswith(f"the {place}{ending} "), text
    return equal[int(place) - 1]


def _where(text: str, clue: Sequence[int]) -> tuple[Place, ...]:
    found = []
    for place in re.findall(rf"{_PLACE}|{_JA_PLACE}", text):
        (name,) = re.findall(rf"^(?:{_BLOCK}|{_JA_BLOCK})", place)
        ends = re.findall(_CELL, place)
        slides = "between" in place or "〜" in place
        found.append(Place(_block(name, clue), _range(":".join(dict.fromkeys(ends))), slides))
    return tuple(found)


def _line(text: str) -> Line:
    (axis,) = re.findall("row|column|行|列", text)
    (number,) = re.findall(r"\d+", text)
    return Line(_AXES[axis], int(number) - 1)


def _chain(text: str) -> tuple[Deed, ...]:
    found = []
    for line, fixed, left_out in re.findall(
        rf"(?:from )?({_LINE}|{_JA_LINE})(?:, |から)({_FIXED}|{_JA_FIXED})"
        r"|…\s?\((?:ほか)?(\d+)(?: more|本)\)",
        text,
    ):
        found.append(
            Deed(None, {}, int(left_out)) if left_out else Deed(_line(line), _fixed(fixed))
        )
    return tuple(found)


def _assumed(text: str) -> tuple[tuple[Position, Cell], ...]:
    return tuple(
        (_cell(name), _COLOURS[colour])
        for name, colour in re.findall(rf"({_CELL})(?: is |を)(black|white|黒|白)", text)
    )


def read(
    sentence: str, technique: Technique, clue: Sequence[int], language: Language
) -> list[Claim]:
    """What the sentence says, once for each form that it has."""
    claims = []
    for form in FORMS:
        match = _pattern(form, language).fullmatch(sentence)
        if form.technique is not technique or match is None:
            continue
        said = match.groupdict("")
        claims.append(
            Claim(
                form,
                _fixed(said.get("fixed", "")),
                _where(said.get("where", ""), clue),
                tuple(
                    _block(name, clue)
                    for name in re.findall(rf"{_BLOCK}|{_JA_BLOCK}", said.get("blocks", ""))
                ),
                int(said.get("number", 0)),
                int(said.get("depth", 0)),
                _assumed(said.get("assumed", "")),
                sum(map(int, re.findall(r"(?:\(ほか| and )(\d+)", said.get("assumed", "")))),
                _chain(said.get("chain", "")),
                _line(said["contradiction"]) if "contradiction" in said else None,
            )
        )
    return claims
