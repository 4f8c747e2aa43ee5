"""The texts of the page."""

from __future__ import annotations

from xlnono.language import Text

WORDS: dict[str, Text] = {
    "title": Text("Solve a nonogram", "お絵かきロジックを解く"),
    "lead": Text(
        "Type or paste the clues. Everything happens on this page; nothing is sent anywhere.",
        "ヒントを入力するか貼り付けてください。処理はすべてこのページの中で行われ、どこにも送信されません。",
    ),
    "language": Text("Language", "言語"),
    "clues": Text("Clues", "ヒント"),
    "rows": Text("Rows, from top to bottom", "行(上から下へ)"),
    "columns": Text("Columns, from left to right", "列(左から右へ)"),
    "format": Text(
        "One line of text for each row or column, such as 3 1 2. An empty line or 0 means no black "
        "cell; at the end of a list, write 0. Cells copied from a sheet can be pasted, also a "
        "whole puzzle.",
        "1行につき1本ずつ、3 1 2 のように書きます。黒マスのない行や列は空行か 0 です"
        "(最後の行や列では 0)。表計算ソフトのセルを、問題全体でも貼り付けられます。",
    ),
    "open": Text("Open a file…", "ファイルを開く…"),
    "example": Text("Example", "例"),
    "undo": Text("Undo", "元に戻す"),
    "clear": Text("Clear", "消す"),
    "one_line": Text("1 line", "1 本"),
    "lines": Text("{number} lines", "{number} 本"),
    "one_black": Text("1 black cell", "黒マス 1"),
    "blacks": Text("{number} black cells", "黒マス {number}"),
    "one_conflict": Text("1 contradiction", "矛盾 1 回"),
    "conflicts": Text("{number} contradictions", "矛盾 {number} 回"),
    "result": Text("Result", "結果"),
    "waiting": Text(
        "Type the clues of all rows and columns.", "すべての行と列のヒントを入力してください。"
    ),
    "reading": Text("Reading the clues…", "ヒントを読んでいます…"),
    "solving": Text(
        "Solving: {known} of {cells} cells known, {conflicts} so far…",
        "解いています: {cells} マス中 {known} マス、{conflicts}…",
    ),
    "stop": Text("Stop", "中止"),
    "stopped": Text(
        "Stopped. Change a clue or press “Solve again”.",
        "中止しました。ヒントを直すか、「もう一度解く」を押してください。",
    ),
    "again": Text("Solve again", "もう一度解く"),
    "unique": Text(
        "Exactly one solution. Proved in {seconds} s with {conflicts}.",
        "解は1つだけです({seconds} 秒で証明、{conflicts})。",
    ),
    "multiple": Text(
        "Several solutions. The picture is one of them; the outlined cells differ in another.",
        "解が2つ以上あります。図はその1つで、枠の付いたマスは別の解では色が逆です。",
    ),
    "none": Text(
        "No solution: no picture has these clues. Proved in {seconds} s.",
        "解がありません({seconds} 秒で証明)。",
    ),
    "none_line": Text(
        "The contradiction appears in {line}; the mistyped clue may be another one.",
        "{line}で矛盾が現れました(間違いは別の行や列かもしれません)。",
    ),
    "undecided": Text("Not decided within the time limit.", "制限時間内に判定できませんでした。"),
    "row": Text("row {number}", "{number}行目"),
    "column": Text("column {number}", "{number}列目"),
    "locate": Text("Find the typing mistake", "入力ミスを探す"),
    "locating": Text("Searching for typing mistakes…", "入力ミスを探しています…"),
    "no_mistake": Text("No typing mistake was located.", "入力ミスの場所は分かりませんでした。"),
    "apply": Text("Correct: {clues}", "訂正する: {clues}"),
    "insert": Text("Insert: {clues}", "追加する: {clues}"),
    "explain": Text("Show the steps", "手順を見る"),
    "explaining": Text(
        "Explaining: {known} of {cells} cells…", "説明を作っています: {cells} マス中 {known} マス…"
    ),
    "steps": Text("The steps, with their reasons", "手順とその理由"),
    "save_steps": Text("Save the steps as a page", "手順をページとして保存"),
    "copy": Text("Copy for a sheet", "表計算ソフト用にコピー"),
    "copied": Text(
        "Copied. Choose a cell in a sheet and paste.",
        "コピーしました。表計算ソフトでセルを選び、貼り付けてください。",
    ),
    "not_copied": Text(
        "The browser did not allow copying.", "ブラウザーがコピーを許可しませんでした。"
    ),
    "workbook": Text("Download a workbook", "ブックを保存"),
    "working": Text("Writing the file…", "ファイルを作っています…"),
    "save_non": Text("Download a puzzle file", "問題ファイルを保存"),
    "python_loading": Text(
        "Preparing steps, files and the search for mistakes…",
        "手順・ファイル・入力ミスの検索を準備しています…",
    ),
    "python_failed": Text(
        "This browser cannot run the part that explains, reads files and searches for mistakes. "
        "Solving works. Please use a current browser.",
        "このブラウザーでは、説明・ファイルの読み込み・入力ミスの検索ができません。解くことはできます。"
        "新しいブラウザーをお使いください。",
    ),
    "opened": Text("Opened {name}.", "{name} を開きました。"),
    "whole": Text(
        "Read as a whole puzzle of {rows} × {columns} cells.",
        "問題全体(縦 {rows} × 横 {columns})として読みました。",
    ),
    "choose": Text(
        "The file has several puzzles. Choose one:", "問題が複数あります。1つ選んでください:"
    ),
    "nothing_kept": Text(
        "This browser does not save the clues: they are lost when the page is closed.",
        "このブラウザーではヒントを保存できません。ページを閉じると失われます。",
    ),
    "kernel_failed": Text(
        "This browser cannot run WebAssembly, which the page needs to solve. Please use a current "
        "browser.",
        "このブラウザーでは WebAssembly が使えないため、解けません。"
        "新しいブラウザーをお使いください。",
    ),
    "lacks": Text("What this page does not do", "このページでできないこと"),
    "lacks_list": Text(
        "It paints no workbook of yours: it reads the clues and makes a new workbook. It has no "
        "hints, no marks in the grid and no batches; xlnono installed with Python has.",
        "元のブックには書き込みません。ヒントを読み取り、新しいブックを作ります。「ヒント」ボタン、"
        "盤面の印、一括処理は、Python でインストールする xlnono にあります。",
    ),
    "board": Text("Board", "盤面"),
    "untitled": Text("nonogram", "お絵かきロジック"),
    "too_large": Text(
        "Boards of more than {most} cells are not drawn here. The result can be saved.",
        "{most} マスを超える盤面はここに描きません。結果は保存できます。",
    ),
    "too_long_line": Text(
        "Lines on this page have at most {most} cells; these have {longest}.",
        "このページで扱える行と列は {most} マスまでですが、{longest} マスあります。",
    ),
    "noscript": Text(
        "This page needs JavaScript, which is turned off in this browser.",
        "このページには JavaScript が必要ですが、このブラウザーでは無効になっています。",
    ),
    "internal": Text(
        "Internal error: {what}. The clues are unchanged.",
        "内部エラー: {what}。ヒントはそのままです。",
    ),
}
