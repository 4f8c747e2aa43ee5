"""The parts of a template with buttons beside its puzzle: captions, settings and instructions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

from xlnono.buttons.catalogue import PRESSES, Button
from xlnono.buttons.settings import SETTINGS_NAME
from xlnono.language import LANGUAGES, Language, Text
from xlnono.spreadsheet.area import Area, reference

STATUS: Text = Text(
    "Type the clues into the shaded cells, then press Solve. Answers appear here.",
    "色のついたセルにヒントを入力して「解く」を押してください。結果はここに出ます。",
)
_SETTINGS_TITLE, _HOW_TO_TITLE = (
    Text("Settings", "設定"),
    Text("How to", "使い方"),
)
HOW_TO_CODE_NAME, XLWINGS_SHEET = "XlnonoHowTo", "xlwings.conf"
"""The code name of the sheet with the instructions, and the title of that with the path."""
_SETTINGS_HEADING = Text("Settings of the buttons", "ボタンの設定")
_SETTINGS = (
    (
        Text("Time limit", "制限時間"),
        Text("seconds for each press", "1回あたりの秒数"),
    ),
    (
        Text("Language", "言語"),
        Text("en (English) or ja (Japanese)", "en(英語)または ja(日本語)"),
    ),
    (
        Text("Log", "解答手順"),
        Text(
            "yes or no: whether Solve writes the log and the replay",
            "yes または no: 「解く」で解答手順と再生のシートを作るか",
        ),
    ),
    (
        Text("Painting speed", "塗る速さ"),
        Text(
            "steps a second for Solve to show; 0 paints at once",
            "「解く」で1秒に見せる手数(0 は一度に塗る)",
        ),
    ),
)
TEXTS_NAME = "xlnono_texts"
"""The name of the cells with what the macros say where Python does not answer."""
_WITHOUT_PYTHON = (
    Text("Solved line by line, without Python.", "Python なしで、1行・1列ずつ調べて解けました。"),
    Text(
        "Python did not answer. Line by line, {1} cells stay open.",
        "Python の応答がありません。1行・1列ずつ調べましたが、{1} マスが残っています。",
    ),
    Text(
        "With Python, Solve settles every puzzle, explains each step and finds typing mistakes: "
        "see How to.",
        "Python があれば、どの問題も解き、1手ずつ解説し、入力ミスも探します(「使い方」を参照)。",
    ),
    Text(
        "The row clues add up to {1} and the column clues to {2}. Nothing was painted.",
        "黒マスの数が合いません(行の合計 {1}、列の合計 {2})。何も塗っていません。",
    ),
    Text(
        "Contradiction: no arrangement fits row {1}. Check its clue, the clues that cross it and "
        "the marks. Nothing was painted.",
        "矛盾: {1}行目に入る並べ方がありません。その行と交わる列のヒント、印を確かめてください。"
        "何も塗っていません。",
    ),
    Text(
        "Contradiction: no arrangement fits column {1}. Check its clue, the clues that cross it "
        "and the marks. Nothing was painted.",
        "矛盾: {1}列目に入る並べ方がありません。その列と交わる行のヒント、印を確かめてください。"
        "何も塗っていません。",
    ),
    Text(
        "No clues have been typed yet. Type them into the shaded cells, then press Solve.",
        "ヒントがまだありません。色のついたセルに入力してから「解く」を押してください。",
    ),
    Text(
        "Cell {1} is not a clue: type whole numbers such as 3 1. Nothing was painted.",
        "セル {1} はヒントではありません。「3 1」のように数字を入力してください。"
        "何も塗っていません。",
    ),
    Text("Stopped. Nothing was painted.", "中断しました。何も塗っていません。"),
    Text(
        "Python did not answer, and the sheet or the structure of the workbook is protected: "
        "remove the protection. Nothing was painted.",
        "Python の応答がありません。シートかブックが保護されているので、保護を解除してください。"
        "何も塗っていません。",
    ),
    Text(
        "The board from before the last press is back.", "最後にボタンを押す前の盤面に戻しました。"
    ),
    Text(
        "Python did not answer. Without it, only puzzles on sheets that xlnono has made can be "
        "solved, and there is none here. Nothing was painted.",
        "Python の応答がありません。Python がないときに解けるのは、xlnono で作ったシートの問題だけ"
        "です。何も塗っていません。",
    ),
    Text(
        "There is nothing to take back on this sheet.", "このシートには、元に戻すものがありません。"
    ),
)
"""In the order in which `templates/vba/XlnonoLines.bas` counts them."""
_TEXTS_COLUMN = 5
_BEGINNING: tuple[tuple[Text, Text], ...] = (
    (
        Text("The first five minutes", "最初の5分"),
        Text(
            "1. The buttons need Python 3.11 or newer on this computer, and xlnono in it:\n"
            '    pip install "xlnono[excel]"\n'
            "2. On a Mac, run this once in a terminal as well:  xlwings runpython install\n"
            "3. Type the clues into the shaded cells of the puzzle's sheet. Press Solve.",
            "1. このパソコンに Python 3.11 以降と xlnono が必要です:\n"
            '    pip install "xlnono[excel]"\n'
            "2. Mac では、ターミナルで一度だけ実行してください:  xlwings runpython install\n"
            "3. 問題シートの色のついたセルにヒントを入力し、「解く」を押します。",
        ),
    ),
)
_BUTTONS_HEADING = Text("What the buttons do", "ボタンの働き")
_EFFECT = Text("{caption}: {effect}", "{caption}: {effect}")
_STOPPING = Text(
    "While Solve paints step by step (see Settings), any button or Esc stops it.",
    "1手ずつ塗っている間は(「設定」の塗る速さ)、どのボタンか Esc で止められます。",
)
_WHEN_IN_TROUBLE: tuple[tuple[Text, Text], ...] = (
    (
        Text("If Excel says that macros are blocked", "マクロがブロックされたとき"),
        Text(
            "The file came from the internet or by mail. Close it, right-click it in the\n"
            "Explorer, choose Properties, tick Unblock, and open it again. Or keep puzzles in\n"
            "a folder of File > Options > Trust Center > Trusted Locations.\n"
            "If a yellow bar appears, press Enable Content.",
            "インターネットやメールで受け取ったファイルです。閉じてから、エクスプローラーで\n"
            "右クリックし、プロパティの「許可する」にチェックを入れて開き直してください。または、\n"
            "ファイル > オプション > トラスト センター > 信頼できる場所 に追加したフォルダーに\n"
            "置いてください。黄色いバーが出たら「コンテンツの有効化」を押します。",
        ),
    ),
    (
        Text("If Python is not found", "Python が見つからないとき"),
        Text(
            "On the sheet xlwings.conf, write INTERPRETER_WIN (on a Mac INTERPRETER_MAC) in\n"
            "the first empty cell of column A, and the full path of your Python next to it.\n"
            "If that row is already there, correct its path. This command shows the path:\n"
            '    python -c "import sys; print(sys.executable)"\n'
            "The command “xlnono new --macro 20x20 my.xlsm” makes a workbook in which the path\n"
            "is already right.",
            "シート xlwings.conf のA列の最初の空きセルに INTERPRETER_WIN(Mac では\n"
            "INTERPRETER_MAC)と書き、その右に Python のフルパスを書いてください。すでに\n"
            "その行があれば、パスを直してください。パスは次のコマンドで分かります:\n"
            '    python -c "import sys; print(sys.executable)"\n'
            "「xlnono new --macro 20x20 my.xlsm」で作ったブックでは、設定済みです。",
        ),
    ),
    (
        Text("Only use workbooks you trust", "信頼できるブックだけを使う"),
        Text(
            "Once you enable macros, a workbook can run any program on your computer. The\n"
            "buttons start the Python named on the sheet xlwings.conf. Do not enable macros in\n"
            "a workbook from someone you do not trust.",
            "マクロを有効にしたブックは、パソコンでどんなプログラムでも実行できます。ボタンが\n"
            "起動するのは、シート xlwings.conf にある Python です。信頼できない人から届いた\n"
            "ブックのマクロは、有効にしないでください。",
        ),
    ),
    (
        Text("What else to know", "そのほか"),
        Text(
            "Excel forgets its own Undo whenever a macro runs: use Restore.\n"
            "No sheet may have a name that ends in .py, and the file no name with =.\n"
            "You can copy the puzzle's sheet: each copy is a puzzle of its own.",
            "マクロが動くと Excel の「元に戻す」は使えません。\n"
            "代わりに「元に戻す」ボタンを使ってください。\n"
            "名前が .py で終わるシートや、= を含むファイル名は使えません。\n"
            "問題シートはコピーできます。コピーはそれぞれ別の問題になります。",
        ),
    ),
)


def _effect(button: Button, language: Language) -> list[str]:
    """The lines about a button."""
    first, *others = button.effect.of(language).split("\n")
    return [_EFFECT.of(language, caption=button.caption, effect=first), *others]


def _how_to(language: Language) -> Iterator[tuple[str, list[str]]]:
    """The paragraphs of the how-to sheet: headings, and lines of text."""
    effects = chain.from_iterable(_effect(button, language) for button in PRESSES.values())
    for heading, text in _BEGINNING:
        yield heading.of(language), text.of(language).split("\n")
    yield _BUTTONS_HEADING.of(language), [*effects, _STOPPING.of(language)]
    for heading, text in _WHEN_IN_TROUBLE:
        yield heading.of(language), text.of(language).split("\n")


def add_sheets(book: Any, language: Language, *, this_machine: bool) -> None:
    """Add the sheets with the settings, the instructions, and the path of Python.

    `book` is a workbook of XlsxWriter. With `this_machine` it gets the path of the running
    Python.
    """
    bold, indented = book.add_format({"bold": True}), book.add_format({"indent": 1})
    framed = book.add_format({"border": 1, "align": "left", "indent": 1})
    settings_title = _SETTINGS_TITLE.of(language)
    settings = book.add_worksheet(settings_title)
    # Default names could collide with those of sheets that a program adds later.
    settings.set_vba_name("XlnonoSettings")
    settings.write_string(0, 0, _SETTINGS_HEADING.of(language), bold)
    for row, ((label, meaning), value) in enumerate(
        zip(_SETTINGS, (60, language, "yes", 0), strict=True), start=1
    ):
        settings.write(row, 0, label.of(language))
        settings.write(row, 1, value, framed)
        settings.write(row, 2, meaning.of(language), indented)
    for row, choices in ((2, list(LANGUAGES)), (3, ["yes", "no"])):
        settings.data_validation(row, 1, row, 1, {"validate": "list", "source": choices})
    speeds = {"validate": "decimal", "criteria": ">=", "value": 0}
    settings.data_validation(4, 1, 4, 1, speeds)
    settings.set_column(0, 0, 16)
    cells = reference(settings_title, Area(2, 2, len(_SETTINGS)))
    book.define_name(f"'{settings_title}'!{SETTINGS_NAME}", f"={cells}")

    for column, spoken in enumerate(LANGUAGES, start=_TEXTS_COLUMN - 1):
        texts = [spoken, *(text.of(spoken) for text in _WITHOUT_PYTHON)]
        settings.write_column(0, column, texts)
    last = _TEXTS_COLUMN + len(LANGUAGES) - 1
    settings.set_column(_TEXTS_COLUMN - 1, last - 1, None, None, {"hidden": True})
    said = Area(1, _TEXTS_COLUMN, len(_WITHOUT_PYTHON) + 1, len(LANGUAGES))
    book.define_name(f"'{settings_title}'!{TEXTS_NAME}", f"={reference(settings_title, said)}")

    how_to = book.add_worksheet(_HOW_TO_TITLE.of(language))
    how_to.set_vba_name(HOW_TO_CODE_NAME)
    how_to.hide_gridlines(2)
    how_to.set_column(0, 0, 90)
    row = 0
    for heading, lines in _how_to(language):
        how_to.write_string(row, 0, heading, bold)
        for row, line in enumerate(lines, start=row + 1):  # noqa: B020
            how_to.write_string(row, 0, line)
        row += 2

    conf = book.add_worksheet(XLWINGS_SHEET)
    conf.set_vba_name("XlwingsConf")
    for row, pair in enumerate(_configuration(this_machine=this_machine)):
        conf.write_row(row, 0, pair)
    conf.set_column(0, 1, 40)


def _configuration(*, this_machine: bool) -> Iterator[tuple[str, str]]:
    """The settings of xlwings, which stops reading at the first row without a key.

    A setting on the sheet hides the user's own even if its value is empty. Therefore the folders
    are always set, and the Python only if it is known.
    """
    yield "ADD_WORKBOOK_TO_PYTHONPATH", "False"
    yield "PYTHONPATH", ""
    if this_machine and os.name == "nt":
        yield "INTERPRETER_WIN", sys.executable
    if this_machine and sys.platform == "darwin":
        yield "INTERPRETER_MAC", sys.executable
