"""The words of a report."""

from __future__ import annotations

from xlnono.errors import Language

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "summary sheet": "Summary",
        "puzzles sheet": "Puzzles",
        "errors sheet": "Errors",
        "title": "Report of a batch",
        "Made": "Report made",
        "Workbooks": "Workbooks",
        "Written": "Workbooks solved and written",
        "Faulty": "Workbooks with errors",
        "Puzzles": "Puzzles",
        "Errors": "Errors",
        "All time": "Time of all workbooks (s)",
        "Solving time": "Of that, solving (s)",
        "Longest time": "Longest time of a puzzle (s)",
        "no puzzles": "No puzzle was read.",
        "no errors": "Nothing went wrong.",
        "outcomes": "Puzzles by outcome",
        "grades": "Puzzles by difficulty",
        "times": "Puzzles by solving time",
        "sizes": "Puzzles by size",
        "codes": "Errors by code",
        "Seconds": "Seconds",
        "Longer side": "Longer side, in cells",
        "ungraded": "not graded",
        "under": "under {below}",
        "between": "{first}–{last}",
        "from": "{first} and more",
        "no pictures": (
            "The sheet with the puzzles has no pictures, for it would take too long to open: "
            "there are {count:,} puzzles, and pictures are shown of up to {most:,}."
        ),
        "unlinked": (
            "{count:,} files are named without a link: a sheet can hold {most:,} links of up to "
            "{longest:,} characters."
        ),
        "continued": (
            "The rows go on on further sheets, for a sheet has room for {most:,}: {sheets}."
        ),
        "Workbook": "Workbook",
        "Sheet": "Sheet",
        "Cell": "Cell",
        "Rows": "Rows",
        "Columns": "Columns",
        "Outcome": "Outcome",
        "Grade": "Difficulty",
        "Score": "Score",
        "At least": "At least",
        "Explanation": "Explanation",
        "Steps": "Steps",
        "Time": "Time (s)",
        "Engine": "Engine",
        "Solved file": "Solved file",
        "Picture": "Picture",
        "What is wrong": "What is wrong and what to do",
        "Code": "Code",
        "page": "Page &P of &N",
        "described": "{sheet}: {height} rows × {width} columns",
    },
    "ja": {
        "summary sheet": "概要",
        "puzzles sheet": "問題一覧",
        "errors sheet": "エラー",
        "title": "一括処理のレポート",
        "Made": "作成日時",
        "Workbooks": "ブックの数",
        "Written": "解いて書き出したブック",
        "Faulty": "エラーのあったブック",
        "Puzzles": "問題の数",
        "Errors": "エラーの数",
        "All time": "全ブックの処理時間(秒)",
        "Solving time": "うち解答にかかった時間(秒)",
        "Longest time": "最も長くかかった問題(秒)",
        "no puzzles": "読み込めた問題はありません。",
        "no errors": "エラーはありませんでした。",
        "outcomes": "結果ごとの問題の数",
        "grades": "難しさごとの問題の数",
        "times": "解答時間ごとの問題の数",
        "sizes": "大きさごとの問題の数",
        "codes": "コードごとのエラー",
        "Seconds": "秒",
        "Longer side": "長い辺のマス数",
        "ungraded": "判定なし",
        "under": "{below} 未満",
        "between": "{first}〜{last}",
        "from": "{first} 以上",
        "no pictures": (
            "問題が {count:,} 問あり、開くのに時間がかかりすぎるため、問題一覧に画像を"
            "入れていません。画像を入れるのは {most:,} 問までです。"
        ),
        "unlinked": (
            "リンクのないファイル名が {count:,} 個あります。1枚のシートに置けるリンクは "
            "{most:,} 個まで、長さは {longest:,} 文字までです。"
        ),
        "continued": (
            "1枚のシートに入るのは {most:,} 行までのため、続きは次のシートにあります: {sheets}"
        ),
        "Workbook": "ブック",
        "Sheet": "シート",
        "Cell": "セル",
        "Rows": "縦",
        "Columns": "横",
        "Outcome": "結果",
        "Grade": "難しさ",
        "Score": "点数",
        "At least": "難しさの下限",
        "Explanation": "説明",
        "Steps": "手順の数",
        "Time": "時間(秒)",
        "Engine": "解答エンジン",
        "Solved file": "解答済みファイル",
        "Picture": "画像",
        "What is wrong": "内容と対処",
        "Code": "コード",
        "page": "&P / &N ページ",
        "described": "{sheet}: 縦 {height} × 横 {width}",
    },
}
