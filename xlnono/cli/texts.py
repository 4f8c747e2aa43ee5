"""What the command line says, in English and Japanese."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence

from xlnono.errors import Language

LANGUAGES: tuple[Language, ...] = ("en", "ja")

_TEXTS: dict[str, tuple[str, str]] = {
    "xlnono": (
        "Nonogram puzzles solved and explained inside spreadsheets.\n\n"
        "Exit codes: 0 all done, every puzzle has exactly one solution; 1 all done, but a "
        "puzzle has several solutions or none, or was not decided in time; 2 the command was "
        "not understood; 3 something could not be read, solved or written; 130 stopped.",
        "表計算シートの中で、お絵かきロジックを解いて説明します。\n\n"
        "終了コード: 0 すべて完了し、どの問題も解が1つ。1 完了したが、解が複数・なし・時間内に"
        "決まらない問題がある。2 コマンドの書き方の誤り。3 読めない・解けない・書けないものが"
        "あった。130 中断。",
    ),
    "new": (
        "Make a blank template, such as “xlnono new 20x30 my.xlsx” for 20 rows and 30 columns.",
        "空のひな形を作ります。例:「xlnono new 20x30 my.xlsx」(20行30列)。",
    ),
    "solve": (
        "Solve the puzzles in workbooks: paint the picture and write a log of every step.\n\n"
        "SOURCES are files, folders (with all below them) and wildcards.",
        "ブックの問題を解き、絵を塗り、全手順の記録シートを書きます。\n\n"
        "SOURCES にはファイル、フォルダー(下の階層も含む)、ワイルドカードを指定できます。",
    ),
    "check": (
        "Say of each puzzle whether it is well-formed, has one solution, and how hard it is. "
        "Nothing is written.",
        "問題が正しいか、解が1つか、難易度はどれくらいかを調べます。何も書き込みません。",
    ),
    "show": (
        "Show the solved pictures in the terminal. Nothing is written.",
        "解いた絵を端末に表示します。何も書き込みません。",
    ),
    "out": (
        "Folder to write the solved workbooks to; without it they are written onto themselves.",
        "解いたブックの出力フォルダー。省略すると元のファイルに書き込みます。",
    ),
    "sheet": ("Only the sheet of this name.", "この名前のシートだけを対象にします。"),
    "seconds": (
        "Time limit for each puzzle, in seconds; 60 unless told.",
        "1問あたりの制限時間(秒)。省略すると60秒。",
    ),
    "lang": ("Language of messages and of what is written.", "表示と書き込みの言語。"),
    "help": ("Show this message and exit.", "この説明を表示します。"),
    "version": ("Show the version and exit.", "バージョンを表示します。"),
    "size": (
        "{value} is no size: give rows and columns, such as 20x30.",
        "{value} は大きさではありません。20x30 のように行数と列数を書いてください。",
    ),
    "usage-heading": ("Usage: ", "使い方: "),
    "options-heading": ("Options", "オプション"),
    "commands-heading": ("Commands", "コマンド"),
    "bad-seconds": (
        "{value} is no number of seconds: give one above 0, such as 30.",
        "{value} は秒数ではありません。30 のように 0 より大きい数を書いてください。",
    ),
    "bad-language": (
        "{value} is none of the languages: give en or ja.",
        "{value} という言語はありません。en か ja を書いてください。",
    ),
    "missing": (
        "{name} is missing: see “{command} --help”.",
        "{name} がありません。「{command} --help」を見てください。",
    ),
    "misused": (
        "{name} is not used like that: see “{command} --help”.",
        "{name} の使い方が違います。「{command} --help」を見てください。",
    ),
    "too-much": (
        "there are more words than the command takes: see “{command} --help”.",
        "余分な語があります。「{command} --help」を見てください。",
    ),
    "no-option": (
        "there is no option {name}: see “{command} --help”.",
        "オプション {name} はありません。「{command} --help」を見てください。",
    ),
    "no-command": (
        "there is no command {name}: see “xlnono --help”.",
        "コマンド {name} はありません。「xlnono --help」を見てください。",
    ),
    "unheard": (
        "the output cannot be written; the work was stopped. What was written before is complete.",
        "出力を書き込めないので中断しました。それまでに保存したものは完全です。",
    ),
    "error": ("error", "エラー"),
    "written": ("written: {path}", "保存: {path}"),
    "made": (
        "{path}: a template of {height} rows and {width} columns",
        "{path}: {height}行{width}列のひな形",
    ),
    "puzzle": (
        "{file}, sheet “{sheet}”: {height}×{width}, {outcome}{rating}, {seconds:.2f} s ({engine})",
        "{file}、シート「{sheet}」: {height}×{width}、{outcome}{rating}、{seconds:.2f} 秒"
        "({engine})",
    ),
    "rating": (", {grade} ({score:.0f}), {steps} steps", "、{grade}({score:.0f})、{steps}手"),
    "cut-short": (", explained only in part", "、説明は途中まで"),
    "clash": (
        "  {line} (clue {cell}) cannot be satisfied.",
        "  {line}(ヒント {cell})を満たす置き方がありません。",
    ),
    "differ": (
        "  Two solutions differ in {count} cells: {cells}",
        "  2つの解で異なるマスは {count} 個: {cells}",
    ),
    "kernel": ("kernel", "コンパイル済みエンジン"),
    "python": ("Python engine", "Python エンジン"),
    "progress": (
        "{file} “{sheet}”: {known} of {cells} cells",
        "{file}「{sheet}」: {known} / {cells} マス",
    ),
    "stopped": (
        "Stopped. What was written before is complete.",
        "中断しました。それまでに保存したものは完全です。",
    ),
}


def text(key: str, language: Language, **facts: object) -> str:
    english, japanese = _TEXTS[key]
    return (english if language == "en" else japanese).format(**facts)


def language_of(arguments: Sequence[str]) -> Language:
    """The language asked for with --lang, else the one of the user's environment.

    It is needed before the arguments are parsed, for the help and the errors of parsing.
    """
    for place, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=")
        if argument == "--lang":
            value = arguments[place + 1] if place + 1 < len(arguments) else ""
        if argument.startswith("--lang") and value in ("en", "ja"):
            return "ja" if value == "ja" else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if setting := os.environ.get(name):
            return "ja" if setting.lower().startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith("ja") else "en"
