"""The command that checks proofs."""

from __future__ import annotations

from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.messages import text
from xlnono.cli.output import complain, say
from xlnono.cli.status_line import watching
from xlnono.errors import XlnonoError
from xlnono.jobs.verify import ProofFails, verify
from xlnono.language import Language


def verify_one(file: Path, language: Language) -> int:
    """Check the proofs of a file and print what they prove; returns the exit code."""
    try:
        with watching(language) as watch:
            watch.file = str(file)
            checked = verify(file, watch.checking)
    except XlnonoError as error:
        complain(error, language)
        return NOT_UNIQUE if isinstance(error, ProofFails) else FAILED
    for one in checked:
        say(
            text(
                "verified-given" if one.known else "verified",
                language,
                title=one.title,
                height=len(one.rows),
                width=len(one.columns),
                count=one.statements,
                given=len(one.known),
            )
        )
    return DONE
