"""Names and texts out of files cannot forge lines, nor look like what they are not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.workbooks import ONLY, book_with, put_puzzle
from tests.unit.test_cli import FAILED, Run
from tests.unit.test_cli import _english as _english
from tests.unit.test_cli import run as run
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.jobs.results import Mistake, Result
from xlnono.language import Text
from xlnono.places import Place
from xlnono.report import write_report
from xlnono.safe_text import fill, safe

FORGED = "\nwritten: all is well"
UNSAFE = [
    *("\n", "\r", "\t", "\0", "\x1b[2J", "\x7f", "\x85", "\x9b", "\u2028", "\u2029"),
    *("\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"),
    *("\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u3164", "\ud800", "\udcff", "\U000e0041"),
]


@pytest.mark.parametrize("letters", UNSAFE, ids=ascii)
def test_what_is_unsafe_gets_a_sign(letters: str) -> None:
    text = f"a{letters}z"
    assert safe(text) == f"a�{letters[1:]}z"
    assert fill("{name}\n{number:.1f}", {"name": text, "number": 2}) == f"{safe(text)}\n2.0"
    place = Place(text, text, text).named("en")
    assert place == f"{safe(text)}, sheet “{safe(text)}”, cell {safe(text)}"


@pytest.mark.parametrize("text", ["猫 🐱", "全角　空白", "e\u0301", "葛\U000e0100", "\ue000", "❤️"])
def test_what_people_write_stays(text: str) -> None:
    assert safe(text) == text


JOINED = [
    *("👨\u200d👩\u200d👧\u200d👦 family", "👩🏽\u200d🚀", "❤️\u200d🔥", "🙂\u200d↔️", "🏳️\u200d🌈"),
    *(
        "می\u200cخواهم",
        "بَ\u200cد",
        "क\u094d\u200dष",
        "क\u094d\u200cष",
        "ന\u0d4d\u200d",
        "র\u200d\u09cdয",
    ),
]


@pytest.mark.parametrize("text", JOINED, ids=ascii)
def test_joiners_that_show_stay(text: str) -> None:
    assert safe(text) == text
    assert fill("{name}", {"name": text}) == text
    assert safe(f"{text}\u202e\u200b") == f"{text}��"


@pytest.mark.parametrize("joiner", ["\u200c", "\u200d"])
@pytest.mark.parametrize("text", ["a{}z", "{}猫", "🐱{}", "🐱 {}🐱", "猫{}犬", "م{}a", "1{}2"])
def test_joiners_that_do_not_show_get_a_sign(text: str, joiner: str) -> None:
    assert safe(text.format(joiner)) == text.format("�")


def test_only_one_of_two_joiners_stays_at_most() -> None:
    assert "\u200d\u200d" not in safe("🐱\u200d\u200d🐱")


def test_a_fact_adds_no_line_to_an_error() -> None:
    class Odd(XlnonoError):
        template = Text("{held} is odd.", "{held}は変です。")

    defects = [Odd(held=f"x{FORGED}").at(cell="A1"), Odd(held=1.5)]
    error = InvalidPuzzle(defects).at(file=f"f{FORGED}", sheet="s\u202e")
    for language in ("en", "ja"):
        assert len(error.text(language).splitlines()) == 2
        assert len(error.message(language).splitlines()) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("command", ["solve", "check", "show", "hint", "batch"])
def test_no_name_forges_a_line(run: Run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / f"in{FORGED}"
    folder.mkdir()
    good = book_with(folder / f"good\u202e{FORGED}.xlsx", ONLY, title="s\u202exslx")
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY)
    workbook.active["C4"] = f"three{FORGED}\u202e\u2028"
    workbook.active.title = "t\u2028\u202e"
    workbook.save(folder / f"bad\x1b[2J{FORGED}.xlsx")
    (folder / "empty\r.xlsx").touch()
    out = ["--out", tmp_path / "out"] if command in ("solve", "batch") else []
    said = run(command, folder, *out)
    assert said.code == FAILED
    shown = said.out + said.error
    assert not set("\u202e\u2028\x1b\r") & set(shown)
    assert not any(line.startswith("written: all") for line in shown.splitlines())
    assert len(said.error.splitlines()) == 2
    assert all(line.startswith("error: ") for line in said.error.splitlines())
    if command == "solve":
        log = load_workbook(tmp_path / "out" / good.name).worksheets[1]
        assert "\u202e" not in str(log["A1"].value)
        assert "�xslx" in str(log["A1"].value)


@pytest.mark.parametrize("kind", [".csv", ".xlsx"])
def test_reports_show_names_safely(tmp_path: Path, kind: str) -> None:
    name = f"a\u202e\u200b{FORGED}"
    mistake = Mistake("odd", name, "A1", {"en": "first\nsecond\u202e", "ja": "一\n二"})
    result = Result(name, None, 0.0, (), (mistake,))
    path = tmp_path / f"report{kind}"
    write_report(path, lambda: iter([result]), "en")
    if kind == ".csv":
        text = path.read_text("utf-8-sig")
    else:
        sheet = load_workbook(path)["Errors"]
        text = "\n".join(str(cell.value) for row in sheet for cell in row)
    assert "a���written: all is well" in text
    assert "first\nsecond�" in text
    assert not set("\u202e\u200b") & set(text)
