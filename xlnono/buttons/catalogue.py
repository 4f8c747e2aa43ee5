"""The buttons, in one table.

The macros, the entry points of Excel, the menu of Calc, the how-to sheet and the table in
docs/excel.md are created from it or tested against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from xlnono.buttons import actions
from xlnono.buttons.clues_from_drawing import clues_from_drawing
from xlnono.buttons.context import PressContext
from xlnono.language import Text
from xlnono.records import NamedTuple

Name = Literal[
    "solve", "step", "hint", "check", "assume", "clear", "restore", "where", "why", "clues"
]


class Button(NamedTuple):
    """A button: its caption, its description on the how-to sheet, and its action.

    `paints`: it paints on its sheet. `leaves_green`: green clues stay green when it does.
    `leaves_suspects`: so do the marks on clues that were probably mistyped.
    """

    caption: Text
    effect: Text
    action: Callable[[PressContext], str]
    paints: bool = True
    leaves_green: bool = False
    leaves_suspects: bool = False


BUTTONS: Mapping[Name, Button] = {
    "solve": Button(
        Text("Solve", "解く"),
        Text(
            "paints the whole picture, starting from the marks on the board, and adds a log and\n"
            "    a replay.",
            "盤面の印から始めて全体を解き、解答手順と再生のシートを付けます。",
        ),
        actions.solve,
    ),
    "step": Button(
        Text("Step", "1手"),
        Text(
            "paints only the next deduction. The line at the top says which one, and why.",
            "次の1手だけを塗ります。手筋と理由は上の行に出ます。",
        ),
        actions.step,
    ),
    "hint": Button(
        Text("Hint", "ヒント"),
        Text(
            "shows first where to look, then the technique, then the cells. It paints nothing.",
            "押すたびに、見る場所、手筋、マスの順に教えます。何も塗りません。",
        ),
        actions.hint,
        paints=False,
    ),
    "check": Button(
        Text("Check", "検査"),
        Text(
            "checks that there is just one solution, rates the difficulty, and finds wrong marks\n"
            "    (red) and mistyped clues (blue). Press again on a blue clue to correct it.",
            "解が1つか、難しさ、誤った印(赤)、ヒントの入力ミス(青)を調べます。\n"
            "    青いヒントを選んでもう一度押すと、訂正します。",
        ),
        actions.check,
        leaves_suspects=True,
    ),
    "assume": Button(
        Text("Assume", "仮定"),
        Text(
            "takes the selected cell as black and follows the lines from there; press again for\n"
            "    white. If that leads to a contradiction, the cell gets the other colour.",
            "選んだマスを黒とみなして行と列をたどります。もう一度押すと白とみなします。\n"
            "    矛盾すれば、そのマスは逆の色に決まります。",
        ),
        actions.assume,
    ),
    "clear": Button(
        Text("Clear", "消去"),
        Text("empties the grid; the clues stay.", "盤面を空にします。ヒントの数字は残ります。"),
        actions.clear,
    ),
    "restore": Button(
        Text("Restore", "元に戻す"),
        Text(
            "brings back the board as it was before the last run.",
            "前回の実行前の盤面に戻します。",
        ),
        actions.restore,
    ),
    "where": Button(
        Text("Where", "どこ"),
        Text(
            "shows where to look: clues turn green if their line allows a deduction.",
            "いま何かが分かる行と列のヒントを緑にします。",
        ),
        actions.where,
        leaves_green=True,
        leaves_suspects=True,
    ),
    "why": Button(
        Text("Why?", "なぜ?"),
        Text(
            "says why the selected cell is black or white, or how its row and its column leave it\n"
            "    open. It paints nothing.",
            "選んだマスが黒や白になる理由、または行や列だけでは決まらないわけを\n"
            "    答えます。何も塗りません。",
        ),
        actions.why,
        paints=False,
    ),
}
"""The buttons by the names of their entry points."""

WITHOUT_BUTTON: Mapping[Name, Button] = {
    "clues": Button(
        Text("Clues from drawing", "ヒント作成"),
        Text(
            "writes the clues of a picture that you drew with cells around it, and\n"
            "    keeps the picture on a hidden sheet. Run it from the list of macros: XlnonoClues.",
            "セルで描いた絵のまわりにヒントを書き、絵を隠しシートに残します。\n"
            "    マクロの一覧から XlnonoClues を実行してください。",
        ),
        clues_from_drawing,
        leaves_green=True,
        leaves_suspects=True,
    ),
}
"""What the menu of Calc and the list of macros offer besides the buttons."""

PRESSES: Mapping[Name, Button] = {**BUTTONS, **WITHOUT_BUTTON}


def macro(name: Name) -> str:
    """The macro behind a button."""
    return f"Xlnono{name.capitalize()}"
