"""Dates as Excel shows them, and the clues that were probably typed."""

from __future__ import annotations

import datetime
import re

from xlnono.patterns import pattern
from xlnono.spreadsheet.sheet import Dated

_TOKEN = pattern(
    r'\[h+\]|\[m+\]|\[s+\]|\[[^\]]*\]|"[^"]*"|\\.|_.|\*.|am/pm|a/p|y+|m+|d+|h+|s+|.',
    re.IGNORECASE,
)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_EPOCH = datetime.datetime(1899, 12, 30)
_FIRST_DAY, _LEAP_DAY = datetime.datetime(1900, 1, 1), datetime.datetime(1900, 3, 1)
_FIRST_ADDED_YEAR = 2010
"""LibreOffice adds the current year to a month and a day, and there was none before this year."""


def _moment(dated: Dated) -> datetime.datetime:
    moment = dated.moment
    if isinstance(moment, datetime.datetime):
        return moment
    if isinstance(moment, datetime.date):
        return datetime.datetime.combine(moment, datetime.time())
    if isinstance(moment, datetime.time):
        return datetime.datetime.combine(_EPOCH, moment)
    return _EPOCH + moment


def _hours(dated: Dated) -> int:
    """The hours since the beginning of time, or of a duration."""
    moment = _moment(dated)
    passed = moment - _EPOCH
    if not isinstance(dated.moment, datetime.timedelta) and _FIRST_DAY <= moment < _LEAP_DAY:
        # Dates before the leap day that 1900 did not have are one day late.
        passed -= datetime.timedelta(days=1)
    return int(passed.total_seconds() // 3600)


def _tokens(number_format: str) -> list[str]:
    tokens = [match[0] for match in _TOKEN.finditer(number_format.split(";")[0])]
    return [token for token in tokens if not re.fullmatch(r"\[[^hms].*\]", token, re.I)]


def _minutes(tokens: list[str], place: int) -> bool:
    """Whether the m's at that place are minutes: they follow hours or precede seconds."""
    letters = [token[0].lower() if token[0] != "[" else token[1].lower() for token in tokens]
    before = next((x for x in reversed(letters[:place]) if x in "ymdhs"), "")
    after = next((x for x in letters[place + 1 :] if x in "ymdhs"), "")
    return before == "h" or after == "s"


def _month(moment: datetime.datetime, length: int) -> str:
    name = _MONTHS[moment.month - 1]
    return (
        str(moment.month),
        f"{moment.month:02}",
        name[:3],
        name,
        name[0],
    )[min(length, 5) - 1]


def _day(moment: datetime.datetime, length: int) -> str:
    name = _DAYS[moment.weekday()]
    return (str(moment.day), f"{moment.day:02}", name[:3], name)[min(length, 4) - 1]


def shown(dated: Dated) -> str:
    """The date or time as its number format shows it."""
    moment = _moment(dated)
    tokens = _tokens(dated.number_format)
    halves = any(token.lower() in ("am/pm", "a/p") for token in tokens)
    text = ""
    for place, token in enumerate(tokens):
        kind, length = token[0].lower(), len(token)
        if token.lower() in ("am/pm", "a/p"):
            text += "AM" if moment.hour < 12 else "PM"
        elif kind == "[":
            text += str(_hours(dated)) if token[1] in "hH" else f"{moment.minute:02}"
        elif kind == "y":
            text += f"{moment.year:04}" if length > 2 else f"{moment.year % 100:02}"
        elif kind == "m" and _minutes(tokens, place):
            text += f"{moment.minute:0{min(length, 2)}}"
        elif kind == "m":
            text += _month(moment, length)
        elif kind == "d":
            text += _day(moment, length)
        elif kind == "h":
            hour = (moment.hour - 1) % 12 + 1 if halves else moment.hour
            text += f"{hour:0{min(length, 2)}}"
        elif kind == "s":
            text += f"{moment.second:0{min(length, 2)}}"
        elif kind in "_*":
            continue
        else:
            text += token[1:] if kind == "\\" else token.strip('"')
    return text


def typed(dated: Dated) -> tuple[str, ...]:
    """The block lengths that may have been typed before they became this date or time.

    There are two readings if nobody can tell whether the program has added the year.
    """
    moment = _moment(dated)
    tokens = _tokens(dated.number_format)
    kinds = [
        token[0].lower()
        for place, token in enumerate(tokens)
        if token[0] in "yYdD" or (token[0] in "mM" and not _minutes(tokens, place))
    ]
    if not kinds:
        hours = moment.hour
        if any(token.lower().startswith("[h") for token in tokens):
            hours = _hours(dated)
        shows_seconds = any(token[0] in "sS" for token in tokens)
        # LibreOffice shows seconds that nobody typed; no block has the length 0.
        seconds = [moment.second] if shows_seconds and moment.second else []
        return (_spaced([hours, moment.minute, *seconds]),)
    if "y" not in kinds:
        return (_spaced([moment.month, moment.day]),)
    if "d" not in kinds:
        return (_spaced([moment.month, moment.year % 100]),)
    parts = {"y": moment.year % 100, "m": moment.month, "d": moment.day}
    order = dict.fromkeys(kinds)
    with_year = _spaced([parts[kind] for kind in order])
    if moment.year < _FIRST_ADDED_YEAR:
        return (with_year,)
    return (_spaced([parts[kind] for kind in order if kind != "y"]), with_year)


def _spaced(blocks: list[int]) -> str:
    return " ".join(map(str, blocks))
