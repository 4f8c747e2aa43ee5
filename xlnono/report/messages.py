"""The words of a report."""

from __future__ import annotations

from xlnono.language import Text

WORDS: dict[str, Text] = {
    "summary sheet": Text("Summary", "概要"),
    "puzzles sheet": Text("Puzzles", "問題一覧"),
    "errors sheet": Text("Errors", "エラー"),
    "typing mistakes sheet": Text("Typing mistakes", "入力ミス"),
    "repairs sheet": Text("Repairs", "絵の修正案"),
    "title": Text("Batch report", "一括処理のレポート"),
    "Made": Text("Report made", "作成日時"),
    "Workbooks": Text("Workbooks", "ブックの数"),
    "Written": Text("Workbooks solved and written", "解いて書き出したブック"),
    "Faulty": Text("Workbooks with errors", "エラーのあったブック"),
    "Puzzles": Text("Puzzles", "問題の数"),
    "Errors": Text("Errors", "エラーの数"),
    "All time": Text("Time for all workbooks (s)", "全ブックの処理時間(秒)"),
    "Solving time": Text("Solving time (s)", "うち解答にかかった時間(秒)"),
    "Longest time": Text("Longest solving time (s)", "最も長くかかった問題(秒)"),
    "no puzzles": Text("No puzzle was read.", "読み込めた問題はありません。"),
    "no errors": Text("No errors.", "エラーはありませんでした。"),
    "outcomes": Text("Puzzles by outcome", "結果ごとの問題の数"),
    "grades": Text("Puzzles by difficulty", "難しさごとの問題の数"),
    "times": Text("Puzzles by solving time", "解答時間ごとの問題の数"),
    "sizes": Text("Puzzles by size", "大きさごとの問題の数"),
    "codes": Text("Errors by code", "コードごとのエラー"),
    "Seconds": Text("Seconds", "秒"),
    "Longer side": Text("Longer side, in cells", "長い辺のマス数"),
    "ungraded": Text("not graded", "判定なし"),
    "under": Text("under {below}", "{below} 未満"),
    "between": Text("{first}–{last}", "{first}〜{last}"),
    "from": Text("{first} or more", "{first} 以上"),
    "no pictures": Text(
        "The sheet with the puzzles has no pictures, because it would take too long to open: there "
        "are {count:,} puzzles, and the limit for pictures is {most:,}.",
        "問題が {count:,} 問あり、開くのに時間がかかりすぎるため、問題一覧に画像を"
        "入れていません。画像を入れるのは {most:,} 問までです。",
    ),
    "unlinked": Text(
        "{count:,} file names have no link: a sheet can hold {most:,} links of up to {longest:,} "
        "characters.",
        "リンクのないファイル名が {count:,} 個あります。1枚のシートに置けるリンクは "
        "{most:,} 個まで、長さは {longest:,} 文字までです。",
    ),
    "continued": Text(
        "A sheet has room for {most:,} rows; the rest are on these sheets: {sheets}.",
        "1枚のシートに入るのは {most:,} 行までのため、続きは次のシートにあります: {sheets}",
    ),
    "Workbook": Text("Workbook", "ブック"),
    "Sheet": Text("Sheet", "シート"),
    "Corrections": Text("What is probably wrong", "考えられる入力ミス"),
    "Repairs": Text("What leaves only one solution", "解を1つにする変更"),
    "Cell": Text("Cell", "セル"),
    "Rows": Text("Rows", "縦"),
    "Columns": Text("Columns", "横"),
    "Outcome": Text("Outcome", "結果"),
    "Grade": Text("Difficulty", "難しさ"),
    "Rating": Text("Rating", "難度"),
    "At least": Text("At least", "難しさの下限"),
    "Explanation": Text("Explanation", "説明"),
    "Steps": Text("Steps", "手順の数"),
    "Rounds": Text("Rounds", "ラウンド"),
    "Time": Text("Time (s)", "時間(秒)"),
    "Engine": Text("Engine", "解答エンジン"),
    "Grid": Text("Grid", "盤面"),
    "Solved file": Text("Solved file", "解答済みファイル"),
    "Picture": Text("Picture", "画像"),
    "What is wrong": Text("Error and what to do", "内容と対処"),
    "Code": Text("Code", "コード"),
    "page": Text("Page &P of &N", "&P / &N ページ"),
    "described": Text(
        "{sheet}: {height} rows × {width} columns", "{sheet}: 縦 {height} × 横 {width}"
    ),
}
