"""The errors for puzzle files; each names the line and the character where it was found."""

from __future__ import annotations

from typing import TypeVar

from xlnono.errors import XlnonoError
from xlnono.language import Phrase, Text
from xlnono.records import NamedTuple


class Spot(NamedTuple):
    """A place in a text file; both numbers count from 1."""

    line: int
    character: int = 1


_Error = TypeVar("_Error", bound=XlnonoError)


def at(error: _Error, spot: Spot) -> _Error:
    """The error itself, with its place in the file."""
    error.place = error.place._replace(line=spot.line, character=spot.character)
    return error


class MalformedPuzzleFile(XlnonoError):
    code = "malformed-puzzle-file"
    template = Text("{problem}.", "{problem}。")


class UnsupportedPuzzle(XlnonoError):
    code = "unsupported-puzzle"
    template = Text(
        "this is a {kind} puzzle ({sign}), but xlnono only solves puzzles with black and white "
        "cells and complete clues.",
        "{kind}の問題です({sign})。xlnono で解けるのは、ヒントがそろった白黒の問題だけです。",
    )


class GoalMisfit(XlnonoError):
    code = "goal-misfit"
    template = Text(
        "the picture in the file does not fit the clues: correct either of them, or delete the "
        "picture.",
        "ファイルの中の絵がヒントと合いません。どちらかを直すか、絵を取り除いてください。",
    )


COLOURED = Text("coloured", "カラー")
BLOTTED = Text("blotted", "数字の一部が隠された形式")
TRIANGULAR = Text("triangular", "三角形のマス")


def malformed(spot: Spot, en: str, ja: str, **facts: object) -> MalformedPuzzleFile:
    """The error for something that a format does not allow, at its place."""
    return at(MalformedPuzzleFile(problem=Phrase(Text(en, ja), facts)), spot)


def unsupported(spot: Spot, kind: Text, sign: str) -> UnsupportedPuzzle:
    """The error for another kind of puzzle; `sign` is what shows it."""
    return at(UnsupportedPuzzle(kind=kind, sign=shortened(sign)), spot)


_SHOWN = 40


def shortened(found: str) -> str:
    """What was found in a file, not too long for a message."""
    return found if len(found) <= _SHOWN else f"{found[:_SHOWN]}…"
