"""What a workbook says about its puzzle: its document properties."""

from __future__ import annotations

import re

from xlnono.errors import XlnonoError
from xlnono.formats.puzzle_file import NOTHING_SAID, About
from xlnono.language import LANGUAGES
from xlnono.puzzle_sheet.template_head import TITLE
from xlnono.xlsx.book import PackageBook
from xlnono.xlsx.properties import properties_of

CUSTOM = {"copyright": "Copyright", "licence": "Licence", "source": "Source"}
"""The properties for which Excel has no field, by the fields of `About`."""


def about_of(book: PackageBook) -> About:
    """What the properties of a workbook say; nothing if they cannot be read."""
    try:
        found = properties_of(book.archive)
    except XlnonoError:
        return NOTHING_SAID
    own = dict(found.custom)
    return About(
        title=None if _is_usual(found.title) else found.title or None,
        author=found.author or None,
        description=found.comments or None,
        **{field: own[name] for field, name in CUSTOM.items() if name in own},
    )


def _is_usual(title: str) -> bool:
    """Whether it is the title of a template without one."""
    usual = (re.escape(" ".join(TITLE.of(language).split())) for language in LANGUAGES)
    return any(re.fullmatch(re.sub(r"\\{\w+\\}", r"\\d+", form), title) for form in usual)
