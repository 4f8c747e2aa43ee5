"""The command that shows what is installed and what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

from xlnono.cli.exit_codes import DONE, FAILED, NOT_UNIQUE
from xlnono.cli.output import complain, say
from xlnono.doctor import Finding, State, examine
from xlnono.errors import XlnonoError
from xlnono.language import Language, Text

_SIGNS = {State.OK: "✓", State.NOTE: "-", State.WRONG: "!"}
_PLAIN_SIGNS = _SIGNS | {State.OK: "ok"}
_SUMMARIES = (
    Text("Nothing is wrong.", "問題は見つかりませんでした。"),
    Text(
        "One thing needs attention: the line marked with !.",
        "対処が必要なものが1件あります(! の行)。",
    ),
    Text(
        "{wrong} things need attention: the lines marked with !.",
        "対処が必要なものが{wrong}件あります(! の行)。",
    ),
)


def _signs() -> dict[State, str]:
    try:
        "✓".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return _PLAIN_SIGNS
    return _SIGNS


def _print_finding(finding: Finding, sign: str, language: Language) -> None:
    message, advice = finding.texts(language)
    say(f"  {sign:<2} {message}", hanging=3)
    if advice:
        say(f"       {advice}")


def doctor(workbook: Path | None, language: Language) -> int:
    """Print the findings; returns the exit code."""
    signs, wrong = _signs(), 0
    try:
        for heading, findings in examine(workbook):
            say(heading.of(language))
            for finding in findings:
                _print_finding(finding, signs[finding.state], language)
                wrong += finding.state is State.WRONG
    except XlnonoError as error:
        complain(error, language)
        return FAILED
    say(_SUMMARIES[min(wrong, 2)].of(language, wrong=wrong))
    return NOT_UNIQUE if wrong else DONE
