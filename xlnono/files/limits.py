"""Limits on what is read from a file, so that a hostile one cannot use up memory or time.

All limits are far above what a workbook of puzzles needs. `XLNONO_LIMIT_SCALE` multiplies
them.
"""

from __future__ import annotations

import os

from xlnono.errors import XlnonoError
from xlnono.language import Phrase, Text
from xlnono.records import NamedTuple

SCALE = "XLNONO_LIMIT_SCALE"


class Limit(NamedTuple):
    """The most that is read of something, and the text that says how much there is."""

    most: int
    text: Text


FILE_BYTES = Limit(
    100_000_000,
    Text("the file has {amount:,} bytes", "ファイルの大きさが {amount:,} バイトあります"),
)
PARTS = Limit(
    20_000,
    Text("the file has {amount:,} parts", "ファイルに {amount:,} 個のパーツがあります"),
)
UNPACKED_BYTES = Limit(
    2_000_000_000,
    Text(
        "the file unpacks to {amount:,} bytes", "ファイルを展開すると {amount:,} バイトになります"
    ),
)
PART_BYTES = Limit(
    100_000_000,
    Text(
        "the part {part} unpacks to {amount:,} bytes",
        "パーツ {part} を展開すると {amount:,} バイトになります",
    ),
)
# Each takes about 140 bytes of memory, 250 at most. A cell with a number has six.
NODES = Limit(
    2_500_000,
    Text(
        "the part {part} and those read with it hold {amount:,} tags and attributes",
        "パーツ {part} と同時に読み込むパーツに、合わせて {amount:,} 個のタグと属性があります",
    ),
)
STRINGS = Limit(
    1_000_000,
    Text(
        "the part {part} holds {amount:,} texts", "パーツ {part} に {amount:,} 個の文字列があります"
    ),
)
FORMULAS = Limit(
    500_000,
    Text("the sheets hold {amount:,} formulas", "シートに {amount:,} 個の数式があります"),
)
# Spreadsheet programs allow 65,490 cell formats.
LOOKS = Limit(
    200_000,
    Text(
        "the style table lists {amount:,} entries of one kind",
        "スタイルの一覧に同じ種類の項目が {amount:,} 個あります",
    ),
)
ARRAY_ROWS = Limit(
    2_000_000,
    Text(
        "array formulas on one sheet fill {amount:,} rows",
        "1つのシートの配列数式が {amount:,} 行に及びます",
    ),
)
NAMED_CELLS = Limit(
    1_000_000,
    Text("the named range covers {amount:,} cells", "名前の範囲に {amount:,} 個のセルがあります"),
)
PUZZLE_FILE_BYTES = Limit(
    10_000_000,
    Text(
        "the puzzle file has {amount:,} bytes", "問題ファイルの大きさが {amount:,} バイトあります"
    ),
)
PUZZLE_FILE_LINES = Limit(
    500_000,
    Text("the puzzle file has {amount:,} lines", "問題ファイルに {amount:,} 行あります"),
)
PUZZLE_CELLS = Limit(
    1_000_000,
    Text("the puzzle has {amount:,} cells", "問題に {amount:,} 個のマスがあります"),
)


class TooLarge(XlnonoError):
    code = "too-large"
    template = Text(
        "{what}; the limit is {most:,}. Remove what the puzzle does not need or, if you trust the "
        "file, set the environment variable {variable} to {scale} and try again.",
        "{what}。上限は {most:,} です。問題に要らないものを取り除くか、信頼できる"
        "ファイルなら環境変数 {variable} を {scale} にしてから試してください。",
    )


class LimitScaleUnusable(XlnonoError):
    code = "limit-scale-unusable"
    template = Text(
        "the environment variable {variable} is “{value}”: set it to a whole number of 1 or "
        "more, or unset it.",
        "環境変数 {variable} が「{value}」になっています。1 以上の整数にするか、削除してください。",
    )


def fits(limit: Limit, amount: int) -> bool:
    """Whether an amount is within a limit. Raises LimitScaleUnusable."""
    return amount <= limit.most or amount <= limit.most * _scale()


def check(limit: Limit, amount: int, part: str | None = None) -> None:
    """Raise TooLarge if an amount exceeds a limit.

    Raises LimitScaleUnusable if the environment variable is not a whole number of 1 or more.
    """
    if not fits(limit, amount):
        scale = -(-amount // limit.most)
        what = Phrase(limit.text, {"amount": amount, "part": part})
        raise TooLarge(what=what, most=limit.most * _scale(), variable=SCALE, scale=scale)


def _scale() -> int:
    value = os.environ.get(SCALE, "1")
    # Longer numbers make no sense as a scale, and int refuses the longest ones.
    if not (value.isascii() and value.isdecimal() and len(value) <= 9 and int(value)):
        raise LimitScaleUnusable(variable=SCALE, value=value)
    return int(value)
