"""Proof files, checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import FileUnreadable, Reason, check_not_folder
from xlnono.jobs.choosing import puzzles_in_book
from xlnono.jobs.proof_files import proof_beside
from xlnono.jobs.puzzle_files import is_workbook, puzzles_in_file
from xlnono.language import Text
from xlnono.model.board import Board, Cell
from xlnono.model.puzzle import Clue
from xlnono.places import Place
from xlnono.proofs.check import BLACK, WHITE, Checked, ProofError, check
from xlnono.xlsx.book import open_book

_COLOURS = {BLACK: Cell.BLACK, WHITE: Cell.WHITE}


class ProofFails(XlnonoError):
    """A line of a proof file does not follow."""

    code = "proof-fails"
    template = Text(
        "line {line} of the proof does not hold: {why}. Solve the workbook again to write a new "
        "proof.",
        "証明の{line}行目が成り立ちません({why})。もう一度解くと、新しい証明が書かれます。",
    )


class OtherProof(XlnonoError):
    """The clues of a workbook are not those of the proof beside it."""

    code = "other-proof"
    template = Text(
        "the proof is for other clues. Solve the workbook again to write a new proof.",
        "証明は別のヒントのものです。もう一度解くと、新しい証明が書かれます。",
    )


class OtherMarks(OtherProof):
    """A proof takes cells as given that are not marked in its workbook."""

    template = Text(
        "the proof takes cells as given that are not marked in the workbook: {count}. Solve the "
        "workbook again to write a new proof.",
        "証明は、ブックで印の付いていないマスを最初から分かっているものとしています({count}個)。"
        "もう一度解くと、新しい証明が書かれます。",
    )


class NoProof(XlnonoError):
    """There is no proof beside a workbook."""

    code = "no-proof"
    template = Text(
        "there is no proof beside this workbook. “xlnono solve” writes one only for puzzles whose "
        "log contains a search.",
        "このブックの隣に証明がありません。「xlnono solve」が証明を書くのは、解答手順に探索が"
        "含まれる問題だけです。",
    )


def verify(file: Path, progress: Callable[[int, int], None] | None = None) -> list[Checked]:
    """Check a proof file, or the one beside a workbook, whose clues and marks must be the same.

    `progress` is called before each line of the proof with its number and how many there are.
    Raises XlnonoError if the file cannot be read or the proof does not hold.
    """
    check_not_folder(file)
    is_proof = file.name.endswith(".jsonl")
    proof = proof_beside(file) if not is_proof and file.exists() else file
    if proof != file and not proof.exists():
        raise NoProof().at(file=str(file))
    try:
        checked = check(_read(proof, progress))
    except ProofError as error:
        raise ProofFails(line=error.line, why=error.why).at(file=str(proof)) from None
    if not is_proof:
        for one in checked:
            _compare(one, _puzzles_of(file, one.title), Place(file=str(file), sheet=one.title))
    return checked


_Marked = tuple[Sequence[Clue], Sequence[Clue], Board | None]
"""The clues of the rows and of the columns of a puzzle, and its marks."""


def _compare(proof: Checked, puzzles: Sequence[_Marked], place: Place) -> None:
    """Raise OtherProof if a proof is for none of some puzzles."""
    same = [
        marks for rows, columns, marks in puzzles if (rows, columns) == (proof.rows, proof.columns)
    ]
    if not same:
        raise OtherProof(place)
    unmarked = min(
        sum(
            marks is None or marks[row, column] is not _COLOURS[sign]
            for row, column, sign in proof.known
        )
        for marks in same
    )
    if unmarked:
        raise OtherMarks(place, count=unmarked)


def _puzzles_of(file: Path, title: str) -> list[_Marked]:
    """Every puzzle on a sheet, or in a puzzle file, which has no sheets."""
    errors: list[XlnonoError] = []
    try:
        if not is_workbook(file):
            return [(read.puzzle.rows, read.puzzle.columns, None) for read in puzzles_in_file(file)]
        found = [read for _, read in puzzles_in_book(open_book(file), title, errors)]
        if errors and not found:
            raise errors[0]
    except XlnonoError as error:
        raise error.at(file=str(file)) from None
    return [(read.puzzle.rows, read.puzzle.columns, read.marks) for read in found]


def _read(proof: Path, progress: Callable[[int, int], None] | None) -> Iterator[dict[str, Any]]:
    try:
        content = proof.read_bytes()
    except OSError as error:
        raise FileUnreadable(reason=Reason(error)).at(file=str(proof)) from None
    lines = content.splitlines()
    for number, line in enumerate(lines, 1):
        if progress is not None:
            progress(number, len(lines))
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ProofFails(line=number, why="not a JSON object").at(file=str(proof))
        yield found
