"""The web page in Firefox, opened from disk: what it must do in any browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.rendered.test_page import CAT, HARD, PUZZLE, as_file, inside, parts_of
from tests.support.firefox import Firefox, firefox
from xlnono import Cell, wording
from xlnono.cli import main
from xlnono.engine.mistakes import locate_mistakes
from xlnono.jobs.replay import replay_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.model.puzzle import Clue
from xlnono.templates.from_puzzle_file import template_of

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """The page as the command writes it, when all of it has started."""
    folder = tmp_path_factory.mktemp("firefox")
    path = folder / "solve it.html"
    with firefox(folder) as window:
        with pytest.raises(SystemExit) as ended:
            main(["page", str(path), "--lang", "en"])
        assert not ended.value.code
        window.open(path)
        window.until("document.documentElement.dataset.python")
        yield window
        assert window.errors == []


def put(page: Firefox, rows: list[Clue], columns: list[Clue]) -> None:
    page.run("xlnono.put(...given)", inside(rows), inside(columns))
    page.until("document.documentElement.dataset.state === 'settled'")


def shown(page: Firefox, name: str) -> str:
    return str(page.run("return document.getElementById(given[0]).textContent", name))


def press(page: Firefox, name: str) -> None:
    page.run("document.getElementById(given[0]).click()", name)


def test_puzzles_are_decided(page: Firefox) -> None:
    put(page, [*PUZZLE.rows], [*PUZZLE.columns])
    assert shown(page, "status").startswith("Exactly one solution.")
    solved = page.run("return Array.from(xlnono.result().solutions[0])")
    assert solved == [CAT[row, column] is Cell.BLACK for row in range(20) for column in range(20)]


def test_a_typing_mistake_is_located_and_corrected(page: Firefox) -> None:
    rows = [*PUZZLE.rows]
    rows[5] = (*rows[5][:-1], rows[5][-1] + 1)
    put(page, rows, [*PUZZLE.columns])
    press(page, "locate")
    page.until("document.querySelector('#corrections button')")
    report = locate_mistakes(rows, PUZZLE.columns)
    lines = wording.report_in_words(report, wording.GridNames(), "en")
    assert shown(page, "mistakes") == "\n".join(lines)
    page.run("document.querySelector('#corrections button').click()")
    page.until("document.documentElement.dataset.state === 'settled'")
    assert shown(page, "status").startswith("Exactly one solution.")


def test_steps_are_those_of_the_command_line(page: Firefox, tmp_path: Path) -> None:
    source, target = tmp_path / "nonogram.non", tmp_path / "nonogram.html"
    as_file(tmp_path, HARD).rename(source)
    assert not replay_workbook(Job(source, target), language="en").errors
    put(page, [*HARD.rows], [*HARD.columns])
    press(page, "explain")
    page.until("!document.getElementById('steps').hidden")
    press(page, "save_steps")
    saved = page.downloaded("nonogram.html")
    assert saved.read_bytes() == target.read_bytes()


def test_a_file_is_opened_and_its_workbook_saved(page: Firefox, tmp_path: Path) -> None:
    source, target = as_file(tmp_path, PUZZLE), tmp_path / "puzzle.xlsx"
    put(page, [], [])
    page.choose_file("#file", source)
    page.until("document.getElementById('rows').value !== ''")
    page.until("document.documentElement.dataset.state === 'settled'")
    press(page, "workbook")
    made = parts_of(page.downloaded("puzzle.xlsx").read_bytes())
    template = partial(template_of, language="en")
    assert not solve_workbook(Job(source, target), language="en", template=template).errors
    here = parts_of(target.read_bytes())
    assert [*made] == [*here]
    assert [name for name in made if made[name] != here[name]] == []
