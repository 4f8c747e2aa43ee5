"""The wording of the key moments of a log."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.steps import Technique
from xlnono.model.story import FirstUse, Hardest, Narrow
from xlnono.wording.terms import technique_name

_FIRST_USE = Text("{technique} {count} ({share}%)", "{technique} {count}回({share}%)")
_LESS_THAN_ONE = "<1"
_STEP = Text("step {first}", "手順{first}")
_STEPS = Text("steps {first} to {last}", "手順{first}〜{last}")
_ONLY_LINE = Text("Only {line} could move", "進められるのは{line}だけ")
_NARROW = {
    1: Text("Only one line could move", "進められる行・列は1本だけ"),
    2: Text("Only two lines could move", "進められる行・列は2本だけ"),
}
_AT_MOST_TWO = Text("At most two lines could move", "進められる行・列は2本以下")
_HARDEST = Text("Hardest: {technique}", "最大の難所: {technique}")
_HARDEST_OF_ONE_LINK = Text(
    "Hardest: {technique} after 1 link", "最大の難所: {technique}(1手先で矛盾)"
)
_HARDEST_OF_LINKS = Text(
    "Hardest: {technique} after {links} links", "最大の難所: {technique}({links}手先で矛盾)"
)


def first_use_in_words(use: FirstUse, deductions: int, language: Language) -> str:
    """How often a technique was used, and its share of all `deductions`."""
    # Unlike `round`, which takes 22.5 down and 23.5 up.
    share = (200 * use.deductions + deductions) // (2 * deductions)
    return _FIRST_USE.of(
        language,
        technique=technique_name(use.technique, language),
        count=use.deductions,
        share=share or _LESS_THAN_ONE,
    )


def steps_in_words(first: int, last: int | None, language: Language) -> str:
    """The numbers of a step or of several, such as "steps 3 to 5"."""
    text = _STEP if last is None or last == first else _STEPS
    return text.of(language, first=first, last=last)


def narrow_in_words(place: Narrow, language: Language) -> str:
    """That only one or two lines allowed a deduction."""
    if place.line is not None:
        return _ONLY_LINE.of(language, line=place.line)
    # During several visits it can also be fewer; of one line, that is impossible.
    several = place.lines == 2 and place.last > place.first
    return (_AT_MOST_TWO if several else _NARROW[place.lines]).of(language)


def hardest_in_words(hardest: Hardest, language: Language) -> str:
    """What the hardest step needs, and how far its assumption, if any, must be followed."""
    text = _HARDEST
    if hardest.technique.rung >= Technique.CONTRADICTION.rung and hardest.links:
        text = _HARDEST_OF_ONE_LINK if hardest.links == 1 else _HARDEST_OF_LINKS
    name = technique_name(hardest.technique, language)
    return text.of(language, technique=name, links=hardest.links)
