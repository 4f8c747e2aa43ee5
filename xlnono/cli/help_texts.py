"""The help of the commands and options, in English and Japanese."""

from __future__ import annotations

from xlnono.language import Text

_SOURCES = Text(
    "SOURCES are files, folders (searched with all subfolders), wildcards such as “*.xlsx”, and "
    "lists: @list.txt is a text file with one path per line.",
    "SOURCES にはファイル、フォルダー(下の階層も含む)、「*.xlsx」のようなワイルドカード、"
    "リスト(@list.txt。1行に1つパスを書いたテキストファイル)を指定できます。",
)
"""Part of the help of every command that processes workbooks."""

HELP: dict[str, Text] = {
    "xlnono": Text(
        "Solve and explain nonogram puzzles inside spreadsheets.\n\n"
        "Exit codes: 0 all done, every puzzle has exactly one solution; 1 all done, but a "
        "puzzle has several solutions or none, or was not decided in time; 2 invalid command "
        "line; 3 something could not be read, solved or written; 130 stopped with "
        "Ctrl+C; 143 stopped by the system.",
        "表計算シートの中で、お絵かきロジックを解いて説明します。\n\n"
        "終了コード: 0 すべて完了し、どの問題も解が1つ。1 完了したが、解が複数・なし・時間内に"
        "決まらない問題がある。2 コマンドの書き方の誤り。3 読めない・解けない・書けないものが"
        "あった。130 Ctrl+C で中断。143 システムが中断。",
    ),
    "new": Text(
        "Create a blank template. “xlnono new 20x30 my.xlsx” makes one with 20 rows and 30 "
        "columns.",
        "空のひな形を作ります。例:「xlnono new 20x30 my.xlsx」(20行30列)。",
    ),
    "page": Text(
        "Write a web page that solves and explains puzzles.\n\n"
        "“xlnono page solve.html” writes one file that runs from disk in any current browser, also "
        "on phones, without Python and without a network. Existing files are never overwritten.",
        "問題を解いて説明する Web ページを1つのファイルに書き出します。\n\n"
        "「xlnono page solve.html」で作ったファイルは、Python もネットワークもなしで、パソコンや"
        "スマートフォンのブラウザーで開くだけで動きます。すでにあるファイルには書きません。",
    ),
    "verify": Text(
        "Check the proof of a puzzle whose log contains a search, line by line and without the "
        "engine that found it.\n\n"
        "FILE is a proof (name.proof.jsonl) or the workbook beside it, whose clues are then "
        "compared with those of the proof. Exit codes: 0 the picture is the only solution; 1 the "
        "proof does not hold; 2 invalid command line; 3 something could not be read; 130 stopped.",
        "解答手順に探索が含まれる問題の証明を、見つけたエンジンを使わずに1行ずつ確かめます。\n\n"
        "FILE は証明(名前.proof.jsonl)か、その隣のブックです。ブックの場合はヒントが証明と同じかも"
        "確かめます。終了コード: 0 その絵が唯一の解である。1 証明が成り立たない。"
        "2 コマンドの書き方の誤り。3 読めないものがあった。130 中断。",
    ),
    "convert": Text(
        "Convert puzzles between workbooks and puzzle files.\n\n"
        "“xlnono convert FILE OUT” converts one puzzle; the ending of OUT selects the format: "
        ".xlsx (a new template with the clues), .non, .xml (webpbn), .hint, .csv, .json, .gameid, "
        ".pbm or .png. With --out FOLDER, every argument is a source. FILE may also be a workbook "
        "with just two lists: the clues of the rows and those of the columns. Existing files are "
        "never overwritten.\n\n" + _SOURCES.en,
        "ブックと問題ファイルの間で形式を変換します。\n\n"
        "「xlnono convert FILE OUT」は1問を変換します。形式は OUT の末尾で決まります。使えるのは "
        "xlsx(ヒントの入った新しいひな形)、non、xml(webpbn)、hint、csv、json、gameid、"
        "pbm、png です。"
        "--out FOLDER を付けると、引数はすべて元のファイルになります。FILE は行のヒントと"
        "列のヒントを並べただけのブックでもかまいません。すでにあるファイルには書きません。\n\n"
        + _SOURCES.ja,
    ),
    "convert-out": Text(
        "Convert all SOURCES and write the results to FOLDER, in the same subfolders.",
        "SOURCES をすべて変換し、フォルダーの構造を保って FOLDER に書きます。",
    ),
    "to": Text(
        "With --out: the format to write, such as non (default: xlsx).",
        "--out と一緒に使います。書き出す形式。例: non(省略すると xlsx)。",
    ),
    "book": Text(
        "Make a book of puzzles: a page to print (.html) or a workbook to play in (.xlsx).\n\n"
        "The last argument is the new file, all others are sources, as in “xlnono book *.non "
        "book.html”. The page has contents, page numbers and the answers at the back; the workbook "
        "has an index that counts finished lines, a sheet for each puzzle, and the answers. "
        "Sources that cannot be read and puzzles without a solution are named and left out. An "
        "existing file is never overwritten.\n\n" + _SOURCES.en,
        "問題集を作ります。印刷用のページ(.html)か、書き込んで遊べるブック(.xlsx)です。\n\n"
        "最後の引数が新しいファイル、その前がすべて元のファイルです(例:「xlnono book *.non "
        "book.html」)。ページには目次とページ番号が付き、答えは巻末にまとまります。ブックには、"
        "完成した行と列を数える目次、1問1シートの問題、答えが入ります。読めないファイルと解のない"
        "問題は、名前を示して除きます。すでにあるファイルには書きません。\n\n" + _SOURCES.ja,
    ),
    "book-title-option": Text(
        "Title of the book (default: “Nonograms”).",
        "問題集の題名。省略すると「お絵かきロジック」。",
    ),
    "paper": Text(
        "Paper size: a4 or letter (default: a4).", "用紙の大きさ。a4 か letter。省略すると a4。"
    ),
    "per-page": Text(
        "In a page to print: at most 1, 2, 4 or 6 puzzles per page, fewer if the numbers would "
        "become too small (default: up to 4, as long as cells are 5.5 mm or larger).",
        "印刷用ページ1枚に入れる問題の最大数(1、2、4、6)。数字が小さくなりすぎるときは減らします。"
        "省略すると、マスが 5.5 mm 以上になる範囲で4問まで。",
    ),
    "make": Text(
        "Make a new puzzle with exactly one solution.\n\n"
        "“xlnono make --random 20x15 my.xlsx” makes a random puzzle with 20 rows and 15 columns. "
        "The ending of OUT selects the format, as for “convert”. Existing files are never "
        "overwritten. The same options and the same --seed always give the same file.\n\n"
        "Exit codes: 0 made; 1 none was found in time; 2 invalid command line; 3 something could "
        "not be read or written; 130 stopped.",
        "解がちょうど1つの新しい問題を作ります。\n\n"
        "「xlnono make --random 20x15 my.xlsx」は20行15列のランダムな問題を作ります。形式は"
        "「convert」と同じく OUT の末尾で決まります。すでにあるファイルには書きません。"
        "オプションと --seed が同じなら、いつも同じファイルになります。\n\n"
        "終了コード: 0 作った。1 時間内に見つからなかった。2 コマンドの書き方の誤り。3 読めない・"
        "書けないものがあった。130 中断。",
    ),
    "random": Text(
        "Make a random puzzle of this size.",
        "この大きさのランダムな問題を作ります。",
    ),
    "drawing-file": Text(
        "Make the puzzle of a picture drawn with cells of a workbook: dark fills and marks such as "
        "1 or ■ are black. --cell chooses one of several drawings, or its range, such as B2:K15. "
        "The picture is kept on a hidden sheet.",
        "ブックのセルで描いた絵から問題を作ります。濃い色のセルと、1 や ■ などの印が黒になります。"
        "絵が複数あるときは --cell でセルか範囲(例: B2:K15)を指定します。"
        "絵は隠しシートに残ります。",
    ),
    "black": Text(
        "With --random: the proportion of black cells, 0.1 to 0.9 (default: 0.6).",
        "--random で、黒マスの割合。0.1 から 0.9。省略すると 0.6。",
    ),
    "grade": Text(
        "With --random: how hard the puzzle is to be: easy, medium, hard, very-hard or extreme "
        "(default: any).",
        "--random で、問題の難しさ。easy、medium、hard、very-hard、extreme から選びます。"
        "省略すると何でも。",
    ),
    "lines-only": Text(
        "With --random: only a puzzle that can be solved line by line, without assumptions.",
        "--random で、仮定をせず1行・1列ずつで解ける問題だけを作ります。",
    ),
    "symmetric": Text(
        "With --random: make the left and the right half mirror images.",
        "--random で、絵を左右対称にします。",
    ),
    "seed": Text(
        "With --random: the seed of the random generator (default: another one each time).",
        "--random で、乱数の種になる数。省略すると毎回変わります。",
    ),
    "make-puzzle": Text(
        "Make the puzzle again from the picture of a puzzle file or workbook: the picture that a "
        "file holds, that of a filled grid, or the first solution.",
        "問題ファイルやブックの絵から問題を作り直します。ファイルに入っている絵、塗り終えた盤面の絵、"
        "または最初の解を使います。",
    ),
    "make-sheet": Text(
        "With --puzzle or --drawing: the sheet called NAME, or the puzzle of a file with this "
        "number or title.",
        "--puzzle と --drawing で、この名前のシート、または問題ファイルのこの番号か題名の問題を"
        "使います。",
    ),
    "repair-option": Text(
        "With --picture or --puzzle: if there are several solutions, change as few cells of the "
        "picture as possible, where it is least visible, and show it before and after.",
        "--picture か --puzzle で、解が1つにならなければ、目立たないマスをなるべく少なく変え、"
        "前後の絵を表示します。",
    ),
    "make-picture": Text(
        "Make the puzzle of a picture, such as a PNG or JPEG file, and show it in the terminal.",
        "画像(PNG や JPEG など)から問題を作り、その絵を端末に表示します。",
    ),
    "make-size": Text(
        "With --picture: the size of the puzzle (default: 30 cells along the longer side).",
        "--picture で、問題の大きさ。省略すると長い辺が30マスになります。",
    ),
    "threshold": Text(
        "With --picture: cells darker than this become black, 0 to 255 (default: auto).",
        "--picture で、この値より暗いマスを黒にします。0 から 255。省略すると自動(auto)。",
    ),
    "invert": Text(
        "With --picture: exchange black and white.", "--picture で、黒と白を入れ替えます。"
    ),
    "dither": Text(
        "With --picture: show greys as patterns of black and white cells.",
        "--picture で、灰色を黒と白の模様で表します。",
    ),
    "crop": Text(
        "With --picture: fill the whole size and cut off what sticks out (default: show the whole "
        "picture, with white margins).",
        "--picture で、大きさいっぱいに広げ、はみ出す部分を切ります(省略すると絵の全体を入れ、"
        "余白は白になります)。",
    ),
    "line": Text(
        "Show what each technique deduces from one line.\n\n"
        "CLUE is the clue, such as “3 2 1”; CELLS has a sign for each cell: # black, . white, "
        "? unknown. In the reasons, C3 is the third cell. Exit codes: 0 some arrangement fits; "
        "1 none does; 2 invalid command line; 3 the clue and the cells do not make a line.",
        "1本の行(または列)だけから、それぞれの手筋で何が分かるかを示します。\n\n"
        "CLUE はヒント(例:「3 2 1」)。CELLS は1マス1文字で、# は黒、. は白、? は未確定です。"
        "理由の中の C3 は3番目のマスを指します。終了コード: 0 置き方がある。1 置き方がない。"
        "2 コマンドの書き方の誤り。3 行として読めない。",
    ),
    "extension": Text(
        "Create the extension that adds the buttons to LibreOffice Calc.\n\n"
        "FILE is an .oxt file. To install it, open it or run “unopkg add FILE”. The buttons work "
        "in any workbook and use the Python installation that runs this command.",
        "LibreOffice Calc にボタンを付ける拡張機能を作ります。\n\n"
        "FILE は .oxt にします。開くか「unopkg add FILE」でインストールします。ボタンはどのブック"
        "でも使え、いま動いている Python を起動します。",
    ),
    "solve": Text(
        "Solve the puzzles in workbooks: paint the picture and write a log of every step.\n\n"
        "A single file named on its own is changed in place. For anything else, choose --out or "
        "--in-place.\n\n" + _SOURCES.en,
        "ブックの問題を解き、絵を塗り、解答手順のシートを書きます。\n\n"
        "1つのファイルだけを指定すると、そのファイルに書き込みます。それ以外では --out か "
        "--in-place を選んでください。\n\n" + _SOURCES.ja,
    ),
    "restore": Text(
        "Undo “solve” or “check --fix” in a workbook: remove what was painted, the log and the "
        "replay, or write back the clues as you had typed them.\n\n"
        "If a puzzle was both solved and corrected, what came last is undone first. Marks you made "
        "before or after solving stay. FILE is written in place. With nothing left to undo, "
        "nothing changes. Exit codes: 0 restored, or nothing to restore; 2 invalid command line; "
        "3 the file could not be read, restored or written; 130 stopped.",
        "ブックで「solve」や「check --fix」を取り消します。塗ったマス、解答手順、再生のシートを"
        "取り除くか、ヒントを入力したときの数字に戻します。\n\n"
        "解いた問題を訂正もしたときは、あとのほうから先に取り消します。解く前や解いたあとに自分で"
        "付けた印は残ります。FILE に上書きします。取り消すものがなければ、何も変わりません。"
        "終了コード: 0 元に戻した、または戻すものがない。2 コマンドの書き方の誤り。"
        "3 読めない・戻せない・書けない。130 中断。",
    ),
    "share": Text(
        "Write a copy of a workbook that you can send to anyone: an .xlsx file with the puzzle, "
        "the log, the replay and the charts.\n\n"
        "The copy has no macros, no buttons that need them, no settings of xlnono, no paths, no "
        "hidden copies and no personal data; everything else stays as it is. Without OUT, it is "
        "written beside FILE, to a new file. FILE is not changed.",
        "人に渡せるブックの写しを作ります。問題、解答手順、再生、グラフの入った .xlsx です。\n\n"
        "マクロ、マクロ用のボタン、xlnono の設定、パス、隠れた控え、個人情報は取り除き、"
        "ほかはすべてそのまま残します。OUT を省略すると、FILE の隣の新しいファイルに書きます。FILE "
        "は変えません。",
    ),
    "share-formula": Text(
        "Add a sheet on which a formula solves the puzzle, for Excel 2024 and Microsoft 365.",
        "数式で問題を解くシートも加えます(Excel 2024 か Microsoft 365 用)。",
    ),
    "share-page": Text(
        "Also write a web page that replays the solve, beside the copy.",
        "解き方を再生する Web ページも、写しと同じ場所に書きます。",
    ),
    "batch": Text(
        "Solve many workbooks in parallel and report on all of them.\n\n"
        + _SOURCES.en
        + "\n\nSources are never changed. A journal in the output folder records finished "
        "workbooks, so --resume can continue after Ctrl+C, a crash or a power cut. Exit codes: "
        "as for xlnono itself; 130 or 143 stopped, report written.",
        "多数のブックを複数のプロセスで解き、結果をまとめて報告します。\n\n"
        + _SOURCES.ja
        + "\n\n元のファイルは変えません。出力フォルダーの記録に終わったものを残すので、Ctrl+C や"
        "停電のあとも --resume で続けられます。終了コードはコマンド全体と同じです。130 と 143 は"
        "中断(レポートは書きます)。",
    ),
    "batch-out": Text(
        "Write the solved workbooks to FOLDER, in the same subfolders as the sources.",
        "解いたブックの出力フォルダー。フォルダーの構造はそのまま保ちます。",
    ),
    "report": Text(
        "Write a report to FILE: a workbook (.xlsx), a table (.csv) or JSON lines (.jsonl).",
        "レポートを書きます。ブック(.xlsx)、表(.csv)、1ブック1行の JSON(.jsonl)から選べます。",
    ),
    "resume": Text(
        "Skip workbooks that an earlier run into the same folder solved, unless the source or the "
        "result has changed since.",
        "同じ出力フォルダーに前回書き込んだもののうち、元も結果も変わっていないものを飛ばします。",
    ),
    "explain": Text(
        "Write a log, replay and grade for each puzzle (default). --no-explain is faster.",
        "各問題に解答手順、再生、難しさを付けます(既定)。--no-explain を付けると速く終わります。",
    ),
    "pattern": Text(
        "In folders, only process files whose path matches GLOB, such as “*a*.xlsx” or "
        "“easy/*.xlsx” (default: all).",
        "フォルダーの中では、パスがこの形のものだけを対象にします。例:「*a*.xlsx」"
        "「easy/*.xlsx」。",
    ),
    "jobs": Text(
        "Run N processes in parallel (default: the number of cores).",
        "同時に動かすプロセスの数。省略するとコアの数。",
    ),
    "scheduler": Text(
        "Run on the Dask cluster of this scheduler, such as tcp://10.0.0.1:8786 (requires "
        "xlnono[dask]).",
        "この Dask スケジューラーのクラスターで処理します。例: tcp://10.0.0.1:8786。"
        "xlnono[dask] が必要です。",
    ),
    "dry-run": Text(
        "Show what would be read and written, without doing it.",
        "何を読み、どこに書くかを表示するだけで、実行しません。",
    ),
    "quiet": Text("Only print errors.", "エラーのほかは何も表示しません。"),
    "json": Text(
        "Only print one line of JSON per workbook, as soon as it is done.",
        "ブックが1つ終わるごとに JSON を1行だけ出力します。",
    ),
    "json-one": Text(
        "Only print one line of JSON when everything is done; docs/json.md describes it.",
        "終わったときに JSON を1行だけ出力します。内容は docs/json.ja.md にあります。",
    ),
    "check": Text(
        "Check that each puzzle is valid and has one solution, rate its difficulty, and locate "
        "typing mistakes. Without --fix, nothing is written.\n\n" + _SOURCES.en,
        "問題が正しいか、解が1つか、難しさはどれくらいかを調べ、入力ミスを探します。"
        "--fix がなければ何も書き込みません。\n\n" + _SOURCES.ja,
    ),
    "fix": Text(
        "Write correction NUMBER of the list that “check” shows into the clue cells of a single "
        "workbook. “xlnono restore” takes it back.",
        "「check」が示した訂正のうち、この番号のものを1つのブックのヒントに書き込みます。"
        "「xlnono restore」で元に戻せます。",
    ),
    "fix-out": Text(
        "With --fix, write the corrected workbook to FOLDER and leave the source unchanged.",
        "--fix で直したブックを FOLDER に書き、元のファイルは変えません。",
    ),
    "solutions": Text(
        "Find up to N solutions, and whether there are more (default: 2, just to see whether there "
        "are several).",
        "解を N 個まで探し、ほかにもあるかを調べます(省略すると2。複数あるかだけを調べます)。",
    ),
    "show": Text(
        "Show the solved pictures in the terminal, or make pictures of them.\n\n"
        "Without --as or --out, nothing is written. With --as, one picture goes to standard "
        "output, as in “xlnono show cat.non --as svg > cat.svg”, or any number to the file of "
        "--out: several become files with numbers, or one page in .html. Existing files are never "
        "overwritten.\n\n" + _SOURCES.en,
        "解いた絵を端末に表示するか、絵のファイルにします。\n\n"
        "--as も --out もなければ何も書き込みません。--as を付けると、1枚の絵を標準出力に出します"
        "(例:「xlnono show cat.non --as svg > cat.svg」)。--out のファイルには何枚でも書けます。"
        "複数のときは番号付きのファイル、.html なら1つのページになります。すでにあるファイルには"
        "書きません。\n\n" + _SOURCES.ja,
    ),
    "as": Text(
        "Make a picture (png or svg) or a page to print (html) of each puzzle (default with --out: "
        "by its extension).",
        "問題を絵(png、svg)や印刷用ページ(html)にします。省略すると --out の拡張子で決まります。",
    ),
    "show-out": Text("Write the pictures to FILE.", "絵を FILE に書きます。"),
    "blank": Text(
        "Draw the puzzles without their solutions.", "答えを描かず、空の問題を絵にします。"
    ),
    "hint": Text(
        "Show the next step from your marks on the board, or which marks are wrong. Nothing is "
        "written.\n\n"
        "Cells painted by xlnono do not count as your marks.\n\n" + _SOURCES.en + "\n\n"
        "Exit codes: 0 a hint was given, or the board is complete; 1 marks are wrong, or no step "
        "follows from them; 2 invalid command line; 3 something could not be read; 130 stopped.",
        "盤面の印から進められる1手、または印の誤りを示します。何も書き込みません。\n\n"
        "xlnono が塗ったマスは印に数えません。\n\n" + _SOURCES.ja + "\n\n"
        "終了コード: 0 ヒントを示した、または完成している。1 印に誤りがある、または進められる手が"
        "ない。2 コマンドの書き方の誤り。3 読めないものがあった。130 中断。",
    ),
    "why": Text(
        "Show why a cell is black or white, or how its row and its column leave it open. Nothing "
        "is written.\n\n"
        "FILE is a workbook or a puzzle file. CELL is the address of a cell in the grid, such as "
        "F7, or R5C3 (row 5, column 3) in a puzzle file.\n\n"
        "Exit codes: 0 a reason was found; 1 the clues and marks leave the cell open, they contain "
        "a mistake, or the time ran out; 2 invalid command line; 3 something could not be read; "
        "130 stopped.",
        "マスが黒または白になる理由、あるいは行や列だけでは決まらないわけを示します。何も書き込みません。"
        "\n\n"
        "FILE はブックか問題ファイル、CELL は盤面のマスの番地(例: F7。問題ファイルでは R5C3 "
        "= 5行3列)です。\n\n"
        "終了コード: 0 理由が分かった。1 印とヒントからは決まらない、誤りがある、または時間切れ。"
        "2 コマンドの書き方の誤り。3 読めないものがあった。130 中断。",
    ),
    "doctor": Text(
        "Show what is installed, which engine is used, which Python a button would start, and how "
        "to fix what is missing. Nothing is changed.\n\n"
        "For a WORKBOOK with buttons, also check its macros, its names and the Python on its sheet "
        "xlwings.conf; that Python is started to see what is installed there, unless the file is "
        "marked as downloaded from the internet. Exit codes: 0 nothing is wrong; 1 something needs "
        "attention; 2 invalid command line; 3 the workbook could not be read; 130 stopped.",
        "何がインストールされ、どのエンジンが解き、ボタンがどの Python を使うか、足りないものを"
        "どうすればよいかを示します。何も変更しません。\n\n"
        "ボタンのある WORKBOOK を指定すると、マクロ、名前、シート xlwings.conf の Python も"
        "調べます。その Python は起動して確かめます(インターネットから来た印のあるファイルを除く)。"
        "終了コード: 0 問題なし。1 対処が必要なものがある。2 コマンドの書き方の誤り。3 ブックを"
        "読めない。130 中断。",
    ),
    "macro": Text(
        "Add buttons for Excel; FILE must then be an .xlsm file.",
        "Excel 用のボタンを付けます。FILE は .xlsm にします。",
    ),
    "formula": Text(
        "Add a sheet on which a formula draws the picture while you type the clues; needs no "
        "Python and no macros, but Excel 2024 or Microsoft 365. At most 46 rows and columns.",
        "ヒントを入力するそばから、数式が絵を描くシートを付けます。Python もマクロも不要ですが、"
        "Excel 2024 か Microsoft 365 が必要です。縦横とも 46 まで。",
    ),
    "clues": Text(
        "Type one number per cell (cells), or each clue into one wide cell, such as 3 1 2 (text) "
        "(default: cells).",
        "ヒントの入力方法。cells は1セルに数字1つ、text は「3 1 2」のように1行・1列分を1つの広い"
        "セルに。省略すると cells。",
    ),
    "level": Text(
        "How much to reveal: 1 where to look, 2 also the technique, 3 also the cells and the "
        "reason (default: 1).",
        "どこまで示すか。1 見る場所、2 手筋も、3 マスと理由も。省略すると1。",
    ),
    "replay": Text(
        "Show how a puzzle is solved, step by step, in a separate file. OUT ends in .html (a page "
        "to play and step through), .gif (an animation), or .png or .svg (a single picture). The "
        "workbook is not changed.",
        "ブックの問題の解き方を1手ずつ、別のファイルに描きます。OUT の末尾で形式が決まります。"
        ".html(再生やコマ送りのできるページ)、.gif(動画)、.png と .svg(1枚の絵)。"
        "ブックには書き込みません。",
    ),
    "speed": Text(
        "Show N steps or cells per second in .html and .gif files (default: 4).",
        ".html と .gif で1秒に進む手数またはマス数。省略すると4。",
    ),
    "unit": Text(
        "Unit of --speed (default: steps). With cells, a .gif shows one cell at a time.",
        "--speed が数えるもの。steps は手、cells はマス。省略すると steps。"
        "cells の .gif は1マスずつ進みます。",
    ),
    "step": Text(
        "Show the board after step K in .png and .svg files, 0 for the start (default: the last "
        "step, or two solutions if there are several).",
        ".png と .svg に描く手順の番号(0 は開始)。省略すると最後の盤面、解が複数あれば2つの解。",
    ),
    "out": Text(
        "Write the solved workbooks to FOLDER and leave the sources unchanged.",
        "解いたブックを FOLDER に書き、元のファイルは変えません。",
    ),
    "in-place": Text(
        "Change the workbooks themselves (default only for a single file named on its own).",
        "元のブックに書き込みます(1つのファイルだけを指定したときは省略できます)。",
    ),
    "sheet": Text(
        "Only process the sheet called NAME (default: all).", "この名前のシートだけを対象にします。"
    ),
    "cell": Text(
        "Choose the puzzle that contains or touches the cell ADDRESS, such as B5 (default: all).",
        "問題が複数あるとき、このセル(例: B5)を含むか、これに接する問題を選びます。",
    ),
    "seconds": Text(
        "Time limit for each puzzle in seconds (default: 60).",
        "1問あたりの制限時間(秒)。省略すると60秒。",
    ),
    "lang": Text(
        "Language of messages, templates, logs and replays (default: the system’s; for logs and "
        "replays, the language of the sheet).",
        "表示、ひな形、解答手順、再生の言語。省略するとシステムの言語(解答手順と再生はシートの言語)。",
    ),
    "help": Text("Show this message and exit.", "この説明を表示します。"),
    "version": Text("Show the version and exit.", "バージョンを表示します。"),
    "required": Text("[required]", "[必須]"),
    "usage-heading": Text("Usage: ", "使い方: "),
    "options-heading": Text("Options", "オプション"),
    "commands-heading": Text("Commands", "コマンド"),
}
