"""How the values of options and arguments are read, with an error for each kind."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import click

from xlnono.cli.messages import text
from xlnono.language import Language
from xlnono.spreadsheet.area import Area

Callback = Callable[[click.Context, click.Parameter, Any], Any]


def size_in(language: Language) -> Callback:
    """A height and a width, as in 20x30."""

    def size(
        context: click.Context, parameter: click.Parameter, value: str | None
    ) -> tuple[int, int] | None:
        if value is None:
            return None
        # Typed with an input method, digits and the x may be full-width.
        plain = unicodedata.normalize("NFKC", value)
        match = re.fullmatch(r"\s*(\d{1,99})\s*[x×*X]\s*(\d{1,99})\s*", plain)
        if match is None:
            raise click.BadParameter(text("size", language, value=value), context, parameter)
        return int(match[1]), int(match[2])

    return size


def number_in(language: Language, key: str, fits: Callable[[float], bool]) -> Callback:
    """A number that `fits`; None if the option was not given."""

    def number(
        context: click.Context, parameter: click.Parameter, value: str | None
    ) -> float | None:
        if value is None:
            return None
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not fits(found):
            raise click.BadParameter(text(key, language, value=value), context, parameter)
        return found

    return number


def one_of(language: Language, key: str, words: Sequence[str]) -> Callback:
    """Accepts None: the option was not given."""

    def word(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
        if value not in (None, *words):
            raise click.BadParameter(text(key, language, value=value), context, parameter)
        return value

    return word


def whole_in(language: Language, key: str, digits: int) -> Callback:
    """Accepts None: the option was not given."""

    def whole(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
        if value is not None and re.fullmatch(rf"[0-9]{{1,{digits}}}", value) is None:
            raise click.BadParameter(text(key, language, value=value), context, parameter)
        return None if value is None else int(value)

    return whole


def threshold_in(language: Language) -> Callback:
    """A brightness from 0 to 255, or auto."""

    def threshold(
        context: click.Context, parameter: click.Parameter, value: str | None
    ) -> str | None:
        if value in (None, "auto") or (re.fullmatch(r"[0-9]{1,3}", value) and int(value) <= 255):
            return value
        raise click.BadParameter(text("bad-threshold", language, value=value), context, parameter)

    return threshold


def cell_in(language: Language) -> Callback:
    """The address of a cell, as A1 or R1C1."""

    def cell(context: click.Context, parameter: click.Parameter, value: str | None) -> Area | None:
        if value is None:
            return None
        plain = unicodedata.normalize("NFKC", value)
        if match := re.fullmatch(r"[Rr]([1-9][0-9]{0,6})[Cc]([1-9][0-9]{0,6})", plain):
            return Area(int(match[1]), int(match[2]))
        try:
            return Area.parse(plain)
        except ValueError:
            raise click.BadParameter(
                text("bad-cell", language, value=value), context, parameter
            ) from None

    return cell


def count_in(language: Language, key: str = "bad-jobs", least: int = 1) -> Callback:
    """A whole number of at most four digits, at least `least`."""

    def count(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
        if value is not None and (
            re.fullmatch(r"[1-9][0-9]{0,3}", value) is None or int(value) < least
        ):
            raise click.BadParameter(text(key, language, value=value), context, parameter)
        return None if value is None else int(value)

    return count
