"""Proofs: written from a log, and checked without the engine; what does not follow is refused."""

from __future__ import annotations

import json
import random
import shutil

import pytest
from openpyxl import Workbook, load_workbook

import xlnono
from tests.support.workbooks import ONLY, Arrangement, book_with, put_puzzle
from tests.unit.test_explain import NEEDS_CONTRADICTION, NEEDS_RECURSION
from xlnono import Board, Cell, Grid, Outcome, Puzzle, Technique
from xlnono.batch.worker import Settings, work
from xlnono.cli import main
from xlnono.engine.clock import Clock
from xlnono.engine.decide import native
from xlnono.engine.explain import contradiction
from xlnono.engine.explain.contradiction import Planned, plan_contradictions
from xlnono.engine.explain.search_step import search_step
from xlnono.engine.line import settle
from xlnono.jobs.proof_files import proof_beside, write_proof
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job
from xlnono.jobs.verify import verify
from xlnono.jobs.workbook import solve_workbook
from xlnono.model.solution import Explained
from xlnono.model.steps import Log
from xlnono.proofs.check import ProofError, check, settled
from xlnono.proofs.write import proof_lines
from xlnono.spreadsheet.area import Area
from xlnono.xlsx.book import open_book

needs_kernel = pytest.mark.skipif(not native.AVAILABLE, reason="needs the kernel")


def searched() -> Log:
    """The log of a puzzle in which a search proves what lines do not."""
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    board = Board(grid.height, grid.width)
    step = search_step(NEEDS_RECURSION, board, grid, Clock())
    assert step is not None
    assert step.technique is Technique.SEARCH
    assert step.proof is not None
    return Log(board, [step])


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    return int(str(ended.value.code or 0))


def lines_of(puzzle: Puzzle, log: Log) -> list[dict[str, object]]:
    return [json.loads(line) for line in proof_lines(puzzle, log, "a sheet")]


@pytest.mark.parametrize("puzzle", [NEEDS_CONTRADICTION, NEEDS_RECURSION])
def test_a_log_with_contradictions_is_a_proof(puzzle: Puzzle) -> None:
    solution = xlnono.solve(puzzle, explain=True)
    assert solution.log is not None
    assert solution.grid is not None
    (checked,) = check(lines_of(puzzle, solution.log))
    assert "\n".join(checked.picture) == solution.grid.text().strip()


@needs_kernel
def test_a_search_is_a_proof() -> None:
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    (checked,) = check(lines_of(NEEDS_RECURSION, searched()))
    assert "\n".join(checked.picture) == grid.text().strip()
    assert checked.statements > 10


@needs_kernel
@pytest.mark.parametrize("seed", range(30))
def test_what_is_changed_does_not_prove_another_picture(seed: int) -> None:
    """Whatever is left out or changed: the proof fails, or it still proves the same picture."""
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    lines = lines_of(NEEDS_RECURSION, searched())
    rng = random.Random(seed)
    for _ in range(3):
        line = rng.choice(lines[1:])
        cells = line.get("any", line.get("suppose"))
        assert isinstance(cells, list)
        if cells and rng.random() < 0.7:
            cell = rng.choice(cells)
            cell[2] = "white" if cell[2] == "black" else "black"
        else:
            line.pop("by", None)
    try:
        (checked,) = check(lines)
    except ProofError:
        return
    assert "\n".join(checked.picture) == grid.text().strip()


def test_a_proof_of_something_false_is_refused() -> None:
    """A puzzle with two solutions has no proof: every single statement fails."""
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    assert xlnono.solve(puzzle).outcome is Outcome.MULTIPLE
    header = {"format": "xlnono proof", "rows": [[1], [1]], "columns": [[1], [1]]}
    header["known"] = ["??", "??"]
    every = [[1, 1, "black"], [2, 2, "white"]]
    for cell in every:
        with pytest.raises(ProofError):
            check([header, {"any": [cell], "by": ["R1", "R2", "C1", "C2"]}])
    with pytest.raises(ProofError):
        check([header, {"suppose": every}, {"any": [], "by": ["R1", "C1", 1]}])
    with pytest.raises(ProofError):
        check([header])


def test_the_checker_settles_lines_like_the_engine() -> None:
    rng = random.Random(4)
    for _ in range(2000):
        length = rng.randint(1, 14)
        picture = "".join(rng.choice("#.") for _ in range(length))
        clue = tuple(map(len, picture.replace(".", " ").split()))
        line = "".join(rng.choice("??" + sign) for sign in picture)
        if rng.random() < 0.3:
            line = "".join(rng.choice("???#.") for _ in picture)
        black = sum(1 << k for k, sign in enumerate(line) if sign == "#")
        white = sum(1 << k for k, sign in enumerate(line) if sign == ".")
        masks = settle(clue, length, black, white)
        expected = masks and "".join(
            "#" if masks[0] >> k & 1 else "." if masks[1] >> k & 1 else "?" for k in range(length)
        )
        assert settled(clue, line) == expected


@needs_kernel
def test_verify_checks_a_proof_file(tmp_path, capsys) -> None:
    workbook = tmp_path / "hard.xlsx"
    write_proof(workbook, [("hard", NEEDS_RECURSION, searched())])
    proof = proof_beside(workbook)
    assert run("verify", proof) == 0
    assert "hard: the proof holds" in capsys.readouterr().out
    lines = proof.read_text("utf-8").splitlines()
    proof.write_text("\n".join(lines[:-1]), "utf-8")
    assert run("verify", proof) == 1
    assert "before every cell is known" in capsys.readouterr().err
    proof.write_text("nothing", "utf-8")
    assert run("verify", proof) == 1
    assert run("verify", tmp_path / "missing.xlsx") == 3
    assert "missing.xlsx: the file cannot be read" in capsys.readouterr().err


def test_a_workbook_without_a_proof_is_not_said_to_be_missing(tmp_path, capsys) -> None:
    path = book_with(tmp_path / "easy.xlsx", ONLY)
    assert run("solve", path) == 0
    assert run("verify", path) == 3
    assert "easy.xlsx: there is no proof beside this workbook." in capsys.readouterr().err


@needs_kernel
def test_the_proof_of_one_of_two_puzzles_on_a_sheet_is_checked(tmp_path, capsys) -> None:
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    workbook = Workbook()
    put_puzzle(workbook.active, grid, Arrangement(row=12, column=12))
    put_puzzle(workbook.active, ONLY, Arrangement(row=12, column=60))
    workbook.save(path := tmp_path / "two.xlsx")
    write_proof(path, [("Sheet", NEEDS_RECURSION, searched())])
    assert run("verify", path) == 0
    assert "the proof holds" in capsys.readouterr().out


def test_a_proof_must_not_take_more_as_given_than_is_marked(tmp_path, capsys) -> None:
    path = tmp_path / "two.xlsx"
    workbook = Workbook()
    put_puzzle(workbook.active, Grid.from_text("#.\n.#"), Arrangement(row=4, column=4))
    workbook.save(path)
    header = {
        "format": "xlnono proof",
        "version": 1,
        "title": "Sheet",
        "rows": [[1], [1]],
        "columns": [[1], [1]],
        "known": ["#?", "??"],
    }
    proof_beside(path).write_text(json.dumps(header), "utf-8")
    assert run("verify", path) == 3
    assert "not marked in the workbook: 1." in capsys.readouterr().err
    assert run("verify", proof_beside(path)) == 0
    assert "cells taken as given: 1." in capsys.readouterr().out
    workbook.active.cell(4, 4).value = "●"
    workbook.save(path)
    assert run("verify", path) == 0


@needs_kernel
def test_a_search_on_other_marks_is_refused() -> None:
    """What was supposed is refuted, and its opposite contradicts what is known."""
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    header, *lines = lines_of(NEEDS_RECURSION, searched())
    for row in range(grid.height):
        for column in range(0, grid.width, 3):
            wrong = "." if grid[row, column] is Cell.BLACK else "#"
            known = [*["?" * grid.width] * row, "?" * column + wrong]
            with pytest.raises(ProofError):
                check([{**header, "known": known}, *lines])


@pytest.mark.parametrize(
    "line",
    [
        {"any": [], "by": 5},
        {"any": [], "by": [{}]},
        {"any": [[1, 1, "black"]], "by": "R1"},
        {"any": 7},
        {"suppose": None},
    ],
)
def test_lines_without_sense_are_refused(line: dict[str, object]) -> None:
    start = {"format": "xlnono proof", "rows": [[1], [1]], "columns": [[1], [1]], "known": []}
    with pytest.raises(ProofError, match="line 2"):
        check([start, line])


@pytest.mark.parametrize("clue", [[10**12], [-1], [0], [1, 1, 1]])
def test_clues_that_fit_no_line_are_refused(clue: list[int]) -> None:
    start = {"format": "xlnono proof", "rows": [clue, [1]], "columns": [[1], [1]], "known": []}
    with pytest.raises(ProofError, match="not the beginning of a proof"):
        check([start])


def over_budget(*_: object, **__: object) -> Planned:
    return Planned([], out_of_time=False, over_budget=True, stuck=0)


@pytest.fixture
def hard(tmp_path, monkeypatch):
    """A workbook with a puzzle that needs a search, as if contradictions were too much work."""
    monkeypatch.setattr(contradiction, "plan_contradictions", over_budget)
    grid = xlnono.solve(NEEDS_RECURSION).grid
    assert grid is not None
    return book_with(tmp_path / "hard.xlsx", grid, Arrangement(row=12, column=12))


@needs_kernel
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_solving_writes_the_proof_beside_the_workbook(tmp_path, hard, capsys, command) -> None:
    out = tmp_path / "out"
    if command == "solve":
        assert run("solve", hard, "--out", out, "--json") == 0
        (result,) = json.loads(capsys.readouterr().out)["results"]
    else:
        result = json.loads(work(Job(hard, out / "hard.xlsx"), Settings()).to_json())
        assert Result.from_fields(result).proof == result["proof"]
    assert result["mistakes"] == []
    (proof,) = out.glob("*.jsonl")
    assert proof == proof_beside(out / "hard.xlsx")
    assert result["proof"] == str(proof)
    assert run("verify", out / "hard.xlsx") == 0
    assert "the proof holds. 14x12" in capsys.readouterr().out
    # The clues of the workbook are compared with those of the proof.
    other = book_with(out / "other.xlsx", ONLY)
    proof.rename(proof_beside(other))
    assert run("verify", other) == 3
    assert "for other clues" in capsys.readouterr().err


@needs_kernel
def test_workbooks_that_differ_in_their_endings_have_a_proof_each(tmp_path, hard, capsys) -> None:
    with_macros, out = hard.with_suffix(".xlsm"), tmp_path / "out"
    shutil.copy(hard, with_macros)
    assert run("solve", hard, with_macros, "--out", out) == 0
    proofs = ["hard.proof.jsonl", "hard.xlsm.proof.jsonl"]
    assert sorted(path.name for path in out.glob("*.jsonl")) == proofs
    capsys.readouterr()
    for name, proof in zip(("hard.xlsx", "hard.xlsm"), proofs, strict=True):
        assert run("verify", out / name) == 0
        assert "the proof holds" in capsys.readouterr().out
        (out / proof).unlink()
        assert run("verify", out / name) == 3
        assert "no proof beside this workbook" in capsys.readouterr().err


@needs_kernel
def test_a_puzzle_file_has_the_proof_of_the_workbook_made_from_it(tmp_path, hard, capsys) -> None:
    puzzle = tmp_path / "puzzles/hard.non"
    puzzle.parent.mkdir()
    assert run("convert", hard, puzzle) == 0
    assert run("solve", puzzle) == 0
    assert (puzzle.parent / "hard.proof.jsonl").exists()
    for file in (puzzle, puzzle.with_suffix(".xlsx")):
        capsys.readouterr()
        assert run("verify", file) == 0
        assert "the proof holds" in capsys.readouterr().out


@needs_kernel
@pytest.mark.parametrize("command", ["solve", "batch"])
def test_a_proof_of_earlier_clues_goes_with_their_result(tmp_path, hard, capsys, command) -> None:
    out = tmp_path / "out"

    def solve() -> None:
        if command == "solve":
            assert run("solve", hard, "--out", out) == 0
        else:
            assert work(Job(hard, out / "hard.xlsx"), Settings()).target is not None

    solve()
    assert list(out.glob("*.jsonl"))
    book_with(hard, ONLY)
    solve()
    assert not list(out.glob("*.jsonl"))
    capsys.readouterr()
    assert run("verify", out / "hard.xlsx") == 3
    assert "no proof beside this workbook" in capsys.readouterr().err


@needs_kernel
def test_a_proof_stays_if_its_puzzle_was_not_solved_again(tmp_path, hard, capsys) -> None:
    workbook = load_workbook(hard)
    workbook.active.title = "hard"
    put_puzzle(workbook.create_sheet("easy"), ONLY)
    workbook.save(hard)
    assert run("solve", hard) == 0
    assert run("solve", hard, "--sheet", "easy") == 0
    assert solve_workbook(Job(hard, hard), explain=False).written
    capsys.readouterr()
    assert run("verify", hard) == 0
    assert "hard: the proof holds" in capsys.readouterr().out


@needs_kernel
def test_solving_one_sheet_again_leaves_the_proofs_of_the_others(tmp_path, hard, capsys) -> None:
    workbook = load_workbook(hard)
    workbook.active.title = "first"
    workbook.copy_worksheet(workbook.active).title = "second"
    workbook.save(hard)
    assert run("solve", hard) == 0
    both = proof_beside(hard).read_text()
    for _ in range(2):
        assert run("solve", hard, "--sheet", "second") == 0
        assert sorted(proof_beside(hard).read_text().splitlines()) == sorted(both.splitlines())
    capsys.readouterr()
    assert run("verify", hard) == 0
    said = capsys.readouterr().out
    assert "first: the proof holds" in said
    assert "second: the proof holds" in said


def test_a_file_like_a_proof_by_another_program_stays(tmp_path) -> None:
    path = book_with(tmp_path / "easy.xlsx", ONLY)
    beside = proof_beside(path)
    for mine in ("mine", '{"mine":1}\n{"format":"xlnono proof","title":"Sheet"}\n'):
        beside.write_text(mine)
        assert run("solve", path) == 0
        assert beside.read_text() == mine


@needs_kernel
def test_solving_leaves_a_file_that_is_not_a_proof_alone(tmp_path, hard, capsys) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "hard.proof.jsonl").write_text("mine")
    assert run("solve", hard, "--out", out) == 3
    assert "not a proof by xlnono" in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["hard.proof.jsonl"]
    assert (out / "hard.proof.jsonl").read_text() == "mine"


@needs_kernel
def test_a_file_that_is_no_proof_is_not_written_over(tmp_path) -> None:
    beside = proof_beside(tmp_path / "hard.xlsx")
    beside.write_text("mine")
    with pytest.raises(xlnono.XlnonoError) as caught:
        write_proof(tmp_path / "hard.xlsx", [("hard", NEEDS_RECURSION, searched())])
    assert caught.value.code == "proof-exists"
    assert beside.read_text() == "mine"


@needs_kernel
def test_checking_a_proof_says_how_far_it_is(tmp_path) -> None:
    workbook = tmp_path / "hard.xlsx"
    proof = write_proof(workbook, [("hard", NEEDS_RECURSION, searched())])
    assert proof is not None
    met = []
    verify(proof, lambda line, lines: met.append((line, lines)))
    count = len(proof.read_text().splitlines())
    assert met == [(line, count) for line in range(1, count + 1)]


def test_ordinary_puzzles_have_no_proof_file(tmp_path) -> None:
    puzzle = Puzzle.of(Grid.from_cells([[True]]))
    assert write_proof(tmp_path / "easy.xlsx", [("easy", puzzle, Log(Board(1, 1)))]) is None
    assert not list(tmp_path.iterdir())


def out_of_time_in_the_end(*arguments, **options) -> Planned:
    return plan_contradictions(*arguments, **options)._replace(out_of_time=True)


def test_a_log_that_could_not_be_shortened_in_time_says_so(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(contradiction, "plan_contradictions", out_of_time_in_the_end)
    solution = xlnono.solve(NEEDS_CONTRADICTION, explain=True)
    assert solution.explained is Explained.LONG
    assert solution.difficulty is not None
    assert solution.grid is not None
    book = book_with(tmp_path / "long.xlsx", solution.grid, Arrangement(row=12, column=12))
    assert run("solve", book, "--lang", "en") == 0
    assert "explanation not shortened" in capsys.readouterr().out
    (log,) = (sheet for sheet in open_book(book).sheets() if sheet.title.endswith(" log"))
    said = [value for row in log.values(Area(1, 1, 6, 8)) for value in row]
    assert any("longer than necessary" in str(value) for value in said)
