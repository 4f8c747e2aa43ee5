"""What `xlnono doctor` says of its findings, in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import NamedTuple

from xlnono.language import Language, Text, in_language

_LONGEST_REASON = 300


class _Words(NamedTuple):
    """A message, and what to do about it where there is something to do."""

    message: Text
    advice: Text = Text("", "")


_HEADINGS: dict[str, Text] = {
    "xlnono": Text("xlnono", "xlnono"),
    "libraries": Text("Libraries", "ライブラリ"),
    "buttons": Text("Buttons in Excel", "Excel のボタン"),
    "libreoffice": Text("LibreOffice", "LibreOffice"),
    "workbook": Text("Workbook", "ブック"),
}
_SUMMARIES: tuple[Text, ...] = (
    Text("Nothing is wrong.", "問題は見つかりませんでした。"),
    Text(
        "One thing needs attention: the line marked with !.",
        "対処が必要なものが1件あります(! の行)。",
    ),
    Text(
        "{wrong} things need attention: the lines marked with !.",
        "対処が必要なものが{wrong}件あります(! の行)。",
    ),
)
_PLACES: dict[str, Text] = {
    "sheet": Text("the sheet xlwings.conf", "シート xlwings.conf"),
    "": Text("no path is set, so the first one on the PATH", "パスの設定なし。PATH で最初のもの"),
}
_INSTALL = Text(
    "In the folder of xlnono, run: {python} -m pip install .",
    "xlnono のフォルダーで実行してください: {python} -m pip install .",
)
_LIBRARY = Text(
    'Run: {python} -m pip install --force-reinstall "{name}{bounds}"',
    '次を実行してください: {python} -m pip install --force-reinstall "{name}{bounds}"',
)
_NAME_PYTHON = Text(
    "Write the full path of a Python that has xlnono and xlwings there, such as {this}.",
    "xlnono と xlwings の入った Python のフルパスを書いてください(例: {this})。",
)
_NEW_BOOK = Text(
    "xlnono new --macro makes a workbook with them.",
    "xlnono new --macro で、これらの付いたブックを作れます。",
)

_WORDS: dict[str, _Words] = {
    "unexpected": _Words(
        Text("This could not be looked at: {reason}", "調べられませんでした: {reason}"),
        Text(
            "If all libraries are in order, please report this.",
            "ライブラリに問題がなければ、この内容をお知らせください。",
        ),
    ),
    "xlnono": _Words(Text("xlnono {version}, in {path}", "xlnono {version}、場所: {path}")),
    "not-installed": _Words(
        Text(
            "xlnono is not installed: this is a copy that was started without installing it.",
            "xlnono はインストールされていません。フォルダーから直接動いています。",
        ),
        _INSTALL,
    ),
    "install-differs": _Words(
        Text(
            "What was installed ({version}) does not match these files: they are newer or older.",
            "インストール時の記録({version})が、いまのファイルと合っていません。",
        ),
        _INSTALL,
    ),
    "python": _Words(
        Text("Python {version}, {path} ({platform})", "Python {version}、{path}({platform})")
    ),
    "kernel": _Words(
        Text("Engine: the compiled kernel decides.", "エンジン: コンパイル済みエンジンが解きます。")
    ),
    "kernel-broken": _Words(
        Text(
            "Engine: Python decides, which is slower; the compiled kernel is there but cannot be "
            "loaded: {reason}",
            "エンジン: Python エンジンが解きます(遅くなります)。コンパイル済みエンジンは"
            "ありますが、読み込めません: {reason}",
        ),
        Text(
            "In the folder of xlnono, run: {python} -m pip install --force-reinstall --no-deps .",
            "xlnono のフォルダーで実行してください: "
            "{python} -m pip install --force-reinstall --no-deps .",
        ),
    ),
    "kernel-not-in-source": _Words(
        Text(
            "Engine: Python decides, which is slower; xlnono runs from its source folder {path}, "
            "which has no compiled kernel.",
            "エンジン: Python エンジンが解きます(遅くなります)。ソースのフォルダー {path} から"
            "動いていて、そこにはコンパイル済みエンジンがありません。",
        ),
        Text(
            "Start it from another folder, so that the installed one is taken; or, with a C++ "
            "compiler, run there: {python} -m pip install -e .",
            "ほかのフォルダーから起動すると、インストールしたほうが使われます。または C++ "
            "コンパイラを用意し、そこで実行してください: {python} -m pip install -e .",
        ),
    ),
    "no-kernel": _Words(
        Text(
            "Engine: Python decides, which is slower; there was no C++ compiler when xlnono was "
            "installed, or it failed.",
            "エンジン: Python エンジンが解きます(遅くなります)。インストール時に C++ コンパイラが"
            "なかったか、コンパイルに失敗しました。",
        ),
        Text(
            "To get the kernel, install a C++ compiler, then run in the folder of xlnono: "
            "{python} -m pip install --force-reinstall --no-deps .",
            "コンパイル済みエンジンを使うには、C++ コンパイラを入れてから xlnono のフォルダーで実行"
            "してください: {python} -m pip install --force-reinstall --no-deps .",
        ),
    ),
    "python-fails": _Words(
        Text("{path} cannot be started again: {reason}", "{path} を起動できません: {reason}"),
        Text("Install Python again.", "Python をインストールし直してください。"),
    ),
    "library": _Words(Text("{name} {version}", "{name} {version}")),
    "library-missing": _Words(
        Text(
            "{name} is missing (needed: {name}{bounds}).",
            "{name} がありません(必要: {name}{bounds})。",
        ),
        _LIBRARY,
    ),
    "library-version": _Words(
        Text(
            "{name} {version} is not the version needed ({name}{bounds}).",
            "{name} {version} は必要なバージョンではありません({name}{bounds})。",
        ),
        _LIBRARY,
    ),
    "library-broken": _Words(
        Text(
            "{name} {version} is installed but cannot be loaded: {reason}",
            "{name} {version} はありますが、読み込めません: {reason}",
        ),
        _LIBRARY,
    ),
    "no-xlwings": _Words(
        Text(
            "xlwings is not in this Python. Only the buttons in Excel need it.",
            "この Python に xlwings はありません。必要なのは Excel のボタンだけです。",
        ),
        Text(
            'For the buttons, run: {python} -m pip install "{pip}"',
            'ボタンを使うには、次を実行してください: {python} -m pip install "{pip}"',
        ),
    ),
    "part": _Words(Text("{name}, for xlwings", "{name}(xlwings が使うもの)")),
    "part-missing": _Words(
        Text(
            "{name}, which xlwings needs here, cannot be loaded: {reason}",
            "xlwings に必要な {name} を読み込めません: {reason}",
        ),
        Text(
            'Run: {python} -m pip install --force-reinstall "{pip}"',
            '次を実行してください: {python} -m pip install --force-reinstall "{pip}"',
        ),
    ),
    "excel": _Words(Text("Excel: {path}", "Excel: {path}")),
    "no-excel": _Words(
        Text(
            "Excel was not found. Without it the commands work, the buttons do not.",
            "Excel が見つかりません。コマンドは使えますが、ボタンは動きません。",
        )
    ),
    "no-excel-here": _Words(
        Text(
            "There is no Excel for this system. The commands work without it; LibreOffice shows "
            "the workbooks.",
            "このシステム用の Excel はありません。コマンドは Excel なしで使え、ブックは "
            "LibreOffice で開けます。",
        )
    ),
    "applescript": _Words(
        Text(
            "The script with which Excel starts Python: {path}",
            "Excel が Python を起動するためのスクリプト: {path}",
        )
    ),
    "no-applescript": _Words(
        Text(
            "The script with which Excel starts Python is not in {path}, or is of another "
            "version of xlwings.",
            "Excel が Python を起動するためのスクリプトが {path} にないか、別のバージョンの "
            "xlwings のものです。",
        ),
        Text(
            "Run once in a terminal: {python} -m xlwings.cli runpython install",
            "ターミナルで一度実行してください: {python} -m xlwings.cli runpython install",
        ),
    ),
    "made-here": _Words(
        Text(
            "Workbooks that are made here by xlnono new --macro start this Python: {path}",
            "ここで xlnono new --macro で作るブックは、この Python を使います: {path}",
        )
    ),
    "libreoffice": _Words(Text("{version}, {path}", "{version}、{path}")),
    "no-libreoffice": _Words(
        Text(
            "LibreOffice was not found. xlnono does not need it.",
            "LibreOffice は見つかりません。xlnono には不要です。",
        )
    ),
    "libreoffice-fails": _Words(
        Text(
            "LibreOffice is at {path} but does not say its version: {reason}",
            "LibreOffice は {path} にありますが、バージョンを答えません: {reason}",
        ),
        Text(
            "Open it once by hand. If it does not start, install it again.",
            "一度手で起動してみてください。起動しなければ、インストールし直してください。",
        ),
    ),
    "workbook": _Words(Text("{path} can be read.", "{path} を読み込めます。")),
    "downloaded": _Words(
        Text(
            "Windows has marked the file as one from the internet: Excel blocks its macros.",
            "インターネットから来たファイルという印が付いていて、Excel がマクロをブロックします。",
        ),
        Text(
            "If you trust it, close it, open its properties in the Explorer, and tick Unblock.",
            "信頼できるなら、閉じてからエクスプローラーでプロパティを開き、「許可する」にチェックを"
            "入れてください。",
        ),
    ),
    "puzzles": _Words(
        Text("Puzzles with names: {count} ({sheets})", "名前の付いた問題: {count}({sheets})")
    ),
    "no-names": _Words(
        Text(
            "No sheet has the names of a puzzle; xlnono looks for numbers beside an empty grid.",
            "問題の名前が付いたシートはありません。盤面の左と上の数字を探します。",
        )
    ),
    "names-wrong": _Words(Text("{error}", "{error}")),
    "no-macros": _Words(
        Text(
            "It has no macros, so no buttons. The commands work with it.",
            "マクロがないので、ボタンはありません。コマンドでは使えます。",
        ),
        _NEW_BOOK,
    ),
    "macros": _Words(
        Text("The macros are those of this version.", "マクロはこのバージョンのものです。")
    ),
    "macros-differ": _Words(
        Text(
            "It has macros of xlnono, but not just as this version makes them: Excel saved them "
            "anew, or another version made them.",
            "xlnono のマクロがありますが、このバージョンのものと完全には一致しません。"
            "Excel が保存し直したか、別のバージョンで作られています。",
        ),
        Text(
            "If a button does not work, make a new workbook with xlnono new --macro and copy the "
            "clues into it.",
            "ボタンが動かないときは、xlnono new --macro で新しいブックを作り、"
            "ヒントを写してください。",
        ),
    ),
    "other-macros": _Words(
        Text(
            "It has macros, but not those of xlnono.",
            "マクロはありますが、xlnono のものではありません。",
        ),
        _NEW_BOOK,
    ),
    "settings": _Words(
        Text("Settings of the buttons: sheet {sheet}", "ボタンの設定: シート「{sheet}」")
    ),
    "no-settings": _Words(
        Text(
            "It has no settings for the buttons: 60 seconds, English and a log are taken.",
            "ボタンの設定がありません。60秒、英語、解答手順ありとみなします。",
        )
    ),
    "sheet-is-code": _Words(
        Text(
            "The name of the sheet {sheet} ends in .py: xlwings takes it for code, and no button "
            "works.",
            "シート「{sheet}」の名前が .py で終わっています。xlwings がコードとみなし、ボタンが"
            "動きません。",
        ),
        Text("Rename the sheet.", "シートの名前を変えてください。"),
    ),
    "equals-in-name": _Words(
        Text(
            "The name of the file, {name}, has a = in it, with which no button works.",
            "ファイル名 {name} に = があると、ボタンが動きません。",
        ),
        Text("Rename the file.", "ファイルの名前を変えてください。"),
    ),
    "named-elsewhere": _Words(
        Text(
            "The Python on its sheet xlwings.conf: for Excel on Windows {win}, on a Mac {mac}.",
            "シート xlwings.conf にある Python: Windows の Excel 用は{win}、Mac 用は{mac}。",
        )
    ),
    "folder-first": _Words(
        Text(
            "Its buttons import files from the folder of the workbook before anything installed: "
            "a folder named xlnono there would run instead of xlnono.",
            "ボタンは、インストールしたものより先に、ブックと同じフォルダーのファイルを読み込みます。"
            "そこに xlnono という名前のフォルダーがあると、xlnono の代わりに実行されます。",
        ),
        Text(
            "On the sheet xlwings.conf, in the first empty row, write ADD_WORKBOOK_TO_PYTHONPATH "
            "in column A and False in column B. In the next row, write PYTHONPATH in column A and "
            "leave column B empty. If the sheet already has these rows, only change column B.",
            "シート xlwings.conf の最初の空き行のA列に ADD_WORKBOOK_TO_PYTHONPATH、B列に False と"
            "書き、次の行のA列に PYTHONPATH と書いて、B列は空のままにしてください。すでに行が"
            "あれば、B列だけを直してください。",
        ),
    ),
    "python-hidden": _Words(
        Text(
            "Its sheet xlwings.conf has {key} without a path, which hides the path you have set: "
            "{path} ({where}).",
            "シート xlwings.conf に {key} があり、パスが空なので、設定済みのパス {path}({where})が"
            "使われません。",
        ),
        Text(
            "Delete the row {key} from the sheet xlwings.conf, without leaving an empty row.",
            "シート xlwings.conf の {key} の行を、空き行を残さずに削除してください。",
        ),
    ),
    "shadowed": _Words(
        Text(
            "A button would take {path} instead of the installed {name}.",
            "ボタンは、インストールした {name} の代わりに {path} を使ってしまいます。",
        ),
        Text("Move the workbook to another folder.", "ブックを別のフォルダーに移してください。"),
    ),
    "python-by-name": _Words(
        Text(
            "There is no full path of a Python: Excel would start what its shell finds as "
            "{named}, if there is anything.",
            "Python のフルパスがありません。Excel のシェルが {named} として見つけたものが"
            "使われます(あれば)。",
        ),
        Text(
            "On the sheet xlwings.conf, write INTERPRETER_MAC in the first empty cell of column A "
            "and the full path, such as {this}, to the right of it. If that row is already there, "
            "correct its path.",
            "シート xlwings.conf のA列の最初の空きセルに INTERPRETER_MAC、その右にフルパス"
            "(例: {this})を書いてください。すでにその行があれば、パスを直してください。",
        ),
    ),
    "python-not-on-path": _Words(
        Text(
            "A button would start {named} ({where}), which is not on the PATH.",
            "ボタンは {named} を起動しますが({where})、PATH にありません。",
        ),
        Text(
            "On the sheet xlwings.conf, write INTERPRETER_WIN in the first empty cell of column A "
            "and the full path, such as {this}, to the right of it. If that row is already there, "
            "correct its path.",
            "シート xlwings.conf のA列の最初の空きセルに INTERPRETER_WIN、その右にフルパス"
            "(例: {this})を書いてください。すでにその行があれば、パスを直してください。",
        ),
    ),
    "python-not-asked": _Words(
        Text(
            "A button would start {path} ({where}). It was not asked what it has: the file came "
            "from the internet, or that is no Python on this computer.",
            "ボタンは {path} を起動します({where})。インターネットから来たファイルか、この"
            "コンピューターの Python ではないため、起動して調べてはいません。",
        ),
    ),
    "python-relative": _Words(
        Text(
            "A button would start {path} ({where}), which is no full path.",
            "ボタンは {path} を起動しますが({where})、フルパスではありません。",
        ),
        _NAME_PYTHON,
    ),
    "python-missing": _Words(
        Text(
            "A button would start {path} ({where}), which does not exist.",
            "ボタンは {path} を起動しますが({where})、存在しません。",
        ),
        _NAME_PYTHON,
    ),
    "button-python-fails": _Words(
        Text(
            "A button would start {path} ({where}), which does not work: {reason}",
            "ボタンは {path} を起動しますが({where})、動きません: {reason}",
        ),
        _NAME_PYTHON,
    ),
    "button-python": _Words(
        Text(
            "A button starts {path}, Python {version} ({where}).",
            "ボタンは {path}、Python {version} を起動します({where})。",
        )
    ),
    "button-xlnono-kernel": _Words(
        Text(
            "It has xlnono {version}, with the compiled kernel.",
            "xlnono {version} があります(コンパイル済みエンジン)。",
        )
    ),
    "button-xlnono-python": _Words(
        Text(
            "It has xlnono {version}, with the Python engine.",
            "xlnono {version} があります(Python エンジン)。",
        )
    ),
    "button-xlnono-version": _Words(
        Text(
            "It has xlnono {version}; this command is of {mine}.",
            "そこの xlnono は {version}、このコマンドは {mine} です。",
        ),
    ),
    "button-xlnono-missing": _Words(
        Text("It cannot load xlnono: {error}", "xlnono を読み込めません: {error}"),
        Text(
            'In the folder of xlnono, run: {path} -m pip install "{pip}"',
            'xlnono のフォルダーで実行してください: {path} -m pip install "{pip}"',
        ),
    ),
    "button-part": _Words(Text("It has {name} {version}.", "{name} {version} があります。")),
    "button-part-missing": _Words(
        Text("It cannot load {name}: {error}", "{name} を読み込めません: {error}"),
        Text(
            'Run: {path} -m pip install --force-reinstall "{pip}"',
            '次を実行してください: {path} -m pip install --force-reinstall "{pip}"',
        ),
    ),
    "button-xlwings-version": _Words(
        Text(
            "It has xlwings {version}; the macros need {pip}.",
            "そこの xlwings は {version} ですが、マクロには {pip} が必要です。",
        ),
        Text(
            'Run: {path} -m pip install "{pip}"',
            '次を実行してください: {path} -m pip install "{pip}"',
        ),
    ),
}


_NONE = Text("none", "なし")


def heading(key: str, language: Language) -> str:
    return _HEADINGS[key].of(language)


def summary(wrong: int, language: Language) -> str:
    """The last line, over the number of things that need attention."""
    return _SUMMARIES[min(wrong, 2)].of(language, wrong=wrong)


def words(key: str, language: Language, facts: Mapping[str, object]) -> tuple[str, str]:
    """What was found, and what to do about it, "" if there is nothing to do."""
    known = {name: _shown(name, fact, language) for name, fact in facts.items()}
    if "place" in facts:
        place = str(facts["place"])
        known["where"] = _PLACES[place].of(language) if place in _PLACES else place
    message, advice = _WORDS[key]
    return message.of(language, **known), advice.of(language, **known)


def _shown(name: str, fact: object, language: Language) -> str:
    text = str(in_language(fact, language))
    if name in ("error", "reason"):
        # Some libraries explain themselves over many lines.
        return shorten(text, _LONGEST_REASON, placeholder=" ...")
    if name in ("python", "path") and " " in text:
        return f'"{text}"'
    if name in ("win", "mac") and not text:
        return _NONE.of(language)
    return text
