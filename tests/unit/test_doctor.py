"""What `xlnono doctor` says of installs and workbooks that are in order, and of broken ones."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook
from packaging.requirements import Requirement

import xlnono
from tests.support.workbooks import edited_with_openpyxl
from xlnono import doctor as checks
from xlnono.cli import main
from xlnono.doctor import Finding, State, excel_buttons, programs
from xlnono.doctor.finding import System
from xlnono.doctor.interpreter import NOWHERE, ON_SHEET, Choice, Settings
from xlnono.doctor.interpreter import check as judged
from xlnono.doctor.workbook_check import conf_sheet, hidden_python, look_at, shadows
from xlnono.templates import template
from xlnono.xlsx.book import open_book

FINE, ATTENTION, UNREADABLE = 0, 1, 3
ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Excel may be in order or not")
posix = pytest.mark.skipif(os.name == "nt", reason="stands a script in for Python")


WITHOUT_EDITABLE = (
    "import sys; "
    "sys.meta_path = [one for one in sys.meta_path if 'ScikitBuild' not in type(one).__name__]"
)
"""The finder of an editable install would go before the folders of the path."""


class Said(NamedTuple):
    code: int
    out: str
    error: str


class Install:
    """A folder whose packages and metadata go before those that are installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.describe()

    def describe(self, *more: str, extras: bool = True) -> None:
        """What the project says that it requires, as an install records it."""
        lines = [f"Metadata-Version: 2.1\nName: xlnono\nVersion: {xlnono.__version__}"]
        lines += [f"Requires-Dist: {text}" for text in (*PROJECT["dependencies"], *more)]
        if extras:
            (xlwings,) = PROJECT["optional-dependencies"]["excel"]
            lines.append(f'Requires-Dist: {xlwings}; extra == "excel"')
        info = self.folder / f"xlnono-{xlnono.__version__}.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("\n".join(lines) + "\n", "utf-8")

    def package(self, name: str, code: str) -> None:
        (self.folder / name).mkdir()
        (self.folder / name / "__init__.py").write_text(code, "utf-8")

    def doctor(self, *words: object, **environment: str) -> Said:
        command = "from xlnono.cli import main; main()"
        if (self.folder / "xlnono").exists():
            command = f"{WITHOUT_EDITABLE}; {command}"
        done = subprocess.run(
            [sys.executable, "-c", command, "doctor"] + [str(word) for word in words],
            cwd=self.folder.parent,
            env={
                **os.environ,
                "PYTHONPATH": str(self.folder),
                "LC_ALL": "C.UTF-8",
                "PYTHONIOENCODING": "utf-8",
                **environment,
            },
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert "Traceback" not in done.stderr
        return Said(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def install(tmp_path: Path) -> Install:
    return Install(tmp_path / "installed")


Doctor = Callable[..., Said]


@pytest.fixture
def doctor(
    install: Install, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Doctor:
    """The same command in this process, where nothing of the install is broken."""
    monkeypatch.syspath_prepend(install.folder)
    monkeypatch.setenv("PYTHONPATH", str(install.folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: object) -> Said:
        with pytest.raises(SystemExit) as stop:
            main(["doctor", *map(str, words)])
        code = stop.value.code or 0
        assert isinstance(code, int)
        return Said(code, *capsys.readouterr())

    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "my puzzle.xlsm"
    template.new(path, 5, 5, macro=True)
    return path


def marked(said: Said, sign: str) -> str:
    """The lines with a sign."""
    return "\n".join(line for line in said.out.splitlines() if line.startswith(f"  {sign} "))


@linux
def test_an_install_that_is_in_order(install: Install) -> None:
    said = install.doctor()
    assert (said.code, marked(said, "!"), said.error) == (FINE, "", "")
    assert f"xlnono {xlnono.__version__}, in {Path(xlnono.__file__).parent}" in marked(said, "✓")
    assert sys.executable in said.out
    for text in PROJECT["dependencies"]:
        assert f"✓  {Requirement(text).name} " in said.out
    assert "✓  xlwings 0." in said.out
    assert "There is no Excel for this system" in marked(said, "-")
    assert said.out.endswith("\nNothing is wrong.\n")


@linux
def test_the_same_in_japanese_and_for_a_terminal_without_signs(install: Install) -> None:
    said = install.doctor("--lang", "ja")
    assert said.code == FINE
    assert "このシステム用の Excel はありません" in said.out
    assert said.out.endswith("問題は見つかりませんでした。\n")
    said = install.doctor(PYTHONIOENCODING="ascii")
    assert "\n  ok click " in said.out
    assert said.out.isascii()
    assert "?" not in said.out


def test_libraries_that_are_missing_or_of_another_version(install: Install) -> None:
    install.describe("no-such-library>=2,<3", "pytest<1")
    said = install.doctor()
    assert said.code == ATTENTION
    assert "no-such-library is missing (needed: no-such-library>=2,<3)." in marked(said, "!")
    assert f"pytest {pytest.__version__} is not the version needed (pytest<1)." in marked(said, "!")
    assert '-m pip install --force-reinstall "no-such-library>=2,<3"\n' in said.out


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise RuntimeError('half a package')", "RuntimeError: half a package"),
        ("import sys; print('\\x1e and noise'); sys.exit('no')", "SystemExit: no"),
        ("import os; os._exit(3)", "exit code 3"),
        (r"raise ImportError('\n\nREAD THIS\n' + 'long ' * 999)", "ImportError: READ THIS long"),
        ("print('no end of line', end=''); raise ImportError('DLL')", "ImportError: DLL"),
    ],
)
def test_an_xlwings_that_breaks_when_it_is_imported(
    install: Install, code: str, reason: str
) -> None:
    install.package("xlwings", code)
    said = install.doctor()
    assert said.code == ATTENTION
    assert "is installed but cannot be loaded: " + reason in marked(said, "!")
    assert "✓  XlsxWriter" in said.out


def test_with_a_broken_library_a_workbook_is_still_no_traceback(
    install: Install, book: Path
) -> None:
    install.package("lxml", "raise ImportError('no libxml2')")
    said = install.doctor(book)
    assert said.code == ATTENTION
    assert "lxml" in marked(said, "!")
    assert "The check failed: ImportError: no libxml2" in marked(said, "!")


def test_with_a_broken_packaging_the_rest_is_still_checked(install: Install) -> None:
    install.package("packaging", "raise ImportError('half a package')")
    said = install.doctor()
    assert said.code == ATTENTION
    assert "The check failed: ImportError: half a package" in marked(said, "!")
    assert "Engine: " in said.out
    assert "LibreOffice" in said.out


def test_an_install_that_is_older_than_its_files(install: Install) -> None:
    install.describe(extras=False)
    said = install.doctor()
    assert said.code == ATTENTION
    assert "does not match these files" in marked(said, "!")
    assert "-m pip install .\n" in said.out


@pytest.fixture
def without_kernel(install: Install) -> Install:
    home = Path(xlnono.__file__).parent
    leave = shutil.ignore_patterns("_kernel*", "kernel")
    shutil.copytree(home, install.folder / "xlnono", ignore=leave)
    return install


def test_without_a_compiler_it_says_how_to_get_the_kernel(without_kernel: Install) -> None:
    said = without_kernel.doctor()
    assert "Engine: Python, which is slower" in marked(said, "-")
    assert "install a C++ compiler" in said.out


def test_a_source_tree_has_no_kernel(without_kernel: Install) -> None:
    sources = without_kernel.folder / "xlnono" / "engine" / "kernel"
    sources.mkdir()
    (sources / "CMakeLists.txt").touch()
    said = without_kernel.doctor()
    assert said.code == ATTENTION
    assert f"from its source folder {without_kernel.folder}" in marked(said, "!")


def test_a_kernel_that_cannot_be_loaded(without_kernel: Install) -> None:
    file = without_kernel.folder / "xlnono" / "engine" / f"_kernel{EXTENSION_SUFFIXES[0]}"
    file.write_bytes(b"made for another machine")
    said = without_kernel.doctor()
    assert said.code == ATTENTION
    assert "the compiled kernel is there but cannot be loaded: " in marked(said, "!")


@linux
def test_a_workbook_made_by_this_version(install: Install, book: Path) -> None:
    said = install.doctor(book)
    assert (said.code, marked(said, "!")) == (FINE, "")
    assert "The macros are those of this version." in marked(said, "✓")
    assert "Puzzles with names: 1 (Puzzle)" in marked(said, "✓")
    assert "sheet Settings" in marked(said, "✓")
    assert "for Excel on Windows none, on a Mac none" in marked(said, "-")


@linux
def test_a_workbook_without_macros_is_fine(doctor: Doctor, tmp_path: Path) -> None:
    template.new(tmp_path / "plain.xlsx", 5, 5)
    said = doctor(tmp_path / "plain.xlsx")
    assert said.code == FINE
    assert "It has no macros" in marked(said, "-")


def test_a_workbook_that_cannot_be_read(doctor: Doctor, tmp_path: Path) -> None:
    said = doctor(tmp_path / "nothing.xlsm")
    assert said.code == UNREADABLE
    assert said.error.startswith("error: ")
    assert "no such file" in said.error
    (tmp_path / "text.xlsm").write_text("no workbook")
    assert doctor(tmp_path / "text.xlsm").code == UNREADABLE


def messages(findings: Iterable[Finding], state: State | None = None) -> list[str]:
    """What the findings say; each can be said in both languages."""
    found = list(findings)
    for finding in found:
        english, japanese = finding.texts("en"), finding.texts("ja")
        assert english[0]
        assert japanese[0]
        assert bool(english[1]) is bool(japanese[1])
    return [finding.texts("en")[0] for finding in found if state in (None, finding.state)]


def check(findings: Iterable[Finding], state: State, *parts: str) -> None:
    """Check that the findings of a state are these, each given by a part of its message."""
    found = messages(findings, state)
    assert len(found) == len(parts), found
    for message, part in zip(found, parts, strict=True):
        assert part in message


def with_macros(path: Path, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    parts["xl/vbaProject.bin"] = change(parts["xl/vbaProject.bin"])
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in parts.items():
            new.writestr(name, content)


def test_macros_that_were_changed_or_are_of_somebody_else(book: Path) -> None:
    # Excel does not keep the bytes when it saves, so that alone is nothing wrong.
    with_macros(book, lambda macros: macros + bytes(512))
    assert "It has macros of xlnono, but" in "".join(messages(look_at(book, "other"), State.NOTE))
    with_macros(book, lambda macros: b"another project")
    check(look_at(book, "other"), State.WRONG, "not those of xlnono")


def test_names_in_the_way_of_the_buttons(book: Path) -> None:
    path = shutil.copy(book, book.with_name("a=b.xlsm"))
    with edited_with_openpyxl(path) as workbook:
        del workbook["Puzzle"].defined_names["xlnono_rows"]
        workbook.create_sheet("code.py")
        del workbook["Settings"]
    found = list(look_at(path, "other"))
    check(found, State.WRONG, "xlnono_rows", "sheet code.py ends in .py", "a=b.xlsm")
    notes = " ".join(messages(found, State.NOTE))
    assert "No sheet has the names of a puzzle" in notes
    assert "no settings for the buttons" in notes


def test_a_folder_that_hides_what_is_installed(book: Path) -> None:
    (book.parent / "xlnono").mkdir()
    (book.parent / "xlnono" / "__init__.py").touch()
    other = book.parent / "lib"
    other.mkdir()
    (other / "numpy.py").touch()
    settings = Settings({"PYTHONPATH": f"{other};"}, [], "windows")
    found = list(shadows(book, settings))
    hiding = [book.parent / "xlnono" / "__init__.py", other / "numpy.py"]
    check(found, State.WRONG, *(f"take {path} instead of the installed" for path in hiding))
    alone = Settings({"ADD_WORKBOOK_TO_PYTHONPATH": "FALSE"}, [], "windows")
    assert not list(shadows(book, alone))


@linux
def test_a_workbook_whose_folder_comes_first(doctor: Doctor, book: Path) -> None:
    assert doctor(book).code == FINE
    named(book, {"INTERPRETER_WIN": "", "INTERPRETER_MAC": ""})
    said = doctor(book)
    assert said.code == ATTENTION
    assert "import files from the folder of the workbook" in marked(said, "!")
    shown = " ".join(said.out.split())
    assert "write ADD_WORKBOOK_TO_PYTHONPATH in column A and False in column B" in shown
    # Excel turns a typed False into a logical value.
    for value in ("False", "FALSE", False):
        named(book, {"INTERPRETER_WIN": "", "add_workbook_to_pythonpath": value})
        assert doctor(book).code == FINE
    named(book, {"ADD_WORKBOOK_TO_PYTHONPATH": True, "PYTHONPATH": ""})
    check(look_at(book, "other"), State.WRONG, "files from the folder of the workbook")


@pytest.mark.parametrize("system", ["windows", "mac"])
def test_an_empty_row_that_hides_the_python_of_the_user(tmp_path: Path, system: System) -> None:
    key = "INTERPRETER_MAC" if system == "mac" else "INTERPRETER_WIN"
    user = tmp_path / "xlwings.conf"
    user.write_text(f'"{key}","/the/users/python"\n')
    (finding,) = hidden_python(Settings({key: ""}, [user], system))
    check([finding], State.WRONG, "without a path, which hides the path you have set: /the/users/")
    message, advice = finding.texts("en")
    assert f"/the/users/python ({user})" in message
    assert f"Delete the row {key}" in advice
    for sheet in ({}, {key: "/another/python"}):
        assert not list(hidden_python(Settings(sheet, [user], system)))
    user.unlink()
    assert not list(hidden_python(Settings({key: ""}, [user], system)))


def test_a_workbook_made_for_others_leaves_the_choice_of_python_to_them(tmp_path: Path) -> None:
    user = tmp_path / "xlwings.conf"
    user.write_text(
        '"INTERPRETER_WIN","/the/users/python"\n"INTERPRETER_MAC","/the/users/python"\n'
    )
    template.new(tmp_path / "ready.xlsm", 5, 5, macro=True, this_machine=False)
    sheet = conf_sheet(open_book(tmp_path / "ready.xlsm"))
    assert sheet == {"ADD_WORKBOOK_TO_PYTHONPATH": "False", "PYTHONPATH": ""}
    for system in ("windows", "mac"):
        assert Settings(sheet, [user], system).choice().path == "/the/users/python"


def named(book: Path, rows: Mapping[str, object]) -> None:
    """Write settings onto the sheet of a workbook."""
    with edited_with_openpyxl(book) as workbook:
        sheet = workbook["xlwings.conf"]
        sheet.delete_rows(1, sheet.max_row)
        for pair in rows.items():
            sheet.append(pair)


def test_the_sheet_goes_before_the_files_even_if_it_is_empty(tmp_path: Path) -> None:
    beside, user = tmp_path / "xlwings.conf", tmp_path / "user.conf"
    beside.write_text('"pythonpath","here"\n"interpreter_win","beside"\n')
    user.write_text('"INTERPRETER_WIN","users"\n"INTERPRETER","/legacy/python"\n')

    def chosen(sheet: Mapping[str, str]) -> tuple[str, object]:
        return Settings(sheet, [beside, user], "windows").choice()[:2]

    assert chosen({"INTERPRETER_WIN": "mine"}) == ("mine", ON_SHEET)
    assert chosen({}) == ("beside", str(beside))
    assert chosen({"INTERPRETER_WIN": ""}) == ("/legacy/python", str(user))
    user.unlink()
    assert chosen({"INTERPRETER_WIN": ""}) == ("python", NOWHERE)
    assert Settings({}, [user], "mac").choice()[:2] == ("python", NOWHERE)


def test_settings_may_name_variables_and_conda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERE", "/opt")
    sheet = {"INTERPRETER_WIN": "%HERE%/python", "INTERPRETER_MAC": "$HERE/bin/python"}
    assert Settings(sheet, [], "windows").choice().path == "/opt/python"
    assert Settings(sheet, [], "mac").choice().path == "/opt/bin/python"
    sheet = {"CONDA PATH": "/conda", "CONDA ENV": "puzzles"}
    found = Settings(sheet, [], "windows").choice()
    assert found.path == str(Path("/conda/envs/puzzles/python.exe"))


def test_the_settings_on_a_sheet_end_at_the_first_empty_key(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "xlwings.conf"
    for row in (("interpreter_win", "a"), ("OTHER", 3), (None, None), ("LATER", "b")):
        sheet.append(row)
    workbook.save(tmp_path / "conf.xlsx")
    assert conf_sheet(open_book(tmp_path / "conf.xlsx")) == {"INTERPRETER_WIN": "a", "OTHER": "3"}


@pytest.mark.parametrize("system", ["windows", "mac"])
def test_the_python_that_runs_now_has_what_buttons_need(system: System) -> None:
    found = judged(Choice(sys.executable, ON_SHEET, sys.executable), system)
    good = messages(found, State.OK)
    assert good[0].startswith(f"A button starts {sys.executable}, Python 3.")
    assert good[1].startswith(f"It has xlnono {xlnono.__version__}, with the ")


@pytest.mark.parametrize(
    ("path", "state", "reason"),
    [
        (None, State.WRONG, "not on the PATH"),
        ("env/python", State.WRONG, "not a full path"),
        (str(Path("nowhere/python").absolute()), State.WRONG, "does not exist"),
        (r"\\elsewhere\share\python.exe", State.NOTE, "not started"),
    ],
)
def test_pythons_that_cannot_be_asked(path: str | None, state: State, reason: str) -> None:
    (finding,) = judged(Choice(path or "python", ON_SHEET, path), "windows")
    check([finding], state, reason)


@posix
def test_a_mac_needs_a_full_path() -> None:
    found = judged(Choice("python", ON_SHEET, sys.executable), "mac")
    check(found, State.WRONG, "No full path of a Python is set")


def stand_in(folder: Path, script: str, name: str = "python3") -> str:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@posix
def test_a_python_without_xlnono(tmp_path: Path) -> None:
    path = stand_in(tmp_path / "bin", f'exec "{sys.executable}" -S -E "$@"')
    found = list(judged(Choice(path, ON_SHEET, path), "windows"))
    check(found, State.WRONG, "cannot load xlnono: ", "cannot load xlwings: ")
    assert f'{path} -m pip install ".[excel]"' in found[1].texts("en")[1]


@posix
def test_pythons_that_do_not_work(tmp_path: Path) -> None:
    path = stand_in(tmp_path / "bin", "echo Python was not found; exit 9")
    found = judged(Choice(path, ON_SHEET, path), "windows")
    check(found, State.WRONG, "does not work: exit code 9: Python was not found")
    # What it has started holds its output open.
    python = programs.ask_python(stand_in(tmp_path / "slow", "sleep 60 & sleep 60"), [], 0.2)
    assert python.reason == "> 0.2 s"
    python = programs.ask_python(stand_in(tmp_path / "none", "", "other"), [])
    assert python.reason


@posix
def test_a_file_from_the_internet_starts_no_program(book: Path, tmp_path: Path) -> None:
    started = tmp_path / "started"
    path = stand_in(tmp_path / "bin", f'touch "{started}"')
    named(book, {"ADD_WORKBOOK_TO_PYTHONPATH": "False", "INTERPRETER_WIN": path})
    mark = Path(f"{book}:Zone.Identifier")
    mark.write_text("[ZoneTransfer]\nZoneId=3\n")
    found = list(look_at(book, "windows"))
    check(found, State.WRONG, "from the internet: Excel blocks")
    check(found[-1:], State.NOTE, "It was not started")
    assert not started.exists()
    mark.unlink()
    check(look_at(book, "windows"), State.WRONG, "does not work")
    assert started.exists()


@posix
def test_a_program_that_is_no_python_is_not_started(tmp_path: Path) -> None:
    path = stand_in(tmp_path / "bin", f'touch "{tmp_path / "started"}"', "calculator")
    (finding,) = judged(Choice(path, ON_SHEET, path), "windows")
    check([finding], State.NOTE, "It was not started")
    assert not (tmp_path / "started").exists()


@posix
def test_the_script_for_a_mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    wanted, missing = Requirement("xlwings==0.37.8"), "is not in "
    check([excel_buttons.applescript(wanted, wanted=False)], State.NOTE, missing)
    check([excel_buttons.applescript(wanted, wanted=True)], State.WRONG, missing)
    folder = tmp_path / "Library" / "Application Scripts" / "com.microsoft.Excel"
    folder.mkdir(parents=True)
    (folder / "xlwings-0.33.0.applescript").touch()
    check([excel_buttons.applescript(wanted, wanted=True)], State.WRONG, missing)
    (folder / "xlwings-0.37.8.applescript").touch()
    found = excel_buttons.applescript(wanted, wanted=True)
    check([found], State.OK, 'xlwings-0.37.8.applescript"')


@posix
@pytest.mark.parametrize(
    ("system", "conf", "part"),
    [
        ("windows", ".xlwings/xlwings.conf", "win32com.client"),
        ("mac", "Library/Containers/com.microsoft.Excel/Data/xlwings.conf", "appscript"),
    ],
)
def test_the_parts_of_the_buttons_where_excel_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: System, conf: str, part: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    fine = programs.Module("", "0.37.8")
    modules = {"xlwings": fine, "psutil": fine, part: fine}
    mine = programs.Python("3.11", "", modules)
    if system == "mac":
        (tmp_path / "Applications" / "Microsoft Excel.app").mkdir(parents=True)
    script = ["The script with which Excel starts"] if system == "mac" else []
    check(excel_buttons.check(system, mine), State.WRONG, *script)
    modules[part] = programs.Module("ImportError: DLL load failed")
    (tmp_path / conf).parent.mkdir(parents=True)
    (tmp_path / conf).write_text(
        '"INTERPRETER_WIN","/gone/python"\n"INTERPRETER_MAC","/gone/python"\n'
    )
    wrong = [f"{part}, which xlwings needs here", *script, "/gone/python"]
    check(excel_buttons.check(system, mine), State.WRONG, *wrong)


def test_every_text_exists_in_both_languages() -> None:
    """English without any other letters, as some terminals have no others."""
    calls = [
        node
        for path in Path(checks.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        if re.search(r"\b(Text|ok|note|wrong)\b", ast.unparse(node.func))
    ]
    texts = [[part.value for part in call.args if isinstance(part, ast.Constant)] for call in calls]
    assert len(texts) > 50
    for words in texts:
        assert len(words) % 2 == 0
        assert "".join(words[::2]).isascii()
        assert all(map(bool, words)) or words == ["", ""]
