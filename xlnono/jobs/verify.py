"""Proof files, checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import FileUnreadable, Reason
from xlnono.jobs.proof_files import proof_beside
from xlnono.jobs.puzzle_files import is_workbook
from xlnono.jobs.workbook import clues_of, puzzles_in_book
from xlnono.language import Text
from xlnono.model.puzzle import Clue
from xlnono.proofs.check import Checked, ProofError, check
from xlnono.xlsx.book import open_book


class ProofFails(XlnonoError):
    """A line of a proof file does not follow."""

    code = "proof-fails"
    template = Text(
        "Line {line} of the proof does not hold: {why}. Solve the workbook again to write a new "
        "proof.",
        "証明の{line}行目が成り立ちません({why})。もう一度解くと、新しい証明が書かれます。",
    )


class OtherProof(XlnonoError):
    """The clues of a workbook are not those of the proof beside it."""

    code = "other-proof"
    template = Text(
        "The proof is for other clues. Solve the workbook again to write a new proof.",
        "証明は別のヒントのものです。もう一度解くと、新しい証明が書かれます。",
    )


class NoProof(XlnonoError):
    """There is no proof beside a workbook."""

    code = "no-proof"
    template = Text(
        "There is no proof beside this workbook. “xlnono solve” writes one only for puzzles whose "
        "log contains a search.",
        "このブックの隣に証明がありません。「xlnono solve」が証明を書くのは、解答手順に探索が"
        "含まれる問題だけです。",
    )


def verify(file: Path, progress: Callable[[int, int], None] | None = None) -> list[Checked]:
    """Check a proof file, or the one beside a workbook, whose clues are compared as well.

    `progress` is called before each line of the proof with its number and how many there are.
    Raises XlnonoError if the file cannot be read or the proof does not hold.
    """
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
            if (one.rows, one.columns) not in _clues_on(file, one.title):
                raise OtherProof().at(file=str(file), sheet=one.title)
    return checked


def _clues_on(file: Path, title: str) -> list[tuple[Sequence[Clue], Sequence[Clue]]]:
    """The clues of the rows and of the columns of every puzzle on a sheet."""
    if not is_workbook(file):
        return [clues_of(file, sheet=title)]
    errors: list[XlnonoError] = []
    try:
        found = [read.puzzle for _, read in puzzles_in_book(open_book(file), title, errors)]
        if errors and not found:
            raise errors[0]
    except XlnonoError as error:
        raise error.at(file=str(file)) from None
    return [(puzzle.rows, puzzle.columns) for puzzle in found]


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
