"""The pictures of the techniques: one for each, of a step that its sample's log holds."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from tests.support.strategies import line_masks
from xlnono import Axis, Cell, Line, Solution, Step, Technique
from xlnono.engine.explain.deductions import deduce
from xlnono.engine.explain.line_step import step_of, with_all_shown
from xlnono.engine.explain.techniques import LADDER, LineState, climb
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook
from xlnono.language import Language
from xlnono.model.steps import Branch

ROOT = Path(__file__).parents[2]
DOCUMENTS: dict[Language, str] = {
    "en": (ROOT / "docs" / "techniques.md").read_text(encoding="utf-8"),
    "ja": (ROOT / "docs" / "techniques.ja.md").read_text(encoding="utf-8"),
}
FOLDER = ROOT / "docs" / "images" / "techniques"
NEW, BLACK, WHITE = "new", "black", "white"


class Row(NamedTuple):
    """What the table says of a technique's picture."""

    words: str
    sample: str
    step: int
    line: str | None


ROWS = {
    Technique(code): Row(words, sample, int(step), line or None)
    for code, words, picture, sample, linked, step, line in re.findall(
        r"^\| \d+ \| `([a-z-]+)`<br>.*\| !\[(.+)\]\(images/techniques/(.+)\.svg\)<br>"
        r"\[`(.+)`\]\(\.\./samples/(.+)\), step (\d+)(?:: (.+))? \|$",
        DOCUMENTS["en"],
        re.MULTILINE,
    )
    if code == picture and sample == linked
}

PICTURED = [one for one in Technique if one is not Technique.SEARCH]
"""Nobody reads a search, so it has no picture."""

on_a_line = pytest.mark.parametrize("technique", LADDER)
on_the_board = pytest.mark.parametrize("technique", [one for one in PICTURED if one not in LADDER])
languages = pytest.mark.parametrize("language", DOCUMENTS)


@cache
def script() -> dict[str, Any]:
    return runpy.run_path(str(FOLDER.with_suffix(".py")))


@cache
def chosen() -> dict[Technique, Any]:
    return dict(script()["chosen"](script()["examples"]()))


@cache
def solution(sample: str) -> Solution:
    (puzzle,) = check_workbook(Job(ROOT / "samples" / sample, None)).puzzles
    return puzzle.solution


def file_name(technique: Technique, language: Language) -> str:
    """Only the pictures of whole boards have words, so only they are made for each language."""
    suffix = "" if language == "en" or technique in LADDER else f".{language}"
    return f"{technique.value}{suffix}.svg"


def drawn(technique: Technique, name: str, language: Language = "en") -> list[ElementTree.Element]:
    """The cells of a picture that are drawn as one kind, all boards together."""
    picture = ElementTree.parse(FOLDER / file_name(technique, language))
    return [one for one in picture.iter() if one.get("class") == name and "path" not in one.tag]


def test_every_technique_has_a_row_with_its_picture() -> None:
    assert list(ROWS) == PICTURED
    assert {path.name for path in FOLDER.iterdir()} == {
        file_name(one, language) for one in PICTURED for language in DOCUMENTS
    }


@pytest.mark.parametrize("technique", PICTURED)
def test_the_log_of_the_sample_holds_the_technique_at_the_place_stated(
    technique: Technique,
) -> None:
    row = ROWS[technique]
    log = solution(row.sample).log
    assert log is not None
    visit = log.visits[row.step - 1]
    assert technique in visit.techniques
    assert (None if visit.line is None else visit.line.named("en")) == row.line


@languages
@pytest.mark.parametrize("technique", PICTURED)
def test_the_picture_is_what_the_script_makes(technique: Technique, language: Language) -> None:
    committed = (FOLDER / file_name(technique, language)).read_text(encoding="utf-8")
    assert script()["picture"](chosen()[technique], language) == committed


@languages
def test_the_table_is_what_the_script_makes(language: Language) -> None:
    document = DOCUMENTS[language]
    assert script()["with_places"](document, chosen(), language) == document
    assert document.count("](images/techniques/") == len(PICTURED)


@on_a_line
def test_the_words_for_a_picture_are_what_the_technique_does(technique: Technique) -> None:
    clue, before, after = re.split(": | becomes ", ROWS[technique].words)
    line = LineState(tuple(map(int, clue.split())), len(before), *line_masks(before))
    found = climb(line)
    assert found is not None
    simplest, black, white = found
    assert simplest is technique
    step = step_of(Line(Axis.ROW, 0), deduce(simplest, line, black, white), line)
    cells = list(before)
    for _, column, colour in with_all_shown(step, line.clue, line.length).fixed:
        cells[column] = "#" if colour is Cell.BLACK else "."
    assert "".join(cells) == after


@on_a_line
def test_a_picture_shows_what_its_words_say(technique: Technique) -> None:
    clue, before, after = re.split(": | becomes ", ROWS[technique].words)
    ((said,), blacks, whites, frames) = (
        drawn(technique, name) for name in ("said", BLACK, WHITE, NEW)
    )
    assert said.text == clue
    assert len(blacks) == (before + after).count("#")
    assert len(whites) == (before + after).count(".")
    assert len(frames) == sum(old != new for old, new in zip(before, after, strict=True))


@pytest.mark.parametrize("technique", PICTURED)
def test_black_and_white_differ_by_more_than_colour(technique: Technique) -> None:
    assert {one.tag.rpartition("}")[2] for one in drawn(technique, BLACK)} <= {"rect"}
    assert {one.tag.rpartition("}")[2] for one in drawn(technique, WHITE)} <= {"circle"}


def _refuted(step: Step, outside: int) -> Iterator[tuple[Branch, int]]:
    """The contradictions of a step, those inside first, with the number of assumed cells."""
    for branch in step.branches:
        assumed = outside + len(branch.assumed)
        for link in branch.chain:
            yield from _refuted(link, assumed)
        yield branch, assumed


@languages
@on_the_board
def test_pictures_of_the_board_show_every_case(technique: Technique, language: Language) -> None:
    row = ROWS[technique]
    log = solution(row.sample).log
    assert log is not None
    (step,) = log.visits[row.step - 1].steps
    captions = [str(one.text) for one in drawn(technique, "said", language)]
    ends = {"en": ("before", "after"), "ja": ("前", "後")}
    assert (captions[0], captions[-1]) == ends[language]
    cases = captions[1:-1]
    refuted = list(_refuted(step, 0))
    assert len(cases) == len(refuted) == step.refuted
    found = {"en": "contradiction in {}", "ja": "{}で矛盾"}[language]
    assert all(
        case.endswith(found.format(branch.contradiction.named(language)))
        for case, (branch, _) in zip(cases, refuted, strict=True)
    )
    framed = sum(assumed for _, assumed in refuted) + len(step.fixed)
    assert len(drawn(technique, NEW, language)) == framed
