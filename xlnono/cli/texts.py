"""What the command line says, in English and Japanese."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence

from xlnono.errors import Language, in_language

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
    "hint": (
        "Say the next step from the marks on the board, or which marks are wrong. Nothing is "
        "written.\n\n"
        "What xlnono painted does not count as marked. Exit codes: 0 there was a hint, or the "
        "board is done; 1 marks are wrong, or no step follows from them; 2 the command was not "
        "understood; 3 something could not be read; 130 stopped.",
        "盤面の印から続けられる次の一手、または印の誤りを示します。何も書き込みません。\n\n"
        "xlnono が塗ったマスは印に数えません。終了コード: 0 ヒントを示した、または完成している。"
        "1 印に誤りがある、または次の一手がない。2 コマンドの書き方の誤り。3 読めないものが"
        "あった。130 中断。",
    ),
    "macro": (
        "With buttons for Excel; FILE is then an .xlsm.",
        "Excel 用のボタンを付けます。FILE は .xlsm にします。",
    ),
    "level": (
        "How much to give away: 1 where to look, 2 also the technique, 3 also which cells and "
        "why; 1 unless told.",
        "どこまで示すか。1 見る場所、2 手筋も、3 マスと理由も。省略すると1。",
    ),
    "replay": (
        "Show how the puzzle of a workbook is solved, step by step, in a file of its own: OUT "
        "ends in .html (a page to play and step through), .gif (a film), or .png or .svg (one "
        "picture). The workbook is not touched.",
        "ブックの問題の解き方を1手ずつ、別のファイルに描きます。OUT の末尾で形式が決まります。"
        ".html(再生やコマ送りのできるページ)、.gif(動画)、.png と .svg(1枚の絵)。"
        "ブックには書き込みません。",
    ),
    "speed": (
        "How many steps or cells a second .html and .gif show; 4 unless told.",
        ".html と .gif で1秒に進む手数またはマス数。省略すると4。",
    ),
    "unit": (
        "What --speed counts; steps unless told. In a .gif cells then come one by one.",
        "--speed が数えるもの。steps は手、cells はマス。省略すると steps。"
        "cells の .gif は1マスずつ進みます。",
    ),
    "step": (
        "The step that .png and .svg show, 0 for the start; the last unless told.",
        ".png と .svg に描く手順の番号(0 は開始)。省略すると最後。",
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
    "bad-speed": (
        "{value} is no speed: give a number from 0.01 to 1000.",
        "{value} は速さとして使えません。0.01 から 1000 までの数を書いてください。",
    ),
    "bad-unit": (
        "{value} is no unit: give steps or cells.",
        "{value} という単位はありません。steps か cells を書いてください。",
    ),
    "bad-step": (
        "{value} is no step: give a whole number, 0 for the start.",
        "{value} は手順の番号ではありません。0(開始)以上の整数を書いてください。",
    ),
    "bad-language": (
        "{value} is none of the languages: give en or ja.",
        "{value} という言語はありません。en か ja を書いてください。",
    ),
    "bad-level": (
        "{value} is no level: give 1, 2 or 3.",
        "{value} という段階はありません。1、2、3 のどれかを書いてください。",
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
    "hint-for": ("{file}, sheet “{sheet}”: {hint}", "{file}、シート「{sheet}」: {hint}"),
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
        "{file} “{sheet}”: {done} of {cells} cells",
        "{file}「{sheet}」: {done} / {cells} マス",
    ),
    "drawing": (
        "{file} “{sheet}”: drawing, {done} of {cells} cells",
        "{file}「{sheet}」: 描画中 {done} / {cells} マス",
    ),
    "stopped": (
        "Stopped. What was written before is complete.",
        "中断しました。それまでに保存したものは完全です。",
    ),
}


def text(key: str, language: Language, **facts: object) -> str:
    return in_language(_TEXTS[key], language).format(**facts)


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
