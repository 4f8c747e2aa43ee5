"""What the commands say while they work and about their results, in English and Japanese."""

from __future__ import annotations

from xlnono.language import Text

RESULTS: dict[str, Text] = {
    "book-title": Text("Nonograms", "お絵かきロジック"),
    "book-empty": Text(
        "No puzzle to put into the book. Nothing was written.",
        "入れる問題がありません。何も書き込んでいません。",
    ),
    "book-made-1": Text("{path}: a book of 1 puzzle", "{path}: 1問の問題集"),
    "book-made-several": Text("{path}: a book of {count} puzzles", "{path}: {count}問の問題集"),
    "book-left-out-1": Text(
        "1 error: see above for what was left out.", "エラー 1件: 上に示したものは入っていません。"
    ),
    "book-left-out-several": Text(
        "{count} errors: see above for what was left out.",
        "エラー {count}件: 上に示したものは入っていません。",
    ),
    "random-title": Text("Random puzzle {seed}", "ランダム問題 {seed}"),
    "made-random-1": Text(
        "{path}: {height}×{width}, one solution{rating}, seed {seed}, 1 picture tried",
        "{path}: {height}×{width}、解は1つ{rating}、乱数の種 {seed}、試した絵 1",
    ),
    "made-random-several": Text(
        "{path}: {height}×{width}, one solution{rating}, seed {seed}, {tried:,} pictures tried",
        "{path}: {height}×{width}、解は1つ{rating}、乱数の種 {seed}、試した絵 {tried:,}",
    ),
    "made-picture": Text(
        "{path}: {height}×{width}, one solution{rating}",
        "{path}: {height}×{width}、解は1つ{rating}",
    ),
    "changed-picture": Text(
        "The picture was changed so that only one solution is left: {said}.",
        "解が1つになるように絵を変えました: {said}。",
    ),
    "changed-cells": Text(
        "  Changed cells: {black} (black) and {white} (white).",
        "  変えたマス: {black} は黒、{white} は白",
    ),
    "before": Text("  Before:", "  変更前:"),
    "after": Text("  After:", "  変更後:"),
    "proving": Text("{file}: looking for other solutions", "{file}: ほかの解を探しています"),
    "not-rated": Text("not graded in time", "難しさは時間切れで不明"),
    "trying": Text("{tried:,} pictures tried", "試した絵: {tried:,}"),
    "output-failed": Text(
        "The output cannot be written, so xlnono stopped. Every file written so far is complete.",
        "出力を書き込めないので中断しました。それまでに書き込んだファイルはすべて無事です。",
    ),
    "folder-gone": Text(
        "The current folder does not exist any more. Change to another one and try again.",
        "現在のフォルダーがなくなっています。別のフォルダーに移動してからもう一度試してください。",
    ),
    "error": Text("error", "エラー"),
    "more-errors": Text(
        "… and {count} more of the same kind (`{code}`)",
        "… 同じ種類のエラーがほかに {count} 個あります(`{code}`)",
    ),
    "batch-line": Text("{done} of {total} workbooks, {facts}", "{total} 中 {done} ブック、{facts}"),
    "batch-facts": Text(
        "{workbooks:.1f} workbooks/s, {puzzles:.1f} puzzles/s, {left} left, {failures} failed",
        "{workbooks:.1f} ブック/秒、{puzzles:.1f} 問/秒、残り {left}、エラー {failures}",
    ),
    "batch-stopping": Text(
        "Stopping: workbooks in progress have one second to finish. Press Ctrl+C again to stop "
        "now.",
        "中断します。処理中のブックは1秒だけ待ちます。もう一度 Ctrl+C を押すとすぐに止まります。",
    ),
    "batch-stopped": Text(
        "Stopped: {left} workbooks not done. Run the same command with --resume to do the rest.",
        "中断しました。残りは {left} ブックです。同じコマンドに --resume を付けて実行すると、"
        "続きから始めます。",
    ),
    "would-write": Text("{source} → {target}", "{source} → {target}"),
    "would-change": Text("{source} (in place)", "{source}(このファイルに書き込み)"),
    "batch-already": Text("{source} → {target} (done before)", "{source} → {target} (処理済み)"),
    "dry-run-1": Text(
        "Dry run: 1 workbook to solve. Nothing was written.",
        "確認のみ: 解くもの 1 ブック。何も書き込んでいません。",
    ),
    "dry-run-several": Text(
        "Dry run: {count} workbooks to solve. Nothing was written.",
        "確認のみ: 解くもの {count} ブック。何も書き込んでいません。",
    ),
    "batch-preview-1": Text(
        "Dry run: 1 workbook to solve, {done} done before. Nothing was written.",
        "確認のみ: 解くもの 1 ブック、処理済み {done} ブック。何も書き込んでいません。",
    ),
    "batch-preview-several": Text(
        "Dry run: {count} workbooks to solve, {done} done before. Nothing was written.",
        "確認のみ: 解くもの {count} ブック、処理済み {done} ブック。何も書き込んでいません。",
    ),
    "sum": Text("{verdicts}", "{verdicts}。"),
    "sum-and-files": Text("{verdicts}; {files}", "{verdicts}。{files}。"),
    "sum-unique-1": Text("1 solved", "解けた問題 1問"),
    "sum-unique-several": Text("{count} solved", "解けた問題 {count}問"),
    "sum-one-solution-1": Text("1 with one solution", "解が1つ 1問"),
    "sum-one-solution-several": Text("{count} with one solution", "解が1つ {count}問"),
    "sum-multiple-1": Text("1 with several solutions", "解が複数 1問"),
    "sum-multiple-several": Text("{count} with several solutions", "解が複数 {count}問"),
    "sum-none-1": Text("1 with no solution", "解なし 1問"),
    "sum-none-several": Text("{count} with no solution", "解なし {count}問"),
    "sum-undecided-1": Text("1 not decided", "時間切れ 1問"),
    "sum-undecided-several": Text("{count} not decided", "時間切れ {count}問"),
    "sum-errors-1": Text("1 error", "エラー 1件"),
    "sum-errors-several": Text("{count} errors", "エラー {count}件"),
    "sum-nothing-written": Text("no files written", "保存したファイルはありません"),
    "sum-written-1": Text("1 file written to {folder}", "{folder} に1ファイルを保存しました"),
    "sum-written-several": Text(
        "{count} files written to {folder}", "{folder} に{count}ファイルを保存しました"
    ),
    "sum-in-place-1": Text(
        "1 file changed in place (to undo: xlnono restore FILE)",
        "元のファイル1個に書き込みました(元に戻すには xlnono restore FILE)",
    ),
    "sum-in-place-several": Text(
        "{count} files changed in place (to undo: xlnono restore FILE)",
        "元のファイル{count}個に書き込みました(元に戻すには xlnono restore FILE)",
    ),
    "sum-earlier": Text(" ({count} by an earlier run)", "(うち{count}は前回まで)"),
    "sum-seconds": Text("; {seconds:.1f} s", "。{seconds:.1f} 秒"),
    "changed": Text("Changed in place: {path}", "元のファイルに書き込みました: {path}"),
    "corrected": Text(
        "{place}: correction {number} applied. {said}",
        "{place}: 訂正 {number} を入力しました。{said}",
    ),
    "solve-again": Text(
        "The board and the log are from before the correction. To solve again: xlnono solve {path}",
        "盤面と解答手順は訂正前のものです。解き直すには: xlnono solve {path}",
    ),
    "to-fix": Text(
        "To apply it: xlnono check {path} --fix 1",
        "この訂正を入力するには: xlnono check {path} --fix 1",
    ),
    "to-fix-one": Text(
        "To apply one of them: xlnono check {path} --fix NUMBER",
        "どれかを入力するには: xlnono check {path} --fix 番号",
    ),
    "untouched": Text(
        "Nothing was written for this puzzle: clues only turn blue if each of them fits its line "
        "and the totals agree.",
        "この問題には何も書き込んでいません。ヒントが青くなるのは、どのヒントも行や列に収まり、"
        "合計が一致するときだけです。",
    ),
    "outdated": Text(
        "{place}: the picture and the log are from an earlier solve. To remove them: xlnono "
        "restore {path}",
        "{place}: 絵と解答手順は前に解いたときのままです。取り除くには: xlnono restore {path}",
    ),
    "repair": Text(
        "One change of the picture leaves only one solution ({meant}):",
        "次のように絵を変えると、解が1つになります({meant}):",
    ),
    "repairs": Text(
        "Each of these changes of the picture leaves only one solution ({meant}):",
        "次のどれかのように絵を変えると、解が1つになります({meant}):",
    ),
    "meant-goal": Text("the picture is that of the file", "元の絵はファイルの絵"),
    "meant-marks": Text("the picture is that in the grid", "元の絵は盤面の絵"),
    "meant-first-solution": Text("the picture is solution 1", "元の絵は解1"),
    "repair-choice": Text("    {number}. {said}", "    {number}. {said}"),
    "no-repairs": Text(
        "No change of up to three cells was found that leaves only one solution.",
        "3マスまでの変更で解を1つにする方法は見つかりませんでした。",
    ),
    "to-repair": Text(
        "To make the puzzle with the first change: xlnono make --puzzle {path} --repair NEW.xlsx",
        "最初の変更で問題を作るには: xlnono make --puzzle {path} --repair NEW.xlsx",
    ),
    "to-undo": Text("To undo: xlnono restore {path}", "元に戻すには: xlnono restore {path}"),
    "skipped-1": Text(
        "Skipped 1 file ({endings}): save it as .xlsx to include it.",
        "1ファイルを飛ばしました({endings})。.xlsx 形式で保存し直すと対象になります。",
    ),
    "skipped-several": Text(
        "Skipped {count} files ({endings}): save them as .xlsx to include them.",
        "{count}ファイルを飛ばしました({endings})。.xlsx 形式で保存し直すと対象になります。",
    ),
    "restored": Text(
        "Restored: {path} ({puzzles}; removed {sheets})",
        "元に戻しました: {path} ({puzzles}、{sheets})",
    ),
    "restored-puzzle": Text("{count} puzzle", "{count}問"),
    "restored-puzzles": Text("{count} puzzles", "{count}問"),
    "restored-sheet": Text("{count} sheet", "削除したシート {count}枚"),
    "restored-sheets": Text("{count} sheets", "削除したシート {count}枚"),
    "restored-plain": Text(
        "  Sheet “{sheet}”: the original look of its cells was not recorded; they now look like an "
        "empty template.",
        "  シート「{sheet}」: 元の書式の記録がないため、マスは空のひな形の書式にしました。",
    ),
    "nothing-to-restore": Text(
        "Nothing to restore: {path} contains no puzzle solved by xlnono with a log.",
        "元に戻すものはありません: {path} には、xlnono が解答手順を付けて解いた問題がありません。",
    ),
    "nothing-on-sheet": Text(
        "Nothing to restore: on sheet “{sheet}” of {path}, xlnono has neither solved a puzzle with "
        "a log nor corrected a clue. It has on: {sheets}.",
        "元に戻すものはありません: {path} のシート「{sheet}」では、xlnono は解答手順を付けて"
        "解いても、ヒントを訂正してもいません。元に戻せるシート: {sheets}。",
    ),
    "shared": Text("{path}: a workbook to share", "{path}: 共有用のブック"),
    "shared-removed": Text("  Removed: {kinds}.", "  取り除いたもの: {kinds}。"),
    "shared-clean": Text("  There was nothing to remove.", "  取り除くものはありませんでした。"),
    "shared-picture": Text(
        "  Added: sheet “{sheet}”, on which a formula draws the picture.",
        "  追加: シート「{sheet}」(数式が完成図を表示します)",
    ),
    "shared-hidden": Text(
        "  Hidden sheets that are not from xlnono stay: {sheets}. Look at them before you send "
        "the file.",
        "  xlnono のものではない非表示シートが残っています: {sheets}。渡す前に確かめてください。",
    ),
    "shared-links-1": Text(
        "  1 link leads to a file on your computer or network; it stays.",
        "  自分のパソコンやネットワークのファイルへのリンクが {count} 個残っています。",
    ),
    "shared-links-several": Text(
        "  {count} links lead to files on your computer or network; they stay.",
        "  自分のパソコンやネットワークのファイルへのリンクが {count} 個残っています。",
    ),
    "removed-sheets-1": Text("1 sheet ({titles})", "シート{count}枚({titles})"),
    "removed-sheets-several": Text("{count} sheets ({titles})", "シート{count}枚({titles})"),
    "removed-macros-1": Text("the macros", "マクロ"),
    "removed-macros-several": Text("the macros", "マクロ"),
    "removed-macro-sheets-1": Text("1 macro sheet", "マクロシート{count}枚"),
    "removed-macro-sheets-several": Text("{count} macro sheets", "マクロシート{count}枚"),
    "removed-ribbons-1": Text("1 change of the ribbon", "リボンの変更{count}件"),
    "removed-ribbons-several": Text("{count} changes of the ribbon", "リボンの変更{count}件"),
    "removed-buttons-1": Text("1 button", "ボタン{count}個"),
    "removed-buttons-several": Text("{count} buttons", "ボタン{count}個"),
    "removed-active-x-1": Text("1 ActiveX control", "ActiveX コントロール{count}個"),
    "removed-active-x-several": Text("{count} ActiveX controls", "ActiveX コントロール{count}個"),
    "removed-macro-links-1": Text(
        "the macro of 1 shape, which stays", "図形{count}個のマクロ(図形は残す)"
    ),
    "removed-macro-links-several": Text(
        "the macros of {count} shapes, which stay", "図形{count}個のマクロ(図形は残す)"
    ),
    "removed-copies-1": Text(
        "1 hidden copy of the unsolved workbook", "解く前のブックの控え{count}件"
    ),
    "removed-copies-several": Text(
        "{count} hidden copies of the unsolved workbook", "解く前のブックの控え{count}件"
    ),
    "removed-people-1": Text("1 name of a person", "人の名前{count}件"),
    "removed-people-several": Text("{count} names of people", "人の名前{count}件"),
    "removed-properties-1": Text("1 document property", "文書のプロパティ{count}件"),
    "removed-properties-several": Text("{count} document properties", "文書のプロパティ{count}件"),
    "removed-printers-1": Text("the settings of 1 printer", "プリンターの設定{count}件"),
    "removed-printers-several": Text(
        "the settings of {count} printers", "プリンターの設定{count}件"
    ),
    "removed-paths-1": Text("1 path", "パス{count}件"),
    "removed-paths-several": Text("{count} paths", "パス{count}件"),
    "removed-package-1": Text(
        "1 preview, label, signature or list of changes",
        "サムネイル・ラベル・署名・変更履歴{count}件",
    ),
    "removed-package-several": Text(
        "{count} previews, labels, signatures or lists of changes",
        "サムネイル・ラベル・署名・変更履歴{count}件",
    ),
    "written": Text("written: {path}", "保存: {path}"),
    "made": Text("{path}: a template of {rows} and {columns}", "{path}: {rows}{columns}のひな形"),
    "made-rows-1": Text("1 row", "1行"),
    "made-rows-several": Text("{count} rows", "{count}行"),
    "made-columns-1": Text("1 column", "1列"),
    "made-columns-several": Text("{count} columns", "{count}列"),
    "extended": Text(
        "{path}: buttons for LibreOffice Calc; open this file to install them",
        "{path}: LibreOffice Calc 用のボタン。このファイルを開くとインストールされます",
    ),
    "puzzle": Text(
        "{place}: {height}×{width}, {outcome}{rating}, {seconds:.2f} s ({engine})",
        "{place}: {height}×{width}、{outcome}{rating}、{seconds:.2f} 秒({engine})",
    ),
    "hint-for": Text("{place}: {hint}", "{place}: {hint}"),
    "located": Text("{place}: {said}", "{place}: {said}"),
    "why-for": Text("{place}:", "{place}:"),
    "fact": Text(", {fact}", "、{fact}"),
    "one-step": Text("1 step", "1手"),
    "steps": Text("{count} steps", "{count}手"),
    "remark": Text("  {remark}", "  {remark}"),
    "different": Text(
        "  The solutions differ where you see {black} (black) or {white} (white).",
        "  解によって異なるマス: {black} は黒、{white} は白",
    ),
    "solution": Text("  Solution {number}:", "  解{number}:"),
    "kernel": Text("compiled solver", "コンパイル済みエンジン"),
    "python": Text("slower solver in Python", "低速な Python 版エンジン"),
    "searching": Text(
        "{file} “{sheet}”: searching for typing mistakes",
        "{file}「{sheet}」: 入力ミスを探しています",
    ),
    "progress": Text(
        "{file} “{sheet}”: {done} of {cells} cells", "{file}「{sheet}」: {done} / {cells} マス"
    ),
    "checking": Text("{file}: line {line:,} of {lines:,}", "{file}: {line:,} / {lines:,} 行目"),
    "drawing": Text(
        "{file} “{sheet}”: drawing, {done} of {cells} cells",
        "{file}「{sheet}」: 描画中 {done} / {cells} マス",
    ),
    "stopped": Text(
        "Stopped. Every file written so far is complete.",
        "中断しました。それまでに書き込んだファイルはすべて無事です。",
    ),
    "verified": Text(
        "{title}: the proof holds. {height}x{width}, one solution, statements: {count}.",
        "{title}: 証明は正しいです。{height}x{width}、解は1つ、命題{count}個。",
    ),
    "verified-given": Text(
        "{title}: the proof holds. {height}x{width}, one solution, statements: {count}; cells "
        "taken as given: {given}.",
        "{title}: 証明は正しいです。{height}x{width}、解は1つ、命題{count}個"
        "(最初から分かっているマスは{given}個)。",
    ),
}
