"""Proof files, checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.files.workbook_file import FileUnreadable, Reason
from xlnono.jobs.proof_files import proof_beside
from xlnono.jobs.workbook import clues_of
from xlnono.language import Text
from xlnono.proofs.check import Checked, ProofError, check


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
            if clues_of(file, sheet=one.title) != (one.rows, one.columns):
                raise OtherProof().at(file=str(file), sheet=one.title)
    return checked


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
