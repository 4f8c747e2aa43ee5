"""Proof files, written beside a workbook whose log contains a search."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from itertools import pairwise
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
Unsolved = Collection[str | None]
"""Titles of sheets."""


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


def write_proof(
    workbook: Path, puzzles: Sequence[tuple[str, Puzzle, Log | None]], unsolved: Unsolved = ()
) -> Path | None:
    """Write the proofs of those puzzles that need one beside a workbook, and return where.

    Each puzzle comes with the title of its sheet and its log. Proofs for `unsolved` sheets, whose
    puzzles are not among these, stay in the file. If no puzzle needs a proof, nothing is written.
    Raises ProofExists, or what `write_whole` raises.
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
    others: list[bytes] = []
    solved = [_key(title, puzzle) for title, puzzle, _ in puzzles]
    with suppress(OSError, ValueError, KeyError):
        others = [
            content
            for title, key, content in _proofs_in(target)
            if title in unsolved and key not in solved
        ]
    write_whole(target, b"".join(others) + "".join(lines).encode())
    return target


def remove_outdated_proof(
    workbook: Path, puzzles: Sequence[tuple[str, Puzzle, Log | None]], unsolved: Unsolved
) -> None:
    """Remove the proof beside a workbook if it is for none of its puzzles.

    The arguments are those of `write_proof`. A file that xlnono did not write stays.
    """
    proof = proof_beside(workbook)
    # A proof that stays is noticed by whoever verifies it; the workbook is what was asked for.
    with suppress(OSError, ValueError, KeyError):
        found = _proofs_in(proof)
        current = [_key(title, puzzle) for title, puzzle, _ in puzzles]
        if found and not any(title in unsolved or key in current for title, key, _ in found):
            proof.unlink()


def _key(title: str, puzzle: Puzzle) -> list[Any]:
    """What tells the puzzles of a workbook apart, as in JSON."""
    return [title, list(map(list, puzzle.rows)), list(map(list, puzzle.columns))]


def _proofs_in(file: Path) -> list[tuple[str, list[Any], bytes]]:
    """The title of the sheet, the key and the lines of each proof; none if xlnono did not write it.

    Raises OSError, and ValueError or KeyError for a damaged file.
    """
    lines = file.read_bytes().splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.startswith(_HEAD)]
    if starts[:1] != [0]:
        return []
    proofs = []
    for start, end in pairwise([*starts, len(lines)]):
        head = json.loads(lines[start])
        key = [head["title"], head["rows"], head["columns"]]
        proofs.append((head["title"], key, b"".join(lines[start:end])))
    return proofs
