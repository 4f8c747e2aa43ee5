"""What a template with buttons has beside its puzzle: captions, settings and how to begin."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

from xlnono.buttons.settings import SETTINGS_NAME
from xlnono.errors import Language
from xlnono.spreadsheet.area import Area, reference

BUTTONS: tuple[tuple[str, dict[Language, str]], ...] = (
    ("XlnonoSolve", {"en": "Solve", "ja": "解く"}),
    ("XlnonoStep", {"en": "Step", "ja": "1手"}),
    ("XlnonoHint", {"en": "Hint", "ja": "ヒント"}),
    ("XlnonoCheck", {"en": "Check", "ja": "検査"}),
    ("XlnonoAssume", {"en": "Assume", "ja": "仮定"}),
    ("XlnonoClear", {"en": "Clear", "ja": "消去"}),
    ("XlnonoRestore", {"en": "Restore", "ja": "元に戻す"}),
    ("XlnonoWhere", {"en": "Where", "ja": "どこ"}),
)
"""The macros of the buttons with their captions."""

STATUS: dict[Language, str] = {
    "en": "Type the clues into the shaded cells, then press Solve. Answers appear here.",
    "ja": "色のついたセルにヒントを入力して「解く」を押してください。結果はここに出ます。",
}
_TITLES: dict[Language, tuple[str, str]] = {
    "en": ("Settings", "How to"),
    "ja": ("設定", "使い方"),
}
_SETTINGS: dict[Language, tuple[str, tuple[tuple[str, str], ...]]] = {
    "en": (
        "Settings of the buttons",
        (
            ("Time limit", "seconds for each press"),
            ("Language", "en (English) or ja (Japanese)"),
            ("Log", "yes or no: whether Solve writes the log and the replay"),
            ("Painting speed", "steps a second for Solve to show; 0 paints at once"),
        ),
    ),
    "ja": (
        "ボタンの設定",
        (
            ("制限時間", "1回あたりの秒数"),
            ("言語", "en(英語)または ja(日本語)"),
            ("解答手順", "yes または no: 「解く」で解答手順と再生のシートを作るか"),
            ("塗る速さ", "「解く」で1秒に見せる手数(0 は一度に塗る)"),
        ),
    ),
}
_HOW_TO: dict[Language, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "en": (
        (
            "The first five minutes",
            (
                "1. The buttons need Python 3.11 or newer on this computer, and xlnono in it:",
                '    pip install "xlnono[excel]"',
                "2. On a Mac, run this once in a terminal as well:  xlwings runpython install",
                "3. Type the clues into the shaded cells of the puzzle's sheet. Press Solve.",
            ),
        ),
        (
            "What the buttons do",
            (
                "Solve: the whole picture, from the marks on the board, with a log and a replay.",
                "Step: only the next deduction. The line at the top says which, and why.",
                "Hint: first where to look, then the technique, then the cells. It paints nothing.",
                "Check: whether there is one solution, how hard it is, and which marks are wrong.",
                "Assume: takes the selected cell as black, and follows the lines from there; press",
                "    again for white. If it clashes, the cell gets the other colour.",
                "Clear: empties the grid.    Restore: the board as it was before the last run.",
                "Where: the clues of the lines in which something can be deduced turn green.",
                "While Solve paints step by step (see Settings), any button or Esc stops it.",
            ),
        ),
        (
            "If Excel says that macros are blocked",
            (
                "The file came from the internet or by mail. Close it, right-click it in the",
                "Explorer, choose Properties, tick Unblock, and open it again. Or keep puzzles in",
                "a folder of File > Options > Trust Center > Trusted Locations.",
                "If a yellow bar appears, press Enable Content.",
            ),
        ),
        (
            "If Python is not found",
            (
                "On the sheet xlwings.conf, write INTERPRETER_WIN (on a Mac INTERPRETER_MAC) in",
                "the first empty cell of column A, and the full path of your Python next to it.",
                "If that row is already there, correct its path. This command shows the path:",
                '    python -c "import sys; print(sys.executable)"',
                "The command “xlnono new --macro 20x20 my.xlsm” makes a workbook in which the path",
                "is already right.",
            ),
        ),
        (
            "Only use workbooks you trust",
            (
                "Once you enable macros, a workbook can run any program on your computer. The",
                "buttons start the Python named on the sheet xlwings.conf. Do not enable macros in",
                "a workbook from someone you do not trust.",
            ),
        ),
        (
            "What else to know",
            (
                "Excel forgets its own Undo whenever a macro runs: use Restore.",
                "No sheet may have a name that ends in .py, and the file no name with =.",
                "You can copy the puzzle's sheet: each copy is a puzzle of its own.",
            ),
        ),
    ),
    "ja": (
        (
            "最初の5分",
            (
                "1. このパソコンに Python 3.11 以降と xlnono が必要です:",
                '    pip install "xlnono[excel]"',
                "2. Mac では、ターミナルで一度だけ実行してください:  xlwings runpython install",
                "3. 問題シートの色のついたセルにヒントを入力し、「解く」を押します。",
            ),
        ),
        (
            "ボタンの働き",
            (
                "解く: 盤面の印から始めて全体を解き、解答手順と再生のシートを付けます。",
                "1手: 次の1手だけを塗ります。手筋と理由は上の行に出ます。",
                "ヒント: 押すたびに、見る場所、手筋、マスの順に教えます。何も塗りません。",
                "検査: 解が1つか、難しさ、誤った印(赤)を調べます。",
                "仮定: 選んだマスを黒とみなして行と列をたどります。もう一度押すと白とみなします。",
                "    矛盾すれば、そのマスは逆の色に決まります。",
                "消去: 盤面を空にします。    元に戻す: 前回の実行前の盤面に戻します。",
                "どこ: いま何かが分かる行と列のヒントを緑にします。",
                "1手ずつ塗っている間は(「設定」の塗る速さ)、どのボタンか Esc で止められます。",
            ),
        ),
        (
            "マクロがブロックされたとき",
            (
                "インターネットやメールで受け取ったファイルです。閉じてから、エクスプローラーで",
                "右クリックし、プロパティの「許可する」にチェックを入れて開き直してください。または、",
                "ファイル > オプション > トラスト センター > 信頼できる場所 に追加したフォルダーに",
                "置いてください。黄色いバーが出たら「コンテンツの有効化」を押します。",
            ),
        ),
        (
            "Python が見つからないとき",
            (
                "シート xlwings.conf のA列の最初の空きセルに INTERPRETER_WIN(Mac では",
                "INTERPRETER_MAC)と書き、その右に Python のフルパスを書いてください。すでに",
                "その行があれば、パスを直してください。パスは次のコマンドで分かります:",
                '    python -c "import sys; print(sys.executable)"',
                "「xlnono new --macro 20x20 my.xlsm」で作ったブックでは、設定済みです。",
            ),
        ),
        (
            "信頼できるブックだけを使う",
            (
                "マクロを有効にしたブックは、パソコンでどんなプログラムでも実行できます。ボタンが",
                "起動するのは、シート xlwings.conf にある Python です。信頼できない人から届いた",
                "ブックのマクロは、有効にしないでください。",
            ),
        ),
        (
            "そのほか",
            (
                "マクロが動くと Excel の「元に戻す」は使えません。",
                "代わりに「元に戻す」ボタンを使ってください。",
                "名前が .py で終わるシートや、= を含むファイル名は使えません。",
                "問題シートはコピーできます。コピーはそれぞれ別の問題になります。",
            ),
        ),
    ),
}


def add_sheets(book: Any, language: Language, *, this_machine: bool) -> None:
    """Add the sheets with the settings, how to begin, and where Python is.

    `book` is a workbook that XlsxWriter makes. With `this_machine` it is told the Python
    that runs now.
    """
    bold, framed = book.add_format({"bold": True}), book.add_format({"border": 1})
    settings_title, how_to_title = _TITLES[language]

    heading, lines = _SETTINGS[language]
    settings = book.add_worksheet(settings_title)
    # By default they would be named as a program names the next sheet that it adds.
    settings.set_vba_name("XlnonoSettings")
    settings.write_string(0, 0, heading, bold)
    for row, ((label, meaning), value) in enumerate(
        zip(lines, (60, language, "yes", 0), strict=True), start=1
    ):
        settings.write(row, 0, label)
        settings.write(row, 1, value, framed)
        settings.write(row, 2, meaning)
    for row, choices in ((2, ["en", "ja"]), (3, ["yes", "no"])):
        settings.data_validation(row, 1, row, 1, {"validate": "list", "source": choices})
    speeds = {"validate": "decimal", "criteria": ">=", "value": 0}
    settings.data_validation(4, 1, 4, 1, speeds)
    settings.set_column(0, 0, 16)
    cells = reference(settings_title, Area(2, 2, len(lines)))
    book.define_name(f"'{settings_title}'!{SETTINGS_NAME}", f"={cells}")

    how_to = book.add_worksheet(how_to_title)
    how_to.set_vba_name("XlnonoHowTo")
    how_to.hide_gridlines(2)
    how_to.set_column(0, 0, 90)
    row = 0
    for heading, texts in _HOW_TO[language]:
        how_to.write_string(row, 0, heading, bold)
        for row, text in enumerate(texts, start=row + 1):  # noqa: B020
            how_to.write_string(row, 0, text)
        row += 2

    conf = book.add_worksheet("xlwings.conf")
    conf.set_vba_name("XlwingsConf")
    for row, pair in enumerate(_configuration(this_machine=this_machine)):
        conf.write_row(row, 0, pair)
    conf.set_column(0, 1, 40)


def _configuration(*, this_machine: bool) -> Iterator[tuple[str, str]]:
    """The settings of xlwings. It stops reading at the first row without a key.

    A setting on the sheet hides the user's own even where its value is empty. So the folders are
    always set, and the Python only where it is known.
    """
    yield "ADD_WORKBOOK_TO_PYTHONPATH", "False"
    yield "PYTHONPATH", ""
    if this_machine and os.name == "nt":
        yield "INTERPRETER_WIN", sys.executable
    if this_machine and sys.platform == "darwin":
        yield "INTERPRETER_MAC", sys.executable
