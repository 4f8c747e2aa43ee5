"""What the command line says, in English and Japanese."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xlnono.cli.help_texts import HELP
from xlnono.cli.result_texts import RESULTS
from xlnono.cli.usage_texts import USAGE_ERRORS
from xlnono.language import LANGUAGES, Language

_TEXTS = HELP | USAGE_ERRORS | RESULTS


def text(key: str, language: Language, **facts: object) -> str:
    return _TEXTS[key].of(language, **facts)


def counted(key: str, count: int, language: Language, **facts: object) -> str:
    """A text with separate forms for one thing and for several."""
    form = "1" if count == 1 else "several"
    return text(f"{key}-{form}", language, count=count, **facts)


def template_made(path: Path, height: int, width: int, language: Language) -> str:
    """That a template of this size was written."""
    rows = counted("made-rows", height, language)
    columns = counted("made-columns", width, language)
    return text("made", language, path=path, rows=rows, columns=columns)


def asked_language(arguments: Sequence[str]) -> Language | None:
    """The language asked for with --lang.

    The help and parsing errors need it before the arguments are parsed.
    """
    for place, argument in enumerate(arguments):
        value = argument.removeprefix("--lang=")
        if argument == "--lang":
            value = arguments[place + 1] if place + 1 < len(arguments) else ""
        if argument.startswith("--lang") and value in LANGUAGES:
            return value
    return None
