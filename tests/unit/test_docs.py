"""The documents say what the code does: examples, commands, errors, techniques, links."""

from __future__ import annotations

import importlib
import pkgutil
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import xlnono
from tests.support.strategies import line_masks, line_text
from xlnono import Board, Grade, Outcome, Puzzle, Technique, XlnonoError
from xlnono.buttons.catalogue import BUTTONS, WITHOUT_BUTTON, macro
from xlnono.cli.commands import _commands
from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE, SIGNALLED, STOPPED, USAGE
from xlnono.engine.explain.difficulty import LEVELS
from xlnono.engine.explain.techniques import LADDER, LineState, climb
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook
from xlnono.language import Language
from xlnono.render.html import PUBLISHED_PAGE
from xlnono.wording import grade_name, technique_name

ROOT = Path(__file__).parents[2]
READMES: tuple[tuple[str, Language], ...] = (("README.md", "en"), ("README.ja.md", "ja"))
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "samples/README.md"])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

readmes = pytest.mark.parametrize(("name", "language"), READMES)
documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks_of(text: str) -> list[tuple[str, str]]:
    """Language and content of each code block."""
    return [(match[1], match[2]) for match in BLOCK.finditer(text)]


def table_rows(text: str) -> list[list[str]]:
    """The cells of all table rows whose first or second cell is one code in backticks."""
    rows = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and any(re.fullmatch(r"`[a-z-]+`", cell) for cell in cells[:2]):
            rows.append(cells)
    return rows


@readmes
def test_the_example_prints_what_the_readme_says(name: str, language: Language) -> None:
    blocks = blocks_of(text_of(name))
    (place,) = [k for k, (kind, _) in enumerate(blocks) if kind == "python"]
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", blocks[place][1]],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == blocks[place + 1][1]


@readmes
def test_the_two_commands_stand_on_lines_of_their_own(name: str, language: Language) -> None:
    lines = text_of(name).splitlines()
    assert lines.count("pip install . && xlnono solve samples/*.xlsx --out solved/") == 1
    assert [line for line in lines if re.fullmatch(r"pip install -e .*pytest", line)] == [
        'pip install -e ".[test]" && pytest'
    ]


def test_extras_are_in_double_quotes_which_every_shell_understands() -> None:
    """cmd.exe takes single quotes for part of the name, and zsh brackets for a pattern."""
    extra = re.compile(r"pip install (?:-e )?(.)[\w.]*\[\w+\](.)")
    places = (
        "*.md",
        "Makefile",
        ".*.yaml",
        ".ci/*",
        "docs/*.md",
        "benchmarks/*.py",
        "xlnono/**/*.py",
    )
    paths = [path for place in places for path in ROOT.glob(place) if path.is_file()]
    found = [quotes for path in paths for quotes in extra.findall(path.read_text("utf-8"))]
    assert len(found) > 15
    assert set(found) == {('"', '"')}


def test_just_the_samples_that_the_readmes_name_have_no_single_solution() -> None:
    odd = set()
    for path in (ROOT / "samples").rglob("*.xlsx"):
        result = check_workbook(Job(path, None))
        outcomes = [puzzle.solution.outcome for puzzle in result.puzzles]
        assert (outcomes != [Outcome.UNIQUE]) is (path.parent.name == "odd")
        if outcomes != [Outcome.UNIQUE]:
            odd.add(path.name)
            assert bool(result.errors) is path.name.startswith("mistake")
    for name, _ in READMES:
        assert set(re.findall(r"`([\w-]+-\d+x\d+\.xlsx)`", text_of(name))) == odd


@readmes
def test_every_command_and_option_is_named(name: str, language: Language) -> None:
    text = text_of(name)
    group = _commands(language)
    for command in (group, *group.commands.values()):
        if command is not group:
            assert f"`xlnono {command.name} " in text
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                for option in parameter.opts:
                    assert f"`{option}" in text
            else:
                assert str(parameter.metavar or parameter.name).upper() in text.upper()


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "docs/batch.md", "docs/batch.ja.md"])
def test_every_exit_code_is_named(name: str) -> None:
    codes = [DONE, NOT_UNIQUE, USAGE, FAILED, STOPPED, SIGNALLED + signal.SIGTERM]
    listed = re.findall(r"^\| (\d+) \|", text_of(name), re.MULTILINE)
    assert listed == [str(int(code)) for code in codes]


def kinds_of_error() -> Iterator[type[XlnonoError]]:
    for module in pkgutil.walk_packages(xlnono.__path__, "xlnono."):
        importlib.import_module(module.name)
    waiting = [XlnonoError]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("xlnono.") and "code" in vars(kind):
                yield kind


@pytest.mark.parametrize(
    ("name", "heading"), [("worksheet.md", "Errors"), ("worksheet.ja.md", "エラー")]
)
def test_every_error_code_is_explained(name: str, heading: str) -> None:
    _, _, errors = text_of(f"docs/{name}").partition(f"\n## {heading}\n")
    explained = [row[0].strip("`") for row in table_rows(errors)]
    assert sorted(explained) == sorted({kind.code for kind in kinds_of_error()})


TECHNIQUES: dict[Language, str] = {
    "en": text_of("docs/techniques.md"),
    "ja": text_of("docs/techniques.ja.md"),
}
languages = pytest.mark.parametrize("language", TECHNIQUES)

TECHNIQUE_ROW = re.compile(r"^\| (\d+) \| `([a-z-]+)`<br>(.+?) \| (.+?) \| .+ \|$", re.MULTILINE)


@languages
def test_the_table_has_every_technique_in_order(language: Language) -> None:
    assert [row[:2] for row in TECHNIQUE_ROW.findall(TECHNIQUES[language])] == [
        (str(technique.rung + 1), technique.value) for technique in Technique
    ]


@languages
def test_the_table_has_the_names_of_the_techniques(language: Language) -> None:
    names = {row[1]: row[2] for row in TECHNIQUE_ROW.findall(TECHNIQUES[language])}
    assert names == {
        technique.value: technique_name(technique, language) for technique in Technique
    }


@languages
def test_the_table_has_the_sources_that_the_engine_names(language: Language) -> None:
    sources = {row[1]: row[3] for row in TECHNIQUE_ROW.findall(TECHNIQUES[language])}
    shown = {
        "en": {"thesis rule": "thesis rule {}", "matrix fig.": "matrix fig. {}"},
        "ja": {"thesis rule": "論文の規則{}", "matrix fig.": "行列の図{}"},
    }[language]
    for technique, function in LADDER.items():
        named = re.findall(r"(thesis rule|matrix fig\.) (\d)", (function.__doc__ or "").lower())
        listed = [shown[source].format(number) for source, number in named]
        found = re.sub(r" \(.*|<br>.*", "", sources[technique.value])
        assert found == ({"en": ", ", "ja": "、"}[language].join(listed) or "—")


@languages
def test_the_document_says_which_ratings_a_grade_has(language: Language) -> None:
    rows = re.findall(r"^\| (.+?) \| (\d+\.0)[–〜]", TECHNIQUES[language], re.MULTILINE)
    assert {name: float(lowest) for name, lowest in rows[: len(Grade)]} == {
        grade_name(grade, language): grade.lowest for grade in Grade
    }


@languages
def test_the_document_says_what_a_look_for_each_technique_counts(language: Language) -> None:
    pattern = r"^\| (?:rungs? )?(\d+)(?:[–〜](\d+))?(?:段目)? \| (\d\.\d)(?:[–〜](\d\.\d))?"
    found: dict[int, float] = {}
    for first, last, low, high in re.findall(pattern, TECHNIQUES[language], re.MULTILINE):
        found[int(first)] = float(low)
        found[int(last or first)] = float(high or low)
    levels = {technique.rung + 1: level for technique, level in LEVELS.items()}
    assert set(found) == {1, 9, 10, 16, 17, 18, 19}
    assert found == pytest.approx({rung: levels[rung] for rung in found})


def sections_of(text: str) -> dict[str, str]:
    found = re.findall(r"^### `([a-z-]+)`\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    return dict(found)


def cases_of(text: str) -> dict[Technique, str]:
    """The smaller cases of the techniques, given in signs."""
    sections = sections_of(text)
    return {
        Technique(code): case
        for code, section in sections.items()
        for _, case in blocks_of(section)
    }


CASES = cases_of(TECHNIQUES["en"])


@languages
def test_every_technique_is_explained_in_order(language: Language) -> None:
    assert list(sections_of(TECHNIQUES[language])) == [technique.value for technique in Technique]


def test_the_japanese_page_has_the_same_cases() -> None:
    words = {"ヒント": "clue", "前": "before", "後": "after", "行": "rows", "列": "columns"}
    japanese = {
        technique: re.sub("|".join(words), lambda match: words[match[0]], case)
        for technique, case in cases_of(TECHNIQUES["ja"]).items()
    }
    assert {technique: case.split() for technique, case in japanese.items()} == {
        technique: case.split() for technique, case in CASES.items()
    }


def fact(picture: str, name: str) -> str:
    match = re.search(rf"^{name}\s+(.*)$", picture, re.MULTILINE)
    assert match is not None
    return match[1]


@pytest.mark.parametrize("technique", [one for one in CASES if one in LADDER])
def test_the_case_of_a_technique_on_a_line_is_what_it_does(technique: Technique) -> None:
    picture = CASES[technique]
    clue, before = fact(picture, "clue"), fact(picture, "before")
    line = LineState(tuple(map(int, clue.split())), len(before), *line_masks(before))
    found = climb(line)
    assert found is not None
    simplest, black, white = found
    assert simplest is technique
    assert line_text(len(before), line.black | black, line.white | white) == fact(picture, "after")


@pytest.mark.parametrize("technique", [one for one in CASES if one not in LADDER])
def test_the_case_of_a_technique_on_the_board_is_what_it_does(technique: Technique) -> None:
    picture = CASES[technique]
    rows, columns = (
        [[int(block) for block in clue.split()] for clue in fact(picture, name).split(", ")]
        for name in ("rows", "columns")
    )
    _, _, boards = picture.partition("after\n")
    before, after = (
        Board.from_text("\n".join(line.split()[k] for line in boards.splitlines())) for k in (0, 1)
    )
    solution = xlnono.solve(Puzzle(rows, columns), before, explain=True)
    assert solution.log is not None
    assert solution.log.steps[0].technique is technique
    assert solution.log.position(1) == after


def anchors(text: str) -> set[str]:
    """The addresses that the headings of a document get."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@documents
def test_links_lead_somewhere(path: Path) -> None:
    text = BLOCK.sub("", path.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        linked = path.parent / name if name else path
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), target


@documents
def test_files_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:samples|templates|docs|engine|workbook)/[\w./-]*)`", text):
        assert (ROOT / name).exists() or (ROOT / "xlnono" / name).exists(), name
    for name in re.findall(r"`([\w-]+-\d+x\d+\.xlsx)`", text):
        assert any((ROOT / "samples").rglob(name)), name


def test_every_document_is_linked_from_both_readmes() -> None:
    for name, _ in READMES:
        for document in (ROOT / "docs").glob("*.md"):
            assert f"](docs/{document.name}" in text_of(name)


def names_in(text: str) -> set[str]:
    """The options, files, codes and values that a text names; commands and formulas have blanks."""
    return set(re.findall(r"(?<!`)`([^`\s]+)`(?!`)", text))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs").glob("*.ja.md")), ids=lambda path: path.name
)
def test_a_japanese_page_names_all_that_the_english_one_names(path: Path) -> None:
    english = path.with_name(path.name.replace(".ja.md", ".md"))
    assert names_in(path.read_text("utf-8")) == names_in(english.read_text("utf-8"))


@pytest.mark.parametrize(
    "japanese",
    [path for path in DOCUMENTS if path.name.endswith(".ja.md")],
    ids=lambda path: path.name,
)
def test_the_page_in_the_other_language_is_linked_at_the_top(japanese: Path) -> None:
    english = japanese.with_name(japanese.name.replace(".ja.md", ".md"))
    for page, name, other in ((english, "日本語", japanese), (japanese, "English", english)):
        assert page.read_text(encoding="utf-8").splitlines()[2] == f"*[{name}]({other.name})*"


def test_pictures_are_small() -> None:
    pictures = list((ROOT / "docs" / "images").glob("*.png"))
    assert pictures
    assert all(picture.stat().st_size < 150_000 for picture in pictures)


@pytest.mark.parametrize(("page", "language"), [("excel.md", "en"), ("excel.ja.md", "ja")])
def test_every_button_is_in_the_table(page: str, language: Language) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    captions = [button.caption.of(language) for button in BUTTONS.values()]
    assert [row for row in re.findall(r"^\| (\S+) \|", text, re.M) if row in captions] == captions
    for name, entry in WITHOUT_BUTTON.items():
        assert entry.caption.of(language) in " ".join(text.split())
        assert f"`{macro(name)}`" in text


def test_the_published_web_page_has_one_address() -> None:
    """Replays link to it; the project and the documents name it."""
    assert tomllib.loads(text_of("pyproject.toml"))["project"]["urls"]["Web page"] == PUBLISHED_PAGE
    assert PUBLISHED_PAGE.endswith("/solve.html")
    for name in ("docs/web-page.md", "docs/web-page.ja.md"):
        assert PUBLISHED_PAGE in text_of(name)
