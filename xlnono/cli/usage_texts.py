"""What is said of an invalid command line, in English and Japanese."""

from __future__ import annotations

from xlnono.language import Text

USAGE_ERRORS: dict[str, Text] = {
    "convert-folder": Text(
        "Name one file and the file to write, or add --out FOLDER to convert any number of files; "
        "--to needs --out.",
        "元のファイルと書き込み先を1つずつ指定するか、いくつも変換するなら --out FOLDER を付けて"
        "ください。--to は --out と一緒に使います。",
    ),
    "book-out": Text(
        "Name the sources and after them OUT, the file to write, as in “xlnono book *.non "
        "book.html”.",
        "元のファイルのあとに、書き込み先の OUT を指定してください。例:「xlnono book *.non "
        "book.html」",
    ),
    "bad-paper": Text(
        "Unknown paper size “{value}”: use a4 or letter.",
        "{value} という用紙はありません。a4 か letter を書いてください。",
    ),
    "bad-per-page": Text(
        "Invalid number of puzzles per page “{value}”: use 1, 2, 4 or 6.",
        "{value} は1ページの問題数として使えません。1、2、4、6 のどれかを書いてください。",
    ),
    "bad-threshold": Text(
        "Invalid threshold “{value}”: expected auto or a whole number from 0 to 255.",
        "{value} は境目の明るさとして使えません。auto か 0 から 255 までの数を書いてください。",
    ),
    "make-source": Text(
        "Say what to make the puzzle from, with just one of --random SIZE, --picture FILE, "
        "--drawing FILE and --puzzle FILE.",
        "何から問題を作るかを、--random SIZE、--picture FILE、--drawing FILE、--puzzle FILE の"
        "どれか1つで指定してください。",
    ),
    "make-misused": Text(
        "{name} only works with {sources}.", "{name} は {sources} と一緒に使います。"
    ),
    "bad-black": Text(
        "Invalid proportion of black cells “{value}”: expected a number from 0.1 to 0.9.",
        "{value} は黒マスの割合として使えません。0.1 から 0.9 までの数を書いてください。",
    ),
    "bad-grade": Text(
        "Unknown grade “{value}”: use easy, medium, hard, very-hard or extreme.",
        "{value} という難しさはありません。easy、medium、hard、very-hard、extreme のどれかを"
        "書いてください。",
    ),
    "bad-seed": Text(
        "Invalid seed “{value}”: expected a whole number of at most 18 digits.",
        "{value} は乱数の種として使えません。18桁までの整数を書いてください。",
    ),
    "bad-clue": Text(
        "Invalid clue “{value}”: expected whole numbers, such as 3 2 1.",
        "{value} はヒントではありません。「3 2 1」のように数字を書いてください。",
    ),
    "bad-solutions": Text(
        "Invalid number of solutions “{value}”: expected a whole number from 2 to 9999.",
        "{value} は解の数として使えません。2 から 9999 までの数を書いてください。",
    ),
    "bad-as": Text(
        "Unknown format “{value}”: use png, svg or html.",
        "{value} という形式はありません。png、svg、html のどれかを書いてください。",
    ),
    "blank-needs-as": Text(
        "--blank makes a picture: add --as png, svg or html, or --out FILE.",
        "--blank は絵にするときに使います。--as(png、svg、html)か --out FILE を付けてください。",
    ),
    "png-to-terminal": Text(
        "A terminal cannot show PNG: add --out FILE, or redirect the output to a file.",
        "端末に PNG は表示できません。--out FILE を付けるか、出力をファイルに向けてください。",
    ),
    "json-needs-out": Text(
        "With --json, standard output is for the JSON: add --out FILE for the pictures.",
        "--json を付けると標準出力には JSON が出ます。絵は --out FILE で書いてください。",
    ),
    "several-to-show": Text(
        "There are several puzzles, but standard output takes one picture: choose one with "
        "--sheet, or add --out FILE.",
        "問題が複数ありますが、標準出力に出せる絵は1枚です。--sheet で1つを選ぶか、"
        "--out FILE を付けてください。",
    ),
    "size": Text(
        "Invalid size “{value}”: expected ROWSxCOLUMNS, for example 20x30.",
        "{value} は大きさではありません。20x30 のように行数と列数を書いてください。",
    ),
    "bad-seconds": Text(
        "Invalid number of seconds “{value}”: expected a number above 0, for example 30.",
        "{value} は秒数ではありません。30 のように 0 より大きい数を書いてください。",
    ),
    "bad-jobs": Text(
        "Invalid number of processes “{value}”: expected a whole number from 1 to 9999.",
        "{value} はプロセスの数として使えません。1 から 9999 までの数を書いてください。",
    ),
    "bad-speed": Text(
        "Invalid speed “{value}”: expected a number from 0.01 to 1000.",
        "{value} は速さとして使えません。0.01 から 1000 までの数を書いてください。",
    ),
    "bad-unit": Text(
        "Unknown unit “{value}”: use steps or cells.",
        "{value} という単位はありません。steps か cells を書いてください。",
    ),
    "bad-cell": Text(
        "Invalid cell “{value}”: expected an address such as B5, or R5C3 in a puzzle file.",
        "{value} はセルの番地ではありません。B5(問題ファイルでは R5C3)のように書いてください。",
    ),
    "bad-step": Text(
        "Invalid step “{value}”: expected a whole number, 0 for the start.",
        "{value} は手順の番号ではありません。0(開始)以上の整数を書いてください。",
    ),
    "bad-fix": Text(
        "Invalid correction “{value}”: expected its number in the list, such as 1.",
        "{value} は訂正の番号ではありません。一覧にある番号(例: 1)を書いてください。",
    ),
    "bad-language": Text(
        "Unknown language “{value}”: use en or ja.",
        "{value} という言語はありません。en か ja を書いてください。",
    ),
    "bad-clues": Text(
        "Unknown way to type clues “{value}”: use cells or text.",
        "{value} という入力方法はありません。cells か text を書いてください。",
    ),
    "bad-level": Text(
        "Unknown level “{value}”: use 1, 2 or 3.",
        "{value} という段階はありません。1、2、3 のどれかを書いてください。",
    ),
    "missing": Text(
        "Missing {name}: see “{command} --help”.",
        "{name} がありません。「{command} --help」を見てください。",
    ),
    "misused": Text(
        "Invalid use of {name}: see “{command} --help”.",
        "{name} の使い方が違います。「{command} --help」を見てください。",
    ),
    "too-much": Text(
        "Unexpected extra arguments: see “{command} --help”.",
        "余分な語があります。「{command} --help」を見てください。",
    ),
    "no-option": Text(
        "Unknown option “{name}”.{meant} See “{command} --help”.",
        "オプション {name} はありません。{meant}「{command} --help」を見てください。",
    ),
    "no-command": Text(
        "Unknown command “{name}”.{meant} See “xlnono --help”.",
        "コマンド {name} はありません。{meant}「xlnono --help」を見てください。",
    ),
    "did-you-mean": Text(" Did you mean “{name}”?", "「{name}」ではありませんか。"),
    "fix-one-file": Text(
        "--fix corrects a single workbook: name just one file. Nothing was written.",
        "--fix で直せるのは1つのブックだけです。ファイルを1つだけ指定してください。"
        "何も書き込んでいません。",
    ),
    "fix-missing": Text(
        "--out is for --fix: “check” writes nothing else.",
        "--out は --fix といっしょに使います。「check」だけなら何も書き込みません。",
    ),
    "choose-output": Text(
        "Add --out FOLDER to write solved copies to a folder, or --in-place to change the "
        "workbooks themselves. Without either, xlnono only changes a single file that you name. "
        "Nothing was written.",
        "解いたブックを別のフォルダーに書くには --out FOLDER、元のブックに書き込むには "
        "--in-place を付けてください。どちらもなければ、名前を挙げた1つのファイルにしか"
        "書き込みません。何も書き込んでいません。",
    ),
    "one-output": Text(
        "Use either --out or --in-place, not both. Nothing was written.",
        "--out と --in-place は同時に使えません。どちらか一方にしてください。"
        "何も書き込んでいません。",
    ),
}
