"""A workbook with buttons: its macros, its names, and the Python that it asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import xlnono
from xlnono.buttons.settings import SETTINGS_NAME
from xlnono.doctor import interpreter
from xlnono.doctor.finding import Finding, State, System
from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import read_workbook
from xlnono.language import Language
from xlnono.puzzle_sheet.read import NAMES, find_layout
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet
from xlnono.xlsx.book import PackageBook, open_book
from xlnono.xlsx.zip_archive import Archive

_MACROS = "xl/vbaProject.bin"
_OURS = "XlnonoMacros"
_INTERNET = 3
"""The zones of Windows from this one on are not trusted."""


class _Told(NamedTuple):
    """An error, in the language of the reader."""

    error: XlnonoError

    def named(self, language: Language) -> str:
        return self.error.text(language)


def look_at(path: Path, system: System) -> Iterator[Finding]:
    """What stands in the way of the buttons of a workbook. Raises what `open_book` raises."""
    book = open_book(path)
    downloaded = system == "windows" and _downloaded(path)
    yield Finding("workbook", State.OK, {"path": path})
    if downloaded:
        yield Finding("downloaded", State.WRONG)
    yield from _puzzles(book)
    macros = _macros(path)
    if macros is None:
        yield Finding("no-macros", State.NOTE)
        return
    yield _whose(macros)
    yield _settings(book)
    yield from _names_in_the_way(path, book)
    sheet = conf_sheet(book)
    if system == "other":
        facts = {key: sheet.get(f"INTERPRETER_{key}".upper(), "") for key in ("win", "mac")}
        yield Finding("named-elsewhere", State.NOTE, facts)
        yield from _folder_first(interpreter.Settings(sheet, [], system))
        return
    files = [path.absolute().with_name(interpreter.CONF), interpreter.user_file(system)]
    settings = interpreter.Settings(sheet, files, system)
    yield from _folder_first(settings)
    yield from shadows(path, settings)
    yield from hidden_python(settings)
    choice = interpreter.choice(settings)
    yield from interpreter.judged(choice, system, trusted=not downloaded)


def _downloaded(path: Path) -> bool:
    """Whether Windows has marked the file as one from the internet."""
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
            yield Finding("names-wrong", State.WRONG, {"error": _Told(error)})
        else:
            named.append(sheet.title)
    if named:
        yield Finding("puzzles", State.OK, {"sheets": ", ".join(named), "count": len(named)})
    else:
        yield Finding("no-names", State.NOTE)


def _macros(path: Path) -> bytes | None:
    archive = Archive(read_workbook(path))
    return archive.read(_MACROS) if _MACROS in archive else None


def _whose(macros: bytes) -> Finding:
    from xlnono.templates.template import MACROS

    if macros == MACROS.read_bytes():
        return Finding("macros", State.OK)
    # The name of a module stands in the directory of the project.
    if _OURS.encode("utf-16-le") in macros:
        return Finding("macros-differ", State.NOTE)
    return Finding("other-macros", State.WRONG)


def _settings(book: PackageBook) -> Finding:
    for sheet in book.sheets():
        if SETTINGS_NAME in sheet.names():
            return Finding("settings", State.OK, {"sheet": sheet.title})
    return Finding("no-settings", State.NOTE)


def _names_in_the_way(path: Path, book: PackageBook) -> Iterator[Finding]:
    for title in book.titles():
        if title.endswith(".py"):
            yield Finding("sheet-is-code", State.WRONG, {"sheet": title})
    if "=" in path.name:
        yield Finding("equals-in-name", State.WRONG, {"name": path.name})


def conf_sheet(book: PackageBook) -> dict[str, str]:
    """The settings on the sheet xlwings.conf: keys in column A down to the first empty cell."""
    settings: dict[str, str] = {}
    for sheet in book.sheets():
        if sheet.title.lower() == interpreter.CONF:
            for key, value in _pairs(sheet):
                settings.setdefault(key.upper(), value)
    return settings


def _pairs(sheet: Sheet) -> Iterator[tuple[str, str]]:
    used = sheet.used()
    if used is None:
        return
    for key, value in sheet.values(Area(1, 1, used.last_row, 2)):
        if key in (None, ""):
            return
        yield str(key), "" if value is None else str(value)


def _folder_first(settings: interpreter.Settings) -> Iterator[Finding]:
    """Whether a button imports what lies beside the workbook rather than what is installed."""
    if interpreter.adds_folder(settings):
        yield Finding("folder-first", State.WRONG)


def hidden_python(settings: interpreter.Settings) -> Iterator[Finding]:
    """A Python that is named in a file, but not used because the sheet has an empty row for it."""
    key = interpreter.interpreter_key(settings.system)
    if settings.sheet.get(key) == "":
        named = settings._replace(sheet={}).get(key)
        if named.value:
            facts = {"key": key, "path": named.value, "place": named.place}
            yield Finding("python-hidden", State.WRONG, facts)


def shadows(path: Path, settings: interpreter.Settings) -> Iterator[Finding]:
    """What lies where a button looks before it takes the installed xlnono."""
    folders: Sequence[str] = settings.get("PYTHONPATH").value.split(";")
    if interpreter.adds_folder(settings):
        folders = [str(path.absolute().parent), *folders]
    for folder in filter(None, folders):
        for name in ("xlnono", "xlwings", "numpy"):
            for place in (Path(folder, name, "__init__.py"), Path(folder, f"{name}.py")):
                # An editable install takes the same files.
                if place.is_file() and place.resolve() != Path(xlnono.__file__).resolve():
                    facts = {"path": place, "name": name}
                    yield Finding("shadowed", State.WRONG, facts)
