"""The messages of the buttons, in English and Japanese."""

from __future__ import annotations

from xlnono.language import Language, Text

_TEXTS: dict[str, Text] = {
    "working": Text(
        "xlnono: {known} of {cells} cells known …", "xlnono: {known} / {cells} マス確定…"
    ),
    "verdict": Text(
        "Result: {outcome}{rating}, {seconds:.2f} s.", "結果: {outcome}{rating}、{seconds:.2f}秒。"
    ),
    "outcome": Text("Result: {outcome}.", "結果: {outcome}。"),
    "totals": Text(
        "The rows add up to {rows}, the columns to {columns}.",
        "行の合計は {rows}、列の合計は {columns} です。",
    ),
    "apply": Text(
        "To apply a correction, select the clue with its note and press Check again.",
        "訂正するには、メモの付いたヒントを選んで、もう一度「検査」を押してください。",
    ),
    "apply this": Text(
        "To apply it, press Check while this clue is selected.",
        "このヒントを選んで「検査」を押すと、訂正します。",
    ),
    "corrected": Text(
        "Corrected: {said} Now there is exactly one solution. Restore brings back the clue from "
        "before.",
        "訂正しました: {said}これで解はちょうど1つです。「元に戻す」で前のヒントに戻せます。",
    ),
    "fact": Text(", {fact}", "、{fact}"),
    "between sentences": Text(" ", ""),
    "undecided": Text(
        "A longer time limit may help: see the settings sheet.",
        "制限時間を延ばすと解けるかもしれません(設定シート)。",
    ),
    "undecided anyway": Text(
        "A longer time limit may help: save the workbook and run “xlnono solve --seconds 600”.",
        "制限時間を延ばすと解けるかもしれません。保存して「xlnono solve --seconds 600」を使って"
        "ください。",
    ),
    "showing": Text("xlnono: step {step} of {steps} …", "xlnono: {steps}手中{step}手目…"),
    "assumptions removed": Text("The assumptions were removed.", "仮定を取り消しました。"),
    "halted": Text(
        "Stopped after step {step} of {steps}; press Solve for the rest, or Step to continue one "
        "step at a time. Restore brings back the previous board.",
        "{steps}手中{step}手で止めました。残りは「解く」で、1手ずつなら「1手」で続けられます。"
        "「元に戻す」で実行前の盤面に戻ります。",
    ),
    "plain replay": Text(
        " This workbook has no xlnono macros, so its replay shows only the last step. For the "
        "whole replay, run “xlnono solve” on the saved file.",
        "このブックには xlnono のマクロがないため、再生シートには最後の手順だけが出ます。"
        "保存したファイルに「xlnono solve」を使うと、すべての手順を再生できます。",
    ),
    "plain where": Text(
        "This workbook has no xlnono macros, so clues cannot turn green. Press Hint, or use a "
        "workbook created with “xlnono new --macro”.",
        "このブックには xlnono のマクロがないため、ヒントの数字を緑にできません。"
        "「ヒント」を使うか、「xlnono new --macro」で作ったブックを使ってください。",
    ),
    "movable": Text(
        "{count} lines have a next deduction; their clues are green.",
        "{count}本の行・列で次に進めます(緑のヒント)。",
    ),
    "one movable": Text(
        "One line has a next deduction; its clue is green.",
        "1本の行または列で次に進めます(緑のヒント)。",
    ),
    "all known": Text(
        "All cells are known: the picture is complete.",
        "すべてのマスが埋まっていて、進める行や列はありません。",
    ),
    "none movable": Text(
        "From these marks, no line yields a deduction by itself. Select a cell and press Assume, "
        "or press Hint.",
        "いまの印からは、どの行や列もそれだけでは進みません。マスを選んで「仮定」を押すか、"
        "「ヒント」を押してください。",
    ),
    "marks contradict": Text(
        "Contradiction in {line}: no arrangement fits. A mark there or a clue is wrong; press "
        "Check to find wrong marks.",
        "{line}に置き方がありません。そこの印かヒントが間違っています。"
        "誤った印は「検査」で分かります。",
    ),
    "marks misfit": Text(
        "Your marks match no solution, although no line shows it by itself. Press Check.",
        "いまの印に合う解はありません(1本の行や列だけでは分かりません)。「検査」を押してください。",
    ),
    "assumptions contradict": Text(
        "The assumptions lead to a contradiction in {line}: no arrangement fits. Without them, "
        "your marks match a solution.",
        "仮定のために{line}に置き方がなくなりました。仮定がなければ、印に合う解があります。",
    ),
    "assumptions misfit": Text(
        "The assumptions match no solution. Without them, your marks match one.",
        "仮定に合う解はありません。仮定がなければ、印に合う解があります。",
    ),
    "wrong": Text(" Wrong cells (now red): {cells}.", "赤いマスの印は誤りです: {cells}。"),
    "wrong assumption": Text(
        " Assumption {depth} is wrong: {cell} is {colour}.",
        "仮定{depth}は誤りで、{cell} は{colour}マスです。",
    ),
    "wrong consequences": Text(
        " Cells that follow from them under an assumption are wrong too.",
        "それをもとに仮定から決まったマスにも誤りがあります。",
    ),
    "wrong assumed": Text(
        " Cells that follow from an assumption are wrong: {cells}.",
        "仮定から決まったマスに誤りがあります: {cells}。",
    ),
    "unsure": Text(
        " There was not enough time to check your marks.",
        "印が正しいかどうかは、時間内に確かめられませんでした。",
    ),
    "fits one": Text("The board matches one of the solutions.", "いまの盤面に合う解があります。"),
    "clues written": Text(
        "The clues of the picture in {area} are written: {height}×{width}, one solution{rating}. "
        "The picture is kept on a hidden sheet; Clear empties the grid.",
        "{area} の絵のヒントを書きました: {height}×{width}、解は1つ{rating}。絵は隠しシートにも"
        "残してあります。盤面は「消去」で空にできます。",
    ),
    "undecided drawing": Text(
        "The time ran out before it was clear whether this picture has only one solution, so no "
        "clues were written.",
        "解が1つかどうか時間内に分からなかったので、ヒントを書いていません。",
    ),
    "ambiguous drawing": Text(
        "The puzzle of this picture has more than one solution, so no clues were written. Change "
        "the picture, for example with thicker lines.",
        "この絵の問題は解が1つに決まらないので、ヒントを書いていません。線を太くするなど、絵を"
        "変えてください。",
    ),
    "repairable drawing": Text(
        "The puzzle of this picture has more than one solution, so no clues were written. One is "
        "left if you {said}.",
        "この絵の問題は解が1つに決まらないので、ヒントを書いていません。次のように変えると1つに"
        "なります: {said}。",
    ),
    "right": Text(" No mark is wrong.", "印に誤りはありません。"),
    "cleared": Text("The grid is empty.", "盤面を空にしました。"),
    "restored": Text(
        "The board is as it was before the last run.", "盤面を前回の実行前に戻しました。"
    ),
    "restored before assumptions": Text(
        "The assumptions were removed. The board is as it was before the first of them.",
        "仮定をすべて取り消し、盤面を最初の仮定の前に戻しました。",
    ),
    "nothing stored": Text(
        "There is nothing to restore on this sheet yet.",
        "このシートには、まだ元に戻すものがありません。",
    ),
    "stored elsewhere": Text(
        "Nothing was restored: the grid has moved or changed its size since the last run, or it "
        "belongs to another puzzle.",
        "前回の実行後に盤面の位置か大きさが変わったか、別の問題になったため、元に戻せません。",
    ),
    "no cell": Text(
        "Select an unknown cell of the grid, then press again.",
        "盤面の未確定のマスを1つ選んでから、もう一度押してください。",
    ),
    "no cell to explain": Text(
        "Select a cell of the grid, then press again.",
        "盤面のマスを1つ選んでから、もう一度押してください。",
    ),
    "already": Text(
        "{cell} is already known. Select an unknown cell.",
        "{cell} はもう決まっています。未確定のマスを選んでください。",
    ),
    "too deep": Text(
        "At most {most} assumptions are possible at a time. Press Restore to discard them.",
        "仮定は{most}段までです。「元に戻す」で取り消せます。",
    ),
    "assumed": Text(
        "Assumption {depth}: {cell} is {colour}. {count} cells follow from the lines, without a "
        "contradiction.",
        "仮定{depth}: {cell} を{colour}マスとしました。{count}マスが続けて決まり、"
        "矛盾はありません。",
    ),
    "one assumed": Text(
        "Assumption {depth}: {cell} is {colour}. 1 cell follows from the lines, without a "
        "contradiction.",
        "仮定{depth}: {cell} を{colour}マスとしました。1マスが続けて決まり、矛盾はありません。",
    ),
    "none assumed": Text(
        "Assumption {depth}: {cell} is {colour}. No other cell follows from the lines, and there "
        "is no contradiction.",
        "仮定{depth}: {cell} を{colour}マスとしました。続けて決まるマスはなく、矛盾もありません。",
    ),
    "refuted": Text(
        "If {cell} is {colour}, {line} has a contradiction: no arrangement fits. So {cell} is "
        "{opposite}.",
        "{cell} を{colour}マスとすると、{line}に置き方がなくなります。"
        "よって {cell} は{opposite}マスです。",
    ),
    "contradictory": Text(
        "Contradiction in {line} even without an assumption: no arrangement fits. Marks or clues "
        "are wrong.",
        "仮定がなくても{line}に置き方がありません。印かヒントが間違っています。",
    ),
    "black": Text("black", "黒"),
    "white": Text("white", "白"),
    "unexpected": Text(
        "Internal error: this is a bug in xlnono; please report it: {error}",
        "xlnono の内部エラーです。不具合なので、次の内容をお知らせください: {error}",
    ),
    "put back": Text(". The board is as it was.", "。盤面は元に戻しました。"),
}


def button_text(key: str, language: Language, **facts: object) -> str:
    return _TEXTS[key].of(language, **facts)
