"""Proof files, written beside a workbook whose log contains a search."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.files.writing import write_whole
from xlnono.jobs.puzzle_files import is_workbook
from xlnono.language import Text
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import Log
from xlnono.proofs.write import FORMAT, has_proof, proof_lines

ENDING = ".proof.jsonl"
_HEAD = f'{{"format":"{FORMAT}"'.encode()


class ProofExists(XlnonoError):
    code = "proof-exists"
    template = Text(
        "{target} already exists and is not a proof by xlnono, so it was left as it is: move it. "
        "Nothing was written.",
        "{target} はすでにあり、xlnono の証明ではないため、そのまま残しました。移動してください。"
        "何も書き込んでいません。",
    )


def proof_beside(file: Path) -> Path:
    """Where the proof for a workbook is, or for the .xlsx that is made of a puzzle file.

    Other workbooks keep their endings, so that `puzzle.xlsx` and `puzzle.xlsm` have a proof each.
    """
    ordinary = file.suffix.lower() == ".xlsx" or not is_workbook(file)
    return file.with_name((file.stem if ordinary else file.name) + ENDING)


def write_proof(workbook: Path, puzzles: Iterable[tuple[str, Puzzle, Log | None]]) -> Path | None:
    """Write the proofs of those puzzles that need one beside a workbook, and return where.

    Each puzzle comes with the title of its sheet and its log. If none needs a proof, nothing is
    written. Raises ProofExists, or what `write_whole` raises.
    """
    lines = [
        line
        for title, puzzle, log in puzzles
        if log is not None and has_proof(log)
        for line in proof_lines(puzzle, log, title)
    ]
    if not lines:
        return None
    target = proof_beside(workbook)
    head = b""
    with suppress(OSError), target.open("rb") as stream:
        head = stream.read(100)
    if head and FORMAT.encode() not in head:
        raise ProofExists(target=target)
    write_whole(target, "".join(lines).encode())
    return target


def remove_outdated_proof(
    workbook: Path, puzzles: Iterable[tuple[str, Puzzle]], unsolved: Collection[str | None]
) -> None:
    """Remove the proof beside a workbook if it is for none of its puzzles.

    Each puzzle comes with the title of its sheet. Proofs for `unsolved` sheets, whose puzzles are
    not among these, stay, and so does a file that xlnono did not write.
    """
    proof = proof_beside(workbook)
    # A proof that stays is noticed by whoever verifies it; the workbook is what was asked for.
    with suppress(OSError, ValueError, KeyError):
        heads = _heads(proof)
        current = [
            [title, list(map(list, puzzle.rows)), list(map(list, puzzle.columns))]
            for title, puzzle in puzzles
        ]
        if heads and not any(
            head["title"] in unsolved or [head["title"], head["rows"], head["columns"]] in current
            for head in heads
        ):
            proof.unlink()


def _heads(proof: Path) -> list[dict[str, Any]]:
    """The lines with which the proofs in a file begin, none if xlnono did not write it."""
    lines = proof.read_bytes().splitlines()
    if not lines or not lines[0].startswith(_HEAD):
        return []
    return [json.loads(line) for line in lines if line.startswith(_HEAD)]
