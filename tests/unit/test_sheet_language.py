"""Logs and replays are in the language of their sheet unless another one is requested."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.workbooks import ONLY, Arrangement, put_puzzle
from tests.unit.test_cli import DONE, Run
from tests.unit.test_cli import _english as _english
from tests.unit.test_cli import run as run
from xlnono.batch import Job, Settings
from xlnono.batch.journal import journal_in
from xlnono.batch.worker import work
from xlnono.jobs.workbook import solve_workbook
from xlnono.language import Language
from xlnono.puzzle_sheet.language import language_of
from xlnono.templates import template
from xlnono.xlsx.book import open_book

OUTCOME = {"en": "exactly one solution", "ja": "解は1つ"}


def puzzle_book(
    path: Path,
    text: object = None,
    title: str = "Sheet",
    other: str | None = None,
    how: Arrangement | None = None,
) -> Path:
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY, how or Arrangement())
    workbook.active["A1"], workbook.active.title = text, title
    if other is not None:
        workbook.create_sheet(other)
    workbook.save(path)
    return path


def found(path: Path) -> Language | None:
    return language_of(open_book(path).sheets()[0])


def log_in(path: Path) -> str | None:
    """The language of the only log of a workbook."""
    (log,) = [sheet for sheet in load_workbook(path) if "xlnono_board" in sheet.defined_names][:1]
    return next((it for it, said in OUTCOME.items() if log["C2"].value == said), None)


@pytest.mark.parametrize(
    ("text", "title", "other", "language"),
    [
        (None, "Sheet", None, None),
        (None, "Sheet1", "Sheet2", None),
        ("3・1", "Sheet1", None, None),
        ("x ○ Q1", "Sheet1", None, None),
        ("Кот", "Sheet1", None, None),
        ("The cat", "Sheet1", None, "en"),
        ("Où est le chat ?", "Sheet1", None, "en"),
        (None, "cat", None, "en"),
        ("猫", "Sheet1", None, "ja"),
        ("ねこ", "Puzzle", None, "ja"),
        ("ﾈｺ", "Puzzle", None, "ja"),
        ("nonogram", "問題", None, "ja"),
        ("nonogram", "Puzzle", "答え", "ja"),
        ("nonogram", "Puzzle", "notes", "en"),
        (None, "Sheet1", "notes", None),
    ],
)
def test_the_texts_of_a_workbook_tell_the_language(
    tmp_path: Path, text: str | None, title: str, other: str | None, language: Language | None
) -> None:
    assert found(puzzle_book(tmp_path / "a.xlsx", text, title, other)) == language


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_template_has_its_language_whatever_is_typed_into_it(
    tmp_path: Path, language: Language
) -> None:
    path = tmp_path / "a.xlsx"
    template.new(path, 5, 5, language=language)
    assert found(path) == language
    workbook = load_workbook(path)
    workbook.active["A1"] = "Cat, 猫"
    workbook.create_sheet("Notes, メモ")
    workbook.save(path)
    assert found(path) == language


def test_clues_with_japanese_separators_are_no_texts(tmp_path: Path) -> None:
    how = Arrangement(separator="・")
    assert found(puzzle_book(tmp_path / "a.xlsx", how=how)) is None


def test_the_log_of_an_earlier_solve_decides(tmp_path: Path) -> None:
    path = puzzle_book(tmp_path / "a.xlsx", "猫")
    for language in ("en", "ja", "en"):
        solve_workbook(Job(path, path), language=language)
        assert found(path) == language
    before = path.read_bytes()
    solve_workbook(Job(path, path), fallback="ja")
    assert path.read_bytes() == before


def test_the_sheets_of_one_workbook_do_not_speak_for_each_other(tmp_path: Path) -> None:
    workbook = Workbook()
    for title, text in (("first", "A cat"), ("second", "ネコ")):
        sheet = workbook.create_sheet(title)
        put_puzzle(sheet, ONLY)
        sheet["A1"] = text
    workbook.save(path := tmp_path / "a.xlsx")
    solve_workbook(Job(path, path))
    assert load_workbook(path).sheetnames[1:] == [
        *("first", "first log", "first replay", "second", "second 解答手順", "second 再生")
    ]
    assert [language_of(sheet) for sheet in open_book(path).sheets() if len(sheet.title) < 7] == [
        *(None, "en", "ja")
    ]


@pytest.mark.parametrize(
    ("terminal", "text", "words", "log"),
    [
        ("en_GB.UTF-8", "猫の絵", [], "ja"),
        ("ja_JP.UTF-8", "A picture", [], "en"),
        ("ja_JP.UTF-8", None, [], "ja"),
        ("en_GB.UTF-8", None, [], "en"),
        ("en_GB.UTF-8", "猫の絵", ["--lang", "en"], "en"),
        ("en_GB.UTF-8", None, ["--lang=ja"], "ja"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_messages_are_in_the_language_of_the_terminal_and_logs_in_that_of_the_sheet(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    terminal: str,
    text: str | None,
    words: list[str],
    log: str,
) -> None:
    monkeypatch.setenv("LANG", terminal)
    path, out = puzzle_book(tmp_path / "a.xlsx", text), tmp_path / "out"
    said = run(command, path, path, "--out", out, *words)
    assert said.code == DONE
    assert log_in(out / "a.xlsx") == log
    messages = log if words else terminal[:2]
    assert (OUTCOME["ja" if messages == "ja" else "en"] in said.out) is (command == "solve")
    solved = {"en": "written to ", "ja": "保存しました。"}
    if command == "batch":
        assert solved[messages] in said.out


def test_each_workbook_of_a_batch_has_its_language(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    puzzle_book(tmp_path / "in" / "a.xlsx", "A cat")
    puzzle_book(tmp_path / "in" / "b.xlsx", "ネコ")
    assert run("batch", tmp_path / "in", "--out", tmp_path / "out").code == DONE
    assert log_in(tmp_path / "out" / "a.xlsx") == "en"
    assert log_in(tmp_path / "out" / "b.xlsx") == "ja"


def test_a_replay_has_the_language_of_the_sheet(run: Run, tmp_path: Path) -> None:
    path, page = puzzle_book(tmp_path / "a.xlsx", "ネコ"), tmp_path / "a.html"
    for words, language in (([], "ja"), (["--lang", "en"], "en")):
        said = run("replay", path, page, *words)
        assert said.out.startswith(f"{path}, sheet “Sheet”: 5×5, exactly one solution")
        assert f'<html lang="{language}">' in page.read_text("utf-8")


def test_going_on_with_the_journal_of_an_earlier_version(tmp_path: Path) -> None:
    """Its settings have a language for everything, and no more."""
    job = Job(puzzle_book(tmp_path / "a.xlsx", "A cat"), tmp_path / "out" / "a.xlsx")
    out = tmp_path / "out"
    settings = Settings(30.0, language="en")
    with journal_in(out, settings, resume=False) as journal:
        list(journal.recorded(work(each, settings) for each in journal.starting([job])))
    path = out / ".xlnono-batch.jsonl"
    text = path.read_text()
    assert '"settings": [30.0, true, "en", "en"]' in text
    path.write_text(text.replace('"en", "en"]', '"en"]'))
    for settings, done in (
        (Settings(30.0, language="en"), True),
        (Settings(30.0, language="ja"), False),
        (Settings(30.0), False),
    ):
        with journal_in(out, settings, resume=True) as journal:
            assert journal.done(job) is done
