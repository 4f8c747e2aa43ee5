"""Checks a workbook with buttons: its macros, its names, and the Python it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import xlnono
from xlnono.buttons.settings import SETTINGS_NAME
from xlnono.doctor import interpreter
from xlnono.doctor.finding import Finding, System, note, ok, wrong
from xlnono.doctor.interpreter import CONF, Settings
from xlnono.errors import XlnonoError
from xlnono.language import Text
from xlnono.puzzle_sheet.spots import NAMES, find_layout
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.book import PackageBook, open_book

_MACROS = "xl/vbaProject.bin"
_OURS = "XlnonoMacros"
_INTERNET = 3
"""Windows zones from this one upwards are not trusted."""
_NEW_BOOK = Text(
    "To make a workbook with buttons, run: xlnono new --macro",
    "xlnono new --macro で、これらの付いたブックを作れます。",
)


def look_at(path: Path, system: System) -> Iterator[Finding]:
    """What keeps the buttons of a workbook from working. Raises what `open_book` raises."""
    book = open_book(path)
    downloaded = system == "windows" and _downloaded(path)
    yield ok("{path} can be read.", "{path} を読み込めます。", path=path)
    if downloaded:
        yield wrong(
            "Windows has marked the file as downloaded from the internet: Excel blocks its macros.",
            "インターネットから来たファイルという印が付いていて、Excel がマクロをブロックします。",
            "If you trust it, close it, open its properties in File Explorer, and tick Unblock.",
            "信頼できるなら、閉じてからエクスプローラーでプロパティを開き、「許可する」に"
            "チェックを入れてください。",
        )
    yield from _puzzles(book)
    if _MACROS not in book.archive:
        yield note(
            "It has no macros, so no buttons. The commands work with it.",
            "マクロがないので、ボタンはありません。コマンドでは使えます。",
            *_NEW_BOOK,
        )
        return
    yield _whose(book.content(_MACROS))
    yield _settings(book)
    yield from _names_in_the_way(path, book)
    sheet = conf_sheet(book)
    files: list[Path] = []
    if system == "other":
        none = Text("none", "なし")
        yield note(
            "The Python on its sheet xlwings.conf: for Excel on Windows {win}, on a Mac {mac}.",
            "シート xlwings.conf にある Python: Windows の Excel 用は{win}、Mac 用は{mac}。",
            win=sheet.get("INTERPRETER_WIN") or none,
            mac=sheet.get("INTERPRETER_MAC") or none,
        )
    else:
        files = [path.absolute().with_name(CONF), interpreter.user_file(system)]
    settings = Settings(sheet, files, system)
    yield from _folder_first(settings)
    if system != "other":
        yield from shadows(path, settings)
        yield from hidden_python(settings)
        yield from interpreter.check(settings.choice(), system, trusted=not downloaded)


def _downloaded(path: Path) -> bool:
    """Whether Windows has marked the file as downloaded from the internet."""
    with suppress(OSError):
        mark = Path(f"{path}:Zone.Identifier").read_text("utf-8", "replace")
        found = re.search(r"ZoneId=(\d+)", mark)
        return found is not None and int(found[1]) >= _INTERNET
    return False


def _puzzles(book: PackageBook) -> Iterator[Finding]:
    named = []
    for sheet in book.sheets():
        if not set(NAMES) & set(sheet.names()):
            continue
        try:
            find_layout(sheet)
        except XlnonoError as error:
            yield wrong("{error}", "{error}", error=error)
        else:
            named.append(sheet.title)
    if named:
        yield ok(
            "Puzzles with names: {count} ({sheets})",
            "名前の付いた問題: {count}({sheets})",
            count=len(named),
            sheets=", ".join(named),
        )
    else:
        yield note(
            "No sheet has the names of a puzzle; xlnono looks for numbers beside an empty grid.",
            "問題の名前が付いたシートはありません。盤面の左と上の数字を探します。",
        )


def _whose(macros: bytes) -> Finding:
    from xlnono.templates.template_sheet import MACROS

    if macros == MACROS.read_bytes():
        return ok("The macros are those of this version.", "マクロはこのバージョンのものです。")
    # The directory of the VBA project contains the names of its modules.
    if _OURS.encode("utf-16-le") in macros:
        return note(
            "It has macros of xlnono, but they differ from those of this version: Excel saved them "
            "again, or another version made them.",
            "xlnono のマクロがありますが、このバージョンのものと完全には一致しません。"
            "Excel が保存し直したか、別のバージョンで作られています。",
            "If a button does not work, make a new workbook with xlnono new --macro and copy the "
            "clues into it.",
            "ボタンが動かないときは、xlnono new --macro で新しいブックを作り、"
            "ヒントを写してください。",
        )
    return wrong(
        "It has macros, but not those of xlnono.",
        "マクロはありますが、xlnono のものではありません。",
        *_NEW_BOOK,
    )


def _settings(book: PackageBook) -> Finding:
    for sheet in book.sheets():
        if SETTINGS_NAME in sheet.names():
            return ok(
                "Settings of the buttons: sheet {sheet}",
                "ボタンの設定: シート「{sheet}」",
                sheet=sheet.title,
            )
    return note(
        "It has no settings for the buttons, so they use the defaults: 60 seconds, English, with a "
        "log.",
        "ボタンの設定がありません。60秒、英語、解答手順ありとみなします。",
    )


def _names_in_the_way(path: Path, book: PackageBook) -> Iterator[Finding]:
    for title in book.titles():
        if title.endswith(".py"):
            yield wrong(
                "The name of the sheet {sheet} ends in .py: xlwings takes it for code, and no "
                "button works.",
                "シート「{sheet}」の名前が .py で終わっています。xlwings がコードとみなし、"
                "ボタンが動きません。",
                "Rename the sheet.",
                "シートの名前を変えてください。",
                sheet=title,
            )
    if "=" in path.name:
        yield wrong(
            "The name of the file, {name}, contains a =, so no button works.",
            "ファイル名 {name} に = があると、ボタンが動きません。",
            "Rename the file.",
            "ファイルの名前を変えてください。",
            name=path.name,
        )


def conf_sheet(book: PackageBook) -> dict[str, str]:
    """The settings on the sheet xlwings.conf: keys in column A down to the first empty cell."""
    settings: dict[str, str] = {}
    for sheet in book.sheets():
        used = sheet.used()
        if sheet.title.lower() != CONF or used is None:
            continue
        for key, value in sheet.values(Area(1, 1, used.last_row, 2)):
            if key in (None, ""):
                break
            settings.setdefault(str(key).upper(), "" if value is None else str(value))
    return settings


def _folder_first(settings: Settings) -> Iterator[Finding]:
    """Whether a button imports files beside the workbook before the installed packages."""
    if settings.adds_folder():
        yield wrong(
            "Its buttons import files from the folder of the workbook before anything installed: a "
            "folder named xlnono there would run instead of xlnono.",
            "ボタンは、インストールしたものより先に、ブックと同じフォルダーのファイルを"
            "読み込みます。そこに xlnono という名前のフォルダーがあると、xlnono の代わりに"
            "実行されます。",
            "On the sheet xlwings.conf, in the first empty row, write ADD_WORKBOOK_TO_PYTHONPATH "
            "in column A and False in column B. In the next row, write PYTHONPATH in column A and "
            "leave column B empty. If the sheet already has these rows, only change column B.",
            "シート xlwings.conf の最初の空き行のA列に ADD_WORKBOOK_TO_PYTHONPATH、B列に "
            "False と書き、次の行のA列に PYTHONPATH と書いて、B列は空のままにしてください。"
            "すでに行があれば、B列だけを直してください。",
        )


def hidden_python(settings: Settings) -> Iterator[Finding]:
    """A Python named in a file that is not used because the sheet has an empty row for it."""
    key = interpreter.interpreter_key(settings.system)
    named, where = settings._replace(sheet={}).find(key)
    if named and settings.sheet.get(key) == "":
        yield wrong(
            "Its sheet xlwings.conf has {key} without a path, which hides the path you have set: "
            "{path} ({where}).",
            "シート xlwings.conf に {key} があり、パスが空なので、設定済みのパス {path}"
            "({where})が使われません。",
            "Delete the row {key} from the sheet xlwings.conf, without leaving an empty row.",
            "シート xlwings.conf の {key} の行を、空き行を残さずに削除してください。",
            key=key,
            path=named,
            where=where,
        )


def shadows(path: Path, settings: Settings) -> Iterator[Finding]:
    """Files that a button would import instead of the installed packages."""
    folders = settings.get("PYTHONPATH").split(";")
    if settings.adds_folder():
        folders.insert(0, str(path.absolute().parent))
    for folder in filter(None, folders):
        for name in ("xlnono", "xlwings", "numpy"):
            for place in (Path(folder, name, "__init__.py"), Path(folder, f"{name}.py")):
                # An editable install takes the same files.
                if place.is_file() and place.resolve() != Path(xlnono.__file__).resolve():
                    yield wrong(
                        "A button would take {path} instead of the installed {name}.",
                        "ボタンは、インストールした {name} の代わりに {path} を使ってしまいます。",
                        "Move the workbook to another folder.",
                        "ブックを別のフォルダーに移してください。",
                        path=place,
                        name=name,
                    )
