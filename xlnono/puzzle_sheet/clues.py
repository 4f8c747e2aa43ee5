"""Reads the block lengths in one cell, or reports what is wrong with them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import lru_cache

from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.patterns import pattern
from xlnono.puzzle_sheet import dates
from xlnono.records import NamedTuple
from xlnono.spreadsheet.sheet import Dated, ErrorValue, Uncalculated, Value

LARGEST = 16384
"""The greatest number of columns of a sheet."""

_DASHES = "-‐‑‒–−—―ー"
_HYPHEN = pattern(rf"(?<=[0-9])\s*[{_DASHES}]\s*(?=[0-9])")
_NO_NUMBERS = pattern(rf"[{_DASHES}_\s]*")
"""The content of a cell that was crossed out, so that it does not look forgotten."""
_SEPARATORS = pattern(
    r"[\s,;:|+/_、・·•'\"“”()\[\]{}<>「」『』【】〔〕〈〉《》\u200b-\u200d\u2060\ufeff]+"
)
_NUMBER = pattern(r"[+-]?[0-9]+(\.[0-9]+)?")
_WHOLE = pattern(r"[0-9]+\.0+")
_DOTTED = pattern(r"([0-9]{1,3})\.([0-9]{1,3})")
_LABELLED = pattern(r"([0-9]{1,4})[.:)]\s*(.*)", re.DOTALL)
_LABEL = pattern(r"\s*[0-9０-９]{1,4}[.．]\s*")
_SYMBOLS = frozenset("x×✕✖.*#○□■∅")
_SHOWN = 40


class ClueIsDate(XlnonoError):
    code = "clue-is-date"
    template = Text(
        "the cell shows “{shown}”, because the spreadsheet program turned the clue into a date or "
        "time: type “{typed}” with spaces, or format the cell as text and then retype the clue.",
        "「{shown}」が日付または時刻に変わっています。空白で区切って「{typed}」と入力するか、"
        "セルの表示形式を「文字列」にしてからヒントを入力し直してください。",
    )


class ClueIsDateWithYear(ClueIsDate):
    template = Text(
        "the cell shows “{shown}”, because the spreadsheet program turned the clue into a date: "
        "type “{typed}” with spaces, or “{with_year}” if you typed three numbers, or format the "
        "cell as text and then retype the clue.",
        "「{shown}」が日付に変わっています。空白で区切って「{typed}」(数字を3つ入力していた"
        "場合は「{with_year}」)と入力するか、セルの表示形式を「文字列」にしてからヒントを入力し"
        "直してください。",
    )


class ClueIsFraction(XlnonoError):
    code = "clue-is-fraction"
    template = Text(
        "the cell holds {held}, which is not a whole number: type the number of cells, "
        "or several numbers with spaces between, such as “2 5”.",
        "{held} は整数ではありません。マスの数を整数で入力してください。"
        "数字が複数あるときは「2 5」のように空白で区切ります。",
    )


class ClueIsDotted(ClueIsFraction):
    template = Text(
        "the cell holds {held}, which is not a whole number and can be read as “{first}” or as "
        "“{second}”: type whole numbers with spaces between.",
        "{held} は整数ではなく、「{first}」とも「{second}」とも読めます。"
        "整数を空白で区切って入力し直してください。",
    )


class ClueIsAmbiguous(XlnonoError):
    code = "clue-is-ambiguous"
    template = Text(
        "the cell holds “{held}”, which can be read as “{first}” or as “{second}”: type the whole "
        "numbers with spaces between.",
        "「{held}」は「{first}」とも「{second}」とも読めます。"
        "整数を空白で区切って入力し直してください。",
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
        "the value of the formula {held} is not stored in the file: open the file in Excel or "
        "LibreOffice, save it, and try again.",
        "数式 {held} の値がファイルに保存されていません。"
        "Excel か LibreOffice で一度開いて保存してから、もう一度試してください。",
    )
    sheets: Collection[str] = ()
    """The names of the sheets that the formulas refer to."""


class CluesNotCalculated(ClueNotCalculated):
    template = Text(
        "the values of {count} formulas in the clues, such as {held}, are not stored in the file: "
        "open the file in Excel or LibreOffice, save it, and try again.",
        "ヒントの数式 {count} 個({held} など)の値がファイルに保存されていません。"
        "Excel か LibreOffice で一度開いて保存してから、もう一度試してください。",
    )


class ClueTooLarge(XlnonoError):
    code = "clue-too-large"
    template = Text(
        "the cell holds {held}, but no line is that long: type a smaller number.",
        "{held} は大きすぎます。そんなに長い行や列はありません。小さい数を入力してください。",
    )


_SHEET = pattern(r"(?:'((?:[^']|'')+)'|([^\s'!=(,;:&<>+*/^-]+))!")
"""The name of a sheet in a formula."""


def not_calculated(formulas: Sequence[str]) -> ClueNotCalculated:
    """The error for the formulas of a puzzle whose values are not stored in the file."""
    held = _cut(formulas[0])
    error = (
        ClueNotCalculated(held=held)
        if len(formulas) == 1
        else CluesNotCalculated(held=held, count=len(formulas))
    )
    error.sheets = {
        (match[1] or match[2]).replace("''", "'")
        for formula in formulas
        for match in _SHEET.finditer(formula)
    }
    return error


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


def _turned_into_date(dated: Dated) -> ClueIsDate:
    shown = dates.shown(dated)
    typed, *longer = dates.typed(dated)
    if longer:
        return ClueIsDateWithYear(shown=shown, typed=typed, with_year=longer[0])
    return ClueIsDate(shown=shown, typed=typed)


class Reading(NamedTuple):
    """One way to read a clue cell. `label`: a number in front that would be that of the line."""

    blocks: tuple[int, ...]
    label: int | None = None

    @property
    def typed(self) -> str:
        """The blocks as they can be typed without ambiguity."""
        return " ".join(map(str, self.blocks or (0,)))


def _plain(text: str) -> str:
    """A text with ordinary digits and separators. Raises ValueError for raised or lowered ones."""
    parts = []
    for sign in text:
        decomposition = unicodedata.decomposition(sign)
        if decomposition.startswith(("<super>", "<sub>")):
            raise ValueError(text)
        # ③① are two numbers, and ❸ is one although it has no plain form.
        if decomposition.startswith("<circle>") or "❶" <= sign <= "➓":
            parts.append(f" {unicodedata.numeric(sign, 0):g} ")
        else:
            parts.append(unicodedata.normalize("NFKC", sign))
    return _HYPHEN.sub(" ", unicodedata.normalize("NFKC", "".join(parts)))


def _split(text: str) -> tuple[int, ...]:
    """The numbers of a plain text. Raises ValueError for anything else."""
    blocks = []
    for part in filter(None, _SEPARATORS.split(text)):
        if not _NUMBER.fullmatch(part):
            raise ValueError(text)
        blocks.append(_whole(float(part)))
    return tuple(blocks)


def _readings(text: str) -> tuple[Reading, ...]:
    """The ways to read a text."""
    try:
        plain = _plain(text).strip()
        if _NO_NUMBERS.fullmatch(plain):
            return (Reading(()),)
        found = []
        with suppress(ValueError, ClueIsFraction):
            found.append(Reading(_split(plain)))
        if not found and "." in plain:
            with suppress(ValueError):
                found.append(Reading(_split(plain.replace(".", " "))))
            if len(found) == 1 and _DOTTED.fullmatch(plain):
                found.append(Reading((_whole(int(plain.replace(".", ""))),)))
        if (labelled := _LABELLED.fullmatch(plain)) and not _WHOLE.fullmatch(plain):
            with suppress(ValueError, ClueIsFraction):
                found.append(Reading(_split(labelled[2]), label=int(labelled[1])))
        # The error of the text as a whole, if there is no way to read it.
        return tuple(found) or (Reading(_split(plain)),)
    except ValueError:
        raise ClueIsText(held=_cut(text)) from None


def _readings_of_number(number: float) -> tuple[Reading, ...]:
    try:
        return (Reading((_whole(number),)),)
    except ClueIsFraction:
        dotted = _DOTTED.fullmatch(f"{number:.15g}")
        if dotted is None:
            raise
        first, second = int(dotted[1]), int(dotted[2])
        found = [Reading((first, second)), Reading((int(dotted[1] + dotted[2]),))]
        if second < 10:
            # A program has dropped the zero of 1.10.
            found.append(Reading((first, 10 * second)))
        return tuple(found)


@lru_cache(maxsize=1024, typed=True)
def readings_in(value: Value) -> tuple[Reading, ...]:
    """The ways to read one cell, at least one; only dots and labels leave more than one.

    Cached, as clues repeat few numbers and are read several times.
    Raises one of the errors of this module if the cell holds anything other than whole numbers.
    """
    match value:
        case None:
            return (Reading(()),)
        case bool():
            raise ClueIsLogical(held=str(value).upper())
        case int() | float():
            return _readings_of_number(value)
        case str():
            return _readings(value)
        case Dated():
            raise _turned_into_date(value)
        case ErrorValue():
            raise ClueIsError(held=value.text)
        case Uncalculated():
            raise not_calculated([value.formula])


def unclear(value: Value, readings: Sequence[Reading]) -> XlnonoError:
    """The error for a cell of which the other clues do not settle how to read it."""
    first, second = (reading.typed for reading in readings[:2])
    held = f"{value:.15g}" if isinstance(value, float) else str(value).strip()
    kind = ClueIsDotted if _DOTTED.fullmatch(held) else ClueIsAmbiguous
    return kind(held=_cut(held), first=first, second=second)


def is_label(value: Value) -> bool:
    """Whether a cell holds just the number of a line, such as “17.”, and no clue."""
    return isinstance(value, str) and _LABEL.fullmatch(value) is not None


def symbol_in(value: Value) -> str | None:
    """The sign with which a cell may have been padded, such as x; None for any other content."""
    if isinstance(value, str) and (text := value.strip().lower()) in _SYMBOLS:
        return text
    return None
