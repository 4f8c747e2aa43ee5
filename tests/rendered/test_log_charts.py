"""The charts beside the log: what they show, where they stand, and how they print."""

import re
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from tests.support.office import converted
from tests.support.workbooks import book_with
from tests.unit.test_workbook_painting import solve, solved
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.model.steps import Technique
from xlnono.spreadsheet.text_size import LINE_HEIGHT

SAMPLES = Path(__file__).parents[2] / "samples"


def with_two_techniques(read):
    solution = solved(read)
    steps = solution.log.steps
    steps[3:] = [step._replace(technique=Technique.FINISHED_LINE) for step in steps[3:]]
    return solution


def with_steps(number):
    def made(read):
        solution = with_two_techniques(read)
        del solution.log.steps[number:]
        return solution

    return made


def words(title):
    return "".join(run.t for paragraph in title.tx.rich.p for run in paragraph.r)


def held(workbook, reference):
    title, _, cells = reference.rpartition("!")
    return [row[0].value for row in workbook[title.strip("'")][cells.replace("$", "")]]


@pytest.fixture
def path(tmp_path):
    return book_with(tmp_path / "cat.xlsx")


@pytest.mark.parametrize(
    ("language", "bars", "bar_axis", "labels", "curve", "axes"),
    [
        (
            *("en", "Deductions by technique", "Deductions", ["overlap", "finished line"]),
            *("Cells known after each step", ["Step", "Cells known"]),
        ),
        (
            *("ja", "手筋ごとの推理の数", "推理の数", ["重なり", "残りの確定"]),
            *("各手順のあとの確定マス数", ["手順", "確定マス数"]),
        ),
    ],
)
def test_the_charts_show_the_techniques_and_the_course(
    path, language, bars, bar_axis, labels, curve, axes
):
    solve(path, with_two_techniques, language)
    workbook = load_workbook(path)
    first, second = workbook.worksheets[1]._charts
    assert (words(first.title), words(second.title)) == (bars, curve)
    assert words(first.y_axis.title) == bar_axis
    assert [words(axis.title) for axis in (second.x_axis, second.y_axis)] == axes
    assert held(workbook, first.series[0].cat.strRef.f) == labels
    assert held(workbook, first.series[0].val.numRef.f) == [3, 2]
    assert held(workbook, second.series[0].xVal.numRef.f) == [1, 2, 3, 4, 5]
    assert held(workbook, second.series[0].yVal.numRef.f) == [5, 10, 15, 20, 25]


def test_the_charts_cover_no_cell_that_says_something(path):
    solve(path, with_two_techniques)
    sheet = load_workbook(path)["cat log"]
    corners = [chart.anchor._from for chart in sheet._charts]
    shown = {
        cell.column - 1
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None and not sheet.column_dimensions[cell.column_letter].hidden
    }
    assert max(shown) < min(corner.col for corner in corners)
    assert min(corner.row for corner in corners) >= int(sheet.freeze_panes[1:]) - 1
    left, right = corners
    assert right.col > left.col
    pixels = 7 * sheet.column_dimensions[get_column_letter(left.col + 1)].width
    assert sheet._charts[0].anchor.ext.width / 9525 < pixels


def test_one_technique_needs_no_bars(path):
    solve(path, solved)
    (chart,) = load_workbook(path)["cat log"]._charts
    assert words(chart.title) == "Cells known after each step"


@pytest.mark.parametrize("number", [0, 1])
def test_hardly_any_step_no_chart(path, number):
    solve(path, with_steps(number))
    sheet = load_workbook(path)["cat log"]
    assert not sheet._charts
    assert "," not in sheet.print_area


def test_another_solve_replaces_the_charts(path):
    solve(path, with_two_techniques)
    once = path.read_bytes()
    solve(path, with_two_techniques)
    assert path.read_bytes() == once


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """Solves a sample and returns the workbook."""

    def sample(name):
        path = tmp_path_factory.mktemp("sample") / name
        assert solve_workbook(Job(SAMPLES / name, path)).written
        return path

    return sample


def test_the_print_area_covers_the_charts_beside_collapsed_rows(sample):
    sheet = load_workbook(sample("trophy-10x11.xlsx")).worksheets[1]
    first, last = map(int, re.findall(r"[0-9]+", sheet.print_area.split(",")[1]))
    rows = [sheet.row_dimensions[row] for row in range(first, last + 1)]
    assert any(row.hidden for row in rows)
    covered = sum(row.height or LINE_HEIGHT for row in rows if not row.hidden)
    assert covered >= sheet._charts[0].anchor.ext.height / 12700


def test_every_bar_has_its_name_in_print_even_if_one_has_two_lines(sample):
    path = sample("snail-15x20.xlsx")
    workbook = load_workbook(path)
    labels = held(workbook, workbook.worksheets[1]._charts[0].series[0].cat.strRef.f)
    assert "runs matched to blocks" in labels
    pages = subprocess.run(
        ["pdftotext", "-layout", str(converted(path, "pdf")), "-"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\f")
    (page,) = (page for page in pages if "Deductions by technique" in page)
    for label in labels:
        assert " ".join(label.split()[:2]) in page


def test_the_charts_are_printed_behind_the_log(path):
    solve(path, with_two_techniques, "ja")
    pdf = converted(path, "pdf")
    pages = subprocess.run(
        ["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True
    ).stdout.split("\f")
    log = next(k for k, page in enumerate(pages) if "理由" in page)
    assert "各手順のあとの確定マス数" not in pages[log]
    charts = pages[log + 1]
    for word in ("手筋ごとの推理の数", "各手順のあとの確定マス数", "重なり", "残りの確定"):
        assert word in charts
