"""What a sentence of the log says, read back from its words: one strict form for each clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from xlnono import Axis, Cell, Line, Technique
from xlnono.language import Language
from xlnono.model.steps import Position

Colours = dict[Position, Cell]
Cells = tuple[Position, ...]


class Place(NamedTuple):
    """A block that is said to lie on all the cells of a part, or, if it slides, within them."""

    block: int
    parts: tuple[tuple[Cells, bool], ...]


class About(NamedTuple):
    """A run that a block must cover, and the free cells beside it that are too few.

    `side` is "only" if all other blocks are complete, "edge", "before" or "after".
    """

    blocks: tuple[int, ...]
    cells: Cells
    free: Cells = ()
    side: str = ""


class Other(NamedTuple):
    """A block that is said to end at a cell at the latest, or to start there at the earliest; and
    the cells, one of which it would touch beyond."""

    block: int
    cell: Position
    ends: bool
    touched: Cells = ()


class Touching(NamedTuple):
    """Blocks, each of which is said to touch one of some cells if it covered those in question."""

    blocks: tuple[int, ...]
    cells: Cells


class Crowding(NamedTuple):
    """A block that is said to leave too few blocks before or behind it for some cells, or none."""

    block: int
    cells: Cells


class Owner(NamedTuple):
    """Cells that only one block can cover, or on which it is said to be `complete`; `why` is what
    is said of the others."""

    block: int
    cells: Cells
    complete: bool
    why: str
    kinds: frozenset[str]
    others: tuple[Other, ...]
    touching: tuple[Touching, ...]


class Item(NamedTuple):
    """A block pushed to one side: its cells, those it has to cover, and those it would touch."""

    block: int
    cells: Cells
    covering: Cells
    touched: Cells


class Argued(NamedTuple):
    """Why blocks lie where they do.

    `pushed` are those pushed to the start and to the end, and whether black cells are ignored.
    """

    owners: tuple[Owner, ...] = ()
    only_gaps: tuple[tuple[int, Cells], ...] = ()
    no_gaps: tuple[tuple[int, Position, bool], ...] = ()
    pushed: tuple[tuple[bool, bool, tuple[Item, ...]], ...] = ()
    touching: tuple[tuple[int, Cells, Cells], ...] = ()


class Deed(NamedTuple):
    """A line of a chain and what is said to follow from it."""

    line: Line
    fixed: Colours


class Claim(NamedTuple):
    """All that one clause says. What it does not speak of is empty.

    `cases` are places that some blocks would bring about. Of the assumptions `not_shown` are only
    counted.
    """

    form: Form
    fixed: Colours
    where: tuple[Place, ...] = ()
    blocks: tuple[int, ...] = ()
    about: tuple[About, ...] = ()
    cells: Cells = ()
    gap: Cells = ()
    span: Cells = ()
    numbers: tuple[tuple[str, int], ...] = ()
    sure: tuple[tuple[int, int], ...] = ()
    cases: tuple[tuple[tuple[int, ...], tuple[Place, ...]], ...] = ()
    assumed: tuple[tuple[Position, Cell], ...] = ()
    not_shown: int = 0
    chain: tuple[Deed, ...] = ()
    impossible: tuple[Line, frozenset[str]] | None = None
    opposite: Cell | None = None
    why: str = ""
    kinds: frozenset[str] = frozenset()
    others: tuple[Other, ...] = ()
    touching: tuple[Touching, ...] = ()
    crowding: tuple[Crowding, ...] = ()
    argued: Argued = Argued()

    def number(self, name: str) -> int:
        return dict(self.numbers)[name]


@dataclass(frozen=True)
class Form:
    """A clause in both languages; what stands in braces are its claims."""

    techniques: tuple[Technique, ...]
    english: str
    japanese: str

    def says(self, words: str) -> bool:
        return words in self.english


T = Technique
_COUNTING = (T.OVERLAP, T.FINISHED_LINE)
_ARGUED = (
    T.OVERLAP, T.OUT_OF_REACH, T.BLOCK_ORDER, T.BLACK_ONE_OWNER, T.BLACK_MOVES_BOUNDS,
    T.WHITE_ONE_REACH, T.WHITE_MOVES_BOUNDS, T.WHITE_SEVERAL_REACHES, T.SHORT_BLOCKS,
)  # fmt: skip
_PLACES = (
    T.WALL_REACH, T.OUT_OF_REACH, T.BLOCK_ORDER, T.RUNS_MATCHED, T.BLACK_ONE_OWNER,
    T.BLACK_MOVES_BOUNDS, T.WHITE_ONE_REACH, T.WHITE_MOVES_BOUNDS, T.WHITE_SEVERAL_REACHES,
    T.SHORT_BLOCKS,
)  # fmt: skip


def _gaps(english: str, japanese: str) -> list[Form]:
    one = english.replace("[s]", "").replace("[is]", "is").replace("[it]", "it")
    several = english.replace("[s]", "s").replace("[is]", "are").replace("[it]", "them")
    return [Form((T.GAP_TOO_SMALL,), each, japanese) for each in (one, several)]


FORMS = [
    Form((T.OVERLAP,), "the clue has no block, so every cell is white", "数字がないので、すべて白"),
    *(
        Form((T.OVERLAP,), empty + english, empty_ja + japanese)
        for empty, empty_ja in (
            ("", ""),
            ("the row is empty: ", "まだ空の行。"),
            ("the column is empty: ", "まだ空の列。"),
        )
        for english, japanese in (
            (
                "{block} fits only on {place}, so {fixed}",
                "{block}の入る場所は{place}だけなので、{fixed}",
            ),
            (
                "{block} fills all {room} cells from {span}, so {fixed}",
                "{block}は{span}の{room}マスにちょうど入るので、{fixed}",
            ),
            (
                "{block} fills both cells from {span}, so {fixed}",
                "{block}は{span}の2マスにちょうど入るので、{fixed}",
            ),
            (
                "{row} and the gaps between them fill all {room} cells from {span}, so {fixed}",
                "{row}は、間の白マスも入れて{span}の{room}マスにちょうど入るので、{fixed}",
            ),
            (
                "{block} lies between {span}, which leaves {spare} of {room} cells to spare, so "
                "its middle {middle} are certain: {fixed}",
                "{block}は{span}の中。{room}マスのうち余りは{spare}なので、中央の{middle}マスは必ず"
                "黒。{fixed}",
            ),
            (
                "{block} lies between {span}, which leaves {spare} of {room} cells to spare, so "
                "its middle cell is certain: {fixed}",
                "{block}は{span}の中。{room}マスのうち余りは{spare}なので、中央の1マスは必ず黒。"
                "{fixed}",
            ),
            (
                "{row} lie between {span} and with the gaps between them take {needed} of the "
                "{room} cells, {spare} to spare, so {sure} are certain: {fixed}",
                "{row}は{span}の中。間の白マスも入れて{needed}マス必要で、{room}マスのうち余りは"
                "{spare}なので、{sure}は必ず黒。{fixed}",
            ),
            (
                "{row} lie between {span} and with the gaps between them take {needed} of the "
                "{room} cells, {spare} to spare, so {sure} is certain: {fixed}",
                "{row}は{span}の中。間の白マスも入れて{needed}マス必要で、{room}マスのうち余りは"
                "{spare}なので、{sure}は必ず黒。{fixed}",
            ),
        )
    ),
    *(
        Form(
            _COUNTING,
            f"{many} {known} cell{s} known, so the rest is {rest}",
            f"{known_ja}マス{many_ja}個が{became}ので、残りは{rest_ja}",
        )
        for known, known_ja, rest, rest_ja in (
            ("black", "黒", "white", "白"),
            ("white", "白", "black", "黒"),
        )
        for many, many_ja, s, became in (
            ("the only", "1", " is", "決まった"),
            ("both", "2", "s are", "そろった"),
            ("all {total}", "{total}", "s are", "そろった"),
        )
        # If one cell of a line is white, counting from both ends finds the black ones.
        if (many, known) != ("the only", "white")
    ),
    Form(
        (T.RUN_CLOSED,),
        "{cells} is as long as the longest block of the clue, so {fixed}",
        "{cells}は一番長い数字と同じ長さなので、{fixed}",
    ),
    Form(
        (T.RUN_CLOSED,),
        "{cells} is all of {block}, the only block that can cover it{why}, so {fixed}",
        "{cells}に届くのは{block}だけ{why}で、長さも同じなので、{fixed}",
    ),
    Form(
        (T.RUN_CLOSED,),
        "no block longer than {length} can cover {cells}{why}, so {fixed}",
        "{cells}に入る数字は大きくても{length}{why}なので、{fixed}",
    ),
    Form(
        (T.JOINED_RUNS, T.SHORT_BLOCKS),
        "with {gap} black, {cells} would be a run of {length}, longer than any block that can "
        "cover it{why}, so {fixed}",
        "{gap}を塗ると{cells}の{length}マスがつながり、入る数字がない{why}ので、{fixed}",
    ),
    Form(
        (T.JOINED_RUNS, T.SHORT_BLOCKS),
        "with {gap} black, {cells} would be a run of {length}, longer than any block of the clue, "
        "so {fixed}",
        "{gap}を塗ると{cells}の{length}マスがつながり、どの数字よりも長いので、{fixed}",
    ),
    *_gaps(
        "the gap[s] {gap} [is] too small for any block, so {fixed}",
        "すき間{gap}はどの数字よりも狭いので、{fixed}",
    ),
    *_gaps(
        "the gap[s] {gap} [is] too small for {block}, the only block that reaches [it]"
        "{why}, so {fixed}",
        "すき間{gap}に届くのは{block}だけ{why}で、狭くて入らないので、{fixed}",
    ),
    *_gaps(
        "the gap[s] {gap} [is] too small for {blocks}, and no other block reaches [it]"
        "{why}, so {fixed}",
        "すき間{gap}に届くのは{blocks}だけ{why}で、どれも入らないので、{fixed}",
    ),
    Form(
        (T.WALL_REACH,),
        "{no_room}, so {where}, which makes {made}",
        "{no_room}。{where}なので、{made}",
    ),
    *(
        Form(
            (T.RUNS_MATCHED,),
            f"{english}, so {{where}}, which makes {{made}}",
            f"{japanese}。{{where}}なので、{{made}}",
        )
        for english, japanese in (
            (
                "white cells part the {number} runs {runs}, which must be the {count} blocks in "
                "turn",
                "{runs}の{number}個は白マスで分かれているので、順に{count}個の数字",
            ),
            (
                "the {number} runs {runs} are too far apart to be joined and must be the {count} "
                "blocks in turn",
                "{runs}の{number}個は離れすぎていてつながらないので、順に{count}個の数字",
            ),
            (
                "the {number} runs {runs} are parted by white cells or too far apart to be joined "
                "and must be the {count} blocks in turn",
                "{runs}の{number}個は、白マスで分かれているか離れすぎていてつながらないので、順に"
                "{count}個の数字",
            ),
        )
    ),
    Form(_ARGUED, "{argued}, so {where}, which makes {made}", "{argued}。{where}なので、{made}"),
    Form(_ARGUED, "{argued}, which makes {made}", "{argued}。そのため、{made}"),
    Form(_ARGUED, "{where}, which makes {made}", "{where}なので、{made}"),
    *(
        Form(
            (T.OUT_OF_REACH,),
            f"{{argued}}, so {{where}}, which makes {{made}}: no block reaches {them}",
            "{argued}。{where}なので、どの数字も届かない{made}",
        )
        for them in ("it", "them")
    ),
    Form(_PLACES, "these places also make {made}", "同じ範囲から、{made}"),
    Form(
        (T.BLACK_SEVERAL_OWNERS,),
        "without a contradiction, {cells} can only belong to {block}, so {where}, which makes "
        "{made}",
        "ほかの数字では矛盾するので、{cells}は{block}のもの。{where}なので、{made}",
    ),
    Form(
        (T.BLACK_SEVERAL_OWNERS,),
        "{cells} can only belong to {block}{why}, so {where}, which makes {made}",
        "{cells}は{block}のもの{why}。{where}なので、{made}",
    ),
    Form(
        (T.BLACK_SEVERAL_OWNERS,),
        "without a contradiction, {cells} can only belong to {any}: {cases}; in any case {fixed}",
        "ほかの数字では矛盾するので、{cells}は{any}のもの。{cases}。どの場合も{fixed}",
    ),
    Form(
        (T.BLACK_SEVERAL_OWNERS,),
        "{cells} belongs to {any}{why}: {cases}; in any case {fixed}",
        "{cells}は{any}のもの{why}。{cases}。どの場合も{fixed}",
    ),
    Form(
        (T.COMPLETE_LINE,),
        "with {place} {opposite}, {impossible}, so {fixed}",
        "{place}が{opposite}だと、{impossible}。だから{fixed}",
    ),
    Form(
        (T.CONTRADICTION,),
        "Suppose {assumed}: {chain}then {impossible}. So {fixed}",
        "{assumed}と仮定すると、{chain}{impossible}。よって{fixed}",
    ),
    Form(
        (T.NESTED_CONTRADICTION,),
        "Suppose {assumed}: one contradiction inside, then {impossible}. So {fixed}",
        "{assumed}と仮定すると、その中で1回矛盾し、さらに{impossible}。よって{fixed}",
    ),
    Form(
        (T.NESTED_CONTRADICTION,),
        "Suppose {assumed}: {number} contradictions inside, then {impossible}. So {fixed}",
        "{assumed}と仮定すると、その中で{number}回矛盾し、さらに{impossible}。よって{fixed}",
    ),
    Form(
        (T.SEARCH,),
        "With the opposite colour, all {number} cases end in a contradiction, with up to {depth} "
        "assumptions. The shortest: suppose {assumed}: {chain}then {impossible}. So {fixed}",
        "反対の色で場合分けすると、{number}通り(仮定は最大{depth}段)がすべて矛盾する。"
        "最短の例: {assumed}と仮定すると、{chain}{impossible}。よって{fixed}",
    ),
    Form(
        (T.SEARCH,),
        "{fixed}: otherwise the clues would contradict each other, as a search proved in {number} "
        "statements. “xlnono solve FILE” writes the proof beside the workbook, and "
        "“xlnono verify FILE” checks it",
        "{fixed}。そうでなければヒントどうしが矛盾することを、探索が{number}個の命題で証明した。"
        "証明は「xlnono solve FILE」でブックの隣に書き出され、"
        "「xlnono verify FILE」で確かめられる",
    ),
]

_CELL = r"R\d+C\d+"
_RANGE = rf"{_CELL}(?::{_CELL})?"


def _listed(item: str, last: str = " and ") -> str:
    return rf"{item}(?:(?:, {item})*{last}{item})?"


_CELLS = _listed(_RANGE)
_BLOCK = r"the (?:\d+(?:st|nd|rd|th) )?\d+"
_PART = rf"(?:on {_RANGE}|between {_CELL} and {_CELL})"
_PLACE = rf"{_BLOCK} lies {_listed(_PART, ' or ')}"
_WHERE = _listed(_PLACE)
_FIXED = _listed(rf"{_CELLS} (?:is|are) (?:black|white)")
_LINE = r"(?:row|column) \d+"
_ASSUMED = rf"{_CELL} is (?:black|white)"
_DEED = rf"from {_LINE}, {_FIXED}"
_ANY = _listed(_BLOCK, " or ")
_ANY_CELL = _listed(_CELL, " or ")
_OTHER = (
    rf"{_BLOCK} (?:ends at {_CELL} at the latest(?: because it would touch {_ANY_CELL} after that)?"
    rf"|starts at {_CELL} at the earliest(?: because it would touch {_ANY_CELL} before that)?)"
)
_WOULD_TOUCH = rf"{_ANY} would touch {_ANY_CELL}"
_KIND = r"(?:complete|too short|too long)"
_CROWDING = (
    rf"{_BLOCK} would leave (?:no block for {_CELL}"
    rf"|too few blocks (?:before|behind) it for {_CELLS}, which need one each)"
)
_REASON = rf"(?:{_OTHER}|{_WOULD_TOUCH}|{_listed(_BLOCK)} (?:is|are) too long|{_CROWDING})"
_WHY = (
    rf"(?: \((?:{_REASON}(?:(?:, | and |; ){_REASON})*|the clue has no other"
    rf"|the longer blocks are complete|the other block(?: is|s are) {_listed(_KIND, ' or ')})\))?"
)
_SOME_CELLS = rf"(?:the \d+ cells {_CELLS}|the single cell {_CELL})"
_NO_ROOM = (
    rf"(?:{_RANGE} is at the edge|no free cell comes (?:before|after) {_RANGE}"
    rf"|{_SOME_CELLS} (?:before|after) {_RANGE} (?:are too few|is too small) for {_BLOCK}, "
    rf"which must cover it|(?:only )?{_BLOCK} is (?:the only block|not complete) and must cover "
    rf"{_CELLS})"
)
_OWNED = rf"(?:only {_BLOCK} can cover {_CELLS}|{_BLOCK} is complete on {_RANGE}){_WHY}"
_ITEM = (
    rf"{_BLOCK} (?:lies )?on {_RANGE}(?: to cover {_RANGE})?"
    rf"(?: \(further on it would touch {_CELLS}\))?"
)
_PUSHED = (
    r"(?:ignoring black cells, )?"
    r"as far (?:left|right|up|down|left and as far right|up and as far down) as possible, "
    rf"{_listed(_ITEM)}"
)
_ONLY_GAP = rf"{_RANGE} is the only open gap with room for {_BLOCK}"
_NO_GAP = rf"no open gap (?:before|after) {_CELL} has room for {_BLOCK}"
_TOUCHING = rf"{_BLOCK} on {_RANGE} would touch {_CELLS}"
_ARGUMENT = rf"(?:{_OWNED}|{_PUSHED}|{_ONLY_GAP}|{_NO_GAP}|{_TOUCHING})"
_ARGUMENTS = rf"{_ARGUMENT}(?:(?:, {_ARGUMENT})*, and {_ARGUMENT})?"

_JA_CELLS = rf"{_RANGE}(?:、{_RANGE})*"
_JA_BLOCK = r"(?:\d+番目の)?「\d+」"
_JA_PART = rf"(?:{_CELL}:{_CELL}の中|{_RANGE})"
_JA_PLACE = rf"{_JA_BLOCK}は{_JA_PART}(?:(?:、{_JA_PART})*か{_JA_PART})?"
_JA_WHERE = rf"{_JA_PLACE}(?:、{_JA_PLACE})*"
_JA_FIXED = rf"{_JA_CELLS}は[黒白](?:、{_JA_CELLS}は[黒白])?"
_JA_LINE = r"\d+[行列]目"
_JA_DEED = rf"{_JA_LINE}から{_JA_FIXED}"
_JA_ANY = rf"{_JA_BLOCK}(?:(?:、{_JA_BLOCK})*か{_JA_BLOCK})?"
_JA_ANY_CELL = rf"{_CELL}(?:(?:、{_CELL})*か{_CELL})?"
_JA_OTHER = (
    rf"{_JA_BLOCK}は(?:、その(?:先|手前)だと{_JA_ANY_CELL}に触れるので)?"
    rf"(?:遅くとも{_CELL}まで|早くても{_CELL}から)"
)
_JA_WOULD_TOUCH = rf"{_JA_ANY}だと{_JA_ANY_CELL}に触れる"
_JA_CROWDING = (
    rf"{_JA_BLOCK}だと(?:{_CELL}の数字がなくなる"
    rf"|、1つずつ数字が要る(?:手前|先)の{_JA_CELLS}に数字が足りない)"
)
_JA_TOO_LONG = rf"{_JA_BLOCK}(?:、{_JA_BLOCK})*は長すぎる"
_JA_REASON = rf"(?:{_JA_OTHER}|{_JA_WOULD_TOUCH}|{_JA_TOO_LONG}|{_JA_CROWDING})"
_JA_KIND = "(?:完成済み|短すぎる|長すぎる)"
_JA_WHY = (
    rf"(?:\((?:{_JA_REASON}(?:、{_JA_REASON})*|数字は1つだけ|それより長い数字は完成済み"
    rf"|(?:もう1つ|ほか)は{_JA_KIND}(?:(?:、{_JA_KIND})*か、{_JA_KIND})?)\))?"
)
_JA_NO_ROOM = (
    rf"(?:{_RANGE}は端にある|{_RANGE}の(?:手前|先)に空きはない"
    rf"|{_RANGE}の(?:手前|先)の{_JA_CELLS}\(\d+マス\)に{_JA_BLOCK}は入らず、{_JA_BLOCK}は{_RANGE}を通る"
    rf"|数字は{_JA_BLOCK}だけなので、{_JA_CELLS}を通る"
    rf"|{_JA_BLOCK}のほかは完成しているので、{_JA_BLOCK}が{_JA_CELLS}を通る)"
)
_JA_OWNED = rf"(?:{_JA_CELLS}に届くのは{_JA_BLOCK}だけ|{_JA_BLOCK}は{_RANGE}で完成){_JA_WHY}"
_JA_ITEM = rf"{_JA_BLOCK}は{_RANGE}(?:\({_RANGE}を通る\))?(?:\(その先では{_JA_CELLS}に触れる\))?"
_JA_PUSHED = (
    r"(?:(?:黒マスを考えずに)?できるだけ[左右上下]に寄せると"
    r"|左に寄せても右に寄せても|上に寄せても下に寄せても)、"
    rf"{_JA_ITEM}(?:、{_JA_ITEM})*"
)
_JA_ONLY_GAP = rf"{_JA_BLOCK}が入る空きは{_RANGE}だけ"
_JA_NO_GAP = rf"{_CELL}より[前後]に{_JA_BLOCK}の入る空きはない"
_JA_TOUCHING = rf"{_JA_BLOCK}は{_RANGE}だと{_JA_CELLS}に触れる"
_JA_ARGUMENT = rf"(?:{_JA_OWNED}|{_JA_PUSHED}|{_JA_ONLY_GAP}|{_JA_NO_GAP}|{_JA_TOUCHING})"

_NUMBERS = ("count", "room", "needed", "spare", "middle", "length", "total", "number", "depth")

_HOLES: dict[Language, dict[str, str]] = {
    "en": {
        **dict.fromkeys(_NUMBERS, r"\d+"),
        "no_room": _listed(_NO_ROOM, ", and "),
        "argued": _ARGUMENTS,
        "why": _WHY,
        "where": _WHERE,
        "block": _BLOCK,
        "blocks": _listed(_BLOCK),
        "any": _ANY,
        "row": rf"all \d+ blocks|the \d+ blocks from {_BLOCK} to {_BLOCK}|{_listed(_BLOCK)}",
        "fixed": _FIXED,
        "made": _listed(rf"{_CELLS} (?:black|white)"),
        "cells": _CELLS,
        "runs": _CELLS,
        "gap": _CELLS,
        "place": _CELL,
        "opposite": "black|white",
        "span": rf"{_CELL} (?:to|and) {_CELL}",
        "sure": _listed(rf"\d+ of {_BLOCK}"),
        "cases": rf"if to {_ANY}, {_WHERE}(?:, and if to {_ANY}, {_WHERE})*",
        "assumed": rf"{_listed(_ASSUMED)}|{_ASSUMED}(?:, {_ASSUMED})* and \d+ more",
        "chain": rf"(?:{_DEED}; )*",
        "impossible": ".+?",
    },
    "ja": {
        **dict.fromkeys(_NUMBERS, r"\d+"),
        "no_room": rf"{_JA_NO_ROOM}(?:。{_JA_NO_ROOM})*",
        "argued": rf"{_JA_ARGUMENT}(?:。{_JA_ARGUMENT})*",
        "why": _JA_WHY,
        "where": _JA_WHERE,
        "block": _JA_BLOCK,
        "blocks": rf"{_JA_BLOCK}(?:、{_JA_BLOCK})*",
        "any": _JA_ANY,
        "row": (
            rf"数字\d+個全部|{_JA_BLOCK}から{_JA_BLOCK}までの\d+個|{_JA_BLOCK}(?:、{_JA_BLOCK})*"
        ),
        "fixed": _JA_FIXED,
        "made": _JA_FIXED,
        "cells": _JA_CELLS,
        "runs": _JA_CELLS,
        "gap": _JA_CELLS,
        "place": _CELL,
        "opposite": "黒|白",
        "span": rf"{_CELL}:{_CELL}",
        "sure": rf"{_JA_BLOCK}の\d+マス(?:、{_JA_BLOCK}の\d+マス)*",
        "cases": rf"{_JA_ANY}なら{_JA_WHERE}(?:、{_JA_ANY}なら{_JA_WHERE})*",
        "assumed": rf"{_CELL}を[黒白](?:、{_CELL}を[黒白])*(?:\(ほか\d+マス\))?",
        "chain": rf"(?:{_JA_DEED}(?:、{_JA_DEED})*となり、)?",
        "impossible": ".+?",
    },
}

_BETWEEN_CLAUSES: dict[Language, str] = {"en": "; (?:then )?", "ja": "。(?:次に、)?"}
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


def _range(name: str) -> Cells:
    first, _, last = name.partition(":")
    (top, left), (bottom, right) = _cell(first), _cell(last or first)
    assert top == bottom or left == right, name
    assert not last or (top, left) < (bottom, right), name
    return tuple(
        (row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)
    )


def _cells(text: str) -> Cells:
    return tuple(cell for name in re.findall(_RANGE, text) for cell in _range(name))


def _fixed(text: str) -> Colours:
    found: Colours = {}
    for names, verb, english, ja_names, japanese in re.findall(
        rf"({_CELLS}) (?:(is|are) )?(black|white)|({_JA_CELLS})は([黒白])", text
    ):
        cells = _cells(names or ja_names)
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


def _blocks(text: str, clue: Sequence[int]) -> tuple[int, ...]:
    return tuple(_block(name, clue) for name in re.findall(rf"{_BLOCK}|{_JA_BLOCK}", text))


def _row(text: str, clue: Sequence[int]) -> tuple[int, ...]:
    """Blocks that follow one another in the clue."""
    if re.fullmatch(r"all \d+ blocks|数字\d+個全部", text):
        blocks = tuple(range(len(clue)))
    else:
        named = re.sub(r"^the \d+ blocks from |までの\d+個", "", text)
        blocks = _blocks(named, clue)
        if named == text:
            assert blocks == tuple(range(blocks[0], blocks[-1] + 1))
            return blocks
        blocks = tuple(range(blocks[0], blocks[-1] + 1))
    assert str(len(blocks)) in text
    return blocks


def _where(text: str, clue: Sequence[int]) -> tuple[Place, ...]:
    found = []
    for place in re.findall(rf"{_PLACE}|{_JA_PLACE}", text):
        (name,) = re.findall(rf"^(?:{_BLOCK}|{_JA_BLOCK})", place)
        parts = []
        for part in re.findall(rf"{_PART}|{_JA_PART}", place.removeprefix(name)):
            ends = re.findall(_CELL, part)
            parts.append((_range(":".join(ends)), "between" in part or part.endswith("の中")))
        found.append(Place(_block(name, clue), tuple(parts)))
    return tuple(found)


_KINDS = {
    "the clue": "alone", "数字は1つ": "alone", "longer": "longer", "それより長い": "longer",
    "other block": "others", "もう1つ": "others", "ほかは": "others",
}  # fmt: skip
_SIDES = {
    "only": "only", "数字は": "only", "ほかは": "only", "edge": "edge", "端に": "edge",
    "before": "before", "手前": "before", "after": "after", "先": "after",
}  # fmt: skip


def _kind(text: str, kinds: dict[str, str] = _KINDS) -> str:
    """What a text says, the same in both languages."""
    return next((kind for words, kind in kinds.items() if words in text), "")


def _unfit(text: str) -> frozenset[str]:
    """What is said to be wrong with the other blocks."""
    words = {"complete": "完成済み", "short": "短すぎる", "long": "長すぎる"}
    return frozenset(
        kind
        for kind, japanese in words.items()
        if re.search(rf"{kind}\b", text) or japanese in text
    )


def _abouts(text: str, clue: Sequence[int]) -> tuple[About, ...]:
    found = []
    for item in re.findall(rf"{_NO_ROOM}|{_JA_NO_ROOM}", text):
        free = re.findall(_SOME_CELLS, item) or re.findall(
            rf"の(?:手前|先)の({_JA_CELLS})\(\d+マス\)", item
        )
        run = item.replace(free[0], "") if free else item
        blocks = tuple(dict.fromkeys(_blocks(run, clue)))
        cells = _cells(free[0]) if free else ()
        (counted,) = re.findall(r"the (\d+) cells|\((\d+)マス\)|the (single) cell", item) or [()]
        number = "".join(counted)
        assert not counted or len(cells) == (1 if number == "single" else int(number))
        named = dict.fromkeys(cell for name in re.findall(_RANGE, run) for cell in _range(name))
        found.append(About(blocks, tuple(named), cells, _kind(item, _SIDES)))
    return tuple(found)


_TOUCHED = rf"touch ({_ANY_CELL})|だと({_JA_ANY_CELL})に"


def _others(text: str, clue: Sequence[int]) -> tuple[Other, ...]:
    found = []
    for item in re.findall(rf"{_OTHER}|{_JA_OTHER}", text):
        (block,) = _blocks(item, clue)
        touched = "".join(map("".join, re.findall(_TOUCHED, item)))
        (cell,) = re.findall(_CELL, item.replace(touched, "") if touched else item)
        ends = "latest" in item or "遅くとも" in item
        found.append(Other(block, _cell(cell), ends, _cells(touched)))
    return tuple(found)


def _touching(text: str, clue: Sequence[int]) -> tuple[Touching, ...]:
    """Which blocks are said to touch which cells, without those of which a bound is said."""
    rest = re.sub(rf"{_OTHER}|{_JA_OTHER}", "", text)
    return tuple(
        Touching(_blocks(item, clue), _cells(item))
        for item in re.findall(rf"{_WOULD_TOUCH}|{_JA_WOULD_TOUCH}", rest)
    )


def _crowding(text: str, clue: Sequence[int]) -> tuple[Crowding, ...]:
    return tuple(
        Crowding(*_blocks(item, clue), _cells(item))
        for item in re.findall(rf"{_CROWDING}|{_JA_CROWDING}", text)
    )


def _item(text: str, clue: Sequence[int]) -> Item:
    (block,) = _blocks(text, clue)
    touched = re.findall(rf"touch ({_CELLS})|その先では({_JA_CELLS})に", text)
    covering = re.findall(rf"to cover ({_RANGE})|\(({_RANGE})を通る", text)
    place = re.findall(rf"on ({_RANGE})|は({_RANGE})", text)[0]
    return Item(
        block,
        _range("".join(place)),
        _cells("".join(covering[0])) if covering else (),
        _cells("".join(touched[0])) if touched else (),
    )


def _argued(text: str, clue: Sequence[int]) -> Argued:
    owners, only_gaps, no_gaps, pushed, touching = [], [], [], [], []
    for part in re.findall(rf"{_ARGUMENT}|{_JA_ARGUMENT}", text):
        if re.search("as far|できるだけ|[左上]に寄せても", part):
            ignoring = bool(re.match("ignoring|黒マス", part)) or any(one[1] for one in pushed)
            items = tuple(_item(item, clue) for item in re.findall(rf"{_ITEM}|{_JA_ITEM}", part))
            both = re.match("as far (?:left|up) and|[左上]に寄せても", part)
            at_end = re.search("as far (?:right|down) as|できるだけ[右下]", part) and not both
            pushed += [(False, ignoring, items)] * (bool(both) or not at_end)
            pushed += [(True, ignoring, items)] * bool(both or at_end)
            continue
        why = "".join(re.findall(r" ?\(.*", part))
        named = part.removesuffix(why)
        (block,), ranges = _blocks(named, clue), re.findall(_RANGE, named)
        if re.search("only open gap|入る空きは.*だけ", part):
            only_gaps.append((block, _cells(named)))
        elif re.search("no open gap|入る空きはない", part):
            no_gaps.append((block, _cell(ranges[0]), bool(re.search("after|より後", part))))
        elif re.search("would touch|だと", named):
            cells = tuple(cell for name in ranges[1:] for cell in _range(name))
            touching.append((block, _range(ranges[0]), cells))
        else:
            complete = bool(re.search("complete on|で完成", named))
            owners.append(
                Owner(
                    block,
                    _cells(named),
                    complete,
                    _kind(why),
                    _unfit(why),
                    _others(why, clue),
                    _touching(why, clue),
                )
            )
    return Argued(tuple(owners), tuple(only_gaps), tuple(no_gaps), tuple(pushed), tuple(touching))


def _cases(text: str, clue: Sequence[int]) -> tuple[tuple[tuple[int, ...], tuple[Place, ...]], ...]:
    return tuple(
        (_blocks(owners or ja_owners, clue), _where(where or ja_where, clue))
        for owners, where, ja_owners, ja_where in re.findall(
            rf"if to ({_ANY}), ({_WHERE})|({_JA_ANY})なら({_JA_WHERE})", text
        )
    )


def _line(text: str) -> Line:
    (axis,) = re.findall("row|column|行|列", text)
    (number,) = re.findall(r"\d+", text)
    return Line(_AXES[axis], int(number) - 1)


def impossible(text: str) -> tuple[Line, frozenset[str]]:
    """The line that a sentence says no arrangement fits, and the cells that it names."""
    (line,) = re.findall(rf"{_LINE}|{_JA_LINE}", text)
    return _line(line), frozenset(re.findall(_RANGE, text))


def _chain(text: str) -> tuple[Deed, ...]:
    return tuple(
        Deed(_line(line), _fixed(fixed))
        for line, fixed in re.findall(
            rf"(?:from )?({_LINE}|{_JA_LINE})(?:, |から)({_FIXED}|{_JA_FIXED})", text
        )
    )


def _assumed(text: str) -> tuple[tuple[Position, Cell], ...]:
    return tuple(
        (_cell(name), _COLOURS[colour])
        for name, colour in re.findall(rf"({_CELL})(?: is |を)(black|white|黒|白)", text)
    )


def _claim(form: Form, said: dict[str, str], clue: Sequence[int]) -> Claim:
    blocks = _row(said["row"], clue) if "row" in said else ()
    for hole in ("block", "blocks", "any"):
        blocks += _blocks(said.get(hole, ""), clue)
    span = re.findall(_CELL, said.get("span", "") or said.get("place", ""))
    sure = re.findall(rf"(\d+) of ({_BLOCK})|({_JA_BLOCK})の(\d+)マス", said.get("sure", ""))
    return Claim(
        form,
        _fixed(said.get("fixed", "") or said.get("made", "")),
        _where(said.get("where", ""), clue),
        blocks,
        _abouts(said.get("no_room", ""), clue),
        _cells(said.get("cells", "") or said.get("runs", "")),
        _cells(said.get("gap", "")),
        _range(":".join(dict.fromkeys(span))) if span else (),
        tuple((name, int(said[name])) for name in _NUMBERS if name in said),
        tuple(
            (_block(name or ja_name, clue), int(count or ja_count))
            for count, name, ja_name, ja_count in sure
        ),
        _cases(said.get("cases", ""), clue),
        _assumed(said.get("assumed", "")),
        sum(map(int, re.findall(r"(?:\(ほか| and )(\d+)", said.get("assumed", "")))),
        _chain(said.get("chain", "")),
        impossible(said["impossible"]) if "impossible" in said else None,
        _COLOURS.get(said.get("opposite", "")),
        _kind(said.get("why", "")),
        _unfit(said.get("why", "")),
        _others(said.get("why", ""), clue),
        _touching(said.get("why", ""), clue),
        _crowding(said.get("why", ""), clue),
        _argued(said.get("argued", ""), clue),
    )


def _clauses(
    text: str, technique: Technique, clue: Sequence[int], language: Language
) -> Iterator[tuple[tuple[Claim, ...], str]]:
    """What clauses at the start of a text say about a step, and the text behind them."""
    for form in FORMS:
        if technique not in form.techniques:
            continue
        match = _pattern(form, language).match(text)
        if match is None:
            continue
        claim = _claim(form, match.groupdict(""), clue)
        rest = text[match.end() :]
        between = re.match(_BETWEEN_CLAUSES[language], rest)
        if not rest or between:
            behind = rest[between.end() :] if between else rest
            yield (claim,), behind
            if between:
                for claims, last in _clauses(behind, technique, clue, language):
                    yield (claim, *claims), last


def _visits(
    text: str, techniques: Sequence[Technique], clue: Sequence[int], language: Language
) -> Iterator[tuple[tuple[Claim, ...], ...]]:
    if not techniques:
        if not text:
            yield ()
        return
    for claims, rest in _clauses(text, techniques[0], clue, language):
        for following in _visits(rest, techniques[1:], clue, language):
            yield (claims, *following)


def read(
    sentence: str, techniques: Sequence[Technique], clue: Sequence[int], language: Language
) -> list[tuple[tuple[Claim, ...], ...]]:
    """What the sentence of a visit says: the claims of each of its steps, by their techniques.

    There is more than one answer if it can be read in several ways.
    """
    end = {"en": ".", "ja": "。"}[language]
    assert sentence.endswith(end)
    text = sentence.removesuffix(end)
    assert text[0] == text[0].upper()
    if techniques[0].rung < T.CONTRADICTION.rung and not re.match(_CELL, text):
        text = text[0].lower() + text[1:]
    return list(_visits(text, techniques, clue, language))
