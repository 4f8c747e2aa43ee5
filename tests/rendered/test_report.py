"""The report of a batch: what people and programs find in it, in each of its three kinds."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import weakref
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from openxml_audit import OpenXmlValidator
from PIL import Image

from tests.support.office import converted
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Mistake, PuzzleResult, Result
from xlnono.language import Language
from xlnono.model.solution import Explained, Outcome
from xlnono.report import check_report, write_report

NAMES = [
    "plain.xlsx",
    "two words.xlsx",
    "a#1.xlsx",
    "50% off, 100%25.xlsx",
    "猫のパズル.xlsx",
    "👩‍👩‍👧 & family.xlsx",
    "it's [new].xlsx",
    "=1+1.xlsx",
    "x_x0041_.xlsx",
    "x",
    *(['<"a"|b?>\\c*.xlsx'] if os.name == "posix" else []),
]
BROKEN = os.fsdecode(b"bad\xff.xlsx")
DATE = Mistake(
    "clue-is-date", "Sheet1", "C4", {"en": "it is a date: type 3 1.", "ja": "日付です。"}
)
DAMAGED = Mistake("damaged-workbook", None, None, {"en": "it is damaged.", "ja": "壊れています。"})
CROSS = (".#.", "###", ".#.")


def puzzle(
    sheet: str = "Sheet1",
    outcome: Outcome = Outcome.UNIQUE,
    picture: tuple[str, ...] = CROSS,
    seconds: float = 0.25,
) -> PuzzleResult:
    unique = outcome is Outcome.UNIQUE
    rating, effort, rounds = (5.7, 1234.5, 4) if unique else (None, None, None)
    height, width = (len(picture), len(picture[0])) if picture else (3, 4)
    return PuzzleResult(
        *(sheet, height, width, outcome, rating, effort, None, rounds),
        *(Explained.COMPLETE, 7, seconds, "kernel", picture),
    )


CUT = puzzle()._replace(
    rating=None,
    score=None,
    rounds=None,
    rating_at_least=7.5,
    explained=Explained.CUT,
    seconds=3.0,
)


def result(name: str, *puzzles: PuzzleResult, mistakes: tuple[Mistake, ...] = ()) -> Result:
    target = str(Path("solved", name)) if puzzles else None
    return Result(str(Path("puzzles", name)), target, 0.5, puzzles, mistakes)


def report(path: Path, *results: Result, language: Language = "en") -> Path:
    write_report(path, lambda: iter(results), language)
    return path


MANY = (
    result("a.xlsx", puzzle(), puzzle("問題", Outcome.MULTIPLE, ("?#", "#?"), 2.5)),
    result("b.xlsx", puzzle(picture=("#" * 100,) * 100, seconds=0.001), mistakes=(DATE,)),
    result("c.xlsx", puzzle(outcome=Outcome.NONE, picture=())),
    result("d.xlsx", mistakes=(DAMAGED,)),
)


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rows(sheet: Worksheet) -> list[list[object]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def said(sheet: Worksheet) -> dict[object, object]:
    """Labels and what stands beside them; of labels that come twice, the last."""
    return {row[0]: row[1] for row in rows(sheet) if row[0] is not None}


def drawn(title: object) -> str:
    return "".join(run.t for part in title.tx.rich.p for run in part.r)


def held(workbook: Workbook, reference: str) -> list[object]:
    title, _, cells = reference.rpartition("!")
    return [row[0].value for row in workbook[title.strip("'")][cells.replace("$", "")]]


def test_a_row_for_each_puzzle(tmp_path: Path) -> None:
    sheet = load_workbook(report(tmp_path / "report.xlsx", *MANY))["Puzzles"]
    heading, *found = rows(sheet)
    assert heading == [
        *("Workbook", "Sheet", "Rows", "Columns", "Outcome", "Difficulty", "Rating", "At least"),
        *("Explanation", "Steps", "Rounds", "Time (s)", "Engine", "Solved file", "Grid", "Picture"),
    ]
    a, b, c = (str(Path("puzzles", f"{name}.xlsx")) for name in "abc")
    assert [row[:6] for row in found] == [
        [a, "Sheet1", 3, 3, "exactly one solution", "hard"],
        [a, "問題", 2, 2, "more than one solution", None],
        [b, "Sheet1", 100, 100, "exactly one solution", "hard"],
        [c, "Sheet1", 3, 4, "no solution", None],
    ]
    assert [row[6:13] for row in found[:2]] == [
        [5.7, None, "complete", 7, 4, 0.25, "kernel"],
        [None, None, "complete", 7, None, 2.5, "kernel"],
    ]
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == "A1:P5"
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 0)


def test_an_errors_sheet_with_what_to_do(tmp_path: Path) -> None:
    workbook = load_workbook(report(tmp_path / "report.xlsx", *MANY, language="ja"))
    assert workbook.sheetnames == ["概要", "問題一覧", "エラー"]
    assert rows(workbook["エラー"]) == [
        ["ブック", "シート", "セル", "内容と対処", "コード"],
        [str(Path("puzzles", "b.xlsx")), "Sheet1", "C4", "日付です。", "clue-is-date"],
        [str(Path("puzzles", "d.xlsx")), None, None, "壊れています。", "damaged-workbook"],
    ]
    to_cell, to_file = (workbook["エラー"].cell(row, 1).hyperlink for row in (2, 3))
    assert to_cell.location == "'Sheet1'!C4"
    assert to_file.location is None


def test_the_summary_counts_everything(tmp_path: Path) -> None:
    facts = said(load_workbook(report(tmp_path / "report.xlsx", *MANY))["Summary"])
    for label, number in {
        "Workbooks": 4,
        "Workbooks solved and written": 3,
        "Workbooks with errors": 2,
        "Puzzles": 4,
        "Errors": 2,
        "Time for all workbooks (s)": 2.0,
        "Solving time (s)": 3.001,
        "Longest solving time (s)": 2.5,
        "exactly one solution": 2,
        "not decided within the time limit": 0,
        "hard": 2,
        "not graded": 2,
        "under 0.01": 1,
        "0.1–1": 2,
        "1–10": 3,
        "51–100": 1,
        "clue-is-date": 1,
    }.items():
        assert facts[label] == pytest.approx(number), label


@pytest.mark.parametrize(
    ("language", "titles", "axis"),
    [
        (
            "en",
            [f"Puzzles by {what}" for what in ("outcome", "difficulty", "solving time", "size")],
            "Puzzles",
        ),
        (
            "ja",
            [f"{what}ごとの問題の数" for what in ("結果", "難しさ", "解答時間", "大きさ")],
            "問題の数",
        ),
    ],
)
def test_the_charts_show_the_tables_of_the_summary(
    tmp_path: Path, language: Language, titles: list[str], axis: str
) -> None:
    path = report(tmp_path / "report.xlsx", *MANY, language=language)
    workbook = load_workbook(path)
    charts = workbook.worksheets[0]._charts
    assert [drawn(chart.title) for chart in charts] == titles
    for chart in charts:
        (series,) = chart.series
        assert drawn(chart.y_axis.title) == axis
        assert chart.x_axis.title is not None
        # What viewers show that calculate nothing is what stands in the cells.
        labels, numbers = series.cat.strRef, series.val.numRef
        assert [point.v for point in labels.strCache.pt] == held(workbook, labels.f)
        assert [float(point.v) for point in numbers.numCache.pt] == held(workbook, numbers.f)
        assert sum(held(workbook, numbers.f)) == 4
    pdf = converted(path, "pdf")
    text = subprocess.run(
        ["pdftotext", "-f", "1", "-l", "1", str(pdf), "-"], check=True, capture_output=True
    ).stdout.decode()
    # Once over the table, once over the chart.
    assert [text.count(title) for title in titles] == [2] * 4


def test_the_pictures_stand_in_the_rows_of_their_puzzles(tmp_path: Path) -> None:
    path = report(tmp_path / "report.xlsx", *MANY)
    sheet = load_workbook(path)["Puzzles"]
    corners = [image.anchor._from for image in sheet._images]
    assert [(corner.row, corner.col) for corner in corners] == [(1, 15), (2, 15), (3, 15)]
    for image in sheet._images:
        assert image.anchor.editAs in (None, "twoCell")
        assert image.anchor.to.row == image.anchor._from.row
        height = sheet.row_dimensions[image.anchor._from.row + 1].height or 15
        assert image.height < height * 96 / 72
    cross, two, large = (Image.open(image.ref).convert("RGB") for image in sheet._images)
    assert shades(cross, 3, 3) == ["WBW", "BBB", "WBW"]
    assert shades(two, 2, 2) == ["YB", "BY"]
    assert large.size == (102, 102)
    assert set(shades(large, 100, 100)) == {"B" * 100}
    office = ET.parse(converted(path, "fods"))
    namespace = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
    table = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    (puzzles,) = (
        one for one in office.iter(f"{table}table") if one.get(f"{table}name") == "Puzzles"
    )
    assert len(list(puzzles.iter(f"{namespace}image"))) == 3


def shades(picture: Image.Image, height: int, width: int) -> list[str]:
    """The colour in the middle of each cell, inside of the frame."""
    names = {(0x26, 0x26, 0x26): "B", (255, 255, 255): "W", (0xFF, 0xF2, 0xCC): "Y"}
    cell = (picture.width - 2) // width
    return [
        "".join(
            names[picture.getpixel((1 + cell * k + cell // 2, 1 + cell * row + cell // 2))]
            for k in range(width)
        )
        for row in range(height)
    ]


def test_too_many_pictures_are_left_out_and_the_summary_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xlnono.report.xlsx_report.MOST_PICTURES", 3)
    workbook = load_workbook(report(tmp_path / "report.xlsx", *MANY))
    assert workbook["Puzzles"]["P1"].value is None
    assert not workbook["Puzzles"]._images
    assert "there are 4 puzzles, and the limit for pictures is 3" in str(rows(workbook["Summary"]))
    few = load_workbook(report(tmp_path / "few.xlsx", *MANY[1:]))
    assert len(few["Puzzles"]._images) == 1
    assert "pictures" not in str(rows(few["Summary"]))


def test_links_lead_to_the_files_wherever_the_folder_is_moved(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    names = [*NAMES, *([BROKEN] if os.name == "posix" else [])]
    (folder / "solved").mkdir(parents=True)
    for name in names:
        (folder / "solved" / name).write_bytes(name.encode("utf-8", "replace"))
    results = [
        result(name, puzzle("it's #1"))._replace(target=str(folder / "solved" / name))
        for name in names
    ]
    path = report(folder / "report.xlsx", *results)
    moved = folder.rename(tmp_path / "moved here")
    sheet = load_workbook(moved / path.name)["Puzzles"]
    links = [sheet.cell(row, 14).hyperlink for row in range(2, len(names) + 2)]
    assert [link.location for link in links] == ["'it''s #1'!A1"] * len(names)
    for name, link in zip(names, links, strict=True):
        target = os.fsdecode(unquote_to_bytes(link.target.replace("\\", "/")))
        assert (moved / target).read_bytes() == name.encode("utf-8", "replace")
    office = ET.parse(converted(moved / path.name, "fods"))
    seen = [
        os.fsdecode(unquote_to_bytes(element.get("{http://www.w3.org/1999/xlink}href")))
        for element in office.iter("{urn:oasis:names:tc:opendocument:xmlns:text:1.0}a")
    ]
    # LibreOffice names them from where it has saved this copy.
    assert [(moved / "converted" / way.partition(".xlsx#")[0]).name for way in seen] == [
        name.removesuffix(".xlsx") if name != "x" else "x#'it''s #1'!A1" for name in names
    ]


def test_a_report_beside_the_folder_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    path = report(tmp_path / "reports" / "report.xlsx", *MANY)
    link = load_workbook(path)["Puzzles"]["N2"].hyperlink
    assert link.target.replace("\\", "/") == "../solved/a.xlsx"


def test_links_end_where_excel_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("table", "xlsx_report"):
        monkeypatch.setattr(f"xlnono.report.{module}.MOST_LINKS", 2)
    results = [result(f"{k}.xlsx", puzzle()) for k in range(3)]
    long = result("/".join(["猫" * 80] * 4), puzzle())
    workbook = load_workbook(report(tmp_path / "report.xlsx", long, *results))
    sheet = workbook["Puzzles"]
    assert [sheet.cell(row, 14).hyperlink is None for row in range(2, 6)] == [
        *(True, False, False, True)
    ]
    assert sheet["N5"].value == results[2].target
    assert "2 file names have no link" in str(rows(workbook["Summary"]))


def test_more_rows_than_a_sheet_has_go_on_on_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("table", "xlsx_report"):
        monkeypatch.setattr(f"xlnono.report.{module}.MOST_ROWS", 2)
    results = [result(f"{k}.xlsx", puzzle(), mistakes=(DATE,)) for k in range(5)]
    path = report(tmp_path / "report.xlsx", *results)
    workbook = load_workbook(path)
    more = ["Puzzles 2", "Errors 2", "Puzzles 3", "Errors 3"]
    assert workbook.sheetnames == ["Summary", "Puzzles", "Errors", *more]
    for kind in ("Puzzles", "Errors"):
        found = [rows(workbook[f"{kind}{number}"]) for number in ("", " 2", " 3")]
        assert len({str(sheet[0]) for sheet in found}) == 1
        names = [row[0] for sheet in found for row in sheet[1:]]
        assert names == [one.source for one in results]
        assert [workbook[f"{kind}{n}"].auto_filter.ref[-1] for n in ("", " 2", " 3")] == list("332")
    assert "Puzzles 2, Puzzles 3, Errors 2, Errors 3" in str(rows(workbook["Summary"]))
    assert not OpenXmlValidator().validate(path).errors


def test_text_stays_text_whatever_it_looks_like(tmp_path: Path) -> None:
    odd = ["=1+1", "@SUM(1)", "{=1}", "https://example.org", "007", "TRUE", "<r>&</r>", "a\x07b"]
    results = [result("a.xlsx", puzzle(text))._replace(source=text) for text in odd]
    path = report(tmp_path / "report.xlsx", *results)
    shown = [*odd[:-2], "<r>&</r> ", "a�b"]
    sheet = load_workbook(path)["Puzzles"]
    assert [sheet.cell(row, 1).value for row in range(2, len(odd) + 2)] == shown
    assert {sheet.cell(row, 2).data_type for row in range(2, len(odd) + 2)} == {"s"}
    assert not OpenXmlValidator().validate(path).errors
    office = ET.parse(converted(path, "fods"))
    assert not [
        name for element in office.iter() for name in element.attrib if name.endswith("}formula")
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    ("results", "charts", "puzzles", "errors"),
    [
        ((), 0, "no puzzles", "no errors"),
        ((result("a.xlsx"),), 0, "no puzzles", "no errors"),
        ((result("a.xlsx", mistakes=(DAMAGED,)),), 0, "no puzzles", None),
        ((result(BROKEN, puzzle("👩‍👩‍👧")),), 4, None, "no errors"),
        (MANY, 4, None, None),
    ],
    ids=["nothing", "no-puzzle", "only-errors", "no-errors", "both"],
)
def test_every_report_is_sound(
    tmp_path: Path,
    language: Language,
    results: tuple[Result, ...],
    charts: int,
    puzzles: str | None,
    errors: str | None,
) -> None:
    path = report(tmp_path / "report.xlsx", *results, language=language)
    assert not OpenXmlValidator().validate(path).errors
    workbook = load_workbook(path)
    summary, *tables = workbook.worksheets
    assert len(summary._charts) == charts
    sentences = {
        "en": {"no puzzles": "No puzzle was read.", "no errors": "No errors."},
        "ja": {
            "no puzzles": "読み込めた問題はありません。",
            "no errors": "エラーはありませんでした。",
        },
    }[language]
    for table, sentence in zip(tables, (puzzles, errors), strict=True):
        assert (table["A2"].value in sentences.values()) is (sentence is not None)
        if sentence is not None:
            assert table["A2"].value == sentences[sentence]
            assert table.auto_filter.ref is None
    label = {"en": "Workbooks", "ja": "ブックの数"}[language]
    assert said(summary)[label] == len(results)


def test_a_large_report_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = load_workbook(report(tmp_path / "small.xlsx", *MANY))
    monkeypatch.setattr("xlnono.report.xlsx_report.MOST_IN_MEMORY", 5)
    path = report(tmp_path / "large.xlsx", *MANY)
    found = OpenXmlValidator().validate(path).errors
    assert {error.id for error in found} == {"Excel_InlineStrCells"}
    for sheet, other in zip(small, load_workbook(path), strict=True):
        assert rows(sheet)[3:] == rows(other)[3:]
        assert len(sheet._images) == len(other._images)
        charts = [
            [(one.series[0].cat.strRef.strCache.pt, one.series[0].val.numRef.numCache.pt)]
            for one in (*sheet._charts, *other._charts)
        ]
        half = len(charts) // 2
        assert charts[:half] == charts[half:]


def test_a_name_that_is_no_unicode_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    one = result(BROKEN, puzzle())
    sheet = load_workbook(report(tmp_path / "report.xlsx", one))["Puzzles"]
    assert sheet["A2"].value == str(Path("puzzles", "bad�.xlsx"))
    table = report(tmp_path / "report.csv", one).read_text(encoding="utf-8-sig")
    assert "bad�.xlsx" in table
    assert list(lines(report(tmp_path / "report.jsonl", one))) == [one]


def lines(path: Path) -> Iterator[Result]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield Result.from_json(line)


def test_lines_of_json_hold_the_whole_results(tmp_path: Path) -> None:
    path = report(tmp_path / "report.jsonl", *MANY, language="ja")
    assert tuple(lines(path)) == MANY


@pytest.mark.parametrize(
    ("language", "heading", "outcome", "failed"),
    [
        ("en", "Workbook", "exactly one solution", "cell C4: it is a date: type 3 1."),
        ("ja", "ブック", "解は1つ", "セル C4: 日付です。"),
    ],
)
def test_the_table_has_a_row_for_each_puzzle_and_each_failure(
    tmp_path: Path, language: Language, heading: str, outcome: str, failed: str
) -> None:
    two = (DATE, DATE._replace(cell="D5"), DAMAGED)
    one = result("猫.xlsx", puzzle("問題"), mistakes=two)
    path = report(tmp_path / "report.csv", one, language=language)
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\r\n") == 4
    with path.open(encoding="utf-8-sig", newline="") as stream:
        head, solved, sheet, book = csv.reader(stream)
    assert head[0] == heading
    assert {len(row) for row in (head, solved, sheet, book)} == {17}
    source, target = (str(Path(folder, "猫.xlsx")) for folder in ("puzzles", "solved"))
    assert solved[:5] == [source, "問題", "3", "3", outcome]
    assert solved[6:8] == ["5.7", ""]
    assert solved[9:] == ["7", "4", "0.250", "kernel", target, "", "", ""]
    assert sheet[:2] == [source, "Sheet1"]
    assert sheet[14] == "clue-is-date"
    assert sheet[15].splitlines() == [failed, failed.replace("C4", "D5")]
    assert (book[1], book[14]) == ("", "damaged-workbook")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["", "", "very hard, 7.5", "cut short"]),
        ("ja", ["", "", "とてもむずかしい(7.5)", "途中まで"]),
    ],
)
def test_an_explanation_that_was_cut_is_marked_and_gives_no_grade(
    tmp_path: Path, language: Language, said: list[str]
) -> None:
    one = result("a.xlsx", CUT)
    with report(tmp_path / "report.csv", one, language=language).open(
        encoding="utf-8-sig", newline=""
    ) as stream:
        _, found = csv.reader(stream)
    assert found[5:9] == said
    _, shown = rows(
        load_workbook(report(tmp_path / "a.xlsx", one, language=language)).worksheets[1]
    )
    assert [value or "" for value in shown[5:9]] == said
    line = json.loads(report(tmp_path / "report.jsonl", one).read_text(encoding="utf-8"))
    (fields,) = line["puzzles"]
    assert (fields["grade"], fields["rating"], fields["score"]) == (None, None, None)
    assert (fields["at_least"], fields["rating_at_least"]) == ("very-hard", 7.5)
    assert fields["explained"] == "cut"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝"])
def test_no_cell_of_the_table_is_a_formula(tmp_path: Path, start: str) -> None:
    text = f'{start}HYPERLINK("http://example.org","x")'
    mistake = Mistake("odd", text, None, {"en": text, "ja": text})
    one = result("a", puzzle(text), mistakes=(mistake,))._replace(source=text, target=text)
    path = report(tmp_path / "report.csv", one)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    assert cells.count(f"'{text}") == 6
    assert not [cell for cell in cells if cell.startswith(start)]


class _Name(str):
    """A text of which one can tell whether anybody still has it."""


@pytest.mark.parametrize("ending", [".xlsx", ".csv", ".jsonl"])
def test_few_results_are_held_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr("xlnono.report.xlsx_report.MOST_IN_MEMORY", 100)
    alive: weakref.WeakSet[_Name] = weakref.WeakSet()
    most = 0

    def results() -> Iterator[Result]:
        nonlocal most
        for number in range(500):
            name = _Name(f"Sheet{number}")
            alive.add(name)
            most = max(most, len(alive))
            yield result("a.xlsx", puzzle(name), mistakes=(DATE._replace(sheet=name),))

    write_report(tmp_path / f"report{ending}", results, "en")
    assert 0 < most < 10


@pytest.mark.parametrize("ending", [".xlsx", ".csv", ".jsonl"])
def test_what_goes_wrong_on_the_way_leaves_the_old_report(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"report{ending}"
    path.write_bytes(b"old")

    def results() -> Iterator[Result]:
        yield MANY[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_report(path, results, "en")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    report(path, *MANY)
    assert path.read_bytes() != b"old"


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
@pytest.mark.parametrize("ending", [".xlsx", ".csv", ".jsonl"])
@pytest.mark.parametrize("most", [20, 6_000])
def test_a_full_disk_is_said_in_words_and_leaves_the_old_report(
    tmp_path: Path, ending: str, most: int
) -> None:
    path = tmp_path / f"report{ending}"
    path.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", _WITH_LIMIT, str(path), str(most)], capture_output=True, text=True
    )
    assert done.stdout.startswith(f"{path}: cannot write the file: ")
    assert done.stderr == ""
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


_WITH_LIMIT = """
import resource, sys
from pathlib import Path
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Mistake, Result
from xlnono.report import write_report
result = Result("a.xlsx", None, 1.0, (), (Mistake("odd", None, None, {"en": "odd", "ja": "odd"}),))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    write_report(Path(sys.argv[1]), lambda: iter([result] * 500), "en")
except XlnonoError as error:
    print(error.text("en"))
"""


def _target(kind: str, folder: Path) -> Path:
    path = folder / "report.xlsx"
    match kind:
        case "no-such-report":
            return folder / "report.ods"
        case "file-open-elsewhere":
            path.with_name("~$report.xlsx").touch()
        case "folder":
            path.mkdir()
        case "below-a-file":
            path.touch()
            return path / "report.xlsx"
        case "link-elsewhere":
            (folder / "other").mkdir()
            (folder / "other" / "report.xlsx").touch()
            path.symlink_to(folder / "other" / "report.xlsx")
    return path


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("no-such-report", "no-such-report"),
        ("file-open-elsewhere", "file-open-elsewhere"),
        ("folder", "file-not-writable"),
        ("below-a-file", "file-not-writable"),
        ("link-elsewhere", "link-elsewhere"),
    ],
)
def test_what_cannot_be_written_is_known_before_any_work(
    tmp_path: Path, kind: str, code: str
) -> None:
    path = _target(kind, tmp_path)
    before = sorted(tmp_path.rglob("*"))

    def results() -> Iterator[Result]:
        pytest.fail("the work has begun")
        yield

    for attempt in (check_report, lambda path: write_report(path, results, "en")):
        with pytest.raises(XlnonoError) as caught:
            attempt(path)
        assert caught.value.code == code
        for language in ("en", "ja"):
            assert str(path.name) in caught.value.text(language)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["report.xlsx", "REPORT.XLSX", "r.csv", "r.jsonl", "new/r.csv"])
def test_what_can_be_written_passes_and_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    check_report(tmp_path / name)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    report(tmp_path / name, *MANY)
    assert (tmp_path / name).stat().st_size


@pytest.mark.parametrize("linked", [False, True])
def test_no_report_goes_over_a_workbook_of_the_batch(tmp_path: Path, linked: bool) -> None:
    path = tmp_path / "cat.xlsx"
    path.touch()
    name = Path("cat.xlsx")
    if linked:
        name = tmp_path / "link.xlsx"
        name.symlink_to(path)
    for language, said in (
        ("en", "overwrite a workbook of the same run"),
        ("ja", "ブックを上書き"),
    ):
        with pytest.raises(XlnonoError) as caught:
            check_report(name, [tmp_path / "dog.xlsx", path])
        assert caught.value.code == "report-over-workbook"
        assert said in caught.value.text(language)
    check_report(name, [tmp_path / "dog.xlsx"])
