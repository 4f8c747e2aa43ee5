"""What the buttons on a sheet say of their work, in English and Japanese."""

from __future__ import annotations

from xlnono.errors import Language, in_language

_TEXTS: dict[str, tuple[str, str]] = {
    "working": ("xlnono: {known} of {cells} cells known …", "xlnono: {known} / {cells} マス確定…"),
    "verdict": (
        "Result: {outcome}{rating}, {seconds:.2f} s.",
        "結果: {outcome}{rating}、{seconds:.2f}秒。",
    ),
    "rating": (", {grade} ({score:.0f} points)", "、{grade}({score:.0f}点)"),
    "clash": (
        " Nothing fits {line}; its clue is red. Compare it with its source.",
        "{line}に置き方がありません(赤いヒント)。元の問題と見比べてください。",
    ),
    "undecided": (
        " More time may help: see the sheet with the settings.",
        "制限時間を延ばすと解けるかもしれません(設定シート)。",
    ),
    "wrong": (" Marked wrongly, now red: {cells}.", "赤いマスの印は誤りです: {cells}。"),
    "misfit": (" The marks fit none of them.", "いまの印に合う解はありません。"),
    "right": (" No mark is wrong.", "印に誤りはありません。"),
    "cleared": ("The grid is empty.", "盤面を空にしました。"),
    "restored": (
        "The board is as it was before the last run.",
        "盤面を前回の実行前に戻しました。",
    ),
    "nothing kept": (
        "There is nothing to restore on this sheet yet.",
        "このシートには、まだ元に戻すものがありません。",
    ),
    "no cell": (
        "Select an unknown cell of the grid first, then press again.",
        "盤面の未確定のマスを1つ選んでから、もう一度押してください。",
    ),
    "already": (
        "{cell} is known already. Select an unknown cell.",
        "{cell} はもう決まっています。未確定のマスを選んでください。",
    ),
    "too deep": (
        "There can be {most} assumptions at a time. Press Restore to give them up.",
        "仮定は{most}段までです。「元に戻す」で取り消せます。",
    ),
    "assumed": (
        "Assumption {depth}: {cell} is {colour}. {count} cells follow line by line, and no line "
        "clashes.",
        "仮定{depth}: {cell} を{colour}マスとしました。{count}マスが続けて決まり、"
        "矛盾はありません。",
    ),
    "refuted": (
        "If {cell} is {colour}, nothing fits {line} any more. So {cell} is {opposite}.",
        "{cell} を{colour}マスとすると、{line}に置き方がなくなります。"
        "よって {cell} は{opposite}マスです。",
    ),
    "clashing": (
        "Nothing fits {line} even without an assumption: marks or clues are wrong.",
        "仮定がなくても{line}に置き方がありません。印かヒントが間違っています。",
    ),
    "black": ("black", "黒"),
    "white": ("white", "白"),
    "unexpected": (
        "Something went wrong inside xlnono; please report this: {error}",
        "xlnono の内部で問題が起きました。次の内容をお知らせください: {error}",
    ),
}


def button_text(key: str, language: Language, **facts: object) -> str:
    return in_language(_TEXTS[key], language).format(**facts)
