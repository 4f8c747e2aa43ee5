"""Reads the block lengths in one cell, or reports what is wrong with them."""

from __future__ import annotations

import re
import unicodedata

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.puzzle_sheet import dates
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Uncalculated, Value

LARGEST = 16384
"""The greatest number of columns of a sheet."""

_HYPHEN = re.compile(r"(?<=[0-9])\s*[-‐‑‒–−]\s*(?=[0-9])")
_SEPARATORS = re.compile(r"[\s,、・/]+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_SHOWN = 40


class ClueIsDate(XlnonoError):
    code = "clue-is-date"
    template = Text(
        "the cell shows “{shown}”, because the spreadsheet program turned the clue into a date or "
        "time: type “{typed}” with spaces, or format the cell as text and then retype the clue.",
        "「{shown}」が日付または時刻に変わっています。空白で区切って「{typed}」と入力するか、"
        "セルの表示形式を「文字列」にしてからヒントを入力し直してください。",
    )


class ClueIsFraction(XlnonoError):
    code = "clue-is-fraction"
    template = Text(
        "the cell holds {held}, which is not a whole number: type the number of cells, "
        "or several numbers with spaces between, such as “2 5”.",
        "{held} は整数ではありません。マスの数を整数で入力してください。"
        "数字が複数あるときは「2 5」のように空白で区切ります。",
    )


class ClueIsNegative(XlnonoError):
    code = "clue-is-negative"
    template = Text(
        "the cell holds {held}, but a clue cannot be negative: type {positive} if you meant that.",
        "{held} は負の数です。数字は1以上です。{positive} の間違いならそう入力してください。",
    )


class ClueIsLogical(XlnonoError):
    code = "clue-is-logical"
    template = Text(
        "the cell holds the truth value {held}: type a whole number, or empty the cell.",
        "論理値 {held} が入っています。整数を入力するか、空欄にしてください。",
    )


class ClueIsText(XlnonoError):
    code = "clue-is-text"
    template = Text(
        "the cell holds the text “{held}”: type whole numbers with spaces between, such as "
        "“3 1”, or empty the cell.",
        "文字「{held}」が入っています。「3 1」のように整数を空白で区切って入力するか、"
        "空欄にしてください。",
    )


class ClueIsError(XlnonoError):
    code = "clue-is-error"
    template = Text(
        "the cell shows the error {held}: correct its formula, or type the number itself.",
        "エラー値 {held} になっています。数式を直すか、数字を直接入力してください。",
    )


class ClueNotCalculated(XlnonoError):
    code = "clue-not-calculated"
    template = Text(
        "the value of the formula {held} is not stored in the file: open the file in a "
        "spreadsheet program, save it, and try again.",
        "数式 {held} の値がファイルに保存されていません。"
        "表計算ソフトで一度開いて保存してから、もう一度試してください。",
    )


class ClueTooLarge(XlnonoError):
    code = "clue-too-large"
    template = Text(
        "the cell holds {held}, but no line is that long: type a smaller number.",
        "{held} は大きすぎます。そんなに長い行や列はありません。小さい数を入力してください。",
    )


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _whole(number: float) -> int:
    if number < 0:
        raise ClueIsNegative(held=f"{number:g}", positive=f"{-number:g}")
    # Not `number > LARGEST`, so that NaN is refused too.
    if not number <= LARGEST:
        raise ClueTooLarge(held=f"{number:.15g}")
    if number != int(number):
        raise ClueIsFraction(held=f"{number:.15g}")
    return int(number)


def _numbers(text: str) -> list[int]:
    plain = _HYPHEN.sub(" ", unicodedata.normalize("NFKC", text))
    parts = [part for part in _SEPARATORS.split(plain) if part]
    blocks = []
    for part in parts:
        try:
            if not _NUMBER.fullmatch(part):
                raise ValueError
            number = float(part)
        except ValueError:
            raise ClueIsText(held=_cut(text)) from None
        blocks.append(_whole(number))
    return blocks


def blocks_in(value: Value) -> list[int]:
    """The block lengths in one cell; a blank cell has none.

    Raises one of the errors of this module if the cell holds anything other than whole numbers.
    """
    match value:
        case None:
            return []
        case bool():
            raise ClueIsLogical(held=str(value).upper())
        case int() | float():
            return [_whole(value)]
        case str():
            return _numbers(value)
        case Dated():
            raise ClueIsDate(shown=dates.shown(value), typed=dates.typed(value))
        case ErrorValue():
            raise ClueIsError(held=value.text)
        case Uncalculated():
            raise ClueNotCalculated(held=_cut(value.formula))
